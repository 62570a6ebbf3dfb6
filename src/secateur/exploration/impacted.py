"""Which branches of a path are impacted by a change, for the DiSE techniques."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from functools import cached_property

from secateur.dependence.static import Static
from secateur.exploration.beside import Beside, PairedRun
from secateur.exploration.change_points import ChangePoints, Points
from secateur.expr import Expr
from secateur.machine.path import OWN_FILES, Branch, BranchKind, Path, Site


class Impacted:
    """The impacted instructions of a program, looked up by the sites of its branches."""

    def __init__(
        self,
        static: Static,
        nodes: Collection[int],
        points: Points | None = None,
        nearness: Callable[[], Mapping[tuple[int, int], int]] = dict,
        beside: Beside | None = None,
    ) -> None:
        """`points`: where the change is executed; if not given, where anything impacted is. `nearness`: by branch and
        side, the number of dependences from it to the change. `beside`: runs the other version, to compare values."""
        self._nearness = nearness
        self.static = static
        self.beside = beside
        self.nodes = frozenset(nodes)
        self.points = ChangePoints(static, points or Points(self.nodes))
        self._by_place: dict[tuple[str, str, int], list[int]] = {}
        for name, unit in static.code.units.items():
            title = re.sub(r"\.\d+$", "", name)
            for label, block in unit.function.body.blocks.items():
                start = unit.starts[unit.flow.number[label]] + len(block.phis)
                for index in range(len(block.instructions) + 1):
                    self._by_place.setdefault((title, label, index), []).append(start + index)
        self._sites: dict[int, bool] = {}
        self._by_statements: dict[tuple[int, ...], bool] = {}

    @cached_property
    def nearness(self) -> Mapping[tuple[int, int], int]:
        return self._nearness()

    def nodes_at(self, site: Site) -> list[int]:
        """The instruction of a site; static functions with the same name are distinguished by their positions."""
        found = self._by_place.get((site.function, *site.place), [])
        exact = [n for n in found if self.static.code.position(n) == site.position]
        return exact or found

    def at(self, site: Site) -> bool:
        found = self._sites.get(site.number)
        if found is None:
            found = self._sites[site.number] = any(n in self.nodes for n in self.nodes_at(site))
        return found

    def matters(self, branch: Branch) -> bool:
        """Must an input take a branch in the same way to pass the same impacted statements? The driver's assumptions,
        and values that were made concrete, belong to every path."""
        return belongs_to_all(branch) or self.at(branch.site)

    def decisions(self, path: Path) -> list[int]:
        """The numbers of the branches that matter, in the order of the path."""
        return [number for number, branch in enumerate(path.branches) if self.matters(branch)]

    def paired(self, path: Path) -> PairedRun | None:
        """What both versions do on the input of a path; None if that is not known, or does not count there."""
        if self.beside is None or self._by_statements.get(path.model, False):
            return None
        return self.beside.look(path)

    def explored(self, path: Path, by_value: bool) -> None:
        """Notes by what the inputs of a path were told apart from others: the region of the path follows from it."""
        self._by_statements.setdefault(path.model, not by_value)

    def conditions(self, path: Path) -> list[Expr]:
        """The conditions for the change to have the same effect on an input: at least, for the same impacted statements
        to be executed."""
        paired = self.paired(path)
        if paired is not None:
            return paired.conditions
        return list(dict.fromkeys(path.branches[number].condition for number in self.decisions(path)))


def belongs_to_all(branch: Branch) -> bool:
    """Is it an assumption of the driver, or a value that was made concrete?"""
    kind = branch.site.kind
    if kind is BranchKind.ASSUMPTION:
        return branch.site.position.file.startswith(OWN_FILES)
    return kind is BranchKind.PINNED
