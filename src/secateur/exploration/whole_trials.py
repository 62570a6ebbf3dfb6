"""Trials of `auto` that explore everything once more in another way, inside an exploration: with merged branches
(`secateur.exploration.merged`) or with exact summaries (`secateur.exploration.summary_trial`). If a trial ends, nothing
is left to try."""

from __future__ import annotations

from typing import TYPE_CHECKING

from secateur.exploration.merged import NAME as MERGING
from secateur.exploration.merged import MergedTrial
from secateur.exploration.summary_trial import NAME as SUMMARIES
from secateur.exploration.summary_trial import SummaryTrial
from secateur.solver import LAST_RESORT, STEPS, Solver, bounded

if TYPE_CHECKING:
    from secateur.exploration.loop import Explorer


def try_merging(outer: Explorer, allowed: int) -> None:
    """With merged branches, by at most that much work."""
    trial, same = MergedTrial(allowed), outer.machine
    machine = trial.machine(same.program, same.entry.name, same.checks, same.limits)
    machine.variables, machine.assumptions = same.variables, same.assumptions
    _try(outer, type(outer)(machine, _solver(outer), trial, merge=True), trial, MERGING)


def try_summaries(outer: Explorer, allowed: int) -> None:
    """With exact summaries, by at most that much work."""
    solver = _solver(outer)
    trial = SummaryTrial(allowed, outer.machine, solver)
    if trial.summaries:
        _try(outer, type(outer)(trial.machine_for(outer.machine), solver, trial), trial, SUMMARIES)


def _solver(outer: Explorer) -> Solver:
    """A question that is too hard ends a trial, so how hard that is must not depend on the computer."""
    solver = Solver(bounded(outer.solver.backend, STEPS), LAST_RESORT)
    solver.stop_at(outer.meter.deadline, outer.meter.cpu_deadline)
    return solver


def _try(outer: Explorer, inner: Explorer, trial: MergedTrial | SummaryTrial, name: str) -> None:
    inner.meter = outer.meter
    is_done = inner.ends(lambda: trial.is_given_up)
    outer.solver.stats.add(inner.solver.stats)
    outer.technique.merging_ended(trial.work, is_done)
    if is_done:
        outer.adopt(inner, name)
