"""What would make a false condition true: expressions in it, each with values that would change the outcome."""

from __future__ import annotations

from collections.abc import Iterator

from secateur.expr import Expr, Value, evaluate, ieee, operand_width, wrap
from secateur.solver.answer import Model
from secateur.solver.invert import Goal

_ATOMS = 16
"""Maximum number of comparisons considered per condition."""


def goals(condition: Expr, model: Model) -> list[Goal]:
    """Ways to make `condition`, false under `model`, true: some expression in it takes another value."""
    result: list[Goal] = []
    pending: list[tuple[Expr, bool]] = [(condition, True)]
    for _ in range(_ATOMS):
        if not pending:
            break
        e, wanted = pending.pop(0)
        op = e.op
        if op == "not":
            pending.append((e.args[0], not wanted))
        elif op in ("and", "or", "xor"):
            pending.extend(_parts(e, wanted, model))
        elif op == "ite":
            pending.extend(_arms(e, wanted, model))
        else:
            result.extend(_atom(e, wanted, model))
    return result


def _parts(e: Expr, wanted: bool, model: Model) -> Iterator[tuple[Expr, bool]]:
    for part in e.args:
        present = bool(evaluate(part, model))
        if e.op == "xor" or present != wanted:
            yield part, not present


def _arms(e: Expr, wanted: bool, model: Model) -> Iterator[tuple[Expr, bool]]:
    c, x, y = e.args
    present = bool(evaluate(c, model))
    arm, other = (x, y) if present else (y, x)
    if isinstance(arm, Expr):
        yield arm, wanted
    if bool(evaluate(other, model)) == wanted:
        yield c, not present


def _atom(e: Expr, wanted: bool, model: Model) -> Iterator[Goal]:
    op = e.op
    if op in ("eq", "slt", "sle", "ult", "ule"):
        yield from _comparison(e, wanted, model)
    elif op.startswith("fcmp_"):
        yield from _float_comparison(e, wanted, model)
    elif op.endswith("_overflows"):
        yield from _overflow(e, wanted)
    else:
        yield e, wanted


def _sides(e: Expr) -> Iterator[tuple[Expr, Value, int]]:
    x, y = e.args
    if isinstance(x, Expr):
        yield x, y, 1
    if isinstance(y, Expr):
        yield y, x, -1


def _comparison(e: Expr, wanted: bool, model: Model) -> Iterator[Goal]:
    """Set one side to the current value of the other, or next to it."""
    width = operand_width(e)
    op = e.op
    for side, other, direction in _sides(e):
        against = evaluate(other, model)
        if op == "eq":
            if wanted:
                yield side, against
            else:
                for value in (0, 1, against + 1, against - 1):
                    if value != against:
                        yield side, wrap(value, width)
            continue
        strict = op in ("slt", "ult")
        # direction 1: this side is the smaller one when the comparison holds.
        if wanted:
            step = -direction if strict else 0
        else:
            step = 0 if strict else direction
        yield side, wrap(against + step, width)
        yield side, wrap(against + step + (direction if not wanted else -direction), width)
        yield side, 0


def _float_comparison(e: Expr, wanted: bool, model: Model) -> Iterator[Goal]:
    width = operand_width(e)
    for side, other, direction in _sides(e):
        if not wanted:
            yield side, ieee.NAN[width]
        if e.op == "fcmp_ord":
            yield side, 0
            continue
        against = evaluate(other, model)
        number = ieee.to_float(against, width)
        if number != number:  # noqa: PLR0124  (NaN)
            yield side, 0
            continue
        below = (direction == 1) == wanted
        yield side, against
        yield side, ieee.to_bits(number - 1 if below else number + 1, width)
        yield side, ieee.to_bits(number - abs(number) / 2 if below else number + abs(number) / 2, width)


def _overflow(e: Expr, wanted: bool) -> Iterator[Goal]:
    width = operand_width(e)
    half = 1 << (width - 1)
    for side, _, _ in _sides(e):
        if not wanted:
            yield side, 0
        elif e.op[0] == "u":
            yield side, -1
        else:
            yield side, half - 1
            yield side, -half
