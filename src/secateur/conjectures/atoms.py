"""Conditions of paths in the notation, as far as they are simple: comparisons of inputs with numbers and inputs.

They are only proposals for conditions of lines; each line is checked afterwards. So it does no harm that a conversion
between signed and unsigned is not looked at here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from secateur.conjectures.claim import number
from secateur.conjectures.quantity import Quantities, Quantity
from secateur.contracts.terms import Numeral, Operation, Prefixed, Term
from secateur.expr import Expr, Value, post_order
from secateur.machine.path import Path

#: Maximum number of conditions that lines are built from.
MOST_ATOMS = 48

_OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_OPERATORS = {"eq": "==", "slt": "<", "sle": "<=", "ult": "<", "ule": "<="}
_PRINTABLE = range(0x20, 0x7F)


def atoms_of(paths: Iterable[Path], words: Quantities) -> list[Term]:
    """The simple conditions that the paths decided on, each with its opposite, the most frequent first."""
    names = {each.name: each for each in words.before}
    counts: dict[str, int] = {}
    found: dict[str, Term] = {}
    for path in paths:
        for condition in path.conditions:
            for term in _atoms(condition, names):
                counts[str(term)] = counts.get(str(term), 0) + 1
                found.setdefault(str(term), term)
    ordered = sorted(found, key=lambda text: (-counts[text], len(text), text))
    kept: dict[str, Term] = {}
    for text in ordered[:MOST_ATOMS]:
        kept[text] = found[text]
        other = opposite(found[text])
        kept.setdefault(str(other), other)
    return list(kept.values())


def opposite(term: Term) -> Term:
    match term:
        case Operation(operator, left, right) if operator in _OPPOSITE:
            return Operation(_OPPOSITE[operator], left, right)
        case Prefixed("!", operand):
            return operand
        case _:
            return Prefixed("!", term)


def constants_in(values: Iterable[Value]) -> list[int]:
    """The numbers in some expressions."""
    found: set[int] = set()
    seen: set[Expr] = set()
    for value in values:
        if not isinstance(value, Expr):
            found.add(int(value))
            continue
        for node in post_order(value):
            if isinstance(node, Expr) and node not in seen and node.op not in ("var", "extract"):
                seen.add(node)
                found |= {arg for arg in node.args if isinstance(arg, int) and not isinstance(arg, bool)}
    return sorted(found)


def _atoms(condition: Value, names: Mapping[str, Quantity]) -> Iterator[Term]:
    todo: list[tuple[Value, bool]] = [(condition, False)]
    while todo:
        value, is_negated = todo.pop()
        if not isinstance(value, Expr):
            continue
        if value.op == "not":
            todo.append((value.args[0], not is_negated))
        elif value.op in ("and", "or") and value.width == 1:
            todo += [(arg, is_negated) for arg in value.args]
        else:
            term = _comparison(value, names)
            if term is not None:
                yield opposite(term) if is_negated else term


def _comparison(value: Expr, names: Mapping[str, Quantity]) -> Term | None:
    if value.op == "var":
        quantity = names.get(value.name)
        if quantity is None:
            return None
        operator = "==" if quantity.is_pointer else "!="  # the input says that a pointer is NULL
        return Operation(operator, quantity.term, number(0))
    operator = _OPERATORS.get(value.op, "")
    if not operator:
        return None
    is_unsigned = value.op in ("ult", "ule")
    left, right = (_side(arg, value, names, is_unsigned) for arg in value.args)
    if left is None or right is None or (isinstance(left, Numeral) and isinstance(right, Numeral)):
        return None
    if isinstance(left, Numeral):
        turned = {"<": ">", "<=": ">=", "==": "=="}[operator]
        return Operation(turned, right, _named(left, value.args[1], names))
    return Operation(operator, left, _named(right, value.args[0], names) if isinstance(right, Numeral) else right)


def _side(arg: Value, parent: Expr, names: Mapping[str, Quantity], is_unsigned: bool) -> Term | None:
    if not isinstance(arg, Expr):
        width = next((each.width for each in parent.args if isinstance(each, Expr)), 64)
        return number(arg & ((1 << width) - 1) if is_unsigned else int(arg))
    inner = _inner(arg)
    quantity = names.get(inner.name) if inner.op == "var" else None
    return None if quantity is None or quantity.is_pointer else quantity.term


def _inner(value: Expr) -> Expr:
    while value.op in ("sext", "zext") and isinstance(value.args[0], Expr):
        value = value.args[0]
    return value


def _named(numeral: Numeral, other: Value, names: Mapping[str, Quantity]) -> Numeral:
    """A number as a character or an enumerator, if it is compared with one."""
    inner = _inner(other) if isinstance(other, Expr) else None
    quantity = names.get(inner.name) if inner is not None and inner.op == "var" else None
    assert numeral.value is not None
    return numeral if quantity is None else literal(numeral.value, quantity)


def literal(value: int, quantity: Quantity) -> Numeral:
    """A number as a reader of the quantity would write it."""
    if quantity.enumerators and value in quantity.enumerators:
        return number(value, quantity.enumerators[value])
    if quantity.is_char and value in _PRINTABLE and value not in (0x27, 0x5C):
        return number(value, f"'{chr(value)}'")
    return number(value)
