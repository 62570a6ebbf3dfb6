"""The parts of a type, ignoring array indices, and the leaves that a range of bytes touches.

A type is a tree of parts: a struct has one part per member, an array has one part that represents all its elements, and
scalars are the leaves. Memory of unknown length (a heap block) has an *open* end: it is an array of its element type
without a length, or, for a struct that ends in a flexible array, that struct with a tail of unknown length.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

from secateur.ir.types import (
    ArrayType,
    FloatType,
    IntType,
    PointerType,
    StructType,
    Type,
    VectorType,
    field_offset,
    size_of,
)

#: A type with more leaves than this is one leaf.
MOST_LEAVES = 256
#: The size of memory with an open end.
ENDLESS = 1 << 62

_SCALARS = (IntType, FloatType, PointerType, VectorType)


@dataclass(slots=True, eq=False)
class Part:
    """`offset` is relative to the parent; leaves `first` … `first + count - 1` are in this part.

    `index` is a member's number in its struct, `end` the start of the next one: padding belongs to the member before
    it. `type` is None for memory without structure. The only child of an array is its element; `inside` means that some
    parent is an array of more than one element, so that the part represents several.
    """

    type: Type | None
    offset: int
    size: int
    parent: Part | None
    is_array: bool
    inside: bool
    first: int = 0
    count: int = 0
    children: list[Part] = field(default_factory=list)
    index: int = 0
    end: int = 0

    @property
    def leaves(self) -> int:
        """All leaves of this part, as a bit set."""
        return (1 << self.count) - 1 << self.first

    @property
    def is_leaf(self) -> bool:
        return not self.children

    @property
    def is_element(self) -> bool:
        return self.parent is not None and self.parent.is_array

    def touched(self, start: int, size: int) -> int:
        """The leaves that the bytes `start` … `start + size - 1` of this part touch."""
        low, high = max(start, 0), min(start + size, self.size)
        if low >= high:
            return 0
        if self.is_leaf:
            return self.leaves
        if self.is_array:
            return self._touched_elements(low, high)
        found = 0
        for child in self.children:
            if child.offset < high and low < child.end:
                found |= child.touched(low - child.offset, high - low) or child.leaves
        return found

    def _touched_elements(self, low: int, high: int) -> int:
        element = self.children[0]
        if not element.size:
            return self.leaves
        first, last = low // element.size, (high - 1) // element.size
        if last - first > 1:
            return self.leaves
        found = element.touched(low - first * element.size, high - low)
        if last > first:
            found |= element.touched(0, high - last * element.size)
        return found

    def covered(self, start: int, size: int) -> int:
        """The leaves that are definitely overwritten, in all their elements, by a write to these bytes of this part."""
        if start <= 0 and self.size <= start + size:
            return self.leaves
        if self.is_array:
            return 0
        found = 0
        for child in self.children:
            if start < child.offset + child.size and child.offset < start + size:
                found |= child.covered(start - child.offset, size)
        return found


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """The tree of an object: `parts` from the outermost inwards, `leaves` ordered by offset."""

    root: Part
    parts: tuple[Part, ...]
    leaves: tuple[Part, ...]

    @property
    def start(self) -> Part:
        """The default target of a pointer to the object: for an open array, its element."""
        root = self.root
        return root.children[0] if root.is_array and root.size == ENDLESS else root


@cache
def layout_of(kind: Type | None, is_open: bool) -> Layout:
    """The layout of an object of a type; None is one leaf. `is_open`: there may be more than one in a row."""
    if kind is None or not 0 < count_leaves(kind) <= MOST_LEAVES:
        return whole(ENDLESS if is_open or kind is None else size_of(kind))
    if is_open and not _has_flexible_end(kind):
        root = Part(None, 0, ENDLESS, None, True, False)
        root.children.append(_part(kind, 0, root, True, False))
    else:
        root = _part(kind, 0, None, False, is_open)
    parts, leaves = _number(root)
    return Layout(root, parts, leaves)


@cache
def whole(size: int) -> Layout:
    """Memory without structure."""
    root = Part(None, 0, size, None, False, False, 0, 1)
    return Layout(root, (root,), (root,))


@cache
def count_leaves(kind: Type) -> int:
    match kind:
        case ArrayType(element, _):
            return count_leaves(element)
        case StructType(fields):
            return sum(count_leaves(f) for f in fields)
        case _:
            return 1 if isinstance(kind, _SCALARS) else 0


def fits(part: Part, kind: Type) -> bool:
    """Can the part be accessed as a `kind`? Scalars of equal size are interchangeable, array lengths do not matter."""
    own = part.type
    if own == kind:
        return True
    match own, kind:
        case ArrayType(element, _), ArrayType(other, _):
            return element == other
        case (IntType() | FloatType() | PointerType(), IntType() | FloatType() | PointerType()):
            return size_of(own) == size_of(kind)
    return False


def parents(part: Part) -> Iterator[Part]:
    above = part.parent
    while above is not None:
        yield above
        above = above.parent


def _part(kind: Type, offset: int, parent: Part | None, inside: bool, is_open: bool) -> Part:
    """The tree of a type. An open one ends in an array of unknown length."""
    array = kind if isinstance(kind, ArrayType) else None
    part = Part(kind, offset, ENDLESS if is_open else size_of(kind), parent, array is not None, inside)
    if array is not None:
        part.size = part.size or ENDLESS
        several = array.count != 1 or is_open
        part.children.append(_part(array.element, 0, part, inside or several, False))
    elif isinstance(kind, StructType):
        last = len(kind.fields) - 1
        for number, member in enumerate(kind.fields):
            if count_leaves(member):
                where = field_offset(kind, number)
                child = _part(member, where, part, inside, is_open and number == last)
                child.index = number
                part.children.append(child)
        for child, following in zip(part.children, part.children[1:], strict=False):
            child.end = max(following.offset, child.offset + child.size)
        if part.children:
            part.children[-1].end = max(part.size, part.children[-1].offset + part.children[-1].size)
    return part


def _number(root: Part) -> tuple[tuple[Part, ...], tuple[Part, ...]]:
    parts: list[Part] = []
    leaves: list[Part] = []
    todo = [root]
    while todo:
        part = todo.pop()
        parts.append(part)
        part.first = len(leaves)
        part.count = 1 if part.is_leaf else count_leaves(part.type) if part.type is not None else 0
        if part.is_leaf:
            leaves.append(part)
        todo += reversed(part.children)
    root.count = len(leaves)
    return tuple(parts), tuple(leaves)


def _has_flexible_end(kind: Type) -> bool:
    """Does it end in an array of length 0 or 1 for which more space may have been allocated?"""
    while isinstance(kind, StructType) and kind.fields:
        kind = kind.fields[-1]
        if isinstance(kind, ArrayType):
            return kind.count <= 1
    return False
