"""`secateur explore`: tests and faults of a function or a program."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Callable, Collection, Mapping
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.live import Live

from secateur.cli.errors import CLEAN, FOUND, INCOMPLETE, USER_ERRORS, fail, user_errors
from secateur.explore.budget import Budget
from secateur.explore.frontier import ORDERS
from secateur.explore.loop import Explorer, Progress
from secateur.explore.result import Result
from secateur.explore.techniques import TECHNIQUES
from secateur.frontend.compile import Options
from secateur.harness.driver import DriverOptions
from secateur.harness.errors import HarnessError
from secateur.harness.subject import Havoc, Subject, load
from secateur.ir.model import NOWHERE
from secateur.machine.fault import ALL_CHECKS, OPTIONAL_CHECKS, FaultKind
from secateur.machine.library import find_builtin
from secateur.machine.machine import Machine
from secateur.machine.path import Note
from secateur.machine.state import Limits
from secateur.report.lcov import to_lcov
from secateur.report.run_json import explore_json
from secateur.report.terminal import progress_line, show_result
from secateur.solver import Solver, by_name
from secateur.suite.record import Recorder
from secateur.suite.replay import replay_suite
from secateur.suite.test import Suite, Test
from secateur.suite.write import write_suite

BACKENDS = ("bitwuzla", "z3")

EXAMPLES = """[bold]Examples[/]

secateur explore brake.c:update

secateur explore parser.c:parse --buffer 6 --assume 's\\[0] != 0' --timeout 60 --out tests/parse

