"""An audit on a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.table import Column
from rich.text import Text

from secateur.exploration.audit import Audit, AuditVerdict
from secateur.report.sentences import audit_text
from secateur.report.shown import show_inputs
from secateur.report.tables import plain_table
from secateur.suite.test import Test

_STYLES = {AuditVerdict.SOUND: "green", AuditVerdict.MISSED: "bold red", AuditVerdict.UNDECIDED: "yellow"}


def show_audit(console: Console, audit: Audit, tests: Sequence[Test]) -> None:
    """The verdict, and an input for each fault that was missed."""
    style = "yellow" if audit.invented else _STYLES[audit.verdict]
    console.print(Text.assemble(("audit: ", "bold"), (audit_text(audit), style)))
    lost = [(fault, show_inputs(tests[index].inputs)) for fault, index in audit.missed]
    lost += [(fault, "") for fault in audit.invented]
    if not lost:
        return
    first = Column("not found in full" if audit.invented else "missed", no_wrap=True)
    table = plain_table(first, "where", "what", "" if audit.invented else "shown by", header_style=style)
    for fault, inputs in lost:
        where = f"{fault.position} in {fault.function}"
        table.add_row(Text(str(fault.kind)), Text(where), Text(fault.message), Text(inputs))
    console.print(table)
