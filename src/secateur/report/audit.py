"""An audit for people and for scripts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from secateur.exploration.audit import Audit, Verdict
from secateur.machine.limit import Limit, LimitKind
from secateur.report.sentences import limits_text
from secateur.report.terminal import show_inputs
from secateur.suite.test import Test

_STYLES = {Verdict.SOUND: "green", Verdict.MISSED: "bold red", Verdict.UNDECIDED: "yellow"}


def audit_text(audit: Audit) -> str:
    """The verdict in one line."""
    explored = f"full exploration of {_count(audit.paths, 'path')}"
    if audit.verdict is Verdict.MISSED:
        rest = "" if audit.compared_all else "; the reduced exploration itself is incomplete"
        return f"{_count(len(audit.missed), 'fault')} missed, which {explored} found{rest}"
    if audit.verdict is Verdict.UNDECIDED:
        return f"undecided: the full exploration did not finish ({_reason(audit.limits)}); nothing missed so far"
    if audit.invented:
        return f"nothing was lost, but {explored} did not find {_count(len(audit.invented), 'fault')} of these"
    found = f"the same {_count(audit.faults, 'fault')}" if audit.faults else "no fault either"
    return f"nothing was lost: {explored} found {found}"


def _reason(limits: Sequence[Limit]) -> str:
    if any(limit.kind is LimitKind.TIME for limit in limits):
        return "the time was up (--audit-budget)"
    return limits_text(limits)


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def audit_json(audit: Audit, tests: Sequence[Test], confirmed: Mapping[str, bool]) -> dict[str, Any]:
    """`tests` and `confirmed` are those of the full exploration."""
    return {
        "verdict": str(audit.verdict),
        "missed": [
            {
                "kind": str(fault.kind),
                "file": fault.position.file,
                "line": fault.position.line,
                "column": fault.position.column,
                "function": fault.function,
                "message": fault.message,
                "inputs": dict(tests[index].inputs),
                "path": list(tests[index].path),
                "confirmed": confirmed.get(tests[index].name),
            }
            for fault, index in audit.missed
        ],
        "invented": [
            {"kind": str(fault.kind), "file": fault.position.file, "line": fault.position.line}
            for fault in audit.invented
        ],
        "paths": audit.paths,
        "faults": audit.faults,
        "summary": audit_text(audit),
    }


def show_audit(console: Console, audit: Audit, tests: Sequence[Test]) -> None:
    """The verdict, and an input for each fault that was missed."""
    style = "yellow" if audit.invented else _STYLES[audit.verdict]
    console.print(Text.assemble(("audit: ", "bold"), (audit_text(audit), style)))
    lost = [(fault, show_inputs(tests[index].inputs)) for fault, index in audit.missed]
    lost += [(fault, "") for fault in audit.invented]
    if not lost:
        return
    table = Table(box=None, header_style=style, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("not found in full" if audit.invented else "missed", no_wrap=True)
    for name in ("where", "what", "" if audit.invented else "shown by"):
        table.add_column(name, overflow="fold")
    for fault, inputs in lost:
        where = f"{fault.position} in {fault.function}"
        table.add_row(Text(str(fault.kind)), Text(where), Text(fault.message), Text(inputs))
    console.print(table)
