"""Strings grow while the function wants more."""

from __future__ import annotations

import json
from pathlib import Path

from .explored import explored, shown

WORD = """\
#include <string.h>
int f(const char *s)
{
    if (strcmp(s, "command") == 0)
        return 1 / (int)(s[0] - 'c');
    return 0;
}
"""
MANY = """\
int f(const char *s)
{
    int n = 0;
    for (; *s; s++) {
        if (*s == ',')
            n++;
        if (*s == ';')
            n += 2;
    }
    if (n == 9)
        return 1;
    return 0;
}
"""


def test_a_longer_word_is_reached(tmp_path: Path) -> None:
    run = explored(WORD, "f", tmp_path)
    assert shown(run) == [("division-by-zero", 5, "within", "")]
    assert run.complete
    assert "strings up to 8 characters" in run.summary


def test_what_is_covered_does_not_grow(tmp_path: Path) -> None:
    run = explored("int f(const char *s) { return *s == 'a'; }\n", "f", tmp_path)
    assert "strings up to 4 characters" in run.summary


def test_a_length_that_was_given_stays(tmp_path: Path) -> None:
    for given in ({"string": 4}, {"buffer": 5}):
        run = explored(WORD, "f", tmp_path, **given)
        assert shown(run) == []
        assert run.longer is None


def test_the_first_that_is_not_complete_stands_beside(tmp_path: Path) -> None:
    """Eight characters have too many paths: what is complete stays, and what they cover is told."""
    run = explored(MANY, "f", tmp_path, technique="full")
    assert run.complete
    assert "strings up to 4 characters" in run.summary
    assert run.longer is not None
    assert run.longer.run.coverage.covered_lines > run.coverage.covered_lines
    folder = run.write()
    told = json.loads((folder / "run.json").read_text())["longer"]
    assert (told["string"], told["complete"]) == (8, False)
    assert (folder / told["suite"] / "tests.json").exists()
