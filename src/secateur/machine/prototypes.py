"""Calls that do not fit the function they reach: the arguments or the result have other types."""

from __future__ import annotations

from collections.abc import Sequence

from secateur.ir.model import Function
from secateur.ir.types import IntType, PointerType, Type
from secateur.machine.errors import UnsupportedCode


def fits(function: Function, arguments: Sequence[Type], result: Type | None) -> bool:
    """Can the function be entered with such arguments, and does it return such a result? `result` is None if nobody
    uses it. Further arguments are ignored."""
    wanted = function.type.parameters
    if len(arguments) < len(wanted) or (result is not None and not _alike(function.type.result, result)):
        return False
    return all(_alike(one, other) for one, other in zip(wanted, arguments, strict=False))


def refusal(name: str) -> UnsupportedCode:
    return UnsupportedCode(f"a call of {name} with other types than it has")


def _alike(one: Type, other: Type) -> bool:
    return one == other or (_is_word(one) and _is_word(other))


def _is_word(kind: Type) -> bool:
    return isinstance(kind, PointerType) or kind == IntType(64)
