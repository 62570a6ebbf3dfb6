"""Small changes that must not go unnoticed: `diff` must report each as a difference."""

from __future__ import annotations

from pathlib import Path

import pytest

import secateur
from secateur.options.keywords import DiffKeywords

#: What is changed → the function in the old and the new version.
PAIRS = {
    "parameters swapped in a condition": (
        "int f(int x, int y) { if (x > y) return 1; return 0; }",
        "int f(int x, int y) { if (y > x) return 1; return 0; }",
    ),
    "parameters swapped in a difference": (
        "int f(unsigned x, unsigned y) { return x - y > 7; }",
        "int f(unsigned x, unsigned y) { return y - x > 7; }",
    ),
    "arguments of a call swapped": (
        "static int s(int a, int b) { return a > 3 && b < 2; } int f(int x, int y) { return s(x, y); }",
        "static int s(int a, int b) { return a > 3 && b < 2; } int f(int x, int y) { return s(y, x); }",
    ),
    "names of parameters swapped": (
        "int f(int a, int b) { if (a > b) return 1; return 0; }",
        "int f(int b, int a) { if (a > b) return 1; return 0; }",
    ),
    "an extra parameter, the others swapped": (
        "int f(int a, int b) { if (a > b) return 1; return 0; }",
        "int f(int a, int b, int c) { if (b > a) return 1; return 0; }",
    ),
    "sides of a choice swapped": (
        "int f(int c) { int r = c > 3 ? 1 : 2; return r + 1; }",
        "int f(int c) { int r = c > 3 ? 2 : 1; return r + 1; }",
    ),
    "parameters swapped in a choice": (
        "int f(int c, int x, int y) { return c ? x : y; }",
        "int f(int c, int x, int y) { return c ? y : x; }",
    ),
    "a choice beside a harmless change": (
        "int g; int f(int c, unsigned z) { int r = c == 77 ? 1 : 2; g = (z + z) & 7; return r; }",
        "int g; int f(int c, unsigned z) { int r = c == 77 ? 3 : 2; g = (2 * z) & 7; return r; }",
    ),
    "a condition beside a harmless change": (
        "int g; int f(int x, int y, unsigned z) { int r = 0; if (x > y) r = 1; g = z & 1; return r; }",
        "int g; int f(int x, int y, unsigned z) { int r = 0; if (y > x) r = 1; g = z % 2 != 0; return r; }",
    ),
    "outputs swapped": (
        "int g, h; int f(int x, int y) { g = x; h = y; return 0; }",
        "int g, h; int f(int x, int y) { g = y; h = x; return 0; }",
    ),
    "an argument of a function with a name like ours": (
        "static int secateur_help(int x) { return x > 1; } int f(int x) { return x > 5 ? 9 : secateur_help(x); }",
        "static int secateur_help(int x) { return x > 1; } int f(int x) { return x > 5 ? 9 : secateur_help(3); }",
    ),
}


@pytest.mark.parametrize("what", list(PAIRS))
def test_a_difference_is_found(what: str, tmp_path: Path) -> None:
    for name, text in zip(("old.c", "new.c"), PAIRS[what], strict=True):
        (tmp_path / name).write_text(text + "\n")
    assert secateur.diff(tmp_path / "old.c", tmp_path / "new.c", function="f").found


@pytest.mark.parametrize("options", [{}, {"function": "f"}], ids=["all", "named"])
def test_static_functions_with_one_name_are_told_apart(options: DiffKeywords, tmp_path: Path) -> None:
    first = "static int helper(int x) { return x > 0; } int other(int x) { return helper(x); }\n"
    for folder, limit in (("old", 3), ("new", 4)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.c").write_text(first)
        text = f"static int helper(int x) {{ return x > {limit}; }} int f(int x) {{ return helper(x); }}\n"
        (tmp_path / folder / "b.c").write_text(text)
    assert secateur.diff(tmp_path / "old", tmp_path / "new", **options).found


def test_printed_numbers_that_differ_only_in_what_is_not_printed(tmp_path: Path) -> None:
    """`%c` prints eight bits of an int: no input shows a difference, and the search for one ends."""
    for name, value in (("old.c", "x"), ("new.c", "x & 255")):
        (tmp_path / name).write_text(f'#include <stdio.h>\nvoid f(int x) {{ printf("%c", {value}); }}\n')
    assert not secateur.diff(tmp_path / "old.c", tmp_path / "new.c", function="f", timeout=60).found
