"""What a person reads: one line, which may stand for several conditions of the same form."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from secateur.conjectures.claim import Claim, ClaimKind, ClaimStatus, notation
from secateur.conjectures.ends import Failure
from secateur.contracts.terms import Operation, Term

_INDEX = re.compile(r"\[(\d+)\]")
#: Names in one line.
MOST_NAMES = 8
#: Kinds whose lines are read first, of the result and of anything else.
_OF_RESULT = {
    ClaimKind.CONSTANT: 0,
    ClaimKind.EQUAL: 1,
    ClaimKind.EXACTLY: 2,
    ClaimKind.VALUES: 3,
    ClaimKind.NOT: 3,
    ClaimKind.RANGE: 4,
    ClaimKind.WHEN: 7,
    ClaimKind.ORDER: 8,
}
_OF_OTHERS = {
    ClaimKind.FAILS: 5,
    ClaimKind.EQUAL: 6,
    ClaimKind.CONSTANT: 6,
    ClaimKind.EXACTLY: 7,
    ClaimKind.ON_RESULT: 9,
    ClaimKind.WHEN: 10,
    ClaimKind.UNCHANGED: 11,
    ClaimKind.NEVER_FAILS: 12,
    ClaimKind.VALUES: 13,
    ClaimKind.RANGE: 13,
    ClaimKind.NOT: 14,
    ClaimKind.ORDER: 15,
}


@dataclass(frozen=True, slots=True)
class InvariantLine:
    """`claims` are its conditions; a line about failing has none: it has the `failure`, and the condition without which
    it does not happen."""

    kind: ClaimKind
    status: ClaimStatus
    text: str
    claims: tuple[Claim, ...] = ()
    failure: Failure | None = None
    condition: Term | None = None

    @property
    def ensures(self) -> tuple[str, ...]:
        """In the notation of contracts, each part by itself."""
        return tuple(claim.text for claim in self.claims)

    @property
    def subjects(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(claim.subject for claim in self.claims))

    @property
    def rank(self) -> tuple[int, int, str]:
        """Sort key: the most telling first."""
        is_result = bool(self.claims) and self.claims[0].subject.startswith("return")
        place = (_OF_RESULT if is_result else _OF_OTHERS).get(self.kind, 9)
        is_element = any("[" in _subject(claim) for claim in self.claims) and self.kind is not ClaimKind.UNCHANGED
        return place + (20 if is_element else 0), len(self.text), self.text


def lines_of(claims: Sequence[tuple[Claim, ClaimStatus]]) -> list[InvariantLine]:
    """One line for each group of conditions that say the same of several things."""
    groups: dict[tuple[object, ...], list[Claim]] = {}
    for claim, status in claims:
        groups.setdefault((status, *_form(claim)), []).append(claim)
    return [_line(tuple(group), key[0]) for key, group in groups.items()]  # type: ignore[arg-type]


def _form(claim: Claim) -> tuple[object, ...]:
    """What conditions have in common that stand in one line."""
    guard = str(claim.guard)
    match claim.kind:
        case ClaimKind.UNCHANGED:
            return claim.kind, guard
        case ClaimKind.ON_RESULT | ClaimKind.WHEN if _is_unchanged(claim):
            return ClaimKind.ON_RESULT if "result" in guard else claim.kind, guard, "unchanged"
        case ClaimKind.RANGE:
            return claim.kind, guard, _INDEX.sub("[]", _subject(claim))
        case _ if "[" in _subject(claim):
            return claim.kind, guard, _INDEX.sub("[]", claim.text)
        case _:
            return claim.kind, claim.text


def _is_unchanged(claim: Claim) -> bool:
    body = claim.body
    return isinstance(body, Operation) and body.operator == "==" and str(body.right) == f"old({body.left})"


def _line(claims: tuple[Claim, ...], status: ClaimStatus) -> InvariantLine:
    first = claims[0]
    names = joined_names(_subject(claim) for claim in claims)
    if all(map(_is_unchanged, claims)):
        text = f"{names} unchanged"
    elif first.kind is ClaimKind.RANGE:
        text = _range(claims, names)
    elif first.kind is ClaimKind.VALUES:
        text = f"{names} in {{{', '.join(_values(first.body))}}}"
    elif len(claims) > 1 and isinstance(first.body, Operation):
        text = f"{names} {first.body.operator} {first.body.right}"
    else:
        text = notation(first.body)
    if first.guard is not None:
        text = f"{text} exactly when {first.guard}" if first.exactly else f"{text}, if {first.guard}"
    return InvariantLine(first.kind, status, text, claims)


def _range(claims: Sequence[Claim], names: str) -> str:
    """The bounds that all have: of an array, the widest."""
    low: list[int] = []
    high: list[int] = []
    texts: dict[int, str] = {}
    for claim in claims:
        assert isinstance(claim.body, Operation)
        value = getattr(claim.body.right, "value", 0)
        texts[value] = str(claim.body.right)
        (low if claim.body.operator == ">=" else high).append(value)
    if low and high:
        return f"{texts[min(low)]} <= {names} <= {texts[max(high)]}"
    return f"{names} >= {texts[min(low)]}" if low else f"{names} <= {texts[max(high)]}"


def _subject(claim: Claim) -> str:
    """What it is about, as the line writes it."""
    body = claim.body
    while isinstance(body, Operation) and body.operator == "||":
        body = body.left
    return str(body.left) if isinstance(body, Operation) else claim.subject


def _values(term: Term) -> list[str]:
    assert isinstance(term, Operation)
    return [str(term.right)] if term.operator == "==" else [*_values(term.left), *_values(term.right)]


def joined_names(names: Iterable[str]) -> str:
    """`a, b->data[0..3]`; elements of one array stand together."""
    found = []
    for array, members in groupby(dict.fromkeys(names), key=lambda name: _INDEX.sub("[]", name)):
        several = list(members)
        indices = [tuple(map(int, _INDEX.findall(name))) for name in several]
        if len(several) < 3 or array.count("[]") != 1:
            found += several
        else:
            numbers = [index[0] for index in indices]
            is_row = numbers == list(range(numbers[0], numbers[0] + len(numbers)))
            span = f"{numbers[0]}..{numbers[-1]}" if is_row else ",".join(map(str, numbers))
            found.append(array.replace("[]", f"[{span}]"))
    rest = f" and {len(found) - MOST_NAMES} more" if len(found) > MOST_NAMES else ""
    return ", ".join(found[:MOST_NAMES]) + rest
