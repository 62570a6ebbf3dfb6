"""The memory that a call of a provided function touches, given its arguments in one run."""

from __future__ import annotations

from collections.abc import Callable, Collection

from secateur import expr
from secateur.dependence.memory.effects import Effect
from secateur.expr import Expr
from secateur.machine.memory import SHIFT

Values = tuple[object, ...]
#: Longer copies are not followed byte by byte.
LONGEST = 4096


def number_of(value: object, model: tuple[int, ...]) -> int:
    """An argument as a number, under the input of the run."""
    if isinstance(value, Expr):
        return int(expr.evaluate(value, model))
    assert isinstance(value, int)
    return value


def read_through(effect: Effect, values: Values, holds: Callable[[int], bool]) -> list[int]:
    """The arguments whose targets are read: for `printf`, all that point to something."""
    rest = range(len(values) if effect.rest is None else effect.rest, len(values))
    return [*effect.reads, *(n for n in rest if isinstance(v := values[n], int) and holds(v))]


def where(effect: Effect, count: int) -> list[int]:
    """The arguments, out of `count`, that decide which memory is written."""
    deciding = (*effect.writes, effect.length) if effect.writes and effect.length is not None else effect.writes
    return [number for number in deciding if number < count]


def stretch(
    effect: Effect, values: Values, number: int, model: tuple[int, ...], constants: Collection[int]
) -> tuple[int, int] | None:
    """The memory range accessed through a pointer argument; its end is 0 if it is the whole object. None if there is no
    such range, or only memory that cannot be written."""
    if number >= len(values) or not isinstance(values[number], int | Expr):
        return None
    start = number_of(values[number], model)
    if start >> SHIFT in constants:
        return None
    if effect.length is None or isinstance(values[effect.length], Expr):
        return start, 0
    length = number_of(values[effect.length], model)
    return (start, start + length) if length > 0 else None


def copied_range(
    effect: Effect, values: Values, model: tuple[int, ...], constants: Collection[int]
) -> tuple[int, int, int] | None:
    """The range that a call copies byte by byte, and where to; None if it does not, or not a known number of bytes."""
    if len(effect.copies) != 1 or effect.length is None:
        return None
    to, source = effect.copies[0]
    found = stretch(effect, values, source, model, constants)
    if found is None or not found[1] or found[1] - found[0] > LONGEST:
        return None
    return *found, number_of(values[to], model)
