"""`secateur replay`: do the tests hold when the program really runs?"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from secateur.cli.errors import CLEAN, FOUND, user_errors
from secateur.report.terminal import show_inputs
from secateur.suite.replay import ReplayReport, replay

EXAMPLES = """[bold]Examples[/]

secateur replay secateur-out/brake-update

secateur replay tests/parse --json
"""


def command(
    directory: Annotated[
        Path,
        typer.Argument(metavar="DIR", help="What `secateur explore --out DIR` wrote.", show_default=False),
    ],
    timeout: Annotated[float, typer.Option(help="Seconds that one test may take.", min=0.01)] = 10.0,
    jobs: Annotated[
        int | None, typer.Option(help="Tests at a time (default: the number of processors).", min=1)
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object on standard output.")] = False,
) -> None:
    """Build the tests natively, with sanitizers, run each in its own process, and compare with its prediction."""
    with user_errors():
        report = replay(directory, timeout, jobs)
    if as_json:
        sys.stdout.write(json.dumps(_json(directory, report)) + "\n")
    else:
        _show(report)
    raise typer.Exit(FOUND if report.failed else CLEAN)


def _json(directory: Path, report: ReplayReport) -> dict[str, Any]:
    return {
        "tool": "secateur",
        "directory": str(directory),
        "tests": len(report.replayed),
        "confirmed": len(report.confirmed),
        "faults": len(report.faults),
        "failed": [{"test": each.test.name, "differences": list(each.differences)} for each in report.failed],
    }


def _show(report: ReplayReport) -> None:
    console = Console()
    total, good = len(report.replayed), len(report.confirmed)
    style = "green" if good == total else "red"
    console.print(
        f"[{style}]{good:,} of {total:,} tests replay as predicted[/], {len(report.faults):,} of them faults",
        highlight=False,
    )
    if not report.failed:
        return
    table = Table(box=None, header_style="bold", pad_edge=False, padding=(0, 2, 0, 0))
    for name in ("test", "inputs", "difference"):
        table.add_column(name, overflow="fold")
    for each in report.failed[:20]:
        table.add_row(each.test.name, Text(show_inputs(each.test.inputs)), Text("\n".join(each.differences)))
    console.print(table)
    if len(report.failed) > 20:
        console.print(f"… and {len(report.failed) - 20:,} more (--json lists all)", style="dim")
