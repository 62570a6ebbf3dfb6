"""Continuing from a snapshot is the same as running from the start."""

from __future__ import annotations

from pathlib import Path

import pytest

from secateur import expr
from secateur.expr import Expr
from secateur.machine.machine import Machine
from secateur.machine.path import Path as Run
from secateur.solver import Sat, Solver, by_name
from secateur.suite.record import outcome_of

from .running import machine_for, printed

HEADER = """#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
#define INT __VERIFIER_nondet_int()
"""
PROGRAMS = {
    "registers and loops": """int main(void)
{
    int n = INT, m = INT, r = 0;
    for (int i = 0; i < 4; i++) {
        if (n > i) r += 1; else r ^= m;
        if (m == i) break;
    }
    return r & 15;
}
""",
    "memory and output": """static int shared[3];
int main(void)
{
    int *heap = malloc(12);
    for (int i = 0; i < 3; i++) {
        int n = INT;
        heap[i] = n;
        if (n > 5) { shared[i] = n; printf("%d;", n); }
        if (heap[0] > 7) free(malloc(n & 7));
    }
    printf("%d %d %d\\n", shared[0], shared[1], heap[2]);
    return 0;
}
""",
    "calls and recursion": """struct pair { int a, b; };
static struct pair swap(struct pair p) { struct pair q = {p.b, p.a}; if (p.a > p.b) return p; return q; }
static int depth(int n, int x)
{
    int local[2] = {n, x};
    if (n > x) return local[0];
    return depth(n + 1, x) + local[1] % 2;
}
int main(void)
{
    struct pair p = {INT, INT};
    p = swap(p);
    int x = INT;
    if (x > 4 || x < -4) return 7;
    return (depth(-3, x) + (p.a > 3)) & 31;
}
""",
    "exits": """static void bye(void) { puts("bye"); }
int main(void)
{
    int n = INT;
    atexit(bye);
    if (n > 3) exit(4);
    if (n == -7) abort();
    if (n > 0) return 1;
    return 0;
}
""",
    "checks between branches": """int main(void)
{
    int n = INT, m = INT, a[3] = {1, 2, 3};
    int r = n / (m == 3 ? 2 : m);
    if (n > 1) r += a[n - 2];
    if (m > 1) r = r << (m & 7);
    return r & 7;
}
""",
}


def _assert_same(resumed: Run, anew: Run) -> None:
    assert resumed.conditions == anew.conditions
    assert resumed.labels == anew.labels
    assert [b.implied for b in resumed.branches] == [b.implied for b in anew.branches]
    assert [b.frame for b in resumed.branches] == [b.frame for b in anew.branches]
    assert [b.marks for b in resumed.branches] == [b.marks for b in anew.branches]
    assert (resumed.ending, resumed.status, resumed.fault) == (anew.ending, anew.status, anew.fault)
    assert outcome_of(resumed) == outcome_of(anew)
    assert resumed.inputs == anew.inputs
    assert resumed.notes == anew.notes
    assert printed(resumed) == printed(anew)


def _other_sides(machine: Machine, path: Run, solver: Solver) -> list[Run]:
    """Resume at every branch of a path that has a snapshot, on the side not taken."""
    found = []
    for index, branch in enumerate(path.branches):
        if branch.resume is None:
            continue
        wanted = expr.not_(branch.condition)
        assert isinstance(wanted, Expr)
        answer = solver.solve([*path.conditions[:index], wanted], path.model, index)
        if isinstance(answer, Sat):
            found.append(machine.run(*machine.resume(branch.resume, answer.model)))
    return found


@pytest.mark.parametrize("name", PROGRAMS)
def test_resuming_equals_running_anew(name: str, tmp_path: Path) -> None:
    machine = machine_for(HEADER + PROGRAMS[name], tmp_path)
    solver = Solver(by_name("bitwuzla"))
    work = [machine.run(*machine.start(()))]
    compared = 0
    while work and compared < 60:
        path = work.pop()
        for resumed in _other_sides(machine, path, solver):
            _assert_same(resumed, machine.run(*machine.start(resumed.model)))
            compared += 1
            if len(resumed.branches) > len(path.branches) or compared < 8:
                work.append(resumed)
    assert compared >= 3


def test_a_snapshot_serves_more_than_once(tmp_path: Path) -> None:
    machine = machine_for(HEADER + PROGRAMS["memory and output"], tmp_path)
    path = machine.run(*machine.start(()))
    snapshot = path.branches[0].resume
    assert snapshot is not None
    outputs = [printed(machine.run(*machine.resume(snapshot, (n, 0, 0)))) for n in (9, 0, 9, 6)]
    assert outputs == ["9;9 0 0\n", "0 0 0\n", "9;9 0 0\n", "6;6 0 0\n"]
    assert printed(path) == "0 0 0\n"


def test_a_resumed_run_counts_only_its_own_instructions(tmp_path: Path) -> None:
    machine = machine_for(HEADER + PROGRAMS["registers and loops"], tmp_path)
    path = machine.run(*machine.start(()))
    last = [b for b in path.branches if b.resume is not None][-1]
    assert last.resume is not None
    resumed = machine.run(*machine.resume(last.resume, path.model))
    assert 0 < resumed.instructions < path.instructions
