"""The answer of `diff`: for each function whether its versions behave alike, and if not, when."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from secateur.assumption import ASKED_FOR, Assumption, AssumptionKind, Ledger
from secateur.evolve.behaviour.conditions import DifferingInputs
from secateur.evolve.behaviour.equivalence import ChangeVerdict, EquivalenceVerdict
from secateur.evolve.impact.pair import Pair
from secateur.exploration.result import Result
from secateur.ir.model import Position
from secateur.jobs.matched_inputs import MatchedInputs
from secateur.jobs.target import accepted_kinds
from secateur.jobs.versions import Versions, VersionsAnswer
from secateur.machine.fault import Fault
from secateur.machine.limit import LimitKind
from secateur.report.change_text import both_outcomes, sentence
from secateur.report.diff_json import diff_json
from secateur.report.outputs import ways_text
from secateur.report.source_text import SourceText
from secateur.suite.test import Test


@dataclass(frozen=True, slots=True)
class Bound:
    """How far paths were followed; None where there is no bound."""

    loops: int | None
    depth: int | None


@dataclass(frozen=True, slots=True, eq=False)
class ShownDifference:
    """A difference with a test of each version; `confirmed`: both do natively what is predicted (None: not tried, or
    it rests on stand-ins, so that a native run confirms nothing).
    `named` gives the files of a commit the names that they have in the repository."""

    difference: DifferingInputs
    old: Test
    new: Test
    confirmed: bool | None
    named: Callable[[str], str] = str

    @property
    def rests_on(self) -> tuple[str, ...]:
        """The functions without a body that either version calls."""
        return tuple(dict.fromkeys((*self.old.stand_ins, *self.new.stand_ins)))

    @property
    def names(self) -> tuple[str, ...]:
        """The outputs that differ."""
        return self.difference.names

    @property
    def condition(self) -> str:
        """When they differ, as C over the inputs."""
        return ways_text(self.difference.ways)

    @property
    def outcomes(self) -> tuple[str, str]:
        """What differs, in the old version and in the new one."""
        old, new = both_outcomes(self)
        return self.named(old), self.named(new)


@dataclass(frozen=True, slots=True, eq=False)
class OutsideDifference:
    """A difference that no valid call shows, by what was inferred from the old version; and what it needs."""

    shown: ShownDifference
    needs: str


@dataclass(frozen=True, slots=True, eq=False)
class FunctionDiff:
    """One function in two versions. `further`: differences that are only counted. `uncompared`: outputs that one
    version does not have. `sure`: the technique can establish equivalence. `not_tried`: why nothing was run natively,
    although it was wanted. `behind`: faults of both versions, behind which the differences lie, or the changed lines
    that are `unreached`. `alike`: the number of runs that execute the change without effect. `outside`: differences
    that only invalid calls show."""

    old: str
    new: str
    function: str
    pair: Pair
    result: Result
    verdict: EquivalenceVerdict
    differences: tuple[ShownDifference, ...]
    unconfirmed: tuple[ShownDifference, ...]
    further: int
    uncompared: tuple[str, ...]
    bound: Bound
    seconds: float
    cpu: float = 0.0
    sure: bool = True
    tests: Mapping[str, Any] | None = None
    not_tried: str = ""
    named: Callable[[str], str] = str
    behind: tuple[Fault, ...] = ()
    unreached: tuple[Position, ...] = ()
    match: MatchedInputs = field(default_factory=MatchedInputs)
    alike: int = 0
    outside: tuple[OutsideDifference, ...] = ()

    @property
    def summary(self) -> str:
        """The verdict in one line."""
        return self.named(sentence(self))

    @property
    def is_same(self) -> bool:
        return self.pair.matching.is_same

    @property
    def status(self) -> ChangeVerdict:
        if self.differences:
            return ChangeVerdict.DIFFERENT
        if self.is_same:
            return ChangeVerdict.UNAFFECTED
        if self.unreached or self.is_vacuous:
            return ChangeVerdict.NOT_COMPARED
        if not self.compared_all and not self.is_bounded:
            return ChangeVerdict.UNKNOWN
        return ChangeVerdict.EQUIVALENT_UNDER if self.ledger.open or self.outside else ChangeVerdict.EQUIVALENT

    @property
    def is_vacuous(self) -> bool:
        """Does no run execute the change, although larger inputs might?"""
        is_small = any(each.kind in (AssumptionKind.SIZE, AssumptionKind.SHAPE) for each in self.assumptions)
        nothing_ran = not self.result.counts.completed and not self.alike
        return not self.is_same and self.compared_all and nothing_ran and is_small

    @property
    def ledger(self) -> Ledger:
        return self.result.ledger

    @property
    def assumptions(self) -> tuple[Assumption, ...]:
        """What it rests on."""
        return self.ledger.assumptions

    @property
    def complete(self) -> bool:
        rests = self.ledger.open or self.unreached or self.is_vacuous or self.is_only_outside
        return self.compared_all and not rests

    @property
    def is_only_outside(self) -> bool:
        """Do the versions differ, but on no valid call?"""
        return bool(self.outside) and not self.differences

    @property
    def compared_all(self) -> bool:
        """Was nothing left out, for the inputs that were asked for?"""
        decided = all(self.result.accepts(limit) for limit in self.verdict.limits)
        return self.result.complete and decided and (self.sure or self.is_same) and not self.unconfirmed

    @property
    def is_bounded(self) -> bool:
        """Is a bound that the user set all that keeps it from being complete?"""
        limits = [*self.result.limits, *self.verdict.limits]
        given = {LimitKind.LOOP_BOUND: self.bound.loops, LimitKind.DEPTH: self.bound.depth}
        by_bounds = all(given.get(limit.kind) is not None for limit in limits)
        return bool(limits) and self.sure and not self.unconfirmed and by_bounds


@dataclass(frozen=True, slots=True, eq=False)
class Diff(VersionsAnswer):
    """Two versions. `skipped`: functions that changed but could not be compared, with the reason. `not_compiled`:
    changes in lines that the configuration leaves out. `initial_values`: variables that start with another value, and
    that no compared function uses: other files may."""

    versions: Versions
    functions: tuple[FunctionDiff, ...]
    only_old: tuple[str, ...]
    only_new: tuple[str, ...]
    renamed: Mapping[str, str]
    skipped: Mapping[str, str]
    seconds: float
    not_compiled: tuple[Assumption, ...] = ()
    initial_values: tuple[str, ...] = ()

    @property
    def complete(self) -> bool:
        return not self.skipped and all(each.complete for each in self.functions) and not self._unseen.open

    @property
    def status(self) -> ChangeVerdict:
        states = {each.status for each in self.functions}
        if ChangeVerdict.DIFFERENT in states or self.initial_values:
            return ChangeVerdict.DIFFERENT
        if ChangeVerdict.UNKNOWN in states or self.skipped:
            return ChangeVerdict.UNKNOWN
        if ChangeVerdict.NOT_COMPARED in states:
            return ChangeVerdict.NOT_COMPARED
        if ChangeVerdict.EQUIVALENT_UNDER in states or self._unseen.open:
            return ChangeVerdict.EQUIVALENT_UNDER
        return ChangeVerdict.EQUIVALENT if ChangeVerdict.EQUIVALENT in states else ChangeVerdict.UNAFFECTED

    @property
    def ledger(self) -> Ledger:
        of_functions = (each for one in self.functions for each in one.assumptions)
        return Ledger.of((*of_functions, *self.not_compiled), self._unseen.accepted)

    @property
    def _unseen(self) -> Ledger:
        return Ledger(self.not_compiled, accepted_kinds(self.options.acceptance, ASKED_FOR))

    @property
    def found(self) -> bool:
        return self.status is ChangeVerdict.DIFFERENT

    def data(self) -> dict[str, Any]:
        return self.versions.named_json(diff_json(self, SourceText()))
