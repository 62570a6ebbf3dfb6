"""Random C programs made of parts that have little to do with each other, as in ordinary code.

Each part has an input and a place of its own: a member of a record, an element of an array, a node of a list, a heap
block, a string. Helpers are called several times, records are copied as a whole, functions are called through pointers
and as callbacks, counters count. Now and then a part looks at what another one has left. Faults are guarded by inputs
of their own: an exploration that leaves out a combination misses some. All programs terminate.
"""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from .random_faulty import FaultyProgram

#: Maximum number of ways through a program, not counting checks.
ROOM = 96

PREAMBLE = """#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *);
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
struct rec { int a, b; signed char c; int v[3]; int *to; int (*op)(int); };
struct node { int key; struct node *next; };
static struct rec R[3], S;
static int B[4], calls, total, spare = 1;
static struct node *list;
static char text[2][6];
static int more(int v) { calls++; return (v & 7) + 1; }
static int less(int v) { return (v & 7) - 1; }
static int (*const table[2])(int) = {more, less};
static int clamp(int v, int most) { if (v > most) return most; return v; }
static void set(struct rec *r, int v, int than) { if (v > than) r->a = 1; else r->a = 2; }
static void each(int *p, int n, int (*f)(int)) { for (int i = 0; i < n; i++) p[i] = f(p[i]); }
static void each_above(const int *p, int n, int than, void (*f)(int))
{
    for (int i = 0; i < n; i++) if (p[i] > than) f(i);
}
static void mark(int i) { B[i & 3] = 5; }
static void count(int i) { total += i; }
static void push(int key)
{
    struct node *n = malloc(sizeof *n);
    if (!n) exit(9);
    n->key = key; n->next = list; list = n;
}
static int has(int key) { for (struct node *n = list; n; n = n->next) if (n->key == key) return 1; return 0; }
static void drop(void) { struct node *n = list; if (n) { list = n->next; free(n); } }
static struct rec changed(struct rec r, int v) { r.b = v; return r; }
static void append(int key)
{
    struct node **end = &list, *n = malloc(sizeof *n);
    if (!n) exit(9);
    n->key = key; n->next = 0;
    while (*end) end = &(*end)->next;
    *end = n;
}
static void visit(struct node *n, void (*f)(struct node *, int *), int *to) { for (; n; n = n->next) f(n, to); }
static void add(struct node *n, int *context) { *context += n->key; }
static void raise(struct node *n, int *context) { if (n->key > *context) n->key++; }
static int count_of(const char *s, char c) { int n = 0; for (; *s; s++) if (*s == c) n++; return n; }
"""

