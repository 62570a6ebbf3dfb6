"""Random small functions with globals, members that can be NULL and allocations that can fail, and a change of each.

Every input is masked where it is read, so that a few values of each show everything that a function does.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random

HEAD = """#include <stdlib.h>
struct node { unsigned v; struct node *next; };
unsigned g;
static unsigned h, table[2];
void set(unsigned x, unsigned y, unsigned t, unsigned u) { g = x; h = y; table[0] = t; table[1] = u; }
void seen(unsigned out[4]) { out[0] = g; out[1] = h; out[2] = table[0]; out[3] = table[1]; }
"""

#: In one function, so that every way in which they fail can be tried.
MOST_ALLOCATIONS = 2

_OPERATORS = ("+", "-", "*", "&", "|", "^")
_COMPARISONS = ("<", ">", "==", "!=", "<=", ">=")


@dataclass(frozen=True)
class WorldChange:
    """Two versions of `unsigned f(unsigned a, unsigned b, struct node *n)`."""

    old: str
    new: str

    def __str__(self) -> str:
        ours, theirs = self.old.split("\n"), self.new.split("\n")
        gone = [f"-{line}" for line in ours if line not in theirs]
        came = [f"+{line}" for line in theirs if line not in ours]
        return "\n".join([self.old, *gone, *came])


class _Writer:
    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.lines: list[str] = []
        self.has_next = True

    def value(self, depth: int = 2) -> str:
        pick = self.chance.choice
        if depth == 0 or self.chance.random() < 0.4:
            return pick(("a", "b", "x", "y", "(g & 3)", "(h & 1)", "(table[b] & 1)", "(n->v & 1)", "1", "2", "3"))
        if self.chance.random() < 0.15:
            return f"help({self.value(depth - 1)})"
        if self.chance.random() < 0.15:
            return f"({self.condition()} ? {self.value(depth - 1)} : {self.value(depth - 1)})"
        return f"({self.value(depth - 1)} {pick(_OPERATORS)} {self.value(depth - 1)})"

    def condition(self) -> str:
        return f"{self.value(1)} {self.chance.choice(_COMPARISONS)} {self.value(1)}"

    def add(self, depth: int, text: str) -> None:
        self.lines.append("    " * depth + text)

    def statement(self, depth: int) -> None:
        kind = self.chance.randrange(12)
        if kind < 3:
            self.add(depth, f"{self.chance.choice('xy')} = {self.value()};")
        elif kind == 3:
            self.add(depth, f"{self.chance.choice(('g', 'h', 'table[b]', 'n->v'))} = {self.value()};")
        elif kind == 4:
            guard = self.chance.choice(("", "if (n->next) ", "if (n->next && a) "))
            self.add(depth, f"{guard}x = (n->next->v & 1) + {self.value(1)};")
        elif kind == 5:
            self.allocation(depth)
        elif kind == 6:
            self.add(depth, f"for (unsigned i = 0; i < 2; i++) y += (table[i] & 1) * {self.value(1)};")
        elif kind == 7:
            self.add(depth, f"if ({self.condition()}) return {self.value(1)};")
        elif depth < 3:
            self.block(depth)

    def allocation(self, depth: int) -> None:
        if sum("malloc" in line for line in self.lines) == MOST_ALLOCATIONS:
            return
        self.add(depth, "p = malloc(sizeof *p);")
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
    writer = _Writer(chance)
    helper = _Writer(chance)
    condition = f"x {chance.choice(_COMPARISONS)} {chance.randrange(4)}"
    helper.lines = [
        "static unsigned help(unsigned x)",
        "{",
        f"    if ({condition}) return x + (g & 1);",
        "    return x;",
    ]
    writer.statements(1, 5)
    lines = [*helper.lines, "}", "unsigned f(unsigned a, unsigned b, struct node *n)", "{", "    a &= 3; b &= 1;"]
    lines += ["    unsigned x = a, y = b, *p = 0;", *writer.lines, "    return x + (y & 7);", "}", ""]
    return WorldChange(HEAD + "\n".join(lines), HEAD + "\n".join(_changed(lines, chance)))


def _changed(lines: list[str], chance: Random) -> list[str]:
    for _ in range(60):
        number = chance.randrange(2, len(lines) - 2)
        made = _mutant(lines, number, chance)
        if made is not None and made != lines and "\n".join(made).count("malloc") == "\n".join(made).count("free"):
            return made
    return lines


def _mutant(lines: list[str], number: int, chance: Random) -> list[str] | None:
    line = lines[number]
    if (
        not line.startswith("    ")
        or line.startswith(("    a &=", "    unsigned"))
        or "for (" in line
        or line == "    return x;"
    ):
        return None
    before, after = lines[:number], lines[number + 1 :]
    way = chance.randrange(7)
    if way == 0:
        found = list(re.finditer(r" ([-+*^|]|<=?|>=?|[!=]=) ", line))
        if not found:
            return None
        one = chance.choice(found)
        words = _COMPARISONS if one[1] in _COMPARISONS else _OPERATORS
        return [*before, f"{line[: one.start()]} {chance.choice(words)} {line[one.end() :]}", *after]
    if way == 1:
        found = list(re.finditer(r"(?<![\w&] )\b[0-3]\b(?!\))", line))
        if not found:
            return None
        one = chance.choice(found)
        return [*before, line[: one.start()] + str(chance.randrange(4)) + line[one.end() :], *after]
    if way == 2:
        guard = re.match(r"^( +)if \(n->next(?: && a)?\) ", line)
        return None if guard is None else [*before, guard[1] + line[guard.end() :], *after]
    if way == 3:
        swapped = re.sub(r"(?<![\w*>])(\w+) ([-+*&|^]) (\w+)(?![\w\[(-])", r"\3 \2 \1", line, count=1)
        return [*before, swapped, *after]
    if way == 4 and line.endswith(";") and "p" not in line.replace("help", ""):
        return [*before, *after]
    if way == 5 and line.lstrip().startswith("x = *p"):
        return [*before, f"    if (!p) return {chance.randrange(4)};", line, *after]
    if way == 6 and line.endswith(";") and after and after[0].endswith(";") and "p" not in line + after[0]:
        return [*before, after[0], line, *after[1:]]
    return None
