"""Two versions prepared for comparison: matched, with the impact of the change and shared inputs."""

from __future__ import annotations

from collections.abc import ItemsView, Mapping, ValuesView
from copy import copy
from dataclasses import dataclass
from functools import cached_property

from secateur import expr
from secateur.dependence.static import Static
from secateur.evolve.behaviour.equivalence import Version
from secateur.evolve.impact.by_value import ByValue
from secateur.evolve.impact.impact import Impact, impact
from secateur.evolve.impact.nearness import nearness
from secateur.evolve.impact.published import impacted_blocks, impacted_statements
from secateur.evolve.matching.matching import Matching, match
from secateur.exploration.chart import NodeKind
from secateur.exploration.impacted import Impacted
from secateur.expr import Expr
from secateur.ir.model import Call, Program
from secateur.machine.fault import DEFAULT_CHECKS, FaultKind
from secateur.machine.machine import Machine
from secateur.options import Limits

Key = tuple[str, int, str]


_INTEGERS = ("signed", "unsigned", "char", "bool")


@dataclass(frozen=True, slots=True)
class Narrow:
    """An input as the version with fewer bits for it has it."""

    width: int
    kind: str
    is_signed: bool


class SharedVariables(dict[Key, Expr]):
    """Variables that two machines share. Some inputs have other `names` here; those in `narrow` (by their shared names)
    are variables with fewer bits, extended."""

    def __init__(
        self, others: dict[Key, Expr], names: Mapping[str, str], narrow: Mapping[str, Narrow] | None = None
    ) -> None:
        super().__init__()
        self._others = others
        self._names = dict(names)
        self._narrow = dict(narrow or {})

    def _key(self, key: Key) -> Key:
        return (self._names.get(key[0], key[0]), *key[1:])

    def get(self, key: Key, default: Expr | None = None) -> Expr | None:  # type: ignore[override]
        """An integer input that is signed in one version and unsigned in the other is the same variable."""
        name, width, kind = self._key(key)
        if name in self._narrow:
            return self._extended(name, width, self._narrow[name])
        kinds = (kind, *(k for k in _INTEGERS if k != kind)) if kind in _INTEGERS else (kind,)
        return next((self._others[name, width, k] for k in kinds if (name, width, k) in self._others), default)

    def _extended(self, name: str, width: int, narrow: Narrow) -> Expr:
        key = (name, narrow.width, narrow.kind)
        made = self._others.get(key)
        if made is None:
            made = self._others[key] = expr.variable(name, narrow.width, len(self._others), narrow.kind)
        extended = (expr.sext if narrow.is_signed else expr.zext)(made, narrow.width, width)
        assert isinstance(extended, Expr)
        return extended

    def __setitem__(self, key: Key, value: Expr) -> None:
        self._others[self._key(key)] = value

    def __getitem__(self, key: Key) -> Expr:
        return self._others[self._key(key)]

    def __len__(self) -> int:
        return len(self._others)

    def values(self) -> ValuesView[Expr]:  # type: ignore[override]
        return self._others.values()

    def items(self) -> ItemsView[Key, Expr]:  # type: ignore[override]
        return self._others.items()


class Pair:
    """`names`: inputs of the old version that have other names in the new one. The machines record traces, so that
    either version can be explored by its impacted branches."""

    def __init__(
        self,
        old: Program,
        new: Program,
        checks: frozenset[FaultKind] = DEFAULT_CHECKS,
        limits: Limits | None = None,
        names: Mapping[str, str] | None = None,
        narrow: tuple[Mapping[str, Narrow], Mapping[str, Narrow]] = ({}, {}),
    ) -> None:
        self._limits, self._names, self._narrow = limits, dict(names or {}), narrow
        self.statics = Static(old, "main"), Static(new, "main")
        self.machines = self._machines(checks)

    def __reduce__(self) -> tuple[object, ...]:
        """Another process makes it again of the programs: what was computed stays where it is."""
        old, new = (static.program for static in self.statics)
        return Pair, (old, new, self.machines[1].checks, self._limits, self._names, self._narrow)

    def checking(self, checks: frozenset[FaultKind]) -> Pair:
        """The same versions, run with other checks."""
        other = copy(self)
        for name in ("old", "new", "by_value"):
            vars(other).pop(name, None)
        other.machines = self._machines(checks)
        return other

    def untraced(self, checks: frozenset[FaultKind]) -> tuple[Machine, Machine]:
        """Machines that only run: no impact can be computed from their paths."""
        return self._machines(checks, record=False)

    def _machines(self, checks: frozenset[FaultKind], record: bool = True) -> tuple[Machine, Machine]:
        old, new = (Machine(static.program, "main", checks, self._limits, record) for static in self.statics)
        old.finds_endless = new.finds_endless = True
        shared = new.variables
        old.variables = SharedVariables(shared, self._names, self._narrow[0])
        if self._narrow[1]:
            new.variables = SharedVariables(shared, {}, self._narrow[1])
        return old, new

    @cached_property
    def matching(self) -> Matching:
        return match(*self.statics)

    @cached_property
    def impact(self) -> Impact:
        printing = [_printing(static) for static in self.statics]
        return impact(*self.statics, self.matching, (printing[0], printing[1]))

    def published(self, kind: NodeKind) -> frozenset[int]:
        """The impact set of the new version, with the rules applied as in the paper."""
        if kind is NodeKind.BLOCKS:
            return impacted_blocks(*self.statics, self.matching)
        return impacted_statements(self.impact.new)

    @cached_property
    def old(self) -> Version:
        return Version(self.machines[0], Impacted(self.statics[0], self.impact.old.nodes, self.impact.points[0]))

    @cached_property
    def new(self) -> Version:
        side, points = self.impact.new, self.impact.points[1]
        impacted = Impacted(self.statics[1], side.nodes, points, lambda: nearness(side, points), self.by_value)
        return Version(self.machines[1], impacted)

    @cached_property
    def by_value(self) -> ByValue:
        """Both versions side by side, by the values that they compute."""
        return ByValue(self.statics, self.machines, self.impact)


def _printing(static: Static) -> frozenset[int]:
    """The instructions that may print."""
    calls = (node for node, item in enumerate(static.code.items) if isinstance(item, Call))
    return frozenset(node for node in calls if static.printing.to_any_stream(node))
