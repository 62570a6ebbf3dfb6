"""Several techniques side by side: the table that fills while they run."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

from secateur.assumption import Ledger
from secateur.exploration.progress import Progress
from secateur.exploration.result import TechniqueStage
from secateur.report.assumptions import claim
from secateur.report.compare_json import BASE, Row, differences, fault_key
from secateur.report.open_assumptions import show_open
from secateur.report.sentences import used_text
from secateur.report.shown import show_inputs
from secateur.report.tables import plain_table

_COLUMNS = (
    "paths", "of full", "runs", "faults", "tests", "lines", "branches", "queries", "instructions", "time", "of full",
)  # fmt: skip


def comparison_table(rows: Sequence[Row], running: str | None = None, progress: Progress | None = None) -> Table:
    """The rows so far, and the one that is being filled."""
    numbers = [Column(name, justify="right", overflow="fold") for name in _COLUMNS]
    table = plain_table(Column("technique", no_wrap=True), *numbers)
    base = next((row for row in rows if row["technique"] == BASE), None)
    for row in rows:
        table.add_row(Text(row["technique"], style="bold green"), *_cells(row, base))
    if running is not None:
        cells = [""] * len(_COLUMNS)
        if progress is not None:
            cells[0], cells[-2] = f"{progress.paths:,}", _time(progress.elapsed)
        table.add_row(Text(f"{running} …"), *cells, style="dim")
    return table


def _cells(row: Row, base: Row | None) -> list[Text | str]:
    paths, coverage = row["paths"], row["coverage"]
    faults = len({fault_key(fault) for fault in row["faults"]})
    return [
        f"{_explored(row):,}",
        _ratio(row, base, _explored(row), _explored(base) if base else None),
        f"{paths['runs']:,}",
        Text(f"{faults:,}", style="bold red" if faults else ""),
        f"{len(row['tests']):,}",
        f"{coverage['lines']['covered']}/{coverage['lines']['total']}",
        f"{coverage['branches']['covered']}/{coverage['branches']['total']}",
        f"{row['solver']['queries']:,}",
        f"{row['instructions']:,}",
        _time(row["seconds"]),
        _ratio(row, base, row["seconds"], base["seconds"] if base else None),
    ]


def _explored(row: Row) -> int:
    """Paths that ran to their end or were cut."""
    completed, cut = row["paths"]["completed"], row["paths"]["cut"]
    return int(completed + cut)


def _finished(row: Row) -> bool:
    """Was nothing left out, whatever it rests on?"""
    return bool(row["complete"]) or not (row["limits"] or row["paths"]["limited"])


def _time(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds < 100 else f"{seconds:,.0f} s"


def _ratio(row: Row, base: Row | None, value: float, whole: float | None) -> str:
    """`value` as a share of the base's: an upper bound if the base did not finish, nothing if the base has none."""
    if not whole or base is row or base is None or not (_finished(row) or _finished(base)):
        return "–"
    share = 100 * value / whole
    sign = "" if _finished(base) == _finished(row) else "<" if _finished(row) else ">"
    return f"{sign}{share:,.0f} %" if share >= 10 else f"{sign}{share:.2g} %"


def show_comparison(console: Console, title: str, rows: Sequence[Row], ledger: Ledger) -> None:
    console.print(Text.assemble(("secateur ", "bold green"), (title, "bold"), "  techniques compared"))
    console.print(comparison_table(rows))
    for row in rows:
        if not _finished(row):
            console.print(Text(f"{row['technique']}: {row['summary']}", style="yellow"))
        elif len(row["used"]) > 1:
            stages = [TechniqueStage(each["technique"], each["first_run"]) for each in row["used"]]
            console.print(Text(f"{row['technique']}: {used_text(stages)}"))
    if any(map(_finished, rows)):
        console.print(Text(claim(ledger), style="yellow" if ledger.open else "green"))
        show_open(console, ledger)
    for lost in differences(rows):
        fault = f"{lost['kind']} at {lost['file']}:{lost['line']}"
        text = f"warning: {lost['technique']} did not find {fault}, {lost['found_by']} did: "
        console.print(Text(text + show_inputs(lost["inputs"]), style="bold red" if lost["complete"] else "yellow"))
