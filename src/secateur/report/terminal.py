"""What a person sees of an exploration: the live line while it runs, and the tables at the end."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from secateur.explore.loop import Progress
from secateur.explore.result import Result, summary
from secateur.suite.test import Json, Test

#: How many tests the table shows; the files hold them all.
SHOWN = 12


def progress_line(progress: Progress) -> Text:
    faults = Text(f"{progress.faults} faulty", style="bold red" if progress.faults else "")
    return Text.assemble(
        ("● ", "green"),
        f"{progress.paths:,} paths  ",
        faults,
        f"  {progress.queue:,} waiting  solver {progress.solver_share:.0%}  {progress.elapsed:.1f} s",
    )


def show_result(
    console: Console,
    title: str,
    result: Result,
    tests: Sequence[Test],
    confirmed: Mapping[str, bool],
    out: str,
) -> None:
    counts, coverage, solver = result.counts, result.coverage, result.solver
    console.print(Text.assemble(("secateur ", "bold green"), (title, "bold"), f"  {result.technique} exploration"))
    console.print(_tests_table(tests))
    if len(tests) > SHOWN:
        console.print(f"  … and {len(tests) - SHOWN:,} more in {out}/tests.json", style="dim")
    if counts.faulty:
        console.print(_faults_table(result, tests, confirmed))
    console.print(
        f"[bold]{counts.completed:,}[/] paths ({counts.faulty:,} faulty), {counts.infeasible:,} infeasible, "
        f"{result.instructions:,} instructions in {result.seconds:.2f} s; "
        f"{solver.queries:,} solver queries in {solver.seconds:.2f} s",
        highlight=False,
    )
    console.print(
        f"lines {coverage.covered_lines}/{len(coverage.lines)}, "
        f"branches {coverage.covered_sides}/{2 * len(coverage.branches)}",
        highlight=False,
    )
    for note in result.notes:
        if not note.incomplete:
            console.print(f"note: {note.position}: {note.text}", style="yellow", highlight=False)
    console.print(Text(summary(result), style="green" if result.complete else "yellow"))
    console.print(f"written to {out}: run `secateur replay {out}` to check every test natively", highlight=False)


def _tests_table(tests: Sequence[Test]) -> Table:
    table = Table(box=None, header_style="bold", pad_edge=False, padding=(0, 2, 0, 0))
    for name in ("test", "inputs", "outcome", "path"):
        table.add_column(name, overflow="ellipsis", no_wrap=True)
    for test in tests[:SHOWN]:
        style = "red" if test.outcome.fault else ""
        table.add_row(test.name, show_inputs(test.inputs), Text(str(test.outcome), style=style), " ".join(test.path))
    return table


def _faults_table(result: Result, tests: Sequence[Test], confirmed: Mapping[str, bool]) -> Table:
    table = Table(box=None, header_style="bold red", pad_edge=False, padding=(0, 2, 0, 0))
    for name in ("fault", "where", "what", "test", "native run"):
        table.add_column(name, overflow="fold")
    for fault, index in result.faults():
        test = tests[index]
        table.add_row(
            str(fault.kind),
            f"{fault.position} {fault.function}",
            fault.message,
            f"{test.name}: {show_inputs(test.inputs)}",
            _verdict(confirmed.get(test.name)),
        )
    return table


def _verdict(confirmed: bool | None) -> Text:
    if confirmed is None:
        return Text("not tried", style="dim")
    return Text("confirmed", style="bold red") if confirmed else Text("NOT confirmed", style="yellow")


def show_inputs(inputs: Mapping[str, Json]) -> str:
    return ", ".join(f"{name}={json.dumps(value)}" for name, value in inputs.items())
