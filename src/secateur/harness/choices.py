"""Inputs that decide where a pointer leads: to NULL (`--nullable`), or to the same object as another, or to a global
(`--alias`).

An object that nothing leads to, as its pointer leads elsewhere, makes no difference; so the pointers in it are not
decided, and no other pointer leads to it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from secateur.harness.errors import NotAliasedError, NotNullableError
from secateur.harness.plan import Choice, Leaf, Variable
from secateur.ir.ctype import CPointer, resolved, spelling

ALL = "all"
#: Every pointer that is not itself a parameter.
MEMBERS = "members"


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A pointer that was planned: the type and the C name of its own object. Something leads to that object if none of
    the `flags` is set."""

    name: str
    type: str
    identifier: str
    flags: tuple[str, ...]

    def leads_to(self, name: str) -> bool:
        """Whether a pointer is in its object, or in one that is reached from there."""
        return name.startswith(self.name) and name[len(self.name) :].startswith(("->", "[", "."))


@dataclass(slots=True)
class PointerChoices:
    """Asked for each pointer in the order in which they are planned, those that lead to others first.

    `flags` are the inputs that decide, since they were last taken.
    """

    nullable: Sequence[str]
    alias: Sequence[str]
    taken: set[str]
    parameters: frozenset[str] = frozenset()
    flags: list[Variable] = field(default_factory=list, init=False)
    #: Further pointers that may be NULL.
    optional: set[str] = field(default_factory=set, init=False)
    #: Pointers that are NULL if a condition over other inputs holds.
    absent: dict[str, str] = field(default_factory=dict, init=False)
    _known: dict[str, _Candidate] = field(default_factory=dict, init=False)
    _offered: set[str] = field(default_factory=set, init=False)

    def concern(self, name: str, pointer: CPointer) -> bool:
        """Whether anything is to be decided about a pointer."""
        return self._may_be_null(name) or bool(self._partners(name, type_name(pointer)))

    def add(self, name: str, pointer: CPointer, identifier: str) -> tuple[Choice, ...]:
        """The choices of a pointer to an object of this C name."""
        kind = type_name(pointer)
        above = [flag for each in self._known.values() if each.leads_to(name) for flag in each.flags]
        made: list[Choice] = []
        flags: list[str] = []
        if name in self.absent:
            flags.append(self.absent[name])
            made.append(Choice(_without(flags[-1], above), "0"))
        elif self._may_be_null(name):
            flags.append(self._flag(f"{name}_is_null"))
            made.append(Choice(_without(flags[-1], above), "0"))
        for other in self._partners(name, kind):
            flags.append(self._flag(f"{name}_is_{other.name}"))
            made.append(Choice(_without(flags[-1], [*above, *other.flags]), other.identifier, other.name))
        self._known[name] = _Candidate(name, kind, identifier, (*above, *flags))
        return tuple(made)

    def mentions(self, name: str) -> bool:
        """Is it one of those that may be the same?"""
        return any(name in split_names(group) for group in self.alias)

    def offer(self, name: str, kind: str, address: str) -> None:
        """A global that pointers may lead to."""
        self._known[name] = _Candidate(name, kind, address, ())
        self._offered.add(name)

    def kind_of(self, name: str) -> str:
        """The type of what a known pointer leads to."""
        return self._known[name].type if name in self._known else ""

    @property
    def nullables(self) -> tuple[str, ...]:
        """The pointers that may be NULL."""
        return tuple(name for name in self._known if self._may_be_null(name) and name not in self._offered)

    def take(self) -> tuple[Variable, ...]:
        """The inputs that were added since this was last asked."""
        flags, self.flags = tuple(self.flags), []
        return flags

    def check(self, function: str) -> None:
        """Raises NotNullableError or NotAliasedError for a name that is none of the pointers."""
        known = {general(name): each.type for name, each in self._known.items()}
        for wanted in self.nullable:
            if wanted not in (ALL, MEMBERS) and not self._has(wanted):
                raise NotNullableError(function, wanted, list(known))
        for group in self.alias:
            names = split_names(group)
            for name in names:
                if name != ALL and not self._has(name):
                    raise NotAliasedError(f"{function} has no pointer '{name}'", known)
            if names != [ALL] and not self._fit(names):
                raise NotAliasedError(f"no two pointers of '{group}' lead to objects of the same type", known)

    def _has(self, wanted: str) -> bool:
        return any(_names(wanted, name) for name in self._known)

    def _fit(self, names: Sequence[str]) -> bool:
        types = [e.type for e in self._known.values() if any(_names(n, e.name) for n in names)]
        return len(set(types)) < len(types)

    def _may_be_null(self, name: str) -> bool:
        if name in self.optional or name in self.absent:
            return True
        words = {ALL} if name in self.parameters else {ALL, MEMBERS}
        return any(wanted in words or _names(wanted, name) for wanted in self.nullable)

    def _partners(self, name: str, kind: str) -> list[_Candidate]:
        """The pointers, planned before, whose object this one may lead to."""
        groups = [group for group in map(split_names, self.alias) if _contains(group, name)]
        same = (each for each in self._known.values() if each.type == kind)
        return [each for each in same if any(_contains(group, each.name) for group in groups)]

    def _flag(self, base: str) -> str:
        name = fresh(base, self.taken)
        self.flags.append(Variable(name, f"_Bool {name}", Leaf(name, name, "bool", 1, signed=False)))
        return name


def _without(flag: str, others: Sequence[str]) -> str:
    """The condition that a flag is set and the others are not, without a branch."""
    if not others:
        return flag
    return f"({' & '.join([flag, *(f'!{other}' for other in dict.fromkeys(others))])})"


def split_names(group: str) -> list[str]:
    return [name.strip() for name in group.split(",")]


def _contains(group: Sequence[str], name: str) -> bool:
    return any(wanted == ALL or _names(wanted, name) for wanted in group)


def _names(wanted: str, name: str) -> bool:
    return wanted in (name, general(name))


def general(name: str) -> str:
    """The name of all items at once: `argv[]` for `argv[2]`."""
    return re.sub(r"\[\d+\]", "[]", name)


def type_name(pointer: CPointer) -> str:
    """The type of what a pointer leads to; pointers with the same could lead to the same object."""
    kind = pointer.to
    plain = spelling(None if kind is None else resolved(kind))
    return spelling(kind) if "(anonymous)" in plain else plain


def fresh(name: str, taken: set[str]) -> str:
    """An unused C name based on the given one."""
    base = identifier = re.sub(r"\W+", "_", name).strip("_")
    number = 2
    while identifier in taken:
        identifier, number = f"{base}_{number}", number + 1
    taken.add(identifier)
    return identifier