#: Parts: how many ways there are through them, and their text. {x} {y} {z} are inputs, {k} {m} indices of records, {e}
#: {f} of elements, {n} {w} small numbers, {p} a place, {q} another one.
PARTS: tuple[tuple[int, str], ...] = (
    (2, "if ({x} > {n}) {p} = {w};"),
    (2, "if ({x} > {n}) {p} = {w}; else {p} = {n};"),
    (2, "{p} = {x} == {n} ? {w} : {q};"),
    (2, "{p} = clamp({x}, {n});"),
    (4, "{p} = clamp({x}, {n}); {q} = clamp({y}, {n});"),
    (4, "set(&R[{k}], {x}, {n}); set(&R[{m}], {y}, {n});"),
    (2, "set({x} > {n} ? &R[{k}] : &S, 9, {w});"),
    (8, "{{ int all[3] = {{{x}, {y}, {z}}}; for (int i = 0; i < 3; i++) if (all[i] > {n}) B[i] = {w}; }}"),
    (4, "{{ int all[2] = {{{x}, {y}}}; for (int i = 0; i < 2; i++) if (all[i] > {n}) R[i].b = {w}; else S.b = i; }}"),
    (4, "{{ int all[2] = {{{x}, {y}}}; each_above(all, 2, {n}, {g}); }}"),
    (1, "R[{k}] = R[{m}];"),
    (1, "S = R[{k}];"),
    (2, "if ({x} > {n}) R[{k}] = S;"),
    (1, "{{ struct rec t = R[{k}]; t.a = {q}; S = t; }}"),
    (1, "S = changed(R[{k}], {q});"),
    (1, "memcpy(&B[1], &B[0], 8);"),
    (1, "memcpy(R[{k}].v, B, sizeof R[{k}].v);"),
    (1, "memmove(&R[1], &R[0], sizeof R[0]);"),
    (2, "memset(B, 0, {x} > {n} ? 8 : 4);"),
    (2, "R[{k}].op = {x} > {n} ? more : less;"),
    (1, "if (R[{k}].op) {p} = R[{k}].op({q});"),
    (2, "if ({x} > {n}) {p} = R[{k}].op({q});"),
    (1, "{p} = table[{q} & 1]({n});"),
    (1, "each(B, 2, table[{q} & 1]);"),
    (2, "if ({x} > {n}) calls++;"),
    (2, "if ({x} > {n}) {{ calls++; {p} = {w}; }} else total += 2;"),
    (2, "if ({x} > {n}) push({w});"),
    (2, "if ({x} > {n}) drop();"),
    (1, "{p} = has({w});"),
    (1, "for (struct node *n = list; n; n = n->next) if (n->key == {w}) {p}++;"),
    (2, "R[{k}].to = {x} > {n} ? &B[{e}] : &spare;"),
    (2, "R[{k}].to = {x} > {n} ? &{p} : 0;"),
    (1, "if (R[{k}].to) *R[{k}].to = {w};"),
    (2, "if ({x} < {n}) *R[{k}].to = {w};"),
    (1, "{{ char *s = malloc((unsigned)({q} & 3)); if (!s) return 2; s[{p} & 1] = 1; free(s); }}"),
    (2, "{{ int *h = malloc(8); if (!h) return 2; h[0] = {q}; if ({x} > {n}) free(h); if ({q} == {w}) *h = 1; }}"),
    (4, "{{ int u; if ({x} > {n}) u = {w}; if ({y} > {n}) {p} = u; }}"),
    (2, "{{ int u[2]; u[{q} & 1] = 3; if ({x} == {n}) {p} = u[0]; }}"),
    (2, 'strcpy(text[{e} & 1], {x} > {n} ? "abc" : "k");'),
    (1, "{p} = (int)strlen(text[{f} & 1]);"),
    (1, 'printf("%d %d %s\\n", {p}, {q}, text[0]);'),
    (3, "switch ({x} & 3) {{ case 0: {p} = {w}; break; case 1: {q} = {n}; }}"),
    (3, "for (int i = 0; i < ({x} & 3) && i < 2; i++) {p} += {w};"),
    (2, "if ({x} > {n}) {{ int t = {p}; {p} = {q}; {q} = t; }}"),
    (1, "{{ int *one = &{p}, *two = &{q}; if (*one > *two) *one = *two; }}"),
    # elements that are read back, one by one
    (8, "{{ int all[3] = {{{x}, {y}, {z}}}; for (int i = 0; i < 3; i++) B[i] = all[i] > {n} ? {w} : 0; }}"),
    (1, "for (int i = 0; i < 3; i++) if (B[i] == {w}) R[i].v[{m}]++;"),
    (1, "for (int i = 0; i < 3; i++) {p} += B[i];"),
    (1, "for (int i = 0; i < 3; i++) R[i].a = B[i + 1];"),
    (4, "{{ int all[2] = {{{x}, {y}}}; for (int i = 0; i < 2; i++) R[i].op = all[i] > {n} ? more : 0; }}"),
    (1, "for (int i = 0; i < 2; i++) if (R[i].op) B[i] = R[i].op(i);"),
    # lists
    (4, "{{ int all[2] = {{{x}, {y}}}; for (int i = 0; i < 2; i++) if (all[i] > {n}) append(i + {w}); }}"),
    (2, "if ({x} == {n}) append({w});"),
    (1, "visit(list, add, &{p});"),
    (1, "{{ int than = {q}; visit(list, raise, &than); }}"),
    (1, "if (list && list->next) list->next->key = {w};"),
    # strings
    (2, "text[{e} & 1][{k}] = {x} > {n} ? 'a' : 'b';"),
    (1, "{p} = count_of(text[{e} & 1], 'b');"),
    (1, "{p} = strchr(text[0], 'b') != 0;"),
    (2, 'if ({x} > {n}) memcpy(text[0], text[1], 4);'),
    # counters, and copies of copies
    (3, "for (int i = 0; i < 2 && {x} > i; i++) calls++;"),
    (1, "R[{k}].v[{m}] = calls;"),
    (2, "{{ struct rec t[2] = {{R[{k}], S}}; R[{m}] = t[{x} > {n}]; }}"),
)  # fmt: skip

