"""Explorations beside the plain one: with longer strings, and without parts of the contract."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import count

from secateur.contracts.model import Contract
from secateur.exploration.budget import Stopwatch
from secateur.jobs import doubts, growth
from secateur.jobs.beyond import budget_within
from secateur.jobs.doubts import Without
from secateur.jobs.plan import Plan, Report
from secateur.jobs.run import Run, finished
from secateur.jobs.stored_parts import StoredParts
from secateur.jobs.target import compiled, default_folder, wanted_outputs
from secateur.options import Inputs, Order, Search


def with_longer(
    parts: StoredParts, plan: Plan, watch: Stopwatch, report: Report | None
) -> Callable[[Inputs], growth.ExploredPlan | None]:
    """Explores with other inputs under the same contract, what is not covered first."""
    limit, sources, options = budget_within(plan), parts.sources, parts.options

    def explored(inputs: Inputs) -> growth.ExploredPlan | None:
        left = watch.left_of(limit)
        if not left.has_time:
            return None
        budget = replace(left, max_paths=min(growth.MOST_PATHS, left.max_paths or growth.MOST_PATHS))
        folder = options.out or default_folder(sources)
        subject = compiled(sources, replace(options, inputs=inputs), folder, plan.subject.contract)
        order = Order.COVERAGE if options.search.order is Search().order else options.search.order
        other = replace(plan, subject=subject, search=replace(plan.search, order=order))
        name = f"longer-{inputs.string}"
        result = parts.run(name, other, options.technique, report, budget, is_kept=True)
        return None if result is None else growth.ExploredPlan(other, result)

    return explored


def without_parts(parts: StoredParts, plan: Plan, run: Run, watch: Stopwatch) -> Without:
    """Explores with another contract; the faults are not tried natively, as nobody need look at them."""
    numbers, sources, options = count(1), parts.sources, parts.options

    def explored(contract: Contract, share: float) -> Run | None:
        left = watch.left_of(plan.budget)
        if not left.has_time:
            return None
        budget = replace(left.part(share), max_paths=min(doubts.MOST_PATHS, left.max_paths or doubts.MOST_PATHS))
        folder = run.folder / "doubts"
        subject = compiled(sources, options, folder, contract)
        other = replace(plan, subject=subject, criterion=wanted_outputs(subject, options.outputs), is_written=False)
        result = parts.run(f"doubts-{next(numbers)}", other, options.technique, None, budget)
        return None if result is None else finished(subject, result, plan.checks, run.head, folder, None, options)

    return explored
