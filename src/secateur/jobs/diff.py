"""What a change does: finds the functions to compare, and compares them."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from secateur.assumption import Assumption, AssumptionKind
from secateur.errors import BudgetError, OptionError
from secateur.evolve.impact.pair import Pair
from secateur.evolve.matching.overview import Overview
from secateur.exploration.alarm import before_the_answer
from secateur.exploration.budget import Stopwatch, shared
from secateur.exploration.impacted import Impacted
from secateur.exploration.plugins import registry
from secateur.exploration.setup import ChangeImpact, Setup
from secateur.exploration.technique import Technique
from secateur.exploration.technique_options import parse_options, technique_options
from secateur.harness.choices import ALL, MEMBERS
from secateur.harness.errors import HarnessError
from secateur.harness.subject import Subject
from secateur.jobs.beyond_faults import beyond_faults
from secateur.jobs.changed_macros import unused_changed_macros
from secateur.jobs.compared_pair import LEAST_SHARE, Compared, PairPlan
from secateur.jobs.compared_side_by_side import side_by_side
from secateur.jobs.diff_answer import Diff, FunctionDiff
from secateur.jobs.not_compiled import changed_and_left_out
from secateur.jobs.outside_differences import apart
from secateur.jobs.plan import Report, pairs
from secateur.jobs.pointer_inputs import with_pointers
from secateur.jobs.regression import read_tests, regression
from secateur.jobs.target import accepted_kinds
from secateur.jobs.versions import Versions
from secateur.options import Order
from secateur.options.jobs import DiffOptions
from secateur.workers.places import LONG_JOB, can_fork, processors


def diff(old: str, new: str, options: DiffOptions, report: Report | None = None) -> Diff:
    """Compare two versions: of one function, or of all that changed."""
    options = with_accepted(options)
    technique = chosen_technique(options)
    started = time.monotonic()
    versions = Versions.locate(old, new, options, options.out)
    with versions.naming():
        return _diff(versions, technique, report, started)


def chosen_technique(options: DiffOptions) -> Callable[[Pair], Technique]:
    """Makes the technique that the options name. Raises OptionError."""
    technique = registry(options.search.plugin, options.technique).find(options.technique, for_changes=True)
    if technique.has_own_order and options.search.order not in (Order.DFS, Order.DIRECTED):
        raise OptionError("order", options.search.order, f"{technique.name} has an order of its own")
    tuned = _tuned(technique, options)
    return lambda pair: technique.make(_setup(pair, tuned, options))


def with_accepted(options: DiffOptions) -> DiffOptions:
    """What the user accepts is not an input."""
    accepted = accepted_kinds(options.acceptance, frozenset())
    inputs, world = options.inputs, options.world
    if AssumptionKind.GLOBALS in accepted:
        inputs = replace(inputs, symbolic=tuple(each for each in inputs.symbolic if each != ALL))
    if AssumptionKind.NOT_NULL in accepted:
        inputs = replace(inputs, nullable=tuple(each for each in inputs.nullable if each != MEMBERS))
    if AssumptionKind.ALLOCATION in accepted:
        world = replace(world, malloc_fails=None)
    return replace(options, inputs=inputs, world=world)


def _diff(versions: Versions, technique: Callable[[Pair], Technique], report: Report | None, started: float) -> Diff:
    watch = Stopwatch()
    with before_the_answer(versions.options.budget):
        found = versions.overview()
    compared: list[FunctionDiff] = []
    skipped: dict[str, str] = {}
    todo = _wanted(versions, found)
    assert isinstance(versions.options, DiffOptions)
    asked_for = versions.options.parallel.jobs
    jobs = asked_for or 1

    def one(name: str, left: int, jobs: int) -> FunctionDiff | str:
        try:
            own = _with_part(versions, watch, left, jobs)
            return compare_function(own, found, own.subjects(name, found), technique, report)
        except (HarnessError, BudgetError) as error:
            if versions.function:
                raise
            return versions.named(str(error))

    while todo:
        if jobs > 1 and len(todo) > 1 and can_fork():
            results = side_by_side(todo, jobs, one)
        else:
            results = [one(todo[0], len(todo), 1)]
        for result in results:
            name = todo.pop(0)
            if isinstance(result, str):
                skipped[name] = result
            else:
                compared.append(named(result, versions))
        if asked_for is None and watch.elapsed > LONG_JOB:
            jobs = processors()
    return Diff(
        versions,
        tuple(compared),
        tuple(found.only_old),
        tuple(found.only_new),
        {a: b for a, b in found.matched.items() if a != b},
        skipped,
        time.monotonic() - started,
        _left_out(versions, found),
        _data(versions, found, compared),
    )


def _with_part(versions: Versions, watch: Stopwatch, parts: int, jobs: int) -> Versions:
    """For one of so many functions that share what is left of the time; `jobs` of them are compared at a time."""
    options = versions.options
    budget = shared(watch.left_of(options.budget, LEAST_SHARE), parts, jobs)
    return replace(versions, options=replace(options, budget=budget))


def _data(versions: Versions, found: Overview, compared: Sequence[FunctionDiff]) -> tuple[str, ...]:
    """The variables that start with another value, although no function that was compared uses them."""
    if versions.function:
        return ()
    used = {name for one in compared for name in one.pair.matching.globals}
    return tuple(name for name in found.globals if name not in used)


def _left_out(versions: Versions, found: Overview) -> tuple[Assumption, ...]:
    new = versions.function
    names = None if new is None else (found.former.get(new) or new, new)
    files = versions.sources[0].files, versions.sources[1].files
    macros = unused_changed_macros(*files) if names is None else ()
    return (*changed_and_left_out(files, versions.builds, names), *macros)


def _wanted(versions: Versions, found: Overview) -> list[str]:
    """The function that was asked for; otherwise all that changed and can be called in both versions."""
    function = versions.function
    if function:
        versions.require(function, found.new)
    if found.is_same:
        return []
    return [function] if function else found.changed


def compare_function(
    versions: Versions,
    found: Overview,
    subjects: tuple[Subject, Subject],
    technique: Callable[[Pair], Technique],
    report: Report | None = None,
) -> FunctionDiff:
    """One function, compiled in both versions; if they seem equivalent, on wider inputs, too."""
    answer, compared = explored(versions, subjects, technique, report)
    answer = widened(answer, compared, versions, found, technique, report)
    options = versions.options
    assert isinstance(options, DiffOptions)
    given = None if options.tests is None else read_tests(options.tests, subjects[0].function)
    if given is None:
        return answer
    return replace(answer, tests=regression(compared, given, str(options.tests), options.out, options.cover))


def explored(
    versions: Versions,
    subjects: tuple[Subject, Subject],
    technique: Callable[[Pair], Technique],
    report: Report | None = None,
    most_runs: int | None = None,
) -> tuple[FunctionDiff, Compared]:
    """On the inputs of these subjects alone. `most_runs`: see `PairPlan`."""
    options = versions.options
    assert isinstance(options, DiffOptions)
    plan = PairPlan.of(versions.titles, options, options.search, options.faults, options.first)
    plan = replace(plan, most_runs=most_runs)
    compared = Compared(*subjects, plan, technique, report)
    answer = beyond_faults(compared, compared.run())
    if options.inputs.infer:
        answer = apart(compared, answer)
        if answer.is_only_outside and plan.first:  # a valid call may differ, too
            compared = Compared(*subjects, replace(plan, first=False), technique, report)
            answer = apart(compared, beyond_faults(compared, compared.run()))
    return named(answer, versions), compared


def widened(
    answer: FunctionDiff,
    compared: Compared,
    versions: Versions,
    found: Overview,
    technique: Callable[[Pair], Technique],
    report: Report | None = None,
) -> FunctionDiff:
    """The same answer, or that on inputs on which pointers may be NULL or the same, if that matters."""

    def again(wider: Versions) -> tuple[FunctionDiff, Subject]:
        old, new = wider.subjects(compared.new.function, found)
        return explored(wider, (old, new), technique, report)[0], new

    return with_pointers(answer, compared, versions, again)


def named(answer: FunctionDiff, versions: Versions) -> FunctionDiff:
    """With the files of a commit called by their places in the repository."""
    return replace(
        answer,
        old=versions.named(answer.old),
        new=versions.named(answer.new),
        differences=tuple(replace(each, named=versions.named) for each in answer.differences),
        unconfirmed=tuple(replace(each, named=versions.named) for each in answer.unconfirmed),
        outside=tuple(replace(each, shown=replace(each.shown, named=versions.named)) for each in answer.outside),
        named=versions.named,
    )


def _tuned(technique: type[Technique], options: DiffOptions) -> object | None:
    """The technique's own options; `strategy` is short for one of them."""
    given = pairs("tune", options.search.tune)
    if options.strategy is None or all(each.name != "strategy" for each in technique_options(technique)):
        return parse_options(technique, given)
    try:
        return parse_options(technique, {**given, "strategy": options.strategy})
    except OptionError as error:
        raise OptionError("strategy", options.strategy, error.problem, error.advice) from None


def _setup(pair: Pair, tuned: object | None, options: DiffOptions) -> Setup:
    change = ChangeImpact(pair.new.impacted, lambda kind: Impacted(pair.statics[1], pair.published(kind)))
    return Setup(options=tuned, change=change, seed=options.search.seed)
