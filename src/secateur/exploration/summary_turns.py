"""When `auto` explores with exact summaries (`secateur.exploration.summary_trial`), and for how long.

- Whether they can pay is estimated first: the input of one path is run with summaries. Too many decisions left are no
  promise. For this, no question is asked about the program; the summaries that the path needs are made, and kept for
  what follows. So a path of a parser, whose functions see something else at each call, ends the trial soon.
- Then both explorations take turns: the trial may need a part of what the other one has needed so far. It is not begun
  again for each turn, so that all turns together cost that part.
- After each turn its whole work is estimated, from the part of its tree that is done: each decision that is still open
  halves what is below it. If that is more than the other exploration has needed so far, it is given up.

What was given up is tried again when the work has grown some times. If a trial ends, nothing is left to explore. All of
this is decided by counted work.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from secateur.approximation.suitable import Suitable
from secateur.dependence.static import Static
from secateur.exploration.balance import Terms
from secateur.exploration.frontier import Queue
from secateur.exploration.guarded import GuardedSummary, Workshop, exact_summaries
from secateur.exploration.sides import can_flip
from secateur.exploration.summary_trial import NAME, SummaryTrial, with_summaries
from secateur.exploration.task import Task
from secateur.exploration.worth_summarising import takes_out_most
from secateur.frontend.cache import default_cache
from secateur.ir.reduced import Reduction
from secateur.machine.path import Path
from secateur.solver import LAST_RESORT, STEPS, Solver, bounded, by_name

if TYPE_CHECKING:
    from secateur.exploration.loop import Explorer


class SummaryTurns:
    """Those of one exploration, the `outer` one."""

    def __init__(self, outer: Explorer) -> None:
        program = outer.machine.program
        self._outer = outer
        self._program = program.by_label or program  # what covers a side of a joined test has to be known
        self._workshop: Workshop | None = None
        self._summaries: dict[str, GuardedSummary] = {}
        self._inner: Explorer | None = None  # of the trial that goes on
        self._trial: SummaryTrial | None = None

    def go_on(self, path: Path, terms: Terms) -> None:
        """Take a turn. `path`: the last one."""
        if self._trial is None:
            work = self._begin(path, terms)
            self._outer.technique.summaries_tried(work, 0, self._trial is not None)
        if self._trial is not None:
            self._take_turn(terms)

    def _begin(self, path: Path, terms: Terms) -> int:
        """Begin a trial if it can pay. Returns the work of finding out."""
        analysing = self._look_at_functions(terms)
        workshop = self._workshop
        if workshop is None or not self._summaries:
            return analysing
        before = workshop.work
        workshop.allow(terms.probe)
        for each in self._summaries.values():
            each.forget_unfinished()
        machine = with_summaries(self._outer.machine, self._summaries)
        run = machine.run(*machine.start(path.model), self._outer.is_exhausted)
        work = analysing + run.instructions + workshop.work - before
        if not workshop.is_spent() and takes_out_most(run, path, terms.fewer):
            solver = Solver(bounded(self._outer.solver.backend, STEPS), LAST_RESORT)
            self._trial = SummaryTrial(self._summaries, workshop, solver)
            machine = with_summaries(self._outer.machine, self._summaries)
            self._inner = type(self._outer)(machine, solver, self._trial)
            self._inner.meter = self._outer.meter
        return work

    def _look_at_functions(self, terms: Terms) -> int:
        """Find the functions that can have a summary, if that needs no more than is allowed. Returns what it did."""
        if self._workshop is not None:
            return 0
        outer, most = self._outer.machine, terms.probe // terms.analysed
        size = Reduction(self._program).size([self._program.start_of(outer.entry.name)], most)
        if size > most:
            return 0
        static = Static(self._program, outer.entry.name)
        suitable = Suitable(static, outer.reported)
        alone = Solver(bounded(by_name("bitwuzla"), STEPS), LAST_RESORT)
        self._workshop = Workshop(suitable.reduction, alone, outer.checks, outer.limits, default_cache())
        names = suitable.automatic()
        self._summaries = exact_summaries({name: suitable.touches(name) for name in names}, self._workshop)
        return terms.analysed * size

    def _take_turn(self, terms: Terms) -> None:
        outer, inner, trial = self._outer, self._inner, self._trial
        assert inner is not None
        assert trial is not None
        before = trial.work
        trial.begin_turn(terms.turn)
        meter = outer.meter
        inner.solver.stop_at(meter.deadline, meter.cpu_deadline)
        is_done = inner.ends(lambda: trial.is_over) and not trial.is_given_up
        queries = outer.solver.stats.take_over(inner.solver.stats)
        assert isinstance(inner.frontier, Queue)
        is_stuck = trial.is_given_up or (not len(inner.frontier) and not trial.is_over)
        goes_on = not is_done and not is_stuck and _is_within(terms.most, trial, inner.frontier)
        outer.technique.summaries_tried(trial.work - before, queries, goes_on)
        if is_done:
            outer.adopt(inner, NAME)
        if not goes_on:
            self._inner = self._trial = None


def _is_within(most: int, trial: SummaryTrial, waiting: Iterable[Task]) -> bool:
    """Is a trial expected to need at most so much work in all? `waiting`: what is left."""
    depths = [sum(map(can_flip, task.origin.branches[: task.index])) + 1 for task in waiting]
    deepest = max(depths, default=0)
    whole = 1 << deepest
    done = whole - sum(1 << (deepest - depth) for depth in depths)
    return (trial.work - trial.making) * whole <= (most - trial.making) * done
