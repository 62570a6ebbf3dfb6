"""Large C programs for measurements: functions, loops, structs, arrays, pointers, function pointers, lists on the heap.

They compile without relevant warnings, have no undefined behaviour, and terminate: every function and every loop burns
`fuel`. `subject(int x, int y)` is the function to analyse or explore; `main` calls it once.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

_HEAD = """#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct point { int x; int y; unsigned char tag[4]; };
struct item { int key; struct item *next; struct point at; };
struct shape { struct point corners[4]; struct item *items; int (*measure)(struct shape *, int); unsigned count; };
union word { unsigned whole; struct { unsigned short low, high; } half; unsigned char bytes[4]; };

static int fuel = 3000;
static int shared[16];
static unsigned total;
static struct shape shapes[4];
static struct point origin = {1, 2, {3, 4, 5, 6}};
static struct item *spare;

static int burn(int amount) {
    if (fuel < amount) return 0;
    fuel -= amount;
    return 1;
}

static struct item *push(struct item *list, int key) {
    struct item *made = malloc(sizeof *made);
    if (!made) return list;
    made->key = key;
    made->next = list;
    made->at = origin;
    return made;
}

static int sum(const struct item *list) {
    unsigned found = 0;
    while (list && burn(1)) {
        found += (unsigned)list->key;
        list = list->next;
    }
    return (int)(found & 0xffff);
}

static int by_key(const void *x, const void *y) {
    int a = *(const int *)x, b = *(const int *)y;
    return a < b ? -1 : a > b;
}

static int area(struct shape *s, int scale) {
    unsigned found = 0;
    for (int i = 0; i < 4; i++) found += (unsigned)(s->corners[i].x * (scale & 7));
    return (int)(found & 0xfff);
}

static int around(struct shape *s, int scale) {
    return (s->corners[scale & 3].y & 0xfff) + (int)(s->count & 15u);
}

static int (*const measures[2])(struct shape *, int) = {area, around};
"""

_TAIL = """
int main(void) {
    printf("%d\\n", subject(3, 5));
    return 0;
}
"""

#: The parameters of every generated function.
_PARAMETERS = "int a, int b, struct shape *s, int *v"
_LOCALS = """    int t = a, u = b & 15;
    int w[8] = {0};
    struct point p = origin;
    union word m;
    m.whole = (unsigned)a;
    if (!burn(1)) return t & 15;
