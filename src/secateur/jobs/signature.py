"""What the output of a function can be, and when; for two versions, where they differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from secateur.assumption import Ledger
from secateur.evolve.behaviour.signatures import Aligned, RowStatus, align
from secateur.evolve.commits.repository import is_range
from secateur.evolve.matching.sources import Source, locate
from secateur.exploration.alarm import OutOfBudget, alarm, before_the_answer
from secateur.exploration.budget import Meter, Stopwatch
from secateur.exploration.criteria import Criterion
from secateur.exploration.exclusive import Rerun, exclusive
from secateur.exploration.result import Result
from secateur.exploration.signature import Row, counted, signature
from secateur.exploration.techniques.rsc import Rsc
from secateur.expr import Expr
from secateur.harness.errors import HarnessError
from secateur.jobs.answer import Answer
from secateur.jobs.builds import build_of
from secateur.jobs.commit_subjects import changed_function
from secateur.jobs.plan import Plan, Report
from secateur.jobs.target import compiled, nothing_to_do, wanted_checks, wanted_outputs
from secateur.jobs.versions import Workspace, named, named_json, naming, with_function
from secateur.machine.fault import FaultKind
from secateur.machine.machine import Machine
from secateur.machine.path import LIMITED
from secateur.machine.path import Path as MachinePath
from secateur.options import Budget, Compiling, Forks, Search
from secateur.options.jobs import SignatureOptions
from secateur.report.shown import outcome_text
from secateur.report.signature_json import alignment_json, signature_json
from secateur.suite.record import Recorder
from secateur.suite.test import Json, Test

#: Of the time, for exploring; the rest is for the conditions of the rows.
EXPLORING = 0.6
#: Seconds to show a row: thousands of them take a large part of the time.
SHOWN = 0.0015

_DIFFERENT = frozenset({RowStatus.CHANGED, RowStatus.ONLY_OLD, RowStatus.ONLY_NEW})

#: The variables of a machine: an input that both versions have is the same one.
Variables = dict[tuple[str, int, str], Expr]


@dataclass(frozen=True, slots=True)
class SemanticSignature(Answer):
    """The rows of one version with an input for each. `faulty` are tests that end in a fault, one for each. `counted`:
    whether the numbers of full paths are all of them (None if they were not asked for). `runs` reached an output."""

    title: str
    source: str
    function: str
    outputs: tuple[str, ...]
    rows: tuple[Row, ...]
    inputs: tuple[Mapping[str, Json], ...]
    result: Result
    runs: int
    faulty: tuple[Test, ...]
    counted: bool | None
    options: SignatureOptions
    origins: tuple[Source, ...] = ()

    @property
    def found(self) -> bool:
        return bool(self.faulty)

    @property
    def complete(self) -> bool:
        return self.result.settled

    @property
    def ledger(self) -> Ledger:
        return self.result.ledger

    def data(self) -> dict[str, Any]:
        return named_json(self.origins, signature_json(self))

    def named(self, text: str) -> str:
        """A text in which the files of a commit are called by their places in the repository."""
        return named(self.origins, text)


@dataclass(frozen=True, slots=True)
class AlignedRow:
    """A pair of rows with an input that shows their difference, and what each version makes of that input."""

    pair: Aligned
    inputs: Mapping[str, Json] | None
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class SignatureComparison(Answer):
    """The signatures of two versions side by side."""

    old: SemanticSignature
    new: SemanticSignature
    rows: tuple[AlignedRow, ...]
    options: SignatureOptions
    origins: tuple[Source, ...] = ()

    @property
    def equivalent(self) -> bool | None:
        """None: unknown."""
        states = {row.pair.status for row in self.rows}
        if states & _DIFFERENT:
            return False
        complete = self.old.result.complete and self.new.result.complete
        return True if complete and RowStatus.UNKNOWN not in states else None

    @property
    def found(self) -> bool:
        return self.equivalent is False

    @property
    def complete(self) -> bool:
        return self.equivalent is not None and not self.ledger.open

    @property
    def ledger(self) -> Ledger:
        both = self.old.ledger, self.new.ledger
        return Ledger.of((each for one in both for each in one.assumptions), self.new.ledger.accepted)

    def data(self) -> dict[str, Any]:
        return named_json(self.origins, alignment_json(self))

    def named(self, text: str) -> str:
        """A text in which the files of a commit are called by their places in the repository."""
        return named(self.origins, text)


def signature_of(
    sources: Sequence[str], options: SignatureOptions, report: Report | None = None
) -> SemanticSignature | SignatureComparison:
    """The signature of one source, or those of two compared."""
    if not 0 < len(sources) <= 2:
        raise HarnessError("give one source, or two to compare them")
    variables: Variables = {}
    checks = wanted_checks(options.checks, sources)
    workspace = Workspace()
    wanted = list(_wanted(sources, options, workspace))
    origins = tuple(each.source for each in wanted if each.source is not None)
    watch, explored = Stopwatch(), list[ExploredOutputs]()
    parts = len(wanted) + (len(wanted) > 1)  # comparing them takes time, too
    with naming(origins):
        for number, each in enumerate(wanted):
            budget = watch.left_of(options.budget).part(1 / (parts - number))
            explored.append(ExploredOutputs.of(each, checks, options, budget, variables, report))
        if len(explored) == 1:
            return replace(explored[0].signature, origins=origins)
        found = _compared(explored[0], explored[1], Meter(watch.left_of(options.budget)))
    return replace(found, origins=origins)


@dataclass(frozen=True, slots=True)
class SignatureSource:
    """What is compiled, and how; `source` is where it is from, if that is a commit."""

    specs: tuple[str, ...]
    compiling: Compiling
    source: Source | None = None


def _wanted(sources: Sequence[str], options: SignatureOptions, workspace: Workspace) -> Iterator[SignatureSource]:
    """Each version: a file, `git:REV:path`, or both ends of a range."""
    if len(sources) == 1 and ".." in sources[0] and is_range(sources[0]):
        placed = changed_function(sources[0], options.function, (options.compiling,) * 2, workspace.path)
        for side in (0, 1):
            yield SignatureSource(tuple(placed.specs(side)), placed.builds[side], placed.sources[side])
        return
    found = [locate(spec, workspace.path) if spec.startswith("git:") else None for spec in sources]
    named = [spec if source is None else source.spec for spec, source in zip(sources, found, strict=True)]
    for spec, source in zip(with_function(named, options.function), found, strict=True):
        if source is None:
            yield SignatureSource((spec,), options.compiling)
        else:
            yield SignatureSource((spec,), build_of(source, options.compiling).options, source)


@dataclass(frozen=True, slots=True)
class ExploredOutputs:
    """A version with its signature, and a machine to try inputs."""

    plan: Plan
    machine: Machine
    signature: SemanticSignature

    @staticmethod
    def of(
        source: SignatureSource,
        checks: frozenset[FaultKind],
        options: SignatureOptions,
        budget: Budget,
        variables: Variables,
        report: Report | None,
    ) -> ExploredOutputs:
        workspace = Workspace()  # stand-ins for unknown functions are read at once
        meter = Meter(budget)
        with before_the_answer(budget):
            subject = compiled(source.specs, replace(options, compiling=source.compiling), workspace.path)
        search = Search(switch=Forks.LABELS)  # rows are counted in paths of the source
        plan = Plan.of(subject, checks, options, wanted_outputs(subject, options.outputs), search)
        plan = replace(plan, budget=meter.left_of(budget).part(EXPLORING))
        technique = Rsc(plan.criterion)
        machine = plan.machine(record=True)
        machine.variables = variables
        result = plan.explore(technique, report, machine=machine)
        if not result.counts.completed and result.complete:
            raise nothing_to_do("explore")
        if result.technique != technique.name:
            raise HarnessError(f"there is no signature, because rsc handed over to another technique: {result.remark}")
        rows = _rows(plan, technique, machine, meter)
        result.spent = result.spent or meter.time_spent()
        complete = None
        if options.count:
            rows, complete = _counted(plan, rows, meter, report)
        made = _signature(plan, rows, result, len(technique.partitions), complete, options)
        return ExploredOutputs(plan, machine, made)

    def without(self, other: ExploredOutputs) -> list[tuple[Row, tuple[int, ...]]]:
        """Rows with an input that reaches no output in the other version, for each such end. That end is not part of a
        row's condition, so rows that say the same may hide it."""
        found: dict[tuple[object, ...], tuple[Row, tuple[int, ...]]] = {}
        for path in other.signature.result.paths:
            if other.plan.criterion.is_seen(path):
                continue
            here = self.machine.run(*self.machine.start(path.model, concrete=True))
            row = next((row for row in self.signature.rows if row.holds(path.model)), None)
            if row is not None and self.plan.criterion.is_seen(here):
                end = (path.fault.kind, path.fault.position) if path.fault is not None else (path.ending, path.status)
                found.setdefault(end, (row, path.model))
        return list(found.values())

    def is_stopped(self, model: tuple[int, ...]) -> bool:
        """Is the outcome of an input unknown?"""
        return self.machine.run(*self.machine.start(model, concrete=True)).ending in LIMITED

    def outcome(self, model: tuple[int, ...]) -> str:
        """What an input leads to."""
        return outcome_text(self.machine.run(*self.machine.start(model, concrete=True)), self.plan.criterion)


