"""The values of expressions at many points at once: one column per node, so that shared nodes are computed once.

A condition over one or two bytes can be decided by looking at all their values. Along a path the conditions share most
of their nodes, and each new one costs only the columns of its new nodes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import repeat

from secateur.expr.evaluate import MEANING
from secateur.expr.expr import Expr

_CELLS = 1_000_000
"""Number of stored values above which the columns are forgotten and built anew."""


class Columns:
    """Evaluates at the points that `inputs` lists: the column of each variable, by its index, all of one length."""

    def __init__(self, inputs: Mapping[int, Sequence[int]], count: int) -> None:
        self._inputs = inputs
        self._count = count
        self._columns: dict[Expr, Sequence[int]] = {}
        self.computed = 0
        """Number of values computed so far."""

    def of(self, e: Expr, most: int | None = None) -> Sequence[int] | None:
        """The value of `e` at each point; None when more than `most` values would have been computed, in all calls."""
        columns = self._columns
        if e not in columns and len(columns) * self._count > _CELLS:
            columns.clear()
        stack = [e]
        while stack:
            node = stack[-1]
            if node in columns:
                stack.pop()
                continue
            missing = [arg for arg in node.args if isinstance(arg, Expr) and arg not in columns]
            if missing:
                stack += reversed(missing)
                continue
            if most is not None and self.computed >= most:
                return None
            stack.pop()
            columns[node] = self._compute(node)
            self.computed += self._count
        return columns[e]

    def _compute(self, node: Expr) -> Sequence[int]:
        if node.op == "var":
            column = self._inputs[node.args[0]]
            return column if node.width > 1 else [value != 0 for value in column]
        if node.op == "select":
            return self._selected(node)
        args: list[Iterable[int]] = [
            self._columns[arg] if isinstance(arg, Expr) else repeat(arg, self._count) for arg in node.args
        ]
        return list(map(MEANING[node.op], repeat(node, self._count), *args))

    def _selected(self, node: Expr) -> Sequence[int]:
        """Items of a table, of which only the chosen ones are looked at."""
        index, *items = node.args
        last = len(items) - 1
        found = []
        for row, chosen in enumerate(self._columns[index]):
            item = items[chosen if 0 <= chosen < last else last]
            found.append(self._columns[item][row] if isinstance(item, Expr) else item)
        return found
