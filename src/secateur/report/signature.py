"""Signatures on a terminal: one, or two of them side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from secateur.evolve.behaviour.signatures import RowStatus
from secateur.exploration.signature import Row
from secateur.report.assumptions import claim
from secateur.report.open_assumptions import show_open
from secateur.report.outputs import condition_text
from secateur.report.sentences import summary
from secateur.report.shown import show_inputs
from secateur.report.signature_json import outputs_json
from secateur.report.tables import plain_table

if TYPE_CHECKING:
    from secateur.jobs.signature import SemanticSignature, SignatureComparison


_STYLES = {
    RowStatus.SAME: "dim",
    RowStatus.CHANGED: "bold red",
    RowStatus.ONLY_OLD: "yellow",
    RowStatus.ONLY_NEW: "yellow",
    RowStatus.UNKNOWN: "yellow",
}


def show_signature(console: Console, signature: SemanticSignature) -> None:
    console.print(Text.assemble(("secateur ", "bold green"), (signature.title, "bold"), "  signature"))
    has_counts = signature.counted is not None
    names = list(dict.fromkeys(name for row in signature.rows for name, _ in row.outputs))
    table = plain_table("condition", *names, "input", *(["paths"] if has_counts else []))
    for row, inputs in zip(signature.rows, signature.inputs, strict=True):
        outputs = outputs_json(row.outputs)
        counts = [Text("" if row.paths is None else f"{row.paths:,}", justify="right")] if has_counts else []
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
    console.print(Text(summary(result), style="green" if result.settled else "yellow"))
    if result.complete:
        show_open(console, signature.ledger)


def show_alignment(console: Console, compared: SignatureComparison) -> None:
    old, new, differences = compared.old, compared.new, compared.rows
    title = f"{old.title} → {new.title}"
    console.print(Text.assemble(("secateur ", "bold green"), (title, "bold"), "  signatures compared"))
    table = plain_table("", "old", "new", "input")
    for difference in differences:
        pair = difference.pair
        shown = ""
        if difference.inputs is not None:
            shown = f"{show_inputs(difference.inputs)}: {difference.old} → {difference.new}"
        left, right = _cell(pair.old), _cell(pair.new)
        if pair.status is RowStatus.SAME and left == right:
            right = "=" if left else ""
        table.add_row(Text(str(pair.status), style=_STYLES[pair.status]), Text(left), Text(right), Text(shown))
    console.print(table)
    counts = [f"{sum(d.pair.status is s for d in differences):,} {s}" for s in RowStatus]
    console.print(", ".join(c for c in counts if not c.startswith("0 ")), highlight=False)
    for signature in (old, new):
        if not signature.result.complete:
            console.print(Text(f"{signature.title}: {summary(signature.result)}", style="yellow"))
    if old.result.complete and new.result.complete:
        console.print(Text(claim(compared.ledger), style="green" if compared.complete else "yellow"))
        show_open(console, compared.ledger)


def _cell(row: Row | None) -> str:
    if row is None:
        return ""
    outputs = outputs_json(row.outputs)
    values = ", ".join(text if name == "return" else f"{name}: {text}" for name, text in outputs.items())
    return f"{condition_text(row.conditions)} → {values}"