def _rows(plan: Plan, technique: Rsc, machine: Machine, meter: Meter) -> list[Row]:
    """One for each partition. When the time is over, conditions may say more than they have to, and an input may be in
    several rows; the output is the same in all of them."""
    solver, made = plan.solver(), list[Row]()
    meter.keep(SHOWN * len(technique.partitions))
    solver.give_up_at(meter.deadline, meter.cpu_deadline)
    try:
        with alarm(meter):
            made = signature(technique.partitions, solver)
            return exclusive(made, solver, _trying(machine, plan.criterion))
    except OutOfBudget:
        return made or [Row(tuple(each.conditions), each.outputs, each.path) for each in technique.partitions]


def _counted(plan: Plan, rows: list[Row], meter: Meter, report: Report | None) -> tuple[list[Row], bool]:
    """The rows with the number of full paths, and whether these are all."""
    full = plan.run("full", report, meter.left_of(meter.budget))
    try:
        with alarm(meter):
            return counted(rows, [p for p in full.paths if plan.criterion.is_seen(p)]), full.complete
    except OutOfBudget:
        return rows, False


def _trying(machine: Machine, criterion: Criterion) -> Rerun:
    """Runs inputs that no run of the exploration has had."""

    def rerun(model: tuple[int, ...]) -> MachinePath | None:
        path = machine.run(*machine.start(model))
        return path if criterion.is_seen(path) else None

    return rerun


