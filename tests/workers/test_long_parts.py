"""Runs that are longer than a part: they end all the same, and if they do not, others are explored."""

from __future__ import annotations

from pathlib import Path

from secateur.exploration.budget import Spent
from secateur.options import Budget

from .test_spreading import explored, told

#: Each path that counts to three executes many times the instructions of a part; `%s`: how long it goes on.
LONG = """extern int __VERIFIER_nondet_int(void);
int main(void) {
    unsigned n = 0, s = 1;
    for (int i = 0; i < 4; i++) if (__VERIFIER_nondet_int() > i) n++;
    if (n == 3)
        for (unsigned m = 0; %s; m++) s = s * 3 + m;
    return n + (s & 1);
}
"""


def test_runs_that_are_longer_than_a_part_end(tmp_path: Path) -> None:
    text = LONG % "m < 90000"
    alone, _ = explored(tmp_path, is_spread=False, text=text)
    result, spreading = explored(tmp_path, budget=Budget(timeout=120.0), text=text)
    assert result.complete
    assert told(result) == told(alone)
    assert len({path.lineage for path in result.paths}) == 16  # what tells them apart, and orders them
    assert spreading.tally.parts > 5


def test_runs_that_never_end_do_not_keep_others_waiting(tmp_path: Path) -> None:
    result, _ = explored(tmp_path, budget=Budget(timeout=6.0), text=LONG % "1")
    assert result.spent is Spent.TIME
    assert result.explored == 16 - 4
