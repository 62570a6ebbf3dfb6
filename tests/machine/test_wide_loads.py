"""Loads by an index that can reach many places: tables and hash tables, complete and confirmed natively."""

from __future__ import annotations

from pathlib import Path

import pytest

import secateur
from secateur.machine import access

HASH = """\
static unsigned char buckets[8192];
int probe(unsigned key)
{
    buckets[77] = 5;
    buckets[4096] = 9;
    unsigned h = (key * 2654435761u) >> 19;
    if (buckets[h] == 9)
        return 2;
    return buckets[h] ? 1 : 0;
}
"""
TABLE = """\
static unsigned short table[65536];
int look(unsigned short x)
{
    for (unsigned i = 0; i < 65536; i++)
        table[i] = (unsigned short)(i * 40503u >> 3);
    return table[x] == 4711 ? 1 : table[x] > 65530 ? 2 : 0;
}
"""


def results(text: str, function: str, folder: Path) -> set[int]:
    source = folder / "wide.c"
    source.write_text(text)
    answer = secateur.explore(f"{source}:{function}", accept=["globals"])
    assert answer.complete
    assert secateur.replay(answer.write(folder / "out")).failed == ()
    return {int(dict(test.outcome.observations)["return"]) for test in answer.tests}


def test_a_hash_table(tmp_path: Path) -> None:
    assert results(HASH, "probe", tmp_path) == {0, 1, 2}


@pytest.mark.slow
def test_a_table_with_an_entry_for_each_input(tmp_path: Path) -> None:
    assert results(TABLE, "look", tmp_path) == {0, 1, 2}


def test_a_path_that_reads_too_much_is_made_concrete(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "MOST_WIDE", 8000)
    source = tmp_path / "wide.c"
    source.write_text(HASH.replace("buckets[h] ? 1 : 0", "buckets[key % 8192]"))
    answer = secateur.explore(f"{source}:probe", accept=["globals"])
    assert not answer.complete
