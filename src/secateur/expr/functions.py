"""Functions of math.h that the solver's float theory lacks, as operations of expressions.

An application is a node like any other: the same function of the same argument is the same node, and its value under a
model is that of the C library, exactly. The solver knows nothing about it but what `solver.functions` says.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from secateur.expr import host_functions, ieee
from secateur.expr.expr import Expr, Value, intern1, intern2

PREFIX = "call_"
"""Before the name of the function, in the names of operations."""


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

FUNCTIONS: dict[str, Callable[..., float]] = {
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


EXACT: dict[str, Callable[..., float]] = {name: _guarded(function) for name, function in FUNCTIONS.items()}
"""By name, as C has it, on numbers. `ldexp` takes an integer."""

#: Those that can be nodes: of one or two floats.
APPLIED = tuple(name for name in FUNCTIONS if name != "ldexp")


def value_of(name: str, width: int, *arguments: int) -> int:
    """The result, of and as bit patterns."""
    if width == ieee.EXTENDED:
        result = host_functions.function(f"{name}l")(*arguments)
        return ieee.NAN[width] if ieee.is_nan(result, width) else result
    number = EXACT[name](*(ieee.to_float(each, width) for each in arguments))
    return ieee.to_bits(number, width)


def apply(name: str, arguments: tuple[Value, ...], width: int) -> Value:
    """The function of these floats, as a pattern or a node."""
    if not any(isinstance(each, Expr) for each in arguments):
        return value_of(name, width, *arguments)  # type: ignore[arg-type]
    if len(arguments) == 1:
        assert isinstance(arguments[0], Expr)
        return intern1(PREFIX + name, arguments[0], width)
    first, second = arguments
    return intern2(PREFIX + name, first, second, width)


def is_application(node: Expr) -> bool:
    return node.op.startswith(PREFIX)


def _meaning(name: str) -> Callable[..., int]:
    return lambda node, *arguments: value_of(name, node.width, *arguments)


def _compiled(name: str) -> Callable[..., int]:
    return lambda *given: value_of(name, given[-1], *given[:-1])


MEANING: dict[str, Callable[..., int]] = {PREFIX + name: _meaning(name) for name in APPLIED}
COMPILED: dict[str, Callable[..., int]] = {PREFIX + name: _compiled(name) for name in APPLIED}
