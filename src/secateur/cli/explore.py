"""`secateur explore`: tests and faults of a function or a program."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.live import Live

from secateur.cli.errors import CLEAN, FOUND, INCOMPLETE, USER_ERRORS, fail, user_errors
from secateur.cli.exploration import (
    BACKENDS,
    EXTERNALS,
    MOST_INSTRUCTIONS,
    Check,
    Confirm,
    Exploration,
    External,
    LoopBound,
    MaxDepth,
    MaxInstructions,
    MaxPaths,
    Memory,
    Order,
    Recursion,
    Seed,
    SolverName,
    SolverTimeout,
    Start,
    Timeout,
    Tune,
    compiled,
    default_checks,
    folder_name,
    parse_checks,
    parse_start,
    parse_tuning,
    require_known,
)
from secateur.cli.output import Output, criterion_of
from secateur.cli.source import Assume, Buffer, Define, Include, Nullable, Sources, String, Symbolic, build_options
from secateur.cli.summaries import Summaries, find_summaries
from secateur.exploration.audit import audit
from secateur.exploration.budget import Budget, Spent
from secateur.exploration.frontier import ORDERS
from secateur.exploration.loop import Progress
from secateur.exploration.plugins import registry
from secateur.exploration.result import Result
from secateur.exploration.technique import Technique
from secateur.harness.driver import DriverOptions
from secateur.harness.errors import HarnessError
from secateur.harness.subject import Subject
from secateur.ir.model import NOWHERE
from secateur.machine.fault import FaultKind
from secateur.machine.limit import Limit, LimitKind
from secateur.machine.path import Note
from secateur.machine.state import Limits
from secateur.report.audit import audit_json, show_audit
from secateur.report.lcov import to_lcov
from secateur.report.postconditions import journal
from secateur.report.run_json import explore_json
from secateur.report.terminal import progress_line, show_result
from secateur.suite.record import Recorder, suite_of
from secateur.suite.replay import replay_suite
from secateur.suite.test import Suite, Test
from secateur.suite.write import write_suite

EXAMPLES = """[bold]Examples[/]

secateur explore brake.c:update

secateur explore parser.c:parse --buffer 6 --assume 's\\[0] != 0' --timeout 60 --out tests/parse

