"""Which functions a summary can replace, and why the others cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest

from secateur.approximation.suitable import Suitable
from secateur.dependence.static import Static
from secateur.frontend.build import build
from secateur.ir.reader import read

HEADER = """#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct pair { int a, b, c, d, e; };
"""


def _suitable(text: str, folder: Path, explored: tuple[str, ...] = ()) -> Suitable:
    source = folder / "program.c"
    source.write_text(HEADER + text)
    return Suitable(Static(read(build([source]).text), "main"), explored)


def _main(call: str) -> str:
    return f"int main(void) {{ int x = __VERIFIER_nondet_int(); {call}; return 0; }}\n"


@pytest.mark.parametrize(
    "text",
    [
        "static int g(int x) { if (x > 3) return 1; return 2; }",
        "static int g(int x) { int a[4] = {1, 2, 3, 4}; if (x > 3) a[x & 3] = x; return a[0]; }",
        "static const int table[2] = {4, 5};\nstatic int g(int x) { return x > 0 ? table[x & 1] : 0; }",
        "static int table[2] = {4, 5};\nstatic int g(int x) { return x > 0 ? table[x & 1] : 0; }",
        "static int h(int x) { if (x > 3) return 3; return x; }\nstatic int g(int x) { return h(x) + h(x + 1); }",
        "static int set(int *p) { *p = 3; return *p; }\nstatic int g(int x) { if (x) set(&x); return x; }",
        "static int g(int x) { return x < 0 ? abs(x + 1) : x; }",
        "static double g(float x) { return x < 0 ? 1.5 : x; }",
        "static void g(int x) { if (x > 3) x = 1; }",
        "static int g(int x) { return x < 2 ? x : g(x - 1) + g(x - 2); }",
        "static int n;\nstatic int g(int x) { if (n) return n; return x; }",
        "static int n = 3;\nstatic int *const p[] = {&n};\nstatic int g(int x) { return x ? *p[0] : 2; }",
    ],
)
def test_functions_that_give_a_number_and_do_nothing_else(text: str, tmp_path: Path) -> None:
    suitable = _suitable(text + "\n" + _main("g(x)"), tmp_path)
    assert suitable.why_not("g") is None
    assert suitable.can_be_approximated("g")
    assert "g" in suitable.automatic()


@pytest.mark.parametrize(
    ("text", "call", "touches"),
    [
        ("static int n;\nstatic int g(int x) { if (x) n++; return x; }", "g(x)", ("n",)),
        ("static int g(int x) { assert(x); return x; }", "g(x)", ()),
        ("static int g(int x) { if (x) abort(); return x; }", "g(x)", ()),
        ("static int g(int *p) { if (*p) *p = 1; return 2; }", "g(&x)", ()),
        ("static int g(int **x) { return **x ? 1 : 2; }", "int *p = &x; g(&p)", ()),
        ("static int g(int *p, int *q) { return p == q ? 1 : 2; }", "g(&x, &x)", ()),
        ("static long g(int *p, int *q) { return p - q > 3; }", "g(&x, &x)", ()),
        ("static int g(int *p) { int *q[2] = {p, p}; return *q[*p & 1] ? 1 : 2; }", "g(&x)", ()),
        ("static int *g(int *p) { return *p ? p : 0; }", "g(&x)", ()),
        ("static int n, *at = &n;\nstatic void g(int x) { if (x) *at = x; }", "at = &x; g(x)", ("at", "n")),
    ],
)
def test_functions_with_an_exact_summary_only(text: str, call: str, touches: tuple[str, ...], tmp_path: Path) -> None:
    suitable = _suitable(text + "\n" + _main(call), tmp_path)
    assert suitable.why_not("g") is None
    assert not suitable.can_be_approximated("g")
    assert suitable.touches("g") == touches


@pytest.mark.parametrize(
    ("text", "call", "reason"),
    [
        ('static int g(int x) { if (x) printf(""); return x; }', "g(x)", "calls printf, which prints"),
        (
            "static int g(int x) { return x ? __VERIFIER_nondet_int() : x; }",
            "g(x)",
            "calls __VERIFIER_nondet_int, which provides or restricts inputs",
        ),
        (
            "extern int far(int);\nstatic int g(int x) { return x ? far(x) : x; }",
            "g(x)",
            "calls far, which has no body",
        ),
        ("static int g(int *p) { return (long)p & 4 ? 1 : 2; }", "g(&x)", "inspects addresses"),
        ("static int g(long p) { return *(int *)p ? 1 : 2; }", "g((long)&x)", "makes pointers from numbers"),
        ("static int *g(int x) { return x ? malloc(4) : 0; }", "g(x)", "calls malloc: what it allocates"),
        (
            "static int g(struct pair p) { return p.a ? 1 : 2; }",
            "struct pair p = {x}; g(p)",
            "takes something other than numbers and pointers",
        ),
        ("static int g(int x, ...) { return x ? 1 : 2; }", "g(x, x)", "takes a variable number of arguments"),
        ("static int g(int x) { return x; }", "(void)x", "does not exist"),
        ("int g(int x) { return x; }\nstatic int (*unused)(int) = g;", "(void)x", "does not exist"),
    ],
)
def test_why_others_are_not(text: str, call: str, reason: str, tmp_path: Path) -> None:
    suitable = _suitable(text + "\n" + _main(call), tmp_path)
    assert (suitable.why_not("g") or "").startswith(reason)
    assert "g" not in suitable.automatic()


@pytest.mark.parametrize(
    ("text", "call", "reads"),
    [
        ("static int n;\nstatic int g(int x) { return x ? n : 0; }", "n = x; g(x)", ("n",)),
        ("static int n;\nstatic int g(int x) { return x ? n : 0; }", "g(x)", ()),
        ("static int g(const int *p) { return p && *p ? 1 : 2; }", "g(&x)", ()),
        ("static struct pair n;\nstatic int g(struct pair *p) { return p->a ? p->b : n.c; }", "n.c = x; g(&n)", ("n",)),
    ],
)
def test_memory_that_can_change_is_read(text: str, call: str, reads: tuple[str, ...], tmp_path: Path) -> None:
    suitable = _suitable(text + "\n" + _main(call), tmp_path)
    assert suitable.why_not("g") is None
    assert suitable.reads("g") == reads


def test_what_is_explored_is_not_summarised(tmp_path: Path) -> None:
    text = "static int g(int x) { return x ? 1 : 2; }\n" + _main("g(x)")
    suitable = _suitable(text, tmp_path, ("g",))
    assert suitable.why_not("g") == suitable.why_not("main") == "is being explored"
    assert suitable.automatic() == []


def test_without_a_branch_it_is_not_worth_it(tmp_path: Path) -> None:
    suitable = _suitable("static int g(int x) { return x + 1; }\n" + _main("g(x)"), tmp_path)
    assert suitable.why_not("g") is None
    assert suitable.automatic() == []
