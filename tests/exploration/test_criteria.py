"""What `dgse` cuts on ordinary C: calls, iterations, elements, copies, allocations, counters, lists."""

from __future__ import annotations

import pytest

from properties.differential import compiled, covered, explored, fault_keys, named
from secateur.options import Budget

HEAD = """#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void klee_make_symbolic(void *, unsigned long, const char *);
#define INT __VERIFIER_nondet_int()
int B[4], r1, r2;
struct four { int a, b, c, d; } out, two;
"""
PATH_SENSITIVE = """int main(void) {
    int cmd, w; int a = INT, t = INT, s = INT;
    if (a > 3) cmd = 1; else cmd = 2;
    if (t > 1) cmd++;
    if (s <= 5) w = cmd; else w = 0;
    return w;
}"""
CALLS = """static int cl(int v) { if (v > 9) return 9; return v; }
int main(void) { r1 = cl(INT); r2 = cl(INT); return 0; }"""
SETTERS = """static void set(int *p, int x) { if (x > 3) *p = 1; else *p = 2; }
int main(void) { set(&out.a, INT); set(&out.b, INT); set(&out.c, INT); set(&out.d, INT); return 0; }"""
CALLBACKS = """static void one(int x) { if (x > 1) B[0] = 1; else B[0] = 2; }
static void other(int x) { if (x > 1) B[1] = 1; else B[1] = 2; }
static void (*const table[2])(int) = {one, other};
int main(void) { for (int i = 0; i < 2; i++) table[i](INT); return 0; }"""
ITERATIONS = """int main(void) {
    int in[4] = {INT, INT, INT, INT};
    for (int i = 0; i < 4; i++) if (in[i] > 1) B[i] = 1; else B[i] = 2;
    return 0;
}"""
ELEMENTS = """int main(void) {
    if (INT > 1) B[0] = 1; else B[0] = 2;
    if (INT > 1) B[1] = 1; else B[1] = 2;
    if (INT > 1) B[2] = 1; else B[2] = 2;
    return 0;
}"""
COPIES = """int main(void) {
    struct four t;
    if (INT > 1) t.a = 1; else t.a = 2;
    if (INT > 1) t.b = 1; else t.b = 2;
    if (INT > 1) t.c = 1; else t.c = 2;
    t.d = 0;
    out = t;
    memcpy(&two, &t, sizeof t);
    if (two.a == 3) r1 = 1;
    if (out.b == 3) r2 = 2;
    return 0;
}"""
ALLOCATION = """int main(void) {
    int a = 4, b, c; char *s;
    int x = INT, y = INT, z = INT;
    if (x > 1) a = 2;
    if (y < 1) b = 0; else b = 2;
    if (z < 2) c = 7; else c = 4;
    s = malloc(a - b);
    if (!s) return -1;
    *s = a - b;
    return 1 / (a - c);
}"""
COUNTER = """static int calls;
int main(void) {
    if (INT > 1) { B[0] = 1; calls++; } else B[0] = 2;
    if (INT > 1) { B[1] = 1; calls++; } else B[1] = 2;
    if (INT > 1) { B[2] = 1; calls++; } else B[2] = 2;
    if (INT > 1) { B[3] = 1; calls++; } else B[3] = 2;
    return 0;
}"""
LIST = """struct node { int v, r; struct node *next; };
int main(void) {
    struct node *list = 0;
    for (int i = 0; i < 4; i++) {
        struct node *n = malloc(sizeof *n);
        if (!n) return -1;
        n->v = INT; n->r = 0; n->next = list; list = n;
    }
    for (struct node *n = list; n; n = n->next) if (n->v > 1) n->r = 1; else n->r = 2;
    while (list) { struct node *n = list->next; free(list); list = n; }
    return 0;
}"""
VALIDATION = """int main(void) {
    int in[4] = {INT, INT, INT, INT};
    for (int i = 0; i < 4; i++) { if (in[i] < 0) return -1; if (in[i] > 100) B[i] = 100; else B[i] = in[i]; }
    return 0;
}"""
#: Paths of full exploration, and what is enough.
PROGRAMS = {
    "path-sensitive": (PATH_SENSITIVE, 8, 5),
    "calls": (CALLS, 4, 3),
    "setters": (SETTERS, 16, 5),
    "callbacks": (CALLBACKS, 4, 3),
    "iterations": (ITERATIONS, 16, 5),
    "elements": (ELEMENTS, 8, 4),
    "copies": (COPIES, 8, 4),
    "allocation": (ALLOCATION, 8, 6),
    "counter": (COUNTER, 16, 5),
    "list": (LIST, 16, 5),
    "validation": (VALIDATION, 31, 9),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_is_independent_is_not_combined(name: str) -> None:
    text, paths, enough = PROGRAMS[name]
    program = compiled(HEAD + text)
    full, reduced = (explored(program, named(technique), Budget()) for technique in ("full", "dgse"))
    assert full.complete
    assert reduced.complete
    assert full.counts.completed == paths
    assert reduced.counts.completed <= enough
    assert fault_keys(reduced) == fault_keys(full)
    assert covered(reduced) == covered(full)


#: N decisions with one result each.
FAMILIES = {
    "loop": "for (int i = 0; i < N; i++) if (in[i] > 1) P[i] = 1; else P[i] = 2;",
    "helper": "for (int i = 0; i < N; i++) P[i] = cl(in[i]);",
    "list": """struct node { int v, r; struct node *next; } *list = 0;
    for (int i = 0; i < N; i++) {
        struct node *n = malloc(sizeof *n);
        if (!n) return -1;
        n->v = in[i]; n->next = list; list = n;
    }
    for (struct node *n = list; n; n = n->next) if (n->v > 1) n->r = 1; else n->r = 2;""",
}


@pytest.mark.parametrize("count", [4, 20, pytest.param(100, marks=pytest.mark.slow)])
@pytest.mark.parametrize("family", FAMILIES)
def test_one_path_and_one_for_each_decision(family: str, count: int) -> None:
    text = f"""#define N {count}
int in[N], P[N];
static int cl(int v) {{ if (v > 9) return 9; return v; }}
int main(void) {{ klee_make_symbolic(in, sizeof in, "in"); cl(0); {FAMILIES[family]} return 0; }}"""
    result = explored(compiled(HEAD + text), named("dgse"), Budget())
    assert result.complete
    assert (result.counts.completed, result.counts.runs) == (count + 1, count + 1)


#: What matters together although no statement uses both: each program is a fault that needs two decisions.
TOGETHER = {
    "freed": "int *p = malloc(4), *q, o; if (!p) return 1; if (INT > 1) free(p); q = INT > 2 ? p : &o; *q = 1;",
    "never written": "int u; if (INT > 1) u = 1; int y = INT; if (y > 2) u = 2; r1 = u; if (r1 == 3) return 1;",
    "size": "unsigned n = INT > 1 ? 1 : 4; char *p = malloc(n); if (!p) return 1; int i = INT > 2 ? 2 : 0; p[i] = 1;",
    "counted": "int n = 0; if (INT > 1) n++; if (INT > 1) n++; if (INT > 1) n++; r1 = 1 / (n - 2);",
    "called": "int (*f)(int) = 0; int x = INT; if (INT > 1) f = abs; if (x == 3) r1 = f(2);",
    "printed": "char t[2] = {65, 65}; if (INT > 1) t[0] = 0; if (INT > 2) t[1] = 0; r1 = (int)strlen(t);",
    "decided by what was not written": "int u; if (INT > 2) u = 4; int z = INT; if (INT > 0) r1 = u; if (z == 0) "
    "if (r1 != 4) r2 = 1; B[0] = B[r1 & 7];",
}


@pytest.mark.parametrize("name", TOGETHER)
def test_faults_that_two_decisions_bring_about(name: str) -> None:
    program = compiled(f"{HEAD}int main(void) {{ {TOGETHER[name]} return 0; }}")
    full, reduced = (explored(program, named(technique), Budget()) for technique in ("full", "dgse"))
    assert full.complete
    assert reduced.complete
    assert fault_keys(full)
    assert fault_keys(reduced) == fault_keys(full)
    assert covered(reduced) == covered(full)