secateur explore main.c util.c --json    (explores main, with klee_* or __VERIFIER_* inputs)
"""


def command(
    sources: Sources,
    technique: Annotated[str, typer.Option(help=f"How to explore: {', '.join(registry().names())}.")] = "full",
    output: Output = None,
    order: Order = "dfs",
    seed: Seed = 0,
    start: Start = None,
    tune: Tune = None,
    summaries: Summaries = None,
    postconditions: Annotated[
        Path | None, typer.Option(help="With pse: write what is covered at each line, path by path, to this file.")
    ] = None,
    check: Check = None,
    timeout: Timeout = None,
    max_paths: MaxPaths = None,
    max_depth: MaxDepth = None,
    max_instructions: MaxInstructions = MOST_INSTRUCTIONS,
    loop_bound: LoopBound = None,
    memory: Memory = None,
    recursion: Recursion = 2000,
    symbolic: Symbolic = None,
    nullable: Nullable = None,
    assume: Assume = None,
    buffer: Buffer = 4,
    string: String = None,
    include: Include = None,
    define: Define = None,
    external: External = "error",
    solver: SolverName = "bitwuzla",
    solver_timeout: SolverTimeout = 10.0,
    with_audit: Annotated[
        bool, typer.Option("--audit", help="Then explore fully too: was a fault lost by the technique?")
    ] = False,
    audit_budget: Annotated[float, typer.Option(help="Seconds for the full exploration of --audit.", min=0)] = 60.0,
    out: Annotated[
        Path | None, typer.Option(help="Where to write tests and run.json (default: secateur-out/NAME).")
    ] = None,
    confirm_faults: Confirm = True,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object on standard output.")] = False,
) -> None:
    """Explore the paths of a C function: a test for each, and every fault that an input can cause."""
    require_known(("--technique", technique, registry().names()), ("--order", order, ORDERS))
    require_known(("--external", external, EXTERNALS), ("--solver", solver, BACKENDS))
    kind = registry().find(technique)
    if summaries and not kind.allows_summaries:
        raise fail(f"--summaries works with --technique full only: {technique} looks at how functions compute values")
    if with_audit and not kind.reduces and not summaries:
        raise fail("--audit compares with full exploration: choose another --technique, or --summaries")
    if tune and kind.options is None:
        raise fail(f"--tune is for {_those(lambda each: each.options is not None)}: choose one with --technique")
    if postconditions and not kind.keeps_journal:
        raise fail(f"--postconditions is for {_those(lambda each: each.keeps_journal)}: choose it with --technique")
    if output and not kind.takes_criterion:
        raise fail(f"--output says what matters to --technique {_those(lambda each: each.takes_criterion)}: add that")
    checks = parse_checks(check or default_checks(sources))
    inputs = DriverOptions(buffer, string, tuple(symbolic or ()), tuple(assume or ()), nullable=tuple(nullable or ()))
    console = Console(stderr=as_json)
    with user_errors():
        folder = out or Path("secateur-out") / folder_name(sources)
        subject = compiled(sources, build_options(include, define), inputs, external, folder)
        limits = Limits(loop_bound, max_depth, recursion, max_instructions)
        budget = Budget(timeout, max_paths, memory)
        criterion = criterion_of(subject, output)
        first, tuning = parse_start(start), parse_tuning(tune)
        exploration = Exploration(
            subject, checks, limits, budget, order, seed, solver, solver_timeout, criterion, first, tuning
        )
        if summaries:
            exploration = replace(exploration, summaries=find_summaries(subject, summaries))
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # keeps what was found, as Ctrl-C does
        with live(console, as_json) as report, journal(postconditions) as write:
            result = exploration.run(technique, report, journal=write)
        if summaries and not exploration.summaries:
            result.notes.append(Note("there is no function that --summaries auto could take", NOWHERE, False))
        if not result.paths and result.complete:
            raise HarnessError("no input satisfies the assumptions: there is nothing to explore")
        found = Found(subject, result, checks, recursion)
        if confirm_faults:
            found.confirm()
        settings: dict[str, Any] = {"order": order, "seed": seed, **({"tuning": exploration.tuning} if tune else {})}
        if output:
            settings["outputs"] = list(criterion.names)
        if with_audit:
            with live(console, as_json) as report:
                full = Found(subject, explored_fully(exploration, result, audit_budget, report), checks, recursion)
            if confirm_faults:
                full.confirm()
            verdict = audit(result, full.result)
            settings["audit"] = audit_json(verdict, full.tests, full.confirmed)
        run = found.write(folder, settings)
    if as_json:
        sys.stdout.write(json.dumps(run) + "\n")
    else:
        show_result(console, subject.title, result, found.tests, found.confirmed, str(folder))
        if with_audit:
            show_audit(console, verdict, full.tests)
    if result.counts.faulty or (with_audit and verdict.missed):
        raise typer.Exit(FOUND)
    raise typer.Exit(CLEAN if result.complete else INCOMPLETE)


def _those(suitable: Callable[[type[Technique]], bool]) -> str:
    return ", ".join(name for name in registry().names() if suitable(registry().find(name)))


def explored_fully(
    exploration: Exploration, reduced: Result, seconds: float, report: Callable[[Progress], None] | None
) -> Result:
    """For the audit. One Ctrl-C ends both."""
    if reduced.spent is Spent.INTERRUPTED:
        return Result("full", spent=Spent.INTERRUPTED)
    return replace(exploration, summaries={}).run("full", report, Budget(seconds, None, exploration.budget.memory))


class Found:
    """The result of an exploration as a suite of tests, its faults tried natively."""

    def __init__(self, subject: Subject, result: Result, checks: frozenset[FaultKind], recursion: int) -> None:
        self.subject = subject
        self.result = result
        self.checks = checks
        self.recursion = recursion
        self.recorder = Recorder(subject.driver)
        self.confirmed: dict[str, bool] = {}
        self.tests = self._tests()

    def _tests(self) -> list[Test]:
        return [self.recorder.test(path, number) for number, path in enumerate(self.result.paths, 1)]

    @property
    def suite(self) -> Suite:
        return suite_of(self.subject, self.tests, self.checks)

    def confirm(self) -> None:
        """Run a test of each fault natively. Deep recursion that the real stack holds is only a bound of ours."""
        self._replay_faults()
        limit = Limit(LimitKind.RECURSION, bound=self.recursion)
        for fault, index in self.result.faults():
            if fault.kind is FaultKind.STACK_OVERFLOW and self.confirmed.get(self.tests[index].name) is False:
                self.result.demote(fault, limit)
        if len(self.result.paths) < len(self.tests):
            self.tests = self._tests()
            self._replay_faults()

    def _replay_faults(self) -> None:
        failing = tuple(self.tests[index] for _, index in self.result.faults())
        self.confirmed = {}
        if not failing:
            return
        try:
            report = replay_suite(replace(self.suite, tests=failing))
        except (*USER_ERRORS, OSError) as error:
            self.result.notes.append(Note(f"faults could not be tried natively: {error}", NOWHERE, False))
            return
        self.confirmed = {each.test.name: each.confirmed for each in report.replayed}

    def json(self, settings: Mapping[str, Any]) -> dict[str, Any]:
        source, function = self.subject.source, self.subject.function
        return explore_json(self.result, self.tests, source, function, settings, self.confirmed)

    def write(self, folder: Path, settings: Mapping[str, Any]) -> dict[str, Any]:
        """All files of a run; its JSON."""
        run = self.json(settings)
        write_suite(self.suite, self.subject.driver, folder)
        (folder / "run.json").write_text(json.dumps(run) + "\n")
        (folder / "coverage.lcov").write_text(to_lcov(self.result.coverage))
        return run


def live(console: Console, quiet: bool) -> Any:
    """Shows progress on a terminal; nothing when output is piped."""
    if quiet or not console.is_terminal:
        return nullcontext(None)
    return _Display(console)


class _Display:
    def __init__(self, console: Console) -> None:
        self._live = Live(console=console, transient=True, refresh_per_second=8)

    def __enter__(self) -> Callable[[Progress], None]:
        self._live.start()
        return lambda progress: self._live.update(progress_line(progress))

    def __exit__(self, *details: object) -> None:
        self._live.stop()
