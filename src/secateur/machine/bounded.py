"""Null pointers that only the bound on the shape of the inputs made: the end of a list that is never longer.

Such a null is a number like any other, but knows its name, so that a fault that follows it can say on what it rests. It
keeps that through memory, registers and offsets, and costs nothing where there is none.
"""

from __future__ import annotations

from secateur.expr import Expr, add


class BoundedNull(int):
    """0, or 0 and an offset. `pointer` is the user's name of the pointer."""

    pointer: str

    @staticmethod
    def of(pointer: str, value: int = 0) -> BoundedNull:
        made = BoundedNull(value)
        made.pointer = pointer
        return made

    def __add__(self, offset: int) -> int:
        return BoundedNull.of(self.pointer, int(self) + offset) if isinstance(offset, int) else NotImplemented

    __radd__ = __add__


def moved(address: Expr | int, offset: int) -> Expr | int:
    """An address and an offset."""
    return address + offset if isinstance(address, BoundedNull) else add(address, offset, 64)


def why_null(address: int) -> str:
    """What makes the address null, to be added to a message."""
    if not isinstance(address, BoundedNull):
        return ""
    return f": '{address.pointer}' is NULL, as no larger shape is tried"
