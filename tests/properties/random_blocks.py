"""Random C programs that allocate: temporary blocks, blocks that stay, local variables whose address is used, a varying
number of times before others. What a program does may depend on addresses as numbers (remainders, order, bytes), and
pointers are used after the end of their objects. All programs terminate.
"""

from __future__ import annotations

from random import Random

from .random_faulty import FaultyProgram

#: Maximum number of ways through a program, not counting checks.
ROOM = 160

PREAMBLE = """#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *);
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
struct node { int n; struct node *next; };
struct box { int n; int *to; };
static struct node *list;
static int *kept, *last, B[4];
static char *name;
static jmp_buf back;
static void *xmalloc(size_t n) { void *p = malloc(n); if (!p) abort(); return p; }
static struct node *made(int n, struct node *next)
{
    struct node *m = xmalloc(sizeof *m); m->n = n; m->next = next; return m;
}
static void set(int *to, int n) { *to = n; }
static int sum(int n) { int b[3] = {n & 1, n & 2, n & 4}; int s = 0; for (int i = 0; i < 3; i++) s += b[i]; return s; }
static int digits(int n) { char b[16]; snprintf(b, sizeof b, "%d", n & 255); return (int)strlen(b); }
static int extra(int count, ...)
{
    va_list l; va_start(l, count); int s = 0; while (count-- > 0) s += va_arg(l, int); va_end(l); return s;
}
static int lasting(int n) { int u = n & 3; last = &u; return u; }
static int *dangling(int n) { int u[2] = {n & 3, 1}; int *p = u; return p; }
static int hash(const void *p) { return (int)((uintptr_t)p % 7); }
static int local_hash(void) { int u = 1; return hash(&u) + u; }
static int down(int n) { int u = n; if (n > 0) { set(&u, down(n - 1) + 1); } return u; }
static int hops(int n)
{
    char *t = xmalloc(4); t[0] = (char)n; int r = n > 0 ? hops(n - 1) : 0; r += t[0]; free(t); return r;
}
static int by(struct box b) { set(&b.n, b.n + 1); return b.n + (b.to ? 1 : 0); }
static char *copied(const char *s) { char *t = xmalloc(strlen(s) + 1); return strcpy(t, s); }
static void jumps(int n) { int u = n; set(&u, n + 1); if (u > 2) longjmp(back, 1); }
static int less(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int again(int *p, int n)
{
    int *t = malloc(4); if (!t) return 0;
    *t = n; int r = p && n == 1 ? *p : *t; free(t); return n > 0 ? r + again(t, n - 1) : r;
}
"""

#: Statements: how many ways there are through them, and their text. {x} {y} are inputs, {p} {q} places, {n} {w} small
#: numbers.
STATEMENTS: tuple[tuple[int, str], ...] = (
    (2, "if ({x} > {n}) free(malloc(4));"),
    (2, "if ({x} > {n}) {{ int *t = xmalloc(8); t[0] = {w}; {p} = t[0]; free(t); }}"),
    (4, "for (int i = 0; i < 2; i++) if ({x} > i) {{ int *t = xmalloc(4); *t = i; {p} += *t; free(t); }}"),
    (2, "if ({x} > {n}) list = made({w}, list);"),
    (4, "for (int i = 0; i < 2; i++) if ({x} > i + {n}) list = made(i, list);"),
    (1, "for (struct node *i = list; i; i = i->next) {p} += i->n;"),
    (1, "if (list) {{ struct node *gone = list; list = gone->next; free(gone); }}"),
    (2, "if ({x} > {n} && !kept) {{ kept = xmalloc(8); kept[0] = {w}; kept[1] = 1; }}"),
    (1, "if (kept) {p} = kept[1];"),
    (2, "if ({x} > {n}) {{ free(kept); kept = 0; }}"),
    (2, "if ({x} > {n}) {p} = sum({w});"),
    (2, "if ({x} > {n}) {p} = digits({w});"),
    (2, "if ({x} > {n}) {p} = extra({n}, 1, {w}, 3, 4, 5, 6);"),
    (2, "if ({x} > {n}) {p} = lasting({w});"),
    (2, "if ({x} > {n}) {p} = down({w});"),
    (2, "if ({x} > {n}) {p} = hops({w});"),
    (2, "if ({x} > {n}) {{ struct box b = {{{w}, 0}}; {p} = by(b); }}"),
    (2, "if ({x} > {n}) {{ struct box b = {{{w}, &{q}}}; {p} = by(b); }}"),
    (2, "if ({x} > {n}) {{ char *t = copied(\"ab\"); free(name); name = t; }}"),
    (2, "if ({x} > {n}) {{ char *t = copied(\"abc\"); {p} = t[{w} & 3]; free(t); }}"),
    (1, "if (name) {p} = name[0] == 'a';"),
    (3, "if (!setjmp(back)) {{ if ({x} > {n}) jumps({w}); {p} = 1; }} else {p} = 2;"),
    (2, "{{ int b[3] = {{{w}, {n}, 1}}; if ({x} > {n}) qsort(b, 3, sizeof *b, less); {p} = b[0]; }}"),
    (2, "if ({x} > {n}) {{ int *t = realloc(kept, 12); if (!t) return 4; kept = t; kept[0] = kept[1] = 2;"
        " kept[2] = {w}; }}"),
    (2, "if ({x} > {n}) {p} = {w};"),
    (3, "switch ({x}) {{ case {n}: {p} = {w}; break; case 7: {q} = {n}; break; }}"),
    (3, "{{ char *t = {x} > {n} ? malloc(2) : malloc(3); if (!t) return 5; t[1] = {w}; {p} = t[1]; free(t); }}"),
    (3, "{{ int *o = 0; for (int i = 0; i < 2; i++) {{ int *t = xmalloc(4); *t = {w}; if ({x} > i) {{ free(o);"
        " o = t; }} else free(t); }} if (o) {p} = *o; free(o); }}"),
    (2, "{{ int u, v; int *t = {x} > {n} ? &u : &v; set(t, {w}); {p} = *t; }}"),
)  # fmt: skip

