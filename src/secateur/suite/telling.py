"""Inputs that a person would choose, where a path leaves freedom: printable characters, and elements of arrays that
differ from each other.

Nothing is asked of the solver. An input that no decision of the path depends on can have any value; one of the others
gets a new value only if all decisions that depend on it stay as they are. Numbers that are not elements keep the value
0, which is the smallest, and so do characters: strings stay as short as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from secateur import expr
from secateur.expr import Expr
from secateur.machine.path import Ending, Input, Path

#: Characters that are tried, in this order.
CANDIDATES = tuple(ord(each) for each in "abxyzAZ019 _-.,:;/#@!?*")
#: With more decisions than these, nothing is tried.
MOST_DECISIONS = 400
MOST_INPUTS = 64
_ELEMENT = re.compile(r"\[(\d+)\]$")
_NUMBERS = ("i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64")


def telling(path: Path) -> Path:
    """The same path with such an input. One that was cut short, or that uses summaries, is left as it is: its decisions
    are not all known."""
    is_known = path.ending in (Ending.RETURNED, Ending.FAULT) and not path.reason and not path.applied
    if not is_known or len(path.branches) > MOST_DECISIONS or len(path.inputs) > MOST_INPUTS:
        return path
    conditions = path.conditions
    decided = _mask(conditions)
    seen = _mask(observed(path))
    model = list(path.model)
    for given, variable in _variables(path.inputs):
        number = variable.args[0]
        model += [0] * (number + 1 - len(model))
        if given.kind == "char":
            _make_printable(model, number, [each for each in conditions if each.variables >> number & 1])
        elif given.kind in _NUMBERS and not decided >> number & 1 and seen >> number & 1 and not model[number]:
            place = _ELEMENT.search(given.name)
            model[number] = int(place.group(1)) + 1 if place else 0
    return path if tuple(model[: len(path.model)]) == path.model else replace(path, model=tuple(model))


def observed(path: Path) -> Iterator[Expr]:
    """What the function returns and leaves behind, without inputs that are still as they were."""
    for each in path.observations:
        value = each.value
        if isinstance(value, Expr):
            plain = value
            while plain.op in ("sext", "zext") and isinstance(plain.args[0], Expr):
                plain = plain.args[0]
            if plain.op != "var" or plain.name != each.name:
                yield value


def quiet(path: Path) -> frozenset[str]:
    """The inputs on which neither a decision nor anything observed depends."""
    matter = _mask(path.conditions) | _mask(observed(path))
    if path.reason or path.applied or path.output:
        return frozenset()
    return frozenset(given.name for given, variable in _variables(path.inputs) if not matter >> variable.args[0] & 1)


def _mask(expressions: Sequence[Expr] | Iterator[Expr]) -> int:
    found = 0
    for each in expressions:
        found |= each.variables
    return found


def _variables(inputs: Sequence[Input]) -> Iterator[tuple[Input, Expr]]:
    for given in inputs:
        if len(given.cells) == 1:
            value = given.cells[0][0]
            if isinstance(value, Expr) and value.op == "var":
                yield given, value


def _make_printable(model: list[int], number: int, conditions: Sequence[Expr]) -> None:
    old = model[number]
    if old == 0 or 32 <= old < 127:
        return
    for candidate in CANDIDATES:
        model[number] = candidate
        if all(expr.evaluate(each, tuple(model)) for each in conditions):
            return
    model[number] = old
