"""Lists of pointers that end with NULL."""

from __future__ import annotations

from pathlib import Path

import pytest

from .inferred import inferred

HEAD = "#include <stddef.h>\n#include <string.h>\nstruct option { const char *name; int value; };\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("int f(char **argv) { int n = 0; while (*argv++) n++; return n; }", ["terminated(argv)"]),
        ("int f(char *argv[]) { int n; for (n = 0; argv[n] != NULL; n++); return n; }", ["terminated(argv)"]),
        (
            "int f(struct option *const *all) { for (; *all; all++) if ((*all)->value) return 1; return 0; }",
            ["terminated(all)"],
        ),
        # a helper walks along it
        (
            "static int count(char **list) { int n = 0; while (list[n]) n++; return n; }\n"
            "int f(int x, char **names) { return x + count(names); }",
            ["terminated(names)"],
        ),
        # a pair, and an array with its length
        ("int f(char **pair) { return pair[0] != NULL && pair[1] != NULL; }", []),
        (
            "int f(char **all, int n) { int m = 0; for (int i = 0; i < n; i++) m += all[i] != NULL; return m; }",
            ["size(all) >= n"],
        ),
        # as `main` gets them
        (
            "int f(int argc, char **argv) { return argc > 1 && argv[1][0] == '-'; }",
            ["size(argv) >= argc + 1 && argc >= 0 && terminated(argv)"],
        ),
        # a place for a pointer
        ("int f(char **end) { return *end != NULL; }", []),
    ],
)
def test_where_a_list_ends(text: str, expected: list[str], tmp_path: Path) -> None:
    found = inferred(HEAD + text, "f", tmp_path)
    assert [each for each in found if each.startswith(("size(", "terminated("))] == expected