#: Statements that can fail, or that depend on addresses as numbers.
FAULTS: tuple[str, ...] = (
    "assert({p} != {w});",
    "{p} = 12 / ({q} - {w});",
    "B[{p}] = 1;",
    "{{ char *t = malloc(4); if (!t) return 2; {p} = hash(t); free(t); }}",
    "{{ char *t = malloc(4); if (!t) return 2; int h = hash(t); free(t); {p} = 10 / (h - {w}); }}",
    "{p} = local_hash();",
    "{p} = 10 / (local_hash() - {w});",
    "{p} = kept ? hash(kept) : 9;",
    "{p} = list ? hash(list) : 9;",
    "{{ int u, v; {p} = &u < &v; }}",
    "{{ int u; char *t = malloc(1); {p} = (char *)&u < t; free(t); }}",
    "{{ int *t = malloc(4), *s = malloc(4); {p} = t < s; free(t); free(s); }}",
    "{{ char *t = malloc(1); {p} = (intptr_t)t - (intptr_t)kept > 0; free(t); }}",
    "{{ struct box a = {{1, &{p}}}, b = {{1, kept}}; {q} = memcmp(&a, &b, sizeof a) > 0; }}",
    "{{ union {{ int *to; unsigned char b[8]; }} u; u.to = xmalloc(4); {p} = u.b[4] & 3; free(u.to); }}",
    '{{ char t[24]; int *s = xmalloc(4); snprintf(t, sizeof t, "%p", (void *)s); free(s); {p} = t[5] & 7; }}',
    "{{ int *t = xmalloc(4); *t = 1; if ({x} > {n}) free(t); {p} = *t; if ({x} <= {n}) free(t); }}",
    "{{ int *t = xmalloc(4); free(t); if ({x} > {n}) free(t); }}",
    "{{ int *o = 0; for (int i = 0; i < 3; i++) {{ int *t = xmalloc(4); *t = i; if (o && {x} == i) {p} = *o;"
    " free(t); o = t; }} }}",
    "{{ int *t[2]; for (int i = 0; i < 2; i++) {{ t[i] = xmalloc(4); *t[i] = i; if ({x} > i) free(t[i]); }}"
    " {p} = *t[0]; }}",
    "if (last) {p} = *last;",
    "if ({x} > {n}) {p} = *dangling({w});",
    "{p} = again(0, {n} & 1);",
    "if ({x} == {n}) {p} = again(0, 1);",
    "if ({x} > {n}) {{ int *t = kept; free(kept); kept = 0; if (t && {y} > {w}) {p} = *t; }}",
    "{{ uintptr_t s = 0; for (int i = 0; i < 2; i++) {{ char *t = malloc(2); s ^= (uintptr_t)t;"
    " if ({x} > i) free(t); }} {p} = s == 0; }}",
    "{{ char *t = malloc(4); char *s = t; free(t); t = malloc(4); {p} = s == t; free(t); }}",
)  # fmt: skip

PLACES = ("B[0]", "B[1]", "v", "w")


def program_of_blocks(random: Random) -> FaultyProgram:
    """A program with few inputs that allocates depending on them, again and again."""
    count = random.randint(2, 4)
    inputs = [f"x{number}" for number in range(count)]
    lines = [f"    int {name} = __VERIFIER_nondet_int();" for name in inputs]
    lines.append("    int v = 0, w = 1;")
    room, made = ROOM, 0
    while made < 9:
        ways, text = random.choice(STATEMENTS) if random.random() < 0.72 else (2, random.choice(FAULTS))
        if ways > room:
            break
        room //= ways
        made += 1
        lines.append("    " + _filled(text, random, inputs))
    lines += [f"    {_filled(random.choice(FAULTS), random, inputs)}", "    return (v + w + B[0]) & 1;"]
    return FaultyProgram(PREAMBLE + "int main(void)\n{\n" + "\n".join(lines) + "\n}\n")


def _filled(text: str, random: Random, inputs: list[str]) -> str:
    return text.format(
        x=random.choice(inputs),
        y=random.choice(inputs),
        p=random.choice(PLACES),
        q=random.choice(PLACES),
        n=random.randint(0, 3),
        w=random.randint(0, 5),
    )
