"""A run of a project as Markdown, for a pull request."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from secateur.project.findings import FindingStatus
from secateur.report.project import answer_of, remarks, totals
from secateur.report.shown import show_inputs

if TYPE_CHECKING:
    from secateur.jobs.run_project import ProjectRun
    from secateur.project.findings import ProjectFinding

MOST_ROWS = 50


def project_markdown(run: ProjectRun) -> str:
    return "\n".join([*_report(run), ""])


def _report(run: ProjectRun) -> Iterator[str]:
    mark = "🔴" if run.new else "🟢" if run.complete else "🟡"
    yield "### Secateur"
    yield ""
    yield f"{mark} {totals(run)}"
    if run.new:
        yield ""
        yield "| new finding | where | what | inputs |"
        yield "|---|---|---|---|"
        yield from map(_row, run.new[:MOST_ROWS])
        if len(run.new) > MOST_ROWS:
            yield f"| and {len(run.new) - MOST_ROWS} more | | | |"
    known = [each for each in run.findings if each.status is FindingStatus.KNOWN]
    if known:
        yield from _details(f"{len(known)} in the baseline", [_where(each) for each in known])
    told = remarks(run)
    if told:
        yield from _details("Remarks", [_code(each) for each in told])
    open_ = [each for each in run.functions if not each.complete]
    if open_:
        yield from _details("Not complete", [f"`{each.title}`: {_code(answer_of(each))}" for each in open_])


def _row(each: ProjectFinding) -> str:
    cells = (each.kind, f"{each.file}:{each.line} in {each.function}", each.message)
    inputs = show_inputs(each.inputs, frozenset())
    return f"| {' | '.join(_code(cell) for cell in (*cells, inputs))} |"


def _where(each: ProjectFinding) -> str:
    return _code(f"{each.kind} at {each.file}:{each.line} in {each.function}")


def _details(title: str, lines: list[str]) -> Iterator[str]:
    yield ""
    yield f"<details><summary>{title}</summary>"
    yield ""
    yield from (f"- {line}" for line in lines[:MOST_ROWS])
    yield ""
    yield "</details>"


def _code(text: str) -> str:
    """Text of a program cannot end its cell, be a link, or mention anybody."""
    plain = " ".join(text.replace("|", "¦").replace("`", "ʼ").split())
    return f"`{plain}`" if plain else ""
