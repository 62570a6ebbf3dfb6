"""`secateur signature`: what the output of a function can be, and when; of two versions, where they differ."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

import typer
from rich.console import Console

from secateur.cli.errors import CLEAN, FOUND, INCOMPLETE, fail, user_errors
from secateur.cli.exploration import (
    BACKENDS,
    MOST_INSTRUCTIONS,
    Check,
    Exploration,
    LoopBound,
    MaxDepth,
    MaxPaths,
    SolverName,
    SolverTimeout,
    Timeout,
    default_checks,
    parse_checks,
    require_known,
)
from secateur.cli.explore import live
from secateur.cli.output import Output, criterion_of
from secateur.cli.source import Assume, Buffer, Define, Include, Nullable, String, Symbolic, build_options
from secateur.cli.versions import Function, with_function
from secateur.evolve.behaviour.signatures import Aligned, RowStatus, align
from secateur.exploration.budget import Budget
from secateur.exploration.loop import Progress
from secateur.exploration.result import Result
from secateur.exploration.signature import Row, counted, signature
from secateur.exploration.techniques.rsc import Rsc
from secateur.expr import Expr
from secateur.harness.driver import DriverOptions
from secateur.harness.errors import HarnessError
from secateur.harness.subject import load
from secateur.machine.machine import Machine
from secateur.machine.state import Limits
from secateur.report.shown import outcome_text
from secateur.report.signature import (
    Difference,
    Signature,
    alignment_json,
    show_alignment,
    show_signature,
    signature_json,
)
from secateur.suite.record import Recorder

EXAMPLES = """[bold]Examples[/]

secateur signature brake.c:update

secateur signature brake.c:update --output pressure --output stdout --count

