"""Markdown for a pull request: findings first, then coverage, with what nobody need read folded away."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from secateur.report.covered_files import covered_files
from secateur.report.escaped import escaped
from secateur.report.finding_text import Fault, completeness, findings_first, input_text, is_within, sure_text
from secateur.report.format import text_format
from secateur.report.line_ranges import ranges_text
from secateur.report.material import AnswerKind, Material, ReportedRun
from secateur.report.places import from_here
from secateur.report.sentences import count_of

MOST_ROWS = 20


def to_markdown_report(material: Material) -> str:
    if material.markdown is not None:
        return material.markdown
    lines = _comparison(material.data) if material.origin is AnswerKind.COMPARE else _explorations(material.runs)
    return escaped("\n".join([*lines, ""]))


def _explorations(runs: Sequence[ReportedRun]) -> Iterator[str]:
    found = [(run, fault) for run in runs for fault in findings_first(run.data["faults"])]
    within = [(run, fault) for run, fault in found if is_within(fault)]
    outside = [(run, fault) for run, fault in found if not is_within(fault)]
    yield f"### {'🔴' if within else '🟢'} Secateur: {count_of(len(within), 'finding')} in {_what(runs)}"
    yield ""
    yield from _findings(within)
    yield "| function | paths | lines | branches | complete |"
    yield "|---|---:|---:|---:|---|"
    for run in runs:
        data, coverage = run.data, run.data["coverage"]
        lines, sides = coverage["lines"], coverage["branches"]
        share = f"{lines['covered']}/{lines['total']} | {sides['covered']}/{sides['total']}"
        sure = completeness(data)
        yield f"| {code(run.title)} | {data['paths']['completed']:,} | {share} | {sure} |"
    yield ""
    for run in runs:
        yield f"- {code(run.data['function'])}: {plain(run.data['summary'])}"
    yield ""
    if outside:
        yield f"<details><summary>{count_of(len(outside), 'fault')} outside the contract</summary>"
        yield ""
        yield from _findings(outside)
        yield "</details>"
    yield from _uncovered(runs)


def _what(runs: Sequence[ReportedRun]) -> str:
    return code(runs[0].title) if len(runs) == 1 else count_of(len(runs), "function")


def _findings(found: Sequence[tuple[ReportedRun, Fault]]) -> Iterator[str]:
    if not found:
        return
    yield "| where | what | input | native run |"
    yield "|---|---|---|---|"
    for run, fault in found[:MOST_ROWS]:
        where = code(f"{from_here(fault['file'])}:{fault['line']}")
        told = f"{fault['kind']} in {code(fault['function'])}: {plain(fault['message'])}"
        if fault["needs"]:
            told += f" (needs {code(fault['needs'])})"
        yield f"| {where} | {told} | {code(input_text(run, fault))} | {plain(sure_text(fault))} |"
    if len(found) > MOST_ROWS:
        yield ""
        yield f"… and {len(found) - MOST_ROWS:,} more."
    yield ""


def _uncovered(runs: Sequence[ReportedRun]) -> Iterator[str]:
    missed = [
        f"- {code(from_here(each['file']))}: {ranges_text(each['missed'], [*each['covered'], *each['missed']])}"
        for each in covered_files(runs)
        if each["missed"]
    ]
    if missed:
        yield "<details><summary>Lines that no test runs</summary>"
        yield ""
        yield from missed
        yield "</details>"


def _comparison(data: Any) -> Iterator[str]:
    yield f"### Techniques on {code(data['source'] + ':' + data['function'])}"
    yield ""
    yield "| technique | paths | cut | faults | lines | branches | queries | time | complete |"
    yield "|---|---:|---:|---:|---:|---:|---:|---:|---|"
    for row in data["rows"]:
        lines, sides = row["coverage"]["lines"], row["coverage"]["branches"]
        cells = [
            row["technique"],
            f"{row['paths']['completed']:,}",
            f"{row['paths']['cut']:,}",
            str(len(row["faults"])),
            f"{lines['covered']}/{lines['total']}",
            f"{sides['covered']}/{sides['total']}",
            f"{row['solver']['queries']:,}",
            f"{row['seconds']:.2f} s",
            completeness(row),
        ]
        yield f"| {' | '.join(cells)} |"
    for lost in data["differences"]:
        where = f"{from_here(lost['file'])}:{lost['line']}"
        inputs = code(json.dumps(lost["inputs"]))
        yield f"- 🔴 {lost['technique']} did not find {lost['kind']} at {code(where)}: {inputs}"


def code(text: str) -> str:
    """As code in a cell of a table: nothing in it is taken for Markdown or HTML."""
    return "`" + text.replace("|", "\\|").replace("`", "'").replace("\n", " ") + "`"


def plain(text: str) -> str:
    """As text in a cell of a table; what is in backquotes stays code."""
    parts = text.split("`")
    if len(parts) % 2 == 0:  # a backquote that nothing closes
        parts = ["'".join(parts)]
    return "".join(code(part) if number % 2 else _escaped(part) for number, part in enumerate(parts))


def _escaped(text: str) -> str:
    for sign, shown in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("|", "\\|"), ("\n", " ")):
        text = text.replace(sign, shown)
    return text


FORMAT = text_format(
    "markdown",
    "report.md",
    "Markdown: a comment for a pull request",
    (AnswerKind.EXPLORE, AnswerKind.DIFF, AnswerKind.COMPARE),
    to_markdown_report,
)