#: Parts that can fail, each only with its own input.
FAULTS: tuple[tuple[int, str], ...] = (
    (2, "if ({x} == {n}) assert({p} != {w});"),
    (2, "if ({x} == {n}) assert({p} + {q} != {w});"),
    (2, "if ({x} > {n}) {p} = 12 / {q};"),
    (1, "{p} = 12 / ({q} - {w});"),
    (1, "assert({p} != {w} || {q} != {n});"),
    (2, "if ({x} > {n}) B[{q}] = 1;"),
    (1, "{p} = B[{q} & 7];"),
    (1, "B[calls] = 1;"),
    (2, "if ({x} > {n}) assert(calls != {w});"),
    (2, "if ({x} > {n}) assert(!has({w}));"),
    (2, "if ({x} > {n}) *R[{k}].to = 1;"),
    (1, "{p} = 1 << {q};"),
    (1, "if (total > {w} && list) free(list);"),
    (2, "if ({x} < {n}) {p} = text[{e} & 1][{q}];"),
    (2, "if ({x} == {n}) exit({w});"),
    (2, "if ({x} == {n}) return {w};"),
    (1, "assert(strcmp(text[0], text[1]) <= 0 || {p} == {w});"),
    (2, "for (int i = 0; i < 3; i++) if (B[i] == {w}) assert({x} != {n});"),
    (2, "if ({x} == {n}) for (int i = 0; i < 3; i++) assert(R[i].v[{m}] != {w});"),
    (2, "if ({x} == {n}) for (struct node *n = list; n; n = n->next) assert(n->key != {w});"),
    (2, "if ({x} > {n}) {p} = list->key;"),
    (2, "if ({x} == {n}) assert(text[{e} & 1][{k}] != 'b');"),
    (2, "if ({x} > {n}) {p} = R[{k}].op({q});"),
)

#: Parts that leave a number in a place, by an input; the last ones look at the same input twice.
WRITES: tuple[tuple[int, str], ...] = (
    (2, "if ({x} > {n}) {p} = {w};"),
    (2, "if ({x} == {n}) {p} = {w};"),
    (2, "if ({x} > {n}) {p} = {w}; else {q} = {n};"),
    (3, "if ({x} != {n}) {p} = {w}; if ({x} < {n}) {p} = {w}; else {p} = {w};"),
    (3, "if ({x} != {n}) {p} = {w}; if ({x} < {n}) {p} = 0; else {p} = {w};"),
)
#: Faults that look for such a number.
LOOKING: tuple[tuple[int, str], ...] = (
    (2, "if ({x} == {n}) assert({p} != {w});"),
    (1, "assert({p} != {w});"),
    (1, "if ({p} == {w}) assert({p} != {w});"),
    (2, "if ({x} == {n} && {p} == {w}) assert({p} != {w});"),
    (1, "if ({p} == {w}) {q} = {p}; assert({q} != {w});"),
)
#: Of parts that look at what a place holds: mostly for a number that some part has written there.
LOOKS = ("{p} != {w}", "{p} == {w}")

