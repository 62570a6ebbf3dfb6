"""What `dgse` cuts where elements, objects and strings are written by decisions and read again later."""

from __future__ import annotations

import pytest

from properties.differential import compiled, covered, explored, fault_keys, named
from secateur.exploration.techniques import dgse
from secateur.options import Budget

HEAD = """#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void klee_make_symbolic(void *, unsigned long, const char *);
#define INT __VERIFIER_nondet_int()
"""
#: N elements, each written by a decision of its own and read again by a statement of its own.
READ_BACK = {
    "array": """int B[N], n;
    int main(void) {
        for (int i = 0; i < N; i++) if (INT > 1) B[i] = 1; else B[i] = 2;
        for (int i = 0; i < N; i++) if (B[i] == 1) n = i;
        return 0; }""",
    "setters": """int v[N], r[N];
    static void set(int *p, int x) { if (x > 1) *p = 1; else *p = 2; }
    static void use(int *p, int *q) { if (*p == 1) *q = 5; }
    int main(void) {
        for (int i = 0; i < N; i++) set(&v[i], INT);
        for (int i = 0; i < N; i++) use(&v[i], &r[i]);
        return 0; }""",
    "list": """struct node { struct node *next; int v, r; } *head;
    int main(void) {
        for (int i = 0; i < N; i++) {
            struct node *n = malloc(sizeof *n);
            n->v = n->r = 0; n->next = head; head = n;
        }
        for (struct node *n = head; n; n = n->next) if (INT > 1) n->v = 1;
        for (struct node *n = head; n; n = n->next) if (n->v) n->r = 1;
        return 0; }""",
    "string": """char in[N], out[N + 1];
    int main(void) {
        int last = 0;
        klee_make_symbolic(in, N, "in");
        for (int i = 0; i < N; i++) if (in[i] == ' ') out[i] = '_'; else out[i] = 'x';
        for (int i = 0; i < N; i++) if (out[i] == '_') last = i;
        return 0; }""",
    "callbacks": """int v[N], r[N];
    static void one(int i) { v[i] = 1; }
    static void two(int i) { v[i] = 2; }
    int main(void) {
        for (int i = 0; i < N; i++) (INT > 1 ? one : two)(i);
        for (int i = 0; i < N; i++) if (v[i] == 1) r[i] = 5;
        return 0; }""",
    "blocks": """char *p[N];
    int main(void) {
        for (int i = 0; i < N; i++) p[i] = malloc(1);
        for (int i = 0; i < N; i++) if (INT > 1) { free(p[i]); p[i] = 0; }
        for (int i = 0; i < N; i++) if (p[i]) *p[i] = 1;
        return 0; }""",
}


@pytest.mark.parametrize("count", [4, 20, pytest.param(100, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", READ_BACK)
def test_elements_that_are_read_again_stay_independent(name: str, count: int) -> None:
    program = compiled(f"#define N {count}\n{HEAD}{READ_BACK[name]}")
    reduced = explored(program, named("dgse"), Budget())
    assert reduced.complete
    assert reduced.counts.completed == count + 1
    if count == 4:
        full = explored(program, named("full"), Budget())
        assert full.counts.completed == 2**count
        assert fault_keys(reduced) == fault_keys(full)
        assert covered(reduced) == covered(full)


#: Each fault needs a decision about a write that the first runs do not make, or make elsewhere.
WRITTEN_ELSEWHERE = {
    "another element": """int B[4];
        int i = 0, x = INT, y = INT; if (x > 1) i = 2; B[i] = 1; if (y > 2) assert(!B[2]);""",
    "a longer range": """char b[4];
        int n = 2, x = INT, y = INT; if (x > 1) n = 4; memset(b, 1, n); if (y > 2) assert(!b[3]);""",
    "a longer copy": """char b[4], c[4] = {1, 1, 1, 1};
        int n = 2, x = INT, y = INT; if (x > 1) n = 4; memcpy(b, c, n); if (y > 2) assert(!b[3]);""",
    "another object": """int *p[2];
        p[0] = calloc(1, 4); p[1] = calloc(1, 4); int x = INT, y = INT;
        int *q = p[0]; if (x > 1) q = p[1]; *q = 1; if (y > 2) assert(!*p[1]);""",
    "by another function": """int g;
        void (*f)(int *) = none; int x = INT, y = INT; if (x > 1) f = one; f(&g); if (y > 2) assert(!g);""",
    "an object of the other side": """int *p;
        int x = INT, y = INT, *q; p = calloc(1, 4); if (x > 1) p = calloc(1, 4); q = p; *q = 1;
        if (x > 5) *p = 0; if (y > 2) assert(*q);""",
    "behind two decisions": """int g, h;
        int x = INT, y = INT, z = INT; if (x > 1) h = 1; if (y > 1) if (h) g = 1; if (z > 1) assert(!g);""",
    "after an early end": """int g, h;
        int x = INT, y = INT, z = INT; if (x > 1) h = 1; if (y > 1) { assert(h); g = 1; } if (z > 1) assert(!g);""",
    "an end that depends on a write": """int g, h;
        int x = INT, y = INT, z = INT; if (x > 1) g = 1; if (y > 1) h = 1;
        if (z > 1) { if (g) assert(h); if (z > 2) assert(!h); }""",
    "one of several ways to fail": """static char s[3];
        klee_make_symbolic(s, 2, "s"); assert(!same(s, "ab") && !same(s, "ac"));""",
    "a command that only adds": """int jobs[2], n = 2;
        for (int k = 0; k < 2; k++) switch (INT) {
            case 1: n++; break;
            case 2: for (int i = 0; i < n; i++) jobs[i] = 0; break; }""",
    "in a deeper call": """int g;
        int x = INT, y = INT; for (int i = 0; i < 2; i++) if (x > i) deeper(&g, i, y); if (INT > 1) assert(g != 2);""",
}
HELPERS = """#include <assert.h>
static void none(int *p) { (void)p; }
static void one(int *p) { *p = 1; }
static int same(const char *s, const char *t) { for (; *s == *t; s++, t++) if (!*s) return 1; return 0; }
static void deeper(int *p, int i, int y) { if (y > 3) { one(p); if (i) *p = 2; } else none(p); }
"""


def _same_as_full(name: str) -> bool:
    """Does `dgse` find the faults, and cover the code, of a program that has a fault?"""
    declared, _, body = WRITTEN_ELSEWHERE[name].partition("\n")
    program = compiled(f"{HEAD}{HELPERS}{declared}\nint main(void) {{ {body} return 0; }}")
    full, reduced = (explored(program, named(technique), Budget()) for technique in ("full", "dgse"))
    assert full.complete
    assert reduced.complete
    assert fault_keys(full), "the program must have a fault"
    return fault_keys(reduced) == fault_keys(full) and covered(reduced) == covered(full)


@pytest.mark.parametrize("name", WRITTEN_ELSEWHERE)
def test_faults_that_depend_on_what_another_run_writes(name: str) -> None:
    assert _same_as_full(name)


@pytest.mark.parametrize("name", WRITTEN_ELSEWHERE)
def test_nothing_is_lost_when_writes_are_no_longer_observed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dgse, "TRIED", 2)
    monkeypatch.setattr(dgse, "WORTH", 0)
    assert _same_as_full(name)
