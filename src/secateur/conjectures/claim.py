"""A line: something that holds whenever the function returns, perhaps under a condition."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from enum import IntEnum, StrEnum

from secateur.contracts.terms import Numeral, Operation, Prefixed, Said, Term

COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")


class ClaimKind(IntEnum):
    """What a line says. Smaller ones say more: they are kept, and what follows from them is left out."""

    CONSTANT = 0
    UNCHANGED = 1
    EQUAL = 2  # to another value, a sum or a difference
    EXACTLY = 3  # a value, if and only if a condition holds
    WHEN = 4  # a value, if a condition holds
    ON_RESULT = 5  # what a certain result means for the rest
    VALUES = 6  # one of a few
    RANGE = 7
    ORDER = 8  # at most, at least another value
    NOT = 9  # never some value
    FAILS = 10  # a fault, or the end of the program
    NEVER_FAILS = 11


class ClaimStatus(StrEnum):
    """`PROVED`: by the approximation, for all paths at once. `ALL_PATHS`: by a complete exploration. `EXPLORED`: on
    the paths that were explored, which were not all. `SHOWN`: there is a run that does this."""

    PROVED = "proved"
    ALL_PATHS = "proved by exploration"
    EXPLORED = "on explored paths"
    SHOWN = "shown by a run"

    @property
    def is_proof(self) -> bool:
        return self is not ClaimStatus.EXPLORED


@dataclass(frozen=True, slots=True)
class Claim:
    """`body` holds whenever the function returns, if `guard` does; `exactly`: and only then. `subject`: the name of
    what it is about, as the driver has it."""

    kind: ClaimKind
    subject: str
    body: Term
    guard: Term | None = None
    exactly: bool = False

    @property
    def term(self) -> Term:
        """As one condition."""
        if self.guard is None:
            return self.body
        if self.exactly:
            return Operation("==", self.body, self.guard)
        return Operation("||", Prefixed("!", self.guard), self.body)

    @property
    def text(self) -> str:
        """In the notation of contracts."""
        if self.guard is None or self.exactly:
            return notation(self.term)
        return f"{_side(self.guard)} ==> {_side(self.body)}"


def _side(term: Term) -> str:
    text = notation(term)
    return f"({text})" if isinstance(term, Operation) and term.operator == "||" else text


def notation(term: Term) -> str:
    """A condition as text. Conditions that are compared stand in parentheses: `a == b > c` would compare both pairs."""
    if isinstance(term, Operation) and term.operator in COMPARISONS:
        sides = (f"({side})" if _is_comparison(side) else str(side) for side in (term.left, term.right))
        return f" {term.operator} ".join(sides)
    return str(term)


def _is_comparison(term: Term) -> bool:
    return isinstance(term, Operation) and term.operator in (*COMPARISONS, "&&", "||")


def number(value: int, text: str = "") -> Numeral:
    return Numeral(text or str(value), value)


def both(left: Term | None, right: Term | None) -> Term:
    """The conjunction of what is there."""
    if left is None or right is None:
        found = left if right is None else right
        assert found is not None
        return found
    return Operation("&&", left, right)


def without_old(term: Term, same: Container[str] | None = None) -> Term:
    """With `x` for `old(x)`, of these names or of all."""
    match term:
        case Said("old", (inner,)) if same is None or str(inner) in same:
            return inner
        case Operation(operator, left, right):
            return Operation(operator, without_old(left, same), without_old(right, same))
        case Prefixed(operator, operand):
            return Prefixed(operator, without_old(operand, same))
        case _:
            return term