PLACES = (
    "B[{e}]", "B[{f}]", "R[{k}].a", "R[{k}].b", "R[{m}].a", "R[{m}].v[1]", "S.a", "S.b", "total", "B[0]", "R[0].v[0]",
)  # fmt: skip
INPUTS = tuple(f"in{number}" for number in range(8))


class _PartWriter:
    """Fills in parts. Each takes inputs that no other part has, as long as there are any."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self._fresh = list(INPUTS)
        self.used: list[str] = []
        self._places = chance.sample(PLACES, 4)  # few, so that what is written is also read
        self._written: list[tuple[str, int]] = []  # places, and numbers that they may hold

    @property
    def has_written(self) -> bool:
        return bool(self._written)

    def filled(self, text: str) -> str:
        chance = self.chance
        for look in LOOKS:
            while look in text and self._written and chance.random() < 0.8:
                place, number = chance.choice(self._written[-3:])
                text = text.replace(look, look.replace("{p}", place).replace("{w}", str(number)), 1)
        while "{p} = {w}" in text:
            place, number = chance.choice(self._places), chance.randint(1, 4)
            text = text.replace("{p} = {w}", f"{place} = {number}", 1)
            self._written.append((place, number))
        for place in ("{p}", "{q}"):
            while place in text:
                text = text.replace(place, chance.choice(self._places), 1)
        for name in ("{x}", "{y}", "{z}"):
            if name in text:
                text = text.replace(name, self._input())
        indices = {"{k}": chance.randint(0, 2), "{m}": chance.randint(0, 2), "{e}": chance.randint(0, 3)}
        indices |= {"{f}": chance.randint(0, 3), "{n}": chance.randint(0, 3), "{w}": chance.randint(0, 4)}
        for name, number in indices.items():
            text = text.replace(name, str(number))
        text = text.replace("{g}", chance.choice(("mark", "count")))
        return text.replace("{{", "{").replace("}}", "}")

    def _input(self) -> str:
        if self._fresh and (not self.used or self.chance.random() < 0.8):
            self.used.append(self._fresh.pop(0))
            return self.used[-1]
        return self.chance.choice(self.used)


@st.composite
def programs_of_parts(draw: st.DrawFn, room: int = ROOM) -> FaultyProgram:
    """For Hypothesis, which makes a program that fails smaller."""
    return program_of_parts(draw(st.randoms(use_true_random=False)), room)


def program_of_parts(chance: Random, room: int = ROOM) -> FaultyProgram:
    """A program of up to thirteen parts; `room` bounds the ways through it."""
    writer = _PartWriter(chance)
    lines, ways = [], 1
    for _ in range(chance.randint(6, 13)):
        (kind,) = chance.choices((WRITES, LOOKING, FAULTS, PARTS), (25, 20, 20, 35))
        cost, text = chance.choice(WRITES if kind is LOOKING and not writer.has_written else kind)
        if ways * cost > room:
            continue
        ways *= cost
        text = writer.filled(text)
        if chance.random() < 0.12 and ways * 2 <= room:
            ways *= 2
            text = f"{writer.filled('if ({x} > {n})')} {{ {text} }}"
        elif chance.random() < 0.25:
            text = f"{writer.filled('if ({p} == {w})')} {{ {text} }}"
        lines.append(f"    {text}")
    inputs = writer.used or ["in0"]
    body = [
        f"static int run({', '.join(f'int {name}' for name in inputs)})",
        "{",
        *lines,
        f"    return {writer.filled('{p}')};",
        "}",
        "int main(void)",
        "{",
        *(f"    int {name} = __VERIFIER_nondet_int();" for name in inputs),
        f"    return run({', '.join(inputs)});",
        "}",
        "",
    ]
    return FaultyProgram(PREAMBLE + "\n".join(body))
