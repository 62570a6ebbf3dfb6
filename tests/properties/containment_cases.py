"""Small functions `f`, each with one way in which a value flows from somewhere else."""

from __future__ import annotations

_LOOPS = {
    "value leaves a loop": """
int f(int n) { int i, last = -1; for (i = 0; i < (n & 3); i++) last = i * 3; return last + i; }
""",
    "more rounds than are unrolled": """
int f(int n) { unsigned x = (unsigned)n; for (int i = 0; i < 9; i++) x = x * 5 + (unsigned)i; return (int)(x & 255); }
""",
    "rounds by input": """
int f(unsigned n) { int x = 0; while (n) { x ^= (int)n; n >>= 4; } return x; }
""",
    "nested": """
int f(int n, int m)
{
    int x = 0;
    for (int i = 0; i < (n & 3); i++) {
        int y = i;
        for (int j = i; j < (m & 3); j++) { y += j; if (y > 3) break; }
        x = x * 2 + y;
    }
    return x;
}
""",
    "continue": """
int f(int n, int m)
{
    int x = 0, i;
    for (i = 0; i < 4; i++) { if (((n >> i) & 1) == 0) continue; x += i; if (x == (m & 7)) break; }
    return x * 8 + i;
}
""",
    "goto out of two loops": """
int f(int n, int m)
{
    int i = 0, j = 0;
    for (i = 0; i < 3; i++)
        for (j = 0; j < 3; j++)
            if (i * 3 + j == (n & 7)) { m = i - j; goto out; }
    m = 100;
out:
    return m + i * 10 + j;
}
""",
    "goto into a loop": """
int f(int n)
{
    int i = 0, x = 1;
    if (n > 4) goto inside;
    while (i < 3) { x += 2; inside: x ^= i; i++; }
    return x;
}
""",
    "a counter is the next loop's bound": """
int f(const char *s) { int n = 0, x = 0; while (s[n]) n++; for (int i = 0; i < n; i++) x = 5; return x; }
""",
    "do": """
int f(int n) { int x = 0, i = n & 3; do { x += i; } while (--i > 0); return x; }
""",
    "two variables that change places": """
int f(int n, int a, int b) { for (int i = 0; i < (n & 3); i++) { int t = a; a = b; b = t; } return a; }
""",
    "return from a loop": """
int f(int *p, int v) { for (int i = 0; i < 2; i++) if (p[i] == v) return i; return -1; }
""",
    "memory in a loop": """
int a[4];
int f(int n, int m) { for (int i = 0; i < 4; i++) { a[i] = n; if (i == (m & 3)) n++; } return a[m & 3] + a[3]; }
""",
    "a pointer walks": """
int f(const char *s) { const char *e = s; while (*e && *e != ' ') e++; return (int)(e - s); }
""",
}

_CALLS = {
    "recursion": """
static int fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }
int f(int n) { return fact(n & 3) + fact(2); }
""",
    "recursion of two": """
static int odd(int n);
static int even(int n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(int n) { return n == 0 ? 0 : even(n - 1); }
int f(int n) { return even(n & 7); }
""",
    "recursion through memory": """
static int depth;
static void dive(int n, int *to) { int own = n; if (n > 0) dive(n - 1, &own); *to += own; depth++; }
int f(int n) { int x = 1; dive(n & 3, &x); return x * 10 + depth; }
""",
    "two calls of one function": """
static int add(int a, int b) { if (a > b) return a - b; return a + b; }
int f(int x, int y) { return add(x & 15, 3) * 100 + add(4, y & 15); }
""",
    "a pointer to a local": """
static void set(int *p, int v) { if (v > 0) *p = v; }
int f(int v) { int x = 5, y = 6; set(&x, v); set(&y, 1); return x * 10 + y; }
""",
    "a pointer is returned": """
static int *pick(int c, int *p, int *q) { return c > 0 ? p : q; }
int f(int c) { int x = 1, y = 2; *pick(c, &x, &y) = 7; *pick(-c, &x, &y) += 1; return x * 10 + y; }
""",
    "the same buffer twice": """
static int both(int *p, int *q) { *p = 1; *q = 2; return *p; }
int f(int c, int *b) { return both(b, c > 0 ? b : b + 1); }
""",
    "early exit": """
#include <stdlib.h>
static void need(int c) { if (!c) exit(4); }
int f(int x) { need(x > 3); x -= 3; need(x < 9); return x; }
""",
    "function pointers": """
static int inc(int v) { return v + 1; }
static int dec(int v) { return v - 1; }
static int (*const table[2])(int) = {inc, dec};
int f(int c, unsigned v) { int (*op)(int) = c > 5 ? inc : dec; return op(3) + table[v & 1](7); }
""",
    "a static local": """
static int next(void) { static int n = 3; return n++; }
int f(int c) { int x = next(); if (c > 0) x += next(); return x * 10 + next(); }
""",
    "arguments that vary": """
#include <stdarg.h>
static int all(int n, ...)
{
    va_list v; int s = 0;
    va_start(v, n);
    for (int i = 0; i < n; i++) s += va_arg(v, int);
    va_end(v);
    return s;
}
int f(int a, int b) { return all(2, a & 7, b & 7) + all(1, 5); }
""",
    "a struct by value": """
struct s { int a, b; char c[9]; };
static struct s turn(struct s v, int k) { int t = v.a; v.a = v.b; v.b = t; v.c[k & 7] = 1; return v; }
int f(int k, int x) { struct s v = {x, 2, {0}}, w = turn(v, k); return v.c[3] + w.c[3] * 2 + (w.b == x) * 4; }
""",
    "sorted by a callback": """
#include <stdlib.h>
static int by(const void *x, const void *y) { return *(const signed char *)x - *(const signed char *)y; }
int f(signed char a, signed char b) { signed char v[3] = {a, b, 2}; qsort(v, 3, 1, by); return v[0] * 2 + v[1]; }
""",
}

