"""What a person sees of a run of a project: findings that are new first, then a row for each function that matters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

from secateur.project.findings import FindingStatus
from secateur.report.sentences import count_of
from secateur.report.shown import show_inputs
from secateur.report.tables import plain_table

if TYPE_CHECKING:
    from secateur.jobs.project_function import ProjectFunction
    from secateur.jobs.run_project import ProjectRun
    from secateur.project.findings import ProjectFinding


def show_project(console: Console, run: ProjectRun, is_long: bool = False) -> None:
    """`is_long`: with a row for functions that have not changed, too."""
    rows = [each for each in run.functions if is_long or not each.is_kept]
    if rows:
        console.print(_functions(rows))
    if run.new:
        console.print(_findings(run.new))
    for line in remarks(run):
        console.print(Text(line))
    console.print(Text(totals(run), style="bold red" if run.new else "bold"))


def _functions(rows: Sequence[ProjectFunction]) -> Table:
    numbers = [Column(name, justify="right") for name in ("paths", "findings", "lines")]
    table = plain_table(Column("function", no_wrap=True), *numbers, Column("answer", overflow="fold"))
    for each in rows:
        table.add_row(Text(each.title), *_cells(each))
    return table


def progress_line(each: ProjectFunction, number: int, total: int) -> str:
    """A function that has just been explored."""
    width = len(str(total))
    return f"[{number:{width}}/{total}] {each.title}: {answer_of(each)}"


def totals(run: ProjectRun) -> str:
    """The last line: what decides about the exit code."""
    counts = {status: sum(each.status is status for each in run.findings) for status in FindingStatus}
    others = [f"{counts[status]} {status}" for status in (FindingStatus.KNOWN, FindingStatus.SUPPRESSED)]
    explored = sum(not each.is_kept and each.data is not None for each in run.functions)
    shown = ", ".join(each for each in others if not each.startswith("0 "))
    found = count_of(counts[FindingStatus.NEW], "new finding") + (f" ({shown})" if shown else "")
    unchanged = sum(each.is_kept for each in run.functions)
    kept = f", {unchanged} unchanged" if unchanged else ""
    failed = f", {len(run.not_explored)} not explored" if run.not_explored else ""
    ended = "" if run.is_whole or run.options.only else "interrupted: "
    return f"{ended}{count_of(len(run.functions), 'function')}: {explored} explored{kept}{failed}; {found}"


def remarks(run: ProjectRun) -> list[str]:
    """What the user should know besides the findings."""
    lines = [
        f"{each.file}:{each.line}: {each.kind} is suppressed: {each.reason}" for each in run.findings if each.reason
    ]
    lines += [
        f"{each.file}:{each.line}: secateur: ignore counts for nothing: {each.problem or 'it matches no finding'}"
        for each in run.suppressions
    ]
    if run.fixed:
        named = ", ".join(f"{each.kind} in {each.function} ({each.file})" for each in run.fixed[:4])
        more = f" and {len(run.fixed) - 4} more" if len(run.fixed) > 4 else ""
        lines.append(f"no longer found: {named}{more}; secateur baseline takes them out of the baseline")
    return lines


def answer_of(each: ProjectFunction) -> str:
    """Short: the folder of the function has the rest."""
    data = each.data
    if data is None:
        return each.problem.splitlines()[0]
    text = "complete" if data["complete"] else str(data["summary"]).partition(";")[0]
    if not data["complete"] and not text.startswith("incomplete"):
        text = f"complete, if you accept: {', '.join(each.open_kinds)}"
    return f"{text} (unchanged)" if each.is_kept else text


def _cells(each: ProjectFunction) -> tuple[Text, ...]:
    data = each.data
    if data is None:
        return (*(Text("-"),) * 3, Text(answer_of(each), style="yellow"))
    lines, found = data["coverage"]["lines"], len(each.findings)
    return (
        Text(f"{data['paths']['completed']:,}"),
        Text(str(found), style="bold red" if found else ""),
        Text(f"{lines['covered']}/{lines['total']}"),
        Text(answer_of(each), style="" if each.complete else "yellow"),
    )


def _findings(findings: tuple[ProjectFinding, ...]) -> Table:
    table = plain_table(Column("new finding", no_wrap=True), "where", "what", "from", "inputs", header_style="bold red")
    for each in findings:
        sure = {True: "", False: " (not confirmed)", None: " (not tried natively)"}[each.confirmed]
        table.add_row(
            Text(each.kind),
            Text(f"{each.file}:{each.line} in {each.function}"),
            Text(each.message + sure),
            Text(", ".join(each.functions)),
            Text(show_inputs(each.inputs, frozenset())),
        )
    return table
