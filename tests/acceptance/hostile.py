"""Programs that want more time or memory than anybody gives them."""

from __future__ import annotations

from collections.abc import Mapping

_HEADERS = "#include <math.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"

_BODIES = {
    "filling": """int f(unsigned char c, unsigned n)
{
    char *p = malloc(1u << 30);
    if (!p) return 0;
    for (unsigned i = 0; i < 100000; i++) memset(p + i, c + i, (1u << 30) - i - (n & 7));
    return p[n & 0xfffff];
}""",
    "doubling": """int f(unsigned char c)
{
    char *p = malloc(1u << 28);
    if (!p) return 0;
    p[0] = c;
    for (int k = 0;; k++) {
        for (size_t n = 1; n < 1u << 27; p[n - 1] = c ^ k) {
            memcpy(p + n, p, n);
            n *= 2;
        }
        if (p[k] == 77) return 1;
    }
}""",
    "allocating": """struct node { struct node *next; int value[16]; };
int f(int x)
{
    struct node *head = 0;
    int s = 0;
    for (int i = 0;; i++) {
        struct node *p = malloc(sizeof *p);
        if (!p) return s;
        p->next = head;
        for (int k = 0; k < 16; k++) p->value[k] = x + i * k;
        head = p;
        if (head->value[3] == x + 3) s++;
        if (x == i) return s;
    }
}""",
    "products": """int f(unsigned long a, unsigned long b, unsigned long c)
{
    if (a > 1 && b > 1 && a * b == 0xfffffffb00000005ul && a * c % 1000003 == 17) return 1;
    if (a * a * a + b * b * b == c * c * c && a > 3 && b > 3) return 2;
    if ((a ^ b * c) % 999983 == a * b % 7919) return 3;
    return 0;
}""",
    "recursion": """static int g(int n, int x)
{
    if (n <= 0) return x;
    if (x & 1) return g(n - 1, x / 2) + 1;
    return g(n - 1, x * 3 + n);
}
int f(int n, int x) { return g(n, x); }""",
    "printing": """int f(unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j < 1u << (i & 31); j++) printf("%u %u %u\\n", i, j, n);
    return 0;
}""",
    "formatting": """int f(int n)
{
    char *p = malloc(100000000);
    if (!p) return 0;
    for (int i = 0;; i++) {
        snprintf(p, 100000000, "%0*d", 50000000 + i, n);
        if (p[i] == 'x') return 1;
    }
}""",
    "searching": """int f(unsigned char c)
{
    char *p = malloc(100000000);
    int s = 0;
    if (!p) return 0;
    memset(p, c | 1, 99999999);
    p[99999999] = 0;
    for (int i = 0; i < 1000000; i++) {
        s += strlen(p + i);
        s ^= strchr(p, 'a' + i % 26) != 0;
    }
    return s;
}""",
    "bits": """int f(unsigned x, unsigned y)
{
    int s = 0;
    for (int i = 0; i < 32; i++) {
        if (x >> i & 1) s += i;
        if (y >> i & 1) s ^= i;
    }
    return s;
}""",
    "sorting": """int f(int a[12])
{
    for (int i = 0; i < 12; i++)
        for (int j = i + 1; j < 12; j++)
            if (a[j] < a[i]) {
                int t = a[i];
                a[i] = a[j];
                a[j] = t;
            }
    return a[0];
}""",
    "indices": """static unsigned t[1 << 20];
int f(unsigned a, unsigned b, unsigned c)
{
    for (unsigned i = 0; i < 1u << 20; i++) t[i] = i * 2654435761u;
    t[a & 0xfffff] = b;
    t[t[b & 0xfffff] & 0xfffff] = c;
    if (t[t[c & 0xfffff] & 0xfffff] == a) return 1;
    return t[a & 0xffff];
}""",
    "floats": """int f(double a, double b, double c)
{
    double d = b * b - 4 * a * c;
    if (d < 0) return 0;
    double r = (-b + sqrt(d)) / (2 * a);
    if (fabs(a * r * r + b * r + c) > 1e-9 && r > 1 && r < 2) return 1;
    if (sin(r) * sin(r) + cos(r) * cos(r) > 1) return 2;
    return 3;
}""",
    "words": """int f(char *s, char *t)
{
    int n = 0;
    for (char *p = strtok(s, ",; "); p; p = strtok(0, ",; ")) {
        if (strstr(t, p)) n++;
        if (strcspn(p, t) > 2) n += 2;
        if (!strncmp(p, "key", 3)) n += 100;
    }
    return n;
}""",
    "spinning": """unsigned f(unsigned x)
{
    unsigned long h = x;
    for (;;) {
        h = h * 6364136223846793005ul + 1442695040888963407ul;
        if (h == x + 1ul) return h >> 33;
    }
}""",
}


def _many_functions(count: int = 400) -> str:
    """Functions that call each other and share what they change."""
    made = [f"int f{i}(int, int *);" for i in range(count)]
    for i in range(count):
        first, second, third = (i * 7 + 1) % count, (i * 3 + 2) % count, (i * 5 + 3) % count
        made.append(
            f"int f{i}(int x, int *p) {{ static int s; s += x; *p += s;"
            f" if (x < {i}) return f{first}(x + 1, p) + f{second}(x - 2, p);"
            f" if (x == {i * 13}) return f{third}(x / 2, &s); return x; }}"
        )
    return "\n".join((*made, "int f(int x) { int y = x; return f0(x, &y) + y; }"))


#: Each has a function `f`.
PROGRAMS: Mapping[str, str] = {
    **{name: f"{_HEADERS}{body}\n" for name, body in _BODIES.items()},
    "calls": _many_functions(),
}
