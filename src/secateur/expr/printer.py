"""Expressions as C, in the user's names."""

from __future__ import annotations

from secateur.expr.expr import Expr, Value


def to_c(e: Value) -> str:
    """`e` as a C expression."""
    return repr(e) if isinstance(e, Expr) else str(e)
