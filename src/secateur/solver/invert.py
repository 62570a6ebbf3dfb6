"""Finds the value of an input that would give an expression a wanted value, by inverting operations one by one.

An operation is inverted for one operand while the others keep their current values, so the result is a guess that
the caller must check: multiplication by an even number, for example, cannot always be inverted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from secateur.expr import Expr, evaluate, ieee, unsigned, wrap
from secateur.solver.answer import Model

_STEPS = 64
"""Maximum number of operations inverted for one wanted value, over all branches of the search."""

Goal = tuple[Expr, int]
"""An expression and the value it should take."""


def inputs_for(goal: Goal, model: Model) -> list[tuple[Expr, int]]:
    """(variable, value) pairs, each of which may give the expression the value, the rest being as in `model`."""
    found: dict[tuple[Expr, int], None] = {}
    pending = [goal]
    for _ in range(_STEPS):
        if not pending:
            break
        e, target = pending.pop(0)
        if e.op == "var":
            found[e, target] = None
            continue
        rule = _UNDO.get(e.op)
        if rule is not None:
            pending.extend(rule(e, target, model))
    return list(found)


def _operands(e: Expr) -> Iterator[tuple[int, Expr, int]]:
    """Each symbolic operand of a binary operation, with its position and the position of the other."""
    for position in (0, 1):
        arg = e.args[position]
        if isinstance(arg, Expr):
            yield position, arg, 1 - position


def _undo_linear(e: Expr, target: int, model: Model) -> Iterator[Goal]:
    for position, operand, other in _operands(e):
        known = evaluate(e.args[other], model)
        if e.op == "add":
            wanted = target - known
        elif e.op == "xor":
            wanted = target ^ known
        else:
            wanted = target + known if position == 0 else known - target
        yield operand, wrap(wanted, e.width)


def _undo_mul(e: Expr, target: int, model: Model) -> Iterator[Goal]:
    for _, operand, other in _operands(e):
        known = evaluate(e.args[other], model)
        if known == 0:
            continue
        if target % known == 0:
            yield operand, wrap(target // known, e.width)
        elif known & 1:
            yield operand, wrap(target * pow(known, -1, 1 << e.width), e.width)


def _undo_divide(e: Expr, target: int, model: Model) -> Iterator[Goal]:
    """The dividend is moved by whole multiples, or to the wanted remainder."""
    dividend, divisor = e.args
    if not isinstance(dividend, Expr):
        return
    known = evaluate(divisor, model)
    if known == 0:
        return
    if e.op in ("udiv", "sdiv"):
        yield dividend, wrap(target * known, e.width)
        return
    present = evaluate(dividend, model)
    if e.op == "urem":
        present, known = unsigned(present, e.width), unsigned(known, e.width)
    yield dividend, wrap(present - (present % abs(known)) + target, e.width)
    yield dividend, target


def _undo_shift(e: Expr, target: int, model: Model) -> Iterator[Goal]:
    x, amount = e.args
    distance = unsigned(evaluate(amount, model), e.width)
    if not isinstance(x, Expr) or distance >= e.width:
        return
    if e.op == "shl":
        yield x, wrap(unsigned(target, e.width) >> distance, e.width)
    else:
        low_bits = evaluate(x, model) & ((1 << distance) - 1)
        yield x, wrap(target << distance | low_bits, e.width)


def _undo_bits(e: Expr, target: int, model: Model) -> Iterator[Goal]:
    for _, operand, other in _operands(e):
        known = evaluate(e.args[other], model)
        if e.width == 1:
            yield operand, bool(target)
        elif e.op == "and":
            # The bits that the mask hides keep their current values.
            yield operand, (target & known) | (evaluate(operand, model) & ~known)
        else:
            yield operand, target & ~known


def _undo_extension(e: Expr, target: int, model: Model) -> Iterator[Goal]:
    inner: Expr = e.args[0]
    yield inner, wrap(target, inner.width)


def _undo_extract(e: Expr, target: int, model: Model) -> Iterator[Goal]:
    x, low = e.args
    mask = ((1 << e.width) - 1) << low
    yield x, wrap((evaluate(x, model) & ~mask) | (unsigned(target, e.width) << low), x.width)


def _undo_concat(e: Expr, target: int, model: Model) -> Iterator[Goal]:
    high, low = e.args
    low_width = low.width if isinstance(low, Expr) else e.width - high.width
    if isinstance(low, Expr):
        yield low, wrap(target, low_width)
    if isinstance(high, Expr):
        yield high, wrap(target >> low_width, e.width - low_width)


def _undo_ite(e: Expr, target: int, model: Model) -> Iterator[Goal]:
    c, x, y = e.args
    present = bool(evaluate(c, model))
    arm, other = (x, y) if present else (y, x)
    if isinstance(arm, Expr):
        yield arm, target
    if evaluate(other, model) == target:
        yield c, not present


def _undo_select(e: Expr, target: int, model: Model) -> Iterator[Goal]:
    index, *items = e.args
    for position, item in enumerate(items):
        if evaluate(item, model) == target:
            yield index, position
            break
    present = unsigned(evaluate(index, model), 64)
    if present < len(items) and isinstance(items[present], Expr):
        yield items[present], target


def _undo_not(e: Expr, target: int, model: Model) -> Iterator[Goal]:
    yield e.args[0], not target


def _undo_conversion(e: Expr, target: int, model: Model) -> Iterator[Goal]:
    """Between integers and floats, and between float and double, by converting the wanted value back."""
    inner: Expr = e.args[0]
    if e.op == "fp_convert":
        yield inner, ieee.fp_convert(target, e.width, inner.width)
    elif e.op in ("int_to_fp_s", "int_to_fp_u"):
        yield inner, wrap(ieee.fp_to_sint(target, e.width, 64), inner.width)
    else:
        yield inner, ieee.int_to_fp(target, inner.width)


def _undo_float(e: Expr, target: int, model: Model) -> Iterator[Goal]:
    """As if floats were exact; the check catches guesses that rounding makes wrong."""
    for position, operand, other in _operands(e):
        known = evaluate(e.args[other], model)
        if e.op == "fadd":
            yield operand, ieee.fsub(target, known, e.width)
        elif e.op == "fsub":
            yield operand, (ieee.fadd if position == 0 else _reversed_sub)(target, known, e.width)
        elif e.op == "fmul":
            yield operand, ieee.fdiv(target, known, e.width)
        elif position == 0:
            yield operand, ieee.fmul(target, known, e.width)


def _reversed_sub(x: int, y: int, width: int) -> int:
    return ieee.fsub(y, x, width)


def _undo_sign(e: Expr, target: int, model: Model) -> Iterator[Goal]:
    yield e.args[0], ieee.fneg(target, e.width) if e.op == "fneg" else target


_UNDO: dict[str, Callable[[Expr, int, Model], Iterator[Goal]]] = {
    "add": _undo_linear,
    "sub": _undo_linear,
    "xor": _undo_linear,
    "mul": _undo_mul,
    "udiv": _undo_divide,
    "sdiv": _undo_divide,
    "urem": _undo_divide,
    "srem": _undo_divide,
    "shl": _undo_shift,
    "lshr": _undo_shift,
    "ashr": _undo_shift,
    "and": _undo_bits,
    "or": _undo_bits,
    "zext": _undo_extension,
    "sext": _undo_extension,
    "extract": _undo_extract,
    "concat": _undo_concat,
    "ite": _undo_ite,
    "select": _undo_select,
    "not": _undo_not,
    "fp_convert": _undo_conversion,
    "int_to_fp_s": _undo_conversion,
    "int_to_fp_u": _undo_conversion,
    "fp_to_sint": _undo_conversion,
    "fp_to_uint": _undo_conversion,
    "fadd": _undo_float,
    "fsub": _undo_float,
    "fmul": _undo_float,
    "fdiv": _undo_float,
    "fneg": _undo_sign,
    "fabs": _undo_sign,
}
