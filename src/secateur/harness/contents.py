"""What a comparison looks at behind a pointer that a function leaves: the result, or a global.

How much there is to read is known only after the call, so each value is observed only if the object is large enough.
One level is followed, and only a few elements.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from secateur.harness.inputs import size_of, unknown_layout
from secateur.harness.plan import Leaf, Pointer
from secateur.harness.sights import Sight, effects, view
from secateur.ir.debuginfo import CFunctionPointer, CInt, CPointer, CType, resolved

#: Maximum number of observations behind one pointer.
MOST = 64


@dataclass(frozen=True, slots=True)
class GuardedSight:
    """An observation that is made only if this many bytes can be read behind a pointer."""

    pointer: str
    bytes: int
    sight: Sight


def contents(name: str, place: str, kind: CType, most: int) -> Iterator[GuardedSight]:
    """The first `most` elements behind a pointer of this type; none if their layout is not known."""
    pointer = resolved(kind)
    to = resolved(pointer.to) if isinstance(pointer, CPointer) and pointer.to is not None else None
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
                yield GuardedSight(place, (number + 1) * size_of(to), sight)


def is_text(kind: CType) -> bool:
    """Does it lead to characters? They count up to the first NUL."""
    pointer = resolved(kind)
    to = resolved(pointer.to) if isinstance(pointer, CPointer) and pointer.to is not None else None
    return isinstance(to, CInt) and to.is_char
