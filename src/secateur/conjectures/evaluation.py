"""The meaning of a line: as an expression over the values of an end, and as a number for one run.

Numbers are those of mathematics, as in contracts: expressions are so wide that sums and differences of 64-bit numbers
do not wrap.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from secateur import expr
from secateur.contracts.terms import Numeral, Operation, Prefixed, Term
from secateur.expr import Value

#: Bits of every number.
WIDE = 68

#: Values by their text in the notation.
Env = Mapping[str, Value]
Row = Mapping[str, int]

_CONDITIONS = frozenset(("==", "!=", "<", "<=", ">", ">=", "&&", "||"))


class NoValue(Exception):
    """Something in a line has no value at this end. Never reaches a user."""


def is_condition(term: Term) -> bool:
    match term:
        case Prefixed("!", _):
            return True
        case Operation():
            return term.operator in _CONDITIONS
        case _:
            return False


def holds(term: Term, env: Env) -> Value:
    """A condition as an expression of one bit. Raises `NoValue`."""
    known = env.get(str(term))
    if known is not None:
        return expr.ne(known, 0, WIDE)
    match term:
        case Prefixed("!", operand):
            return expr.not_(holds(operand, env))
        case Operation("&&", left, right):
            return expr.and_(holds(left, env), holds(right, env), 1)
        case Operation("||", left, right):
            return expr.or_(holds(left, env), holds(right, env), 1)
        case Operation("==" | "!=", left, right) if is_condition(left) and is_condition(right):
            same = expr.eq(holds(left, env), holds(right, env), 1)
            return same if term.operator == "==" else expr.not_(same)
        case Operation(operator, left, right) if operator in _COMPARED:
            return _COMPARED[operator](amount(left, env), amount(right, env))
    return expr.ne(amount(term, env), 0, WIDE)


_COMPARED: dict[str, Callable[[Value, Value], Value]] = {
    "==": lambda x, y: expr.eq(x, y, WIDE),
    "!=": lambda x, y: expr.ne(x, y, WIDE),
    "<": lambda x, y: expr.slt(x, y, WIDE),
    "<=": lambda x, y: expr.sle(x, y, WIDE),
    ">": lambda x, y: expr.slt(y, x, WIDE),
    ">=": lambda x, y: expr.sle(y, x, WIDE),
}


def amount(term: Term, env: Env) -> Value:
    """A number as an expression. Raises `NoValue`."""
    if isinstance(term, Numeral):
        assert term.value is not None
        return term.value
    known = env.get(str(term))
    if known is not None:
        return known
    match term:
        case Prefixed("-", operand):
            return expr.neg(amount(operand, env), WIDE)
        case Operation("+", left, right):
            return expr.add(amount(left, env), amount(right, env), WIDE)
        case Operation("-", left, right):
            return expr.sub(amount(left, env), amount(right, env), WIDE)
        case Operation("%", left, Numeral(value=int() as modulus)) if modulus > 0:
            return expr.urem(amount(left, env), modulus, WIDE)
    if is_condition(term):
        return expr.zext(holds(term, env), 1, WIDE)
    raise NoValue(str(term))


def value_in(term: Term, row: Row) -> int:
    """The same for one run; a condition is 0 or 1. Raises `KeyError` for what the run does not have."""
    if isinstance(term, Numeral):
        assert term.value is not None
        return term.value
    known = row.get(str(term))
    if known is not None:
        return known
    match term:
        case Prefixed("!", operand):
            return int(not value_in(operand, row))
        case Prefixed("-", operand):
            return -value_in(operand, row)
        case Operation("&&", left, right):
            return int(bool(value_in(left, row)) and bool(value_in(right, row)))
        case Operation("||", left, right):
            return int(bool(value_in(left, row)) or bool(value_in(right, row)))
        case Operation(operator, left, right) if operator in _NUMBERS:
            return int(_NUMBERS[operator](value_in(left, row), value_in(right, row)))
    raise KeyError(str(term))


_NUMBERS: dict[str, Callable[[int, int], int]] = {
    "==": lambda x, y: x == y,
    "!=": lambda x, y: x != y,
    "<": lambda x, y: x < y,
    "<=": lambda x, y: x <= y,
    ">": lambda x, y: x > y,
    ">=": lambda x, y: x >= y,
    "+": lambda x, y: x + y,
    "-": lambda x, y: x - y,
    "%": lambda x, y: x % y,
}
