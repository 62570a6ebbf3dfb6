"""NULL where the program's own attributes exclude it: found where UBSan reports it, and confirmed natively."""

from __future__ import annotations

from pathlib import Path

import pytest

import secateur

from .finding import faults, line_of

HEADER = """#include <string.h>
__attribute__((nonnull)) static int all(int *p, int *q) { return p == q; }
__attribute__((nonnull(2))) static int second(int *p, int *q) { return p != q; }
"""

FAULTY = {
    "argument": "int y = 0; return second(&y, x == 3 ? 0 : &y); // HERE",
    "symbolic": "int y = 0, *p[2] = {0, &y}; return all(&y, p[x & 1]); // HERE",
    "any": "int y = 0; if (x == 3) return all(0, &y); // HERE\nreturn all(&y, &y);",
}

RETURNING = {
    "one": "{ return p; // HERE\n}",
    "later line": "{ int a[2] = {1};\nif (p) *p = a[0];\nreturn // HERE\np; }",
    "of two": "{ if (p) return p;\nreturn p; // HERE\n}",
    "after a call": "{ if (p) return p;\np = memset(&p, 0, 8) ? p : 0;\nreturn p; // HERE\n}",
    "of a loop": "{ for (int i = 0; i < 2; i++) if (i && !p)\nreturn p; // HERE\nreturn p; }",
}


@pytest.mark.parametrize("name", FAULTY)
def test_arguments(name: str, tmp_path: Path) -> None:
    text = f"{HEADER}int f(int x) {{\n{FAULTY[name]}\nreturn 0;\n}}\n"
    assert faults(text, tmp_path) == [("nonnull", line_of(text))]


@pytest.mark.parametrize("name", RETURNING)
def test_results(name: str, tmp_path: Path) -> None:
    text = f"""{HEADER}__attribute__((returns_nonnull)) static int *g(int *p) {RETURNING[name]}
    int f(int x) {{ int y; return g(x == 3 ? 0 : &y) == &y; }}
    """
    assert faults(text, tmp_path) == [("nonnull", line_of(text))]


FINE = {
    "other parameter": "int y = 0; return second(0, &y);",
    "copies of nothing": "char b[2] = {1}; memcpy(b, x == 3 ? 0 : b + 1, x == 3 ? 0 : 1); return b[0];",
}


@pytest.mark.parametrize("name", FINE)
def test_nothing_is_invented(name: str, tmp_path: Path) -> None:
    assert faults(f"{HEADER}int f(int x) {{\n{FINE[name]}\n}}\n", tmp_path) == []


def test_null_for_the_library_is_still_a_null_pointer(tmp_path: Path) -> None:
    text = f'{HEADER}int f(int x) {{ return strlen(x == 3 ? 0 : "ab"); }} // HERE\n'
    assert faults(text, tmp_path) == [("null-pointer", line_of(text))]


def test_what_is_not_looked_for_is_run(tmp_path: Path) -> None:
    source = tmp_path / "program.c"
    source.write_text(f"{HEADER}int f(int x) {{ return second(&x, 0); }}\n")
    run = secateur.explore(f"{source}:f", check="-nonnull")
    assert not run.faults
    assert [test.outcome.observations[0][1] for test in run.suite.tests] == ["1"]
