"""Random C functions for backward analyses: every way in which a value can flow from somewhere else.

Nested loops that are left by `break`, `continue` and `goto`, with values that leave them; recursion; pointers to locals
that calls receive, return and write through; arrays with an index from the input; structs that are copied as a whole
and in part; memory that is written in one width and read in another; globals and static locals; `switch`, `?:`, `&&`;
early returns; calls through pointers; lists on the heap. The function is `f`. All programs terminate and read nothing
uninitialised; indices, divisions, null pointers and sums can fail.

Every statement and block head has its own line, so that a program can be shrunk by removing lines.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence

HEAD = """#include <stdlib.h>
#include <string.h>
struct item { int n; signed char c; short s; int a[3]; struct item *next; };
union word { unsigned u; unsigned char b[4]; short h[2]; };
struct flags { unsigned low : 3; int mid : 5; unsigned high : 8; };
struct handler { int (*run)(int); int state; };
static int g = 1, h, fuel = 40;
static int table[4] = {3, 0, -2, 5};
static struct item shared = {2, 1, 7, {0, 4, 6}, 0};
static union word bits = {0x01020304};
static int *where = &g;
static void change(int *to, int value) { *to = value; }
static void swap(int *p, int *q) { int t = *p; *p = *q; *q = t; }
static int *choose(int which, int *p, int *q) { return which & 1 ? p : q; }
static int twice(int v) { return (v & 15) * 2; }
static int odd(int v) { g ^= v; return v & 1; }
static int (*const operations[2])(int) = {twice, odd};
static int count(int by) { static int calls = 2; calls += by & 3; return calls; }
static int down(int n, int *v) { if (n <= 0) return *v; *v ^= n; return down(n - 1, v) + 1; }
static struct item *node(int n, struct item *next)
{
    struct item *made = malloc(sizeof *made);
    if (!made) return next;
    made->n = n; made->c = 1; made->s = 2; made->next = next;
    memset(made->a, 0, sizeof made->a);
    return made;
}
static int sum(const struct item *list)
{
    unsigned all = 0;
    for (int i = 0; list && i < 4; i++, list = list->next) all += (unsigned)list->n;
    return (int)all;
}
static void redirect(int **to, int *p) { if (*to != p) *to = p; }
static int *counter(int by) { static int counts[2] = {4, 6}; counts[by & 1]++; return &counts[by & 1]; }
static int handle(struct handler *with, int v) { with->state ^= v; return with->run(with->state); }
static struct item moved(struct item old, int n) { old.n = n; old.a[1] = old.n ^ 1; return old; }
"""

#: The locals a function may have, by name; unused ones are left out.
_LOCALS = {
    "x": "int x = a;",
    "y": "int y = b & 7;",
    "z": "int z = 2;",
    "array": "int array[4] = {1, a, 3, b};",
    "s": "struct item s = {b, -1, 3, {2, 0, a}, 0};",
    "w": "union word w = {(unsigned)a};",
    "list": "struct item *list = 0;",
    "r": "int *r = &x;",
    "rr": "int **rr = &r;",
    "op": "int (*op)(int) = twice;",
    "items": "struct item items[2] = {{a, 1, 2, {b, 3, 4}, 0}, {5, 0, 1, {0, 0, a}, &items[0]}};",
    "bf": "struct flags bf = {(unsigned)a & 7, b & 7, 9};",
    "l": "long l = (long)a * 3 - b;",
    "text": 'char text[8] = "ab";',
    "with": "struct handler with = {odd, 3};",
}
_PARAMETERS = "int a, int b, unsigned char k, int *p, struct item *q"
_VALUES = (
    "x", "y", "z", "a", "b", "k", "g", "h", "*r", "**rr", "*where", "array[1]", "array[{i}]", "table[{i}]", "p[0]",
    "p[{j}]", "s.n", "s.c", "s.s", "s.a[{j}]", "q->n", "q->c", "q->a[1]", "shared.s", "shared.a[{j}]", "(int)w.u",
    "w.b[1]", "w.b[{i}]", "w.h[1]", "bits.b[{i}]", "((unsigned char *)&x)[{i}]", "((short *)array)[{i}]",
    "*(int *)((char *)array + 2)", "(list ? list->n : 0)", "(q->next ? q->next->n : z)",
)  # fmt: skip
_PLACES = (
    "x", "y", "z", "x", "y", "z", "g", "h", "*r", "**rr", "*where", "array[2]", "array[{i}]", "table[{i}]", "p[0]",
    "p[{j}]", "s.n", "s.c", "s.a[{j}]", "q->n", "q->s", "q->a[{j}]", "shared.n", "shared.a[1]", "w.b[{i}]", "w.h[0]",
    "bits.b[2]", "((unsigned char *)&y)[{i}]", "((short *)array)[{i}]", "((char *)&s)[{i}]", "items[{j}].n",
    "items[1].a[{j}]", "bf.mid", "bf.high", "l", "text[{j}]", "with.state",
)  # fmt: skip
_ADDRESSES = (
    "&x", "&y", "&z", "&g", "&array[1]", "array + ({i})", "&s.a[{j}]", "&s.n", "&q->n", "&shared.n", "p", "where",
    "r", "&table[{i}]", "&items[{j}].n",
)  # fmt: skip
_SPECIAL = (
    "change({at}, {v});",
    "swap({at}, {at});",
    "r = {at};",
    "r = choose({v}, {at}, {at});",
    "*choose({v}, {at}, {at}) = {v};",
    "where = {g};",
    "*rr = {at};",
    "{to} = down({v} & 3, {at});",
    "{to} = count({v});",
    "op = operations[{v} & 1];",
    "{to} = op({v});",
    "op = {c} ? odd : twice;",
    "list = node({v}, list);",
    "{to} = sum(list);",
    "{to} = sum(q);",
    "if (list) list->a[{j}] = {v};",
    "if (list) list = list->next;",
    "if (list && list->n > 0) r = &list->n;",
    "s = shared;",
    "shared = *q;",
    "*q = s;",
    "s = moved(*q, {v});",
    "if (list) s = *list;",
    "memcpy(array, table, 8);",
    "memcpy(s.a, &array[1], sizeof s.a);",
    "memcpy(&w, &{m}, 4);",
    "memcpy((char *)array + ({i}), &x, 4);",
    "memcpy(array, p, {v} & 15);",
    "memmove(array + 1, array, 12);",
    "memset(&{m}, {v}, 4);",
    "memset(array, 0, {v} & 7);",
    "w.u ^= (unsigned){v};",
    "bits = w;",
    "{to} = {v} / (y + {n});",
    "{to} = {v} + {v};",
    "{to} = table[{v}];",
    "{to} = 1 << ({v} & 31);",
    "{to} = {v} >> {n};",
    "{to} = {c} && {c};",
    "{to} = {c} || {v};",
    "{to} = {c} ? {v} : {v};",
    "*({c} ? {at} : {at}) = {v};",
    "if ({c} && ({to} = {v}) > 2) y++;",
    "{{ static int kept = 1; kept += x & 3; {to} = kept; }}",
    "{to}++;",
    "redirect(&r, {at});",
    "r = counter({v});",
    "*counter({v}) = {v};",
    "{to} = handle(&with, {v});",
    "with.run = {c} ? twice : odd;",
    "items[{j}] = s;",
    "items[0].next = &items[{j}];",
    "s.next = {c} ? list : &items[1];",
    "if (s.next) s.next->n = {v};",
    "if (s.next) {to} = s.next->n;",
    "{{ struct item *old = list; if (old) {{ list = old->next; free(old); }} }}",
    "bf.low = (unsigned){v} & 7;",
    'strcpy(text, {c} ? "xyz" : "k");',
    "{to} = (int)strlen(text);",
    '{to} = strcmp(text, "xy");',
    "l = l * 5 + {v};",
    "if (l > {v}) {to} = (int)(l & 0xff);",
    "{to} = (r == {at});",
    "{to} -= {v} & 7;",
)


class Shapes:
    """One program. A `small` one has a single function and few lines."""

    def __init__(self, seed: int, small: bool = False) -> None:
        self._chance = random.Random(seed)
        self._lines = HEAD.splitlines()
        self._depth = 0
        self._loops: list[str] = []  # counters of the loops that `break` and `continue` apply to
        self._names = 0
        self._calls = False  # whether there is a function to call
        self._outs: list[str] = []
        self._counted: list[str] = []  # counters of loops that have ended
        chance = self._chance
        # few statements and places per program, so that what is written is also read
        self._special = chance.sample(_SPECIAL, 9)
        self._places = chance.sample(_PLACES, 5)
        self._values = [*chance.sample(_VALUES, 6), *self._places, "a", "b"]
        self._addresses = chance.sample(_ADDRESSES, 4)
        callee = not small and chance.random() < 0.7
        if callee:
            self._calls = chance.random() < 0.3  # itself
            self._function("static int other", "if (fuel-- <= 0) return 0;", chance.randint(2, 5))
        self._calls = callee
        self._function("int f", "", chance.randint(2, 5) if small else chance.randint(4, 9))
        self.text = "\n".join(self._lines) + "\n"

    def _add(self, text: str) -> None:
        self._lines.append("    " * self._depth + text)

    def _function(self, name: str, first: str, size: int) -> None:
        before, self._lines = self._lines, []
        self._depth = 1
        self._outs, self._counted = [], []
        for _ in range(size):
            self._statement()
        if self._outs:
            self._counted = []  # not all of them are declared on every way to there
        for label in self._outs:
            self._add(f"{label}: ;")
        self._add(f"return {self._value()};")
        self._depth = 0
        body = self._lines
        for local, line in reversed(_LOCALS.items()):
            if any(re.search(rf"\b{local}\b", text) for text in body):
                body.insert(0, f"    {line}")
        begin = [f"{name}({_PARAMETERS})", "{", *([f"    {first}"] if first else [])]
        self._lines = [*before, *begin, *body, "}"]

    # --- expressions

    def _filled(self, texts: Sequence[str]) -> str:
        chance = self._chance
        text = chance.choice(texts)
        i = chance.choice(("a & 3", "b & 3", "z & 3", "x & 3", "0", "3", *self._loops))
        j = chance.choice(("a & 1", "b & 1", "y & 1", "1", *(f"{loop} & 1" for loop in self._loops)))
        return text.replace("{i}", i).replace("{j}", j)

    def _value(self) -> str:
        chance = self._chance
        if chance.random() < 0.15:
            return str(chance.choice((0, 1, 2, 3, 5, -1, 100)))
        if (self._loops or self._counted) and chance.random() < 0.2:
            return chance.choice(self._loops + self._counted)
        one = self._filled(self._values)
        if chance.random() < 0.25:
            return f"({one} {chance.choice('&|^')} {self._filled(self._values)})"
        return (
            f"(int)((unsigned)({one}) {chance.choice('+-*')} {chance.randint(0, 9)})" if chance.random() < 0.2 else one
        )

    def _condition(self) -> str:
        compare = self._chance.choice(("<", ">", "==", "!=", ">="))
        right = self._value() if self._chance.random() < 0.4 else str(self._chance.randint(-1, 6))
        return f"{self._value()} {compare} {right}"

    # --- statements

    def _statement(self) -> None:
        pick = self._chance.random()
        deep = self._depth >= 4
        if pick < 0.2 or deep:
            self._add(f"{self._filled(self._places)} = {self._value()};")
        elif pick < 0.45:
            self._add_special()
        elif pick < 0.65:
            self._branch()
        elif pick < 0.82:
            self._loop()
        elif pick < 0.86:
            self._switch()
        elif pick < 0.88:
            self._again()
        elif pick < 0.94 and self._calls:
            values = f"{self._value()}, {self._value()}, (unsigned char)({self._value()})"
            pointers = f"{self._filled(self._addresses)}, {self._chance.choice(('q', '&s', '&shared'))}"
            self._add(f"{self._filled(self._places)} = other({values}, {pointers});")
        else:
            self._leave()

    def _add_special(self) -> None:
        text = self._chance.choice(self._special)
        makers: dict[str, Callable[[], str]] = {
            "{at}": lambda: self._filled(self._addresses),
            "{v}": self._value,
            "{c}": self._condition,
            "{to}": lambda: self._filled(self._places),
            "{n}": lambda: str(self._chance.randint(0, 5)),
            "{m}": lambda: self._chance.choice(("x", "array[1]", "s.n", "s.s", "w", "g")),
            "{g}": lambda: self._chance.choice(("&g", "&h", "&table[2]", "&shared.n", "r")),
        }
        for key, make in makers.items():
            while key in text:
                text = text.replace(key, make(), 1)
        self._add(self._filled((text,)).replace("{{", "{").replace("}}", "}"))

    def _block(self, most: int = 3) -> None:
        self._depth += 1
        counted = len(self._counted)
        for _ in range(self._chance.randint(1, most)):
            self._statement()
        del self._counted[counted:]
        self._depth -= 1

    def _branch(self) -> None:
        condition = self._condition()
        if self._chance.random() < 0.25:
            condition += f" {self._chance.choice(('&&', '||'))} {self._condition()}"
        self._add(f"if ({condition}) {{")
        self._block()
        if self._chance.random() < 0.5:
            self._add("} else {")
            self._block()
        self._add("}")

    def _loop(self) -> None:
        """At most three rounds. The counter is declared before the loop, so that its last value can be used."""
        self._names += 1
        name = f"i{self._names}"
        bound = self._chance.choice(("2", "3", f"({self._value()} & 3)", f"({self._value()} & 1)", *self._counted[-1:]))
        kind = self._chance.random()
        self._add(f"int {name} = 0;")
        if kind < 0.6:
            self._add(f"for (; {name} < {bound}; {name}++) {{")
        elif kind < 0.8:
            self._add(f"while ({name}++ < {bound} && {self._condition()}) {{")
        else:
            self._add("do {")
        self._loops.append(name)
        self._block()
        if self._chance.random() < 0.3:
            self._depth += 1
            self._leave()
            self._block(1)
            self._depth -= 1
        self._loops.pop()
        self._add("}" if kind < 0.8 else f"}} while (++{name} < {bound});")
        self._counted.append(name)
        if self._chance.random() < 0.3:
            self._add(f"{self._filled(self._places)} = {name};")

    def _leave(self) -> None:
        ways = [f"return {self._value()};"]
        if self._loops:
            ways += ["break;", "break;", "continue;"]
        if not self._outs and self._chance.random() < 0.5:
            self._outs.append(f"out{self._names}")
        ways += [f"goto {label};" for label in self._outs] * 2
        if self._chance.random() < 0.1:
            ways.append("exit(3);")
        self._add(f"if ({self._condition()}) {self._chance.choice(ways)}")

    def _again(self) -> None:
        """A loop by `goto`; sometimes it is entered in the middle."""
        self._names += 1
        name, label = f"n{self._names}", f"again{self._names}"
        self._add(f"int {name} = 0;")
        if self._chance.random() < 0.4:
            self._add(f"if ({self._condition()}) goto in{label};")
        self._add(f"{label}: ;")
        self._block(2)
        self._add(f"in{label}: ;")
        self._block(1)
        self._add(f"if ({name}++ < 2 && {self._condition()}) goto {label};")

    def _switch(self) -> None:
        self._add(f"switch ({self._value()} & 3) {{")
        loops, self._loops = self._loops, []  # `break` belongs to the switch
        for value in self._chance.sample(range(4), self._chance.randint(1, 3)):
            self._add(f"case {value}: ;")
            self._block(2)
            if self._chance.random() < 0.7:
                self._add("    break;")
        if self._chance.random() < 0.5:
            self._add("default: ;")
            self._block(1)
        self._loops = loops
        self._add("}")