_MEMORY = {
    "an index from the input": """
int f(unsigned i, unsigned j, int v) { int a[4] = {1, 2, 3, 4}; a[i & 3] = v; a[(j & 1) + 1] += 1; return a[j & 3]; }
""",
    "an index that may be outside": """
int f(int i) { int a[3] = {5, 6, 7}; return a[i] + 1; }
""",
    "a struct is copied": """
struct s { int a; char b; long c; int d[2]; };
static struct s old = {1, 2, 3, {4, 5}};
int f(int x) { struct s n = old; if (x > 2) n.d[x & 1] = x; old = n; n.a = 9; return old.a + old.d[1]; }
""",
    "a part is copied": """
#include <string.h>
int f(int x, int *p)
{
    int a[3] = {1, 2, 3}; memcpy(a, p, 8); memmove(a + 1, a, 8);
    memcpy((char *)a + 2, &x, 4); return a[1];
}
""",
    "a length from the input": """
#include <string.h>
int f(unsigned n, int c) { char a[8] = "abcdefg"; memset(a, c, n & 7); return a[3] * 256 + a[0]; }
""",
    "bytes of an int": """
int f(int x, unsigned i, char v) { ((char *)&x)[i & 3] = v; return x + ((unsigned char *)&x)[1]; }
""",
    "an int of bytes": """
int f(char a, char b)
{
    _Alignas(4) char v[8] = {a, b, 1, 2, a};
    *(short *)(v + 2) = b; return *(int *)v ^ *(int *)(v + 4);
}
""",
    "a union": """
union u { unsigned w; unsigned char b[4]; short h[2]; };
int f(unsigned x, unsigned char y) { union u u = {x}; u.b[1] = y; if (u.h[0] < 0) u.w >>= 1; return u.h[0] + u.b[3]; }
""",
    "bit-fields": """
struct b { unsigned a : 3; int b : 5; unsigned c : 8; };
int f(int x, struct b s) { s.b = x; if (s.a > 2) s.c = s.a; return s.b * 256 + s.c; }
""",
    "pointers to pointers": """
int g;
int f(int c) { int x = 1, *p = &x, **pp = &p; if (c > 0) *pp = &g; **pp = 5; return x * 10 + g + *p; }
""",
    "a list on the heap": """
#include <stdlib.h>
struct n { int v; struct n *next; };
static struct n *push(struct n *l, int v) { struct n *m = malloc(sizeof *m); m->v = v; m->next = l; return m; }
int f(int a, int b)
{
    struct n *l = 0;
    int s = 0;
    for (int i = 0; i < (a & 3); i++) l = push(l, b ^ i);
    for (struct n *e = l; e; e = e->next) s = s * 2 + (e->v & 7);
    return s;
}
""",
    "one place in the program, two objects": """
#include <stdlib.h>
static int *make(int v) { int *p = malloc(4); *p = v; return p; }
int f(int a) { int *p = make(1), *q = make(a); *q += 1; free(q); return *p; }
""",
    "a global behind a pointer": """
int g = 1, *where = &g;
static void put(int v) { *where = v; }
int f(int c) { int x = 3; put(c & 7); if (c < 0) where = &x; put(4); where = &g; return x * 10 + g; }
""",
    "a local that is entered again": """
int f(int n)
{
    int *p = 0, s = 0;
    for (int i = 0; i < 3; i++) { int v = 0; if (i == (n & 3)) v = i + 5; p = &v; s += *p; } return s;
}
""",
    "pointers are compared": """
int f(int a, int b)
{
    int v[4] = {0}, *p = v + (a & 3), *q = v + (b & 3); *p = 1;
    if (p < q) return (int)(q - p); return p == q ? *q : -1;
}
""",
    "a pointer among many": """
int f(unsigned n)
{
    int a = 0, b = 1, c = 2;
    int *t[18] = {&a, &b, &c, &a, &b, &c, &a, &b, &c, &a, &b, &c, &a, &b, &c, &a, &b, &c};
    *t[n % 18] = 7;
    return b;
}
""",
    "a pointer with a tag": """
int f(int n)
{
    int x = 3;
    unsigned long tagged = (unsigned long)&x | (unsigned)(n & 1);
    *(int *)(tagged & ~1ul) += 1;
    return x + (int)(tagged & 1);
}
""",
    "the order of objects": """
static int before(const int *p, const int *q) { return p < q; }
int f(int n) { int x = 1, y = n; return before(&y, &x) * 2 + before(&x, &y); }
""",
    "strings": """
#include <string.h>
int f(const char *s)
{
    char t[8]; strcpy(t, s); strcat(t, "x");
    return (int)strlen(t) * 100 + (strcmp(t, "abx") == 0) + t[1];
}
""",
}

