"""Iterative walks over the shared nodes of an expression, so that deep ones do not overflow Python's stack."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from secateur.expr.expr import Expr, Value


def post_order(*roots: Value) -> list[Expr]:
    """Every distinct node below the roots, arguments before users; the order depends on structure only."""
    done: set[Expr] = set()
    result: list[Expr] = []
    stack: list[tuple[Expr, bool]] = [(root, False) for root in reversed(roots) if isinstance(root, Expr)]
    while stack:
        node, expanded = stack.pop()
        if node in done:
            continue
        if expanded:
            done.add(node)
            result.append(node)
            continue
        stack.append((node, True))
        stack.extend((arg, False) for arg in reversed(node.args) if isinstance(arg, Expr) and arg not in done)
    return result


def size(*roots: Value) -> int:
    """Number of distinct nodes in the expressions."""
    stack = [root for root in dict.fromkeys(roots) if isinstance(root, Expr)]
    seen = set(stack)
    while stack:
        for arg in stack.pop().args:
            if isinstance(arg, Expr) and arg not in seen:
                seen.add(arg)
                stack.append(arg)
    return len(seen)


def variables_of(e: Value | Iterable[Value]) -> list[Expr]:
    """The variables of one or several expressions, ordered by index."""
    roots = (e,) if isinstance(e, Expr | int) else tuple(e)
    return sorted((n for n in post_order(*roots) if n.op == "var"), key=lambda n: (n.args[0], n.key))


class Substitution:
    """Replaces subexpressions and simplifies the result; shared nodes are rebuilt once. A replacement may be added
    only before any expression that contains the replaced one has been processed."""

    def __init__(self, mapping: Mapping[Expr, Value] | None = None) -> None:
        self._new: dict[Expr, Value] = {}
        self._touched = 0
        for replaced, value in (mapping or {}).items():
            self.add(replaced, value)

    def add(self, replaced: Expr, value: Value) -> None:
        self._new[replaced] = value
        self._touched |= replaced.variables

    def apply(self, e: Value) -> Value:
        from secateur.expr.rebuild import rebuild  # noqa: PLC0415  (rebuild imports every constructor)

        if not isinstance(e, Expr) or not e.variables & self._touched:
            return e
        new, touched = self._new, self._touched
        stack = [e]
        while stack:
            node = stack[-1]
            if node in new:
                stack.pop()
                continue
            waiting = [a for a in node.args if isinstance(a, Expr) and a.variables & touched and a not in new]
            if waiting:
                stack += reversed(waiting)
                continue
            stack.pop()
            args = [new.get(a, a) if isinstance(a, Expr) else a for a in node.args]
            same = all(a is b for a, b in zip(args, node.args, strict=True))
            new[node] = node if same else rebuild(node, args)
        return new[e]


def substitute(e: Value, mapping: Mapping[Expr, Value]) -> Value:
    """`e` with every expression in `mapping` replaced, then simplified."""
    return Substitution(mapping).apply(e)
