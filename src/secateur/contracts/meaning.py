"""What the parts of a contract say about pointers, sorted by what the inputs need to know; the rest are conditions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from secateur.contracts.model import EFFORT, Clause
from secateur.contracts.terms import Named, Numeral, Operation, Said, Term, conjuncts, walk_term

ONE = Numeral("1", 1)
_MIRRORED = {">=": "<=", ">": "<", "<=": ">=", "<": ">", "==": "=="}


@dataclass(frozen=True, slots=True)
class RequiredSize:
    """A pointer must have `needed` elements."""

    pointer: str
    needed: Term
    clause: Clause


@dataclass(slots=True)
class Meaning:
    """`sizes` by pointer. `inside`: the pointer into whose object each leads. `shapes`: how many nodes follow each
    other, at least and at most. `calls`: the functions that a pointer may call. `made`: the function that
    returned a pointer. `fails`: allocating functions that may fail. `conditions`: everything else."""

    sizes: dict[str, RequiredSize] = field(default_factory=dict)
    terminated: dict[str, Clause] = field(default_factory=dict)
    heap: dict[str, Clause] = field(default_factory=dict)
    inside: dict[str, str] = field(default_factory=dict)
    shapes: dict[str, tuple[int, int]] = field(default_factory=dict)
    calls: dict[str, tuple[str, ...]] = field(default_factory=dict)
    made: dict[str, str] = field(default_factory=dict)
    fails: list[str] = field(default_factory=list)
    nullable: list[str] = field(default_factory=list)
    alias: list[tuple[str, ...]] = field(default_factory=list)
    conditions: list[tuple[Term, Clause]] = field(default_factory=list)


def meaning_of(clauses: Iterable[Clause]) -> Meaning:
    """Of what must hold at the call."""
    found = Meaning()
    for each in clauses:
        if not each.after:
            for term in conjuncts(each.term):
                _add(found, term, each)
    return found


def is_widening(clause: Clause) -> bool:
    """Does a part only say which calls are tried, too? Or how large objects are tried, which the answer names."""
    meaning = meaning_of([clause])
    said = meaning.sizes or meaning.inside or meaning.heap or meaning.shapes or meaning.calls or meaning.made
    return clause.origin.place == EFFORT or not (said or meaning.conditions)


def _add(found: Meaning, term: Term, clause: Clause) -> None:
    size = _required_size(term)
    if size is not None:
        pointer, needed = size
        if pointer in found.sizes:
            found.conditions.append((term, clause))
        else:
            found.sizes[pointer] = RequiredSize(pointer, needed, clause)
        return
    pointer = _nullable(term)
    if pointer:
        found.nullable.append(pointer)
    elif isinstance(term, Said) and term.word not in ("size", "old"):
        _add_word(found, term, clause)
    else:
        found.conditions.append((term, clause))


def _add_word(found: Meaning, said: Said, clause: Clause) -> None:
    names = [str(argument) for argument in said.arguments]
    match said.word:
        case "inside":
            found.inside[names[0]] = names[1]
        case "heap":
            found.heap[names[0]] = clause
        case "terminated":
            found.terminated[names[0]] = clause
        case "shape":
            found.shapes[names[0]] = (said.low, said.high or 0)
        case "calls":
            found.calls[names[0]] = tuple(names[1:])
        case "fails":
            found.fails.append(names[0])
        case "made":
            found.made[names[0]] = names[1]
        case "alias":
            found.alias.append(tuple(names))


def _required_size(term: Term) -> tuple[str, Term] | None:
    """The pointer and the elements it needs, of `size(p) >= n`, `n < size(p)` …"""
    if not isinstance(term, Operation) or term.operator not in _MIRRORED:
        return None
    operator, left, right = term.operator, term.left, term.right
    if not _is_size(left) and _is_size(right):
        operator, left, right = _MIRRORED[operator], right, left
    if not isinstance(left, Said) or not _is_size(left) or operator not in (">=", ">", "=="):
        return None
    if any(isinstance(each, Said) for each in walk_term(right)):
        return None
    return str(left.arguments[0]), Operation("+", right, ONE) if operator == ">" else right


def _is_size(term: Term) -> bool:
    return isinstance(term, Said) and term.word == "size"


def _nullable(term: Term) -> str:
    """The pointer of `valid(p) || p == 0`."""
    if not isinstance(term, Operation) or term.operator != "||":
        return ""
    sides = (term.left, term.right)
    valid = [str(each.arguments[0]) for each in sides if isinstance(each, Said) and each.word == "valid"]
    zero = [name for each in sides for name in _compared_with_null(each)]
    return valid[0] if valid and valid == zero else ""


def _compared_with_null(term: Term) -> Iterator[str]:
    if isinstance(term, Operation) and term.operator == "==" and isinstance(term.left, Named) and _is_null(term.right):
        yield term.left.name


def _is_null(term: Term) -> bool:
    return (isinstance(term, Numeral) and term.value == 0) or term == Named("NULL")
