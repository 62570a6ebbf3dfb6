"""The checks in a C test for what the driver observes: one per value, or one per whole array.

They are grouped once per suite; each test only fills in its expected values.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from secateur.harness.plan import Leaf, Pointer
from secateur.harness.sights import Sight
from secateur.suite.test import NON_NULL, text_float
from secateur.suite.writers import literals

_ITEM = re.compile(r"(.*)\[(\d+)\]")


@dataclass(frozen=True, slots=True)
class Check:
    """A check of one value, or of the first items of an array; `names` are the names of the observations."""

    macro: str
    place: str
    sights: tuple[Sight, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(sight.name for sight in self.sights)

    def statement(self, texts: Sequence[str]) -> str:
        """The check in C, given what was observed."""
        if self.macro == "CHECK_NULL":
            return f"{'CHECK_NULL' if texts[0] == 'null' else 'CHECK_NOT_NULL'}({self.place});"
        if self.macro == "CHECK_TEXT":
            data = bytes(int(text) & 255 for text in texts)
            return f"CHECK_TEXT({self.place}, {len(data)}, {literals.text(data.rstrip(bytes(1)))});"
        if self.macro.startswith("CHECK_FLOAT") and NON_NULL in texts:
            return f"/* {self.place} holds an address, which is another one in each run */"
        expected = [_expected(sight, text) for sight, text in zip(self.sights, texts, strict=True)]
        line = f"{self.macro}({self.place}, {', '.join(expected)});"
        if len(line) <= 96:
            return line
        return f"{self.macro}({self.place}, {literals.braces(expected, 4)[1:-1].rstrip().rstrip(',')});"


def is_private(place: str) -> bool:
    """Is this a member that belongs to the C library? Another one may call it differently."""
    return re.search(r"(\.|->)__", place) is not None


def group(sights: Sequence[Sight]) -> tuple[Check, ...]:
    """The checks for these observations, in order."""
    checks: list[Check] = []
    run: list[Sight] = []
    for sight in sights:
        if run and not _continues(run, sight):
            checks.extend(_checks(run))
            run = []
        run.append(sight)
    checks.extend(_checks(run))
    return tuple(checks)


def _continues(run: Sequence[Sight], sight: Sight) -> bool:
    """Is it the next item of the array that `run` begins with?"""
    first, here = _ITEM.fullmatch(run[0].place), _ITEM.fullmatch(sight.place)
    return (
        first is not None
        and here is not None
        and first[2] == "0"
        and first[1] == here[1]
        and int(here[2]) == len(run)
        and _macro(run[0]) == _macro(sight)
        and isinstance(sight, Leaf)
    )


def _checks(run: Sequence[Sight]) -> list[Check]:
    if len(run) < 2:
        return [Check(_macro(sight), sight.place, (sight,)) for sight in run]
    item = _ITEM.fullmatch(run[0].place)
    assert item is not None
    is_text = all(isinstance(sight, Leaf) and sight.kind == "char" for sight in run)
    return [Check("CHECK_TEXT" if is_text else f"{_macro(run[0])}S", item[1], tuple(run))]


def _macro(sight: Sight) -> str:
    if isinstance(sight, Pointer):
        return "CHECK_NULL"
    if sight.kind in ("f32", "f64"):
        return "CHECK_FLOAT"
    if sight.kind == "f80":
        return "CHECK_LONG_DOUBLE"
    return "CHECK_INT" if sight.signed else "CHECK_UINT"


def _expected(sight: Sight, text: str) -> str:
    assert isinstance(sight, Leaf)
    return _literal(sight.kind, sight.enumerators, text)


@lru_cache(maxsize=65536)
def _literal(kind: str, enumerators: tuple[tuple[str, int], ...], text: str) -> str:
    if kind in ("f32", "f64"):
        return literals.floating(text_float(text), kind)
    if kind == "f80":
        return literals.long_double_of(text)
    value = int(text)
    if kind == "char":
        return literals.character(value & 255)
    return next((name for name, each in enumerators if each == value), None) or literals.integer(value)
