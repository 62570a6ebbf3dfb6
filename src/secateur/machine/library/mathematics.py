"""The part of math.h that the solver's float theory lacks: a table for an argument that depends on one byte, else an
operation of expressions (`expr.functions`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from secateur.expr import Expr
from secateur.expr.extended import WIDTH
from secateur.expr.functions import APPLIED, EXACT, FUNCTIONS, apply
from secateur.expr.tabulate import tabulate
from secateur.ir.types import FloatType
from secateur.machine.compiler import CallSite
from secateur.machine.floats import FloatValue, bits_of, lift, lower, of_bits, single
from secateur.machine.library import host_numbers
from secateur.machine.library.builtin import Builtin
from secateur.machine.state import State
from secateur.machine.unsupported import UnsupportedKind


def _builtin(function: str, width: int) -> Builtin:
    exact = EXACT[function]

    def call(state: State, arguments: tuple[Any, ...], site: CallSite) -> FloatValue:
        table = _table(exact, arguments, site, width)
        if table is not None:
            return table
        is_symbolic = any(isinstance(value, Expr) for value in arguments)
        if is_symbolic and function in APPLIED:
            return lift(apply(function, tuple(lower(value, width) for value in arguments), width), width)
        values = []
        for value, kind in zip(arguments, site.types, strict=True):
            if isinstance(value, Expr):
                bits = state.pin(value, site, f"the argument of {function} was made concrete")
                values.append(of_bits(bits, width) if isinstance(kind, FloatType) else bits)
            else:
                values.append(value)
        result = exact(*values)
        return single(result) if width == 32 else result

    return call


def _table(exact: Callable[..., float], arguments: tuple[Any, ...], site: CallSite, width: int) -> FloatValue | None:
    """The result for each value of the one byte that the one symbolic argument depends on."""
    symbolic = [position for position, value in enumerate(arguments) if isinstance(value, Expr)]
    if len(symbolic) != 1:
        return None
    position = symbolic[0]
    is_float = isinstance(site.types[position], FloatType)

    def result(bits: int) -> int:
        value = of_bits(bits, width) if is_float else bits
        return bits_of(exact(*arguments[:position], value, *arguments[position + 1 :]), width)

    found = tabulate(arguments[position], result, width)
    return None if found is None else lift(found, width)


def _extended(function: str) -> Builtin:
    """The version for `long double`, by the C library of this computer."""
    name = f"{function}l"
    exact = host_numbers.function(name)

    def call(state: State, arguments: tuple[Any, ...], site: CallSite) -> FloatValue:
        if not host_numbers.is_available():
            state.refuse(UnsupportedKind.TYPE, f"{name} on this computer", site)
        if function in APPLIED and any(isinstance(value, Expr) for value in arguments):
            return apply(function, arguments, WIDTH)
        values = [
            state.pin(value, site, f"the argument of {name} was made concrete") if isinstance(value, Expr) else value
            for value in arguments
        ]
        return exact(*values, are_integers=tuple(not isinstance(kind, FloatType) for kind in site.types))

    return call


BUILTINS: dict[str, Builtin] = {
    **{name + "l": _extended(name) for name in FUNCTIONS},
    **{name: _builtin(name, 64) for name in FUNCTIONS},
    **{name + "f": _builtin(name, 32) for name in FUNCTIONS},
}
