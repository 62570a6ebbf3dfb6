"""Expressions as C, in the user's names: minimal parentheses, casts and signedness only where they matter."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from secateur.expr import print_floats, print_integers
from secateur.expr.expr import Expr, Value
from secateur.expr.notation import (
    AND,
    CHOICE,
    EQUALITY,
    OR,
    ORDER,
    PRIMARY,
    UNARY,
    Piece,
    Pieces,
    Rule,
    type_name,
)
from secateur.expr.walk import post_order

_LONGEST = 2000
"""Maximum length of one subterm; a longer one is written "…" (shared terms can print exponentially long)."""


def to_c(e: Value, names: Mapping[Expr, str] | None = None) -> str:
    """`e` as a C expression. `names`: other names for some of its variables."""
    if not isinstance(e, Expr):
        return str(int(e))
    pieces: dict[Expr, Piece] = {}
    for node in post_order(e):
        piece = _RULES[node.op](node, pieces)
        if names and node.op == "var" and node in names:
            piece = replace(piece, text=names[node])
        pieces[node] = piece if len(piece.text) <= _LONGEST else Piece("…", PRIMARY, piece.width, piece.signed)
    return pieces[e].text


def _variable(node: Expr, pieces: Pieces) -> Piece:
    kind = node.kind
    if kind in ("f32", "f64", "f80"):
        return Piece(node.name, PRIMARY, node.width, is_float=True)
    truth = node.width == 1
    signed = kind in ("signed", "char") or truth
    return Piece(node.name, PRIMARY, node.width, signed, is_truth=truth, is_character=kind == "char")


def _logic(node: Expr, pieces: Pieces) -> Piece:
    """and, or, xor of conditions; bitwise operations are left to `print_integers`."""
    if node.width > 1:
        return print_integers.RULES[node.op](node, pieces)
    sign, precedence = {"and": ("&&", AND), "or": ("||", OR), "xor": ("!=", EQUALITY)}[node.op]
    labels = _labels(node)
    if labels:
        return Piece(f" {sign} ".join(pieces[each].within(precedence) for each in labels), precedence, 1, is_truth=True)
    x, y = (pieces[arg] for arg in node.args)
    # C parses `a < b != c` as intended, but readers may not.
    inner = ORDER + 1 if node.op == "xor" else precedence
    return Piece(f"{x.within(inner)} {sign} {y.within(inner)}", precedence, 1, is_truth=True)


def _labels(node: Expr) -> list[Expr]:
    """The comparisons of `x == 1 || x == 2 || …`, by number, as the labels of a `switch`; nothing if it is no such
    condition."""
    found: dict[int, Expr] = {}
    compared: set[Expr] = set()
    todo: list[Expr] = [node]
    while todo:
        each = todo.pop()
        equal = each.args[0] if each.op == "not" else each
        if each.op == node.op != "xor":
            todo += each.args
        elif equal.op == "eq" and isinstance(equal.args[0], Expr) and isinstance(equal.args[1], int):
            compared.add(equal.args[0])
            found[equal.args[1]] = each
        else:
            return []
    return [found[number] for number in sorted(found)] if len(compared) == 1 else []


def _not(node: Expr, pieces: Pieces) -> Piece:
    inner: Expr = node.args[0]
    labels = _labels(inner) if inner.op == "or" else []
    if labels and all(each.op == "eq" for each in labels):
        unequal = (print_integers.equality(each, pieces, "!=").within(AND) for each in labels)
        return Piece(" && ".join(unequal), AND, 1, is_truth=True)
    if inner.op == "eq":
        return print_integers.equality(inner, pieces, "!=")
    if inner.op == "fcmp_oeq":
        return print_floats.equality(inner, pieces, "!=")
    if inner.op == "xor":
        x, y = (pieces[arg] for arg in inner.args)
        return Piece(f"{x.within(ORDER + 1)} == {y.within(ORDER + 1)}", EQUALITY, 1, is_truth=True)
    if inner.op == "extract":
        return print_integers.bit_test(inner, pieces, "==")
    if inner.op == "fcmp_ord":
        return print_floats.unordered(inner, pieces)
    return Piece(f"!{pieces[inner].within(UNARY)}", UNARY, 1, is_truth=True)


def _ite(node: Expr, pieces: Pieces) -> Piece:
    c, x, y = node.args
    if node.width == 1:
        left, right = pieces[x], pieces[y]
        shape = Piece("", CHOICE, 1, is_truth=True)
    elif any(isinstance(arm, Expr) and pieces[arm].is_float for arm in (x, y)):
        left, right = (print_floats.number(arm, node, pieces) for arm in (x, y))
        shape = Piece("", CHOICE, node.width, is_float=True)
    else:
        left, right, shape = print_integers.arms(node, pieces)
    text = f"{pieces[c].within(CHOICE + 1)} ? {left.within(CHOICE)} : {right.within(CHOICE)}"
    return replace(shape, text=text)


def _select(node: Expr, pieces: Pieces) -> Piece:
    index, *items = node.args
    shown = [pieces[item].text if isinstance(item, Expr) else str(int(item)) for item in items]
    if len(shown) > 12:
        shown = [*shown[:8], "…", shown[-1]]
    name = "_Bool" if node.width == 1 else type_name(node.width, True)
    text = f"({name}[]){{{', '.join(shown)}}}[{print_integers.integer(index, pieces).text}]"
    return Piece(text, PRIMARY, node.width, is_truth=node.width == 1)


_RULES: dict[str, Rule] = {
    **print_integers.RULES,
    **print_floats.RULES,
    "var": _variable,
    **dict.fromkeys(("and", "or", "xor"), _logic),
    "not": _not,
    "ite": _ite,
    "select": _select,
}
