"""Signatures for people and for scripts: one, or two of them side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from secateur import __version__
from secateur.evolve.signatures import Aligned, Status
from secateur.exploration.criteria import Value
from secateur.exploration.result import Result
from secateur.exploration.signature import Row
from secateur.report.outputs import condition_text, output_text
from secateur.report.sentences import summary
from secateur.report.terminal import show_inputs
from secateur.suite.test import Json, Test

_STYLES = {
    Status.SAME: "dim",
    Status.CHANGED: "bold red",
    Status.ONLY_OLD: "yellow",
    Status.ONLY_NEW: "yellow",
    Status.UNKNOWN: "yellow",
}


@dataclass(frozen=True, slots=True)
class Signature:
    """The rows of one version with an input for each. `faulty` are tests that end in a fault, one for each. `counted`:
    whether the numbers of full paths are all of them (None if they were not asked for). `runs` came to an output."""

    title: str
    source: str
    function: str
    outputs: tuple[str, ...]
    rows: tuple[Row, ...]
    inputs: tuple[Mapping[str, Json], ...]
    result: Result
    runs: int
    faulty: tuple[Test, ...] = ()
    counted: bool | None = None


def outputs_json(outputs: Sequence[tuple[str, Value]]) -> dict[str, str]:
    return {name: output_text(name, value) for name, value in outputs}


def row_json(row: Row, inputs: Mapping[str, Json]) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "condition": condition_text(row.conditions),
        "conditions": [condition_text([c]) for c in row.conditions],
        "output": outputs_json(row.outputs),
        "input": dict(inputs),
        "path": list(row.path.labels),
    }
    if row.paths is not None:
        shown["paths"] = row.paths
    return shown


def signature_json(signature: Signature) -> dict[str, Any]:
    result = signature.result
    shown: dict[str, Any] = {
        "tool": "secateur",
        "version": __version__,
        "source": signature.source,
        "function": signature.function,
        "outputs": list(signature.outputs),
        "rows": [row_json(row, i) for row, i in zip(signature.rows, signature.inputs, strict=True)],
        "faults": [{"fault": str(t.outcome), "input": dict(t.inputs)} for t in signature.faulty],
        "complete": result.complete,
        "summary": summary(result),
        "runs": signature.runs,
        "executions": result.counts.runs,
        "seconds": round(result.seconds, 6),
    }
    if signature.counted is not None:
        shown["counted"] = signature.counted
    return shown


def show_signature(console: Console, signature: Signature) -> None:
    console.print(Text.assemble(("secateur ", "bold green"), (signature.title, "bold"), "  signature"))
    has_counts = signature.counted is not None
    names = list(dict.fromkeys(name for row in signature.rows for name, _ in row.outputs))
    table = _table(["condition", *names, "input", *(["paths"] if has_counts else [])])
    for row, inputs in zip(signature.rows, signature.inputs, strict=True):
        outputs = outputs_json(row.outputs)
        counts = [Text(f"{row.paths:,}", justify="right")] if has_counts else []
        cells = [Text(condition_text(row.conditions)), *(Text(outputs.get(name, "")) for name in names)]
        table.add_row(*cells, Text(show_inputs(inputs), style="dim"), *counts)
    console.print(table)
    for test in signature.faulty:
        console.print(Text(f"{test.outcome}: {show_inputs(test.inputs)}", style="red"))
    result = signature.result
    count = len(signature.rows)
    console.print(
        f"[bold]{count:,}[/] {'row' if count == 1 else 'rows'}, {signature.runs:,} runs in {result.seconds:.2f} s",
        highlight=False,
    )
    if signature.counted is False:
        console.print(Text("full exploration did not finish: there are more paths than counted", style="yellow"))
    console.print(Text(summary(result), style="green" if result.complete else "yellow"))


@dataclass(frozen=True, slots=True)
class Difference:
    """An aligned pair with an input that shows it, and what each version makes of that input."""

    pair: Aligned
    inputs: Mapping[str, Json] | None
    old: str
    new: str


def alignment_json(old: Signature, new: Signature, differences: Sequence[Difference]) -> dict[str, Any]:
    return {
        "tool": "secateur",
        "version": __version__,
        "old": signature_json(old),
        "new": signature_json(new),
        "rows": [_difference_json(d) for d in differences],
        "complete": old.result.complete and new.result.complete,
        "equivalent": _verdict(old, new, differences),
    }


def _verdict(old: Signature, new: Signature, differences: Sequence[Difference]) -> bool | None:
    """None: nobody can tell."""
    states = {d.pair.status for d in differences}
    if states & {Status.CHANGED, Status.ONLY_OLD, Status.ONLY_NEW}:
        return False
    return True if old.result.complete and new.result.complete and Status.UNKNOWN not in states else None


def _difference_json(difference: Difference) -> dict[str, Any]:
    pair = difference.pair
    return {
        "status": str(pair.status),
        "old": None if pair.old is None else _side(pair.old),
        "new": None if pair.new is None else _side(pair.new),
        "input": None if difference.inputs is None else dict(difference.inputs),
        "shown": None if difference.inputs is None else {"old": difference.old, "new": difference.new},
    }


def _side(row: Row) -> dict[str, Any]:
    return {"condition": condition_text(row.conditions), "output": outputs_json(row.outputs)}


def show_alignment(console: Console, old: Signature, new: Signature, differences: Sequence[Difference]) -> None:
    title = f"{old.title} → {new.title}"
    console.print(Text.assemble(("secateur ", "bold green"), (title, "bold"), "  signatures compared"))
    table = _table(["", "old", "new", "input"])
    for difference in differences:
        pair = difference.pair
        shown = ""
        if difference.inputs is not None:
            shown = f"{show_inputs(difference.inputs)}: {difference.old} → {difference.new}"
        left, right = _cell(pair.old), _cell(pair.new)
        if pair.status is Status.SAME and left == right:
            right = "=" if left else ""
        table.add_row(Text(str(pair.status), style=_STYLES[pair.status]), Text(left), Text(right), Text(shown))
    console.print(table)
    counts = [f"{sum(d.pair.status is s for d in differences):,} {s}" for s in Status]
    console.print(", ".join(c for c in counts if not c.startswith("0 ")), highlight=False)
    for signature in (old, new):
        if not signature.result.complete:
            console.print(Text(f"{signature.title}: {summary(signature.result)}", style="yellow"))


def _cell(row: Row | None) -> str:
    if row is None:
        return ""
    outputs = outputs_json(row.outputs)
    values = ", ".join(text if name == "return" else f"{name}: {text}" for name, text in outputs.items())
    return f"{condition_text(row.conditions)} → {values}"


def _table(names: Sequence[str]) -> Table:
    table = Table(box=None, header_style="bold", pad_edge=False, padding=(0, 2, 0, 0))
    for name in names:
        table.add_column(name, overflow="fold")
    return table
