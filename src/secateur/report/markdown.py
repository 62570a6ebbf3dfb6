"""What a change does, as a comment for a pull request."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from secateur.evolve.matching.matching import ChangeStatus as Changed
from secateur.report.diff import Comparison, Report, Status
from secateur.report.impact import impacted_lines, user_changes
from secateur.report.outputs import condition_text
from secateur.report.source_text import SourceText
from secateur.report.terminal import show_inputs

_MARKS = {Status.DIFFERENT: "🔴", Status.EQUIVALENT: "🟢", Status.UNAFFECTED: "⚪", Status.UNKNOWN: "🟡"}
#: Rows of a table of differences, tests or lines.
MOST_ROWS = 10


def to_markdown(report: Report, text: SourceText) -> str:
    return "\n".join([*_report(report, text), ""])


def _report(report: Report, text: SourceText) -> Iterator[str]:
    yield f"### Behaviour of `{report.new}` against `{report.old}`"
    yield ""
    if not (report.comparisons or report.skipped or report.only_old or report.only_new):
        yield "⚪ No change: both versions do the same."
    for comparison in report.comparisons:
        yield f"{_MARKS[comparison.status]} **`{comparison.function}`** {_code(comparison)}"
        yield from _differences(comparison)
        if comparison.tests is not None:
            yield from _tests(comparison.tests)
        yield from _details(comparison, text)
        yield ""
    for name, reason in report.skipped.items():
        yield f"🟡 `{name}` was not compared: {reason}"
    for word, names in (("Removed", report.only_old), ("Added", report.only_new)):
        if names:
            yield f"{word}: {', '.join(f'`{n}`' for n in names)}"


def _code(comparison: Comparison) -> str:
    if comparison.status is Status.DIFFERENT and comparison.differences[0].difference.conditions:
        return f"differs when `{condition_text(comparison.differences[0].difference.conditions)}`"
    return comparison.sentence


def _differences(comparison: Comparison) -> Iterator[str]:
    if not comparison.differences:
        return
    yield ""
    yield "| when | input | old | new | natively |"
    yield "|---|---|---|---|---|"
    for shown in comparison.differences[:MOST_ROWS]:
        old, new = shown.outcomes
        sure = "confirmed" if shown.confirmed else "not tried"
        cells = [condition_text(shown.difference.conditions), show_inputs(shown.new.inputs), old, new]
        yield f"| {' | '.join(_cell(c) for c in cells)} | {sure} |"
    rest = len(comparison.differences) - MOST_ROWS + comparison.further
    if rest > 0:
        yield ""
        yield f"… and {rest} more."


def _cell(text: str) -> str:
    return "`" + text.replace("|", "\\|").replace("`", "'") + "`"


def _tests(tests: Mapping[str, Any]) -> Iterator[str]:
    yield ""
    yield (
        f"Tests: **{len(tests['selected'])}** to run again, {len(tests['same'])} more on the same impacted paths, "
        f"{len(tests['skipped'])} unaffected, **{len(tests['added'])}** to add."
    )
    if tests["selected"]:
        yield f"Run again: {', '.join(f'`{name}`' for name in tests['selected'][:MOST_ROWS])}"
    for test in tests["added"][:MOST_ROWS]:
        yield f"- add {_cell(show_inputs(test['inputs']))} → {_cell(test['outcome'])}"


def _details(comparison: Comparison, text: SourceText) -> Iterator[str]:
    matching = comparison.pair.matching
    if matching.is_same:
        return
    lines = impacted_lines(comparison.pair.impact, text)
    counts = comparison.result.counts
    yield ""
    yield f"<details><summary>{len(lines)} impacted lines, {counts.completed} impacted paths</summary>"
    yield ""
    yield "```diff"
    for change in user_changes(matching, text):
        kept = change.status in (Changed.MOVED, Changed.REWIRED)
        for mark, statement in (("!", change.new),) if kept else (("-", change.old), ("+", change.new)):
            if statement is not None:
                place = statement.position
                yield f"{mark} {place.line}: {text.line(place.file, place.line)}"
    yield "```"
    for line in lines[: 3 * MOST_ROWS]:
        yield f"- {line.line}: {_cell(text.line(line.file, line.line))} {' → '.join(str(k) for k in line.chain)}"
    if comparison.incomplete:
        yield f"- {comparison.incomplete}"
    yield "</details>"
