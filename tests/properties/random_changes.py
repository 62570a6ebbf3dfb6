"""Random programs with a random change, whose inputs are so few that all of them, or hundreds, can be tried.

Three kinds of programs: those of `random_faulty` (helpers, arrays, globals, structs, recursion), those of
`random_places` (decisions choose places) and those of `random_parts` (parts that have little to do with each other).
Each prints what it has computed at the end, so that nothing that a change does stays hidden.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from random import Random

from hypothesis import strategies as st

from .mutations import mutated
from .random_faulty import faulty_program
from .random_parts import program_of_parts
from .random_places import program_of_places

#: Every input is one of these.
DOMAIN = range(-1, 3)
#: So many inputs are tried at most.
MOST_TRIED = 128

_ASSUME = "extern void __VERIFIER_assume(int);\n"
_INPUT = re.compile(r"^    (int|signed char|unsigned char) (\w+) = __VERIFIER_nondet_\w+\(\);$", re.M)


@dataclass(frozen=True)
class Change:
    """Two versions of a program whose inputs are all in `DOMAIN`."""

    old: str
    new: str
    inputs: int

    def __repr__(self) -> str:
        differ = difflib.unified_diff(self.old.split("\n"), self.new.split("\n"), lineterm="", n=0)
        return self.new + "\n" + "\n".join(differ)

    def models(self) -> list[tuple[int, ...]]:
        """All inputs, or if they are too many, a part of them that has each value of each."""
        if len(DOMAIN) ** self.inputs <= MOST_TRIED:
            return list(product(DOMAIN, repeat=self.inputs))
        chance = Random(self.inputs)
        found = [tuple([value] * self.inputs) for value in DOMAIN]
        while len(found) < MOST_TRIED:
            found.append(tuple(chance.choice(DOMAIN) for _ in range(self.inputs)))
        return found


def dense_change(chance: Random) -> Change:
    text = "extern int printf(const char *, ...);\n" + faulty_program(chance, 40).text
    text = _observed(text, "f", "result, g, h, shared.n, shared.a[1], table[1]")
    return _changed(text, chance, "static int (*const operations", "int main")


def places_change(chance: Random) -> Change:
    text = f"#include <stdio.h>\n{_ASSUME}{program_of_places(chance).text}"
    text = re.sub(r"if \((x\d) > (\d)\)", lambda found: f"if ({found[1]} > {int(found[2]) % 3 - 1})", text)
    shown = _shown("a, b, c, g, h, t[0], t[1], t[2], u[0], u[1], m.v, k.v, k.w[1], *p")
    text = text.replace("    int a = 0,", f"{_assumed(text)}\n    int a = 0,", 1)
    text = text.replace("    return 0;\n}\n", f"{shown}\n    return 0;\n}}\n")
    return _changed(text, chance, "    int a = 0,", '    printf("')


def parts_change(chance: Random) -> Change:
    text = _ASSUME + program_of_parts(chance, 40).text
    shown = "result, R[0].a, R[1].a, R[2].b, S.a, S.b, S.v[1], B[0], B[1], B[2], calls, total, spare"
    return _changed(_observed(text, "run", shown), chance, "static int run(", "int main")


#: The kinds of changes, with how many of each are made.
KINDS: tuple[Callable[[Random], Change], ...] = (dense_change, dense_change, places_change, parts_change)


def random_change(seed: int) -> Change:
    """The same for the same seed."""
    chance = Random(seed)
    return chance.choice(KINDS)(chance)


@st.composite
def changes(draw: st.DrawFn) -> Change:
    """Of dense programs, for Hypothesis, which makes one that fails smaller."""
    return dense_change(draw(st.randoms(use_true_random=False)))


def _names(text: str) -> list[str]:
    return [found[2] for found in _INPUT.finditer(text)]


def _observed(text: str, function: str, shown: str) -> str:
    """With small inputs, and with what the program has done printed at the end."""
    call = f"{function}({', '.join(_names(text))})"
    end = [_assumed(text), f"    int result = {call};", _shown(shown), "    return result;"]
    return text.replace(f"    return {call};", "\n".join(end))


def _assumed(text: str) -> str:
    return "\n".join(
        f"    __VERIFIER_assume({name} >= {DOMAIN[0]});\n    __VERIFIER_assume({name} <= {DOMAIN[-1]});"
        for name in _names(text)
    )


def _shown(values: str) -> str:
    conversions = " ".join(["%d"] * (values.count(",") + 1))
    return f'    printf("{conversions}\\n", {values});'


def _changed(text: str, chance: Random, first: str, last: str) -> Change:
    """A change after the line that begins with `first` and before the one that begins with `last`."""
    lines = text.split("\n")
    start = next(n for n, line in enumerate(lines) if line.startswith(first))
    stop = max(n for n, line in enumerate(lines) if line.startswith(last))
    other = mutated(text, chance, start + 1, stop)
    old, new = (text, other) if chance.random() < 0.5 else (other, text)
    return Change(old, new, len(_names(text)))
