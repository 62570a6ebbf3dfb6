"""`secateur augment`: tests for a change, by the ways along which its effect can travel."""

from __future__ import annotations

import json
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from secateur.approximation.strategy import Depth, Never
from secateur.cli.comparison import Compared, Settings
from secateur.cli.errors import CLEAN, FOUND, INCOMPLETE, fail, user_errors
from secateur.cli.exploration import (
    BACKENDS,
    EXTERNALS,
    MOST_INSTRUCTIONS,
    Check,
    External,
    MaxInstructions,
    Memory,
    Recursion,
    SolverName,
    SolverTimeout,
    Timeout,
    compiled,
    default_checks,
    parse_checks,
    require_known,
)
from secateur.cli.regression import model_for, read_tests
from secateur.cli.source import Assume, Buffer, Define, Include, Nullable, String, Symbolic, build_options
from secateur.cli.versions import Function
from secateur.evolve.augmentation.augmentation import Augmentation, Augmented
from secateur.evolve.augmentation.counterparts import Counterparts
from secateur.evolve.augmentation.goals import Goals
from secateur.evolve.augmentation.propagation import Propagation
from secateur.evolve.augmentation.requirements import Requirements, requirements
from secateur.evolve.behaviour.outcomes import Equality
from secateur.evolve.impact.chains import Search
from secateur.evolve.impact.selection import Candidate
from secateur.evolve.matching.overview import overview
from secateur.evolve.matching.sources import Source, locate
from secateur.exploration.budget import Budget, Meter
from secateur.frontend.compile import Options
from secateur.harness.driver import DriverOptions
from secateur.harness.errors import HarnessError
from secateur.harness.subject import Subject
from secateur.machine.state import Limits
from secateur.report.augment import NewTest, Report, augment_json, show_augment
from secateur.report.source_text import SourceText
from secateur.solver import Solver, by_name
from secateur.suite.replay import replay_suite
from secateur.suite.test import Test
from secateur.suite.write import write_suite

#: What is best is measured by benchmarks/augmentation.py.
DISTANCE, DEPTH, ROUNDS, CHAINS = 6, 16, 2, 64
#: Conditions with more parts are not asked for, if anything is abstracted at all.
LARGEST = 300

EXAMPLES = """[bold]Examples[/]

secateur augment old/brake.c new/brake.c --function update

secateur augment git:HEAD~1:src/brake.c src/brake.c --function update --tests secateur-out/brake-update --out more

secateur augment old.c new.c --function f --distance 3 --exact --json
"""


def command(
    old: Annotated[str, typer.Argument(metavar="OLD", help="file.c, a folder, or git:REV:path.", show_default=False)],
    new: Annotated[str, typer.Argument(metavar="NEW", help="The same for the new version.", show_default=False)],
    function: Function = None,
    tests: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR|FILE",
            help="An existing suite, written by explore, or a JSON list of inputs: which requirements it meets.",
            show_default=False,
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="Where to write the new tests, as a suite.", show_default=False)
    ] = None,
    distance: Annotated[
        int, typer.Option(help="Statements that a chain may have behind the change.", min=0)
    ] = DISTANCE,
    depth: Annotated[
        int,
        typer.Option(
            metavar="E", help="Trace conditions back over this many definitions; what lies deeper is any value.", min=1
        ),
    ] = DEPTH,
    exact: Annotated[bool, typer.Option("--exact", help="Abstract nothing, however large conditions get.")] = False,
    rounds: Annotated[int, typer.Option(help="Rounds of a loop that are told apart.", min=1)] = ROUNDS,
    chains: Annotated[int, typer.Option(help="So many chains are followed in each version.", min=1)] = CHAINS,
    only: Annotated[
        list[str] | None,
        typer.Option(
            "--output",
            metavar="NAME",
            help="An output that counts: return, stdout, a global or a buffer. Default: all.",
            show_default=False,
        ),
    ] = None,
    ignore: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="An output that does not count.", show_default=False)
    ] = None,
    check: Check = None,
    timeout: Timeout = None,
    max_instructions: MaxInstructions = MOST_INSTRUCTIONS,
    memory: Memory = None,
    recursion: Recursion = 2000,
    symbolic: Symbolic = None,
    assume: Assume = None,
    buffer: Buffer = 4,
    string: String = None,
    nullable: Nullable = None,
    include: Include = None,
    define: Define = None,
    external: External = "error",
    solver: SolverName = "bitwuzla",
    solver_timeout: SolverTimeout = 2.0,
    confirm: Annotated[
        bool, typer.Option("--confirm/--no-confirm", help="Run both versions natively on new tests.")
    ] = True,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object on standard output.")] = False,
) -> None:
    """Find tests for a change: the chains of dependences along which its effect can travel, which of them existing
    tests follow, and new tests that follow the others."""
    require_known(("--solver", solver, BACKENDS), ("--external", external, EXTERNALS))
    console = Console(stderr=as_json, width=None if sys.stdout.isatty() else 140)
    settings = Settings(
        parse_checks(check or default_checks([old, new])),
        Limits(None, None, recursion, max_instructions),
        Budget(timeout, None, memory),
        "dfs",
        0,
        solver,
        solver_timeout,
        Equality(tuple(only or ()), tuple(ignore or ())),
        buffer,
        confirm,
    )
    inputs = DriverOptions(buffer, string, tuple(symbolic or ()), tuple(assume or ()), nullable=tuple(nullable or ()))
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with user_errors(), tempfile.TemporaryDirectory(prefix="secateur-") as workspace:
        sources = locate(old, Path(workspace)), locate(new, Path(workspace))
        loading = Loading(sources, build_options(include, define), inputs, external, out or Path(workspace))
        report = augmented(
            loading, function, settings, Reach(distance, None if exact else depth, rounds, chains), tests, out
        )
        text = SourceText()
        if as_json:
            shown = json.dumps(augment_json(report)) + "\n"
        else:
            with console.capture() as captured:
                show_augment(console, report, text)
            shown = captured.get()
    for source in sources:
        shown = source.named(shown)
    sys.stdout.write(shown)
    if report.reveals:
        raise typer.Exit(FOUND)
    raise typer.Exit(CLEAN if report.complete else INCOMPLETE)