_VALUES = {
    "switch": """
int f(int x)
{
    int y = 0;
    switch (x & 7) { case 0: y = 1; case 2: y += 2; break; case 5: return 9; default: y = x; } return y;
}
""",
    "short circuits": """
static int n;
static int bump(void) { return ++n; }
int f(int a, int b) { int r = (a > 0 && bump() > 0) || (b > 0 && bump() > 1); return r * 10 + n; }
""",
    "choices": """
int f(int a, int b) { int x = a > b ? a : b, y = x > 7 ? 7 : x < -7 ? -7 : x; return y * 2; }
""",
    "early returns": """
static int sign(int v) { if (v < 0) return -1; if (v > 0) return 1; return 0; }
int f(int a) { if (a == 5) return 100; int s = sign(a); if (s > 0) return s; return s - 1; }
""",
    "divisions": """
int f(int a, int b) { int q = a / (b & 7), r = 100 % (a - 3); return q ^ r; }
""",
    "widths": """
int f(signed char a, unsigned short b, long c)
{
    short s = (short)(a * b);
    unsigned char u = (unsigned char)(s + c); return s - u;
}
""",
    "shifts": """
int f(int a, unsigned b) { return (a >> (b & 31)) ^ (int)(b << (a & 15)); }
""",
    "floats": """
int f(int a, float x) { double d = a / 2.0 + x; if (d > 3.5) return (int)3.5; return d < 0 ? -1 : (a & 3); }
""",
    "the same condition again": """
int f(int a, int b) { int x = 0; if (a > 3) x = b & 7; b = 1; if (a > 3) x += b; return x; }
""",
    "globals": """
int g = 2, h;
static void step(int c) { if (c > g) { h = g; g++; } else h--; }
int f(int c) { step(c); step(c - 1); return g * 10 + h; }
""",
}

#: The addresses of objects differ in each run.
_BUILTINS = {
    "counted zeros": """
#include <stdlib.h>
int f(int n, unsigned u)
{
    int some = __builtin_clz(u | 1) - __builtin_ctz(u | 256);
    return (n > 0 ? some : abs(n)) + __builtin_popcount(u) + __builtin_ctzll(u | 1UL << 40);
}
""",
}

_ADDRESSES = {
    "a difference of objects": """
static int far(const char *p, const char *q) { return p - q > 0; }
int f(int n) { char x = 1, y = (char)n; return far(&y, &x) * 2 + far(&x, &y); }
""",
    "objects ordered as numbers": """
static int lower(const int *p, const int *q) { return (unsigned long)p < (unsigned long)q; }
int f(int n) { int x = 1, y = n; return lower(&y, &x) * 2 + lower(&x, &y); }
""",
    "objects as numbers": """
#include <stdlib.h>
static unsigned hash(const void *p) { return (unsigned)((unsigned long)p >> 34) % 7; }
int f(int n) { int x = n, *p = malloc(4); return (int)(hash(p) * 10 + hash(&x)); }
""",
    "a pointer in a number and back": """
#include <string.h>
int f(int n)
{
    int x = n, y = 2, *p = n > 3 ? &x : &y;
    long number;
    memcpy(&number, &p, sizeof number);
    number += 4 * (n & 1);
    int *q = (int *)(number - 4 * (n & 1));
    *q += 5;
    return x * 3 + y + (number > (long)&x);
}
""",
}

CASES = {**_LOOPS, **_CALLS, **_MEMORY, **_VALUES, **_BUILTINS, **_ADDRESSES}
