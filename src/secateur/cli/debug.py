"""`secateur debug`: which lines explain that a test gives another output in a new version."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from secateur.cli.errors import CLEAN, FOUND, INCOMPLETE, fail, user_errors
from secateur.cli.exploration import (
    BACKENDS,
    Check,
    SolverName,
    SolverTimeout,
    default_checks,
    parse_checks,
    require_known,
)
from secateur.cli.inputs import parse_inputs
from secateur.cli.output import Output, criterion_of
from secateur.cli.source import Buffer, Define, Include, Nullable, String, Symbolic, build_options
from secateur.cli.versions import with_function
from secateur.evolve.debugging.debug import explain
from secateur.evolve.debugging.line_matching import LineMatching
from secateur.evolve.debugging.tested import NEW, OLD, TestedVersion
from secateur.harness.driver import DriverOptions
from secateur.harness.errors import HarnessError
from secateur.harness.subject import Subject, load
from secateur.machine.fault import FaultKind
from secateur.machine.machine import Machine
from secateur.report.debug import Alternative, Report, debug_json, show_debug
from secateur.report.shown import outcome_text
from secateur.report.source_text import SourceText
from secateur.solver import Solver, by_name
from secateur.suite.models import model_of
from secateur.suite.pretty import InputMismatchError, InputTree
from secateur.suite.record import Recorder
from secateur.suite.test import Json

CONDITIONS = ("slice", "path")

EXAMPLES = """[bold]Examples[/]

secateur debug old/brake.c new/brake.c --function update --input pedal=3,speed=20

secateur debug old/brake.c new/brake.c --function update --input failing.json --output pressure --json

secateur debug old.c new.c --function f --input x=1 --input y=2 --conditions path
"""


def command(
    old: Annotated[str, typer.Argument(metavar="OLD", help="The version that passes: file.c.", show_default=False)],
    new: Annotated[str, typer.Argument(metavar="NEW", help="The version that fails.", show_default=False)],
    function: Annotated[
        str | None, typer.Option(metavar="NAME", help="The function that the test calls.", show_default=False)
    ] = None,
    given: Annotated[
        list[str] | None,
        typer.Option(
            "--input",
            metavar="INPUT",
            help="The failing test: JSON (an object of inputs, or a test of tests.json), a file with it, or name=value "
            "pairs. What it leaves out is zero.",
            show_default=False,
        ),
    ] = None,
    output: Output = None,
    conditions: Annotated[
        str, typer.Option(help="What is composed: slice (what the output depends on), or path (all that was decided).")
    ] = "slice",
    check: Check = None,
    symbolic: Symbolic = None,
    nullable: Nullable = None,
    buffer: Buffer = 4,
    string: String = None,
    include: Include = None,
    define: Define = None,
    solver: SolverName = "bitwuzla",
    solver_timeout: SolverTimeout = 10.0,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object on standard output.")] = False,
) -> None:
    """Explain a regression: the lines of two versions of a C file that can be why a test gives another output, most
    likely ones first, each with an input that is like the test in one version and unlike it in the other."""
    require_known(("--solver", solver, BACKENDS), ("--conditions", conditions, CONDITIONS))
    if not given:
        raise fail("--input: give the failing test, as in --input x=1,y=2")
    checks = parse_checks(check or default_checks([old, new]))
    inputs = DriverOptions(buffer, string, tuple(symbolic or ()), nullable=tuple(nullable or ()))
    console = Console(stderr=as_json, width=None if sys.stdout.isatty() else 140)
    text = SourceText()
    with user_errors():
        values = parse_inputs(given)
        started = time.monotonic()
        specs = with_function([old, new], function)
        subjects = [load([spec], build_options(include, define), inputs) for spec in specs]
        if subjects[0].driver is None or subjects[1].driver is None:
            raise HarnessError("name the function that the test calls: --function NAME")
        sides = [
            Side(subject, name, checks, output, values) for subject, name in zip(subjects, (OLD, NEW), strict=True)
        ]
        sides[1].machine.variables = sides[0].machine.variables
        report = compose(sides[0], sides[1], Solver(by_name(solver), solver_timeout), conditions, started)
    if as_json:
        sys.stdout.write(json.dumps(debug_json(report, text)) + "\n")
    else:
        show_debug(console, report, text)
    if report.explanation.undecided:
        raise typer.Exit(INCOMPLETE)
    raise typer.Exit(FOUND if report.explanation.is_different else CLEAN)


class Side:
    """One version, and the test for it."""

    def __init__(
        self,
        subject: Subject,
        name: str,
        checks: frozenset[FaultKind],
        output: list[str] | None,
        values: dict[str, Json],
    ) -> None:
        self.subject = subject
        self.name = name
        self.machine = Machine(subject.program, "main", checks, record=True, values=True)
        self.criterion = criterion_of(subject, output)
        self.recorder = Recorder(subject.driver)
        self._values = values

    def model(self) -> tuple[int, ...]:
        try:
            return model_of(self.machine, InputTree(self.recorder.described).from_json(self._values))
        except InputMismatchError as error:
            raise HarnessError(f"--input: {error}") from None

    @property
    def version(self) -> TestedVersion:
        return TestedVersion(self.name, self.machine, self.criterion, str(self.subject.sources[0]))

    def outcome(self, model: tuple[int, ...]) -> str:
        return outcome_text(self.machine.run(*self.machine.start(model)), self.criterion)


def compose(old: Side, new: Side, solver: Solver, conditions: str, started: float) -> Report:
    """Explains the difference, and tries every alternative input in both versions."""
    model = old.model()
    model = max(model, new.model(), key=len)
    lines = LineMatching(Path(old.subject.sources[0]), Path(new.subject.sources[0]))
    explanation = explain(old.version, new.version, model, lines, solver, conditions)

    def tried(given: tuple[int, ...]) -> Alternative:
        path = new.machine.run(*new.machine.start(given))
        return Alternative(new.recorder.test(path, 1).inputs, old.outcome(given), new.outcome(given))

    return Report(
        str(old.subject.sources[0]),
        str(new.subject.sources[0]),
        new.subject.function,
        conditions,
        tried(model),
        explanation,
        [None if cause.model is None else tried(cause.model) for cause in explanation.causes],
        time.monotonic() - started,
    )
