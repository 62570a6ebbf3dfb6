"""Small programs that end in many ways, for runs that are interrupted and taken up again."""

from __future__ import annotations

#: By name: the text, and keywords for `explore`.
SUBJECTS: dict[str, tuple[str, dict[str, object]]] = {
    "branches": (
        """
#ifndef N
#define N 6
#endif
int f(int *a)
{
    int n = 0;
    for (int i = 0; i < N; i++)
        if (a[i] > 0) n += a[i] % 7;
    return n;
}
""",
        {"buffer": 6},
    ),
    "faults": (
        """
int f(int x, int y, int i)
{
    int t[4] = {1, 2, 3, 4};
    if (x > 10) x -= 10;
    if (y < 0) return t[i & 7];
    if (x == 5) return 100 / (y - 3);
    return x + y;
}
""",
        {},
    ),
    "labels": (
        """
int g(int x)
{
    switch (x) {
    case 1: case 2: case 3: return 1;
    case 9: return 2;
    default: return 0;
    }
}
int f(int x, int y) { return g(x) * 10 + g(y) + (x > 4 && y > 4 && x + y < 30); }
""",
        {},
    ),
    "text": (
        """
#include <string.h>
#include <stdlib.h>
int f(const char *s)
{
    int depth = 0;
    for (; *s; s++) {
        if (*s == '(') depth++;
        else if (*s == ')') { if (depth-- == 0) return -1; }
        else if (*s == '!') abort();
        else if (strchr("0123456789", *s)) continue;
        else return -2;
    }
    return depth;
}
""",
        {"string": 3},
    ),
    "limited": (
        """
int f(unsigned n, int m)
{
    int k = 0;
    while (n) { n &= n - 1; k++; }
    if (m == k) return 1;
    return 0;
}
""",
        {"loop_bound": 4},
    ),
    "endless": (
        """
int f(signed char x, int y)
{
    while (x % 2 == 0) x /= 2;
    if (y > 3) return x;
    return y;
}
""",
        {},
    ),
    "allocations": (
        """
#include <stdlib.h>
int f(int n, int m)
{
    char *p = malloc(4), *q = malloc(4);
    int sum = 0;
    if (p && n > 2) { p[0] = n; sum += p[0]; }
    if (q && m > 2) sum += q[1];
    free(p); free(q);
    return sum;
}
""",
        {"malloc_fails": "all", "uninitialised": "any"},
    ),
    "calls": (
        """
static int step(int s, int c) { return c == 'a' ? s + 1 : c == 'b' ? s * 2 : s; }
int f(const char *t)
{
    int s = 1;
    for (int i = 0; t[i]; i++) { s = step(s, t[i]); if (s == 6) return 1 / (t[0] - 'a'); }
    return s > 3;
}
""",
        {"string": 4},
    ),
    "pointers": (
        """
struct n { int v; struct n *next; };
int f(struct n *l, int k)
{
    int sum = 0;
    for (; l; l = l->next) { if (l->v == k) return sum; sum += l->v & 15; }
    return 10 / (sum - 3);
}
""",
        {"pointer_depth": 2, "infer": False},
    ),
    "choices": (
        """
static int one(int x) { return x > 3; }
static int two(int x) { return x / 0; }
static int three(int x) { return x & 1 ? 5 : 7; }
int f(unsigned i, unsigned k, int x)
{
    static int (*const all[])(int) = {one, two, three, one};
    int a = 1, b = 2, c = 4, *here[] = {&a, &b, &c};
    if (i > 3 || k > 2) return 9;
    *here[k] = all[i](x);
    return a + b > c;
}
""",
        {},
    ),
    "floats": (
        """
int f(double d, int n)
{
    if (d > 1.5) n++;
    if (d * 2 == 5.0) return n / 0;
    if (n > 100) return 1;
    return d < 0;
}
""",
        {},
    ),
}

#: For full exploration, which has a hundred paths then. With cuts there is more to cut in larger ones.
SMALLER: dict[str, dict[str, object]] = {"text": {"string": 2}}

#: Other sizes, for runs that take long enough to be interrupted at many places.
LARGER: dict[str, dict[str, object]] = {
    "branches": {"buffer": 8, "define": ["N=8"]},
    "calls": {"string": 6},
    "pointers": {"pointer_depth": 4},
    "limited": {"loop_bound": 20},
}
