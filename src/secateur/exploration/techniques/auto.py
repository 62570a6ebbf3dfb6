"""Full exploration that takes the cuts of `pse` where they pay: what `explore` does unless a technique is chosen.

A user should not have to know which technique pays. It begins as full exploration, at the same cost. Whether cuts pay
is decided by counted work, and revised as the exploration goes on (`secateur.exploration.balance`). What it promises is
what `pse` promises.

It explores every path where cuts are no use: if leaks are looked for, as any branch can decide about one; in another
order than depth first; with summaries, and where branches are merged.
"""

from __future__ import annotations

from typing import Self

from secateur.exploration.balance import Pace
from secateur.exploration.setup import Setup
from secateur.exploration.techniques.full import Full
from secateur.exploration.techniques.pse import Pse
from secateur.expr import Expr
from secateur.machine.fault import FaultKind
from secateur.machine.machine import Machine
from secateur.machine.path import Site
from secateur.machine.state import State
from secateur.solver import Solver


class Auto(Pse):
    name = "auto"
    exact = True
    covers_code = True
    finds_leaks = True
    keeps_journal = False
    allows_summaries = True
    merges = True
    options = None
    best_order = None
    begins_cutting = False

    def __init__(self, order: str = "dfs", pace: Pace | None = None) -> None:
        super().__init__(pace=pace)
        self.promise = Full.promise  # until something is cut
        self.order = order

    @classmethod
    def make(cls, setup: Setup) -> Self:
        return cls(setup.order)

    def begin(self, machine: Machine, solver: Solver) -> None:
        super().begin(machine, solver)
        merges = machine.merges or machine.asks_to_merge
        if merges or machine.summaries or FaultKind.LEAK in machine.checks or self.order != "dfs":
            self.balance.fix()

    def stop(self, state: State, condition: Expr | bool, site: Site) -> str | None:
        reason = super().stop(state, condition, site)
        if reason is not None:
            self.promise = Pse.promise
        return reason

    def resume(self, has_cut: bool) -> None:
        if has_cut:
            self.promise = Pse.promise
