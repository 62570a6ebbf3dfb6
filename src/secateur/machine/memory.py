"""Objects and their cells.

An address is `object number × 2³⁶ + 2³⁵ + offset`: the object is found by a shift, pointer arithmetic is plain
integer arithmetic, and a small step before the start of an object still belongs to it (and is out of bounds).

An object keeps typed cells over a base. A cell covers 1, 2, 4, 8 or 16 naturally aligned bytes and is found by
`address << 3 | log₂ size`, so that reading a value at the address and width it was written with is one look-up; its
presence also proves that the access is in bounds and the object alive. Cells never overlap. Bytes without a cell
come from the base: the initial data of a global, zeros, nothing (uninitialised), or large stretches that were filled or
copied at once (`extents.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice

from secateur.assumption import Assumption
from secateur.expr import Expr
from secateur.ir.model import Position
from secateur.ir.types import Type
from secateur.machine.extents import LARGE, CopiedCells, Extents, Fill, MemorySection, sections_of_cells
from secateur.machine.path import Value
from secateur.machine.value_parts import join, piece, wrap

SHIFT = 36
BIAS = 1 << (SHIFT - 1)
CODES = {1: 0, 2: 1, 4: 2, 8: 3, 16: 4}
#: The numbers of private objects (`private_numbers.py`). All others are numbered one after the other.
FIRST_PRIVATE, END_PRIVATE = 1 << 23, 1 << 24
#: Where a private object is made: the depth of the call that it belongs to, and what tells the place from all others.
Place = tuple[int, ...]
#: Cells of one object up to which initial data become cells when they are read. Large objects stay sparse.
MOST_READ = 1 << 18


_NO_CELLS: dict[int, Value] = {}
Base = Extents | bytes | int | None


class Region(StrEnum):
    GLOBAL = "global"
    CONSTANT = "constant"
    STACK = "stack"
    HEAP = "heap"
    FUNCTION = "function"
    UNKNOWN = "unknown"  # a global whose content nobody gives


@dataclass(frozen=True, slots=True)
class Shape:
    """What is allocated: its name in the source, its type if known, and the size of its scalar elements. `made`: where
    a block of the heap was allocated, if leaks are looked for. `assumed`: what a run assumes that reads its initial
    data (`initial.py`)."""

    region: Region
    name: str
    type: Type | None = None
    unit: int = 1
    made: tuple[Position, str] | None = None
    assumed: Assumption | None = None


class Object:
    """A block of memory, shared between states until a state that does not own it writes to it.

    `cells` is what compiled code reads: `kept`, or nothing when the size is symbolic or cells lie beyond it, because
    then the presence of a cell does not prove that the access is in bounds.
    """

    __slots__ = ("base", "cells", "codes", "era", "kept", "number", "owner", "shape", "size", "start")

    def __init__(self, number: int, size: Expr | int, shape: Shape, base: Base, owner: object) -> None:
        self.number = number
        self.start = (number << SHIFT) + BIAS
        self.size = size
        self.shape = shape
        self.base = base
        self.owner = owner
        self.codes = 0
        self.era = 0  # how often its content was forgotten
        self._keep({})

    def _keep(self, cells: dict[int, Value]) -> None:
        self.kept = cells
        self.cells = cells if isinstance(self.size, int) else _NO_CELLS

    def copy(self, owner: object) -> Object:
        twin = Object(self.number, self.size, self.shape, self.base, owner)
        twin.start = self.start  # of a fixed object, its own
        twin._keep(self.kept.copy())
        if self.cells is not self.kept:
            twin.cells = _NO_CELLS
        twin.codes = self.codes
        twin.era = self.era
        return twin

    def resize(self, size: Expr | int) -> None:
        """What lies beyond the new size is kept, for when it grows again."""
        self.size = size
        is_within = isinstance(size, int) and all(
            (key >> 3) + (1 << (key & 7)) <= self.start + size for key in self.kept
        )
        self.cells = self.kept if is_within else _NO_CELLS

    # --- reading

    def read(self, address: int, size: int) -> Value | None:
        """The bytes at an address as one value; None if any of them is uninitialised. In bounds by contract."""
        code = CODES.get(size)
        if code is not None and not address % size:
            key = address << 3 | code
            value = self.kept.get(key)
            if value is not None:
                return value
            if not self._covered(address, size):
                value = self._initial(address, size)
                if value is not None and self.shape.assumed is None and len(self.kept) < MOST_READ:
                    self.kept[key] = value
                    self.codes |= 1 << code
                return value
        parts = [self._byte(address + i) for i in range(size)]
        return join(parts)

    def _covered(self, address: int, size: int) -> bool:
        """Is any of these aligned bytes in a cell?"""
        cells, codes = self.kept, self.codes
        for code in range(codes.bit_length()):
            if codes >> code & 1:
                step = 1 << code
                if step >= size:
                    if (address & -step) << 3 | code in cells:
                        return True
                elif any(a << 3 | code in cells for a in range(address, address + size, step)):
                    return True
        return False

    def has_initial(self, address: int, size: int) -> bool:
        """Does any of these bytes come from the base?"""
        return any(not self._covered(here, 1) for here in range(address, address + size))

    def keep_initial(self, address: int, size: int) -> None:
        """Make a cell of initial data, so that it is found at once from now on."""
        if size in CODES and not address % size and not self._covered(address, size):
            value = self._initial(address, size)
            if value is not None:
                self.kept[address << 3 | CODES[size]] = value
                self.codes |= 1 << CODES[size]

    def _initial(self, address: int, size: int) -> Value | None:
        if self.base is None:
            return None
        if isinstance(self.base, Extents):
            return self.base.read(address - self.start, size)
        if isinstance(self.base, int):
            return 0
        offset = address - self.start
        return int.from_bytes(self.base[offset : offset + size], "little", signed=True)

    def _byte(self, address: int) -> Value | None:
        for code in range(self.codes.bit_length()):
            start = address & -(1 << code)
            value = self.kept.get(start << 3 | code)
            if value is not None:
                return piece(value, 8 << code, (address - start) * 8, 8)
        return self._initial(address, 1)

    # --- writing (only by the owner)

    def write(self, address: int, size: int, value: Value) -> None:
        """In bounds, and by the owner, by contract."""
        code = CODES.get(size)
        if code is None or address % size:
            width = size * 8
            for i in range(size):
                self.write(address + i, 1, piece(value, width, i * 8, 8))
            return
        key = address << 3 | code
        if key not in self.kept:
            self._clear(address, size)
            self.codes |= 1 << code
        self.kept[key] = value

    def _clear(self, address: int, size: int) -> None:
        """Remove the aligned range from the cells, splitting larger ones around it."""
        cells, codes = self.kept, self.codes
        for code in range(codes.bit_length()):
            if not codes >> code & 1:
                continue
            step = 1 << code
            if step <= size:
                for a in range(address, address + size, step):
                    cells.pop(a << 3 | code, None)
            else:
                start = address & -step
                value = cells.pop(start << 3 | code, None)
                if value is not None:
                    self._split(start, code, value, address, size)

    def _split(self, start: int, code: int, value: Value, address: int, size: int) -> None:
        while 1 << code > size:
            code -= 1
            half = 1 << code
            self.codes |= 1 << code
            low, high = piece(value, half * 16, 0, half * 8), piece(value, half * 16, half * 8, half * 8)
            if address < start + half:
                self.kept[(start + half) << 3 | code] = high
                value = low
            else:
                self.kept[start << 3 | code] = low
                start, value = start + half, high

    # --- ranges

    def pieces(self, address: int, length: int, shift: int) -> Iterator[tuple[int, int, Value | None]]:
        """The range as (address, size, value), in the largest parts whose copy at distance `shift` is aligned too."""
        end = address + length
        sizes = [1 << c for c in reversed(range(self.codes.bit_length())) if self.codes >> c & 1]
        unit = self.shape.unit
        while address < end:
            for size in sizes:
                if not (address | shift) % size and address + size <= end:
                    value = self.kept.get(address << 3 | size.bit_length() - 1)
                    if value is not None:
                        break
            else:
                fits = not (address | shift) % unit and address + unit <= end
                size = unit if fits and not self._covered(address, unit) else 1
                value = self._initial(address, size) if size > 1 else self._byte(address)
                if value is None and size > 1:  # a part of it may be there
                    size, value = 1, self._byte(address)
            yield address, size, value
            address += size

    def _is_all(self, address: int, length: Expr | int) -> bool:
        """Is that the whole content, with nothing kept beyond the size?"""
        is_whole = address == self.start and length == self.size
        return is_whole and (isinstance(length, Expr) or self.cells is self.kept)

    def reset(self, base: Base) -> None:
        """Drop the cells: the new base is the whole content."""
        self.base, self.codes = base, 0
        self._keep({})

    def forget(self, address: int, length: Expr | int) -> bool:
        """Make the bytes indeterminate again. False if that is not possible, because a part of the object has initial
        data: then they must be overwritten by new indeterminate values."""
        if self._is_all(address, length):
            self.era += bool(self.kept)
            self.reset(None)
            return True
        if isinstance(length, Expr):
            return False
        if length >= LARGE and self.is_sparse:
            self.lay(address, [MemorySection(0, length, Fill(None))])
            return True
        if self.base is not None:
            return False
        if self.kept:
            self.era += 1
            for here in range(address, address + length):
                self._clear(here, 1)
        return True

    def fill(self, address: int, length: int, byte: Value) -> None:
        if length >= LARGE and self.is_sparse:
            assert not isinstance(byte, float)
            self.lay(address, [MemorySection(0, length, Fill(wrap(byte, 8) if isinstance(byte, int) else byte))])
            return
        if type(byte) is int and self._is_all(address, length):
            self.reset(0 if byte & 255 == 0 else bytes([byte & 255]) * length)
            return
        unit = self.shape.unit if type(byte) is int else 1
        end = address + length
        while address < end:
            size = unit if not address % unit and address + unit <= end else 1
            value = int.from_bytes(bytes([byte & 255]) * size, "little", signed=True) if size > 1 else byte  # type: ignore[operator]
            self.write(address, size, value)
            address += size

    # --- large stretches

    @property
    def is_sparse(self) -> bool:
        """May large stretches become sections of the base? Not where reading initial data is an assumption."""
        return self.shape.assumed is None

    def stretch(self, address: int, length: int) -> list[MemorySection]:
        """The content of a range, as sections by their distance from the address."""
        stop, inside = address + length, {}
        for key, value in self.kept.items():
            here, size = key >> 3, 1 << (key & 7)
            if address <= here and here + size <= stop:
                inside[key] = value
            elif here < stop and here + size > address:
                for part in range(max(here, address), min(here + size, stop)):
                    inside[part << 3] = piece(value, size * 8, (part - here) * 8, 8)
        base, found, at = Extents.of(self.base), [], address
        for run in sections_of_cells(inside):
            found += [each.moved(self.start - address) for each in base.part(at - self.start, run.start - self.start)]
            found.append(run.moved(-address))
            at = run.stop
        found += [each.moved(self.start - address) for each in base.part(at - self.start, stop - self.start)]
        return found

    def lay(self, address: int, sections: list[MemorySection]) -> None:
        """The opposite of `stretch`: this is the content from the address on."""
        stop = address + sections[-1].stop
        for key in [key for key in self.kept if key >> 3 < stop and (key >> 3) + (1 << (key & 7)) > address]:
            here, size = key >> 3, 1 << (key & 7)
            value = self.kept.pop(key)
            for part in (*range(here, min(address, here + size)), *range(max(stop, here), here + size)):
                self.write(part, 1, piece(value, size * 8, (part - here) * 8, 8))
        self.era += any(isinstance(each.source, Fill) and each.source.byte is None for each in sections)
        self.base = Extents.of(self.base).with_part([each.moved(address - self.start) for each in sections])

    def copied_cells(self) -> Iterator[tuple[int, int]]:
        """Address and size of each cell that large copies brought."""
        for each in self.base.sections if isinstance(self.base, Extents) else ():
            if isinstance(each.source, CopiedCells):
                for key in each.source.cells:
                    address = self.start + each.start + (key >> 3) - each.place
                    if self.start + each.start <= address < self.start + each.stop:
                        yield address, 1 << (key & 7)


def is_private(number: int) -> bool:
    """Is this the number of a private object?"""
    return FIRST_PRIVATE <= number < END_PRIVATE


class Memory:
    """All live objects of a state. `fork` is cheap: objects are copied when either side writes to them."""

    __slots__ = ("made", "next", "objects", "owner", "places")

    def __init__(
        self, objects: dict[int, Object], following: int, made: int = 0, places: Mapping[int, Place] | None = None
    ) -> None:
        self.objects = objects
        self.next = following
        self.made = made  # how many objects
        self.places: Mapping[int, Place] = places or {}  # by private number: which place it was given to last
        self.owner = object()

    def fork(self) -> Memory:
        self.owner = object()
        return Memory(self.objects.copy(), self.next, self.made, self.places)

    def allocate(self, size: Expr | int, shape: Shape, base: Base = None, number: int = 0) -> Object:
        """A new object: the next one, or of the number given (`private_numbers.py`)."""
        if not number:
            number = self.next
            self.next = number + 1 if number + 1 != FIRST_PRIVATE else END_PRIVATE
        found = self.objects[number] = Object(number, size, shape, base, self.owner)
        self.made += 1
        return found

    def takes(self, number: int, place: Place) -> bool:
        """May a private object of this place have the number? If so, no other place has it from now on."""
        owner = self.places.get(number)
        if number in self.objects or (owner is not None and owner != place):
            return False
        if owner is None:
            self.places = {**self.places, number: place}  # copies of the state keep theirs
        return True

    def join_places(self, one: Memory, other: Memory) -> None:
        """After the sides of a branch. What both gave away, to different places, no place gets again."""
        if one.places is not other.places:
            both = one.places.keys() & other.places.keys()
            lost: dict[int, Place] = {number: () for number in both if one.places[number] != other.places[number]}
            self.places = {**one.places, **other.places, **lost}
        else:
            self.places = one.places

    def made_since(self, before: int) -> tuple[int, ...]:
        """The numbers of the objects that were made since there were so many, if all of them still exist."""
        return tuple(islice(reversed(self.objects), self.made - before))[::-1]

    def is_ahead(self, number: int) -> bool:
        """Is this the number of an object that will be made, one after the other?"""
        return number >= self.next and not is_private(number)

    def was_made(self, number: int) -> bool:
        """Is this the number of an object that exists, or once did?"""
        return 0 < number < self.next or number in self.places

    def owned(self, item: Object) -> Object:
        """The object itself, or a copy of it that this state may write to."""
        if item.owner is not self.owner:
            item = item.copy(self.owner)
            self.objects[item.number] = item
        return item
