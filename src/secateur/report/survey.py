"""What a person sees of an exploration of several functions: a row for each, and each finding once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

from secateur.report.sentences import count_of, summary
from secateur.report.shown import show_inputs
from secateur.report.tables import plain_table

if TYPE_CHECKING:
    from secateur.jobs.explore_all import ExploredFunction, Survey
    from secateur.jobs.run import Run

_MOST_USERS = 4


def show_survey(console: Console, survey: Survey) -> None:
    numbers = [Column(name, justify="right") for name in ("paths", "findings", "outside", "lines")]
    table = plain_table(Column("function", no_wrap=True), *numbers, Column("answer", overflow="fold"))
    for each in survey.functions:
        table.add_row(Text(f"{each.source}:{each.name}"), *_cells(each))
    console.print(table)
    if survey.findings:
        console.print(_findings(survey))
    if survey.undefined:
        console.print(_undefined(survey))
    found = sum(len(run.findings) + len(run.longer_findings) for run in survey.runs)
    left = sum(each.run is None for each in survey.functions)
    functions = count_of(len(survey.functions), "function") + (f" ({left} not explored)" if left else "")
    told = f"{functions}, {count_of(len(survey.findings), 'different finding')}"
    console.print(f"{told} in {count_of(found, 'row')}" if found > len(survey.findings) else told, highlight=False)


def _cells(each: ExploredFunction) -> tuple[Text, ...]:
    run = each.run
    if run is None:
        return (*(Text("-"),) * 4, Text(each.problem.splitlines()[0], style="yellow"))
    findings = len(run.findings) + len(run.longer_findings) + len(run.callers.findings)
    coverage = run.coverage if run.longer is None else run.longer.run.coverage
    answer = _answer(run)
    if run.longer is not None:
        answer += f"; not for strings of {run.longer.size} bytes, which reach further"
    return (
        Text(f"{run.counts.completed:,}"),
        Text(str(findings), style="bold red" if findings else ""),
        Text(str(len(run.outside))),
        Text(f"{coverage.covered_lines}/{len(coverage.lines)}"),
        Text(answer, style="" if run.complete else "yellow"),
    )


def _answer(run: Run) -> str:
    """Short: the table of the function alone has the rest."""
    if run.complete:
        return "complete"
    if run.result.complete:
        kinds = dict.fromkeys(str(each.kind) for each in run.ledger.open)
        return f"complete, if you accept: {', '.join(kinds)}"
    return summary(run.result).partition(";")[0]


def _findings(survey: Survey) -> Table:
    table = plain_table(Column("finding", no_wrap=True), "where", "what", "from", "inputs", header_style="bold red")
    for each in survey.findings:
        fault = each.fault
        table.add_row(
            Text(fault.kind),
            Text(f"{fault.file}:{fault.line} in {fault.function}"),
            Text(fault.message),
            Text(", ".join(each.functions)),
            Text(show_inputs(fault.inputs, fault.test.quiet)),
        )
    return table


def _undefined(survey: Survey) -> Table:
    table = plain_table(Column("not defined", no_wrap=True), Column("needed by", overflow="fold"))
    for name, users in survey.undefined.items():
        more = f", and {len(users) - _MOST_USERS} more" if len(users) > _MOST_USERS else ""
        table.add_row(Text(name), Text(", ".join(users[:_MOST_USERS]) + more))
    return table
