"""Calls that do not fit the function they reach: the arguments or the result have other types."""

from __future__ import annotations

from collections.abc import Sequence

from secateur.ir.model import Function
from secateur.ir.types import IntType, PointerType, Type
from secateur.machine.errors import UnsupportedCode


def fits(function: Function, arguments: Sequence[Type], result: Type | None, narrows: bool = False) -> bool:
    """Can the function be entered with such arguments, and does it return such a result? `result` is None if nobody
    uses it. Further arguments are ignored. `narrows`: wider integers will do, as the function reads their low bits."""
    wanted = function.type.parameters
    if len(arguments) < len(wanted) or (result is not None and not _alike(function.type.result, result)):
        return False
    pairs = zip(wanted, arguments, strict=False)
    return all(_alike(one, other) or (narrows and is_narrower(one, other)) for one, other in pairs)


def is_narrower(one: Type, other: Type) -> bool:
    return isinstance(one, IntType) and isinstance(other, IntType) and 1 < one.width < other.width


def refusal(name: str) -> UnsupportedCode:
    return UnsupportedCode(f"a call of {name} with other types than it has")


def _alike(one: Type, other: Type) -> bool:
    return one == other or (_is_word(one) and _is_word(other))


def _is_word(kind: Type) -> bool:
    return isinstance(kind, PointerType) or kind == IntType(64)
