"""What a person sees of a suite to commit: its titles, by outcome."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Column
from rich.text import Text

from secateur.report.sentences import count_of
from secateur.report.shown import show_inputs
from secateur.report.tables import plain_table

if TYPE_CHECKING:
    from secateur.jobs.committed_suite import CommittedSuite


def show_suite(console: Console, answer: CommittedSuite) -> None:
    table = plain_table(Column("test", no_wrap=True), "inputs", "outcome")
    for each in answer.tests:
        table.add_row(Text(each.title), Text(show_inputs(each.inputs, each.quiet)), Text(str(each.outcome)))
    console.print(table)
    files = ", ".join(each.name for each in answer.files)
    kept = f"{len(answer.tests)} of {count_of(answer.total, 'test')}"
    console.print(Text(f"{kept}, written to {answer.folder}: {files}"), soft_wrap=True)
