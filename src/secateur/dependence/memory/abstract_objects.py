"""The memory model of the analyses: abstract objects by allocation site, and their locations.

A location is a leaf of an object's type: a scalar variable, a member of a struct. All elements of an array are one
location, and so are all objects represented by one `malloc` or by one local variable of a recursive function. A heap
block has one more location, its *lifetime*: `free` writes it, and every access to the block reads it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from secateur.dependence.memory.layout import ENDLESS, Layout, Part, layout_of, whole
from secateur.ir.types import Type


class ObjectKind(Enum):
    """Where an object comes from."""

    GLOBAL = "global"
    LOCAL = "local"
    HEAP = "heap"
    COPY = "copy of an argument"
    ARGUMENTS = "variable arguments"
    FUNCTION = "function"
    UNKNOWN = "unknown"


@dataclass(slots=True, eq=False)
class AbstractObject:
    """`first` is the number of its first location.

    `owner` is the function that a local object belongs to, `register` the register that holds its address there (for a
    copy the parameter, for variable arguments -1). `is_single`: at most one such object is alive at any time (ignoring
    recursion), so that a write to a whole location is a strong update. `is_blank`: a constant of one location with
    no pointer, such as a string; where in it a pointer points does not matter.
    """

    number: int
    kind: ObjectKind
    name: str
    layout: Layout
    first: int
    owner: str | None = None
    register: int = -1
    is_single: bool = False
    is_blank: bool = False

    def __repr__(self) -> str:
        return f"<{self.kind.value} {self.name}>"

    @property
    def all(self) -> int:
        """All its locations, as a bit set."""
        return 0 if self.kind is ObjectKind.FUNCTION else self.layout.root.leaves << self.first

    def at(self, offset: int, size: int) -> int:
        """The locations that `size` bytes at this offset touch, as a bit set."""
        return 0 if self.kind is ObjectKind.FUNCTION else self.layout.root.touched(offset, size) << self.first


@dataclass(frozen=True, slots=True, eq=False)
class Location:
    """`offset` and `size` of the leaf, within the first element of each enclosing array."""

    number: int
    object: AbstractObject
    offset: int
    size: int
    name: str

    @property
    def is_element(self) -> bool:
        """Does it represent the elements of an array?"""
        leaves, leaf = self.object.layout.leaves, self.number - self.object.first
        return leaf < len(leaves) and leaves[leaf].inside


class AbstractObjects:
    """The objects of a program; their locations are numbered consecutively in the order of creation."""

    def __init__(self) -> None:
        self.all: list[AbstractObject] = []
        self.count = 0
        self.unknown = self.add(ObjectKind.UNKNOWN, "unknown", None, True)

    def add(
        self,
        kind: ObjectKind,
        name: str,
        type_: Type | None,
        is_open: bool,
        owner: str | None = None,
        register: int = -1,
    ) -> AbstractObject:
        layout = whole(0) if kind is ObjectKind.FUNCTION else layout_of(type_, is_open)
        made = AbstractObject(len(self.all), kind, name, layout, self.count, owner, register)
        self.all.append(made)
        if kind is not ObjectKind.FUNCTION:
            self.count += len(layout.leaves)
        return made

    def locations(self) -> list[Location]:
        found: list[Location] = []
        for item in self.all:
            if item.kind is not ObjectKind.FUNCTION:
                for leaf in item.layout.leaves:
                    size = 0 if leaf.size == ENDLESS else leaf.size
                    found.append(Location(len(found), item, _offset(leaf), size, item.name + _path(leaf)))
        return found


def _offset(part: Part) -> int:
    offset, here = 0, part
    while here.parent is not None:
        offset += here.offset
        here = here.parent
    return offset


def _path(part: Part) -> str:
    """The path to a part from its object: `.1[]` for an element of the second member."""
    steps: list[str] = []
    here = part
    while here.parent is not None:
        steps.append("[]" if here.is_element else f".{here.index}")
        here = here.parent
    return "".join(reversed(steps))
