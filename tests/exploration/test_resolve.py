"""Symbolic addresses and lengths: being outside is one fault, not one for each value."""

from __future__ import annotations

from pathlib import Path

import pytest

from secateur.machine.state import MOST_CHOICES
from secateur.options import Limits

from .exploring import explored

#: name, body of main, completed paths, faulty ones, kinds of faults
CASES = [
    ("length of a copy", "char a[8], b[8] = {1}; memcpy(a, b, UINT); return 0;", 10, 1, {"out-of-bounds"}),
    ("freed", "int *p = malloc(8); free(p); return p[INT];", 1, 1, {"use-after-free"}),
    ("null", "int *p = 0; return p[INT];", 1, 1, {"null-pointer"}),
    ("null, wide index", "int *p = 0; unsigned long i = UINT; return p[i * i];", 1, 1, {"null-pointer"}),
    ("struct", "struct s { int a, b, c; } p[4] = {{0}}, q = p[UINT]; return q.b;", 5, 1, {"out-of-bounds"}),
    (
        "table of pointers",
        'const char *t[2] = {"ab", "cd"}; unsigned i = UINT; if (i > 1) return 9; return t[i][INT];',
        5,
        2,
        {"out-of-bounds"},
    ),
    (
        "no byte at all",
        "char b[2] = {0}, *a = b; unsigned n = UINT; memset(a + (n & 4), 1, n & 1); return 0;",
        4,
        1,
        {"out-of-bounds"},
    ),
    (
        "cell past a symbolic size",
        "unsigned char *h = calloc(UINT & 7, 1); h[UINT % 4] = 5; return h[3];",
        3,
        2,
        {"out-of-bounds"},
    ),
]


@pytest.mark.parametrize(("body", "paths", "faulty", "kinds"), [c[1:] for c in CASES], ids=[c[0] for c in CASES])
def test_outside_is_one_fault(body: str, paths: int, faulty: int, kinds: set[str], tmp_path: Path) -> None:
    result = explored(f"int main(void) {{\n{body}\n}}\n", tmp_path)
    assert result.complete
    assert (result.counts.completed, result.counts.faulty) == (paths, faulty)
    assert {str(fault.kind) for fault, _ in result.faults()} == kinds


def test_very_many_choices_are_given_up_and_that_is_said(tmp_path: Path) -> None:
    result = explored("int main(void) {\nchar *p = malloc(UINT); if (p) p[UINT] = 1;\nreturn 0;\n}\n", tmp_path)
    assert not result.complete
    assert result.counts.completed <= MOST_CHOICES + 4
    assert any("only 256 values" in note.text for note in result.notes)


def test_a_loop_on_its_own_condition_does_not_grow(tmp_path: Path) -> None:
    text = "int main(void) {\nint x = INT; volatile int k = 0;\nwhile (x > 0) k = 1;\nreturn k;\n}\n"
    result = explored(text, tmp_path, limits=Limits(max_instructions=200_000))
    assert (result.counts.completed, result.counts.limited) == (1, 1)
    bound = explored(text, tmp_path, limits=Limits(loop_bound=20))
    assert (bound.counts.completed, bound.counts.limited) == (1, 1)
    assert bound.instructions < 1000


def test_the_status_of_main_is_that_of_the_path(tmp_path: Path) -> None:
    text = 'static int g;\nstatic void h(void) { if (g > 5) puts("big"); }\n'
    text += "int main(void) {\nint y = INT; g = y; atexit(h); return y & 255;\n}\n"
    statuses = {path.status for path in explored(text, tmp_path).paths}
    assert statuses == {0, 6}
