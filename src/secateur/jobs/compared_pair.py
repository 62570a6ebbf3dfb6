"""One function in two versions: explored, compared, and tried natively."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from secateur.assumption import ASKED_FOR, UNSEEN, Assumption, AssumptionKind
from secateur.errors import SecateurError
from secateur.evolve.behaviour.conditions import DifferingInputs, Minimiser
from secateur.evolve.behaviour.equivalence import Equivalence, EquivalenceVerdict, InputRegion
from secateur.evolve.behaviour.guessing import Guessing
from secateur.evolve.behaviour.one_sided import set_apart
from secateur.evolve.behaviour.outcomes import Equality, differing, unmatched
from secateur.evolve.behaviour.plain_inputs import plain_inputs
from secateur.evolve.behaviour.survival import Survival
from secateur.evolve.impact.grounds import grounds
from secateur.evolve.impact.pair import Pair
from secateur.evolve.impact.unseen import has_unseen_blocks, unseen, unwritten_output
from secateur.exploration.alarm import OutOfBudget, alarm, before_the_answer
from secateur.exploration.budget import Meter, Stopwatch
from secateur.exploration.criteria import RETURN, roots
from secateur.exploration.loop import Explorer
from secateur.exploration.result import Result, made_concrete
from secateur.exploration.technique import Technique
from secateur.exploration.techniques.dise import Dise
from secateur.expr import Expr
from secateur.harness.choices import general
from secateur.harness.plan import Pointer
from secateur.harness.sights import COMPARED, MOST_LEAVES
from secateur.harness.subject import Subject
from secateur.jobs.diff_answer import Bound, FunctionDiff, ShownDifference
from secateur.jobs.matched_inputs import matched_inputs
from secateur.jobs.plan import Report, new_solver
from secateur.jobs.run_meter import RunMeter
from secateur.jobs.target import accepted_kinds, nothing_to_do, require_outputs, wanted_checks
from secateur.machine.fault import FaultKind
from secateur.machine.initial import of_library
from secateur.machine.limit import LimitKind
from secateur.machine.machine import Machine
from secateur.machine.path import Ending, Path
from secateur.options import Budget, Limits, Order, Search, Solving
from secateur.options.jobs import ChangeOptions, FaultEquality
from secateur.solver import Solver
from secateur.suite.native.outcome import NativeOutcome
from secateur.suite.record import Recorder, suite_of
from secateur.suite.replay import NO_END, Replayed, Running, replay_suite, rests_on_fill
from secateur.suite.test import ENDLESS, Suite, Test

#: Maximum number of differences that are tried natively and shown; the others are counted.
MOST_SHOWN = 50
#: So many that a native run does not confirm are tried on plainer inputs.
MOST_PLAIN = 3
#: The share of the time that the exploration may take; the rest is for comparing what it found.
EXPLORING = 0.5
#: So many differences on guessed inputs are enough.
MOST_GUESSED = 3
#: Seconds for one question of that search.
GUESSING_TIMEOUT = 1.0
#: Of the time, for exploring, however long it took to match the versions.
LEAST_SHARE = 0.1


@dataclass(frozen=True, slots=True)
class PairPlan:
    """How two versions are compared. `first`: only until one difference is confirmed. `most_runs`: so many runs are
    made to find paths, and after that many comparisons the first difference ends it."""

    checks: frozenset[FaultKind]
    limits: Limits
    budget: Budget
    search: Search
    solving: Solving
    equality: Equality
    confirm: bool = True
    trust: bool = False
    accepted: frozenset[AssumptionKind] = ASKED_FOR
    first: bool = False
    most_runs: int | None = None

    @staticmethod
    def of(
        titles: Sequence[str],
        options: ChangeOptions,
        search: Search,
        faults: FaultEquality = FaultEquality.KIND,
        first: bool = False,
    ) -> PairPlan:
        return PairPlan(
            wanted_checks(options.checks, titles),
            options.limits,
            options.budget,
            search,
            options.solving,
            Equality(options.output, options.ignore, faults),
            options.confirm,
            options.trust,
            accepted_kinds(options.acceptance, ASKED_FOR),
            first,
        )


class Compared:
    """A pair of subjects, explored and compared once. `technique` makes the technique for the new version."""

    def __init__(
        self,
        old: Subject,
        new: Subject,
        plan: PairPlan,
        technique: Callable[[Pair], Technique] | None = None,
        report: Report | None = None,
        pair: Pair | None = None,
    ) -> None:
        self.old = old
        self.new = new
        self.plan = plan
        self.match = matched_inputs(old, new)
        match = self.match
        self.pair = pair or Pair(old.program, new.program, plan.checks, plan.limits, match.names, match.narrow)
        self.equality = replace(plan.equality, renamed=match.names, widths=match.widths, texts=match.texts)
        self.equality = replace(self.equality, expected=self._expected(), inner=self._inner())
        self._require_outputs()
        self.equality = replace(self.equality, ignored=(*self.equality.ignored, *self._unread()))
        self.recorders = Recorder(old.driver), Recorder(new.driver)
        self._technique = technique or (lambda pair: Dise(pair.new.impacted))
        self._report = report
        self._watch = Stopwatch()
        self.result = Result("dise")
        self.whole = False
        self.untouched: Sequence[tuple[Expr, ...]] = ()
        self.alike: Sequence[Path] = ()
        self.not_tried = ""  # why nothing was run natively, although it was wanted
        self.sure = True  # can the technique establish equivalence?
        self._plain_left = MOST_PLAIN
        self.depends = False  # do differences depend on an input that only one version has?

    def without(self, checks: frozenset[FaultKind]) -> Compared:
        """The same comparison without these checks, in what is left of the time."""
        plan = replace(self.plan, checks=self.plan.checks - checks)
        plan = replace(plan, budget=self._watch.left_of(plan.budget))
        pair = self.pair.checking(plan.checks)
        return Compared(self.old, self.new, plan, self._technique, self._report, pair)

    def _expected(self) -> frozenset[str]:
        """The outputs that the drivers of both versions observe."""
        if self.old.driver is None or self.new.driver is None:
            return frozenset()
        ours = {self.equality.new_name(sight.name) for sight in self.old.driver.observations}
        return frozenset(ours & {sight.name for sight in self.new.driver.observations})

    def _inner(self) -> frozenset[str]:
        """The pointers that the driver of the new version observes without looking behind them."""
        if self.new.driver is None:
            return frozenset()
        followed = {each.name.removeprefix("*") for each in self.new.driver.contents}
        seen = {sight.name for sight in self.new.driver.observations if isinstance(sight, Pointer)}
        return frozenset(seen - followed - {RETURN})

    def _unread(self) -> list[str]:
        """The outputs that nothing reads, in either version."""
        targets = () if self.new.driver is None else self.new.driver.globals
        return [each.name for each in targets if self._is_unread(each.symbol)]

    def _is_unread(self, symbol: str) -> bool:
        """Is it a global that no version reads? What is in it is not seen."""
        sides = self.old, self.new
        return any(symbol in side.unread for side in sides) and all(
            symbol in side.unread or symbol not in side.variables for side in sides
        )

    def _require_outputs(self) -> None:
        seen = [RETURN]
        for subject in (self.old, self.new):
            if subject.driver is not None:
                seen += [sight.name for sight in subject.driver.observations]
        require_outputs((*self.equality.only, *self.equality.ignored), seen, self.new.title)

    def run(self) -> FunctionDiff:
        with before_the_answer(self.plan.budget):
            is_same = self.pair.matching.is_same
        if is_same:
            return self._answer(EquivalenceVerdict(), [])
        meter = Meter(self._watch.left_of(self.plan.budget, LEAST_SHARE))
        solver = new_solver(self.plan.solving)
        verdict, differences = EquivalenceVerdict(), list[DifferingInputs]()
        try:
            with alarm(meter):
                judge = self._judge(solver, meter)
                verdict = judge.verdict
                verdict = self._decided(solver, meter, judge)
                differences = self._told(solver, verdict)
        except OutOfBudget as reason:
            self.result.spent = self.result.spent or reason.spent
            verdict.give_up(LimitKind.UNCOMPARED)
        if len(differences) < len(verdict.different[:1]):  # there was no time to describe them
            differences = [_found_at(region) for region in verdict.different]
        return self._answer(verdict, differences)

    def _judge(self, solver: Solver, meter: Meter) -> Equivalence:
        pair = self.pair
        is_first = self.plan.first and not self.match.is_partial
        is_enough = self._is_confirmed if is_first else None
        functions = pair.matching.functions
        judge = Equivalence(pair.old, pair.new, solver, self.equality, meter.spent_inside, functions, is_enough)
        judge.most_after = self.plan.most_runs
        return judge

    def _decided(self, solver: Solver, meter: Meter, judge: Equivalence) -> EquivalenceVerdict:
        """What becomes of the paths of the new version."""
        pair = self.pair
        self._explore(solver, judge)
        if not self.result.counts.completed and self.result.complete and not self.untouched and not self.alike:
            raise nothing_to_do("compare")
        solver.stop_at(meter.deadline, meter.cpu_deadline)
        verdict = judge.verdict
        if judge.found is None:
            judge.alike(self.alike)
            undecided = any(limit.kind is LimitKind.UNDECIDED for limit in self.result.limits)
            verdict = judge.compare(self.result.paths, self.whole, undecided)
        if judge.found is not None:
            verdict = replace(verdict, different=[judge.found])
        if self.match.is_partial:
            own = (*self.match.added, *self.match.removed)
            self.depends = set_apart(verdict, own, pair.machines[1].variables, solver, self.result.complete)
        return verdict

    def _told(self, solver: Solver, verdict: EquivalenceVerdict) -> list[DifferingInputs]:
        """The differences, with the weakest conditions that were found."""
        pair = self.pair
        found = Minimiser(verdict.equal, solver, verdict.complete and self.result.complete, self.untouched)
        differences = found.differences(verdict.different)
        survival = Survival(pair.old, pair.new, solver, self.equality)
        differences[:MOST_SHOWN] = map(survival.narrowed, differences[:MOST_SHOWN])
        return differences

    def guessed(self, changed: Collection[str], few: int = 1, samples: Sequence[bytes] = ()) -> FunctionDiff | None:
        """Differences on inputs that are guessed; None if there are none. `changed`: the functions that changed. `few`
        divides the number of guesses. `samples`: texts that are tried first."""
        machines = self.pair.untraced(self.plan.checks)
        meter = Meter(self.plan.budget)
        solver = new_solver(replace(self.plan.solving, solver_timeout=GUESSING_TIMEOUT))
        solver.stop_at(meter.deadline, meter.cpu_deadline)
        search = Guessing(machines, self.equality, solver, changed, samples)
        verdict = EquivalenceVerdict()
        for region in search.differing(meter.spent_inside, few):
            if not _depends(region, self._one_sided(machines[1])):
                verdict.different.append(region)
            if len(verdict.different) >= MOST_GUESSED:
                break
        if not verdict.different:
            return None
        verdict.runs = search.runs
        verdict.give_up(LimitKind.GUESSED)
        found = Minimiser([], solver, complete=False)
        answer = self._answer(verdict, found.differences(verdict.different))
        return answer if answer.differences else None

    def _one_sided(self, machine: Machine) -> int:
        """The variables, as a mask, of inputs that only one version has."""
        found = (v for (name, _, _), v in machine.variables.items() if name in self.match.apart)
        return sum(1 << variable.args[0] for variable in found)

    @property
    def bound(self) -> Bound:
        return Bound(self.plan.limits.loop_bound, self.plan.limits.max_depth)

    @property
    def assumptions(self) -> list[Assumption]:
        """What a comparison rests on, after all runs. Inputs are named as in the new version."""
        if self.pair.matching.is_same:
            return []
        renamed = set(roots(list(self.match.names)))
        old = (each for each in self.old.assumptions if not renamed & set(roots([each.subject])))
        met = (*self.pair.machines[0].assumptions, *self.pair.machines[1].assumptions, *self.result.assumptions)
        changed = (*self.match.behind, *self.match.retyped, *(self.match.unmatched if self.depends else ()))
        rests = grounds((*self.new.assumptions, *old, *met), self.pair.impact)
        return [*changed, *rests, *self._unseen(), *unwritten_output(self.pair.impact)]

    def _unseen(self) -> Iterator[Assumption]:
        """Globals that may differ in the end, and that are not compared, or only in part. Nothing reads those of a
        whole program, and whoever names the outputs has chosen."""
        drivers = self.old.driver, self.new.driver
        if drivers[0] is None or drivers[1] is None or self.new.function == "main" or self.equality.only:
            return
        if has_unseen_blocks(self.pair.impact):
            inner = sorted({f"*{general(name)}" for name in self.equality.inner}) or [f"{RETURN}->*"]
            yield from (Assumption(AssumptionKind.GLOBALS, name, UNSEEN) for name in inner)
        both = drivers[0].seen.keys() & drivers[1].seen.keys()
        whole = {symbol for symbol in both if drivers[0].seen[symbol] and drivers[1].seen[symbol]}
        for symbol in unseen(self.pair.impact, whole):
            if self._is_unread(symbol):
                continue
            library = of_library(symbol)
            is_shared = symbol in self.old.variables & self.new.variables
            if symbol in both and self.equality.counts(symbol):
                yield Assumption(AssumptionKind.SIZE, symbol, f"elements:{COMPARED * MOST_LEAVES}")
            elif (is_shared or library is not None) and self.equality.counts(symbol):
                yield Assumption(AssumptionKind.GLOBALS, symbol if library is None else library.subject, UNSEEN)

    def _explore(self, solver: Solver, judge: Equivalence) -> None:
        """The new version, by its impacted branches. If one difference is all that is wanted, each path is compared as
        soon as it is found."""
        plan, technique = self.plan, self._technique(self.pair)
        machine = self.pair.machines[1]
        if not technique.records:
            variables = machine.variables
            machine = Machine(machine.program, "main", plan.checks, plan.limits)
            machine.variables = variables
            machine.finds_endless = True
        budget = self._watch.left_of(plan.budget, LEAST_SHARE)
        if judge.is_enough is None:
            budget = budget.part(EXPLORING)
        order = Order.DFS if technique.has_own_order else plan.search.order
        explorer = Explorer(machine, solver, technique, order, budget, plan.search.seed, self._report)
        if plan.most_runs is not None:
            explorer.meter = RunMeter(budget, plan.most_runs, lambda: explorer.result.counts.runs)
        if judge.is_enough is not None:
            explorer.until = lambda path: judge.ends_with(path, not explorer.technique.groups_by_impact)
        self.result = explorer.run()
        self.result.accepted = plan.accepted
        self.whole = not explorer.technique.groups_by_impact
        self.untouched, self.alike = explorer.technique.untouched, explorer.technique.alike
        self.sure = explorer.technique.establishes_equivalence

    def _is_confirmed(self, region: InputRegion) -> bool:
        (shown,) = self._confirmed([_found_at(region)])
        return shown.confirmed is not False

    def _answer(self, verdict: EquivalenceVerdict, differences: Sequence[DifferingInputs]) -> FunctionDiff:
        shown = self._confirmed(differences[:MOST_SHOWN])
        self.result.assumptions = [*self.assumptions, *made_concrete(verdict.limits)]
        return FunctionDiff(
            old=self.old.title,
            new=self.new.title,
            function=self.new.function,
            pair=self.pair,
            result=self.result,
            verdict=verdict,
            differences=tuple(d for d in shown if d.confirmed is not False),
            unconfirmed=tuple(d for d in shown if d.confirmed is False),
            further=max(0, len(differences) - MOST_SHOWN),
            uncompared=self._uncompared(),
            bound=self.bound,
            sure=self.sure,
            seconds=self._watch.elapsed,
            cpu=self._watch.cpu,
            not_tried=self.not_tried,
            match=self.match,
            alike=len(self.alike),
        )

    def _uncompared(self) -> tuple[str, ...]:
        """The outputs that only one version has, by a run that gets to the end in both."""
        returned = (path for path in (*self.result.paths, *self.alike) if path.ending is Ending.RETURNED)
        for path in islice(returned, MOST_SHOWN):
            old = self.pair.old.run(path.model)
            if old.ending is Ending.RETURNED:
                return unmatched(old, path, self.equality)
        return ()

    # --- natively

    def shown(self, differences: Sequence[DifferingInputs]) -> list[ShownDifference]:
        """Differences with tests of both versions, tried natively."""
        return self._confirmed(differences)

    def _confirmed(self, differences: Sequence[DifferingInputs]) -> list[ShownDifference]:
        """What a native run does not confirm is tried once more, on a plainer input."""
        shown = self._tried(differences)
        for number, one in enumerate(shown):
            if one.confirmed is False and self._plain_left > 0:
                self._plain_left -= 1
                shown[number] = next(self._plain(one.difference), one)
        return shown

    def _plain(self, difference: DifferingInputs) -> Iterator[ShownDifference]:
        """The same difference on ordinary inputs, as far as native runs confirm it."""
        solver = new_solver(self.plan.solving)
        variables = self.pair.machines[1].variables.values()
        for model in plain_inputs(difference.conditions, difference.model, variables, solver):
            old, new = (self.path(side, model) for side in (0, 1))
            if differing(old, new, model, self.equality) == difference.names:
                yield from (one for one in self._tried([replace(difference, model=model)]) if one.confirmed)

    def _tried(self, differences: Sequence[DifferingInputs]) -> list[ShownDifference]:
        tests = [(self.test(0, d.model, n), self.test(1, d.model, n)) for n, d in enumerate(differences, 1)]
        replayed = self.replayed(tests)
        confirmed = [pair and both_confirmed(*pair, _are_different(*pair)) for pair in replayed]
        return [
            ShownDifference(difference, old, new, None if self._is_valueless(difference, old, new) else sure)
            for difference, (old, new), sure in zip(differences, tests, confirmed, strict=True)
        ]

    def _is_valueless(self, difference: DifferingInputs, old: Test, new: Test) -> bool:
        """Is all of the difference that one version leaves outputs without a value? A native run shows some value."""
        ours = {self.equality.new_name(name) for name, _ in old.outcome.observations}
        theirs = {name for name, _ in new.outcome.observations}
        return all(name in self.equality.expected & (ours ^ theirs) for name in difference.names)

    def replayed(self, tests: Sequence[tuple[Test, Test]]) -> Sequence[tuple[Replayed, Replayed] | None]:
        """Each pair of tests, run natively in its version; None if that is not wanted, or not possible."""
        if not tests or not self.plan.confirm:
            return [None] * len(tests)
        suites = [self.suite(side, [pair[side] for pair in tests]) for side in (0, 1)]
        try:
            old, new = (replay_suite(suite, _running(suite, self.plan.trust)).replayed for suite in suites)
        except (SecateurError, OSError) as error:
            self.not_tried = str(error)
            return [None] * len(tests)
        return list(zip(old, new, strict=True))

    def path(self, side: int, model: tuple[int, ...]) -> Path:
        machine = self.pair.machines[side]
        return machine.run(*machine.start(model))

    def test(self, side: int, model: tuple[int, ...], number: int) -> Test:
        return self.recorders[side].test(self.path(side, model), number)

    def suite(self, side: int, tests: Sequence[Test]) -> Suite:
        return suite_of((self.old, self.new)[side], tests, self.plan.checks)


def _running(suite: Suite, trust: bool) -> Running:
    """That a run never ends is proved before it is tried, so it need not take long."""
    if any(test.outcome.kind == ENDLESS for test in suite.tests):
        return Running(timeout=NO_END, trust=trust)
    return Running(trust=trust)


def _found_at(region: InputRegion) -> DifferingInputs:
    """As it was found."""
    return DifferingInputs(region.conditions, region.model, region.names, False)


def _depends(region: InputRegion, variables: int) -> bool:
    """Might a difference be due to these variables?"""
    return bool(variables) and any(condition.variables & variables for condition in region.conditions)


def both_confirmed(old: Replayed, new: Replayed, is_shown: bool = True) -> bool | None:
    """Did both versions do natively what was predicted? With stand-ins, such a run can only refute."""
    agreed = old.confirmed and new.confirmed and is_shown
    return None if agreed and (old.test.stand_ins or new.test.stand_ins) else agreed


def _are_different(old: Replayed, new: Replayed) -> bool:
    """Where only one version depends on what fresh memory holds, that is the difference."""
    return rests_on_fill(old.test) != rests_on_fill(new.test) or _is_different(old.actual, new.actual)


def _is_different(old: NativeOutcome, new: NativeOutcome) -> bool:
    """Did two native runs do anything different at all? What exactly is predicted and confirmed."""
    are_named = {n for n, _ in old.observations} == {n for n, _ in new.observations}
    seen = []
    for o in (old, new):
        values = sorted((name if are_named else "", value) for name, value in o.observations)
        seen.append((o.kind, o.status, o.fault and o.fault.kind, values, o.output, o.error))
    return seen[0] != seen[1]
