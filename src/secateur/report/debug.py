"""Causes of a regression for people and for scripts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from secateur import __version__
from secateur.evolve.debugging.debug import CONDITION, Cause, Explanation
from secateur.evolve.debugging.tested import OLD
from secateur.report.outputs import condition_text
from secateur.report.source_text import SourceText
from secateur.report.terminal import show_inputs
from secateur.suite.test import Json


@dataclass(frozen=True, slots=True)
class Alternative:
    """An input beside the failing one, and what both versions make of it."""

    inputs: Mapping[str, Json]
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Report:
    """`alternatives` are those of the causes, None where there is none. `failing` is the test itself."""

    old: str
    new: str
    function: str
    conditions: str
    failing: Alternative
    explanation: Explanation
    alternatives: Sequence[Alternative | None]
    seconds: float


def debug_json(report: Report, text: SourceText) -> dict[str, Any]:
    explanation = report.explanation
    return {
        "tool": "secateur",
        "version": __version__,
        "old": report.old,
        "new": report.new,
        "function": report.function,
        "conditions": report.conditions,
        "input": dict(report.failing.inputs),
        "outcome": {"old": report.failing.old, "new": report.failing.new},
        "different": explanation.is_different,
        "causes": [
            _cause(cause, found, text) for cause, found in zip(explanation.causes, report.alternatives, strict=True)
        ],
        "constraints": {"old": explanation.sizes[0], "new": explanation.sizes[1]},
        "complete": not explanation.undecided,
        "seconds": round(report.seconds, 6),
    }


def _cause(cause: Cause, found: Alternative | None, text: SourceText) -> dict[str, Any]:
    return {
        "version": cause.version,
        "file": cause.position.file,
        "line": cause.position.line,
        "other_line": cause.other,
        "kind": cause.kind,
        "text": text.line(cause.position.file, cause.position.line),
        "changed": cause.is_changed,
        "condition": None if cause.condition is None else condition_text([cause.condition]),
        "input": None if found is None else dict(found.inputs),
        "outcome": None if found is None else {"old": found.old, "new": found.new},
    }


def show_debug(console: Console, report: Report, text: SourceText) -> None:
    title = f"{report.old} → {report.new}:{report.function}"
    failing, explanation = report.failing, report.explanation
    console.print(Text.assemble(("secateur ", "bold green"), (title, "bold"), "  why it differs"))
    console.print(Text(f"{show_inputs(failing.inputs)}: {failing.old} → {failing.new}"))
    if not explanation.is_different:
        console.print(Text("both versions come to the same output: there is nothing to explain", style="yellow"))
        return
    table = Table(box=None, header_style="bold", pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("line", no_wrap=True)
    for name in ("source", "because", "alternative input: old → new"):
        table.add_column(name, overflow="fold")
    for cause, found in zip(explanation.causes, report.alternatives, strict=True):
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
        f"in {report.seconds:.2f} s",
        highlight=False,
    )
    if explanation.undecided:
        console.print(Text(f"incomplete: {explanation.undecided} constraints could not be decided", style="yellow"))


def _why(cause: Cause) -> str:
    if cause.kind == CONDITION and cause.condition is not None:
        return f"decides {condition_text([cause.condition])}"
    return "only in the old version" if cause.version == OLD else "changed"
