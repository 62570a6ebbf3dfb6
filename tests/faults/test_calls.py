"""Calls through pointers to another type of function: found at the line of the call, and confirmed natively."""

from __future__ import annotations

from pathlib import Path

import pytest

import secateur

from .finding import faults, line_of

HEADER = """#include <stdlib.h>
static void set(int *p) { *p = 1; }
static int same(int x) { return x; }
static int sum(int n, ...) { return n; }
static long far(long x) { return x; }
static int compare(int *x, int *y) { return *x > *y; }
static int (*choices[2])(int);
"""

FAULTY = {
    "result": "int (*h)(int *) = (int (*)(int *))set; int y = x; return h(&y) + y; // HERE",
    "unused result": "int y = x; ((int (*)(int *))set)(&y); // HERE",
    "kinds": "double (*h)(double) = (double (*)(double))(void *)same;\nreturn x == 3 ? h(1.0) > 2 : 0; // HERE",
    "fewer": "int (*h)(void) = (int (*)(void))same;\nif (x == 3) return h(); // HERE",
    "more": "int (*h)(int, int) = (int (*)(int, int))same;\nif (x == 3) return h(x, x); // HERE",
    "width": "int (*h)(char) = (int (*)(char))same;\nif (x == 3) return h(x); // HERE",
    "pointer": "long (*h)(void *) = (long (*)(void *))far;\nif (x == 3) return h(&x) != 0; // HERE",
    "variadic": "int (*h)(int) = (int (*)(int))sum;\nif (x == 3) return h(x); // HERE",
    "not variadic": "int (*h)(int, ...) = (int (*)(int, ...))same;\nif (x == 3) return h(x, 1); // HERE",
    "chosen": "choices[0] = same; choices[1] = (int (*)(int))far;\nreturn choices[x & 1](x); // HERE",
}


@pytest.mark.parametrize("name", FAULTY)
def test_it_is_found_and_confirmed(name: str, tmp_path: Path) -> None:
    text = f"{HEADER}int f(int x) {{\n{FAULTY[name]}\nreturn 0;\n}}\n"
    assert faults(text, tmp_path) == [("wrong-call", line_of(text))]


FINE = {
    "no prototype": "int (*h)() = (int (*)())same; return h(x);",
    "sign": "unsigned (*h)(unsigned) = (unsigned (*)(unsigned))same; return h(x);",
    "variadic": "int (*h)(int, ...) = sum; return h(x, 1, 2.0);",
    "cast and back": "void (*h)(void) = (void (*)(void))same; return ((int (*)(int))h)(x);",
    "comparison": "int a[2] = {x, 1}; qsort(a, 2, 4, (int (*)(const void *, const void *))compare); return a[0];",
}


@pytest.mark.parametrize("name", FINE)
def test_nothing_is_invented(name: str, tmp_path: Path) -> None:
    assert faults(f"{HEADER}int f(int x) {{\n{FINE[name]}\n}}\n", tmp_path) == []


def test_other_tests_are_not_judged_by_types_that_the_machine_does_not_tell_apart(tmp_path: Path) -> None:
    """UBSan sees that `unsigned` is not `int`."""
    text = f"""{HEADER}int f(int x) {{
        if (x == 1) return ((unsigned (*)(unsigned))same)(x);
        if (x == 2) return ((int (*)(void))same)(); // HERE
        return 0;
    }}
    """
    assert faults(text, tmp_path) == [("wrong-call", line_of(text))]


def test_what_is_not_looked_for_is_run_where_that_is_possible(tmp_path: Path) -> None:
    source = tmp_path / "program.c"
    source.write_text(f"{HEADER}int f(int x) {{ return ((int (*)(int, int))same)(x, 1); }}\n")
    run = secateur.explore(f"{source}:f", check="-wrong-call")
    assert not run.faults
    assert run.complete
