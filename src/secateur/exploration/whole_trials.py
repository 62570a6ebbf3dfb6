"""A trial of `auto` that explores everything once more with merged branches (`secateur.exploration.merged`), inside an
exploration. If it ends, nothing is left to try. That with summaries has turns: `secateur.exploration.summary_turns`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from secateur.exploration.merged import NAME, MergedTrial
from secateur.solver import LAST_RESORT, STEPS, Solver, bounded

if TYPE_CHECKING:
    from secateur.exploration.loop import Explorer


def try_merging(outer: Explorer, allowed: int) -> None:
    """By at most that much work. A question that is too hard ends a trial, so how hard that is must not depend on the
    computer."""
    trial, same = MergedTrial(allowed), outer.machine
    machine = trial.machine(same.program, same.entry.name, same.checks, same.limits)
    machine.variables, machine.assumptions = same.variables, same.assumptions
    solver = Solver(bounded(outer.solver.backend, STEPS), LAST_RESORT)
    solver.stop_at(outer.meter.deadline, outer.meter.cpu_deadline)
    inner = type(outer)(machine, solver, trial, merge=True)
    inner.meter = outer.meter
    is_done = inner.ends(lambda: trial.is_given_up)
    outer.technique.merging_ended(trial.work, outer.solver.stats.take_over(solver.stats))
    if is_done:
        outer.adopt(inner, NAME)
