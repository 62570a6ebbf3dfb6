"""Summaries: a value that stands in for a call, so that the function is not entered.

A summary may leave parts of the value open. For each unknown part it asks for a *star*, a variable that can have any
value. Stars are variables like those of inputs, so that the solver finds values for them, but they are not inputs:
the user of a summary must check with a run without summaries whether the real function agrees.
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

#: Makes a star with the given width in bits and input kind (`signed`, `unsigned`, `f32` …).
Fresh = Callable[[int, str], Expr]


#: Maximum number of arguments and pieces of memory that a summarised function may read; with more it is entered.
MOST_PIECES = 128
#: Maximum size in bytes of an object that it may read.
LONGEST = 1024


class Summary(Protocol):
    """The result of a function, as far as it is known. The function must depend only on its arguments, the objects
    they point to, and the globals that it `reads`, and must have no side effects: equal arguments give equal results.
    The result may depend on the contents of objects, not on their addresses."""

    @property
    def reads(self) -> tuple[str, ...]:
        """Globals."""

    def apply(self, arguments: tuple[Value, ...], fresh: Fresh) -> Value | None:
        """The result of a call; None if the function returns nothing. Every value that the function can return must be
        a value of the result for some values of its stars."""


@dataclass(frozen=True, slots=True)
class View:
    """An object that a function can read: its size, the offset the pointer points to, and its pieces as (offset,
    size)."""

    size: int
    offset: int
    pieces: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Application:
    """A summary applied to certain arguments. A machine has one per function and arguments, shared by all paths: equal
    arguments give the same stars everywhere.

    `views` are what it can read: the objects of pointers among the arguments, then the globals. Their contents follow
    the arguments, piece by piece; the pointers themselves are all `SOMEWHERE`.
    """

    function: str
    views: tuple[View, ...]
    arguments: tuple[Value, ...]
    value: Value | None
    stars: int


SOMEWHERE = 1


def stand_in(state: State, name: str, arguments: tuple[Value, ...], site: CallSite) -> Code:
    """A call of a function that has a summary. If everything it reads is concrete, the function is entered anyway: that
    is exact and adds no paths. It is also entered when a pointer does not point to a readable object, or when the type
    of the call differs from that of the function."""
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
    """What the function can read, and its arguments followed by the contents."""
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
    """The scalars of an object as (offset, size), and single bytes elsewhere, so that the layout does not depend on how
    the object was written."""
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
