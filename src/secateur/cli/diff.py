"""`secateur diff`: what a change does."""

from __future__ import annotations

import json
import signal
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from secateur.cli.comparison import Compared, Settings
from secateur.cli.errors import CLEAN, FOUND, INCOMPLETE, fail, user_errors
from secateur.cli.exploration import (
    BACKENDS,
    EXTERNALS,
    MOST_INSTRUCTIONS,
    Check,
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
    Timeout,
    compiled,
    default_checks,
    parse_checks,
    require_known,
)
from secateur.cli.regression import read_tests, regression
from secateur.cli.source import Assume, Buffer, Define, Include, Nullable, String, Symbolic, build_options
from secateur.cli.versions import Function
from secateur.evolve.outcomes import FAULTS, Equality
from secateur.evolve.overview import Overview, overview
from secateur.evolve.pair import Pair
from secateur.evolve.sources import Source, locate
from secateur.exploration.budget import Budget
from secateur.exploration.frontier import ORDERS
from secateur.exploration.impacted import Impacted
from secateur.exploration.options import parse_options
from secateur.exploration.plugins import registry
from secateur.exploration.setup import Change, Setup
from secateur.exploration.technique import Technique
from secateur.exploration.techniques.dise_published import STRATEGIES
from secateur.frontend.compile import Options
from secateur.harness.driver import DriverOptions
from secateur.harness.errors import HarnessError
from secateur.harness.subject import Subject
from secateur.machine.state import Limits
from secateur.report.diff import Comparison, Report, Status, report_json, show_report
from secateur.report.markdown import to_markdown
from secateur.report.source_text import SourceText

TECHNIQUES = registry().names(for_changes=True)

EXAMPLES = """[bold]Examples[/]

secateur diff old/brake.c new/brake.c --function update

secateur diff git:HEAD~1:src/brake.c src/brake.c --impact

secateur diff old/ new/ --tests secateur-out/brake-update --markdown > comment.md
"""


def command(
    old: Annotated[str, typer.Argument(metavar="OLD", help="file.c, a folder, or git:REV:path.", show_default=False)],
    new: Annotated[str, typer.Argument(metavar="NEW", help="The same for the new version.", show_default=False)],
    function: Function = None,
    impact: Annotated[
        bool, typer.Option("--impact", help="Show every impacted line with the chain that makes it so.")
    ] = False,
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
    faults: Annotated[str, typer.Option(help="Faults are equal if of the same kind; or any two: kind, any.")] = "kind",
    technique: Annotated[str, typer.Option(help=f"How to explore the new version: {', '.join(TECHNIQUES)}.")] = "dise",
    strategy: Annotated[
        str, typer.Option(help=f"Of dise-published, which side first: {', '.join(STRATEGIES)}.")
    ] = "default",
    tests: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR|FILE",
            help="An existing suite, written by explore, or a JSON list of inputs: which tests to run again, and "
            "which to add.",
            show_default=False,
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="Where to write the tests to add, as a suite.", show_default=False)
    ] = None,
    check: Check = None,
    order: Order = "dfs",
    seed: Seed = 0,
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
    confirm: Annotated[
        bool, typer.Option("--confirm/--no-confirm", help="Run both versions natively on each difference.")
    ] = True,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object on standard output.")] = False,
    markdown: Annotated[
        bool, typer.Option("--markdown", help="A summary for a pull request on standard output.")
    ] = False,
) -> None:
    """Tell what a change does: whether two versions of C code behave alike, and if not, when, with an input that shows
    it."""
    require_known(("--solver", solver, BACKENDS), ("--order", order, ORDERS), ("--faults", faults, FAULTS))
    require_known(("--technique", technique, TECHNIQUES), ("--strategy", strategy, STRATEGIES))
    require_known(("--external", external, EXTERNALS))
    if registry().find(technique, for_changes=True).has_own_order and order != "dfs":
        raise fail(f"{technique} has an order of its own: leave --order out, or give --strategy")
    console = Console(stderr=as_json, width=None if sys.stdout.isatty() else 140)
    settings = Settings(
        parse_checks(check or default_checks([old, new])),
        Limits(loop_bound, max_depth, recursion, max_instructions),
        Budget(timeout, max_paths, memory),
        order,
        seed,
        solver,
        solver_timeout,
        Equality(tuple(only or ()), tuple(ignore or ()), faults),
        buffer,
        confirm,
    )
    inputs = DriverOptions(buffer, string, tuple(symbolic or ()), tuple(assume or ()), nullable=tuple(nullable or ()))
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with user_errors(), tempfile.TemporaryDirectory(prefix="secateur-") as workspace:
        sources = locate(old, Path(workspace)), locate(new, Path(workspace))
        diff = Diff(sources, function, build_options(include, define), inputs, settings, technique, strategy)
        diff.stand_ins = (external, out or Path(workspace))
        if tests is not None:
            diff.tests = Tests(tests, out)
        report = diff.run()
        if as_json:
            shown = json.dumps(report_json(report, SourceText())) + "\n"
        else:
            shown = to_markdown(report, SourceText()) if markdown else _shown(console, report, impact)
    for source in sources:
        shown = source.named(shown)
    sys.stdout.write(shown)
    raise typer.Exit(_code(report))


