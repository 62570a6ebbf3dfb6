"""What a change does, on a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.text import Text

from secateur.evolve.behaviour.equivalence import ChangeVerdict
from secateur.report.assumptions import assumption_text
from secateur.report.change_text import (
    behind_text,
    both_outcomes,
    further_text,
    match_text,
    sentence,
    without_effect,
)
from secateur.report.impact import show_changes, show_impact
from secateur.report.impacted_lines import impacted_lines
from secateur.report.native_run import native_text, show_not_tried
from secateur.report.open_assumptions import show_open
from secateur.report.outputs import short_ways
from secateur.report.sentences import count_of
from secateur.report.shown import rest_text, show_inputs
from secateur.report.source_text import SourceText

if TYPE_CHECKING:
    from secateur.jobs.diff_answer import Diff, FunctionDiff


#: How many differences are written out; the JSON has them all.
SHOWN = 5


def show_diff(console: Console, diff: Diff, text: SourceText, with_impact: bool) -> None:
    console.print(Text.assemble(("secateur ", "bold green"), (f"{diff.old} → {diff.new}", "bold")))
    for note in diff.versions.notes:
        console.print(Text(f"note: {note}", style="yellow"), soft_wrap=True)
    changed = (diff.functions, diff.skipped, diff.only_old, diff.only_new, diff.initial_values)
    if not any(changed):
        where = " in what was compiled" if diff.not_compiled else ""
        console.print(Text(f"no change{where}: both versions do the same", style="yellow" if where else "green"))
    for name in diff.initial_values:
        console.print(Text.assemble((name, "bold"), ": ", ("differs: its initial value has changed", "bold red")))
    for one in diff.functions:
        _show(console, one, text, with_impact)
    for name, reason in diff.skipped.items():
        console.print(Text(f"{name}: not compared: {reason}", style="yellow"))
    for word, names in (("removed", diff.only_old), ("added", diff.only_new)):
        if names:
            console.print(Text(f"{word}: {', '.join(names)}", style="dim"))
    for old, new in diff.renamed.items():
        console.print(Text(f"renamed: {old} → {new}", style="dim"))
    for each in diff.not_compiled:
        console.print(
            Text(f"changed, but {diff.versions.named(assumption_text(each))}", style="yellow"), soft_wrap=True
        )


def _show(console: Console, one: FunctionDiff, text: SourceText, with_impact: bool) -> None:
    styles = {ChangeVerdict.DIFFERENT: "bold red", ChangeVerdict.UNKNOWN: "yellow"}
    styles |= dict.fromkeys((ChangeVerdict.EQUIVALENT_UNDER, ChangeVerdict.NOT_COMPARED), "yellow")
    console.print(
        Text.assemble((one.function, "bold"), ": ", (sentence(one), styles.get(one.status, "green"))), soft_wrap=True
    )
    for shown in one.differences[:SHOWN]:
        old, new = both_outcomes(shown)
        word = native_text(shown.confirmed, shown.rests_on, (old, new))
        when = short_ways(shown.difference.ways)
        if shown is not one.differences[0]:
            console.print(Text(f"  or when {when}", style="red"), soft_wrap=True)
        console.print(Text(f"    {show_inputs(shown.new.inputs)}: {old} → {new}  ({word})"), soft_wrap=True)
    rest = len(one.differences) - SHOWN + one.further
    if rest > 0:
        console.print(Text(f"  … and {rest:,} more" if one.further else f"  {rest_text(rest)}", style="dim"))
    if one.behind and one.differences:
        told = f"  behind a fault that both versions have: {behind_text(one.behind)}"
        console.print(Text(one.named(told), style="dim"), soft_wrap=True)
    for outside in one.outside[:SHOWN]:
        old, new = both_outcomes(outside.shown)
        inputs = show_inputs(outside.shown.new.inputs)
        told = f"  outside the contract, needs {outside.needs}: {inputs}: {old} → {new}"
        console.print(Text(told, style="yellow"), soft_wrap=True)
    if len(one.outside) > SHOWN:
        console.print(Text(f"  {rest_text(len(one.outside) - SHOWN)}", style="dim"))
    show_not_tried(console, one.not_tried)
    show_changes(console, one.pair.matching, text)
    if one.pair.matching.is_same:
        return
    matched = match_text(one.match)
    if matched:
        console.print(Text(f"  inputs and outputs: {matched}", style="dim"), soft_wrap=True)
    if with_impact:
        show_impact(console, impacted_lines(one.pair.impact, text), text)
    counts, remark = one.result.counts, one.result.remark
    technique = f"{one.result.technique} ({remark})" if remark else one.result.technique
    console.print(
        f"  {count_of(counts.completed, 'impacted path')} ({counts.faulty:,} faulty){without_effect(one)}, "
        f"{technique}; "
        f"{one.verdict.runs:,} pairs of runs compared in {one.seconds:.2f} s",
        highlight=False,
    )
    if one.tests is not None:
        _show_tests(console, one.tests)
    if one.uncompared:
        console.print(Text(f"  only in one version, not compared: {', '.join(one.uncompared)}", style="dim"))
    if one.status is ChangeVerdict.DIFFERENT:
        console.print(Text(f"  {further_text(one)}", style="dim" if one.complete else "yellow"), soft_wrap=True)
    if one.compared_all:
        show_open(console, one.ledger, indent="  ")


def _show_tests(console: Console, tests: Mapping[str, Any]) -> None:
    chosen, same, skipped, added = (tests[word] for word in ("selected", "same", "skipped", "added"))
    covered = f"impacted {tests['cover']}"
    old = f", {len(tests['obsolete'])} obsolete" if tests["obsolete"] else ""
    console.print(
        f"  tests: {len(chosen)} to run again, {len(same)} more on the same {covered}, "
        f"{len(skipped)} unaffected, {len(added)} to add{old}",
        highlight=False,
    )
    for name, reason in tests["obsolete"].items():
        console.print(Text(f"    obsolete: {name}: {reason}", style="dim"), soft_wrap=True)
    for title, names in (("run again", chosen), ("same path as another", list(same))):
        if names:
            console.print(Text(f"    {title}: {', '.join(names)}", style="dim"), soft_wrap=True)
    for test in added[:SHOWN]:
        console.print(Text(f"    add: {show_inputs(test['inputs'])}: {test['outcome']}"), soft_wrap=True)
    if len(added) > SHOWN:
        console.print(Text(f"    {rest_text(len(added) - SHOWN)}", style="dim"))
    if "written" in tests:
        console.print(Text(f"    written to {tests['written']}"))
