"""Which memory is accessed can depend on decisions, as can the values there: both matter together.

Each program fails only if `x` chooses the place and `y` the value. No single decision shows that: as long as `x` goes
the other way, nothing that `y` decides is read.
"""

from __future__ import annotations

import pytest

from properties.differential import compiled, explored, fault_keys, named
from secateur.options import Budget

HEAD = """#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    int a = 0, b = 0, v = 0, i = 0, *p = &a;
"""
BODIES = {
    "store": "if (x > 3) p = &b; if (y > 2) v = 9; *p = v; if (b == 9) assert(0);",
    "store to an element": "int t[3] = {0}; if (x > 3) i = 1; if (y > 2) v = 9; t[i] = v; if (t[1] == 9) assert(0);",
    "choice": "int t[3] = {0}; p = t + (x > 3 ? 1 : 0); v = y > 2 ? 9 : 0; *p = v; assert(t[1] != 9);",
    "load": "if (x > 3) p = &b; if (y > 2) b = 9; if (*p == 9) assert(0);",
    "load of an element": "int t[2] = {0}; if (x > 3) i = 1; if (y > 2) v = 9; t[1] = v; if (t[i] == 9) assert(0);",
    "length": "char s[4] = {0}, c[4] = {0}; int n = 1; if (x > 3) n = 3; if (y > 2) v = 9; s[2] = v; memcpy(c, s, n);"
    "if (c[2] == 9) assert(0);",
    "struct": "struct s { int v; } s = {0}, t = {0}, c, *q = &s; if (x > 3) q = &t; if (y > 2) t.v = 9; c = *q;"
    "if (c.v == 9) assert(0);",
    "fill": "char s[4] = {0}, t[4] = {0}, *d = s; v = 'a'; if (x > 3) d = t; if (y > 2) v = 'z'; memset(d, v, 2);"
    "if (t[1] == 'z') assert(0);",
    "printed": 'char s[4] = "a", t[4] = "b", r[8] = {0}, *d = s; if (x > 3) d = t; if (y > 2) t[0] = \'q\';'
    "sprintf(r, \"%s\", d); if (r[0] == 'q') assert(0);",
    "freed": "int *h = malloc(4), *k = malloc(4); if (!h || !k) return 1; *h = *k = 1; p = h; if (x > 3) p = k;"
    "if (y > 2) free(p); return *k;",
    "nothing filled": "static int t[1], g; if (x > 2) t[0] = 1; if (y > 1) i = 1; else g = t[0]; memset(t, 0, 4 * g);"
    "if (t[0] == 1) assert(0);",
    "nothing freed": "int *h = malloc(4); if (!h) return 1; *h = 1; p = 0; if (x > 3) p = h; if (y > 2) p = 0; free(p);"
    "return *h;",
    "union": "union { int i; char c[4]; } u = {0}; if (x > 3) i = 2; if (y > 2) v = 1; u.c[i] = v;"
    "if (u.i == 0x10000) assert(0);",
    "two steps": "int **q = &p, *r = &v, w = 0; if (x > 3) p = &b; if (x > 7) r = *q; if (y > 2) w = 9; *r = w;"
    "if (b == 9) assert(0);",
}


@pytest.mark.parametrize("name", BODIES)
def test_the_place_and_the_value_matter_together(name: str) -> None:
    program = compiled(f"{HEAD}    {BODIES[name]}\n    return 0;\n}}\n")
    full, dgse = (explored(program, named(technique), Budget()) for technique in ("full", "dgse"))
    assert full.complete
    assert dgse.complete
    assert fault_keys(full)
    assert fault_keys(dgse) == fault_keys(full)
