"""The terms of the notation: C expressions, and a few words about pointers (`size(buf)`, `inside(end, buf)` …).

A term prints as the notation writes it, with the fewest parentheses.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

#: How strongly an operator binds, from the weakest.
BINDS = {
    operator: level
    for level, operators in enumerate(
        ("||", "&&", "|", "^", "&", "== !=", "< <= > >=", "<< >>", "+ -", "* / %"), start=2
    )
    for operator in operators.split()
}
_CONDITIONAL, _PREFIX, _PRIMARY = 1, 12, 13

#: The words, each with the fewest and the most arguments (None: any number).
WORDS: dict[str, tuple[int, int | None]] = {
    "size": (1, 1),  # how many elements can be accessed from here on; bytes of a `void *`
    "inside": (2, 2),  # a pointer into the object of another, or to its end
    "heap": (1, 1),  # the start of a block that malloc returned
    "terminated": (1, 1),  # a string: a 0 comes before the end
    "shape": (2, 2),  # a list or tree: how many nodes follow each other
    "calls": (2, None),  # the functions that a pointer may call
    "fails": (1, 1),  # the first allocation of a path may fail
    "made": (2, 2),  # what a function of the program has returned
    "alias": (2, None),  # pointers that may lead to the same object
    "valid": (1, 1),  # leads to an object
    "any": (1, 1),  # nothing is known about it
    "old": (1, 1),  # the value before the call
}
#: Words that describe inputs: they stand alone, apart from `valid(p) || p == 0`.
STANDING_ALONE = frozenset(WORDS) - {"size", "valid", "old"}


@dataclass(frozen=True, slots=True)
class Numeral:
    """A number, a character or a `sizeof`, as it was written; `value` is None if only a compiler knows it."""

    text: str
    value: int | None

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Named:
    """A variable or what is reached from it: `len`, `s->buf`, `a[0].x`, `*p`; also an enumerator."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Prefixed:
    operator: str
    operand: Term

    def __str__(self) -> str:
        return f"{self.operator}{_shown(self.operand, _PREFIX)}"


@dataclass(frozen=True, slots=True)
class Operation:
    """Two operands of a C operator."""

    operator: str
    left: Term
    right: Term

    def __str__(self) -> str:
        level = BINDS[self.operator]
        return f"{_shown(self.left, level)} {self.operator} {_shown(self.right, level + 1)}"


@dataclass(frozen=True, slots=True)
class Chosen:
    """`condition ? then : otherwise`."""

    condition: Term
    then: Term
    otherwise: Term

    def __str__(self) -> str:
        condition = _shown(self.condition, _CONDITIONAL + 1)
        return f"{condition} ? {self.then} : {_shown(self.otherwise, _CONDITIONAL)}"


@dataclass(frozen=True, slots=True)
class Said:
    """A word with its arguments. `low` and `high` are the numbers of `shape(list, 0..3)`."""

    word: str
    arguments: tuple[Term, ...]
    low: int = 0
    high: int | None = None

    def __str__(self) -> str:
        inside = [str(argument) for argument in self.arguments]
        if self.high is not None:
            inside.append(str(self.high) if self.low == self.high else f"{self.low}..{self.high}")
        return f"{self.word}({', '.join(inside)})"


Term = Numeral | Named | Prefixed | Operation | Chosen | Said


def _level(term: Term) -> int:
    match term:
        case Operation():
            return BINDS[term.operator]
        case Chosen():
            return _CONDITIONAL
        case Prefixed():
            return _PREFIX
        case _:
            return _PRIMARY


def _shown(term: Term, level: int) -> str:
    """In parentheses if it binds less than it must."""
    return str(term) if _level(term) >= level else f"({term})"


def walk_term(term: Term) -> Iterator[Term]:
    """The term and all terms in it."""
    yield term
    for part in parts_of(term):
        yield from walk_term(part)


def parts_of(term: Term) -> tuple[Term, ...]:
    match term:
        case Prefixed():
            return (term.operand,)
        case Operation():
            return (term.left, term.right)
        case Chosen():
            return (term.condition, term.then, term.otherwise)
        case Said():
            return term.arguments
        case _:
            return ()


def conjuncts(term: Term) -> Iterator[Term]:
    """The terms that `&&` joins."""
    if isinstance(term, Operation) and term.operator == "&&":
        yield from conjuncts(term.left)
        yield from conjuncts(term.right)
    else:
        yield term


_OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}
_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


def negated(term: Term) -> Term:
    """The opposite, as a person would say it: `len > size(buf)` for `size(buf) >= len`."""
    match term:
        case Operation(operator, left, right) if operator in _OPPOSITE:
            opposite = _OPPOSITE[operator]
            if isinstance(left, Said) and opposite in _MIRRORED:
                return Operation(_MIRRORED[opposite], right, left)
            return Operation(opposite, left, right)
        case Operation("&&", left, right):
            return Operation("||", negated(left), negated(right))
        case Operation("||", left, right):
            return Operation("&&", negated(left), negated(right))
        case Prefixed("!", operand):
            return operand
        case _:
            return Prefixed("!", term)