@dataclass(frozen=True, slots=True)
class Reach:
    """How far chains are followed (`distance`, at most `chains` of them), and conditions traced back (`depth`, or None
    for all the way, `rounds`)."""

    distance: int
    depth: int | None
    rounds: int
    chains: int = CHAINS


@dataclass(frozen=True, slots=True)
class Loading:
    """Where both versions are, and how to compile them."""

    sources: tuple[Source, Source]
    options: Options
    inputs: DriverOptions
    external: str
    folder: Path

    def subjects(self, function: str | None) -> tuple[Subject, Subject] | None:
        """Both versions of a function; None if nothing has changed at all."""
        old, new = self.sources
        wanted = function or new.function or old.function
        if wanted is None:
            raise HarnessError("name the function to be tested: --function NAME")
        found = overview(old.files, new.files, self.options)
        if wanted not in found.new:
            raise HarnessError(f"{new.title} has no function '{wanted}'; it defines: {', '.join(found.new) or 'none'}")
        if found.is_same:
            return None
        former = found.former.get(wanted)
        if former is None:
            raise HarnessError(f"{old.title} has no function '{wanted}' to compare with")
        ours = self._load(old.files, found.old[former], former, "old")
        theirs = self._load(new.files, found.new[wanted], wanted, "new")
        if (ours.driver is None) != (theirs.driver is None):
            raise HarnessError(f"{wanted} is a whole program in one version only")
        return ours, theirs

    def _load(self, files: Sequence[Path], home: Path, name: str, version: str) -> Subject:
        others = [str(f) for f in files if f != home]
        folder = self.folder / f"{version}-{name}"
        return compiled([f"{home}:{name}", *others], self.options, self.inputs, self.external, folder)


def augmented(
    loading: Loading, function: str | None, settings: Settings, reach: Reach, tests: Path | None, out: Path | None
) -> Report:
    started = time.monotonic()
    titles = loading.sources[0].title, loading.sources[1].title
    subjects = loading.subjects(function)
    if subjects is None:
        return Report(*titles, function or "", None, None, (), time.monotonic() - started)
    compared = Compared(*subjects, settings)
    given: list[Candidate] = []
    if tests is not None:
        read = read_tests(tests, subjects[0].function)
        if read is None:
            raise fail(f"{tests} has tests of another function than {subjects[0].function}")
        given = [Candidate(name, model_for(compared, name, inputs, str(tests))) for name, inputs in read]
    wanted, made = augment(compared, reach, given, describe=True)
    shown = [(compared.test(0, a.model, n), compared.test(1, a.model, n)) for n, a in enumerate(made.added, 1)]
    confirmed = _confirmed(compared, made, shown)
    if out is not None and shown:
        write_suite(compared.suite(1, [new for _, new in shown]), compared.new.driver, out)
    new_tests = tuple(
        NewTest(added, before, after, sure)
        for added, (before, after), sure in zip(made.added, shown, confirmed, strict=True)
    )
    written = str(out) if out is not None and shown else None
    seconds = time.monotonic() - started
    return Report(
        *titles, compared.new.function, wanted, made, new_tests, seconds, tuple(t.name for t in given), written
    )


def augment(
    compared: Compared, reach: Reach, tests: Sequence[Candidate] = (), describe: bool = False
) -> tuple[Requirements, Augmented]:
    """The requirements of a change, and what was found out about each. `describe`: also the conditions that nobody had
    to ask for, because another test met them."""
    pair, settings, text = compared.pair, compared.settings, SourceText()
    meter = Meter(settings.budget)
    impact = pair.impact
    searches = (
        Search(impact.old, text.at, compared.equality.counts),
        Search(impact.new, text.at, compared.equality.counts),
    )
    wanted = requirements(pair, searches, reach.distance, reach.chains)
    counterparts = Counterparts(pair)
    found = wanted.chains[0].found, wanted.chains[1].found
    propagation = Propagation(pair, searches, found, counterparts, compared.equality)
    strategy = Never if reach.depth is None else partial(Depth, reach.depth)
    goals = Goals(pair, counterparts, strategy, reach.rounds, None if reach.depth is None else LARGEST)
    solver = Solver(by_name(settings.solver), settings.solver_timeout)
    solver.stop_at(meter.deadline)
    engine = Augmentation(pair, wanted, propagation, solver, [goals], compared.equality, meter.spent_inside)
    made = engine.run(tests)
    if describe:
        for finding in made.findings:
            if not meter.spent_inside():
                engine.describe(finding)
    return wanted, made


def _confirmed(compared: Compared, made: Augmented, tests: Sequence[tuple[Test, Test]]) -> list[bool | None]:
    """Do both versions do natively what is predicted?"""
    if not tests or not compared.settings.confirm:
        return [None] * len(tests)
    replayed = [replay_suite(compared.suite(side, [pair[side] for pair in tests])).replayed for side in (0, 1)]
    return [one.confirmed and two.confirmed for one, two in zip(*replayed, strict=True)]
