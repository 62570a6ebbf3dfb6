"""Dependence guided symbolic execution (DGSE), by criteria.

The aim is that of "Dependence Guided Symbolic Execution" by Wang, Liu, Guan, Shen, Zheng and Yang: a path is worth
exploring only if some statement instance on it sees a symbolic value that no earlier path has shown. The way is that of
"Path Exploration based on Symbolic Output" by Qi, Nguyen and Roychoudhury: every instance that can fail or decide
something is an output, a *criterion*. What it sees is determined by its relevant decisions, in an order in which they
can be negated one by one (`Relevance.orders`). Each way to compute it is run once; one run serves all criteria on it.
Differences from the published algorithm, which is `dgse-published`:

- There is no interactive dependence. Two decisions matter together exactly where something that was run depends on
  both. What stays static is what the side not taken may write.
- Each pair (decisions to repeat, wanted side) is asked for once, from any path; and not at all if a run that did not
  end early has passed these decisions.
- A run that ends early hides the code after it: `secateur.exploration.hidden`.
- The other side of a decision that an earlier one implies is tried, too: the earlier one need not be relevant to it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from secateur.dependence.trace.graphs import Graphs
from secateur.dependence.trace.relevance import Relevance, numbers
from secateur.exploration.cuts import CutReason, independent
from secateur.exploration.decision_news import DecisionExchange, DecisionNews
from secateur.exploration.decisions import Decisions, Passed
from secateur.exploration.handover import TOO_LONG, CutTrial, is_too_long
from secateur.exploration.hidden import Hidden, ended_early
from secateur.exploration.shared_news import NewsSharing, SharedNews
from secateur.exploration.sides import has_other_side
from secateur.exploration.snapshots import followed, own_snapshots, until
from secateur.exploration.task import Repeat, Task
from secateur.exploration.technique import Technique
from secateur.exploration.techniques.full import Full
from secateur.expr import Expr
from secateur.machine.machine import Machine
from secateur.machine.marks import Goal
from secateur.machine.path import BranchKind, Path
from secateur.machine.snapshot import Snapshot
from secateur.solver import Solver

#: After this many runs it is decided whether it is worth observing writes, from the last SAMPLE runs: if there are at
#: most WORTH times as many relevant decisions as by the code; or if few runs have to be looked at again, one in CHEAP.
TRIED, SAMPLE, WORTH, CHEAP = 64, 8, 0.5, 4


class Dgse(Technique):
    name = "dgse"
    exact = True
    covers_code = True
    promise = "no path is left that could show anything new"
    records = True
    shares = NewsSharing.ALL

    def __init__(self) -> None:
        self.hidden = Hidden()
        self.trial = CutTrial()
        self.too_long = False
        self._passing: dict[int, int] = {}  # by decision: the runs that passed it and ended well, as a bit set
        self._ended_well = 0
        self._asked: set[tuple[int, int]] = set()
        self._early: list[tuple[int, tuple[int, ...]]] = []  # runs to be looked at once more, with their inputs
        self._weights = 0, 0  # relevant decisions, observed and computed
        # By run that ended early: the condition that excludes its end; None if nothing does.
        self._ends: dict[int, Expr | None] = {}
        self._held = 0  # how many of those that were refused have been told
        self._refused: list[Repeat] = []  # tasks for which there is no input apart from known ends
        self._orders: Iterable[Sequence[int]] = ()  # of the last path
        # By key of a task that is not done: its goal, all that it wants. Of tasks that are done, only the names in
        # `_asked` are kept: these sets are the largest part of what a run leaves behind.
        self._wanted: dict[int, tuple[int, frozenset[int]]] = {}
        self._keys = 0
        self._waiting: dict[int, None] = {}  # keys of tasks that were not taken yet
        self._late: deque[Repeat] = deque()  # tasks that are tried when nothing else is left
        self._followed: set[int] = set()  # keys of tasks that were tried on their path

    def begin(self, machine: Machine, solver: Solver) -> None:
        self.machine_of_runs = machine
        self.solver = solver
        self.graphs = Graphs(machine, criteria=True, observed=True)
        self.decisions = Decisions(self.graphs)
        self._computed = self.graphs.computed()
        assert self.graphs.elsewhere is not None
        self._exchange = DecisionExchange(self.graphs.elsewhere)

    def tasks(self, path: Path, task: Task | None) -> Iterator[Task]:
        assert task is None or isinstance(task, Repeat)
        if is_too_long(path):
            self.too_long = True
            return
        relevance, snapshots = followed(self.graphs, path, task)
        self._relevance = relevance
        passed = Passed(self.decisions, relevance)
        self.trial.add(path, snapshots)
        is_done = True
        if ended_early(path):
            outside, _ = self._learn(path, relevance, passed, relevance.run)
            if task is not None and not self._is_wanted(task, passed):
                is_done = False
                if outside is None:  # as far as writes have been observed
                    self._refused.append(task)
                else:
                    self._waiting[task.key] = None
                    yield replace(task, excluded=(*task.excluded, outside))
        else:
            self._ends_well(passed.numbers)
            if self._exchange.is_open:
                self._exchange.passed.append(tuple(passed.numbers))
        if task is not None and is_done:
            self._release(task)
        yield from self._new(path, relevance, passed, snapshots)
        if relevance.run >= 0 and TRIED - SAMPLE < self.trial.runs <= TRIED and self._looks_again:
            self._weigh(path, relevance.run)

    def _key(self, goal: int, wanted: frozenset[int]) -> int:
        """For a new task."""
        self._keys += 1
        self._wanted[self._keys] = goal, wanted
        return self._keys

    def _release(self, task: Repeat) -> None:
        self._wanted.pop(task.key, None)
        self._followed.discard(task.key)

    def dropped(self, task: Task, undecided: bool) -> None:
        """Those that were refused may be tried again."""
        assert isinstance(task, Repeat)
        if not self._refused or self._refused[-1] is not task:
            self._release(task)

    def _ends_well(self, decisions: Iterable[int]) -> None:
        """A run that passed these decisions."""
        for decision in decisions:
            self._passing[decision] = self._passing.get(decision, 0) | 1 << self._ended_well
        self._ended_well += 1

    @property
    def _looks_again(self) -> bool:
        """Do many runs have to be looked at again, as others have written what they read?"""
        assert self.graphs.elsewhere is not None
        return len(self.graphs.elsewhere.outdated) * CHEAP >= self.trial.runs

    def _weigh(self, path: Path, run: int) -> None:
        """Are there fewer relevant decisions if writes are observed than by the code? If not, the code is used from now
        on: that needs no second look at runs. Those so far are looked at again once."""
        both = self.graphs.again(path, run), self._computed.relevance(path)
        observed, computed = (sum(len(order) for order in relevance.orders()) for relevance in both)
        self._weights = self._weights[0] + observed, self._weights[1] + computed
        if self.trial.runs == TRIED and self._weights[0] > WORTH * self._weights[1]:
            assert self.graphs.elsewhere is not None
            self._early = list(enumerate(self.graphs.elsewhere.models))
            self.graphs = self._computed

    def rest(self) -> tuple[Path, Iterable[Task]] | None:
        """A run that read something before another one was seen to write it is looked at again. If that shows that more
        decisions led to its end, tasks that avoided this end without success are tried again, too."""
        if self._late:
            task = self._late.popleft()
            return task.origin, [task]
        found = self._early.pop() if self._early else self.graphs.outdated()
        if found is None:
            return None
        run, model = found
        path = self.machine_of_runs.run(*self.machine_of_runs.start(model))
        relevance = self.graphs.again(path, run) if self.graphs.elsewhere else self.graphs.relevance(path)
        passed = Passed(self.decisions, relevance)
        again: list[Task] = []
        if ended_early(path):
            _, is_revised = self._learn(path, relevance, passed, run)
            if is_revised:
                again, self._refused = [replace(task, excluded=()) for task in self._refused], []
                self._held = 0
        return path, [*again, *self._new(path, relevance, passed, tuple(own_snapshots(path)))]

    def _learn(self, path: Path, relevance: Relevance, passed: Passed, run: int) -> tuple[Expr | None, bool]:
        """Remember an early end, in place of what was known about the end of this run. Is it another one?"""
        outside = self.hidden.learn(path, relevance, frozenset(passed.numbers))
        if run < 0:
            return outside, False
        known = self._ends.get(run)
        is_revised = run in self._ends and known is not outside
        if is_revised and known is not None:
            self.hidden.forget(known)
        self._ends[run] = outside
        return outside, is_revised

    def _new(self, path: Path, relevance: Relevance, passed: Passed, snapshots: tuple[Snapshot, ...]) -> Iterator[Task]:
        """By criterion, the other side of each decision that matters to it, after those that come first. What the path
        shares with an earlier one was asked for there."""
        orders = relevance.orders()
        for order in orders:
            prefix = name = 0
            for number in order:
                branch = path.branches[number]
                wanted = self.decisions.number(relevance, number, not branch.outcome)
                if (name, wanted) not in self._asked and has_other_side(branch):
                    self._asked.add((name, wanted))
                    if self._exchange.is_open:
                        self._exchange.asked.append((name, wanted))
                    key = self._key(wanted, frozenset([wanted, *(passed.numbers[n] for n in numbers(prefix))]))
                    self._waiting[key] = None
                    yield Repeat(path, number, until(snapshots, number), prefix, key)
                prefix |= 1 << number
                name ^= passed.names[number]
        self._orders = orders
        self._look(path, orders)

    # --- several workers

    @property
    def spreads(self) -> bool:
        """It does not leave what is left to full exploration any more."""
        return self.trial.sides is None and not self.too_long

    def resume(self, has_cut: bool) -> None:
        """How it goes on was decided by the exploration that was spread."""
        self.trial.end()

    def length_for(self, index: int, details: object) -> int:
        """Decisions are negated in an order of their own: what a task repeats can come after its branch on the path."""
        assert isinstance(details, tuple)
        relevant: int = details[0]
        return max(index + 1, relevant.bit_length())

    def details(self, task: Task) -> object:
        assert isinstance(task, Repeat)
        return task.relevant, task.excluded, *self._wanted[task.key]

    def left_over(
        self,
        path: Path,
        index: int,
        snapshots: tuple[Snapshot, ...],
        is_rest: bool = False,
        details: object = None,
    ) -> Task:
        assert isinstance(details, tuple)
        relevant, excluded, *wanted = details
        return Repeat(path, index, snapshots, relevant, self._key(wanted[0], wanted[1]), excluded)

    def news(self) -> SharedNews:
        """What was asked for, what runs have passed, and what they have written: without the latter, a decision that
        matters to a run of another worker may be missing there."""
        if not self._exchange.is_open:
            self._exchange.begin(self._asked, self._passing)
        return self._exchange.news(self.graphs.elsewhere)

    def hear(self, content: object) -> None:
        assert isinstance(content, DecisionNews)
        if content.is_computed:
            self.graphs = self._computed
        self._asked.update(content.asked)
        for decisions in content.passed:
            self._ends_well(decisions)
        self._exchange.hear(content)

    def adopt(self, runs: Sequence[tuple[int, ...]]) -> None:
        elsewhere = self.graphs.elsewhere
        if elsewhere is not None:  # if not, they were looked at with all that matters
            self._early += [(elsewhere.begin(model), model) for model in runs]

    @property
    def has_rest(self) -> bool:
        return bool(self._late or self._early) or self.graphs.outdated() is not None

    def held(self) -> list[Task]:
        found, self._held = self._refused[self._held :], len(self._refused)
        return list(found)

    def approaches(self, path: Path, goal: Goal) -> Iterator[Sequence[Expr]]:
        """Along the path, and then by what the decision depends on: what else the path has decided does not matter."""
        yield from super().approaches(path, goal)
        last = goal.depth - 1
        if last < 0 or self.too_long:
            return
        relevant = numbers(self._relevance.before[last])
        conditions = [*(path.branches[n].condition for n in relevant), goal.condition]
        yield [*conditions, *self.hidden.outside]
        yield conditions

    def why_not(self, path: Path, number: int) -> CutReason:
        together = 0
        for order in self._orders:
            if number in order:
                together |= sum(1 << each for each in order)
        return independent(path, number, together)

    def _look(self, path: Path, orders: Iterable[Sequence[int]]) -> None:
        """Look for a path on which no criterion depends on all conditions."""
        if self.trial.cuts or self.trial.sides is None:
            return
        conditions = {
            number
            for number, branch in enumerate(path.branches)
            if branch.site.kind is BranchKind.CONDITION and not branch.implied
        }
        self.trial.cuts = not any(conditions.issubset(order) for order in orders)

    def successor(self) -> tuple[Technique, str] | None:
        if self.too_long:
            return Full(), TOO_LONG
        if not self.trial.is_due:
            return None
        waiting = sum(not self._is_passed(key) for key in self._waiting)
        return self.trial.verdict(waiting, self.machine_of_runs, self.solver)

    def _is_wanted(self, task: Repeat, passed: Passed) -> bool:
        """Did the run end in exactly the failure that the task asked for?"""
        return task.is_failing_side and passed.numbers[-1] == self._wanted[task.key][0]

    def questions(self, task: Task) -> Iterator[Sequence[Expr]]:
        assert isinstance(task, Repeat)
        self._waiting.pop(task.key, None)
        if self._is_passed(task.key):
            return
        _, wanted = self._wanted[task.key]
        if self._is_hard(task, wanted):
            self._followed.add(task.key)
            yield [*task.conditions, *task.other_conditions]
            self._late.append(task)
            return
        yield from self.hidden.questions(task, wanted)
        if self.hidden.tried(task, wanted):
            self._refused.append(task)

    def _is_hard(self, task: Repeat, wanted: frozenset[int]) -> bool:
        """Is it up to the back end to find an input? As long as it is not known whether cutting pays, an input that
        stays on the path is tried first. That is what full exploration asks for, so it is not asked in vain; and with
        more conditions a question is easier. Without such an input, the task can wait: another run may do it."""
        if self.trial.sides is None or task.key in self._followed or not task.other_conditions:
            return False
        question = next(self.hidden.questions(task, wanted))
        return self.solver.easy(question, task.origin.model, task.satisfied) is None

    def postponed(self, task: Task) -> Sequence[Task] | None:
        return () if self._late and self._late[-1] is task else None

    def _is_passed(self, key: int) -> bool:
        """Has a run that ended well passed everything that a task wants?"""
        common = -1
        for decision in self._wanted[key][1]:
            common &= self._passing.get(decision, 0)
        return bool(common)
