"""Operations on constants that clang folds away: found on the path that runs them, and nowhere else."""

from __future__ import annotations

from pathlib import Path

import pytest

from .finding import faults, line_of

FORMS = {
    "1 / 0": "division-by-zero",
    "1 << 40": "shift",
    "INT_MAX + 1": "signed-overflow",
    "INT_MIN - 1": "signed-overflow",
    "INT_MIN / -1": "signed-overflow",
    "INT_MIN % -1": "signed-overflow",
    "-(x, INT_MIN)": "signed-overflow",
    "100000 * 100000": "signed-overflow",
    "7 % (x, 0)": "division-by-zero",
    "1 << 31": "shift",
    "-1 << 1": "shift",
    "x << 40": "shift",
    "5 >> -1": "shift",
    "(int)1e10": "float-to-int",
    "LONG_MAX + 1L > 0": "signed-overflow",
    "a[5]": "out-of-bounds",
    "s.p[2]": "out-of-bounds",
}


def test_every_form_is_found_at_its_line(tmp_path: Path) -> None:
    cases = "".join(f"if (x == {n + 10}) return {form};\n" for n, form in enumerate(FORMS))
    text = (
        "#include <limits.h>\nstatic struct { int p[2], q; } s;\n"
        f"int f(int x) {{\nint a[4] = {{1, 2, 3, 4}};\n{cases}if (x == 3) return a[x];\nreturn x;\n}}\n"
    )
    expected = sorted((kind, line_of(text, f"return {form};")) for form, kind in FORMS.items())
    assert faults(text, tmp_path) == expected


HARMLESS = """#include <limits.h>
static int size = sizeof(1 / 0);
enum { BIG = 1 << 30 };
static inline __attribute__((always_inline)) int twice(int v) { return v << 1; }
int f(int x) {
    static int most = INT_MAX - 1;
    int a[4] = {1}, *end = &a[4];
    if (0) return 1 / 0;
    if (x == 4) return sizeof(1 << 40) + size;
    if (x == 5) return 0 ? 1 / 0 : 4;
    if (x == 6) return 1 || 1 / 0;
    if (x == 7) return 1u << 31 == 0;
    if (x == 8) return (int)(UINT_MAX + 1u) + (BIG >> 3) + twice(x & 7);
    if (x == 9) return end - a;
    return most;
}
"""


def test_constants_that_are_not_evaluated_do_no_harm(tmp_path: Path) -> None:
    assert faults(HARMLESS, tmp_path) == []


def test_a_file_with_a_fault_on_constants_is_otherwise_the_same(tmp_path: Path) -> None:
    """Its checks are removed: what depends on values is found as in any file, once."""
    bad = HARMLESS.replace("return most;", "if (x == 10) return 1 / 0; // HERE\nreturn a[x & 7] / (x - 11) + most;")
    last = line_of(bad, "+ most")
    expected = [
        ("division-by-zero", line_of(bad)),
        ("division-by-zero", last),
        ("out-of-bounds", last),
        ("signed-overflow", last),
    ]
    assert faults(bad, tmp_path) == expected


@pytest.mark.parametrize(("check", "count"), [("none", 1), ("signed-overflow", 2)])
def test_kinds_that_are_not_looked_for_are_passed_by(check: str, count: int, tmp_path: Path) -> None:
    text = "int f(int x) { if (x == 1) return 2147483647 + 1;\nif (x == 2) return 1 / 0;\nreturn x; }\n"
    source = tmp_path / "program.c"
    source.write_text(text)
    assert len(faults(text, tmp_path, check)) == count


def test_operations_that_clang_checks_as_a_whole_stay(tmp_path: Path) -> None:
    text = """#include <stdlib.h>
    int f(int x) {
        if (x == 1) return 1 / 0; // HERE
        return abs(x) > 5; // ABS
    }
    """
    assert faults(text, tmp_path) == [("division-by-zero", line_of(text)), ("signed-overflow", line_of(text, "ABS"))]
