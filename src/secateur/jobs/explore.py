"""Tests and faults of a function or a program."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from secateur.errors import OptionError
from secateur.exploration.alarm import before_the_answer
from secateur.exploration.audit import audit
from secateur.exploration.budget import Spent, Stopwatch
from secateur.exploration.plugins import registry
from secateur.exploration.result import Result
from secateur.exploration.technique import Technique
from secateur.exploration.technique_options import parse_options
from secateur.ir.model import NOWHERE
from secateur.jobs.beyond import budget_within, explore_beyond, has_doubts
from secateur.jobs.callers import ask_callers
from secateur.jobs.doubts import doubt_words
from secateur.jobs.growth import ExploredPlan, grown, longer_run
from secateur.jobs.plan import Plan, Report, pairs
from secateur.jobs.run import AuditedRun, Run, finished
from secateur.jobs.target import (
    compiled,
    default_folder,
    nothing_to_do,
    require_anything,
    wanted_checks,
    wanted_outputs,
)
from secateur.jobs.wider import with_longer, without_parts
from secateur.machine.path import Note
from secateur.options import Budget, Forks, Outputs
from secateur.options.jobs import ExploreOptions
from secateur.report.postconditions import journal

if TYPE_CHECKING:
    from secateur.exploration.timeline import Timeline

#: Of the time, for exploring, however long it took to compile.
LEAST_SHARE = 0.1


def explore(sources: Sequence[str], options: ExploreOptions, report: Report | None = None, widely: bool = True) -> Run:
    """Explore the paths of a function or program. Nothing is written, except stand-ins for unknown functions.
    `widely`: also with longer strings, and without the words about pointers that were only inferred."""
    compiling = Stopwatch()
    techniques = registry(options.search.plugin, options.technique)
    technique = techniques.find(options.technique)
    _require_consistent(options, technique)
    checks = wanted_checks(options.checks, sources, technique.finds_leaks or not technique.reduces)
    folder = options.out or default_folder(sources)
    with before_the_answer(options.budget):
        subject = compiled(sources, options, folder)
    outputs = wanted_outputs(subject, options.outputs)
    plan = Plan.of(subject, checks, options, outputs, options.search, techniques)
    if options.summaries:
        from secateur.jobs.summaries import find_summaries  # noqa: PLC0415 - brings in approximation

        plan = replace(plan, summaries=find_summaries(subject, options.summaries))
    plan = replace(plan, budget=compiling.left_of(plan.budget, LEAST_SHARE))
    watch = Stopwatch()
    with journal(options.postconditions) as write, _observed(options.trace) as observer:
        result = plan.run(options.technique, report, budget_within(plan), write, observer)
    longer = None
    if widely and not plan.summaries and observer is None and write is None:
        best, longer = grown(ExploredPlan(plan, result), with_longer(sources, plan, options, watch, report))
        plan, result, subject = best.plan, best.result, best.plan.subject
    beyond = explore_beyond(plan, result, options.technique, report, watch.left_of(plan.budget))
    if options.summaries and not plan.summaries:
        result.notes.append(Note("no function can be summarised", NOWHERE, False))
    require_anything(result)
    if not result.paths and result.complete:
        if has_doubts(plan):  # what was inferred contradicts what is known
            inputs = replace(options.inputs, infer=False)
            return explore(sources, replace(options, inputs=inputs), report)
        raise nothing_to_do("explore")
    recursion = options.limits.recursion if options.confirm else None
    run = finished(subject, result, checks, _head(plan, options), folder, recursion, options, options.trust, beyond)
    if longer is not None:
        other = finished(longer.plan.subject, longer.result, checks, {}, folder, recursion, options, options.trust)
        run = replace(run, longer=longer_run(run, other))
    if widely and not plan.summaries:
        run = replace(run, doubts=doubt_words(run, without_parts(sources, plan, options, run, watch)))
    if options.callers:
        inner = _for_callers(options)
        asked = ask_callers(run, options.callers, lambda specs: explore(specs, inner, report, widely=False))
        run = replace(run, callers=asked)
    if options.check_tests and options.confirm and result.spent is not Spent.INTERRUPTED:
        run = run.checked(options.trust)
    if not options.audit:
        return run
    fully = _explored_fully(plan, result, options.audit_budget, report)
    full = finished(subject, fully, checks, {}, folder, recursion, trust=options.trust)
    return replace(run, audited=AuditedRun(audit(result, full.result), full))


def _for_callers(options: ExploreOptions) -> ExploreOptions:
    """Without what is said about the function itself."""
    given = options.inputs
    inputs = replace(given, requires=(), ensures=(), assume=(), symbolic=(), nullable=(), alias=())
    return replace(
        options,
        inputs=inputs,
        outputs=Outputs(),
        callers=0,
        audit=False,
        check_tests=False,
        trace=None,
        postconditions=None,
        out=None,
    )


@contextmanager
def _observed(file: Path | None) -> Iterator[Timeline | None]:
    """What writes `trace`; None if nobody asked for it."""
    if file is None:
        yield None
        return
    from secateur.exploration.timeline import Timeline  # noqa: PLC0415 - seldom needed
    from secateur.report.timeline import table_of_moments  # noqa: PLC0415

    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        out = file.open("w", encoding="utf-8", newline="")
    except OSError as error:
        raise OptionError("trace", file, f"cannot be written: {error.strerror}") from None
    with out:
        yield Timeline(table_of_moments(out))


def _require_consistent(options: ExploreOptions, technique: type[Technique]) -> None:
    name = technique.name
    if options.summaries and not technique.allows_summaries:
        raise OptionError("summaries", options.summaries, f"{name} looks at how functions compute values", "use full")
    parse_options(technique, pairs("tune", options.search.tune))
    if options.postconditions and not technique.keeps_journal:
        raise OptionError("postconditions", problem=f"{name} computes none", advice="use the technique pse")
    if options.outputs.output and not technique.takes_criterion:
        problem = f"{name} explores paths, whatever the output"
        raise OptionError("output", options.outputs.output[0], problem, "use the technique rsc")
    merges = options.search.merge
    if merges and not technique.merges:
        raise OptionError("merge", problem=f"{name} looks at each decision by itself", advice="use full")
    if merges and (options.trace or options.summaries):
        other = "trace" if options.trace else "summaries"
        raise OptionError(other, getattr(options, other), "looks at paths that are not merged", "leave out merge")
    if options.audit and not technique.reduces and not options.summaries and not merges:
        raise OptionError(
            "audit", problem="compares with full exploration", advice="choose another technique, or summaries"
        )


def _head(plan: Plan, options: ExploreOptions) -> dict[str, Any]:
    """Options that stand at the top of the JSON, where scripts look for them."""
    shown: dict[str, Any] = {"order": str(options.search.order), "seed": options.search.seed}
    if options.search.tune:
        shown["tuning"] = dict(word.split("=", 1) for word in options.search.tune)
    if options.outputs.output:
        shown["outputs"] = list(plan.criterion.names)
    return shown


def _explored_fully(plan: Plan, reduced: Result, seconds: float, report: Report | None) -> Result:
    """For the audit: every decision by itself. One Ctrl-C ends both."""
    if reduced.spent is Spent.INTERRUPTED:
        return Result("full", spent=Spent.INTERRUPTED)
    search = replace(plan.search, switch=Forks.LABELS, merge=False)
    budget = Budget(timeout=seconds, memory=plan.budget.memory)
    return replace(plan, summaries={}, search=search).run("full", report, budget)
