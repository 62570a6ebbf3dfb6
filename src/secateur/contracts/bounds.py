"""How large a term can become: intervals of its variables, from the conditions of the contract."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from secateur.contracts.terms import Named, Numeral, Operation, Prefixed, Term, walk_term

_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "=="}


@dataclass(frozen=True, slots=True)
class Interval:
    """None: no bound."""

    low: int | None = None
    high: int | None = None


ANYTHING = Interval()


def variables_of(term: Term) -> list[str]:
    """The variables of a term, each once, in order."""
    return list(dict.fromkeys(each.name for each in walk_term(term) if isinstance(each, Named)))


def intervals(conditions: Iterable[Term]) -> dict[str, Interval]:
    """What conditions of the form `variable <= number` say."""
    found: dict[str, Interval] = {}
    for term in conditions:
        if not isinstance(term, Operation) or term.operator not in _MIRRORED:
            continue
        operator, left, right = term.operator, term.left, term.right
        if isinstance(right, Named):
            operator, left, right = _MIRRORED[operator], right, left
        number = interval_of(right, {})
        if isinstance(left, Named) and number.high is not None and number.low == number.high:
            found[left.name] = _narrowed(found.get(left.name, ANYTHING), operator, number.high)
    return found


def _narrowed(known: Interval, operator: str, number: int) -> Interval:
    high = {"<": number - 1, "<=": number, "==": number}.get(operator)
    low = {">": number + 1, ">=": number, "==": number}.get(operator)
    highs = [each for each in (known.high, high) if each is not None]
    lows = [each for each in (known.low, low) if each is not None]
    return Interval(max(lows, default=None), min(highs, default=None))


def interval_of(term: Term, known: Mapping[str, Interval]) -> Interval:
    """An interval that has all values of a term without overflow."""
    match term:
        case Numeral():
            return Interval(term.value, term.value)
        case Named():
            return known.get(term.name, ANYTHING)
        case Prefixed("-", operand):
            inner = interval_of(operand, known)
            return Interval(_minus(inner.high), _minus(inner.low))
        case Operation():
            return _joined(term.operator, interval_of(term.left, known), interval_of(term.right, known))
        case _:
            return ANYTHING


def _minus(number: int | None) -> int | None:
    return None if number is None else -number


def _joined(operator: str, a: Interval, b: Interval) -> Interval:
    if a.low is None or a.high is None or b.low is None or b.high is None:
        return ANYTHING
    ends = [(x, y) for x in (a.low, a.high) for y in (b.low, b.high)]
    match operator:
        case "+":
            values = [x + y for x, y in ends]
        case "-":
            values = [x - y for x, y in ends]
        case "*":
            values = [x * y for x, y in ends]
        case "/" if b.low > 0:
            values = [_quotient(x, y) for x, y in ends]
        case "%" if b.low > 0 and a.low >= 0:
            values = [0, b.high - 1]
        case "<<" if b.low >= 0 and b.high < 64:
            values = [x << y for x, y in ends]
        case ">>" if b.low >= 0 and a.low >= 0:
            values = [x >> y for x, y in ends]
        case _:
            return ANYTHING
    return Interval(min(values), max(values))


def _quotient(x: int, y: int) -> int:
    return abs(x) // y * (1 if x >= 0 else -1)
