"""Iterative walks over the shared nodes of an expression: deep ones must not overflow Python's stack."""

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


def size(e: Value) -> int:
    """How many distinct nodes the expression has."""
    return len(post_order(e))


def variables_of(e: Value | Iterable[Value]) -> list[Expr]:
    """The variables of one or several expressions, by index."""
    roots = (e,) if isinstance(e, Expr | int) else tuple(e)
    return sorted((n for n in post_order(*roots) if n.op == "var"), key=lambda n: (n.args[0], n.key))


def substitute(e: Value, mapping: Mapping[Expr, Value]) -> Value:
    """`e` with every expression in `mapping` replaced, simplified anew."""
    from secateur.expr.rebuild import rebuild  # noqa: PLC0415  (rebuild imports every constructor)

    new: dict[Expr, Value] = dict(mapping)
    touched = 0
    for replaced in mapping:
        touched |= replaced.variables
    for node in post_order(e):
        if node in new:
            continue
        if not node.variables & touched:
            new[node] = node
            continue
        args = [new[arg] if isinstance(arg, Expr) else arg for arg in node.args]
        same = all(a is b for a, b in zip(args, node.args, strict=True))
        new[node] = node if same else rebuild(node, args)
    return new[e] if isinstance(e, Expr) else e
