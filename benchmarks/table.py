"""The measurements as readable tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from catalogue import BENCHMARKS, REFERENCE_NOTE
from rich.console import Console
from rich.table import Table

Row = Mapping[str, Any]

_COMPARED = (
    ("seconds", "seconds"),
    ("processor seconds", "cpu_seconds"),
    ("concrete instr/s", "concrete_instructions_per_second"),
    ("paths/s", "paths_per_second"),
    ("branches/s", "branches_per_second"),
    ("queries", "queries"),
    ("peak MiB", "peak_mib"),
)


def show(console: Console, rows: Sequence[Row]) -> None:
    """The whole table, then the programs with a reference."""
    table = _table("", "concrete\ninstr/s", "paths", "seconds", "with\ntests", "paths/s", "symbolic\nbranches/s")
    for name in ("queries\nper path", "solver\nshare", "peak\nMiB"):
        table.add_column(name, justify="right", no_wrap=True)
    for row in rows:
        table.add_row(*_cells(row, is_wide=console.width >= 110))
    console.print(table)
    console.print(
        "seconds: exploration only; with tests: including compilation (cached) and writing the tests; "
        "concrete instr/s: the inputs of all paths run again with nothing symbolic",
        style="dim",
        highlight=False,
    )
    share = sum(row["cpu_seconds"] for row in rows) / sum(row["seconds"] for row in rows)
    if share < 0.9:
        console.print(f"the computer was busy: the explorations had {share:.0%} of a processor", style="yellow")
    _show_references(console, {row["name"]: row for row in rows})


def _cells(row: Row, is_wide: bool) -> list[str]:
    symbolic = row["branches"] > 0
    name = f"[bold]{row['name']}[/]" + ("" if row["complete"] else "\n[yellow]incomplete[/]")
    return [
        f"{name}\n[dim]{row['what']}[/]" if is_wide else name,
        f"{row['concrete_instructions_per_second']:,}",
        f"{row['paths']:,}",
        f"{row['seconds']:.2f}",
        f"{row['total_seconds']:.2f}",
        f"{row['paths_per_second']:,.0f}" if symbolic else "",
        f"{row['branches_per_second']:,.0f}" if symbolic else "",
        f"{row['queries_per_path']:.3f}" if symbolic else "",
        f"{row['solver_share']:.0%}" if symbolic else "",
        f"{row['peak_mib']:,.0f}",
    ]


def _show_references(console: Console, rows: Mapping[str, Row]) -> None:
    known = [(benchmark, rows[benchmark.name]) for benchmark in BENCHMARKS if benchmark.klee and benchmark.name in rows]
    if not known:
        return
    table = _table("", "paths", "KLEE", "seconds", "KLEE", "queries", "KLEE")
    for benchmark, row in known:
        klee = benchmark.klee
        assert klee is not None
        table.add_row(
            f"[bold]{benchmark.name}[/]",
            f"{row['paths']:,}",
            f"[dim]{klee.paths:,}[/]",
            f"{row['total_seconds']:.2f}",
            f"[dim]{klee.seconds:g}[/]",
            f"{row['queries']:,}",
            f"[dim]{klee.queries:,}[/]",
        )
    console.print()
    console.print(table)
    console.print(REFERENCE_NOTE, style="dim", highlight=False)


def show_comparison(console: Console, rows: Sequence[Row], old: Sequence[Row]) -> None:
    """New divided by old, for every program in both."""
    before = {row["name"]: row for row in old}
    table = _table("new / old", *(title for title, _ in _COMPARED))
    for row in rows:
        if row["name"] in before:
            table.add_row(f"[bold]{row['name']}[/]", *(_ratio(row, before[row["name"]], key) for _, key in _COMPARED))
    console.print()
    console.print(table)


def show_by_subject(console: Console, titles: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Rows that begin with their subject, with a line between the subjects."""
    table = Table("subject", *titles)
    last = ""
    for row in rows:
        if last not in ("", row[0]):
            table.add_section()
        last = row[0]
        table.add_row(*row)
    console.print(table)


def _ratio(new: Row, old: Row, key: str) -> str:
    if not old.get(key):
        return "–" if not new[key] else "new"
    return f"{new[key] / old[key]:.2f}×"


def _table(first: str, *others: str) -> Table:
    table = Table(box=None, header_style="bold", pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column(first, no_wrap=True)
    for name in others:
        table.add_column(name, justify="right", no_wrap=True)
    return table
