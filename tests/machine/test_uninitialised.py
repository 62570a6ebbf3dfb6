"""Memory that nothing has written: reading it is no fault, deciding by it is."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path as FilePath

import pytest

import secateur
from secateur.assumption import AssumptionKind
from secateur.exploration.loop import Explorer
from secateur.exploration.result import Result
from secateur.exploration.techniques.full import Full
from secateur.frontend.build import build
from secateur.ir.reader import read
from secateur.machine.fault import DEFAULT_CHECKS, FaultKind
from secateur.machine.machine import Machine
from secateur.machine.path import Ending, Path
from secateur.options import Uninitialised
from secateur.solver import Solver, by_name

HEADER = """#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
#define INT __VERIFIER_nondet_int()
struct s { char c; int i; };
static int none(int n) { if (n > 0) return 1; }
static int pick(int *p, int n) { return p[n]; }
"""


def _machine(body: str, folder: FilePath, mode: Uninitialised = Uninitialised.REPORT) -> Machine:
    source = folder / "program.c"
    source.write_text(f"{HEADER}int main(void) {{\nint n = INT;\n{body}\nreturn 0;\n}}\n")
    program = replace(read(build([source]).text), uninitialised=mode)
    return Machine(program, "main", DEFAULT_CHECKS)


def _run(body: str, folder: FilePath, n: int, mode: Uninitialised = Uninitialised.REPORT) -> Path:
    machine = _machine(body, folder, mode)
    return machine.run(*machine.start((n,)))


def explore(machine: Machine) -> Result:
    return Explorer(machine, Solver(by_name("bitwuzla")), Full()).run()


def _line(text: str) -> int:
    before = text.partition("/*HERE*/")[0]
    return HEADER.count("\n") + 3 + before.count("\n")


DECIDING = {
    "branch": "int x; if (n > 3) x = n;\nif (x == 7) /*HERE*/ return 1;",
    "switch": "int x; if (n > 3) x = n;\nswitch (x) { /*HERE*/ case 1: return 4; }",
    "loop": "int x; if (n > 3) x = n;\nwhile (x > 10) /*HERE*/ x = 0;",
    "conditional": "int x; if (n > 3) x = n;\nreturn x ? 1 : 2; /*HERE*/",
    "float": "double x; if (n > 3) x = n;\nif (x > 0.5) /*HERE*/ return 1;",
    "bool": "_Bool x; if (n > 3) x = n;\nif (x) /*HERE*/ return 1;",
    "index": "int x, a[4] = {0}; if (n > 3) x = 1;\nreturn a[x & 3]; /*HERE*/",
    "store": "int x, a[4] = {0}; if (n > 3) x = 1;\na[x & 3] = 5; /*HERE*/",
    "pointer": "int *p; if (n > 3) p = &n;\nreturn *p; /*HERE*/",
    "free": "int *p; if (n > 3) p = malloc(1);\nfree(p); /*HERE*/",
    "call": "int (*f)(int); if (n > 3) f = none;\nreturn f(2); /*HERE*/",
    "size": "unsigned x; char a[4]; if (n > 3) x = 1;\nmemset(a, 0, x); /*HERE*/",
    "divisor": "int x; if (n > 3) x = 1;\nn = 5 / x; /*HERE*/",
    "printf": 'int x; if (n > 3) x = 1;\nprintf("%d", x); /*HERE*/',
    "putchar": "int x; if (n > 3) x = 65;\nputchar(x); /*HERE*/",
    "puts": "char x[2]; x[1] = 0; if (n > 3) x[0] = 'a';\nputs(x); /*HERE*/",
    "fwrite": "char x[2]; if (n > 3) x[0] = x[1] = 'a';\nfwrite(x, 1, 2, stdout); /*HERE*/",
    "exit": "int x; if (n > 3) x = 1;\nexit(x); /*HERE*/",
    "strlen": "char x[4]; if (n > 3) x[0] = 0;\nreturn strlen(x); /*HERE*/",
    "element": "int a[3]; a[0] = 1; if (n > 3) a[1] = 2;\nif (a[1]) /*HERE*/ return 1;",
    "member": "struct s a; a.c = 1; if (n > 3) a.i = 2;\nif (a.i) /*HERE*/ return 1;",
    "address-taken": "int x, *p = &x; if (n > 3) *p = 1;\nif (x) /*HERE*/ return 1;",
    "malloc": "int *p = malloc(8); p[0] = 1; if (n > 3) p[1] = 2;\nif (p[1]) /*HERE*/ return 1;",
    "realloc": "int *p = malloc(4); p[0] = 1; p = realloc(p, 8); if (n > 3) p[1] = 2;\nif (p[1]) /*HERE*/ return 1;",
    "vla": "int k = 3, a[k]; if (n > 3) a[2] = 2;\nif (a[2]) /*HERE*/ return 1;",
    "alloca": "int *a = __builtin_alloca(8); if (n > 3) a[1] = 2;\nif (a[1]) /*HERE*/ return 1;",
    "copied": "struct s a, b; a.c = 1; if (n > 3) a.i = 2; memcpy(&b, &a, sizeof a);\nif (b.i) /*HERE*/ return 1;",
    "into-static": "static struct s b; struct s a; if (n > 3) a.i = 2; b = a;\nif (b.i) /*HERE*/ return 1;",
    "computed": "int x; if (n > 3) x = n; x = x * 3 + 1; x ^= 5;\nif (x == 7) /*HERE*/ return 1;",
    "two": "int x, y; if (n > 3) x = y = n;\nif (x == y) /*HERE*/ return 1;",
    "bypassed": "switch (n > 3) { int x; case 1: x = 1; default:\nif (x) /*HERE*/ return 1; }",
    "callee": "int x[2]; if (n > 3) x[1] = 1;\nif (pick(x, 1)) /*HERE*/ return 1;",
    "again": "for (int i = 0; i < 2; i++) { int x; if (i == 0 || n > 3) x = 1;\nif (x == 9) /*HERE*/ return 1; }",
}


@pytest.mark.parametrize("body", DECIDING.values(), ids=DECIDING)
def test_deciding_by_it_is_a_fault(body: str, tmp_path: FilePath) -> None:
    path = _run(body, tmp_path, 0)
    assert path.fault is not None
    assert (path.fault.kind, path.fault.position.line) == (FaultKind.UNINITIALISED, _line(body)), str(path.fault)
    assert _run(body, tmp_path, 5).ending in (Ending.RETURNED, Ending.EXITED)


@pytest.mark.parametrize(
    "body",
    [
        "int x; if (n > 3) x = n; int y = x; y++; return 0;",
        "struct s a, b; a.c = n; a.i = n; b = a; struct s *p = malloc(sizeof b); *p = b; return p->i == n;",
        "int x; return (x & 0) == 0 ? 1 : 2;",
        "int x; return (x ^ x) == 0;",
        "int x; x &= 1; return (unsigned)x < 2;",
        "char a[4]; memset(a, 1, 3); return *a;",
        "int x; if (n > 3) x = 2; return n > 3 ? x : 7;",
        "static int x; int *p = calloc(2, 4); return x + p[1];",
        "int a[4] = {1}; struct s b = {2}; return a[3] + b.i;",
        "struct { unsigned a : 3, b : 5; } f; f.a = n; f.b = 2; return f.a == (n & 7) && f.b == 2;",
        "union { int i; char c[4]; } u; u.c[0] = 1; return u.c[0];",
        "none(0); return 0;",
        "int x; for (int i = 0; i < 2; i++) { x = i; } return x;",
        "int x; switch (n > 3) { case 0: x = 1; break; default: x = 2; } return x;",
    ],
)
def test_reading_it_is_no_fault(body: str, tmp_path: FilePath) -> None:
    for n in (0, 5):
        assert _run(body, tmp_path, n).ending is Ending.RETURNED


def test_a_missing_return_is_a_fault_where_its_value_decides(tmp_path: FilePath) -> None:
    path = _run("if (none(n) == 3) return 1;", tmp_path, 0)
    assert path.fault is not None
    assert path.fault.kind is FaultKind.MISSING_RETURN
    assert "'none'" in path.fault.message
    assert _run("if (none(n) == 3) return 1;", tmp_path, 1).ending is Ending.RETURNED


def test_other_inputs_make_a_value_depend_on_it(tmp_path: FilePath) -> None:
    """The first run multiplies by 0: what decides does not depend on `x` there, but it does for other inputs."""
    found = explore(_machine("int x; if (n * (x & 1) == 1) return 1;", tmp_path))
    assert [p.ending for p in found.paths] == [Ending.RETURNED, Ending.FAULT]


def test_inputs_for_which_it_does_not_depend_on_it_are_explored(tmp_path: FilePath) -> None:
    found = explore(_machine("int a[4]; a[2] = 8; if (n < 0 || n > 3) return 3; return a[n] == 8;", tmp_path))
    ends = {(p.ending, p.status) for p in found.paths}
    assert ends == {(Ending.FAULT, 0), (Ending.RETURNED, 1), (Ending.RETURNED, 3)}


def test_any_value(tmp_path: FilePath) -> None:
    machine = _machine("int x; if (x == 12345) return 1;", tmp_path, Uninitialised.ANY)
    found = explore(machine)
    assert sorted(p.status for p in found.paths) == [0, 1]
    assert all(p.unportable for p in found.paths)
    assert all([i.name for i in p.inputs] == ["nondet_int"] for p in found.paths)
    assert not machine.assumptions, "every value was tried"


def test_each_iteration_has_any_value(tmp_path: FilePath) -> None:
    body = "int a[2]; for (int i = 0; i < 2; i++) { int x; a[i] = x; } if (a[0] != a[1]) return 1;"
    found = explore(_machine(body, tmp_path, Uninitialised.ANY))
    assert sorted(p.status for p in found.paths) == [0, 1]


def test_zero(tmp_path: FilePath) -> None:
    machine = _machine("int x, *p = malloc(4); if (x == 0 && *p == 0) return 1;", tmp_path, Uninitialised.ZERO)
    found = explore(machine)
    assert [p.status for p in found.paths] == [1]
    assert all(p.unportable for p in found.paths)
    told = [a.subject for a in machine.assumptions if a.kind is AssumptionKind.UNINITIALISED]
    assert told[0] == "x"


def test_zero_that_decides_nothing_is_not_recorded(tmp_path: FilePath) -> None:
    machine = _machine("int x; if (n) x = 1; if (n) return x;", tmp_path, Uninitialised.ZERO)
    explore(machine)
    assert not machine.assumptions


RETURNS = """int f(int x, int y) {
    int u, *p;
    if (x > 3)
        u = 1;
    if (y == 1)
        return u;
    else if (y == 2)
        return u + 1;
    if (y == 3) {
        p = &x;
        return p[0] & (x > 5 ? u : 0);
    }
    return 0;
}
"""


def test_a_result_is_reported_at_its_return_statement(tmp_path: FilePath) -> None:
    source = tmp_path / "f.c"
    source.write_text(RETURNS)
    found = secateur.explore(f"{source}:f", check_tests=False).faults
    assert [(fault.kind, fault.line, fault.confirmed) for fault in found] == [
        ("uninitialised", 6, True),
        ("uninitialised", 8, True),
    ]


def test_an_exit_status_is_reported_at_its_return_statement(tmp_path: FilePath) -> None:
    body = "int x; if (n > 3) return 1;\nif (n == 1) return x; /*HERE*/\nif (n == 2) return 2;"
    path = _run(body, tmp_path, 1)
    assert path.fault is not None
    assert path.fault.position.line == _line(body)
