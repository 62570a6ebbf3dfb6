"""Tests and faults of a function or a program."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from secateur.errors import BudgetError, OptionError
from secateur.exploration.alarm import before_the_answer
from secateur.exploration.audit import audit
from secateur.exploration.budget import Spent, Stopwatch
from secateur.exploration.earlier import EarlierRun
from secateur.exploration.plugins import registry
from secateur.exploration.result import Result
from secateur.exploration.technique import Technique
from secateur.exploration.technique_options import parse_options
from secateur.ir.model import NOWHERE
from secateur.jobs.afterwards import Afterwards, NativeTrial, before_the_end
from secateur.jobs.beyond import budget_within, explore_beyond, has_doubts
from secateur.jobs.callers import ask_callers
from secateur.jobs.doubts import doubt_words
from secateur.jobs.growth import ExploredPlan, grown, longer_run
from secateur.jobs.plan import Plan, Report, pairs
from secateur.jobs.run import AuditedRun, Run, finished
from secateur.jobs.stored import asked_for, found_before, identity_of, store_of
from secateur.jobs.stored_parts import StoredParts
from secateur.jobs.summary_choice import ChosenSummaries
from secateur.jobs.target import (
    compiled,
    default_folder,
    nothing_to_do,
    require_anything,
    wanted_checks,
    wanted_outputs,
)
from secateur.jobs.wider import with_longer, without_parts
from secateur.jobs.written_paths import ending_of
from secateur.machine.fault import FaultKind
from secateur.machine.path import Note
from secateur.options import Budget, Forks, Outputs
from secateur.options.jobs import ExploreOptions
from secateur.report.postconditions import journal
from secateur.store.database import StoreError
from secateur.store.identity import AnotherRun, RunIdentity
from secateur.store.recorder import RunRecorder
from secateur.store.run_store import RunStore, StoredAnswer

if TYPE_CHECKING:
    from secateur.exploration.timeline import Timeline

#: Of the time, for exploring, however long it took to compile.
LEAST_SHARE = 0.1
#: Of the time, if callers are explored, too.
OWN_SHARE = 0.5
#: Tests of `tests.c` that are tried when the time is over.
FEW_CHECKED = 40


@dataclass(frozen=True, slots=True)
class Prepared:
    """An exploration that is compiled and can begin. Where `options` name a folder, it is stored there as it runs.
    `after`: the time for what follows it."""

    sources: Sequence[str]
    options: ExploreOptions
    checks: frozenset[FaultKind]
    folder: Path
    plan: Plan
    store: RunStore | None = None
    after: Afterwards = field(default_factory=Afterwards)

    def __enter__(self) -> Prepared:
        return self

    def __exit__(self, *_: object) -> None:
        if self.store is not None:
            self.store.close()

    @property
    def identity(self) -> RunIdentity:
        return identity_of(self.sources, self.options, self.plan.subject)

    @property
    def answer(self) -> StoredAnswer | None:
        """The answer of an earlier run, if it was complete and a run of exactly the same."""
        is_same = self.store is not None and self.store.identity == self.identity
        return self.store.answer if self.store is not None and is_same else None


def explore(sources: Sequence[str], options: ExploreOptions, report: Report | None = None, widely: bool = True) -> Run:
    """Explore the paths of a function or program. With a folder, what is found is stored there while it runs. Nothing
    else is written, except stand-ins for unknown functions. `widely`: also with longer strings, and without the words
    about pointers that were only inferred."""
    with prepare(sources, options) as prepared:
        return run_prepared(prepared, report, widely)


def prepare(sources: Sequence[str], options: ExploreOptions) -> Prepared:
    """Compile what is to be explored, and open its store."""
    compiling = Stopwatch()
    sources, options = asked_for(sources, options)
    techniques = registry(options.search.plugin, options.technique)
    technique = techniques.find(options.technique)
    _require_consistent(options, technique)
    checks = wanted_checks(options.checks, sources, technique.finds_leaks or not technique.reduces)
    folder = options.out or default_folder(sources)
    with before_the_answer(options.budget):
        subject = compiled(sources, options, folder)
    outputs = wanted_outputs(subject, options.outputs)
    plan = Plan.of(subject, checks, options, outputs, options.search, techniques, options.parallel)
    plan = replace(plan, keep=options.keep)
    if options.summaries:
        from secateur.jobs.summaries import find_summaries  # noqa: PLC0415 - brings in approximation

        approximates = technique.allows_stars
        found = find_summaries(subject, options.summaries, checks, plan.limits, approximates)
        plan = replace(plan, summaries=found)
    time = before_the_end(plan.budget).part(OWN_SHARE if options.callers else 1.0)
    ending = ending_of(subject, options)
    plan = replace(plan, ending=ending, budget=compiling.left_of(time, LEAST_SHARE))
    after = Afterwards(options.budget, compiling, ending)
    return Prepared(sources, options, checks, folder, plan, store_of(sources, options, subject), after)


def run_prepared(prepared: Prepared, report: Report | None = None, widely: bool = True, go_on: bool = True) -> Run:
    """Explore. If it is not to `go_on`, only what an earlier run and its parts have found is taken from the store."""
    sources, options, plan, checks = prepared.sources, prepared.options, prepared.plan, prepared.checks
    watch = Stopwatch()
    result = _explored(prepared, report, go_on)
    longer, widely = None, widely and not plan.summaries
    parts = StoredParts(sources, options, go_on)
    if widely and not options.trace and not options.postconditions:
        best, longer = grown(ExploredPlan(plan, result), with_longer(parts, plan, watch, report))
        plan, result = best.plan, best.result
    beyond = explore_beyond(
        plan,
        result,
        options.technique,
        left=watch.left_of(plan.budget),
        explored=lambda outer, budget: parts.run("beyond", outer, options.technique, report, budget),
        go_on=go_on,
    )
    if options.summaries and not plan.summaries:
        result.notes.append(Note("no function can be summarised", NOWHERE, False))
    require_anything(result)
    if not result.paths and result.complete:
        if has_doubts(plan):  # what was inferred contradicts what is known
            inputs = replace(options.inputs, infer=False)
            prepared.__exit__()
            return explore(sources, replace(options, inputs=inputs, resume=None), report)
        raise nothing_to_do("explore")
    trial = NativeTrial(options.limits.recursion, options.trust, prepared.after) if options.confirm else None
    subject, folder = plan.subject, prepared.folder
    after = prepared.after if go_on else Afterwards()
    run = finished(subject, result, checks, _head(plan, options), folder, trial, options, beyond, after)
    if longer is not None:
        other = finished(longer.plan.subject, longer.result, checks, {}, folder, trial, options, after=after)
        run = replace(run, longer=longer_run(run, other))
    if widely:
        run = replace(run, doubts=doubt_words(run, without_parts(parts, plan, run, watch), go_on))
    if options.callers:
        asked = ask_callers(
            run, options.callers, lambda specs: _explored_caller(specs, parts, _for_callers(prepared), report)
        )
        run = replace(run, callers=asked)
    if options.check_tests and options.confirm and result.spent is not Spent.INTERRUPTED:
        most = FEW_CHECKED if result.spent in (Spent.TIME, Spent.CPU) else None
        run = run.checked(options.trust, most, prepared.after)
    if not options.audit:
        return run
    fully = _explored_fully(plan, result, options.audit_budget, report, parts)
    trial = None if trial is None else replace(trial, after=Afterwards())  # it has a budget of its own
    full = finished(subject, fully, checks, {}, folder, trial)
    return replace(run, audited=AuditedRun(audit(result, full.result), full))


def _explored(prepared: Prepared, report: Report | None, go_on: bool) -> Result:
    options, plan, store = prepared.options, prepared.plan, prepared.store
    earlier: EarlierRun | None = None
    recorder: RunRecorder | None = None
    if store is not None and not go_on:
        return found_before(plan, options.technique, store.earlier())
    if store is not None:
        if options.resume is not None:
            earlier = store.earlier()
        recorder = store.recorder(prepared.identity) if options.resume is None else store.resumed(earlier)
    with journal(options.postconditions) as write, _observed(options.trace) as observer:
        return plan.run(options.technique, report, budget_within(plan), write, observer, recorder, earlier)


def _explored_caller(specs: Sequence[str], parts: StoredParts, options: ExploreOptions, report: Report | None) -> Run:
    try:
        with prepare(specs, parts.of_caller(specs, options)) as prepared:
            return run_prepared(prepared, report, widely=False, go_on=parts.go_on)
    except (AnotherRun, StoreError):  # what is stored is of an earlier state of the program
        if not parts.go_on:
            raise
        return explore(specs, options, report, widely=False)


def _for_callers(prepared: Prepared) -> ExploreOptions:
    """Without what is said about the function itself, in the time that is left."""
    options, given = prepared.options, prepared.options.inputs
    budget = prepared.after.watch.left_of(before_the_end(options.budget))
    if not budget.has_time:
        raise BudgetError("no time is left for callers", advice="raise --timeout or --cpu")
    inputs = replace(given, requires=(), ensures=(), assume=(), symbolic=(), nullable=(), alias=())
    return replace(
        options,
        inputs=inputs,
        budget=budget,
        outputs=Outputs(),
        callers=0,
        audit=False,
        check_tests=False,
        trace=None,
        postconditions=None,
        out=None,
        resume=None,
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
        problem = f"{name} follows each value through the instructions that compute it, and a summary has none"
        raise OptionError("summaries", options.summaries, problem, "use auto, full or pse")
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


def _explored_fully(plan: Plan, reduced: Result, seconds: float, report: Report | None, parts: StoredParts) -> Result:
    """For the audit: every decision by itself. One Ctrl-C ends both."""
    nothing = Result("full", spent=Spent.INTERRUPTED)
    if parts.go_on and reduced.spent is Spent.INTERRUPTED:
        return nothing
    search = replace(plan.search, switch=Forks.LABELS, merge=False)
    budget = Budget(timeout=seconds, memory=plan.budget.memory)
    without = replace(plan, summaries=ChosenSummaries(), search=search, ending=None)
    return parts.run("audit", without, "full", report, budget) or nothing
