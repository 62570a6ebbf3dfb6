"""Which lines explain that a test gives another output in a new version."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from secateur.assumption import Ledger
from secateur.errors import OptionError
from secateur.evolve.debugging.debug import Explanation, explain
from secateur.evolve.debugging.tested import NEW, OLD, TestedVersion
from secateur.evolve.matching.sources import Source, locate
from secateur.harness.errors import HarnessError
from secateur.harness.subject import Subject, load
from secateur.jobs.answer import Answer
from secateur.jobs.builds import built
from secateur.jobs.commit_subjects import PlacedFunction, both_builds, changed_function
from secateur.jobs.plan import new_solver
from secateur.jobs.target import accepted_kinds, wanted_checks, wanted_outputs
from secateur.jobs.versions import Workspace, named, named_json, naming
from secateur.machine.fault import FaultKind
from secateur.machine.machine import Machine
from secateur.options.jobs import DebugOptions
from secateur.report.debug_json import debug_json
from secateur.report.shown import outcome_text
from secateur.report.source_text import SourceText
from secateur.suite.models import model_of
from secateur.suite.pretty import InputMismatchError, InputTree
from secateur.suite.record import Recorder
from secateur.suite.test import Json


@dataclass(frozen=True, slots=True)
class Alternative:
    """An input beside the failing one, and what both versions make of it."""

    inputs: Mapping[str, Json]
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Diagnosis(Answer):
    """`alternatives` are those of the causes, None where there is none. `failing` is the test itself."""

    old: str
    new: str
    function: str
    conditions: str
    failing: Alternative
    explanation: Explanation
    alternatives: tuple[Alternative | None, ...]
    seconds: float
    options: DebugOptions
    ledger: Ledger = field(default_factory=Ledger)
    sources: tuple[Source, ...] = ()
    workspace: Workspace | None = None  # has the files of a commit as long as the answer exists

    @property
    def found(self) -> bool:
        return self.explanation.is_different and not self.explanation.undecided

    @property
    def complete(self) -> bool:
        return not self.explanation.undecided and not self.ledger.open

    def data(self) -> dict[str, Any]:
        return named_json(self.sources, debug_json(self, SourceText()))

    def named(self, text: str) -> str:
        """A text in which the files of a commit are called by their places in the repository."""
        return named(self.sources, text)


class DebuggedVersion:
    """One version, and the test for it."""

    __test__ = False  # not for pytest to collect

    def __init__(
        self,
        subject: Subject,
        name: str,
        checks: frozenset[FaultKind],
        options: DebugOptions,
        values: Mapping[str, Json],
    ) -> None:
        self.subject = subject
        self.name = name
        self.machine = Machine(subject.program, "main", checks, record=True, values=True)
        self.criterion = wanted_outputs(subject, options.outputs)
        self.recorder = Recorder(subject.driver)
        self._values = values

    def model(self) -> tuple[int, ...]:
        try:
            return model_of(self.machine, InputTree(self.recorder.described).from_json(dict(self._values)))
        except InputMismatchError as error:
            raise OptionError("input", problem=str(error)) from None

    @property
    def file(self) -> str:
        return str(self.subject.sources[0])

    @property
    def version(self) -> TestedVersion:
        return TestedVersion(self.name, self.machine, self.criterion, self.file)

    def outcome(self, model: tuple[int, ...]) -> str:
        return outcome_text(self.machine.run(*self.machine.start(model)), self.criterion)


def debug(old: str, new: str | None, inputs: Mapping[str, Json], options: DebugOptions) -> Diagnosis:
    """Explain why a test passes in the old version and fails in the new one. Inputs that it leaves out are zero.
    Without `new`, `old` names two commits (`A..B`), or one that is compared with the working tree."""
    started = time.monotonic()
    workspace = Workspace()
    placed = _placed(old, new, options, workspace)
    with naming(placed.sources):
        subjects = [load(placed.specs(side), placed.builds[side], options.inputs) for side in (0, 1)]
        if subjects[0].driver is None or subjects[1].driver is None:
            raise HarnessError("name the function that the test calls: --function NAME")
        checks = wanted_checks(options.checks, placed.specs(0)[:1] + placed.specs(1)[:1])
        before = DebuggedVersion(subjects[0], OLD, checks, options, inputs)
        after = DebuggedVersion(subjects[1], NEW, checks, options, inputs)
        after.machine.variables = before.machine.variables
        return _diagnosed(before, after, options, started, placed, workspace)


def _placed(old: str, new: str | None, options: DebugOptions, workspace: Workspace) -> PlacedFunction:
    """The function in both versions, wherever they are."""
    if new is None:
        builds = both_builds(options.compiling, options.old_cflags, options.old_compile_commands)
        return changed_function(old, options.function, builds, workspace.path)
    sources = locate(old, workspace.path), locate(new, workspace.path)
    function = options.function or sources[1].function or sources[0].function
    before, after = built(*sources, options)
    name = function or ""
    return PlacedFunction(name, name, (before.source, after.source), (before.options, after.options), ())


def _diagnosed(
    old: DebuggedVersion,
    new: DebuggedVersion,
    options: DebugOptions,
    started: float,
    placed: PlacedFunction,
    workspace: Workspace,
) -> Diagnosis:
    """Explains the difference, and tries every alternative input in both versions."""
    model = old.model()
    model = max(model, new.model(), key=len)
    solver = new_solver(options.solving)
    if options.timeout is not None:
        solver.stop_at(started + options.timeout)
    explanation = explain(old.version, new.version, model, solver, options.conditions)

    def tried(given: tuple[int, ...]) -> Alternative:
        path = new.machine.run(*new.machine.start(given))
        return Alternative(new.recorder.inputs(path), old.outcome(given), new.outcome(given))

    return Diagnosis(
        old.file,
        new.file,
        new.subject.function,
        str(options.conditions),
        tried(model),
        explanation,
        tuple(None if cause.model is None else tried(cause.model) for cause in explanation.causes),
        time.monotonic() - started,
        options,
        _ledger(old, new, options),
        placed.sources,
        workspace,
    )


def _ledger(old: DebuggedVersion, new: DebuggedVersion, options: DebugOptions) -> Ledger:
    """What the runs of the test rest on. The values of its inputs are given, so they are not assumed."""
    met = (*old.machine.assumptions, *new.machine.assumptions)
    inputs = (each for version in (new, old) for each in version.subject.assumptions)
    return Ledger.of((*inputs, *met), accepted_kinds(options.acceptance))
