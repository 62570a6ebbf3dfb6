"""Integer instructions with a symbolic operand, and the failures that C attaches to them."""

from __future__ import annotations

from secateur import expr
from secateur.expr import Expr
from secateur.machine import floats
from secateur.machine.fault import FaultKind
from secateur.machine.path import Site
from secateur.machine.state import State

Bits = Expr | int


def add_checked(state: State, x: Bits, y: Bits, width: int, site: Site) -> Bits:
    state.check(expr.add_overflows(x, y, width, True), site)
    return expr.add(x, y, width)


def sub_checked(state: State, x: Bits, y: Bits, width: int, site: Site) -> Bits:
    state.check(expr.sub_overflows(x, y, width, True), site)
    return expr.sub(x, y, width)


def mul_checked(state: State, x: Bits, y: Bits, width: int, site: Site) -> Bits:
    state.check(expr.mul_overflows(x, y, width, True), site)
    return expr.mul(x, y, width)


def divide(state: State, op: str, x: Bits, y: Bits, width: int, zero: Site, overflow: Site) -> Bits:
    """`udiv`, `urem`, `sdiv`, `srem`: each traps on zero, the signed ones also on INT_MIN / -1."""
    state.check(expr.eq(y, 0, width), zero)
    if op in ("sdiv", "srem"):
        least = expr.eq(x, -1 << (width - 1), width)
        state.check(expr.and_(least, expr.eq(y, -1, width), 1), overflow)
    match op:
        case "udiv":
            return expr.udiv(x, y, width)
        case "urem":
            return expr.urem(x, y, width)
        case "sdiv":
            return expr.sdiv(x, y, width)
        case _:
            return expr.srem(x, y, width)


def shift(state: State, op: str, x: Bits, y: Bits, width: int, site: Site) -> Bits:
    """`shl`, `lshr`, `ashr`. Too large an amount is a fault; if unchecked, it is masked as the hardware does. In a
    signed left shift, so is a bit that is lost or becomes the sign."""
    if op == "signed shl":
        lost = expr.ne(expr.lshr(x, expr.sub(width - 1, y, width), width), 0, width)
        state.check(expr.or_(expr.ule(width, y, width), lost, 1), site)
        return expr.shl(x, y, width)
    if site.fault is FaultKind.SHIFT:
        state.check(expr.ule(width, y, width), site)
    else:
        y = expr.and_(y, width - 1, width)
    match op:
        case "shl":
            return expr.shl(x, y, width)
        case "lshr":
            return expr.lshr(x, y, width)
        case _:
            return expr.ashr(x, y, width)


def float_to_int(state: State, x: floats.FloatValue, width: int, to: int, signed: bool, site: Site) -> Bits:
    """`fptosi`, `fptoui`: the value without its fraction must fit; NaN does not."""
    low, high = floats.limits(width, to, signed)
    fits = floats.compare("ogt", x, low, width), floats.compare("olt", x, high, width)
    state.check(expr.not_(expr.and_(*fits, 1)), site)
    return floats.to_int(x, width, to, signed)


def load_bool(state: State, x: Bits, width: int, site: Site) -> Bits:
    """A `_Bool` as it is in memory."""
    state.check(expr.ult(1, x, width), site)
    return expr.extract(x, 0, 1, width)


def compare(predicate: str, x: Bits, y: Bits, width: int) -> Bits:
    match predicate:
        case "eq":
            return expr.eq(x, y, width)
        case "ne":
            return expr.ne(x, y, width)
        case "slt":
            return expr.slt(x, y, width)
        case "sle":
            return expr.sle(x, y, width)
        case "sgt":
            return expr.slt(y, x, width)
        case "sge":
            return expr.sle(y, x, width)
        case "ult":
            return expr.ult(x, y, width)
        case "ule":
            return expr.ule(x, y, width)
        case "ugt":
            return expr.ult(y, x, width)
        case _:
            return expr.ule(y, x, width)
