"""Everyday C: what a program prints, on symbolic and on concrete inputs.

The expected text is what C prescribes, derived by hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from secateur.machine.path import Ending

from .running import machine_for, printed

HEADER = """#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern long __VERIFIER_nondet_long(void);
extern char __VERIFIER_nondet_char(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
"""


@dataclass(frozen=True)
class Case:
    """`outer` is the code before `main`; `model` are the inputs in the order they are requested."""

    name: str
    body: str
    model: tuple[int, ...]
    expected: str
    outer: str = ""


N = "int n = __VERIFIER_nondet_int();"

CASES = [
    Case(
        "arithmetic",
        N + 'printf("%d %d %d %d %d %u", n / 3, n % 3, n >> 1, n & 12, ~n, (unsigned)n * 3u);',
        (-7,),
        "-2 -1 -4 8 6 4294967275",
    ),
    Case(
        "narrow types",
        N + "signed char c = n; unsigned char u = n; short s = n; unsigned short w = n;"
        'printf("%d %d %d %d %d", c, u, s, w, (bool)n);',
        (0x12389,),
        "-119 137 9097 9097 1",
    ),
    Case(
        "wide types",
        "long l = __VERIFIER_nondet_long(); unsigned __int128 w = (unsigned __int128)(unsigned long)l * 5;"
        'printf("%ld %lx %lx", l, (unsigned long)(w >> 64), (unsigned long)w);',
        (-1,),
        "-1 4 fffffffffffffffb",
    ),
    Case(
        "switch",
        N + "for (int i = n; i < n + 5; i++) switch (i) {"
        'case 0: printf("zero "); case 1: printf("one "); break; default: printf("default "); break;'
        'case -1: printf("minus "); break; case 2: printf("two "); }',
        (-1,),
        "minus zero one one two default ",
    ),
    Case(
        "switch on ranges and long",
        "long l = __VERIFIER_nondet_long();"
        'switch (l) { case 10 ... 20: printf("range"); break; case 1L << 40: printf("big"); break; }',
        (1 << 40,),
        "big",
    ),
    Case(
        "goto and loops",
        N + "int i = 0; again: i++; if (i < n) goto again;"
        'do { i += 10; if (i > 40) break; if (i % 2) continue; i++; } while (i < 100); printf("%d", i);',
        (3,),
        "43",
    ),
    Case(
        "computed goto",
        N + "static const void *to[] = {&&a, &&b, &&c}; int r = 0; goto *to[n];"
        'a: r += 1; b: r += 10; goto *to[2]; c: printf("%d", r);',
        (1,),
        "10",
    ),
    Case(
        "short circuit",
        N + 'int k = 0; (void)(n > 3 && ++k); (void)(n > 3 || (k += 10)); printf("%d %d", k, n > 1 ? k : -k);',
        (2,),
        "10 10",
    ),
    Case(
        "function pointers",
        N + 'int (*f)(int) = n & 1 ? twice : next; printf("%d %d %d", f(n), table[n - 4](n), apply(table[0], 9));',
        (5,),
        "10 6 18",
        "static int twice(int a) { return 2 * a; } static int next(int a) { return a + 1; }"
        "static int (*const table[])(int) = {twice, next};"
        "static int apply(int (*f)(int), int a) { return f(a); }",
    ),
    Case(
        "structs by value",
        N + 'struct big b = {{n, 2}, 1.5, "abc"}; struct big c = change(b);'
        'printf("%d %d %.1f %s %s", b.a[0], c.a[0], c.d, b.s, c.s);'
        'struct small s = half(n); printf(" %d %d", s.x, s.y);',
        (7,),
        "7 17 3.0 abc xbc 7 3",
        "struct big { int a[2]; double d; char s[30]; }; struct small { int x; short y; };"
        "static struct big change(struct big v) { v.a[0] += 10; v.d *= 2; v.s[0] = 'x'; return v; }"
        "static struct small half(int n) { struct small s = {n, (short)(n / 2)}; return s; }",
    ),
    Case(
        "structs by pointer",
        N + "struct node *head = 0; for (int i = 0; i < 3; i++) head = push(head, n + i);"
        'for (struct node *p = head; p; p = p->next) printf("%d ", p->value);',
        (4,),
        "6 5 4 ",
        "struct node { int value; struct node *next; };"
        "static struct node *push(struct node *l, int v)"
        "{ struct node *p = malloc(sizeof *p); p->value = v; p->next = l; return p; }",
    ),
    Case(
        "unions",
        "union { float f; unsigned u; unsigned char b[4]; } v; v.f = __VERIFIER_nondet_float();"
        'printf("%x %d ", v.u, v.b[3]); v.b[0] = 1; printf("%x", v.u);',
        (0x40490000,),
        "40490000 64 40490001",
    ),
    Case(
        "bit-fields",
        N + "struct { unsigned a : 3; int b : 5; unsigned long c : 33; bool d : 1; int : 0; int e : 7; } v = {0};"
        "v.a = n; v.b = n; v.c = n; v.d = n; v.e = 3; v.e -= n;"
        'printf("%u %d %lu %d %d", v.a, v.b, (unsigned long)v.c, v.d, v.e);',
        (-77,),
        "3 -13 8589934515 1 -48",
    ),
    Case(
        "arrays of arrays",
        N + "int m[3][4]; for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) m[i][j] = i * n + j;"
        'int (*row)[4] = m + 1; printf("%d %d %d", m[2][3], (*row)[1], row[1][0]);',
        (100,),
        "203 101 200",
    ),
    Case(
        "variable length",
        N + 'int a[n]; for (int i = 0; i < n; i++) a[i] = i * i;printf("%d %zu", a[n - 1], sizeof a);',
        (4,),
        "9 16",
    ),
    Case(
        "globals",
        N + 'counter += n; *where = 5; printf("%d %d %d %s %d", counter, list[1], list[2], name, local());'
        'printf(" %d", local());',
        (3,),
        "45 2 5 abc 1 2",
        "static int counter = 42; static int list[4] = {1, 2}; static int *where = list + 2;"
        'static const char *name = "abc";'
        "static int local(void) { static int calls; return ++calls; }",
    ),
    Case(
        "pointer arithmetic",
        N + "int a[6] = {0, 1, 2, 3, 4, 5}, *p = a + n, *q = &a[5];"
        'printf("%ld %d %d %d", q - p, p < q, p[-1], *(q - n)); char *c = (char *)p; printf(" %d", *(int *)(c + 4));',
        (2,),
        "3 1 1 3 3",
    ),
    Case(
        "variable arguments",
        N + 'printf("%d %d", total(3, n, 20, 30), mixed("", n, 2.5, "abc", 7L, (char)1));',
        (10,),
        "60 260",
        "static int total(int count, ...) { va_list l; va_start(l, count); int r = 0;"
        "while (count--) r += va_arg(l, int); va_end(l); return r; }"
        "static int mixed(const char *f, ...) { va_list l, k; va_start(l, f); va_copy(k, l);"
        "int r = va_arg(l, int); r += (int)(2 * va_arg(l, double)); r += strlen(va_arg(l, char *));"
        "r += va_arg(l, long);"
        "r += va_arg(l, int); r *= va_arg(k, int); va_end(l); va_end(k); return r; }",
    ),
    Case(
        "structs as variable arguments",
        N + 'struct small s = {1, n}; struct big b = {1, 2, 3, n}; printf("%d %d", f(0, s, 4), g(0, b, 5));',
        (3,),
        "34 35",
        "struct small { int a, b; }; struct big { long a, b, c, d; };"
        "static int f(int k, ...) { va_list l; va_start(l, k); struct small s = va_arg(l, struct small);"
        "int r = s.b * 10 + va_arg(l, int); va_end(l); return r; }"
        "static int g(int k, ...) { va_list l; va_start(l, k); struct big s = va_arg(l, struct big);"
        "int r = s.d * 10 + va_arg(l, int); va_end(l); return r; }",
    ),
    Case(
        "floats",
        "float f = __VERIFIER_nondet_float(); double d = f; int i = f; unsigned u = f;"
        'printf("%d %u %.9g %.9g %d %d", i, u, f * 1.1f, d / 3, f > 100.9f, f != f);',
        (0x42C9CCCD,),
        "100 100 110.990005 33.6333338 0 0",
    ),
    Case(
        "floats that are no numbers",
        "double d = __VERIFIER_nondet_double();"
        'printf("%d%d%d%d%d %g", d == d, d != d, d < 1, d >= 1, !(d < 1), d + 1);',
        (0x7FF8000000000000,),
        "01001 nan",
    ),
    Case(
        "integers to floats",
        'unsigned u = __VERIFIER_nondet_uint(); printf("%.1f %.1f %.1f", (float)u, (double)u, (double)(int)u);',
        (-127,),
        "4294967296.0 4294967169.0 -127.0",
    ),
    Case(
        "recursion",
        N + 'printf("%d %d", fib(n), even(n));',
        (9,),
        "34 0",
        "static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }"
        "static int odd(int n); static int even(int n) { return n == 0 ? 1 : odd(n - 1); }"
        "static int odd(int n) { return n == 0 ? 0 : even(n - 1); }",
    ),
    Case(
        "enumerations",
        N + "enum e { A = 3, B, C = -1 } v = n; "
        'printf("%d %d %zu", v == B, v < A, sizeof v);'
        'switch (v) { case A: printf(" a"); break; case B: printf(" b"); default: ; }',
        (4,),
        "1 0 4 b",
    ),
    Case(
        "compound literals and designators",
        N + "struct p { int x, y, z; } *p = &(struct p){.z = n, .x = 1}; int a[] = {[3] = 9, 8};"
        'printf("%d%d%d %zu %d", p->x, p->y, p->z, sizeof a / sizeof *a, a[4]);',
        (7,),
        "107 5 8",
    ),
    Case(
        "flexible array",
        N + 'struct s { int n; char tail[]; } *s = malloc(sizeof *s + 4); s->n = n; memcpy(s->tail, "xyz", 4);'
        'printf("%d %c %s", s->n, s->tail[s->n], s->tail);',
        (1,),
        "1 y xyz",
    ),
]


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_a_program_prints_what_c_says(case: Case, tmp_path: Path) -> None:
    machine = machine_for(HEADER + f"{case.outer}\nint main(void) {{\n{case.body}\nreturn 0;\n}}\n", tmp_path)
    for concrete in (False, True):
        path = machine.run(*machine.start(case.model, concrete))
        assert path.fault is None
        assert path.ending is Ending.RETURNED
        assert printed(path) == case.expected
        assert not path.notes
        if concrete:
            assert not path.branches
