"""The loop: take a task, find an input for it, run, ask the technique what to try next."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from secateur import expr
from secateur.assumption import Assumption, AssumptionKind
from secateur.dependence.memory.unsequenced import unsequenced
from secateur.errors import SecateurError
from secateur.exploration.alarm import OutOfBudget, alarm, heeded_interrupt
from secateur.exploration.budget import Meter, Spent
from secateur.exploration.coverage import measure
from secateur.exploration.cuts import Cut, Untried, joined
from secateur.exploration.earlier import EarlierRun, NotTheSameRun, Rerun
from secateur.exploration.frontier import ORDERS, DepthFirst, FairDepthFirst, Frontier, Guidance
from secateur.exploration.keeping import Keeping
from secateur.exploration.observer import ObservedFrontier, Observer
from secateur.exploration.result import Result
from secateur.exploration.task import Task
from secateur.exploration.technique import Technique
from secateur.exploration.uncovered import UncoveredDistances
from secateur.exploration.undefined import undefined_uses
from secateur.expr import Expr
from secateur.ir.model import NOWHERE
from secateur.machine.limit import LimitKind
from secateur.machine.machine import Machine
from secateur.machine.marks import Goal
from secateur.machine.path import LIMITED, OWN_FILES, Ending, Note, Path, Site
from secateur.machine.remaining_run import remaining_run
from secateur.machine.state import BranchSite, Code, State
from secateur.options import Budget, Keep
from secateur.solver import Sat, Solver, Unknown, Unsat

if TYPE_CHECKING:
    from secateur.exploration.summary_check import Confirmation
    from secateur.exploration.timeline import Timeline


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of an exploration, for the live display."""

    paths: int
    faults: int
    queue: int
    solver_share: float
    elapsed: float


class UnknownInput(SecateurError):
    """The exploration is to start with an input that the program does not have."""


