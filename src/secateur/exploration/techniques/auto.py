"""Full exploration that takes the cuts of `pse` where they pay: what `explore` does unless a technique is chosen.

A user should not have to know which technique pays. It begins as full exploration, at the same cost. Whether cuts pay
is decided by counted work, and revised as the exploration goes on (`secateur.exploration.balance`). What it promises is
what `pse` promises.

Now and then it tries whether merged branches, or exact summaries of functions, make short work of what is left.

It explores every path where cuts are no use: if leaks are looked for, as any branch can decide about one; in another
order than depth first; with approximate summaries, and where branches are merged.
"""

from __future__ import annotations

from typing import Self

from secateur.exploration.balance import BACKEND, Pace, Terms
from secateur.exploration.merged import LEAST, can_pay
from secateur.exploration.setup import Setup
from secateur.exploration.shared_news import NewsSharing
from secateur.exploration.techniques.full import Full
from secateur.exploration.techniques.pse import Pse
from secateur.exploration.worth_summarising import is_worth_summarising
from secateur.expr import Expr
from secateur.machine.fault import FaultKind
from secateur.machine.machine import Machine
from secateur.machine.path import Path, Site
from secateur.machine.state import State
from secateur.solver import Solver, Stats

#: Summaries have a turn again when the work has grown by one part in `AGAIN`.
AGAIN = 8


class Auto(Pse):
    name = "auto"
    exact = True
    covers_code = True
    finds_leaks = True
    keeps_journal = False
    allows_summaries = True
    allows_stars = True
    merges = True
    options = None
    best_order = None
    begins_cutting = False
    takes_turns = True
    shares = NewsSharing.LATER

    def __init__(self, order: str = "dfs", pace: Pace | None = None) -> None:
        super().__init__(pace=pace)
        self.promise = Full.promise  # until something is cut
        self.order = order
        self._merge_at = self.balance.pace.merge  # the work at which merged branches are tried
        self._summarise_at = self.balance.pace.summarise  # the same for summaries, without that of trials
        self._summarises = False  # has a trial of summaries turns?
        self._tried = self._tried_queries = 0  # the work of trials, and their queries
        self._summarising = 0  # the work of those of summaries
        self._asked = Stats()

    @classmethod
    def make(cls, setup: Setup) -> Self:
        return cls(setup.order)

    def begin(self, machine: Machine, solver: Solver) -> None:
        super().begin(machine, solver)
        self._asked = solver.stats
        merges = machine.merges or machine.asks_to_merge
        if merges or machine.summaries or FaultKind.LEAK in machine.checks or self.order != "dfs":
            self.balance.fix()

    def stop(self, state: State, condition: Expr | bool, site: Site) -> str | None:
        reason = super().stop(state, condition, site)
        if reason is not None:
            self.promise = Pse.promise
        return reason

    def work_to_merge(self, path: Path) -> int | None:
        """As much as was needed so far, if a path looks as if that would be enough."""
        work, pace = self.balance.work - self._summarising, self.balance.pace
        if work < self._merge_at or self.balance.is_fixed or self.runs_on.merges is None:
            return None
        self._merge_at = pace.every * work
        return max(work, LEAST) if can_pay(path, self.runs_on, pace.joined) else None

    def terms_to_summarise(self, path: Path) -> Terms | None:
        """Summaries are tried if most of a path is decided in functions. Where they do not pay, which is usual, that
        must not be noticed."""
        balance, pace, machine = self.balance, self.balance.pace, self.runs_on
        work = balance.work - self._tried + BACKEND * (self._asked.queries - self._tried_queries)
        if work < self._summarise_at or balance.is_fixed or machine.exact or machine.summaries:
            return None
        self._summarise_at = work + work // AGAIN
        if not self._summarises and not is_worth_summarising(path, machine, pace.joined):
            return None
        self._summarises = True
        probe = max(pace.summarise, work // 2) // pace.probe
        return Terms(probe, pace.analysed, pace.fewer, work // pace.turn, pace.hope * work)

    def merging_ended(self, work: int, queries: int) -> None:
        self.balance.count_apart(work)
        self._tried += work
        self._tried_queries += queries

    def summaries_tried(self, work: int, queries: int, goes_on: bool) -> None:
        self.merging_ended(work, queries)
        self._summarising += work
        if not goes_on:
            self._summarises = False
            self._summarise_at *= self.balance.pace.every

    def resume(self, has_cut: bool) -> None:
        if has_cut:
            self.promise = Pse.promise
