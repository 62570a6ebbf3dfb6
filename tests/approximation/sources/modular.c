/* Functions of many kinds that summaries can replace, and callers whose faults depend on their results. */
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

struct pad { char a; int b; short c; };
union u { int whole; unsigned char part[4]; };
struct bits { unsigned x : 3; int y : 5; unsigned z : 8; };

static int grid[4] = {1, 2, 3, 4};

static unsigned bytes_of(const unsigned char *p, int n)
{
    unsigned s = 0;
    for (int i = 0; i < n; i++) {
        if (p[i] > 9) s += p[i];
        else s ^= 1;
    }
    return s;
}

static int field(const struct bits *b)
{
    if (b->x > 4) return b->y;
    return b->z & 3 ? 7 : 8;
}

static int part(const union u *u)
{
    if (u->part[1] == 9) return u->part[0];
    return u->whole > 0;
}

static int both(const int *p, const int *q)
{
    if (*p > *q) return *p - 3;
    return *q == 12 ? 1 : 2;
}

static int cell(int i)
{
    if (i > 2) return grid[3];
    return grid[i & 3] > 5 ? 1 : 0;
}

static int64_t wide(int64_t x, bool negative, unsigned char k)
{
    if (negative) return -x;
    return k > 200 ? x >> 3 : (int64_t)k << 33;
}

static signed char narrow(short s)
{
    if (s > 300) return (signed char)s;
    return s < -5 ? -1 : 2;
}

static bool yes(float f, int n)
{
    if (f > 1.5f) return n & 1;
    return f < 0;
}

static int word(const char *s)
{
    if (strcmp(s, "ab") == 0) return 1;
    return strlen(s) > 1 ? 2 : 3;
}

static int risky(int x)
{
    if (x > 5) return 100 / (x - 9);
    return x;
}

static int (*const table[3])(int) = {cell, risky, cell};

int pads(char a, int b)
{
    struct pad p = {a, b, 3};
    unsigned s = bytes_of((const unsigned char *)&p, sizeof p);
    if (s == 40) return 1 / (b - 4);
    assert(s != 17);
    return 0;
}

int bitf(unsigned x, int y)
{
    struct bits b = {x, y, x >> 3};
    int r = field(&b);
    if (r == -9) return 1 / (r + 9);
    if (r == 7) assert((x >> 3 & 3) != 2);
    assert(r != 16);
    return r;
}

int unio(int w)
{
    union u u;
    u.whole = w;
    if (part(&u) == 77) return 1 / (w - 0x94d);
    u.part[0] = 5;
    assert(part(&u) != 5 || w < 0);
    return 0;
}

int alias(int a, int b)
{
    int v[3] = {a, b, 12};
    int r = both(v, v + 1);
    v[0] = 12;
    assert(both(v, v) != 2);
    if (r == 4) return 10 / (a - 7);
    assert(both(v + 1, v + 2) != 7);
    return r;
}

int glob(int i, int v)
{
    grid[1] = v;
    int r = cell(i);
    if (r == 1) assert(i != 1 && v < 100);
    grid[3] = i;
    if (cell(v) == 44) return 1 / (v - 50);
    return r;
}

int widths(long x, int n, unsigned char k, short s)
{
    if (wide(x, n, k) == 1L << 40) return 1 / (k - 128);
    if (narrow(s) == -12) assert(s != 500);
    if (narrow(s) == 7) assert(s < 0);
    return 0;
}

int flt(float f, int n)
{
    if (yes(f, n)) {
        if (!yes(f, n + 1)) assert(f < 100 || n < 9);
    } else {
        assert(f >= 0 || f != f);
    }
    return 0;
}

int str(const char *s)
{
    int w = word(s);
    if (w == 1) assert(s[0] != 'a');
    if (w == 3) assert(s[0] != 'q');
    return w;
}

int tab(int i, int x)
{
    if (i < 0 || i > 2) return 0;
    grid[2] = x;
    int r = table[i](x);
    if (r == 50) return 1 / (x - 11);
    assert(i != 1 || r != 3);
    return r;
}

int loop(int n, unsigned char x)
{
    int s = 0;
    for (int i = 0; i < 4 && i < n; i++) {
        s = risky(s ^ x);
        assert(s != 2 || i != 2);
    }
    return s;
}
