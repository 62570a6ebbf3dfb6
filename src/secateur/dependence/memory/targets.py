"""Pointer targets: a part of an object and a distance from its start, or anywhere in an object.

A checked index into an array stays in that array. Other steps may leave it: the machine faults on those that leave the
object, but not on a pointer that moves from an array into the next member of its struct. Such steps, and anything that
is not plain C, such as stepping through a struct by a variable number of bytes, make the pointer point anywhere in the
object, not only anywhere in the part: a pointer to a struct and one to its first member are the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from secateur.dependence.control.closure import bits
from secateur.dependence.memory.abstract_objects import AbstractObject, ObjectKind
from secateur.dependence.memory.layout import ENDLESS, Part, fits, parents
from secateur.ir.model import Int, Operand
from secateur.ir.types import ArrayType, IntType, StructType, Type, VectorType, field_offset, size_of

#: Maximum number of distinct distances per object; beyond it, pointers into an array point to its elements, others
#: anywhere in the object.
MOST_DISTANCES = 16


@dataclass(frozen=True, slots=True, eq=False)
class PointerStep:
    """A `getelementptr`: `source` and indices, None for those that are not constant. Equal steps are one object."""

    source: Type
    first: int | None
    rest: tuple[int | None, ...]
    is_checked: bool = False  # the machine ensures that indices stay in their arrays
    #: in bytes, if all indices are constant
    distance: int | None = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "distance", self._distance())

    @property
    def may_leave(self) -> bool:
        """Can it lead out of the array it starts in?"""
        return self.first != 0 or (not self.is_checked and None in self.rest)

    def _distance(self) -> int | None:
        if self.first is None:
            return None
        total, kind = self.first * size_of(self.source), self.source
        for index in self.rest:
            if index is None:
                return None
            if isinstance(kind, StructType):
                total, kind = total + field_offset(kind, index), kind.fields[index]
            else:
                assert isinstance(kind, ArrayType | VectorType)
                kind = kind.element
                total += index * size_of(kind)
        return total


@dataclass(frozen=True, slots=True)
class Target:
    """`part` is None for anywhere in the object."""

    object: AbstractObject
    part: Part | None
    distance: int


#: What a copy of memory distinguishes: see `Targets.shape`.
Shape = Part | Type | None


class Targets:
    """Targets by number; the solver computes with bit sets of these numbers."""

    def __init__(self) -> None:
        self.all: list[Target] = []
        self.empty = 0  # the targets, as a bit set, in which there never is a pointer: functions, strings
        self._fixed = 0  # the targets that no step changes
        self._numbers: dict[tuple[int, Part | None, int], int] = {}
        self._distances: dict[int, int] = {}
        self._maps: dict[PointerStep | None, dict[int, int]] = {}  # by step and target, the new target as a bit set
        self._walked: dict[tuple[Part, int, PointerStep], tuple[Part, int] | None] = {}
        self._all_stepped: dict[tuple[int, PointerStep | None], int] = {}
        self._steps: dict[tuple[Type, int | None, tuple[int | None, ...], bool], PointerStep] = {}
        #: by any number of bytes
        self.bytewise = PointerStep(IntType(8), None, ())

    def start(self, item: AbstractObject) -> int:
        return self._number(item, item.layout.start, 0)

    def anywhere(self, item: AbstractObject) -> int:
        if len(item.layout.parts) == 1:
            return self.start(item)
        return self._number(item, None, 0)

    def loosened(self, number: int) -> int:
        """After arithmetic."""
        return self.anywhere(self.all[number].object)

    def step(self, source: Type, indices: Iterable[Operand], is_checked: bool = False) -> PointerStep:
        first, *rest = (i.value if isinstance(i, Int) else None for i in indices)
        key = (source, first, tuple(rest), is_checked)
        found = self._steps.get(key)
        if found is None:
            found = self._steps[key] = PointerStep(*key)
        return found

    def stepped(self, number: int, step: PointerStep) -> int:
        return number if self._fixed >> number & 1 else self._walk(number, step)

    def all_stepped(self, numbers: int, step: PointerStep | None) -> int:
        """The same for a bit set of targets; None is arithmetic."""
        key = (numbers, step)
        found = self._all_stepped.get(key)
        if found is None:
            found = numbers & self._fixed
            known = self._maps.setdefault(step, {})
            for number in bits(numbers & ~self._fixed):
                if number not in known:
                    known[number] = 1 << (self.loosened(number) if step is None else self._walk(number, step))
                found |= known[number]
            self._all_stepped[key] = found
        return found

    def all_loosened(self, numbers: int) -> int:
        return self.all_stepped(numbers, None)

    # --- memory

    def touched(self, number: int, size: int | None) -> int:
        """The locations that an access of `size` bytes may touch; None: unknown size."""
        target = self.all[number]
        item = target.object
        if item.kind is ObjectKind.FUNCTION:
            return 0
        if target.part is None:
            return item.all
        leaves = _all_from(target) if size is None else _touched(target.part, target.distance, size)
        return leaves << item.first

    def covered(self, number: int, size: int) -> int:
        """The locations that a write of `size` bytes definitely overwrites, if there is only one such object."""
        target = self.all[number]
        place = _absolute(target)
        if place is None or target.object.kind is ObjectKind.FUNCTION or target.object.layout.root.size == ENDLESS:
            return 0
        return target.object.layout.root.covered(place, size) << target.object.first

    def like(self, one: int, other: int, size: int | None) -> tuple[Part, Part] | None:
        """Two parts of the same type that a copy of `size` bytes from one target to the other moves."""
        to, source = self.all[one], self.all[other]
        for x in _starting_at(to):
            for y in _starting_at(source):
                if x.type == y.type and x.type is not None and _is_moved(x, y, size):
                    return x, y
        return None

    def shape(self, number: int) -> Shape:
        """Targets of one shape are alike (`like`) to the same others, with the same leaves: parts of one type, or,
        for arrays of scalars, their element; None if there is no part that starts there."""
        target = self.all[number]
        if target.part is None or target.distance:
            return None
        layout = target.object.layout
        return layout.leaves[0].type if layout.root.is_array and len(layout.leaves) == 1 else target.part

    # --- steps

    def _number(self, item: AbstractObject, part: Part | None, distance: int) -> int:
        if item.is_blank:
            part, distance = item.layout.start, 0
        key = (item.number, part, distance)
        found = self._numbers.get(key)
        if found is not None:
            return found
        if distance:
            used = self._distances[item.number] = self._distances.get(item.number, 0) + 1
            if used > MOST_DISTANCES:
                return self._number(item, *_blurred(part, distance))
        found = self._numbers[key] = len(self.all)
        self.all.append(Target(item, part, distance))
        if item.kind is ObjectKind.FUNCTION or item.is_blank:
            self.empty |= 1 << found
        if part is None or item.is_blank or len(item.layout.parts) == 1:
            self._fixed |= 1 << found
        return found

    def _walk(self, number: int, step: PointerStep) -> int:
        target = self.all[number]
        assert target.part is not None
        key = (target.part, target.distance, step)
        if key not in self._walked:
            self._walked[key] = _after(*key)
        place = self._walked[key]
        return self.anywhere(target.object) if place is None else self._number(target.object, *place)


def _after(part: Part, distance: int, step: PointerStep) -> tuple[Part, int] | None:
    """The part that a step leads to, and the distance from its start; None: anywhere in the object."""
    typed = _typed(part, distance, step)
    if typed is not None:
        left = step.may_leave and any(_is_partial_array(above) for above in (typed, *parents(typed)))
        return None if left else (typed, 0)
    if step.distance is None:
        return None
    if part.parent is None and not 0 <= distance <= part.size:  # outside, it is not known how far
        return None if (step.distance < 0) != (distance < 0) else (part, distance)
    place = _moved(part, distance + step.distance)
    return None if place is None else _settled(*place)


def _blurred(part: Part | None, distance: int) -> tuple[Part | None, int]:
    """A position that is not kept apart from others."""
    if part is None or not part.is_array or not part.children[0].size or not 0 <= distance < part.size:
        return None, 0
    inner, rest = _settled(part.children[0], distance % part.children[0].size)
    return _blurred(inner, rest) if rest else (inner, 0)


def _settled(part: Part, distance: int) -> tuple[Part, int]:
    """One name for each position: in the innermost member that it is in. All positions before an object are one, and
    all after its end: nothing can be accessed there."""
    while not part.is_array:
        inner = next((c for c in part.children if c.offset <= distance < c.offset + c.size), None)
        if inner is None:
            break
        part, distance = inner, distance - inner.offset
    if part.parent is None and not 0 <= distance <= part.size:
        distance = part.size + 1 if distance > 0 else -ENDLESS
    return part, distance


def _is_partial_array(part: Part) -> bool:
    """Is it an array, with something else in the object?"""
    root = part
    while root.parent is not None:
        root = root.parent
    return part.is_array and part.leaves != root.leaves


def _typed(part: Part, distance: int, step: PointerStep) -> Part | None:
    """The part that a step leads to if it follows the types of the object; otherwise None."""
    start = _find(part, distance, step.source, step.first != 0)
    if start is None:
        return None
    if step.first != 0 and not start.is_element and not (start.parent is None and start.size < ENDLESS):
        return None
    for index in step.rest:
        if start.is_leaf:
            break
        if start.is_array:
            assert start.type is None or isinstance(start.type, ArrayType)
            length = start.type.count if isinstance(start.type, ArrayType) else 0
            if index is not None and length > 1 and not 0 <= index < length:
                return None
            start = start.children[0]
        else:
            members = [child for child in start.children if child.index == index]
            if not members:
                return None
            start = members[0]
    return start


def _find(part: Part, distance: int, kind: Type, is_step: bool) -> Part | None:
    """The part of this type at a position, within the part or around it. A step over several elements does not enter
    structs: code that steps bytewise from a struct whose first member is a `char[8]` does not mean to stay in that."""
    here, offset = part, distance
    while True:
        if not offset and fits(here, kind):
            return here
        if here.is_array:
            element = here.children[0]
            here, offset = element, offset % element.size if element.size else 0
        elif is_step or here.is_leaf:
            break
        else:
            inner = [c for c in here.children if c.offset <= offset < c.offset + max(c.size, 1)]
            if not inner:
                break
            here, offset = inner[0], offset - inner[0].offset
    here, offset = part, distance
    for above in _around(part):
        offset += here.offset
        here = above
        if not offset and fits(here, kind):
            return here
    return None


def _around(part: Part) -> Iterator[Part]:
    """The parts around a part, up to the first array: it is unknown which of its elements the part is in."""
    for above in parents(part):
        yield above
        if above.is_array:
            return


def _moved(part: Part, distance: int) -> tuple[Part, int] | None:
    """The position `distance` bytes from the start of a part, within the smallest enclosing part; None: anywhere."""
    while not 0 <= distance < part.size:
        above = part.parent
        if above is None:
            break
        if above.is_array:
            if above.parent is not None or not part.size:
                return None  # out of an array inside another part: unknown position
            return part, distance % part.size
        distance += part.offset
        part = above
    return part, distance


# --- accesses


def _touched(part: Part, distance: int, size: int) -> int:
    for above in parents(part):
        if distance >= 0 and distance + size <= part.size:
            break
        if above.is_array:
            return above.leaves if size <= above.size else [*parents(part)][-1].leaves
        distance += part.offset
        part = above
    return part.touched(distance, size)


def _all_from(target: Target) -> int:
    """What an access of unknown length may touch from a position on: up to the end of the object."""
    root = target.object.layout.root
    place = _absolute(target)
    return root.leaves if place is None else root.touched(place, ENDLESS)


def _absolute(target: Target) -> int | None:
    """The distance from the start of the object, unless there is an array around the part."""
    part, distance = target.part, target.distance
    if part is None or part.inside:
        return None
    while part.parent is not None:
        distance += part.offset
        part = part.parent
    return distance


def _starting_at(target: Target) -> Iterator[Part]:
    """The parts that start where a target points, first inwards, then outwards."""
    if target.part is None or target.distance:
        return
    here = target.part
    yield here
    while here.children and not here.children[0].offset:
        here = here.children[0]
        yield here
    here = target.part
    for above in _around(target.part):
        if here.offset:
            return
        here = above
        yield here


def _is_moved(x: Part, y: Part, size: int | None) -> bool:
    """Does the copy move whole parts: a number of elements, or exactly one part?"""
    if size == x.size == y.size:
        return True
    return x.is_element and y.is_element and (size is None or (x.size > 0 and size % x.size == 0))
