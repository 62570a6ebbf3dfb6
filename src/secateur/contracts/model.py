"""A contract: what a valid call of a function is, part by part, and where each part comes from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum

from secateur.contracts.parser import parse
from secateur.contracts.places import root_of
from secateur.contracts.terms import Named, Said, Term, conjuncts, walk_term
from secateur.ir.debuginfo import Prototype

#: The place of a part that only bounds the effort: no caller has to keep it.
EFFORT = "the effort"


class Basis(IntEnum):
    """Where a part comes from; the larger wins over the smaller."""

    DEFAULT = 0
    INFERRED = 1
    OPTION = 2
    DECLARED = 3


@dataclass(frozen=True, slots=True)
class Origin:
    """`place` says where exactly: `ring.h:12` for what is declared, the option, or what it was inferred from (`line
    14`, `the name`)."""

    source: Basis
    place: str = ""

    def __str__(self) -> str:
        match self.source:
            case Basis.DEFAULT:
                return "default"
            case Basis.INFERRED:
                return f"inferred from {self.place}" if self.place else "inferred"
            case Basis.OPTION:
                return self.place
            case _:
                return f"declared at {self.place}" if self.place else "declared"


@dataclass(frozen=True, slots=True)
class Clause:
    """One part. `after`: it holds when the function returns (`ensures`), not when it is called."""

    term: Term
    origin: Origin
    after: bool = False

    def __str__(self) -> str:
        return str(self.term)

    @property
    def is_certain(self) -> bool:
        """Nobody doubts what was declared or asked for; what was inferred may be wrong."""
        return self.origin.source >= Basis.OPTION

    @property
    def topics(self) -> frozenset[tuple[str, str]]:
        """What it speaks about: pairs of an aspect and a name. A part replaces those of weaker sources that speak about
        the same."""
        return frozenset(topic for each in conjuncts(self.term) for topic in _topics(each))


#: The aspect that each word is about; `any` is about all of them.
_ASPECTS = {
    "size": "extent",
    "terminated": "extent",
    "inside": "target",
    "shape": "target",
    "made": "target",
    "valid": "null",
}
ASPECTS = ("extent", "target", "null", "heap", "calls", "alias", "value")


def _topics(term: Term) -> Iterable[tuple[str, str]]:
    said = [each for each in walk_term(term) if isinstance(each, Said)]
    for each in said:
        names = [str(argument) for argument in each.arguments]
        if each.word == "any":
            yield from ((aspect, names[0]) for aspect in ASPECTS)
        elif each.word == "alias":
            yield from (("alias", name) for name in names)
        elif each.word != "old":
            yield _ASPECTS.get(each.word, each.word), names[0]
    if not said:
        yield from (("value", each.name) for each in walk_term(term) if isinstance(each, Named))


def names_of(clause: Clause) -> set[str]:
    """The variables that a part is about; words of capitals are macros."""
    return {name for name in all_names(clause) if not name.isupper()}


def all_names(clause: Clause) -> set[str]:
    return {root_of(each.name) for each in walk_term(clause.term) if isinstance(each, Named)}


@dataclass(frozen=True, slots=True)
class Contract:
    """The parts of a function, in order. `makers`: the functions that make objects for it."""

    function: str = ""
    clauses: tuple[Clause, ...] = ()
    makers: tuple[Prototype, ...] = ()

    @property
    def requires(self) -> tuple[Clause, ...]:
        return tuple(each for each in self.clauses if not each.after)

    @property
    def ensures(self) -> tuple[Clause, ...]:
        return tuple(each for each in self.clauses if each.after)

    def __bool__(self) -> bool:
        return bool(self.clauses)

    @property
    def texts(self) -> list[str]:
        """The parts in the notation; `ensures` before what holds at the end."""
        return [f"ensures {each}" if each.after else str(each) for each in self.clauses]


def clause(text: str, origin: Origin, after: bool = False, where: str = "") -> Clause:
    """A part from its text. Raises ContractError."""
    return Clause(parse(text, where or _named(origin)), origin, after)


def _named(origin: Origin) -> str:
    return origin.place if origin.source >= Basis.OPTION else ""


def combined(function: str, clauses: Iterable[Clause]) -> Contract:
    """The contract of parts from all sources: each part drops out if a stronger source speaks about the same. Parts of
    the strongest source come first; postconditions are all kept."""
    given = list(dict.fromkeys(clauses))
    kept: list[Clause] = []
    for source in sorted(Basis, reverse=True):
        taken = {topic for each in kept if not each.after for topic in each.topics}
        own = [each for each in given if each.origin.source is source]
        kept += [each for each in own if each.after or not each.topics & taken]
    unique: dict[tuple[str, bool], Clause] = {}
    for each in kept:
        unique.setdefault((str(each), each.after), each)
    return Contract(function, tuple(each for each in unique.values() if not _says_nothing(each)))


def _says_nothing(part: Clause) -> bool:
    return isinstance(part.term, Said) and part.term.word == "any"
