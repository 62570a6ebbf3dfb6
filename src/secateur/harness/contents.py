"""What a comparison looks at behind a pointer that a function leaves: the result, a global, or a member of what it was
given.

How much there is to read is known only after the call, so each value is observed only if the object is large enough.
One level is followed, and only a few elements.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from secateur.harness.inputs import size_of, unknown_layout
from secateur.harness.plan import Address, FixedZero, Items, Leaf, Members, Node, Pointer
from secateur.harness.sights import Sight, effects, view
from secateur.ir.debuginfo import CFunctionPointer, CInt, CPointer, CStruct, CType, resolved

#: Maximum number of observations behind one pointer, and of pointers inside what a function was given: whether each of
#: them is NULL doubles the number of paths.
MOST, MOST_POINTERS = 64, 4
#: After the name of a pointer: the number of bytes that it leads to, and how a driver counts them (native runs stop
#: there).
BYTES, _COUNTED = ".bytes", "(secateur_bytes < 65536 ? secateur_bytes : 65536)"


@dataclass(frozen=True, slots=True)
class GuardedSight:
    """An observation that is made only if this many bytes can be read behind a pointer, and only if it has changed:
    `before` is a variable with its value before the call. `name` is that of what the pointer leads to."""

    pointer: str
    bytes: int
    sight: Sight
    name: str
    before: str = ""


@dataclass(frozen=True, slots=True)
class LeftPointer:
    """A pointer that a function leaves; `before`: the variable with its value before the call, if it had one."""

    name: str
    place: str
    type: CType
    before: str = ""

    @property
    def kept(self) -> str:
        """The declaration of that variable."""
        return f"const void *const {self.before} = {self.place};"


def left_pointers(node: Node, writable: bool) -> Iterator[LeftPointer]:
    """The pointers in a value, and in what it leads to; of an array only the first."""
    match node:
        case Items():
            for item in node.nodes[:1]:
                yield from left_pointers(item, writable)
        case Members():
            for _, member in node.members:
                yield from left_pointers(member, writable)
        case Address():
            if writable and node.storage.pointer is not None:
                yield LeftPointer(f"*{node.name}", node.place, node.storage.pointer)
            yield from left_pointers(node.storage.node, not node.const)
        case FixedZero() | Pointer():
            if writable and isinstance(node.type, CPointer):
                yield LeftPointer(f"*{node.name}", node.place, node.type)


def contents(left: LeftPointer, most: int) -> Iterator[GuardedSight]:
    """The first `most` elements behind a pointer, if their layout is known; and how many bytes there are, unless it is
    a structure, whose type says that."""
    name, place = left.name, left.place
    pointer = resolved(left.type)
    if not isinstance(pointer, CPointer) or not most:
        return
    to = None if pointer.to is None else resolved(pointer.to)
    if not isinstance(to, CStruct | CFunctionPointer):
        yield GuardedSight(place, 0, Leaf(f"{name}{BYTES}", _COUNTED, "u64", 64, signed=False), name, left.before)
    if to is None or unknown_layout(to) or isinstance(to, CFunctionPointer):
        return
    seen = 0
    for number in range(most):
        item = view(f"{name}[{number}]", f"({place})[{number}]", to)
        for sight in effects(item):
            seen += 1
            if seen > MOST:
                return
            if isinstance(sight, Leaf | Pointer):
                yield GuardedSight(place, (number + 1) * size_of(to), sight, name, left.before)


def is_text(kind: CType) -> bool:
    """Does it lead to characters? They count up to the first NUL."""
    pointer = resolved(kind)
    to = resolved(pointer.to) if isinstance(pointer, CPointer) and pointer.to is not None else None
    return isinstance(to, CInt) and to.is_char
