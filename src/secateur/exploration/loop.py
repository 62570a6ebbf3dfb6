"""The loop: take a task, find an input for it, run, ask the technique what to try next."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from secateur.exploration.alarm import OutOfBudget, alarm, heeded_interrupt
from secateur.exploration.budget import Meter, Spent
from secateur.exploration.conclusion import evaluation_orders, look_for_undefined
from secateur.exploration.coverage import measure
from secateur.exploration.cut_ends import CutEnds
from secateur.exploration.cuts import Cut, Untried, joined
from secateur.exploration.earlier import EarlierRun, NotTheSameRun, Rerun, ShedGroup
from secateur.exploration.first_input import given_input
from secateur.exploration.frontier import ORDERS, DepthFirst, FairDepthFirst, Frontier, Guidance
from secateur.exploration.goal_runs import GoalRuns
from secateur.exploration.keeping import Keeping
from secateur.exploration.led import CodePlace, LedDepthFirst, PlaceDistances
from secateur.exploration.long_runs import LongRuns, SetAside
from secateur.exploration.observer import ObservedFrontier, Observer
from secateur.exploration.progress import Progress, ProgressReporter
from secateur.exploration.result import Result
from secateur.exploration.spilling import SpillingFrontier
from secateur.exploration.spread import Spread
from secateur.exploration.task import SentRegion, Task
from secateur.exploration.technique import Technique
from secateur.exploration.uncovered import UncoveredDistances
from secateur.exploration.work_after import WorkAfter
from secateur.exploration.written_size import HELD, PIECE
from secateur.expr import Expr
from secateur.ir.model import NOWHERE
from secateur.machine.limit import LimitKind
from secateur.machine.machine import Machine
from secateur.machine.open_run import OpenRun
from secateur.machine.path import ENDED, Ending, Note, Path, Site
from secateur.machine.state import State
from secateur.options import Budget, Keep
from secateur.solver import Sat, Solver, Unknown, Unsat

if TYPE_CHECKING:
    from secateur.exploration.summary_check import Confirmation
    from secateur.exploration.summary_turns import SummaryTurns
    from secateur.exploration.timeline import Timeline

#: Seconds before the limit: a question that ends later than that has used up what was left.
EARLY = 0.1


class HandsOver(Exception):
    """In a part, a technique has found that another one should explore instead: that is up to the whole exploration.
    Users never see it."""

    def __init__(self, technique: Technique, reason: str) -> None:
        super().__init__(reason)
        self.technique, self.reason = technique, reason


class Explorer:
    """One exploration. `run` may be interrupted by Ctrl-C; the result so far is kept and says so. `start` gives numbers
    to inputs, by name, for the first run. `timeline` observes the runs. `until` is asked about each path of the result:
    does it end the exploration? `merge`: are sides of branches merged where
    that is cheap? If False, only where the program asks for it. `observer` is told about each step. `earlier`: an
    exploration that was interrupted, to go on with. `keep`: which paths the result keeps, and how many of `each`
    outcome. `spread`: takes over what is left when that is a lot. `lead_to`: the code that it looks for. `ending`:
    estimates the time that will be needed for what it finds."""

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
        spread: Spread | None = None,
        lead_to: Sequence[CodePlace] = (),
        ending: WorkAfter | None = None,
    ) -> None:
        self.machine = machine
        machine.merges = merge
        self.solver = solver
        self.technique = self._chosen = technique
        self._order, self._seed, self._lead_to = order, seed, lead_to
        self._is_timed = budget is not None and budget.is_timed
        self._memory = None if budget is None else budget.memory
        self.observer, self._earlier = observer, earlier
        self.frontier = self._new_frontier()
        self.long_runs = LongRuns()
        self.meter = Meter(budget or Budget())
        self._reporter = None if report is None else ProgressReporter(report)
        self.start = start or {}
        self.given: tuple[int, ...] | None = None  # the first input, by number
        self.timeline = timeline
        self.until = until
        if timeline is not None:
            timeline.follow(machine)
        self.result = Result(technique.name, solver=solver.stats, backend=solver.backend.name)
        self.result.keeping = Keeping(keep, machine, each)
        if technique.best_order not in (None, order):
            best = f"{technique.name} cuts the most paths in order {technique.best_order}"
            self.result.remark = f"{best}; this run used {order}"
        self.confirmation = self._confirming() if machine.summaries or machine.exact else None
        self._cut_ends = CutEnds(self)
        self.goals = GoalRuns(self)
        self._ending = ending
        self._foreseen = self.goals.foreseen
        self._spread, self._is_part = spread, False
        self.workers = 1
        self.waiting_elsewhere = 0  # tasks that workers have
        self.memory_elsewhere = 0  # MiB that they use
        self.elsewhere: list[Cut] = []  # what others have left out
        self._printed: Sequence[object] = ()  # by the path that runs
        self._known_size = 0  # of what was found when the end was set
        self._look_at(technique)
        self._untried = Untried(technique.why_not) if technique.reduces else None
        self.is_taken_up = False  # did it go on where the earlier one was?
        self._is_merged = False  # was everything explored once more, with merged branches?
        self._has_begun = False  # in slices, or as a part of another exploration
        self._summary_turns: SummaryTurns | None = None  # of the trial of summaries

    def _look_at(self, technique: Technique) -> None:
        """Which hooks it has, of those that need not be called on every path."""
        kind = type(technique)
        self._watches = kind.stop is not Technique.stop
        merges, summarises = kind.work_to_merge, kind.terms_to_summarise
        self._has_other_ways = (merges, summarises) != (Technique.work_to_merge, Technique.terms_to_summarise)

    def _confirming(self) -> Confirmation:
        from secateur.exploration.summary_check import Confirmation  # noqa: PLC0415 - only explorations with summaries need it

        return Confirmation(self.machine, self.solver, self.is_exhausted)

    def run(self) -> Result:
        self._guard(self._work)
        return self.conclude()

    def run_slice(self, is_enough: Callable[[], bool]) -> bool:
        """Explore until that is enough; the next call goes on. Is anything left? `conclude` gives the result."""

        def work() -> None:
            if not self._has_begun:
                self._has_begun = True
                self.technique.begin(self.machine, self.solver)
                self.result.use(self.technique.acts_as)
                self._begin()
            self._take_tasks(is_enough)
            if not len(self.frontier) and not len(self.long_runs):
                self._cover_the_rest()

        self._guard(work)
        return self.result.spent is None and bool(len(self.frontier) or len(self.long_runs))

    def conclude(self) -> Result:
        """The result, when nothing more is to be explored."""
        result = self.result
        if self.observer is not None:
            self.observer.flush()
        self._keep_what_was_found()
        if self.technique.is_order_free and self._order == "dfs" and not self.is_taken_up:
            result.paths.sort(key=lambda path: path.rank)
        self._count_what_is_left()
        result.seconds, result.cpu = self.meter.elapsed, self.meter.cpu
        result.assumptions += self.machine.assumptions
        result.promise = self._chosen.promise
        result.remark = result.remark or self.technique.remark
        if self._untried is not None:
            result.cuts = self.cuts
        look_for_undefined(result, self.machine, self.technique)
        result.assumptions += evaluation_orders(self.machines)
        if self.confirmation is None:
            result.coverage = measure(self.machine)
        else:
            result.coverage, result.summarised = self.confirmation.finish()
        return result

    def run_part(self, waiting: Frontier, begin: Callable[[], None], is_enough: Callable[[], bool]) -> Result:
        """Explore tasks of another exploration until that is enough. What is concluded from a whole exploration is left
        to the other one. `begin`: begins with the technique."""

        self._is_part = True

        def work() -> None:
            begin()
            self.result.use(self.technique.acts_as)
            self.frontier = waiting if self.observer is None else ObservedFrontier(waiting, self.observer)
            self._take_tasks(is_enough)

        self._guard(work)
        self.result.counts.unknown += self.goals.missed
        return self.result

    def _guard(self, work: Callable[[], None]) -> None:
        """Within the budget; an interruption is a part of the result."""
        result = self.result
        self._set_end()
        self.solver.limit_memory(self.meter.budget.memory)
        try:
            with alarm(self.meter), heeded_interrupt(self.meter):
                work()
        except KeyboardInterrupt:
            result.spent = Spent.INTERRUPTED
        except OutOfBudget as reason:
            result.spent = reason.spent
            result.counts.limited += 1  # the run that was interrupted
        except MemoryError:  # what was found so far is kept; what is waiting holds the memory
            result.spent = Spent.MEMORY

    def set_end_again(self) -> None:
        """If more was found since the end was set."""
        if self.result.size != self._known_size:
            self._set_end()

    def _set_end(self) -> None:
        """What follows takes some of the time: more of it, the more was found."""
        ending = self._ending
        self._known_size = self.result.size
        if ending is not None and self._is_timed:
            ending.look(self.result)
            self.meter.keep(ending.seconds)
        self.solver.stop_at(self.meter.deadline, self.meter.cpu_deadline)

    def _count_what_is_left(self) -> None:
        self.result.counts.unknown += self.goals.missed
        self.result.counts.limited += len(self.frontier) + len(self.long_runs)
        self.frontier = DepthFirst()  # what is waiting holds memory
        self.long_runs.clear()

    def _work(self) -> None:
        result = self.result
        self.technique.begin(self.machine, self.solver)
        result.use(self.technique.acts_as)
        self._begin()
        self._step_ended()
        try:
            self._explore_all()
        except NotTheSameRun:
            self._take_back()
            self._explore_all()

    def _explore_all(self) -> None:
        result, spread = self.result, self._spread
        while True:
            self._take_tasks(None if spread is None else lambda: spread.is_due(self))
            if spread is None or result.spent or not (len(self.frontier) or len(self.long_runs)):
                break
            other = spread.explore(self)
            if other is None or result.spent:
                break
            self._hand_over(*other)
        self._cover_the_rest()

    def _cover_the_rest(self) -> None:
        result = self.result
        if not result.spent and self.goals.run_candidates() and self.observer is not None and not result.spent:
            self.observer.goals_tried()
            self._step_ended()

    def _take_tasks(self, is_enough: Callable[[], bool] | None) -> None:
        result = self.result
        while True:
            count = len(self.frontier)
            if not count and not self.long_runs.waiting:
                if not self._has_rest():
                    break
                count = len(self.frontier)
            self.meter.reserved = HELD * result.size >> 20
            self.set_end_again()
            result.spent = result.spent or self.meter.spent(result.explored, result.size)
            if result.spent or (is_enough is not None and is_enough()):
                break
            waiting = self.long_runs.take(not count) if self.long_runs.waiting else None
            if waiting is not None:
                self._take_up(waiting)
            elif count:
                self._step(self.frontier.pop())
            else:
                continue
            if self.observer is not None:
                self._step_ended()
            if self._reporter is not None:
                self._reporter.look(self)

    def _begin(self) -> None:
        """The first run, or all that an earlier exploration has left."""
        earlier, observer = self._earlier, self.observer
        if observer is not None:
            observer.begin(self)
        if earlier is not None and earlier.is_resumable and self.can_be_resumed:
            self.is_taken_up = True
            if earlier.waiting and observer is not None:
                observer.take_over()
            self.rerun.take_up(earlier)
        else:
            self._begin_anew()

    def _begin_anew(self) -> None:
        if self._earlier is not None:
            again = "the stored run cannot be taken up: everything is explored again, and what it found is kept"
            self.result.notes.append(Note(again, NOWHERE, False))
            self.rerun.declare(self._earlier)
        self._first()

    def _take_back(self) -> None:
        """A task that was left belongs to another run than before, so nothing that was left can be relied on."""
        self.is_taken_up = False
        self.elsewhere = []
        self.result.restart(self.technique.name, "")
        self.result.remark = ""
        self.frontier = self._new_frontier()
        self.long_runs.clear()
        self.technique.begin(self.machine, self.solver)
        if self.observer is not None:
            self.observer.begin(self)
        self._begin_anew()
        self._step_ended()

    @property
    def can_be_resumed(self) -> bool:
        """Are the tasks that wait all that another exploration needs to go on? How branches were merged depends on
        earlier runs, and so does what is known about summaries."""
        merges = self.machine.can_merge and not self._is_merged
        return self.technique.resumes and self.confirmation is None and not merges

    @property
    def can_be_spread(self) -> bool:
        """Can workers explore what waits?"""
        merges = self.machine.can_merge and not self._is_merged
        return self.confirmation is None and (self.technique.merges if merges else self.technique.spreads)

    def look_again(self, once: bool = False) -> bool:
        """Does the technique find anything else to try, when no task is left? `once`: at the next thing to look at."""
        while not len(self.frontier) and not self.is_exhausted():
            rest = self.technique.rest()
            if rest is None:
                return False
            self._plan(*rest)
            if once:
                break
        return bool(len(self.frontier))

    def take_held(self) -> list[Task]:
        """All tasks that wait, for others; those that only the store has stay there."""
        if self._spilling is None:
            return [self.frontier.pop() for _ in range(len(self.frontier))]
        tasks, observer = self._spilling.take_held(), self.observer
        if observer is not None:
            for task in tasks:
                observer.taken(task)
        return tasks

    def details(self, task: Task) -> object:
        """What a worker has to know of a task, besides its path and its branch."""
        return SentRegion(tuple(task.conditions)) if self.machine.can_merge else self.technique.details(task)

    @property
    def rerun(self) -> Rerun:
        """Makes runs again, within the budget."""
        return self.rerun_until(self.is_exhausted)

    def rerun_until(self, exhausted: Callable[[], bool]) -> Rerun:
        return Rerun(self.machine, self.result, self.technique, exhausted, self._cut_ends.of_earlier, self.goals.cover)

    def _keep_what_was_found(self) -> None:
        """An exploration that began again ends earlier than the one before: what that one had found is found."""
        if self._earlier is None or self.is_taken_up or self.result.complete:
            return
        known = {_track(path) for path in self.result.paths}
        for path in self.rerun_until(lambda: False).found_before(self._earlier):
            if _track(path) not in known:
                self.result.add(path)

    def _step_ended(self) -> None:
        """A run that was interrupted, or its goals, are left to do."""
        if self.observer is not None and self.result.spent in (None, Spent.FIRST):
            self.observer.ended()
            if self._spilling is not None and self._spilling.look():
                self.long_runs.drop_states()

    @property
    def elapsed(self) -> float:
        """Seconds, with those of the earlier exploration."""
        before = self._earlier.state.seconds if self._earlier is not None and self.is_taken_up else 0.0
        return before + self.meter.elapsed

    @property
    def cuts(self) -> list[Cut]:
        """What was left out so far."""
        now = [] if self._untried is None else self._untried.cuts(self.technique.name)
        now = joined(now, self.elsewhere) if self.elsewhere else now
        return joined(self._earlier.state.cuts, now) if self._earlier is not None and self.is_taken_up else now

    def _new_frontier(self) -> Frontier:
        self._spilling: SpillingFrontier | None = None
        if self.observer is None:
            return self._ordered_frontier()
        self._spilling = SpillingFrontier(
            self._ordered_frontier,
            self.observer,
            self._memory,
            lambda task: self.can_be_resumed and self.technique.is_left_over(task),
            self._order == "dfs" and not self._is_timed and not self._lead_to,
            self._regained,
            lambda task: self.technique.dropped(task, True),
        )
        return ObservedFrontier(self._spilling, self.observer)

    def _regained(self, group: ShedGroup) -> list[Task]:
        """The tasks of a path that was not held. If its run is another one now, they stay in the store; an exploration
        that was taken up begins again."""
        try:
            return self.rerun.left(group.given, group.tasks)
        except NotTheSameRun:
            if self.is_taken_up:
                raise
            self.result.counts.unknown += len(group.tasks)
            return []

    def _ordered_frontier(self) -> Frontier:
        if self._lead_to:
            return LedDepthFirst(PlaceDistances(self.machine, self._lead_to), lambda: self.technique.needs_depth)
        if self._order == "dfs" and self._is_timed:
            return FairDepthFirst(lambda: self.technique.needs_depth)
        guidance = Guidance(self._seed, self.technique.distance, lambda: UncoveredDistances(self.machine))
        return ORDERS[self._order](guidance)

    def _has_rest(self) -> bool:
        """No task waits. Does the technique find anything else to try?"""
        rest = self.technique.rest()
        if rest is None:
            return False
        self._plan(*rest)
        return True

    @property
    def machines(self) -> list[Machine]:
        """Those whose runs are the result: with summaries, it has runs of two."""
        return [self.machine] if self.confirmation is None else [self.machine, self.confirmation.real]

    def _first(self) -> None:
        self._run(self.machine.begin(*self.machine.start(self._first_input())), None)

    def _run(self, run: OpenRun, task: Task | None, size: int | None = None, is_news: bool = False) -> None:
        """Run for a task, to the end of the path or of a slice. `is_news`: it has covered something first before."""
        state = run.state
        self._printed = state.output
        state.foreseen = self._foreseen
        state.watch = self._stop if self._watches and self.technique.is_watching else None
        can_wait = self.technique.takes_turns and self.confirmation is None
        size = size or self.long_runs.size
        passed = 0 if task is None else task.index  # before that, it repeats what another run did
        while True:
            path = self.machine.go_on(run, self.is_exhausted, size if can_wait else None)
            if path is not None:
                break
            if len(state.branches) > passed and self._set_aside(run, task, size, is_news):
                return
        self.long_runs.count(path.instructions)
        if self.timeline is not None:
            self.timeline.see(state)
        if task is not None:
            self._require_same(path, task)
        if is_news:
            self.result.keeping.take_up(is_news)
        self._done(path, task)

    def _set_aside(self, run: OpenRun, task: Task | None, size: int, is_news: bool) -> bool:
        """Others have their turn, and what the run has decided so far is tried; its rest waits. False if the technique
        needs the whole path."""
        before = run.before
        path = run.so_far()
        if task is not None:
            path.led_by(task.lineage)
        planned = self.technique.set_aside(path, task)
        if planned is None:
            run.before = before
            return False
        tasks, rest = planned
        self.result.instructions += path.instructions
        self._plan(path, tasks)
        self.goals.cover(path)
        run.state.goals = []
        for branch in path.branches:
            branch.resume = None
        self.machine.tell_news(path)
        is_news = self.result.keeping.set_aside(is_news)
        self.long_runs.add(SetAside(rest, run, is_news, self.long_runs.following(size), run.state.steps))
        if self.observer is not None:
            self.observer.added([rest])
        return True

    def _take_up(self, waiting: SetAside) -> None:
        """A run that was set aside goes on."""
        rest, run = waiting.rest, waiting.run
        if self.observer is not None:
            self.observer.taken(rest)
        if run is None:
            self._step(rest, waiting)
        else:
            next(iter(self.technique.questions(rest)))  # it is about this task again
            self._run(run, rest, waiting.size, waiting.is_news)

    def _first_input(self) -> tuple[int, ...]:
        """All 0, apart from the numbers that the user gives."""
        if self.given is not None:
            return self.given
        return given_input(self.machine, self.start, self.is_exhausted) if self.start else ()

    def _step(self, task: Task, waiting: SetAside | None = None) -> None:
        """`waiting`: the task is the rest of a run that was set aside."""
        model = self._input(task)
        if model is None:
            return
        left = task.left_at(model)
        if left == task.index and task.is_failing_side:
            self._done(self.machine.failing_side(task.origin, left, model), task)
            return
        run = self._begun(task, left, model)
        if waiting is None:  # what the rest of an earlier run has covered is not known
            self._run(run, task, is_news=task.is_rest)
        else:
            self._run(run, task, waiting.size_from(run.before), waiting.is_news)

    def _input(self, task: Task) -> tuple[int, ...] | None:
        """An input for the task, if there is one. If any question stays open, the task is not infeasible."""
        counts = self.result.counts
        asked = unknown = False
        satisfied = task.satisfied
        known = self.confirmation.known(task) if self.confirmation is not None else ()
        for conditions in self.technique.questions(task):
            if task.is_rest:
                return task.origin.model
            answer = self.solver.solve([*conditions, *known] if known else conditions, task.origin.model, satisfied)
            if isinstance(answer, Sat):
                return answer.model
            asked = True
            if isinstance(answer, Unknown):
                unknown = True
                self._require_time()
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

    def _require_time(self) -> None:
        """A question that had only what was left of the budget stays open: another exploration can ask it again."""
        spent = self.meter.time_spent(EARLY) if self.solver.was_cut else None
        if spent is not None:
            raise OutOfBudget(spent)

    def _begun(self, task: Task, left: int, model: tuple[int, ...]) -> OpenRun:
        """A run for the task, from the nearest state that is kept."""
        usable = [s for s in task.snapshots if s.depth <= left]
        state, code = self.machine.resume(usable[-1], model) if usable else self.machine.start(model)
        state.script = task.origin.branches[: left + 1]
        return self.machine.begin(state, code)

    def _require_same(self, path: Path, task: Task) -> None:
        index = task.index
        if task.follows_path and len(path.branches) > index and path.branches[index].condition is not task.wanted:
            raise RuntimeError(f"a run left its path at {path.branches[index]}: this is a bug in Secateur")

    def _done(self, path: Path, task: Task | None) -> None:
        if task is not None:
            path.led_by(task.lineage)
        if self.confirmation is not None and path.ending in ENDED and self.technique.keeps(path):
            self._confirm(self.confirmation, path, task)
        elif not self.technique.keeps(path):
            self.result.tried(path)
        else:
            end = None
            if path.ending is Ending.CUT:
                if self._untried is not None and self._cut_ends.site is not None:
                    self._untried.stopped(self._cut_ends.site)
                end = self._cut_ends.of_last(path)
            repeats = bool(path.trace) and self._may_repeat(task)
            self.result.add(path, repeats=repeats, end=end)
            if self.until is not None and self.until(path):
                self.result.spent = Spent.FIRST
        if path.others_leave is not False:
            self._look_for_later_rounds(path)
        if self.timeline is not None:
            self.timeline.step(path, self.result, self.technique.name)
        if path.ending is not Ending.INTERRUPTED:
            self._plan(path, self.technique.tasks(path, task))
            if path.goals:
                self.goals.cover(path)
            successor = self.technique.successor()
            if successor is not None and self._is_part:
                raise HandsOver(*successor)
            if successor is not None:
                self._hand_over(*successor)
                return
            if self._has_other_ways:
                self._try_other_ways(path)
            if not self._is_merged:
                self.result.use(self.technique.acts_as)
        for branch in path.branches:
            branch.resume = None  # the tasks hold what is still needed

    def _try_other_ways(self, path: Path) -> None:
        """Everything once more, with merged branches or with summaries, if the technique says that it can pay."""
        merging = self.technique.work_to_merge(path)
        is_whole = self.timeline is None and not self._is_part
        if merging is not None and is_whole:
            from secateur.exploration.whole_trials import try_merging  # noqa: PLC0415 - few explorations need it

            try_merging(self, merging)
        terms = None if self._is_merged else self.technique.terms_to_summarise(path)
        if terms is not None and is_whole:
            from secateur.exploration.summary_turns import SummaryTurns  # noqa: PLC0415 - few explorations need it

            self._summary_turns = self._summary_turns or SummaryTurns(self)
            self._summary_turns.go_on(path, terms)

    def _may_repeat(self, task: Task | None) -> bool:
        """May the path of a task have been run before?"""
        return task is not None and not task.follows_path and not self.technique.is_disjoint

    def _confirm(self, confirmation: Confirmation, path: Path, task: Task | None) -> None:
        """A path with summaries, as the program itself runs it."""
        self.result.tried(path)
        for run in confirmation.runs(path, task):
            self.result.add(run, repeats=self._may_repeat(task))
            if self.until is not None and self.until(run):
                self.result.spent = Spent.FIRST

    def _look_for_later_rounds(self, path: Path) -> None:
        """The input of the path stays in a loop forever. Do all inputs that took the same way?"""
        assert path.fault is not None
        conditions = path.conditions
        if path.others_leave is True or not isinstance(
            self.solver.solve([*conditions, path.others_leave], path.model, len(conditions)), Unsat
        ):
            self.result.add_note(Note("", path.fault.position, True, LimitKind.LATER_ROUNDS))

    def _plan(self, path: Path, tasks: Iterable[Task]) -> None:
        if self._untried is not None and not self.technique.tries_all_sides:
            tasks = list(tasks)
            self._untried.look(path, tasks)
        self.frontier.extend(tasks)

    def _hand_over(self, technique: Technique, reason: str) -> None:
        self.technique = technique
        self.long_runs.clear()  # no path that has ended took what they would take
        self.result.use(technique.acts_as)
        self._look_at(technique)
        self._untried = Untried(technique.why_not) if technique.reduces else None
        left = technique.inherited()
        if left is None:
            self._restart(technique, reason)
            return
        self.result.hand_over(technique.name, reason)
        self.machine.stop_tracing()
        self.frontier = self._new_frontier()
        if self.observer is not None:
            self.observer.begin(self)
        self.frontier.extend(left)

    def _restart(self, technique: Technique, reason: str) -> None:
        """Start again, with another technique and a machine that records what it needs."""
        self.result.restart(technique.name, reason)
        machine = self.machine
        self.machine = technique.machine(machine.program, machine.entry.name, machine.checks, machine.limits)
        self.machine.exact, self.machine.summaries = machine.exact, machine.summaries
        self.machine.variables = machine.variables  # inputs keep their variables, which others may share
        self.machine.assumptions = machine.assumptions
        self.frontier = self._new_frontier()
        self.machine.merges = machine.merges
        self.result.keeping.machine = self.machine
        if self.observer is not None:
            self.observer.begin(self)
        if self.timeline is not None:
            self.timeline.follow(self.machine)
        technique.begin(self.machine, self.solver)
        self._first()

    def adopt(self, inner: Explorer, name: str) -> None:
        """Everything was explored in another way."""
        self.result.absorb(inner.result, name)
        self.machine = self.result.keeping.machine = inner.machine
        self.confirmation = inner.confirmation
        self._is_merged = True
        self.frontier = self._new_frontier()
        self.long_runs.clear()
        if self.observer is not None:
            self.observer.begin(self)
        if self.until is not None and any(self.until(path) for path in inner.result.paths):
            self.result.spent = Spent.FIRST

    def ends(self, is_given_up: Callable[[], bool]) -> bool:
        """Explore as a part of another exploration; the next call goes on. Was everything explored?"""
        if not self._has_begun:
            self._has_begun = True
            self._first()
        while len(self.frontier) and not self.meter.spent(self.result.explored) and not is_given_up():
            self._step(self.frontier.pop())
        return not (len(self.frontier) or self.goals.missed or is_given_up()) and self.result.complete

    def is_exhausted(self) -> bool:
        """Called from inside a run: is the time or the memory used up?"""
        self.show()
        self.meter.reserved = HELD * self.result.size + PIECE * len(self._printed) >> 20
        self.result.spent = self.meter.spent_inside()
        return self.result.spent is not None

    def _stop(self, state: State, condition: Expr | bool, site: Site) -> str | None:
        if len(state.branches) < len(state.script):
            return None
        reason = self.technique.stop(state, condition, site)
        if reason is not None:
            self._cut_ends.stopped(state, condition, site)
        return reason

    def show(self) -> None:
        """Tell from time to time how it goes."""
        if self._reporter is not None:
            self._reporter.look(self)


def _track(path: Path) -> tuple[int, ...]:
    """What tells a path from others."""
    return tuple(condition.key for condition in path.conditions)
