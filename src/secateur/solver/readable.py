"""Which of several values of an input a person would rather read in a test."""

from __future__ import annotations

from secateur.expr import Expr


def unreadable(x: Expr, value: int) -> tuple[int, int, int, int]:
    """Sort key: printable characters first, then small numbers, positive before negative."""
    unseen = int(x.kind == "char" and value != 0 and not 32 <= value < 127)
    size = value & (1 << x.width) - 1 if x.kind in ("unsigned", "pointer") else abs(value)
    return unseen, size, value < 0, x.args[0]