def _shown(console: Console, report: Report, impact: bool) -> str:
    with console.capture() as captured:
        show_report(console, report, SourceText(), impact)
    return captured.get()


def _code(report: Report) -> int:
    if report.status is Status.DIFFERENT:
        return FOUND
    return CLEAN if report.complete else INCOMPLETE


@dataclass(frozen=True, slots=True)
class Tests:
    """An existing suite, and where tests to add go."""

    source: Path
    out: Path | None


class Diff:
    """Finds the functions to compare, and compares them."""

    def __init__(
        self,
        sources: tuple[Source, Source],
        function: str | None,
        options: Options,
        inputs: DriverOptions,
        settings: Settings,
        technique: str = "dise",
        strategy: str = "default",
    ) -> None:
        self.kind = registry().find(technique, for_changes=True)
        self.strategy = strategy
        self.tests: Tests | None = None
        self.stand_ins = ("error", Path())  # what to do about functions without a body, and where
        self.sources = sources
        self.function = function or sources[1].function or sources[0].function
        self.options = options
        self.inputs = inputs
        self.settings = settings

    def run(self) -> Report:
        started = time.monotonic()
        found = overview(self.sources[0].files, self.sources[1].files, self.options)
        comparisons: list[Comparison] = []
        skipped: dict[str, str] = {}
        wanted = self._wanted(found)
        for name in wanted:
            try:
                comparisons.append(self._compare(name, found))
            except HarnessError as error:
                if self.function:
                    raise
                skipped[name] = str(error)
        return Report(
            self.sources[0].title,
            self.sources[1].title,
            tuple(comparisons),
            tuple(found.only_old),
            tuple(found.only_new),
            {a: b for a, b in found.matched.items() if a != b},
            skipped,
            time.monotonic() - started,
        )

    def _wanted(self, found: Overview) -> list[str]:
        """The function that was asked for; else all that changed and can be called in both versions."""
        if found.is_same:
            if self.function and self.function not in found.new:
                raise self._unknown(found.new)
            return []
        if self.function:
            if self.function not in found.new:
                raise self._unknown(found.new)
            return [self.function]
        return found.changed

    def _unknown(self, known: Mapping[str, Path]) -> HarnessError:
        names = ", ".join(known) or "none"
        return HarnessError(f"{self.sources[1].title} has no function '{self.function}'; it defines: {names}")

    def _compare(self, name: str, found: Overview) -> Comparison:
        former = found.former.get(name)
        if former is None:
            raise HarnessError(f"{self.sources[0].title} has no function '{name}' to compare with")
        old = self._load(self.sources[0].files, found.old[former], former, "old")
        new = self._load(self.sources[1].files, found.new[name], name, "new")
        if (old.driver is None) != (new.driver is None):
            raise HarnessError(f"{name} is a whole program in one version only")
        compared = Compared(old, new, self.settings, self._made, sure=self.kind.establishes_equivalence)
        told = compared.run()
        if self.tests is None:
            return told
        given = read_tests(self.tests.source, old.function)
        if given is None:
            return told
        folder = None if self.tests.out is None else self.tests.out
        return replace(told, tests=regression(compared, given, str(self.tests.source), folder))

    def _made(self, pair: Pair) -> Technique:
        change = Change(pair.new.impacted, lambda: Impacted(pair.statics[1], pair.published))
        options = parse_options(self.kind, {"strategy": self.strategy} if self.kind.options is not None else {})
        return self.kind.make(Setup(options=options, change=change, seed=self.settings.seed))

    def _load(self, files: Sequence[Path], home: Path, name: str, version: str) -> Subject:
        others = [str(f) for f in files if f != home]
        external, folder = self.stand_ins
        return compiled([f"{home}:{name}", *others], self.options, self.inputs, external, folder / f"{version}-{name}")