"""
_VALUES = (
    "t", "u", "a", "b", "p.x", "p.y", "s->count", "total", "m.half.low", "m.bytes[1]", "origin.y", "w[{i}]", "v[{i}]",
    "shared[{i}]", "s->corners[{j}].x", "s->corners[{j}].y", "p.tag[{j}]", "shapes[{j}].count",
)  # fmt: skip
_PLACES = (
    "t", "u", "t", "u", "p.x", "p.y", "w[{i}]", "v[{i}]", "shared[{i}]", "s->corners[{j}].x", "s->corners[{j}].y",
    "m.whole", "total", "shapes[{j}].count", "*(t & 1 ? &t : &v[{i}])", "(w + ({i}))[0]",
)  # fmt: skip
_SPECIAL = (
    "s->items = push(s->items, t);",
    "t = sum(s->items);",
    "t = s->measure ? s->measure(s, u) : t;",
    "s->measure = measures[(unsigned)t & 1];",
    "memcpy(&s->corners[(unsigned)u & 3], &p, sizeof p);",
    "p = s->corners[(unsigned)t & 3];",
    "qsort(w, 8, sizeof w[0], by_key);",
    "memset(w, 0, sizeof w);",
    "if (s->items) s->items->at.tag[(unsigned)u & 3] = (unsigned char)t;",
    "for (struct item *e = s->items; e && burn(1); e = e->next) e->at.x = t;",
    "spare = s->items;",
    "if (spare) t = spare->key & 0xff;",
    "{ struct point *q = &p; q->x = t; *(&q->y) = u; }",
    '{ char text[16]; snprintf(text, sizeof text, "%d", t & 0xff); u = text[0]; }',
)


class _Function:
    """Writes one function; it calls only those with smaller numbers."""

    def __init__(self, number: int, chance: random.Random) -> None:
        self.number = number
        self.chance = chance
        self.lines: list[str] = []
        self.loops = 0

    def text(self, length: int) -> str:
        while len(self.lines) < length:
            self._statement(1, 2)
        body = "\n".join(self.lines)
        head = f"static int f{self.number}({_PARAMETERS}) {{\n{_LOCALS}"
        return f"\n{head}{body}\n    return (t ^ u) & 0xffff;\n}}\n"

    def _line(self, depth: int, text: str) -> None:
        self.lines.append("    " * depth + text)

    def _filled(self, texts: Sequence[str]) -> str:
        """One of these texts, with indices for `i` (of 8) and `j` (of 4)."""
        name = self.chance.choice("tuab")
        return self.chance.choice(texts).format(i=f"(unsigned)({name}) & 7", j=f"(unsigned)({name}) & 3")

    def _value(self) -> str:
        return self._filled((*_VALUES, str(self.chance.randint(0, 99))))

    def _expression(self) -> str:
        x, y = self._value(), self._value()
        op = self.chance.choice(("+", "-", "*", "^", "|", "&"))
        return f"(int)(((unsigned)({x}) {op} (unsigned)({y})) & 0xffff)"

    def _condition(self) -> str:
        op = self.chance.choice(("<", ">", "==", "!=", "<=", ">="))
        return f"(int)({self._value()}) {op} (int)({self._value()})"

    def _statement(self, depth: int, nesting: int) -> None:
        kind = self.chance.random()
        if kind < 0.45 or depth > 4:
            self._line(depth, f"{self._filled(_PLACES)} = {self._expression()};")
        elif kind < 0.65 and nesting:
            self._line(depth, f"if ({self._condition()}) {{")
            self._block(depth + 1, nesting - 1)
            if self.chance.random() < 0.5:
                self._line(depth, "} else {")
                self._block(depth + 1, nesting - 1)
            self._line(depth, "}")
        elif kind < 0.78 and nesting:
            self.loops += 1
            name = f"i{self.loops}"
            bound = self.chance.choice(("8", "u & 7", "4"))
            self._line(depth, f"for (int {name} = 0; {name} < ({bound}) && burn(1); {name}++) {{")
            self._line(depth + 1, f"w[{name} & 7] = v[{name} & 7] + {name};")
            self._block(depth + 1, nesting - 1)
            self._line(depth, "}")
        elif kind < 0.9 and self.number:
            self._call(depth)
        else:
            self._line(depth, self.chance.choice(_SPECIAL))

    def _block(self, depth: int, nesting: int) -> None:
        for _ in range(self.chance.randint(1, 3)):
            self._statement(depth, nesting)

    def _call(self, depth: int) -> None:
        callee = f"f{self.chance.randrange(self.number)}"
        if self.chance.random() < 0.25:
            self._line(depth, f"int (*g{len(self.lines)})({_PARAMETERS}) = {self._condition()} ? {callee} : f0;")
            callee = f"g{len(self.lines) - 1}"
        place = self.chance.choice(("t", "u", "w[1]"))
        values = f"{self._expression()}, u, {self.chance.choice(('s', 's', '&shapes[t & 3]'))}"
        self._line(depth, f"{place} = {callee}({values}, {self.chance.choice(('v', 'w', 'shared', 'shared + 8'))});")


def generate(lines: int, seed: int) -> str:
    """A program of about `lines` lines."""
    chance = random.Random(seed)
    parts = [_HEAD]
    written, number = _HEAD.count("\n") + 12, 0
    while written < lines:
        text = _Function(number, chance).text(chance.randint(20, 60))
        parts.append(text)
        written += text.count("\n")
        number += 1
    calls = "".join(
        f"    x = f{n}(x, y, &shapes[{n % 4}], shared) & 0xff;\n" for n in range(max(0, number - 4), number)
    )
    parts.append(f"\nint subject(int x, int y) {{\n    x &= 0xff;\n    y &= 0xff;\n{calls}    return x;\n}}\n")
    parts.append(_TAIL)
    return "".join(parts)
