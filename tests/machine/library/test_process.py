"""How programs end, and inputs that whole programs request."""

from __future__ import annotations

from pathlib import Path

import pytest

from machine.running import machine_for, printed, run
from secateur.machine.limit import LimitKind
from secateur.machine.path import BranchKind, Ending

HEADER = """#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void klee_make_symbolic(void *, size_t, const char *);
extern void klee_assume(unsigned long);
extern int klee_range(int, int, const char *);
extern int klee_int(const char *);
extern void reach_error(void);
"""


@pytest.mark.parametrize(
    ("body", "ending", "status"),
    [
        ("return 3;", Ending.RETURNED, 3),
        ("return 256 + 7;", Ending.RETURNED, 7),
        ("return -1;", Ending.RETURNED, 255),
        ("exit(4);", Ending.EXITED, 4),
        ("_Exit(5);", Ending.EXITED, 5),
        ("return __VERIFIER_nondet_int();", Ending.RETURNED, 9),
        ("exit(__VERIFIER_nondet_int());", Ending.EXITED, 9),
    ],
)
def test_status(body: str, ending: Ending, status: int, tmp_path: Path) -> None:
    path = run(HEADER + f"int main(void) {{ {body} }}", tmp_path, (9,))
    assert (path.ending, path.status) == (ending, status)


def test_atexit_functions_run_last_first_whatever_the_way_out(tmp_path: Path) -> None:
    text = (
        HEADER
        + """static void one(void) { puts("one"); }
    static void two(void) { puts("two"); }
    int main(void) { int n = __VERIFIER_nondet_int(); atexit(one); atexit(two);
        if (n == 1) exit(3); if (n == 2) _Exit(4); if (n == 3) abort(); return 5; }"""
    )
    machine = machine_for(text, tmp_path)
    ends = [machine.run(*machine.start((n,))) for n in range(4)]
    assert [(e.ending, e.status, printed(e)) for e in ends] == [
        (Ending.RETURNED, 5, "two\none\n"),
        (Ending.EXITED, 3, "two\none\n"),
        (Ending.EXITED, 4, ""),
        (Ending.FAULT, 0, ""),
    ]


@pytest.mark.parametrize(
    ("body", "kind", "word"),
    [
        ("assert(__VERIFIER_nondet_int() == 1);", "assertion", "__VERIFIER_nondet_int() == 1"),
        ("abort();", "abort", "abort"),
        ("reach_error();", "assertion", "error"),
        ("__builtin_trap();", "abort", "trap"),
    ],
)
def test_ends_that_are_faults(body: str, kind: str, word: str, tmp_path: Path) -> None:
    path = run(HEADER + f"int main(void) {{\n{body}\n}}", tmp_path)
    assert path.fault is not None
    assert (path.fault.kind, path.fault.function) == (kind, "main")
    assert word in path.fault.message


def test_an_assumption_ends_the_run(tmp_path: Path) -> None:
    text = HEADER + "int main(void) { int n = __VERIFIER_nondet_int(); __VERIFIER_assume(n > 3); return n; }"
    machine = machine_for(text, tmp_path)
    assert machine.run(*machine.start((3,))).ending is Ending.ASSUMPTION
    path = machine.run(*machine.start((4,)))
    assert (path.ending, path.status) == (Ending.RETURNED, 4)
    assert [b.site.kind for b in path.branches] == [BranchKind.ASSUMPTION]


def test_the_same_input_asked_twice_is_two_inputs(tmp_path: Path) -> None:
    text = HEADER + "int main(void) { int a = __VERIFIER_nondet_int(); return a * 10 + __VERIFIER_nondet_int(); }"
    path = run(text, tmp_path, (3, 4))
    assert path.status == 34
    assert [i.name for i in path.inputs] == ["nondet_int", "nondet_int"]


def test_an_input_has_the_same_variable_on_every_path(tmp_path: Path) -> None:
    text = (
        HEADER
        + """int main(void) {
        int a = klee_int("a");
        if (a > 0) { int b = klee_int("b"); return b; }
        int c = klee_int("c");
        return c; }"""
    )
    machine = machine_for(text, tmp_path)
    first, second = machine.run(*machine.start(())), machine.run(*machine.start((1, 7, 8)))
    assert [i.name for i in first.inputs] == ["a", "c"]
    assert first.inputs[0] == second.inputs[0]
    assert second.status == 8


def test_objects_made_symbolic(tmp_path: Path) -> None:
    text = (
        HEADER
        + """struct s { char c; int i; short a[2]; } v; unsigned char raw[3]; double d;
    int main(void) {
        klee_make_symbolic(&v, sizeof v, "v");
        klee_make_symbolic(raw, sizeof raw, "raw");
        klee_make_symbolic(&d, 8, "d");
        klee_assume(raw[0] == 1);
        int n = klee_range(3, 6, "n");
        return v.i == 5 && raw[2] == 9 && d == 0 && n == 4; }"""
    )
    machine = machine_for(text, tmp_path)
    assert machine.run(*machine.start(())).ending is Ending.ASSUMPTION
    path = machine.run(*machine.start(()))
    assert [i.name for i in path.inputs] == ["v", "raw", "d"]
    sizes = [sum(width for _, width in given.cells) // 8 for given in path.inputs]
    assert sizes == [12, 3, 8]


def test_an_unknown_function_ends_the_path_that_calls_it(tmp_path: Path) -> None:
    text = (
        HEADER + "int away(int);\nint main(void) {\nint n = __VERIFIER_nondet_int();\n"
        "if (n > 3)\nreturn away(n);\nreturn 0;\n}\n"
    )
    machine = machine_for(text, tmp_path)
    assert machine.run(*machine.start(())).status == 0
    path = machine.run(*machine.start((4,)))
    assert path.ending is Ending.UNSUPPORTED
    assert path.limit is not None
    assert (path.limit.kind, path.limit.details) == (LimitKind.UNSUPPORTED, ("function", "away"))
    assert path.limit.place is not None
    assert path.limit.place.line == 15
