"""Causes of a regression, on a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Column
from rich.text import Text

from secateur.evolve.debugging.debug import CONDITION, Cause
from secateur.evolve.debugging.tested import OLD
from secateur.report.assumptions import claim
from secateur.report.open_assumptions import show_open
from secateur.report.outputs import condition_text
from secateur.report.shown import show_inputs
from secateur.report.source_text import SourceText
from secateur.report.tables import plain_table

if TYPE_CHECKING:
    from secateur.jobs.debug import Diagnosis


def show_debug(console: Console, answer: Diagnosis, text: SourceText) -> None:
    title = f"{answer.old} → {answer.new}:{answer.function}"
    failing, explanation = answer.failing, answer.explanation
    console.print(Text.assemble(("secateur ", "bold green"), (title, "bold"), "  why it differs"))
    console.print(Text(f"{show_inputs(failing.inputs)}: {failing.old} → {failing.new}"))
    if not explanation.is_different:
        console.print(Text("both versions give the same output: there is nothing to explain", style="yellow"))
        show_open(console, answer.ledger)
        return
    table = plain_table(Column("line", no_wrap=True), "source", "because", "alternative input: old → new")
    for cause, found in zip(explanation.causes, answer.alternatives, strict=True):
        where = f"{'old ' if cause.version == OLD else ''}{cause.position.line}"
        shown = "" if found is None else f"{show_inputs(found.inputs)}: {found.old} → {found.new}"
        style = "bold red" if cause.is_changed else ""
        source = text.line(cause.position.file, cause.position.line)
        table.add_row(Text(where, style=style), Text(source), Text(_why(cause)), Text(shown, style="dim"))
    if explanation.causes:
        console.print(table)
    count = len(explanation.causes)
    console.print(
        f"[bold]{count}[/] {'line' if count == 1 else 'lines'} can explain it; "
        f"{explanation.sizes[0]} constraints of the old version composed with {explanation.sizes[1]} of the new one "
        f"in {answer.seconds:.2f} s",
        highlight=False,
    )
    if explanation.undecided:
        console.print(Text(f"incomplete: {explanation.undecided} constraints could not be decided", style="yellow"))
    else:
        console.print(Text(claim(answer.ledger), style="yellow" if answer.ledger.open else "green"))
        show_open(console, answer.ledger)


def _why(cause: Cause) -> str:
    if cause.kind == CONDITION and cause.condition is not None:
        return f"decides {condition_text([cause.condition])}"
    return "only in the old version" if cause.version == OLD else "changed"
