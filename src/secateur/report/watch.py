"""What a person sees while a function is watched."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.text import Text

from secateur.report.sentences import count_of, summary
from secateur.report.shown import show_inputs

if TYPE_CHECKING:
    from secateur.jobs.watch import Look, LookChange
    from secateur.project.findings import ProjectFinding

_MOST = 8


def show_look(console: Console, look: Look, change: LookChange | None) -> None:
    run = look.run
    if run is None:
        console.print(Text(look.problem, style="yellow"))
        return
    coverage = run.coverage
    lines = f"lines {coverage.covered_lines}/{len(coverage.lines)}"
    found = count_of(len(look.findings), "finding")
    console.print(
        Text(f"{run.subject.title}: {count_of(run.counts.completed, 'path')}, {found}, {lines}; {summary(run.result)}")
    )
    if change is None:
        for each in look.findings:
            console.print(Text(f"  {each.kind} at {each.file}:{each.line}: {_inputs(each.inputs)}", style="red"))
        return
    for each in change.found:
        console.print(Text(f"  + {each.kind} at {each.file}:{each.line}: {_inputs(each.inputs)}", style="bold red"))
    for each in change.gone:
        console.print(Text(f"  - {each.kind} in {each.function} is gone: {each.text}", style="green"))
    for inputs, was, now in change.outcomes[:_MOST]:
        console.print(Text(f"  ~ {_inputs(json.loads(inputs))}: {was} → {now}"))
    if len(change.outcomes) > _MOST:
        console.print(Text(f"  ~ and {len(change.outcomes) - _MOST} more"))
    if change.is_none:
        console.print(Text("  nothing changed", style="dim"))


def look_json(look: Look, change: LookChange | None) -> dict[str, Any]:
    """One look as data; `changed` is None for the first one, and if there is no answer."""
    run = look.run
    return {
        "tool": "secateur",
        "problem": look.problem or None,
        "complete": run is not None and run.complete,
        "paths": None if run is None else run.counts.completed,
        "findings": [_finding_json(each) for each in look.findings],
        "changed": None
        if change is None
        else {
            "found": [_finding_json(each) for each in change.found],
            "gone": [_finding_json(each) for each in change.gone],
            "outcomes": [{"inputs": json.loads(i), "old": old, "new": new} for i, old, new in change.outcomes],
        },
    }


def _finding_json(each: ProjectFinding) -> dict[str, Any]:
    place = {"file": each.file, "line": each.line, "function": each.function}
    return {"kind": each.kind, **place, "inputs": dict(each.inputs), "fingerprint": each.fingerprint}


def _inputs(inputs: object) -> str:
    assert isinstance(inputs, dict)
    return show_inputs(inputs, frozenset())
