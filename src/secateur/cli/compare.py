"""`secateur compare`: the same subject under several techniques, one row each."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.live import Live

from secateur.cli.child import Send, run_in_child
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
from secateur.cli.explore import Found
from secateur.cli.output import Output, criterion_of
from secateur.cli.source import Assume, Buffer, Define, Include, Nullable, Sources, String, Symbolic, build_options
from secateur.exploration.budget import Budget
from secateur.exploration.frontier import ORDERS
from secateur.exploration.loop import Progress
from secateur.exploration.plugins import registry
from secateur.harness.driver import DriverOptions
from secateur.harness.errors import HarnessError
from secateur.machine.state import Limits
from secateur.report.compare import BASE, Row, compare_json, comparison_table, show_comparison

EXAMPLES = """[bold]Examples[/]

secateur compare brake.c:update

secateur compare parser.c:parse --techniques full,dgse --timeout 60 --json
"""


def command(
    sources: Sources,
    techniques: Annotated[
        str | None,
        typer.Option(
            help=f"A list of {', '.join(registry().names())}, with commas between (default: all that look for faults).",
            show_default=False,
        ),
    ] = None,
    output: Output = None,
    order: Order = "dfs",
    seed: Seed = 0,
    start: Start = None,
    tune: Tune = None,
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
    confirm_faults: Confirm = True,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object on standard output.")] = False,
) -> None:
    """Explore a C function under several techniques: how many paths and how much time each needs, and whether they
    find the same faults. Budgets are for each of them; each begins in a process of its own."""
    names = parse_techniques(techniques)
    require_known(("--order", order, ORDERS), ("--external", external, EXTERNALS), ("--solver", solver, BACKENDS))
    checks = parse_checks(check or default_checks(sources))
    inputs = DriverOptions(buffer, string, tuple(symbolic or ()), tuple(assume or ()), nullable=tuple(nullable or ()))
    console = Console(stderr=as_json, width=None if sys.stdout.isatty() else 140)
    with user_errors():
        folder = Path("secateur-out") / folder_name(sources)
        subject = compiled(sources, build_options(include, define), inputs, external, folder)
        limits = Limits(loop_bound, max_depth, recursion, max_instructions)
        budget = Budget(timeout, max_paths, memory)
        criterion = criterion_of(subject, output)
        first, tuning = parse_start(start), parse_tuning(tune)
        exploration = Exploration(
            subject, checks, limits, budget, order, seed, solver, solver_timeout, criterion, first, tuning
        )
        rows = Comparison(exploration, confirm_faults, console, as_json).run(names)
    if as_json:
        sys.stdout.write(json.dumps(compare_json(rows, subject.source, subject.function)) + "\n")
    else:
        show_comparison(console, subject.title, rows)
    if any(row["faults"] for row in rows):
        raise typer.Exit(FOUND)
    raise typer.Exit(CLEAN if len(rows) == len(names) and all(row["complete"] for row in rows) else INCOMPLETE)


def parse_techniques(text: str | None) -> list[str]:
    """The names in the user's order; all that look for faults, `full` first, if none are given."""
    known = registry()
    if text is None:
        seeking = (name for name in known.names() if known.find(name).seeks_faults)
        return sorted(seeking, key=lambda name: name != BASE)
    names = list(dict.fromkeys(word.strip() for word in text.split(",") if word.strip()))
    require_known(*(("--techniques", name, known.names()) for name in names))
    if not names:
        raise fail(f"--techniques: give some of {', '.join(known.names())}")
    return names


@dataclass
class Comparison:
    """Explores with one technique after another. `rows` are those that are finished."""

    exploration: Exploration
    confirm: bool
    console: Console
    quiet: bool
    rows: list[Row] = field(default_factory=list)

    def run(self, techniques: list[str]) -> list[Row]:
        """Ctrl-C keeps the rows so far, and what the one being filled has found."""
        shown = not self.quiet and self.console.is_terminal
        live = Live(console=self.console, transient=True, auto_refresh=False) if shown else None
        if live is not None:
            live.start()
        try:
            for name in techniques:
                if not self._row(name, live):
                    break
        finally:
            if live is not None:
                live.stop()
        return self.rows

    def _row(self, technique: str, live: Live | None) -> bool:
        def receive(message: Any) -> None:
            if isinstance(message, str):
                raise fail(message)
            progress = message if isinstance(message, Progress) else None
            if progress is None:
                self.rows.append(message)
            if live is not None:
                running = technique if progress is not None else None
                live.update(comparison_table(self.rows, running, progress), refresh=True)

        if live is not None:
            live.update(comparison_table(self.rows, technique), refresh=True)
        return run_in_child(lambda send: self._explore(technique, send), receive)

    def _explore(self, technique: str, send: Send) -> None:
        """In a process of its own: sends progress, at last the row; or a message, if the user must mend something."""
        try:
            result = self.exploration.run(technique, send)
            if not result.paths and result.complete:
                raise HarnessError("no input satisfies the assumptions: there is nothing to explore")
            found = Found(self.exploration.subject, result, self.exploration.checks, self.exploration.limits.recursion)
            if self.confirm:
                found.confirm()
        except USER_ERRORS as error:
            send(str(error).rstrip())
        else:
            send(found.json({"order": self.exploration.order, "seed": self.exploration.seed}))
