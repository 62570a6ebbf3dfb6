"""Test-suite augmentation: which requirements of a change a suite meets, and new tests that meet the others.

Follows sections 4.1 and 5 of "SPA: Symbolic Program Approximation for Scalable Path-sensitive Analysis" (Santelices and
Harrold). Whether a test meets a requirement is determined by running both versions (`propagation`), never guessed. New
tests come from conditions that may be approximate (`goals`): a solution of the solver is a candidate to be tried. If it
fails before reaching the first statement where nothing differs, later candidates must avoid what kept it away; if it
reached that statement, another input on the same paths may succeed.

The paper computes the conditions of the requirements only to judge test suites. Here they also serve to find tests:

- First the change itself must have an effect. From there the search *spreads* to inputs that take other branches after
  the change; branches that were themselves changed keep their outcomes in both versions.
- If no input shows a difference by then, runs are *led* to the change (`led_runs`), which finds it where conditions are
  too large or too abstract.
- Then come long chains that end in an output: a test that meets one of them meets many shorter ones.
- Each candidate is *sharpened*: among the inputs that take the same paths in both versions, one for which an output
  differs is chosen, if there is one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from typing import Protocol

from secateur import expr
from secateur.evolve.augmentation.led_runs import LedRuns
from secateur.evolve.augmentation.propagation import Propagation, Trial
from secateur.evolve.augmentation.requirements import Requirement, Requirements
from secateur.evolve.behaviour.outcomes import Equality, contrast
from secateur.evolve.impact.chains import Chain
from secateur.evolve.impact.pair import Pair
from secateur.evolve.impact.selection import Candidate
from secateur.exploration.alarm import OutOfBudget
from secateur.exploration.sides import has_other_side
from secateur.expr import Expr, Value
from secateur.machine.path import ENDED, BranchKind, Ending
from secateur.solver import Sat, Solver, Unsat

Model = tuple[int, ...]

#: Maximum number of candidates per precision of the conditions: for the change itself, and for longer chains. (Making
#: the change take effect is half the work; continuing a chain from there is mostly a matter of luck, or impossible.)
TRIES, FURTHER_TRIES = 16, 2
#: Paths of led runs: when conditions have not shown a difference, and in the end.
LED_PATHS, LAST_LED_PATHS = 2_000, 20_000
#: Maximum number of inputs explored around one on which the change has an effect.
NEIGHBOURS = 64
#: Requirements that are searched for side by side, if that is wanted: as many with any number of processes, as a search
#: does not know what the others of its group learn.
GROUP = 8


class RequirementState(StrEnum):
    """What is known of a requirement."""

    MET = "met"  # by an existing test
    SOLVED = "solved"  # by a new test
    IMPOSSIBLE = "impossible"
    UNKNOWN = "unknown"


class GoalConditions(Protocol):
    """Conditions for requirements, at one precision."""

    @property
    def assumed(self) -> Value:
        """The assumptions on all inputs."""

    def effect(self, side: int, chain: Chain) -> Value:
        """A necessary condition on inputs for the old version (0) or the new one (1) to do something at the end of a
        chain that the other does not."""


@dataclass(slots=True, eq=False)
class Finding:
    """The result for one requirement. `conditions` are the last ones that were solved for, None if there were none;
    `added` is the number of the new test that solves it; `side` is the version in which it is met, old (0) or new
    (1)."""

    requirement: Requirement
    state: RequirementState = RequirementState.UNKNOWN
    met_by: list[str] = field(default_factory=list)
    conditions: Sequence[Expr] | None = None
    added: int | None = None
    side: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Added:
    """A new test, with the numbers of the requirements that it meets."""

    trial: Trial
    meets: tuple[int, ...]

    @property
    def model(self) -> Model:
        return self.trial.model


@dataclass(frozen=True, slots=True)
class Searched:
    """What a search for one requirement found: inputs that meet it or others, or that there is none."""

    models: Sequence[Model] = ()
    is_impossible: bool = False


#: Searches for several requirements side by side. `search` is called in another process, for each number in the list.
SideBySide = Callable[[Callable[[int], Searched], Sequence[int]], Sequence[Searched]]


@dataclass(slots=True, eq=False)
class Augmented:
    """`revealing` are the existing tests that show a difference. `stopped`: the budget was spent, or the search was
    interrupted."""

    findings: list[Finding]
    added: list[Added] = field(default_factory=list)
    revealing: list[str] = field(default_factory=list)
    stopped: bool = False

    def count(self, state: RequirementState) -> int:
        return sum(finding.state is state for finding in self.findings)


class Augmentation:
    """`goals`: conditions to solve for, coarse ones first. `spent` is polled to check whether the budget is spent.
    `side_by_side`: searches for several requirements at a time. `led`: runs that are led to the change."""

    def __init__(
        self,
        pair: Pair,
        requirements: Requirements,
        propagation: Propagation,
        solver: Solver,
        goals: Sequence[GoalConditions],
        equality: Equality,
        spent: Callable[[], object] = lambda: None,
        side_by_side: SideBySide | None = None,
        led: LedRuns | None = None,
    ) -> None:
        self.pair = pair
        self._side_by_side, self._led = side_by_side, led
        self.propagation = propagation
        self.solver = solver
        self.goals = goals
        self.equality = equality
        self.spent = spent
        self.made = Augmented([Finding(requirement) for requirement in requirements.all])
        self._hint: Model = ()
        self._tried: dict[Model, Trial] = {}
        self._sharpened: dict[Model, Model | None] = {}
        self._regions: dict[Model, list[Expr]] = {}
        self._obstacles: dict[tuple[int, int], dict[Value, None]] = {}  # lessons by version and chain
        for version in (pair.old, pair.new):
            version.run(())
        self._inputs = len(pair.machines[1].variables)  # in a model, stars come after them

    def run(self, tests: Sequence[Candidate] = ()) -> Augmented:
        """Ctrl-C and a spent budget interrupt it; what was found so far is kept."""
        try:
            for test in tests:
                self._judge(test)
            self._start_from(tests)
            self._solve_all()
        except (KeyboardInterrupt, OutOfBudget):
            self.made.stopped = True
        self._reduce()
        return self.made

    def _start_from(self, tests: Sequence[Candidate]) -> None:
        """If the change has an effect on some tests, but none shows a difference, spread from the test where the effect
        goes furthest."""
        started = [f for f in self.made.findings if not f.requirement.distance and f.state is RequirementState.MET]
        names = {name for finding in started for name in finding.met_by}
        models = [test.model for test in tests if test.name in names]
        if models and not self.made.revealing and not self.spent():
            furthest = max(models, key=lambda m: sum(len(nodes) for nodes in self._trial(m).different))
            for trial in self._trials(furthest):
                if trial.reveals:
                    self._add(trial)
            self._spread(furthest)

    def _solve_all(self) -> None:
        order = sorted(
            (f for f in self.made.findings if f.state is not RequirementState.MET),
            key=lambda f: (
                f.requirement.distance > 0,
                not f.requirement.is_output,
                -f.requirement.distance,
                f.requirement.number,
            ),
        )
        starts = [finding for finding in order if not finding.requirement.distance]
        self._solve_in_turn(starts)
        self._lead(LED_PATHS)
        chains = [finding for finding in order if finding.requirement.distance]
        if self._side_by_side is None:
            self._solve_in_turn(chains)
        else:
            self._solve_in_groups(chains, self._side_by_side)
        self._lead(LAST_LED_PATHS)

    def _lead(self, most: int) -> None:
        """If nothing shows a difference: from inputs that led runs find, as from one that a condition gives."""
        end = most + (0 if self._led is None else self._led.paths)
        while self._led is not None and not self._shows_a_difference and not self.spent():
            model = self._led.find(end - self._led.paths, self.spent)
            if model is None:
                break
            for trial in self._trials(model):
                if trial.reveals:
                    self._add(trial)
            if self._is_useful(model):
                self._spread(model)
        if self._led is not None and self._led.is_out_of_budget:
            self.made.stopped = True

    @property
    def _shows_a_difference(self) -> bool:
        return bool(self.made.revealing) or any(added.trial.reveals for added in self.made.added)

    def _solve_in_turn(self, findings: Sequence[Finding]) -> None:
        for finding in findings:
            if finding.state is RequirementState.UNKNOWN:
                if self.spent():
                    self.made.stopped = True
                    return
                if self._solve(finding) and not finding.requirement.distance:
                    self._spread(self.made.added[-1].model)

    def _solve_in_groups(self, findings: Sequence[Finding], side_by_side: SideBySide) -> None:
        """What a search finds is tried here, too: a test is what both versions have run."""
        left = [finding for finding in findings if finding.state is RequirementState.UNKNOWN]
        while left:
            if self.spent() or self.made.stopped:
                self.made.stopped = True
                return
            group, left = left[:GROUP], left[GROUP:]
            found = side_by_side(partial(self._searched, group), range(len(group)))
            for finding, searched in zip(group, found, strict=True):
                if finding.state is not RequirementState.UNKNOWN:
                    continue
                if not any(self._is_solved(finding, self._trials(model)) for model in searched.models):
                    finding.state = RequirementState.IMPOSSIBLE if searched.is_impossible else finding.state
            left = [finding for finding in left if finding.state is RequirementState.UNKNOWN]

    def _searched(self, group: Sequence[Finding], number: int) -> Searched:
        finding, before = group[number], len(self.made.added)
        self._solve(finding)
        models = [added.model for added in self.made.added[before:]]
        return Searched(models, finding.state is RequirementState.IMPOSSIBLE)

    def _reduce(self) -> None:
        """Drop redundant new tests, beginning with those that reveal nothing."""
        kept = self.made.added
        for test in sorted(kept, key=lambda t: (bool(t.trial.reveals), len(t.meets))):
            rest = [other for other in kept if other is not test]
            if {number for other in rest for number in other.meets}.issuperset(test.meets):
                kept = rest
        self.made.added = kept
        for finding in self.made.findings:
            if finding.state is RequirementState.SOLVED:
                number = finding.requirement.number
                finding.added = next(n for n, test in enumerate(kept) if number in test.meets)

    def _spread(self, model: Model) -> None:
        """Search from an input on which the change has an effect to inputs that take other branches after it, where the
        effect may go further. Inputs with the most differences come first."""
        todo, seen = [model], {model}
        while todo and len(seen) < NEIGHBOURS:
            here = max(todo, key=lambda m: sum(len(nodes) for nodes in self._trial(m).different))
            todo.remove(here)
            for following in self._neighbours(here):
                if self.spent() or len(seen) >= NEIGHBOURS:
                    return
                if following not in seen:
                    seen.add(following)
                    if self._is_useful(following):
                        todo.append(following)

    def _neighbours(self, model: Model) -> Iterator[Model]:
        """Inputs that take the other side of one impacted branch. Changed branches keep their outcomes in both
        versions, so that the effect remains."""
        impact = self.pair.impact
        versions = (self.pair.new, impact.new.changed), (self.pair.old, impact.old.changed)
        paths = [version.run(model) for version, _ in versions]
        kept = [
            branch.condition
            for (version, changed), path in zip(versions, paths, strict=True)
            for branch in path.branches
            if any(node in changed for node in version.impacted.nodes_at(branch.site))
        ]
        for (version, _), path in zip(versions, paths, strict=True):
            passed = list(dict.fromkeys(kept))
            for number in version.impacted.decisions(path):
                branch = path.branches[number]
                if branch.site.kind is not BranchKind.CHECK and has_other_side(branch):
                    answer = self.solver.solve([*passed, branch.negation], model)
                    if isinstance(answer, Sat):
                        yield answer.model
                passed.append(branch.condition)

    def _is_useful(self, model: Model) -> bool:
        """Does the change have an effect on an input? If it meets an unmet requirement, it becomes a test."""
        for trial in self._trials(model):
            if any(f.state is RequirementState.UNKNOWN and f.requirement.is_met(trial) for f in self.made.findings):
                self._add(trial)
        return any(self._trial(model).different)

    def describe(self, finding: Finding) -> None:
        """Set the conditions of a requirement in the version that meets it, even if no test was searched for."""
        if finding.side is None and finding.conditions is not None:
            return
        side = int(not finding.requirement.is_old) if finding.side is None else finding.side
        chain = finding.requirement.chains[side]
        assert chain is not None
        found = [self.goals[0].assumed, *(self.goals[0].effect(side, each) for each in chain.all)]
        finding.conditions = [c for c in dict.fromkeys(found) if isinstance(c, Expr)]

    def _judge(self, test: Candidate) -> None:
        """Judge an existing test."""
        trial = self._trial(test.model)
        if trial.reveals:
            self.made.revealing.append(test.name)
            self._hint = test.model
        for finding in self.made.findings:
            if finding.requirement.is_met(trial):
                finding.state = RequirementState.MET
                finding.met_by.append(test.name)
                finding.side = finding.requirement.side_met(trial)

    def _solve(self, finding: Finding) -> bool:
        """Tries the new version, then the old one; with coarse conditions, then with precise ones."""
        impossible: set[int] = set()
        for goals in self.goals:
            for side in (1, 0):
                if side not in impossible and self._attempt(finding, goals, side):
                    impossible.add(side)
                if finding.added is not None:
                    return True
        if len(impossible) == 2:
            finding.state = RequirementState.IMPOSSIBLE
        return False

    def _attempt(self, finding: Finding, goals: GoalConditions, side: int) -> bool:
        """Tries candidates; True if there are provably none."""
        chain = finding.requirement.chains[side]
        if chain is None:
            return True
        conditions = [goals.assumed, *(goals.effect(side, each) for each in chain.all)]
        finding.conditions = [c for c in dict.fromkeys(conditions) if isinstance(c, Expr)]
        ruled_out = [o for each in chain.all for o in self._obstacles.get((side, each.number), ())]
        for _ in range(FURTHER_TRIES if chain.before else TRIES):
            if self.spent():
                return False
            answer = self.solver.solve([*conditions, *ruled_out], self._hint)
            if isinstance(answer, Unsat):
                return not ruled_out or isinstance(self.solver.solve(conditions, self._hint), Unsat)
            if not isinstance(answer, Sat):
                return False
            model = answer.model[: self._inputs]
            if self._is_solved(finding, self._trials(model)):
                return False
            short = next((c for c in chain.all if not c.nodes & self._trial(model).different[side]), chain)
            lesson = self._lesson(finding, side, short, model)
            self._obstacles.setdefault((side, short.number), {})[lesson] = None
            ruled_out.append(lesson)
            if finding.added is not None:
                return False
        return False

    def _lesson(self, finding: Finding, side: int, short: Chain, model: Model) -> Value:
        """The extra condition after a failed candidate; `short` ends in the first statement where nothing differs. If
        the run does not reach it, other inputs must avoid what keeps the run away. If it does, another input on the
        same paths may succeed; if there is none, other paths must be taken."""
        differs, kept_away = self.propagation.missing(model, side, short)
        if kept_away is not None:
            return expr.not_(kept_away)
        if isinstance(differs, Expr):
            answer = self.solver.solve([*self._region(model), differs], model)
            if isinstance(answer, Sat):
                self._is_solved(finding, self._trials(answer.model))
        return expr.not_(expr.conj(self._region(model)))

    def _is_solved(self, finding: Finding, trials: Iterable[Trial]) -> bool:
        return any(finding.requirement.is_met(trial) and self._add(trial) for trial in trials)

    def _trial(self, model: Model) -> Trial:
        if model not in self._tried:
            self._tried[model] = self.propagation.trial(model)
        return self._tried[model]

    def _trials(self, model: Model) -> Iterator[Trial]:
        """A candidate, preceded by a sharper one if it shows no difference itself."""
        plain = self._trial(model)
        if not plain.reveals and Ending.ASSUMPTION not in {path.ending for path in plain.paths}:
            sharper = self._sharper(model)
            if sharper is not None:
                trial = self._trial(sharper)
                if trial.reveals:
                    yield trial
        yield plain

    def _sharper(self, model: Model) -> Model | None:
        """An input on the same paths of both versions for which an output differs."""
        if model not in self._sharpened:
            found = contrast(self.pair.old.run(model), self.pair.new.run(model), self.equality).condition
            self._sharpened[model] = None
            if isinstance(found, Expr):
                answer = self.solver.solve([*self._region(model), found], model)
                if isinstance(answer, Sat):
                    self._sharpened[model] = answer.model
        return self._sharpened[model]

    def _region(self, model: Model) -> list[Expr]:
        """The conditions for inputs to take the same impacted branches in both versions."""
        if model not in self._regions:
            both = (self.pair.old, self.pair.new)
            self._regions[model] = list(dict.fromkeys(c for v in both for c in v.conditions(v.run(model))))
        return self._regions[model]

    def _add(self, trial: Trial) -> bool:
        """Add a new test, unless one of its runs was cut off, so that its outcome is unknown."""
        if any(version.run(trial.model).ending not in ENDED for version in (self.pair.old, self.pair.new)):
            return False
        met = [f for f in self.made.findings if f.requirement.is_met(trial)]
        for finding in met:
            if finding.state in (RequirementState.UNKNOWN, RequirementState.IMPOSSIBLE):
                finding.state = RequirementState.SOLVED
                finding.added = len(self.made.added)
                finding.side = finding.requirement.side_met(trial)
        self.made.added.append(Added(trial, tuple(f.requirement.number for f in met)))
        if trial.reveals:
            self._hint = trial.model
        return True
