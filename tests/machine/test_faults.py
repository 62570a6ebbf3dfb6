"""Every kind of fault, on concrete and on symbolic values, at the right line."""

from __future__ import annotations

from pathlib import Path

import pytest

from secateur.machine.fault import FaultKind
from secateur.machine.path import BranchKind, Ending
from secateur.options import Limits

from .running import machine_for, run

HEADER = """#include <stdlib.h>
#include <assert.h>
#include <string.h>
#include <limits.h>
extern int __VERIFIER_nondet_int(void);
"""

#: kind, body of main; the fault is on the line marked HERE. `n` is an input.
CASES: list[tuple[str, str]] = [
    ("division-by-zero", "return 7 / n; // HERE"),
    ("division-by-zero", "return 7 % n; // HERE"),
    ("division-by-zero", "unsigned u = n; return 7u / u; // HERE"),
    ("signed-overflow", "return INT_MAX + (n + 1); // HERE"),
    ("signed-overflow", "return INT_MIN - (n + 1); // HERE"),
    ("signed-overflow", "return (INT_MAX - n) * 2; // HERE"),
    ("signed-overflow", "return -(INT_MIN + n); // HERE"),
    ("signed-overflow", "return (INT_MIN + n) / (n - 1); // HERE"),
    ("signed-overflow", "return (INT_MIN + n) % (n - 1); // HERE"),
    ("shift", "return 1 << (n + 32); // HERE"),
    ("shift", "return 1 >> (n - 1); // HERE"),
    ("out-of-bounds", "int a[4] = {0}; return a[n + 4]; // HERE"),
    ("out-of-bounds", "int a[4] = {0}; a[n - 1] = 2; // HERE\nreturn a[0];"),
    ("out-of-bounds", "int a[4] = {0}; int *p = a; return p[n + 4]; // HERE"),
    ("out-of-bounds", "char *p = malloc(3); p[n + 3] = 1; // HERE\nreturn *p;"),
    ("out-of-bounds", "char *p = malloc(n); *p = 1; // HERE\nreturn *p;"),
    ("out-of-bounds", 'char *p = "abc"; p[n] = 1; // HERE\nreturn *p;'),
    ("out-of-bounds", "char a[4]; memset(a, 1, n + 5); // HERE\nreturn a[0];"),
    ("out-of-bounds", "char a[4] = {1, 1, 1, 1}; return strlen(a) + n; // HERE"),
    ("out-of-bounds", "struct { int a[2], b; } s = {{1, 2}, 3}; return s.a[n + 2]; // HERE"),
    ("out-of-bounds", "char a[4] = {0}; char *p = a + (n + 5); // HERE\nreturn p == a;"),
    (
        "out-of-bounds",
        "int *q = malloc(4); free(q); q = malloc(4); free(q);\n"
        "int *p = malloc(12); p[n - 1979020138] = 1; // HERE\nreturn *p;",
    ),
    ("signed-overflow", "return abs(INT_MIN + n); // HERE"),
    ("vla-bound", "int a[n]; a[0] = 1; // HERE\nreturn a[0];"),
    ("null-pointer", "int *p = NULL; return *(p + n); // HERE"),
    ("null-pointer", "struct { int a, b; } *p = (void *)(long)n; p->b = 3; // HERE\nreturn 0;"),
    ("null-pointer", "int (*f)(void) = (int (*)(void))(long)n; return f(); // HERE"),
    ("use-after-free", "int *p = malloc(4); *p = n; free(p); return *p; // HERE"),
    ("use-after-free", "int *p; { int x = n; p = &x; } int *q = malloc(4); free(q); *q = 1; // HERE\nreturn *p;"),
    ("invalid-free", "int *p = malloc(4); free(p); free(p); // HERE\nreturn n;"),
    ("invalid-free", "int x = n; free(&x); // HERE\nreturn x;"),
    ("invalid-free", "char *p = malloc(4); free(p + 1 + n); // HERE\nreturn 0;"),
    ("assertion", "assert(n > 0); // HERE\nreturn 0;"),
    ("abort", "if (n == 0) abort(); // HERE\nreturn 0;"),
    ("unreachable", "if (n == 0) __builtin_unreachable(); // HERE\nreturn 0;"),
]


def _line(text: str) -> int:
    return next(number for number, line in enumerate(text.splitlines(), 1) if "HERE" in line)


@pytest.mark.parametrize(("kind", "body"), CASES, ids=[f"{kind}-{i}" for i, (kind, _) in enumerate(CASES)])
@pytest.mark.parametrize("symbolic", [False, True], ids=["concrete", "symbolic"])
def test_fault_is_found_at_its_line(kind: str, body: str, symbolic: bool, tmp_path: Path) -> None:
    text = HEADER + f"int main(void) {{\nint n = {'__VERIFIER_nondet_int()' if symbolic else 0};\n{body}\n}}\n"
    path = run(text, tmp_path)
    assert path.ending is Ending.FAULT
    assert path.fault is not None
    assert (str(path.fault.kind), path.fault.position.line) == (kind, _line(text))


def test_the_passing_side_of_a_check_leaves_the_fault_behind(tmp_path: Path) -> None:
    text = HEADER + "int main(void) {\nint n = __VERIFIER_nondet_int();\nreturn 7 / n;\n}\n"
    machine = machine_for(text, tmp_path)
    path = machine.run(*machine.start((7,)))
    assert (path.ending, path.status) == (Ending.RETURNED, 1)
    check = next(b for b in path.branches if b.fault is not None)
    assert check.site.kind is BranchKind.CHECK
    failed = machine.failing_side(path, path.branches.index(check), (0,))
    assert failed.fault is not None
    assert failed.fault.kind is FaultKind.DIVISION_BY_ZERO
    assert failed.fault.position.line == 8


def test_a_fault_in_the_library_is_reported_at_the_call(tmp_path: Path) -> None:
    text = (
        HEADER + "static long length(const char *s) {\nreturn strlen(s);\n}\nint main(void) {\nreturn length(0);\n}\n"
    )
    path = run(text, tmp_path)
    assert path.fault is not None
    assert (path.fault.kind, path.fault.position.line, path.fault.function) == ("null-pointer", 7, "length")


def test_endless_recursion_is_a_stack_overflow(tmp_path: Path) -> None:
    text = "int f(int n) { return f(n) + 1; }\nint main(void) { return f(0); }\n"
    machine = machine_for(text, tmp_path, limits=Limits(recursion=50))
    path = machine.run(*machine.start(()))
    assert path.fault is not None
    assert path.fault.kind is FaultKind.STACK_OVERFLOW


def test_checks_can_be_switched_off(tmp_path: Path) -> None:
    text = (
        HEADER
        + "int main(void) {\nint n = __VERIFIER_nondet_int();\nreturn ((INT_MAX + n) << (n + 31)) != INT_MIN;\n}\n"
    )
    machine = machine_for(text, tmp_path, checks=frozenset({FaultKind.ABORT}))
    path = machine.run(*machine.start((1,)))
    assert path.ending is Ending.RETURNED
    assert not [b for b in path.branches if b.site.kind is BranchKind.CHECK]
