"""All dependences of a program between the lines of its source: what `secateur deps` shows."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Protocol

from secateur.dependence.code import Code
from secateur.dependence.facts import Facts
from secateur.dependence.lines import (
    ControlLike,
    DataLike,
    Dependence,
    Kind,
    Lines,
    PotentialLike,
    control_by_line,
    data_by_line,
    ordered,
    potential_by_line,
)
from secateur.dependence.pairs import interactive
from secateur.dependence.statements import Accesses, Kills, statements_of


class Analysed(Protocol):
    """What is needed of `Static`."""

    @property
    def code(self) -> Code: ...
    @property
    def points_to(self) -> Kills: ...
    @property
    def mod_ref(self) -> Accesses: ...
    def control_edges(self) -> Sequence[ControlLike]: ...
    def data_edges(self) -> Sequence[DataLike]: ...
    def potential_edges(self) -> Sequence[PotentialLike]: ...


def dependences(static: Analysed, lines: Lines, kinds: Collection[Kind]) -> list[Dependence]:
    """The dependences of these kinds, in the order of kinds and lines."""
    return ordered(_all(static, lines, kinds))


def _all(static: Analysed, lines: Lines, kinds: Collection[Kind]) -> Iterator[Dependence]:
    if Kind.CONTROL in kinds:
        yield from control_by_line(static.control_edges(), lines)
    if Kind.DATA in kinds:
        yield from data_by_line(static.data_edges(), lines)
    if Kind.POTENTIAL in kinds or Kind.INTERACTIVE in kinds:
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
            Facts(unit, lines, statements_of(static.code, unit, static.points_to, static.mod_ref), inner[name])
            for name, unit in ((unit.function.name, unit) for unit in lines.units())
        ]
        if Kind.POTENTIAL in kinds:
            yield from potential_by_line([*between, *(edge for facts in functions for edge in facts.held)], lines)
        if Kind.INTERACTIVE in kinds:
            yield from interactive(functions)
