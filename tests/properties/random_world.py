"""Random small functions with globals, members that can be NULL and allocations that can fail, and a change of each.

Every input is masked where it is read, so that a few values of each show what a function does.
"""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass
from random import Random

from .mutations import mutated

HEAD = """#include <stdlib.h>
struct node { unsigned v; struct node *next; unsigned *data; };
unsigned g;
static unsigned h, table[2];
static struct { unsigned m, k; } state, saved;
void set(unsigned x, unsigned y, unsigned t, unsigned u, unsigned s)
{
    g = x; h = y; table[0] = t; table[1] = u; state.m = s;
}
void seen(unsigned out[6])
{
    out[0] = g; out[1] = h; out[2] = table[0]; out[3] = table[1]; out[4] = state.m; out[5] = saved.m;
}
"""
#: Keeps something between two calls.
COUNT = "static unsigned count(void) { static unsigned calls; return ++calls & 3; }\n"

#: In one function, so that every way in which they fail can be tried.
MOST_ALLOCATIONS = 2

_OPERATORS = ("+", "-", "*", "&", "|", "^")
_COMPARISONS = ("<", ">", "==", "!=", "<=", ">=")
_VALUES = (
    "a", "b", "x", "y", "(g & 3)", "(h & 1)", "(table[b] & 1)", "(n->v & 1)", "(state.m & 1)", "1", "2", "3",
)  # fmt: skip
_PLACES = ("g", "h", "table[b]", "n->v", "state.m", "state.k")


@dataclass(frozen=True)
class WorldChange:
    """Two versions of `unsigned f(unsigned a, unsigned b, struct node *n)`."""

    old: str
    new: str

    def __str__(self) -> str:
        differ = difflib.unified_diff(self.old.split("\n"), self.new.split("\n"), lineterm="", n=0)
        return self.new + "\n" + "\n".join(differ)


class _Writer:
    """Writes the body of one function; a helper calls no other one, and has no list."""

    def __init__(self, chance: Random, helper: bool = False) -> None:
        self.chance = chance
        self.lines: list[str] = []
        self.helper = helper
        self.counts = chance.random() < 0.15
        self.values = [value for value in _VALUES if not helper or not re.search(r"\b[an]\b", value)]

    def value(self, depth: int = 2) -> str:
        pick = self.chance.choice
        if depth == 0 or self.chance.random() < 0.4:
            return pick(self.values)
        if self.chance.random() < 0.2 and not self.helper:
            calls = [
                f"help({self.value(depth - 1)})",
                f"other({self.value(depth - 1)}, b)",
                *(["count()"] * self.counts),
            ]
            return pick(calls)
        if self.chance.random() < 0.15:
            return f"({self.condition()} ? {self.value(depth - 1)} : {self.value(depth - 1)})"
        return f"({self.value(depth - 1)} {pick(_OPERATORS)} {self.value(depth - 1)})"

    def condition(self) -> str:
        return f"{self.value(1)} {self.chance.choice(_COMPARISONS)} {self.value(1)}"

    def add(self, depth: int, text: str) -> None:
        self.lines.append("    " * depth + text)

    def statement(self, depth: int) -> None:
        kind = self.chance.randrange(14)
        if kind < 3:
            self.add(depth, f"{self.chance.choice('xy')} = {self.value()};")
        elif kind == 3:
            places = [place for place in _PLACES if not self.helper or "n" not in place]
            self.add(depth, f"{self.chance.choice(places)} = {self.value()};")
        elif kind == 4 and not self.helper:
            self.member(depth)
        elif kind == 5 and not self.helper:
            self.allocation(depth)
        elif kind == 6:
            self.add(depth, f"for (unsigned i = 0; i < 2; i++) y += (table[i] & 1) * {self.value(1)};")
        elif kind == 7:
            self.add(depth, f"if ({self.condition()}) return {self.value(1)};")
        elif kind == 8:
            self.add(depth, self.chance.choice(("saved = state;", "state = saved;", "saved.m = state.k;")))
        elif depth < 3:
            self.block(depth)

    def member(self, depth: int) -> None:
        """What a pointer in the list leads to; it can be NULL."""
        name, access = self.chance.choice((("n->next", "n->next->v"), ("n->data", "*n->data")))
        guard = self.chance.choice(("", f"if ({name}) ", f"if ({name} && a) "))
        value = self.value(1)
        use = (f"x = ({access} & 1) + {value};", f"{access} = {value};", f"{name} = 0;", f"y = {name} == 0;")
        self.add(depth, guard + self.chance.choice(use))

    def allocation(self, depth: int) -> None:
        if sum("alloc" in line for line in self.lines) == MOST_ALLOCATIONS:
            return
        self.add(depth, self.chance.choice(("p = malloc(sizeof *p);", "p = calloc(1, sizeof *p);")))
        if self.chance.random() < 0.6:
            self.add(depth, f"if (!p) return {self.value(1)};")
        self.add(depth, f"*p = {self.value(1)};")
        self.add(depth, f"x = *p + {self.value(1)};")
        self.add(depth, "free(p);")

    def block(self, depth: int) -> None:
        self.add(depth, f"if ({self.condition()}) {{")
        self.statements(depth + 1, 2)
        if self.chance.random() < 0.5:
            self.add(depth, "} else {")
            self.statements(depth + 1, 2)
        self.add(depth, "}")

    def statements(self, depth: int, most: int) -> None:
        for _ in range(self.chance.randint(1, most)):
            self.statement(depth)