def _signature(
    plan: Plan,
    rows: Sequence[Row],
    result: Result,
    runs: int,
    all_counted: bool | None,
    options: SignatureOptions,
) -> SemanticSignature:
    recorder = Recorder(plan.subject.driver)
    names = list(dict.fromkeys(name for row in rows for name, _ in row.outputs))
    return SemanticSignature(
        plan.subject.title,
        plan.subject.source,
        plan.subject.function,
        plan.criterion.names or tuple(names),
        tuple(rows),
        tuple(recorder.test(row.path, n).inputs for n, row in enumerate(rows, 1)),
        result,
        runs,
        tuple(recorder.test(result.paths[index], index + 1) for _, index in result.faults()),
        all_counted,
        options,
    )


def _compared(old: ExploredOutputs, new: ExploredOutputs, meter: Meter) -> SignatureComparison:
    """Rows of which no input could be tried before the time is over are unknown."""
    solver = old.plan.solver()
    meter.keep(SHOWN * (len(old.signature.rows) + len(new.signature.rows)))
    solver.give_up_at(meter.deadline, meter.cpu_deadline)
    pairs, rows = list[Aligned](), list[AlignedRow]()
    try:
        with alarm(meter):
            pairs = align(old.signature.rows, new.signature.rows, solver)
            alone = [pair.old or pair.new for pair in pairs if pair.old is None or pair.new is None]
            pairs += [Aligned(RowStatus.ONLY_OLD, row, None, at) for row, at in old.without(new) if row not in alone]
            pairs += [Aligned(RowStatus.ONLY_NEW, None, row, at) for row, at in new.without(old) if row not in alone]
            for pair in pairs:
                rows.append(_tried(pair, old, new))
    except OutOfBudget as reason:
        left = pairs[len(rows) :] or [Aligned(RowStatus.UNKNOWN, row, None) for row in old.signature.rows]
        rows += [AlignedRow(replace(pair, status=RowStatus.UNKNOWN, model=None), None, "", "") for pair in left]
        new.signature.result.spent = new.signature.result.spent or reason.spent
    return SignatureComparison(old.signature, new.signature, tuple(rows), old.signature.options)


def _tried(pair: Aligned, old: ExploredOutputs, new: ExploredOutputs) -> AlignedRow:
    """What each version makes of the input that shows a difference."""
    if pair.model is None:
        return AlignedRow(pair, None, "", "")
    before, after = old.outcome(pair.model), new.outcome(pair.model)
    path = new.machine.run(*new.machine.start(pair.model))
    if path.ending in LIMITED or old.is_stopped(pair.model):
        pair = replace(pair, status=RowStatus.UNKNOWN)
    return AlignedRow(pair, Recorder(new.plan.subject.driver).inputs(path), before, after)
