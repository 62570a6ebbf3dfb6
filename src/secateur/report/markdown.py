"""What a change does, as a comment for a pull request."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from secateur.evolve.behaviour.equivalence import ChangeVerdict
from secateur.evolve.matching.matching import ChangeStatus as Changed
from secateur.report.change_text import both_outcomes, incomplete_text, sentence, without_effect
from secateur.report.impacted_lines import ImpactedLine, impacted_lines, user_changes
from secateur.report.native_run import native_text
from secateur.report.outputs import ways_text
from secateur.report.sentences import count_of
from secateur.report.shown import show_inputs
from secateur.report.source_text import SourceText

if TYPE_CHECKING:
    from secateur.jobs.diff_answer import Diff, FunctionDiff


_MARKS = {
    ChangeVerdict.DIFFERENT: "🔴",
    ChangeVerdict.EQUIVALENT: "🟢",
    ChangeVerdict.EQUIVALENT_UNDER: "🟡",
    ChangeVerdict.UNAFFECTED: "⚪",
    ChangeVerdict.UNKNOWN: "🟡",
}
#: Rows of a table of differences or tests, and names of tests; impacted lines.
MOST_ROWS, MOST_LINES = 10, 30


def to_markdown(diff: Diff, text: SourceText) -> str:
    return "\n".join([*_report(diff, text), ""])


def _report(diff: Diff, text: SourceText) -> Iterator[str]:
    yield f"### Behaviour of `{diff.new}` against `{diff.old}`"
    yield ""
    if not (diff.functions or diff.skipped or diff.only_old or diff.only_new):
        yield "⚪ No change: both versions do the same."
    for one in diff.functions:
        yield f"{_MARKS[one.status]} **`{one.function}`** {_code(one)}"
        yield from _differences(one)
        if one.tests is not None:
            yield from _tests(one.tests)
        yield from _details(one, text)
        yield ""
    for name, reason in diff.skipped.items():
        yield f"🟡 `{name}` was not compared: {reason}"
    for word, names in (("Removed", diff.only_old), ("Added", diff.only_new)):
        if names:
            yield f"{word}: {', '.join(f'`{n}`' for n in names)}"


def _code(one: FunctionDiff) -> str:
    if one.status is ChangeVerdict.DIFFERENT and one.differences[0].difference.conditions:
        return f"differs when `{ways_text(one.differences[0].difference.ways)}`"
    return sentence(one)


def _differences(one: FunctionDiff) -> Iterator[str]:
    if not one.differences:
        return
    yield ""
    yield "| when | input | old | new | natively |"
    yield "|---|---|---|---|---|"
    for shown in one.differences[:MOST_ROWS]:
        old, new = both_outcomes(shown)
        sure = native_text(shown.confirmed, shown.rests_on, (old, new)).removesuffix(" natively")
        cells = [ways_text(shown.difference.ways), show_inputs(shown.new.inputs), old, new]
        yield f"| {' | '.join(_cell(c) for c in cells)} | {sure} |"
    rest = len(one.differences) - MOST_ROWS + one.further
    if rest > 0:
        yield ""
        yield f"… and {rest} more."


def _cell(text: str) -> str:
    return "`" + text.replace("|", "\\|").replace("`", "'") + "`"


def _tests(tests: Mapping[str, Any]) -> Iterator[str]:
    yield ""
    yield (
        f"Tests: **{len(tests['selected'])}** to run again, {len(tests['same'])} more on the same impacted "
        f"{tests['cover']}, {len(tests['skipped'])} unaffected, {len(tests['obsolete'])} obsolete, "
        f"**{len(tests['added'])}** to add."
    )
    if tests["selected"]:
        names = [f"`{name}`" for name in tests["selected"]]
        rest = f" … and {len(names) - MOST_ROWS:,} more" if len(names) > MOST_ROWS else ""
        yield f"Run again: {', '.join(names[:MOST_ROWS])}{rest}"
    yield from _items(
        [f"add {_cell(show_inputs(t['inputs']))} → {_cell(t['outcome'])}" for t in tests["added"]], MOST_ROWS
    )


def _items(texts: Sequence[str], most: int) -> Iterator[str]:
    """A list that is cut says so."""
    yield from (f"- {text}" for text in texts[:most])
    if len(texts) > most:
        yield f"- … and {len(texts) - most:,} more"


def _details(one: FunctionDiff, text: SourceText) -> Iterator[str]:
    matching = one.pair.matching
    if matching.is_same:
        return
    lines = impacted_lines(one.pair.impact, text)
    counts = one.result.counts
    yield ""
    paths = f"{count_of(counts.completed, 'impacted path')}{without_effect(one)}"
    yield f"<details><summary>{len(lines)} impacted lines, {paths}</summary>"
    yield ""
    yield "```diff"
    for change in user_changes(matching, text):
        kept = change.status in (Changed.MOVED, Changed.REWIRED)
        for mark, statement in (("!", change.new),) if kept else (("-", change.old), ("+", change.new)):
            if statement is not None:
                place = statement.position
                yield f"{mark} {place.line}: {text.line(place.file, place.line)}"
    yield "```"
    yield from _items([_impacted(line, text) for line in lines], MOST_LINES)
    if incomplete_text(one):
        yield f"- {incomplete_text(one)}"
    yield "</details>"


def _impacted(line: ImpactedLine, text: SourceText) -> str:
    return f"{line.line}: {_cell(text.line(line.file, line.line))} {' → '.join(str(link) for link in line.chain)}"
