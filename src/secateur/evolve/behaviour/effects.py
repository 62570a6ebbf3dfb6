"""What differs, apart from when: differences with the same effect are one entry, with the weakest condition found."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from secateur import expr
from secateur.expr import Expr
from secateur.machine.path import Path

if TYPE_CHECKING:
    from secateur.evolve.behaviour.conditions import DifferingInputs

#: Above this number of entries, effects are told apart less finely.
FINE = 5

#: Maximum number of further conditions that an entry keeps.
MOST_OTHERS = 50

Ends = tuple[str, str]


@dataclass(frozen=True, slots=True)
class ChangeEffect:
    """How the runs of both versions end, the outputs that differ, and their values where they are constants."""

    ends: Ends = ("", "")
    names: tuple[str, ...] = ()
    constants: tuple[str, ...] = ()


def effect_of(old: Path, new: Path, names: tuple[str, ...]) -> ChangeEffect:
    return ChangeEffect(
        (_end(old), _end(new)), names, tuple(_constant(path, name) for name in names for path in (old, new))
    )


def _end(path: Path) -> str:
    return str(path.ending) if path.fault is None else f"{path.fault.kind} at {path.fault.position}"


def _constant(path: Path, name: str) -> str:
    seen = (each.value for each in path.observations if each.name == name)
    value = next(seen, None)
    return "" if value is None or isinstance(value, Expr) else str(value)


_KEYS: tuple[Callable[[ChangeEffect], Hashable], ...] = (
    lambda effect: effect,
    lambda effect: (effect.ends, effect.names),
    lambda effect: effect.ends,
)


def grouped(differences: Sequence[DifferingInputs]) -> list[DifferingInputs]:
    """One for each effect, in the order of the first of each; by endings and names of outputs only, if there are
    many."""
    found = list(differences)
    for key in _KEYS:
        groups: dict[Hashable, list[DifferingInputs]] = {}
        for each in found:
            groups.setdefault(key(each.effect), []).append(each)
        found = [_weakest(group) for group in groups.values()]
        if len(found) <= FINE:
            break
    return found


def _weakest(group: Sequence[DifferingInputs]) -> DifferingInputs:
    """The one with the shortest condition, preferably an exact one, with the conditions of the others."""
    order = sorted(group, key=lambda d: (not d.is_exact, sum(len(expr.to_c(c)) for c in d.conditions)))
    others = dict.fromkeys(way for each in order for way in each.ways)
    return replace(
        order[0],
        merged=sum(each.merged for each in group),
        others=tuple(way for way in others if way != order[0].conditions)[:MOST_OTHERS],
    )
