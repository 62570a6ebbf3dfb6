"""Two versions are compared for the calls that are valid by the contract of the old one."""

from __future__ import annotations

from pathlib import Path

import secateur

OLD = """\
//@ requires size(buf) >= len && len > 0
int last(const int *buf, unsigned len) { return buf[len - 1]; }
"""
NEW = """\
int last(const int *buf, unsigned len) { return len ? buf[len - 1] : -1; }
"""


def compared(old: str, new: str, folder: Path) -> str:
    for name, text in (("old", old), ("new", new)):
        (folder / name).mkdir()
        (folder / name / "last.c").write_text(text)
    answer = secateur.diff(folder / "old" / "last.c", folder / "new" / "last.c", function="last", out=folder / "out")
    return str(answer.to_json()["functions"][0]["status"])


def test_invalid_calls_are_not_compared(tmp_path: Path) -> None:
    assert compared(OLD, NEW, tmp_path).startswith("equivalent")


def test_without_a_contract_they_are(tmp_path: Path) -> None:
    assert compared(OLD.partition("\n")[2], NEW, tmp_path) == "different"


def test_a_contract_of_the_new_version_alone_does_not_count(tmp_path: Path) -> None:
    stricter = "//@ requires size(buf) >= len && len > 2\n" + NEW.replace("len - 1", "len - 1 - (len < 3)")
    assert compared(OLD, stricter, tmp_path) == "different"
