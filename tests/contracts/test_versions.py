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


SUM = """\
unsigned sum(const unsigned char *buf, unsigned len)
{
    unsigned s = 0;
    %s
    for (unsigned i = 0; i < len; i++)
        s += buf[i];
    return s;
}
"""


def listed(old: str, new: str, folder: Path, **options: bool) -> tuple[str, list[int], list[str]]:
    """The verdict, the examples of differences, and what those outside of the contract need."""
    for name, text in (("old", old), ("new", new)):
        (folder / f"{name}.c").write_text(SUM % text)
    answer = secateur.diff(folder / "old.c", folder / "new.c", function="sum", out=folder / "out", **options)  # type: ignore[arg-type]
    (one,) = answer.to_json()["functions"]
    assert answer.to_json()["complete"] == (one["status"] == "different" or one["status"] == "equivalent")
    return (
        one["status"],
        [each["input"]["len"] for each in one["differences"]],
        [each["needs"] for each in one["outside"]],
    )


def test_differences_outside_of_what_was_inferred_are_listed_apart(tmp_path: Path) -> None:
    check = "if (len > 1000) return 0;"
    assert listed("", check, tmp_path) == ("equivalent-under-assumptions", [], ["len > size(buf)"])
    assert listed("", check, tmp_path, infer=False) == ("different", [1001], [])
    assert listed("", check, tmp_path, first=True) == ("equivalent-under-assumptions", [], ["len > size(buf)"])


def test_a_difference_that_valid_calls_show_too_has_one_as_its_example(tmp_path: Path) -> None:
    status, lengths, needs = listed("", "if (len > 2) return 7;", tmp_path)
    assert status == "different"
    assert len(lengths) == 1
    assert lengths[0] in (3, 4)
    assert not needs
    both = listed("", "if (len == 2) s = 1; if (len > 1000) return 0;", tmp_path)
    assert both == ("different", [2], ["len > size(buf)"])
