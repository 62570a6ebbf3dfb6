"""Calls that do not fit the function they reach: the arguments or the result have other types."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto

from secateur.ir.model import Function
from secateur.ir.types import FunctionType, IntType, PointerType, Type
from secateur.machine.errors import UnsupportedCode
from secateur.machine.path import OWN_FILES


class Fit(Enum):
    """How a call and the function it reaches go together."""

    FITS = auto()
    WRONG = auto()  # undefined behaviour: the call was made through a pointer of another type
    UNSUPPORTED = auto()


def fit(
    function: Function,
    call: FunctionType,
    arguments: Sequence[Type],
    used: bool,
    checked: bool,
    narrows: bool = False,
) -> Fit:
    """Can the function be entered with such arguments, and does it return such a result? `used`: the result is used.
    Further arguments are ignored. `checked`: calls through a pointer of another type are a fault, if they are the
    user's. `narrows`: wider integers will do, as the function reads their low bits."""
    if checked and _is_defined_by_user(function) and _differs(function.type, call, len(arguments)):
        return Fit.WRONG
    result = call.result if used else None
    return Fit.FITS if _fits(function.type, arguments, result, narrows) else Fit.UNSUPPORTED


def is_narrower(one: Type, other: Type) -> bool:
    return isinstance(one, IntType) and isinstance(other, IntType) and 1 < one.width < other.width


def refusal(name: str) -> UnsupportedCode:
    return UnsupportedCode(f"a call of {name} with other types than it has")


def complaint(name: str) -> str:
    return f"'{name}' is called through a pointer to another type of function"


def _is_defined_by_user(function: Function) -> bool:
    return not function.is_declaration and not function.position.file.startswith(OWN_FILES)


def _differs(function: FunctionType, call: FunctionType, arguments: int) -> bool:
    """Calls through a pointer to a function without a prototype look like those of a variadic function; what they pass
    is not checked natively either."""
    if call.varargs and not function.varargs and arguments == len(call.parameters):
        return False
    return call != function


def _fits(function: FunctionType, arguments: Sequence[Type], result: Type | None, narrows: bool) -> bool:
    wanted = function.parameters
    if len(arguments) < len(wanted) or (result is not None and not _alike(function.result, result)):
        return False
    pairs = zip(wanted, arguments, strict=False)
    return all(_alike(one, other) or (narrows and is_narrower(one, other)) for one, other in pairs)


def _alike(one: Type, other: Type) -> bool:
    return one == other or (_is_word(one) and _is_word(other))


def _is_word(kind: Type) -> bool:
    return isinstance(kind, PointerType) or kind == IntType(64)
