"""All dependences of a program between its source lines, as shown by `secateur deps`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Protocol

from secateur.dependence.by_line.lines import (
    ControlLike,
    DataLike,
    Dependence,
    DependenceKind,
    Lines,
    PotentialLike,
    control_by_line,
    data_by_line,
    ordered,
    potential_by_line,
)
from secateur.dependence.by_line.pairs import interactive
from secateur.dependence.by_line.reaching import ReachingFacts
from secateur.dependence.by_line.statements import Accesses, Kills, statements_of
from secateur.dependence.control.code import Code


class Analysed(Protocol):
    """The part of `Static` that is needed here."""

    @property
    def code(self) -> Code: ...
    @property
    def points_to(self) -> Kills: ...
    @property
    def mod_ref(self) -> Accesses: ...
    def control_edges(self) -> Sequence[ControlLike]: ...
    def data_edges(self) -> Iterable[DataLike]: ...
    def potential_edges(self) -> Iterable[PotentialLike]: ...


def dependences(static: Analysed, lines: Lines, kinds: Collection[DependenceKind]) -> list[Dependence]:
    """The dependences of these kinds, ordered by kind and line."""
    return ordered(_all(static, lines, kinds))


def _all(static: Analysed, lines: Lines, kinds: Collection[DependenceKind]) -> Iterator[Dependence]:
    if DependenceKind.CONTROL in kinds:
        yield from control_by_line(static.control_edges(), lines)
    if DependenceKind.DATA in kinds:
        yield from data_by_line(static.data_edges(), lines)
    if DependenceKind.POTENTIAL in kinds or DependenceKind.INTERACTIVE in kinds:
        owner = static.code.owner
        inner: dict[str, list[PotentialLike]] = {unit.function.name: [] for unit in lines.units()}
        between: list[PotentialLike] = []
        for edge in static.potential_edges():
            unit = owner[edge.branch]
            if unit is owner[edge.target]:
                inner.get(unit.function.name, []).append(edge)
            else:
                between.append(edge)
        functions = [
            ReachingFacts(unit, lines, statements_of(static.code, unit, static.points_to, static.mod_ref), inner[name])
            for name, unit in ((unit.function.name, unit) for unit in lines.units())
        ]
        if DependenceKind.POTENTIAL in kinds:
            yield from potential_by_line([*between, *(edge for facts in functions for edge in facts.held)], lines)
        if DependenceKind.INTERACTIVE in kinds:
            yield from interactive(functions)