secateur signature old/brake.c:update new/brake.c --json
"""


def command(
    sources: Annotated[
        list[str],
        typer.Argument(
            metavar="SOURCE | OLD NEW", help="file.c:function; two of them are compared.", show_default=False
        ),
    ],
    output: Output = None,
    count: Annotated[bool, typer.Option("--count", help="Also count the paths that each row stands for.")] = False,
    function: Function = None,
    check: Check = None,
    timeout: Timeout = None,
    max_paths: MaxPaths = None,
    max_depth: MaxDepth = None,
    loop_bound: LoopBound = None,
    symbolic: Symbolic = None,
    nullable: Nullable = None,
    assume: Assume = None,
    buffer: Buffer = 4,
    string: String = None,
    include: Include = None,
    define: Define = None,
    solver: SolverName = "bitwuzla",
    solver_timeout: SolverTimeout = 10.0,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object on standard output.")] = False,
) -> None:
    """Show all that the output of a C function can be: a condition over the inputs and an expression, one row for each
    way in which it is computed. Of two versions, show which rows have changed, each with an input."""
    require_known(("--solver", solver, BACKENDS))
    if len(sources) > 2:
        raise fail("give one SOURCE, or two to compare them")
    specs = with_function(sources, function)
    inputs = DriverOptions(buffer, string, tuple(symbolic or ()), tuple(assume or ()), nullable=tuple(nullable or ()))
    checks = parse_checks(check or default_checks(sources))
    limits = Limits(loop_bound, max_depth, 2000, MOST_INSTRUCTIONS)
    budget = Budget(timeout, max_paths, None)
    console = Console(stderr=as_json, width=None if sys.stdout.isatty() else 140)
    with user_errors():
        explored = []
        variables: dict[tuple[str, int, str], Expr] = {}  # an input that both versions have is the same one
        for spec in specs:
            subject = load([spec], build_options(include, define), inputs)
            criterion = criterion_of(subject, output)
            plan = Exploration(subject, checks, limits, budget, "dfs", 0, solver, solver_timeout, criterion)
            with live(console, as_json) as report:
                explored.append(Explored.by_output(plan, variables, count, report))
        if len(explored) == 2:
            raise typer.Exit(_compare(explored[0], explored[1], console, as_json))
    one = explored[0].signature
    if as_json:
        sys.stdout.write(json.dumps(signature_json(one)) + "\n")
    else:
        show_signature(console, one)
    if one.faulty:
        raise typer.Exit(FOUND)
    raise typer.Exit(CLEAN if one.result.complete else INCOMPLETE)


@dataclass(frozen=True, slots=True)
class Explored:
    """A version with its signature, and a machine to try inputs."""

    plan: Exploration
    machine: Machine
    signature: Signature

    @staticmethod
    def by_output(
        plan: Exploration,
        variables: dict[tuple[str, int, str], Expr],
        count: bool,
        report: Callable[[Progress], None] | None,
    ) -> Explored:
        technique = Rsc(plan.criterion)
        machine = plan.machine(record=True)
        machine.variables = variables
        result = plan.explore(technique, report, machine=machine)
        if not result.counts.completed and result.complete:
            raise HarnessError("no input satisfies the assumptions: there is nothing to explore")
        if result.technique != Rsc.name:
            raise HarnessError(f"there is no signature: {result.remark}")
        rows = signature(technique.partitions, plan.engine())
        full: Result | None = None
        if count:
            full = plan.run("full", report)
            rows = counted(rows, [p for p in full.paths if plan.criterion.is_seen(p)])
        recorder = Recorder(plan.subject.driver)
        names = list(dict.fromkeys(name for row in rows for name, _ in row.outputs))
        shown = Signature(
            plan.subject.title,
            plan.subject.source,
            plan.subject.function,
            plan.criterion.names or tuple(names),
            tuple(rows),
            tuple(recorder.test(row.path, n).inputs for n, row in enumerate(rows, 1)),
            result,
            len(technique.partitions),
            tuple(recorder.test(result.paths[index], index + 1) for _, index in result.faults()),
            None if full is None else full.complete,
        )
        return Explored(plan, machine, shown)

    def without(self, other: Explored) -> list[tuple[Row, tuple[int, ...]]]:
        """Rows with an input that comes to no output in the other version, for each end that was met there. That end is
        no part of a row's condition, so rows that say the same may hide it."""
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

    def outcome(self, model: tuple[int, ...]) -> str:
        """What an input leads to, as a run tells."""
        return outcome_text(self.machine.run(*self.machine.start(model, concrete=True)), self.plan.criterion)


def _compare(old: Explored, new: Explored, console: Console, as_json: bool) -> int:
    """Shows the two side by side; the exit code."""
    pairs = align(old.signature.rows, new.signature.rows, old.plan.engine())
    alone = [pair.old or pair.new for pair in pairs if pair.old is None or pair.new is None]
    pairs += [Aligned(RowStatus.ONLY_OLD, row, None, model) for row, model in old.without(new) if row not in alone]
    pairs += [Aligned(RowStatus.ONLY_NEW, None, row, model) for row, model in new.without(old) if row not in alone]
    recorder = Recorder(new.plan.subject.driver)
    differences = []
    for pair in pairs:
        inputs, before, after = None, "", ""
        if pair.model is not None:
            before, after = old.outcome(pair.model), new.outcome(pair.model)
            path = new.machine.run(*new.machine.start(pair.model))
            inputs = recorder.test(path, 1).inputs
        differences.append(Difference(pair, inputs, before, after))
    if as_json:
        sys.stdout.write(json.dumps(alignment_json(old.signature, new.signature, differences)) + "\n")
    else:
        show_alignment(console, old.signature, new.signature, differences)
    states = {pair.status for pair in pairs}
    if states & {RowStatus.CHANGED, RowStatus.ONLY_OLD, RowStatus.ONLY_NEW}:
        return FOUND
    is_certain = old.signature.result.complete and new.signature.result.complete and RowStatus.UNKNOWN not in states
    return CLEAN if is_certain else INCOMPLETE
