"""The part of math.h that the solver's float theory lacks: exact, as a table for an argument that depends on one byte,
else on arguments that are made concrete."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from secateur.expr import Expr
from secateur.expr.tabulate import tabulate
from secateur.ir.types import FloatType
from secateur.machine.compiler import CallSite
from secateur.machine.floats import FloatValue, bits_of, lift, of_bits, single
from secateur.machine.library.builtin import Builtin
from secateur.machine.state import State


def _guarded(function: Callable[..., float]) -> Callable[..., float]:
    """Returns C's result where Python raises."""

    def call(*values: float) -> float:
        try:
            return function(*values)
        except ValueError:
            pole = _POLES.get(function)
            return -math.nan if pole is None else pole(values[0])
        except OverflowError:
            return math.copysign(math.inf, values[0]) if function in _ODD else math.inf

    return call


def _log(function: Callable[[float], float]) -> Callable[[float], float]:
    return lambda x: -math.inf if x == 0 else function(x)


def _pow(x: float, y: float) -> float:
    if x == 0 and y < 0:
        odd = y == int(y) and int(y) % 2 == 1 if math.isfinite(y) else False
        return math.copysign(math.inf, x) if odd else math.inf
    try:
        return math.pow(x, y)
    except OverflowError:
        negative = x < 0 and int(y) % 2 == 1
        return -math.inf if negative else math.inf


def _scale(x: float, exponent: float) -> float:
    return math.ldexp(x, int(exponent))


def _at(place: float, value: float) -> Callable[[float], float]:
    return lambda x: value if x == place else -math.nan


#: On overflow, the result has the sign of the argument.
_ODD = (math.sinh, _scale)
#: C's result where Python raises ValueError.
_POLES: dict[Callable[..., float], Callable[[float], float]] = {
    math.gamma: lambda x: math.copysign(math.inf, x) if x == 0 else -math.nan,
    math.lgamma: lambda x: math.inf,
    math.log1p: _at(-1.0, -math.inf),
    math.atanh: lambda x: math.copysign(math.inf, x) if abs(x) == 1 else -math.nan,
}

_FUNCTIONS: dict[str, Callable[..., float]] = {
    "pow": _pow,
    "exp": math.exp,
    "exp2": lambda x: 2.0**x,
    "expm1": math.expm1,
    "log": _log(math.log),
    "log2": _log(math.log2),
    "log10": _log(math.log10),
    "log1p": math.log1p,
    "sin": math.sin,
    "cos": math.cos,
    "tan": math.tan,
    "asin": math.asin,
    "acos": math.acos,
    "atan": math.atan,
    "atan2": math.atan2,
    "sinh": math.sinh,
    "cosh": math.cosh,
    "tanh": math.tanh,
    "cbrt": math.cbrt,
    "hypot": math.hypot,
    "asinh": math.asinh,
    "acosh": math.acosh,
    "atanh": math.atanh,
    "erf": math.erf,
    "erfc": math.erfc,
    "tgamma": math.gamma,
    "lgamma": math.lgamma,
    "exp10": lambda x: 10.0**x,
    "ldexp": _scale,
}


def _builtin(name: str, function: Callable[..., float], width: int) -> Builtin:
    exact = _guarded(function)

    def call(state: State, arguments: tuple[Any, ...], site: CallSite) -> FloatValue:
        table = _table(exact, arguments, site, width)
        if table is not None:
            return table
        values = []
        for value, kind in zip(arguments, site.types, strict=True):
            if isinstance(value, Expr):
                bits = state.pin(value, site, f"the argument of {name} was made concrete")
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


BUILTINS: dict[str, Builtin] = {
    **{name: _builtin(name, function, 64) for name, function in _FUNCTIONS.items()},
    **{name + "f": _builtin(name + "f", function, 32) for name, function in _FUNCTIONS.items()},
}
