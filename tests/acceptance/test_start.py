"""What runs before and after `main`: constructors, destructors, `atexit`, resolvers of `ifunc`s; in the order of a real
process, which the native replay shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from .running import explored, outputs, results

SETS = """static int g;
__attribute__((constructor)) static void init(void) { g = 5; }
int f(int x) { if (x == 3) return 10 / g; return g; }
"""
ORDER = """#include <stdio.h>
#include <stdlib.h>
static void a(void) { puts("a"); }
static void b(void) { puts("b"); exit(6); }
__attribute__((constructor)) static void late(int c, char **v) { printf("late %d %s\\n", c, v[0]); atexit(a); }
__attribute__((constructor(101))) static void early(void) { puts("early"); }
__attribute__((destructor(101))) static void last(void) { puts("last"); }
__attribute__((destructor)) static void second(void) { puts("second"); }
__attribute__((destructor)) static void first(void) { puts("first"); }
int f(int x) { if (x == 1) exit(3); if (x == 2) _Exit(4); return x > 4; }
int main(void) { atexit(b); puts("main"); return 4; }
"""
BEFORE, AFTER = "early\nlate 1 program\n", "a\nfirst\nsecond\nlast\n"


@pytest.mark.parametrize("technique", ["full", "dgse", "pse", "rsc"])
def test_constructors_run_before_a_function(tmp_path: Path, technique: str) -> None:
    run = explored(tmp_path, SETS, "f", technique=technique)
    assert not run.faults
    assert results(run) <= {"2", "5"}


def test_the_order_is_that_of_a_process(tmp_path: Path) -> None:
    run = explored(tmp_path, ORDER)
    assert outputs(run) == [BEFORE + "main\nb\n" + AFTER]
    assert run.tests[0].outcome.status == 6


def test_they_run_around_a_function_too(tmp_path: Path) -> None:
    run = explored(tmp_path, ORDER, "f")
    assert set(outputs(run)) == {BEFORE + AFTER, BEFORE}  # _Exit runs nothing


def test_a_resolver_runs_once_before_everything(tmp_path: Path) -> None:
    text = """static int calls, late;
    static int twice(int x) { return 2 * x; }
    static int thrice(int x) { return 3 * x; }
    static int (*choose(void))(int) { return ++calls && late ? thrice : twice; }
    int chosen(int) __attribute__((ifunc("choose")));
    __attribute__((constructor)) static void init(void) { late = 1; }
    int f(int x) { return x == 3 ? chosen(x) + chosen(1) : calls; }
    """
    assert results(explored(tmp_path, text, "f")) == {"8", "1"}
