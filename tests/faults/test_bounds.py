"""Ends of arrays, and arrays that are longer than declared: faults exactly where clang's sanitizers report them."""

from __future__ import annotations

from pathlib import Path

import pytest

from .finding import faults, line_of

ENDS = {
    "sum": "int a[4] = {1, 2, 3, 4}, *e = a + 4;\nif (n == 3) return *e; // HERE\nreturn e - a;",
    "address": "int a[4] = {1, 2, 3, 4}, *e = &a[4];\nif (n == 3) return *e; // HERE\nreturn e - a;",
    "argument": "int a[4] = {1, 2, 3, 4};\nif (n == 3) return second(&a[4]);\nreturn second(&a[2]);",
    "too far": "int a[4] = {1, 2, 3, 4}, *e = a;\nif (n == 3) e = &a[5]; // HERE\nreturn e == a;",
    "element": "int a[4] = {1, 2, 3, 4};\nif (n == 3) return a[n + 1]; // HERE\nreturn a[0];",
    "member": "struct { int a[2], b; } s = {{1, 2}, 3};\nif (n == 3) return *(s.a + 2);\nreturn s.a[n]; // HERE",
    "row": "int m[2][3] = {{1}};\nif (n == 3) return m[0][n]; // HERE\nreturn m[1][0];",
    "struct": "struct { int x, y; } a[2][2] = {{{1}}};\nif (n == 3) return a[0][n - 1].y; // HERE\nreturn 0;",
}


@pytest.mark.parametrize("name", ENDS)
def test_the_end_of_an_array_may_be_formed_but_not_used(name: str, tmp_path: Path) -> None:
    text = f"static int second(int *p) {{\nreturn p[1]; // SECOND\n}}\nint f(int n) {{\n{ENDS[name]}\n}}\n"
    expected = line_of(text, "SECOND" if name == "argument" else "HERE")
    assert faults(text, tmp_path) == [("out-of-bounds", expected)]


TRAILING = """#include <stdlib.h>
struct c { struct c *next; unsigned char z[8]; };
int f(int n) {
    struct c *c = malloc(sizeof *c + 100);
    int *p = 0;
    c->z[8] = n; // STRICT
    *(c->z + 50) = 2;
    if (n == 3)
        return c->z[n + 105]; // HERE
    n = c->z[8];
    free(c);
    return n;
}
"""


def test_a_trailing_array_may_be_longer_than_declared(tmp_path: Path) -> None:
    assert faults(TRAILING, tmp_path) == [("out-of-bounds", line_of(TRAILING))]


def test_in_the_strict_reading_it_has_its_declared_length(tmp_path: Path) -> None:
    assert faults(TRAILING, tmp_path, "+strict-bounds") == [("out-of-bounds", line_of(TRAILING, "STRICT"))]


def test_the_last_member_of_a_union_may_be_longer_than_declared(tmp_path: Path) -> None:
    text = """#include <stdlib.h>
    union u { int head; char data[4]; };
    int f(int n) {
        union u *u = malloc(16);
        u->data[n & 15] = 1;
        return n == 3 ? u->data[n * 8] : 0; // HERE
    }
    """
    assert faults(text, tmp_path) == [("out-of-bounds", line_of(text))]


def test_an_array_that_is_no_last_member_has_its_length(tmp_path: Path) -> None:
    text = """
    int f(int n) {
        struct { char one[1], two[2]; int last; } s = {{1}};
        char (*p)[2] = &s.two;
        if (n == 1) return s.one[n]; // ONE
        if (n == 2) return s.two[n]; // TWO
        if (n == 3) return (*p)[n]; // POINTER
        return 0;
    }
    """
    expected = [("out-of-bounds", line_of(text, mark)) for mark in ("ONE", "TWO", "POINTER")]
    assert faults(text, tmp_path) == expected


@pytest.mark.parametrize("call", ["fwrite(a, 1, size, stdout)", "memcmp(a, b, size)", "memset(a, 0, size)"])
def test_a_size_below_zero_is_a_huge_one(call: str, tmp_path: Path) -> None:
    text = f"""#include <stdio.h>
    #include <string.h>
    int f(int n) {{
        static char a[4] = "abc", b[4] = "abd";
        size_t size = n == 3 ? (size_t)n - 4 : 2;
        return {call} != 0; // HERE
    }}
    """
    assert faults(text, tmp_path) == [("out-of-bounds", line_of(text))]
