"""What a called function can see: its arguments, the objects that they lead to, and the globals that it names.

A *scene* is that part of a state, in a form that does not depend on the state: which objects there are, how they are
laid out, which pointer leads where. Numbers in it are variables, or fixed. So a scene can be set up again elsewhere
(`secateur.exploration.alone`), and what is found there holds for every call with the same scene. The *sight* of one
call has the objects and the numbers themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from typing import TYPE_CHECKING

from secateur import expr
from secateur.expr import HAS_INDETERMINATE, Expr
from secateur.ir.types import ArrayType, PointerType, StructType, Type, VectorType, size_of, store_size_of
from secateur.machine.aggregates import parts_of
from secateur.machine.bounded import BoundedNull
from secateur.machine.floats import lower
from secateur.machine.memory import SHIFT, Object, Region
from secateur.machine.path import Value
from secateur.machine.widths import width_of

if TYPE_CHECKING:
    from secateur.machine.state import State

#: Maximum number of numbers in a scene, of objects, and of bytes of an object.
MOST_NUMBERS, MOST_OBJECTS, LONGEST = 256, 24, 1024
#: A number that is known to have so few bits, or fewer, can be a variable of as many.
FEW_BITS = 8
#: Sizes of the cells of an object.
_SIZES = (8, 4, 2, 1)

#: An offset in an object, and a size.
Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class PointerTarget:
    """Where a pointer leads: to an offset in the object of a view, or to a function (`name`), or nowhere: then the
    offset is the pointer itself, and the name that of a pointer which a bound made null."""

    view: int | None
    offset: int
    name: str = ""
    is_function: bool = False


@dataclass(frozen=True, slots=True)
class OpenNumber:
    """A number that a scene leaves open: its low bits, where the others are known to be 0."""

    bits: int


@dataclass(frozen=True, slots=True)
class View:
    """An object that a function can see. `symbol`: the name by which the function can access it. `numbers` are places
    with what is known of them, `fixed` places with their content, `unwritten` places without one."""

    size: int
    region: Region
    type: Type | None
    unit: int
    symbol: str
    numbers: tuple[tuple[Place, OpenNumber], ...]
    fixed: tuple[tuple[Place, int], ...]
    pointers: tuple[tuple[int, PointerTarget], ...]
    unwritten: tuple[Place, ...]

    @property
    def places(self) -> Iterator[Place]:
        for place, _ in (*self.numbers, *self.fixed):
            yield place
        for offset, _ in self.pointers:
            yield offset, 8
        yield from self.unwritten


@dataclass(frozen=True, slots=True)
class Scene:
    """The parameters of a function, and all that it can see."""

    parameters: tuple[PointerTarget | OpenNumber | int, ...]
    views: tuple[View, ...]


@dataclass(frozen=True, slots=True)
class Sight:
    """A scene in one state: the objects of its views, by number, and the numbers: those of the parameters, then those
    of the views, as the bits that are open."""

    scene: Scene
    objects: tuple[int, ...]
    numbers: tuple[Expr | int, ...]

    @property
    def is_concrete(self) -> bool:
        return not any(isinstance(number, Expr) for number in self.numbers)


class Detail(IntEnum):
    """How much a scene says about its numbers: nothing, how few bits they have, or also what they are where they are
    concrete."""

    OPEN = 0
    NARROW = 1
    FIXED = 2


class _Unseen(Exception):
    """The state has something that no scene can have."""


def look(
    state: State,
    name: str,
    symbols: tuple[str, ...],
    arguments: tuple[Value, ...],
    detail: Detail = Detail.OPEN,
) -> Sight | None:
    """What a function sees that is called with these arguments and names these globals. None if that cannot be
    described: a pointer that may lead to one object or another, or nowhere any more; too much of it."""
    try:
        return _Looking(state, symbols, detail).look(name, arguments)
    except _Unseen:
        return None


class _Looking:
    def __init__(self, state: State, symbols: tuple[str, ...], detail: Detail) -> None:
        self._state = state
        self._detail = detail
        self._objects: dict[int, int] = {}  # numbers of views, by number of the object
        self._symbols = {state.machine.address_of(each) >> SHIFT: each for each in symbols}
        self._numbers: list[Expr | int] = []

    def look(self, name: str, arguments: tuple[Value, ...]) -> Sight:
        given: list[PointerTarget | OpenNumber | int] = []
        for parameter, argument in zip(self._state.machine.program.functions[name].parameters, arguments, strict=True):
            if isinstance(parameter.type, PointerType):
                given.append(self._target(argument))
            else:
                width = width_of(parameter.type)
                given.append(self._number(lower(argument, width), width))
        for number in self._symbols:
            self._view_of(number)
        views: list[View] = []
        while len(views) < len(self._objects):  # looking at one may find more
            views.append(self._view(list(self._objects)[len(views)]))
        return Sight(Scene(tuple(given), tuple(views)), tuple(self._objects), tuple(self._numbers))

    def _number(self, value: Expr | int, width: int) -> OpenNumber | int:
        """A variable, or a number that is fixed."""
        bits = width
        if isinstance(value, Expr):
            if value.variables & HAS_INDETERMINATE or self._may_hold_address(value):
                raise _Unseen
            most = expr.unsigned_range(value, width)[1].bit_length()
            if self._detail >= Detail.NARROW and 0 < most <= FEW_BITS and most < width:
                value, bits = expr.extract(value, 0, most, width), most
        elif self._detail is Detail.FIXED:
            return value
        self._numbers.append(value)
        if len(self._numbers) > MOST_NUMBERS:
            raise _Unseen
        return OpenNumber(bits)

    def _may_hold_address(self, value: Expr) -> bool:
        """Is the address of an object computed with? A number that happens to look like one does no harm."""
        if value.width != 64:
            return False
        return any(self._is_address(a) for node in expr.post_order(value) for a in node.args)

    def _is_address(self, value: object) -> bool:
        return isinstance(value, int) and self._state.memory.was_made(value >> SHIFT)

    def _target(self, value: Value) -> PointerTarget:
        if isinstance(value, Expr):
            value = self._state.settle(value)  # where cells are variables, this one must not be
        if not isinstance(value, int):
            raise _Unseen
        if isinstance(value, BoundedNull):
            return PointerTarget(None, int(value), value.pointer)
        if not self._is_address(value):
            return PointerTarget(None, value)
        target = self._state.memory.objects.get(value >> SHIFT)
        if target is None or target.shape.region is Region.UNKNOWN:
            raise _Unseen
        if target.shape.region is Region.FUNCTION:
            name = self._state.machine.function_at(value)
            if name is None:
                raise _Unseen
            return PointerTarget(None, 0, name, is_function=True)
        return PointerTarget(self._view_of(target.number), value - target.start)

    def _view_of(self, number: int) -> int:
        found = self._objects.setdefault(number, len(self._objects))
        if found >= MOST_OBJECTS:
            raise _Unseen
        return found

    def _view(self, number: int) -> View:
        target = self._state.memory.objects.get(number)
        if target is None or not isinstance(target.size, int) or target.size > LONGEST:
            raise _Unseen
        shape = target.shape
        numbers: list[tuple[Place, OpenNumber]] = []
        fixed: list[tuple[Place, int]] = []
        pointers: list[tuple[int, PointerTarget]] = []
        unwritten: list[Place] = []
        for offset, size, is_pointer in _places(target):
            value = target.read(target.start + offset, size)
            if value is None and any(target.read(target.start + offset + n, 1) is not None for n in range(size)):
                raise _Unseen  # a part of it is there
            if value is None or (isinstance(value, Expr) and value.variables & HAS_INDETERMINATE):
                unwritten.append((offset, size))
                continue
            bits = lower(value, size * 8)
            if size == 8 and (is_pointer or self._is_address(bits)):
                pointers.append((offset, self._target(bits)))
            elif shape.region is Region.CONSTANT and not isinstance(bits, Expr):
                fixed.append(((offset, size), bits))
            else:
                kept = self._number(bits, 8 * size)
                if isinstance(kept, OpenNumber):
                    numbers.append(((offset, size), kept))
                else:
                    fixed.append(((offset, size), kept))
        symbol = self._symbols.get(number, "")
        return View(
            target.size,
            shape.region,
            shape.type,
            shape.unit,
            symbol,
            tuple(numbers),
            tuple(fixed),
            tuple(pointers),
            tuple(unwritten),
        )


def _places(target: Object) -> Iterator[tuple[int, int, bool]]:
    """The scalars of an object as offset, size and whether it is a pointer. Where its type is not known, as it was
    written."""
    kind, size = target.shape.type, target.size
    assert isinstance(size, int)
    if kind is not None and size_of(kind) == size:
        yield from _layout(kind, size)
        return
    offset = 0
    while offset < size:
        address = target.start + offset
        length = next((s for s in _SIZES if not address % s and address << 3 | s.bit_length() - 1 in target.kept), 0)
        unit = target.shape.unit
        if not length and unit in _SIZES and not address % unit and offset + unit <= size:
            length = unit if not any((address + n) << 3 in target.kept for n in range(unit)) else 1
        length = min(length or 1, size - offset)
        yield offset, length, False
        offset += length


@cache
def _layout(kind: Type, size: int) -> tuple[tuple[int, int, bool], ...]:
    """The scalars of a type, and single bytes elsewhere, so that the layout does not depend on how the object was
    written."""
    scalars = {offset: (length, is_pointer) for offset, length, is_pointer in _scalars(kind, 0)}
    found: list[tuple[int, int, bool]] = []
    offset = 0
    while offset < size:
        length, is_pointer = scalars.get(offset, (1, False))
        found.append((offset, length, is_pointer))
        offset += length
    return tuple(found)


def _scalars(kind: Type, offset: int) -> Iterator[tuple[int, int, bool]]:
    if isinstance(kind, StructType | ArrayType | VectorType):
        for at, part in parts_of(kind):
            yield from _scalars(part, offset + at)
    else:
        length = store_size_of(kind)
        if length not in _SIZES:
            raise _Unseen
        yield offset, length, isinstance(kind, PointerType)
