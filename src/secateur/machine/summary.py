"""Summaries: a value that stands in for a call, so that the function is not entered.

A summary may leave open what it does not know. For each such thing it asks for a *star*, a variable that can be
anything. Stars are variables like those of inputs, so that the solver finds values for them, but they are no inputs:
whoever uses a summary has to find out by a run without summaries whether the real function agrees.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Protocol

from secateur.expr import Expr
from secateur.ir.types import ArrayType, PointerType, StructType, Type, VectorType, store_size_of
from secateur.machine.aggregates import parts_of
from secateur.machine.memory import SHIFT, Region
from secateur.machine.path import Value

if TYPE_CHECKING:
    from secateur.machine.compiler import CallSite
    from secateur.machine.state import Code, State

#: Makes a star: of so many bits, of a kind as inputs have it (`signed`, `unsigned`, `f32` …).
Fresh = Callable[[int, str], Expr]


#: Arguments and pieces of memory that a summarised function may look at; with more it is entered.
MOST_PIECES = 128
#: Bytes of an object that it may look at.
LONGEST = 1024


class Summary(Protocol):
    """What a function gives back, as far as it is known. It must depend on nothing but its arguments, the objects that
    these point to, and the globals that it `reads`, and do nothing else: what it gives is the same each time. Where
    something lies must not matter to it, only what lies there."""

    @property
    def reads(self) -> tuple[str, ...]:
        """Globals."""

    def apply(self, arguments: tuple[Value, ...], fresh: Fresh) -> Value | None:
        """The result of a call; None if the function has none. Every value that the function can give must be one that
        the result has for some value of its stars."""


@dataclass(frozen=True, slots=True)
class View:
    """An object that a function can read: its size, where in it the pointer points to, and its pieces as (offset,
    size)."""

    size: int
    offset: int
    pieces: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Application:
    """A summary used for certain arguments. There is one for each function and its arguments in a machine, on whatever
    path: what depends on the arguments only is the same star everywhere.

    `views` are what it can read: the objects of pointers among the arguments, then the globals. What lies there comes
    behind the arguments, piece after piece; the pointers themselves are all `SOMEWHERE`.
    """

    function: str
    views: tuple[View, ...]
    arguments: tuple[Value, ...]
    value: Value | None
    stars: int


SOMEWHERE = 1


def stand_in(state: State, name: str, arguments: tuple[Value, ...], site: CallSite) -> Code:
    """A call of a function that has a summary. With numbers only it is entered all the same: that is exact, and no
    path more. So it is when a pointer is not to an object that could be looked at, or when the call is that of another
    type of function."""
    machine = state.machine
    fits = site.type == machine.program.functions[name].type
    seen = _seen(state, name, arguments) if fits else None
    if seen is None or not any(isinstance(argument, Expr) for argument in seen[1]):
        return state.enter(machine.code(name), arguments, site)
    application = machine.application(name, *seen)
    state.applied.append((len(state.branches), application))
    if site.result >= 0:
        assert application.value is not None
        state.registers[site.result] = application.value
    assert site.resume is not None
    return site.resume.run


def _seen(state: State, name: str, arguments: tuple[Value, ...]) -> tuple[tuple[View, ...], tuple[Value, ...]] | None:
    """What the function can look at, and its arguments with all that lies there."""
    machine = state.machine
    given = list(arguments)
    pointers: list[Value] = []
    for number, parameter in enumerate(machine.program.functions[name].parameters):
        if isinstance(parameter.type, PointerType):
            pointers.append(arguments[number])
            given[number] = SOMEWHERE
    pointers += [machine.address_of(each) for each in machine.summaries[name].reads]
    views: list[View] = []
    for pointer in pointers:
        target = None if not isinstance(pointer, int) else state.memory.objects.get(pointer >> SHIFT)
        if target is None or target.shape.region is Region.FUNCTION or not isinstance(target.size, int):
            return None
        pieces = _layout(target.shape.type, target.size) if target.size <= LONGEST else ()
        held = [target.read(target.start + offset, size) for offset, size in pieces]
        if target.size > LONGEST or len(given) + len(held) > MOST_PIECES or None in held:
            return None
        assert isinstance(pointer, int)
        views.append(View(target.size, pointer - target.start, pieces))
        given += [value for value in held if value is not None]
    return tuple(views), tuple(given)


@cache
def _layout(kind: Type | None, size: int) -> tuple[tuple[int, int], ...]:
    """The scalars of an object as (offset, size), and single bytes where there are none: so it does not matter in which
    parts it was written."""
    scalars = dict(_scalars(kind, 0)) if kind is not None else {}
    found: list[tuple[int, int]] = []
    offset = 0
    while offset < size:
        length = scalars.get(offset, 1)
        found.append((offset, length))
        offset += length
    return tuple(found)


def _scalars(kind: Type, offset: int) -> Iterator[tuple[int, int]]:
    if isinstance(kind, StructType | ArrayType | VectorType):
        for at, part in parts_of(kind):
            yield from _scalars(part, offset + at)
    else:
        yield offset, store_size_of(kind)
