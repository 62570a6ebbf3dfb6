"""Which lines explain that a test gives another output in a new version."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from secateur.assumption import Ledger
from secateur.errors import OptionError
from secateur.evolve.debugging.debug import Explanation, explain
from secateur.evolve.debugging.line_matching import LineMatching
from secateur.evolve.debugging.tested import NEW, OLD, TestedVersion
from secateur.evolve.matching.sources import Source
from secateur.harness.errors import HarnessError
from secateur.harness.subject import Subject, load
from secateur.jobs.answer import Answer
from secateur.jobs.builds import built
from secateur.jobs.plan import new_solver
from secateur.jobs.target import accepted_kinds, wanted_checks, wanted_outputs
from secateur.jobs.versions import with_function
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

    @property
    def found(self) -> bool:
        return self.explanation.is_different and not self.explanation.undecided

    @property
    def complete(self) -> bool:
        return not self.explanation.undecided and not self.ledger.open

    def data(self) -> dict[str, Any]:
        return debug_json(self, SourceText())


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


def debug(old: str, new: str, inputs: Mapping[str, Json], options: DebugOptions) -> Diagnosis:
    """Explain why a test passes in the old version and fails in the new one. Inputs that it leaves out are zero."""
    started = time.monotonic()
    specs = with_function([old, new], options.function)
    sources = [Source(name, Path(), (_file(spec),)) for name, spec in zip((old, new), specs, strict=True)]
    builds = built(sources[0], sources[1], options)
    subjects = [load([spec], build.options, options.inputs) for spec, build in zip(specs, builds, strict=True)]
    if subjects[0].driver is None or subjects[1].driver is None:
        raise HarnessError("name the function that the test calls: --function NAME")
    checks = wanted_checks(options.checks, [old, new])
    before = DebuggedVersion(subjects[0], OLD, checks, options, inputs)
    after = DebuggedVersion(subjects[1], NEW, checks, options, inputs)
    after.machine.variables = before.machine.variables
    return _diagnosed(before, after, options, started)


def _file(spec: str) -> Path:
    return Path(spec if Path(spec).exists() else spec.rpartition(":")[0])


def _diagnosed(old: DebuggedVersion, new: DebuggedVersion, options: DebugOptions, started: float) -> Diagnosis:
    """Explains the difference, and tries every alternative input in both versions."""
    model = old.model()
    model = max(model, new.model(), key=len)
    lines = LineMatching(Path(old.file), Path(new.file))
    solver = new_solver(options.solving)
    explanation = explain(old.version, new.version, model, lines, solver, options.conditions)

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
    )


def _ledger(old: DebuggedVersion, new: DebuggedVersion, options: DebugOptions) -> Ledger:
    """What the runs of the test rest on. The values of its inputs are given, so they are not assumed."""
    met = (*old.machine.assumptions, *new.machine.assumptions)
    inputs = (each for version in (new, old) for each in version.subject.assumptions)
    return Ledger.of((*inputs, *met), accepted_kinds(options.acceptance))
