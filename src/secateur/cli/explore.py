"""`secateur explore`: tests and faults of a function or a program."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.live import Live

from secateur.cli.errors import CLEAN, FOUND, INCOMPLETE, fail, user_errors
from secateur.explore.budget import Budget
from secateur.explore.frontier import ORDERS
from secateur.explore.loop import Explorer, Progress
from secateur.explore.result import Result
from secateur.explore.techniques import TECHNIQUES
from secateur.frontend.compile import Options
from secateur.harness.driver import DriverOptions
from secateur.harness.subject import Subject, load
from secateur.machine.fault import ALL_CHECKS, OPTIONAL_CHECKS, FaultKind
from secateur.machine.machine import Machine
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
        str,
        typer.Option(
            help="Checks that can be chosen: all, none, or a list of "
            + ", ".join(sorted(OPTIONAL_CHECKS))
            + ". The other kinds are always reported."
        ),
    ] = "all",
    timeout: Annotated[float | None, typer.Option(help="Stop after this many seconds.", min=0)] = None,
    max_paths: Annotated[int | None, typer.Option(help="Stop after this many paths.", min=1)] = None,
    max_depth: Annotated[int | None, typer.Option(help="Stop a path after this many symbolic branches.", min=1)] = None,
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
    for name, value, known in (
        ("--technique", technique, TECHNIQUES),
        ("--order", order, ORDERS),
        ("--external", external, ("error", "havoc")),
        ("--solver", solver, BACKENDS),
    ):
        if value not in known:
            raise fail(f"{name} {value}: unknown; choose one of {', '.join(known)}")
    checks = parse_checks(check)
    options = Options(tuple(include or ()), tuple(define or ()))
    inputs = DriverOptions(buffer, string, tuple(symbolic or ()), tuple(assume or ()))
    with user_errors():
        subject = load(sources, options, inputs)
        limits = Limits(loop_bound, max_depth, recursion)
        machine = Machine(subject.program, "main", checks, limits, havoc=external == "havoc")
        engine = Solver(by_name(solver), solver_timeout)
        console = Console(stderr=as_json)
        with _live(console, as_json) as report:
            explorer = Explorer(
                machine,
                engine,
                TECHNIQUES[technique](),
                order,
                Budget(timeout, max_paths, memory),
                seed,
                report=report,
            )
            result = explorer.run()
        tests = make_tests(result, subject)
        suite = make_suite(subject, tests, checks)
        failing = [tests[index] for _, index in result.faults()]
        confirmed = confirm(suite, failing) if confirm_faults and failing else {}
        folder = out or Path("secateur-out") / _folder_name(subject)
        settings = {"order": order, "seed": seed}
        run = explore_json(result, tests, ", ".join(map(str, subject.sources)), subject.function, settings, confirmed)
        write_suite(suite, subject.driver, folder)
        (folder / "run.json").write_text(json.dumps(run) + "\n")
        (folder / "coverage.lcov").write_text(to_lcov(result.coverage))
    if as_json:
        sys.stdout.write(json.dumps(run) + "\n")
    else:
        show_result(console, subject.title, result, tests, confirmed, str(folder))
    raise typer.Exit(FOUND if result.counts.faulty else CLEAN if result.complete else INCOMPLETE)


def parse_checks(text: str) -> frozenset[FaultKind]:
    """The kinds to look for. Those that end a program in any case cannot be left out."""
    if text == "all":
        return ALL_CHECKS
    wanted = set() if text == "none" else {word.strip() for word in text.split(",") if word.strip()}
    unknown = wanted - {str(kind) for kind in ALL_CHECKS}
    if unknown:
        raise fail(f"--check {min(unknown)}: unknown; choose from {', '.join(sorted(ALL_CHECKS))}, all, none")
    return (ALL_CHECKS - OPTIONAL_CHECKS) | {FaultKind(word) for word in wanted}


def make_tests(result: Result, subject: Subject) -> list[Test]:
    recorder = Recorder(subject.driver)
    return [recorder.test(path, number) for number, path in enumerate(result.paths, 1)]


def confirm(suite: Suite, failing: list[Test]) -> dict[str, bool]:
    """Run the tests that end in a fault natively: does each show the same fault?"""
    report = replay_suite(replace(suite, tests=tuple(failing)))
    return {each.test.name: each.confirmed for each in report.replayed}


def make_suite(subject: Subject, tests: list[Test], checks: frozenset[FaultKind]) -> Suite:
    return Suite(
        sources=tuple(str(s) for s in subject.sources),
        function=subject.function,
        driver=subject.driver_text,
        inputs=Recorder(subject.driver).described,
        tests=tuple(tests),
        include_paths=subject.options.include_paths,
        defines=subject.options.defines,
        flags=subject.options.flags,
        checks=tuple(sorted(str(kind) for kind in checks)),
    )


def _folder_name(subject: Subject) -> str:
    return f"{subject.sources[0].stem}-{subject.function}"


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
