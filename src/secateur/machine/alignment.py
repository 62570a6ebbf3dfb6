"""Addresses that must be multiples of the alignment of a type."""

from __future__ import annotations

from secateur import expr
from secateur.expr import Expr
from secateur.machine.path import Site
from secateur.machine.resolve import linear
from secateur.machine.state import State


def aligned(state: State, address: Expr, align: int, site: Site) -> None:
    """A fault if a symbolic address is not a multiple of `align`."""
    constant, terms = linear(address)
    if constant % align or any(factor % align for factor, _ in terms):
        state.check(expr.ne(expr.and_(address, align - 1, 64), 0, 64), site)