class Explorer:
    """One exploration. `run` may be interrupted by Ctrl-C; the result so far is kept and says so. `start` gives numbers
    to inputs, by name, for the first run. `timeline` observes the runs. `until` is asked about each path of the result:
    does it end the exploration? `merge`: are sides of branches merged where
    that is cheap? If False, only where the program asks for it. `observer` is told about each step. `earlier`: an
    exploration that was interrupted, to go on with. `keep`: which paths the result keeps, and how many of `each`
    outcome."""

    def __init__(
        self,
        machine: Machine,
        solver: Solver,
        technique: Technique,
        order: str = "dfs",
        budget: Budget | None = None,
        seed: int = 0,
        report: Callable[[Progress], None] | None = None,
        start: Mapping[str, int] | None = None,
        timeline: Timeline | None = None,
        until: Callable[[Path], bool] | None = None,
        merge: bool | None = None,
        observer: Observer | None = None,
        earlier: EarlierRun | None = None,
        keep: Keep = Keep.ALL,
        each: int = 1,
    ) -> None:
        self.machine = machine
        machine.merges = merge
        self.solver = solver
        self.technique = self._chosen = technique
        self._order, self._seed = order, seed
        self._is_timed = budget is not None and budget.is_timed
        self._observer, self._earlier = observer, earlier
        self.frontier = self._new_frontier()
        self.meter = Meter(budget or Budget())
        self.report = report
        self.start = start or {}
        self.timeline = timeline
        self.until = until
        if timeline is not None:
            timeline.follow(machine)
        self.result = Result(technique.name, solver=solver.stats, backend=solver.backend.name)
        self.result.keeping = Keeping(keep, machine, each)
        if technique.best_order not in (None, order):
            best = f"{technique.name} cuts the most paths in order {technique.best_order}"
            self.result.remark = f"{best}; this run used {order}"
        self._finisher: Machine | None = None
        self._confirmation = self._confirming() if machine.summaries else None
        self._reported = 0.0
        self._stopped: tuple[State, Expr | bool, Site] | None = None  # where the last run was cut
        self._missed: list[Goal] = []  # goals for which the solver found no answer
        self._watches = type(technique).stop is not Technique.stop
        self._untried = Untried(technique.why_not) if technique.reduces else None
        self.is_taken_up = False  # did it go on where the earlier one was?

    def _confirming(self) -> Confirmation:
        from secateur.exploration.summary_check import Confirmation  # noqa: PLC0415 - only explorations with summaries need it

        return Confirmation(self.machine, self.solver, self._exhausted)

    def run(self) -> Result:
        result = self.result
        self.solver.stop_at(self.meter.deadline, self.meter.cpu_deadline)
        try:
            with alarm(self.meter), heeded_interrupt(self.meter):
                self._work()
        except KeyboardInterrupt:
            result.spent = Spent.INTERRUPTED
        except OutOfBudget as reason:
            result.spent = reason.spent
            result.counts.limited += 1  # the run that was interrupted
        except MemoryError:  # what was found so far is kept; what is waiting holds the memory
            result.spent = Spent.MEMORY
        if self._observer is not None:
            self._observer.flush()
        self._keep_what_was_found()
        result.counts.unknown += len({goal.target for goal in self._missed if goal.is_open})
        result.counts.limited += len(self.frontier)
        self.frontier = DepthFirst()  # what is waiting holds memory
        result.seconds, result.cpu = self.meter.elapsed, self.meter.cpu
        result.assumptions += self.machine.assumptions
        result.promise = self._chosen.promise
        result.remark = result.remark or self.technique.remark
        if self._untried is not None:
            result.cuts = self.cuts
        self._look_for_undefined()
        result.assumptions += self._unsequenced()
        if self._confirmation is None:
            result.coverage = measure(self.machine)
        else:
            result.coverage, result.summarised = self._confirmation.finish()
        return result

    def _work(self) -> None:
        result = self.result
        self.technique.begin(self.machine, self.solver)
        result.use(self.technique.acts_as)
        self._begin()
        self._step_ended()
        while self._has_more():
            result.spent = result.spent or self.meter.spent(result.explored)
            if result.spent:
                break
            if len(self.frontier):
                self._step(self.frontier.pop())
                self._step_ended()
                self._show()

    def _begin(self) -> None:
        """The first run, or all that an earlier exploration has left."""
        earlier, observer = self._earlier, self._observer
        if observer is not None:
            observer.begin(self)
        if earlier is not None and earlier.is_resumable and self.can_be_resumed:
            self.is_taken_up = True
            try:
                for left in self._rerun(self._exhausted).take_up(earlier):
                    self.frontier.extend(left)
                return
            except NotTheSameRun:
                self.is_taken_up = False
                self.result.restart(self.technique.name, "")
                self.result.remark = ""
                self.frontier = self._new_frontier()
                self.technique.begin(self.machine, self.solver)
                if observer is not None:
                    observer.begin(self)
        if earlier is not None:
            again = "the stored run cannot be taken up: everything is explored again, and what it found is kept"
            self.result.notes.append(Note(again, NOWHERE, False))
            self._rerun(self._exhausted).declare(earlier)
        self._first()

    @property
    def can_be_resumed(self) -> bool:
        """Are the tasks that wait all that another exploration needs to go on? How branches were merged depends on
        earlier runs, and so does what is known about summaries."""
        return self.technique.resumes and self._confirmation is None and not self.machine.can_merge

    def _rerun(self, exhausted: Callable[[], bool]) -> Rerun:
        return Rerun(self.machine, self.result, self.technique, exhausted, self._run_again_to_its_end, self._cover)

    def _keep_what_was_found(self) -> None:
        """An exploration that began again ends earlier than the one before: what that one had found is found."""
        if self._earlier is None or self.is_taken_up or self.result.complete:
            return
        known = {_track(path) for path in self.result.paths}
        for path in self._rerun(lambda: False).found_before(self._earlier):
            if _track(path) not in known:
                self.result.add(path)

    def _step_ended(self) -> None:
        """A run that was interrupted, or its goals, are left to do."""
        if self._observer is not None and self.result.spent in (None, Spent.FIRST):
            self._observer.ended()

    @property
    def elapsed(self) -> float:
        """Seconds, with those of the earlier exploration."""
        before = self._earlier.state.seconds if self._earlier is not None and self.is_taken_up else 0.0
        return before + self.meter.elapsed

    @property
    def cuts(self) -> list[Cut]:
        """What was left out so far."""
        now = [] if self._untried is None else self._untried.cuts(self.technique.name)
        return joined(self._earlier.state.cuts, now) if self._earlier is not None and self.is_taken_up else now

    def _new_frontier(self) -> Frontier:
        frontier = self._ordered_frontier()
        return frontier if self._observer is None else ObservedFrontier(frontier, self._observer)

    def _ordered_frontier(self) -> Frontier:
        if self._order == "dfs" and self._is_timed:
            return FairDepthFirst(lambda: self.technique.needs_depth)
        guidance = Guidance(self._seed, self.technique.distance, lambda: UncoveredDistances(self.machine))
        return ORDERS[self._order](guidance)

    def _has_more(self) -> bool:
        if not len(self.frontier):
            rest = self.technique.rest()
            if rest is None:
                return False
            self._plan(*rest)
        return True

    def _look_for_undefined(self) -> None:
        """If a path ended because something is not defined, what else is not? A technique that leaves out code may not
        even have come across it; its answer then rests on that code."""
        machine, result = self.machine, self.result
        leaves_out = self.technique.for_changes or not self.technique.seeks_faults
        if not leaves_out and not any(use.kind.is_undefined for use in result.unsupported):
            return
        result.undefined = undefined_uses(machine.program, machine.entry.name)
        if leaves_out:
            covered = {position for code in machine.codes() for position in code.covered}
            result.assumptions += [
                Assumption(AssumptionKind.NOT_RUN, use.name) for use in result.undefined if use.position not in covered
            ]

    def _unsequenced(self) -> list[Assumption]:
        """Expressions that were run, and that other compilers evaluate in another order."""
        machine = self.machine
        run = [code for code in machine.codes() if code.covered]
        covered = {position for code in run for position in code.covered}
        functions = [code.function for code in run if not code.function.position.file.startswith(OWN_FILES)]
        kind = AssumptionKind.EVALUATION_ORDER
        found = unsequenced(machine.program, functions, covered.__contains__)
        return [Assumption(kind, f"{each.first}, {each.second}", str(each.position)) for each in found]

    def _to_its_end(self, path: Path) -> Path:
        """The outcome of a path that was just cut, found by running its input on from there."""
        assert self._stopped is not None
        state, condition, site = self._stopped
        if isinstance(site, BranchSite) and not self.machine.record:
            return _ended(path, self.machine.run(*remaining_run(state, condition, site), self._exhausted))
        return self._run_again_to_its_end(path)

    def _run_again_to_its_end(self, path: Path) -> Path:
        """The same, from the start."""
        return _ended(path, self._whole_run(path))

    def _whole_run(self, path: Path) -> Path:
        """By a separate machine, as the code that is run here was not explored."""
        if self._finisher is None:
            machine = self.machine
            self._finisher = Machine(machine.program, machine.entry.name, machine.checks, machine.limits)
            self._finisher.variables = machine.variables
            self._finisher.assumptions = machine.assumptions
        return self._finisher.run(*self._finisher.start(path.model, concrete=True), self._exhausted)

    def _first(self) -> None:
        self._done(self._run(*self.machine.start(self._first_input())), None)

    def _run(self, state: State, code: Code) -> Path:
        if self._watches and self.technique.is_watching:
            state.watch = self._stop
        path = self.machine.run(state, code, self._exhausted)
        if self.timeline is not None:
            self.timeline.see(state)
        return path

    def _first_input(self) -> tuple[int, ...]:
        """All 0, apart from the numbers that the user gives. A run shows which inputs there are."""
        if not self.start:
            return ()
        self.machine.run(*self.machine.start(()), self._exhausted)
        model = [0] * len(self.machine.variables)
        for variable in self.machine.variables.values():
            model[variable.args[0]] = expr.wrap(self.start.get(variable.name, 0), variable.width)
        unknown = self.start.keys() - {v.name for v in self.machine.variables.values()}
        if unknown:
            raise UnknownInput(f"there is no input '{min(unknown)}' that is a number")
        return tuple(model)

    def _step(self, task: Task) -> None:
        model = self._input(task)
        if model is None:
            return
        left = task.left_at(model)
        if left == task.index and task.is_failing_side:
            self._done(self.machine.failing_side(task.origin, left, model), task)
        else:
            self._done(self._execute(task, left, model), task)

    def _input(self, task: Task) -> tuple[int, ...] | None:
        """An input for the task, if there is one. If any question stays open, the task is not infeasible."""
        counts = self.result.counts
        asked = unknown = False
        satisfied = task.satisfied
        known = self._confirmation.known(task) if self._confirmation is not None else ()
        for conditions in self.technique.questions(task):
            answer = self.solver.solve([*conditions, *known] if known else conditions, task.origin.model, satisfied)
            if isinstance(answer, Sat):
                return answer.model
            asked = True
            unknown = unknown or isinstance(answer, Unknown)
        later = self.technique.postponed(task)
        if later is not None:
            self.frontier.extend(later)
            return None
        if unknown:
            counts.unknown += 1
        elif asked:
            counts.infeasible += 1
        elif self._untried is not None:
            self._untried.given_up(task)
        self.technique.dropped(task, unknown)
        return None

    def _execute(self, task: Task, left: int, model: tuple[int, ...]) -> Path:
        usable = [s for s in task.snapshots if s.depth <= left]
        state, code = self.machine.resume(usable[-1], model) if usable else self.machine.start(model)
        state.script = task.origin.branches[: left + 1]
        path = self._run(state, code)
        if task.follows_path and len(path.branches) > left and path.branches[left].condition is not task.wanted:
            raise RuntimeError(f"a run left its path at {path.branches[left]}: this is a bug in Secateur")
        return path

    def _done(self, path: Path, task: Task | None) -> None:
        if self._confirmation is not None and path.ending not in (*LIMITED, Ending.ASSUMPTION):
            self.result.tried(path)
            for run in self._confirmation.runs(path, task):
                self.result.add(run)
        elif not self.technique.keeps(path):
            self.result.tried(path)
        else:
            end = None
            if path.ending is Ending.CUT:
                end = self._to_its_end(path)
                if self._untried is not None and self._stopped is not None:
                    self._untried.stopped(self._stopped[2])
                self._stopped = None
            repeats = task is not None and not task.follows_path and not self.technique.is_disjoint
            self.result.add(path, repeats=repeats, end=end)
            if self.until is not None and self.until(path):
                self.result.spent = Spent.FIRST
        if path.others_leave is not False:
            self._look_for_later_rounds(path)
        if self.timeline is not None:
            self.timeline.step(path, self.result, self.technique.name)
        if path.ending is not Ending.INTERRUPTED:
            self._plan(path, self.technique.tasks(path, task))
            self._cover(path)
            successor = self.technique.successor()
            if successor is not None:
                self._hand_over(*successor)
                return
            self.result.use(self.technique.acts_as)
        for branch in path.branches:
            branch.resume = None  # the tasks hold what is still needed

    def _look_for_later_rounds(self, path: Path) -> None:
        """The input of the path stays in a loop forever. Do all inputs that took the same way?"""
        assert path.fault is not None
        conditions = path.conditions
        if path.others_leave is True or not isinstance(
            self.solver.solve([*conditions, path.others_leave], path.model, len(conditions)), Unsat
        ):
            self.result.add_note(Note("", path.fault.position, True, LimitKind.LATER_ROUNDS))

    def _cover(self, path: Path) -> None:
        """Runs for sides that no run has covered, of tests that the path decided together. They are tests like the
        others, but what comes after them is explored anyway."""
        if not path.goals or not self.technique.covers_code or self._confirmation is not None:
            return
        is_left = False
        for goal in path.goals:
            for conditions in self.technique.approaches(path, goal):
                if not goal.is_open:
                    break
                if self.meter.spent(self.result.explored):
                    is_left = True
                    break
                answer = self.solver.solve(conditions, path.model, len(conditions) - 1)
                if isinstance(answer, Sat):
                    run = self.machine.run(*self.machine.start(answer.model), self._exhausted)
                    self.result.cover(run)
                elif isinstance(answer, Unknown):
                    self._missed.append(goal)
                    is_left = True
        if is_left and self._observer is not None:
            self._observer.goals_left(path)

    def _plan(self, path: Path, tasks: Iterable[Task]) -> None:
        if self._untried is not None and not self.technique.tries_all_sides:
            tasks = list(tasks)
            self._untried.look(path, tasks)
        self.frontier.extend(tasks)

    def _hand_over(self, technique: Technique, reason: str) -> None:
        self.technique = technique
        self.result.use(technique.acts_as)
        self._watches = type(technique).stop is not Technique.stop
        self._untried = Untried(technique.why_not) if technique.reduces else None
        left = technique.inherited()
        if left is None:
            self._restart(technique, reason)
            return
        self.result.hand_over(technique.name, reason)
        self.machine.stop_tracing()
        self.frontier = self._new_frontier()
        if self._observer is not None:
            self._observer.begin(self)
        self.frontier.extend(left)

    def _restart(self, technique: Technique, reason: str) -> None:
        """Start again, with another technique and a machine that records what it needs."""
        self.result.restart(technique.name, reason)
        machine = self.machine
        self.machine = technique.machine(machine.program, machine.entry.name, machine.checks, machine.limits)
        self.machine.variables = machine.variables  # inputs keep their variables, which others may share
        self.machine.assumptions = machine.assumptions
        self.frontier = self._new_frontier()
        self.machine.merges = machine.merges
        self.result.keeping.machine = self.machine
        if self._observer is not None:
            self._observer.begin(self)
        if self.timeline is not None:
            self.timeline.follow(self.machine)
        technique.begin(self.machine, self.solver)
        self._first()

    def _exhausted(self) -> bool:
        """Called from inside a run: is the time or the memory used up?"""
        self.result.spent = self.meter.spent_inside()
        return self.result.spent is not None

    def _stop(self, state: State, condition: Expr | bool, site: Site) -> str | None:
        if len(state.branches) < len(state.script):
            return None
        reason = self.technique.stop(state, condition, site)
        if reason is not None:
            self._stopped = (state, condition, site)
        return reason

    def _show(self) -> None:
        elapsed = self.meter.elapsed
        if self.report is None or elapsed - self._reported < 0.1:
            return
        self._reported = elapsed
        counts, stats = self.result.counts, self.solver.stats
        share = stats.seconds / elapsed if elapsed else 0.0
        self.report(Progress(self.result.explored, counts.faulty, len(self.frontier), share, elapsed))


def _track(path: Path) -> tuple[int, ...]:
    """What tells a path from others."""
    return tuple(condition.key for condition in path.conditions)


def _ended(path: Path, run: Path) -> Path:
    """A path that was cut, with the outcome of a run of its input."""
    return replace(run, branches=path.branches, model=path.model, notes=path.notes, reason=path.reason)