def world_change(seed: int) -> WorldChange:
    """The same for the same seed."""
    chance = Random(seed)
    other, writer = _Writer(chance, helper=True), _Writer(chance)
    condition = f"x {chance.choice(_COMPARISONS)} {chance.randrange(4)}"
    lines = ["static unsigned help(unsigned x)", "{", f"    if ({condition}) return x + (g & 1);", "    return x;", "}"]
    other.statements(1, 2)
    lines += ["static unsigned other(unsigned x, unsigned b)", "{", "    unsigned y = 1;", *other.lines]
    lines += ["    return x + (y & 7);", "}"]
    writer.statements(1, 5)
    lines += ["unsigned f(unsigned a, unsigned b, struct node *n)", "{", "    a &= 3; b &= 1;"]
    lines += ["    unsigned x = a, y = b, *p = 0;", *writer.lines, "    return x + (y & 7);", "}", ""]
    head = HEAD + COUNT
    versions = [head + "\n".join(each) for each in (lines, _changed(lines, chance))]
    return WorldChange(*(versions if chance.random() < 0.5 else versions[::-1]))


def _changed(lines: list[str], chance: Random) -> list[str]:
    for _ in range(60):
        if chance.random() < 0.3:
            made = _of_pointers(lines, chance.randrange(len(lines)), chance)
        else:
            made = mutated("\n".join(lines), chance, _first_used(lines), len(lines) - 2).split("\n")
        if made is not None and made != lines and _heap(made) == _heap(lines) and _is_small(made):
            return made
    return lines


def _first_used(lines: list[str]) -> int:
    """The first line of the first function that is called."""
    used = [
        name
        for name in ("help", "other", "f")
        if name == "f" or any(f"{name}(" in line for line in lines if not line.startswith("static"))
    ]
    return next(n for n, line in enumerate(lines) if f" {used[0]}(unsigned" in line) + 2


def _of_pointers(lines: list[str], number: int, chance: Random) -> list[str] | None:
    """A test of a pointer that is added, dropped or changed; an allocation that is filled with zeros."""
    line, before, after = lines[number], lines[:number], lines[number + 1 :]
    guard = re.match(r"^( +)if \((n->next|n->data)(?: && a)?\) ", line)
    if guard is not None:
        other = chance.choice(("", f"if ({guard[2]}) ", f"if (n->next && {guard[2]}) ", f"if ({guard[2]} || a) "))
        return [*before, guard[1] + other + line[guard.end() :], *after]
    access = re.match(r"^( +)[^i].*(n->next->|\*n->data)", line)
    if access is not None:
        name = "n->next" if "next" in access[2] else "n->data"
        return [*before, f"{access[1]}if ({name}) {line.lstrip()}", *after]
    if line.lstrip().startswith("if (!p) return"):
        return [*before, *after]
    if line.lstrip().startswith("*p = ") and "if (!p)" not in before[-1]:
        return [*before, f"    if (!p) return {chance.randrange(4)};", line, *after]
    if "malloc(sizeof *p)" in line:
        return [*before, line.replace("malloc(", "calloc(1, "), *after]
    return None


def _heap(lines: list[str]) -> list[str]:
    """The uses of allocated memory: it is written before it is read, and freed once, in both versions."""
    used = (re.match(r" *(p = \w|\*p =|x = \*p|free\(p\)|.*(?:\*p\b|free|alloc))", line) for line in lines)
    return [re.sub("p = [mc]", "p = ", found[1]) for found in used if found is not None]


def _is_small(lines: list[str]) -> bool:
    """Are all inputs masked where they are read, and all loops short?"""
    text = "\n".join(lines)
    return not re.search(r"\+= 2\)|<= 2; i|table\[[^bi]|\[b [^\]]|(?<![.>])\bb [-+*^|]?= (?!b)|a [|&^]?= [^3]", text)