secateur explore main.c util.c --json    (explores main, with klee_* or __VERIFIER_* inputs)
"""


def command(
    sources: Annotated[
        list[str],
        typer.Argument(
            metavar="SOURCE...",
            help="file.c:function, or file.c to explore main; further .c, .ll or .bc files are linked.",
            show_default=False,
        ),
    ],
    technique: Annotated[str, typer.Option(help=f"How to explore: {', '.join(TECHNIQUES)}.")] = "full",
    order: Annotated[str, typer.Option(help=f"Which path next: {', '.join(ORDERS)}.")] = "dfs",
    seed: Annotated[int, typer.Option(help="For --order random.")] = 0,
    check: Annotated[
        str | None,
        typer.Option(
            help="Checks that can be chosen: all, none, or a list of " + ", ".join(sorted(OPTIONAL_CHECKS)) + ". "
            "The other kinds are always reported. Default: all for C, none for .ll and .bc, where a compiler made "
            "the arithmetic.",
            show_default=False,
        ),
    ] = None,
    timeout: Annotated[float | None, typer.Option(help="Stop after this many seconds.", min=0)] = None,
    max_paths: Annotated[int | None, typer.Option(help="Stop after this many paths.", min=1)] = None,
    max_depth: Annotated[int | None, typer.Option(help="Stop a path after this many symbolic branches.", min=1)] = None,
    max_instructions: Annotated[
        int, typer.Option(help="Stop a path after this many instructions (an endless loop).", min=1)
    ] = Limits().instructions,
    loop_bound: Annotated[
        int | None,
        typer.Option(help="Stop a path when a symbolic branch is passed more often than this in one call.", min=0),
    ] = None,
    memory: Annotated[int | None, typer.Option(help="Stop when this many MiB are in use.", min=1)] = None,
    recursion: Annotated[
        int, typer.Option(help="More calls inside each other than this are a stack overflow.", min=1)
    ] = 2000,
    symbolic: Annotated[
        list[str] | None, typer.Option(metavar="GLOBAL", help="Make a global variable symbolic too.")
    ] = None,
    assume: Annotated[
        list[str] | None, typer.Option(metavar="EXPR", help="A C expression over the inputs that must hold.")
    ] = None,
    buffer: Annotated[int, typer.Option(help="Elements behind a pointer parameter.", min=1)] = 4,
    string: Annotated[int | None, typer.Option(help="Longest char * in characters (default: --buffer).", min=0)] = None,
    include: Annotated[list[str] | None, typer.Option("-I", metavar="DIR", help="Add an include directory.")] = None,
    define: Annotated[list[str] | None, typer.Option("-D", metavar="NAME[=VALUE]", help="Define a macro.")] = None,
    external: Annotated[str, typer.Option(help="Unknown functions: error, or havoc (return any value).")] = "error",
    solver: Annotated[str, typer.Option(help=f"Solver: {', '.join(BACKENDS)}.")] = "bitwuzla",
    solver_timeout: Annotated[float, typer.Option(help="Seconds that one query may take.", min=0.001)] = 10.0,
    out: Annotated[
        Path | None, typer.Option(help="Where to write tests and run.json (default: secateur-out/NAME).")
    ] = None,
    confirm_faults: Annotated[
        bool, typer.Option("--confirm/--no-confirm", help="Run each fault natively, with sanitizers.")
    ] = True,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object on standard output.")] = False,
) -> None:
    """Explore the paths of a C function: a test for each, and every fault that an input can cause."""
    _known(("--technique", technique, TECHNIQUES), ("--order", order, ORDERS))
    _known(("--external", external, ("error", "havoc")), ("--solver", solver, BACKENDS))
    checks = parse_checks(check or default_checks(sources))
    options = Options(tuple(include or ()), tuple(define or ()))
    inputs = DriverOptions(buffer, string, tuple(symbolic or ()), tuple(assume or ()))
    console = Console(stderr=as_json)
    with user_errors():
        folder = out or Path("secateur-out") / _folder_name(sources)
        havoc = Havoc(folder / "externals.ll", lambda name: find_builtin(name) is not None)
        subject = load(sources, options, inputs, havoc if external == "havoc" else None)
        limits = Limits(loop_bound, max_depth, recursion, max_instructions)
        machine = Machine(subject.program, "main", checks, limits)
        engine = Solver(by_name(solver), solver_timeout)
        budget = Budget(timeout, max_paths, memory)
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # keeps what was found, as Ctrl-C does
        with _live(console, as_json) as report:
            result = Explorer(machine, engine, TECHNIQUES[technique](), order, budget, seed, report).run()
        if not result.counts.completed and result.complete:
            raise HarnessError("no input satisfies the assumptions: there is nothing to explore")
        found = Found(subject, result, checks, recursion)
        if confirm_faults:
            found.confirm()
        run = found.write(folder, {"order": order, "seed": seed})
    if as_json:
        sys.stdout.write(json.dumps(run) + "\n")
    else:
        show_result(console, subject.title, result, found.tests, found.confirmed, str(folder))
    raise typer.Exit(FOUND if result.counts.faulty else CLEAN if result.complete else INCOMPLETE)


def _known(*choices: tuple[str, str, Collection[str]]) -> None:
    for name, value, known in choices:
        if value not in known:
            raise fail(f"{name} {value}: unknown; choose one of {', '.join(known)}")


def _folder_name(sources: list[str]) -> str:
    """`brake-update` for `src/brake.c:update`."""
    target = next((s for s in sources if not Path(s).exists()), sources[0])
    path, _, function = target.partition(":")
    return f"{Path(path).stem}-{function or 'main'}"


def default_checks(sources: list[str]) -> str:
    """Optimised bitcode computes what it does not use, so overflow there says nothing about the source."""
    bitcode = any(s.partition(":")[0].endswith((".ll", ".bc")) for s in sources)
    return "none" if bitcode else "all"


def parse_checks(text: str) -> frozenset[FaultKind]:
    """The kinds to look for. Those that end a program in any case cannot be left out."""
    if text == "all":
        return ALL_CHECKS
    wanted = set() if text == "none" else {word.strip() for word in text.split(",") if word.strip()}
    unknown = wanted - {str(kind) for kind in ALL_CHECKS}
    if unknown:
        raise fail(f"--check {min(unknown)}: unknown; choose from {', '.join(sorted(OPTIONAL_CHECKS))}, all, none")
    return (ALL_CHECKS - OPTIONAL_CHECKS) | {FaultKind(word) for word in wanted}


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
        options = self.subject.options
        return Suite(
            sources=tuple(str(s) for s in self.subject.sources),
            function=self.subject.function,
            driver=self.subject.driver_text,
            inputs=self.recorder.described,
            tests=tuple(self.tests),
            include_paths=options.include_paths,
            defines=options.defines,
            flags=options.flags,
            checks=tuple(sorted(str(kind) for kind in self.checks)),
        )

    def confirm(self) -> None:
        """Run a test of each fault natively. Deep recursion that the real stack holds is only a bound of ours."""
        self._replay_faults()
        reason = f"more than {self.recursion} calls inside each other (--recursion)"
        for fault, index in self.result.faults():
            if fault.kind is FaultKind.STACK_OVERFLOW and self.confirmed.get(self.tests[index].name) is False:
                self.result.demote(fault, reason)
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

    def write(self, folder: Path, settings: Mapping[str, Any]) -> dict[str, Any]:
        """All files of a run; its JSON."""
        subject = self.subject
        run = explore_json(self.result, self.tests, subject.source, subject.function, settings, self.confirmed)
        write_suite(self.suite, self.subject.driver, folder)
        (folder / "run.json").write_text(json.dumps(run) + "\n")
        (folder / "coverage.lcov").write_text(to_lcov(self.result.coverage))
        return run


def _live(console: Console, quiet: bool) -> Any:
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
