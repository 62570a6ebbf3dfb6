"""What a change does, for people, for scripts, and for a pull request."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from rich.console import Console
from rich.text import Text

from secateur import __version__
from secateur.evolve.conditions import Difference
from secateur.evolve.equivalence import Verdict
from secateur.evolve.outcomes import ENDING, OUTPUT, STATUS
from secateur.evolve.pair import Pair
from secateur.exploration.result import Result
from secateur.machine.limit import LimitKind
from secateur.machine.path import Ending
from secateur.report.impact import change_json, impacted_lines, line_json, show_changes, show_impact, user_changes
from secateur.report.outputs import condition_text
from secateur.report.sentences import reason_text, summary
from secateur.report.source_text import SourceText
from secateur.report.terminal import show_inputs
from secateur.suite.test import Json, Outcome, Test, readable

#: How many differences are written out; the JSON has them all.
SHOWN = 5


class Status(StrEnum):
    UNAFFECTED = "unaffected"
    EQUIVALENT = "equivalent"
    DIFFERENT = "different"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """A difference with a test of each version; `confirmed`: both do natively what is predicted (None: not tried)."""

    difference: Difference
    old: Test
    new: Test
    confirmed: bool | None

    @property
    def outcomes(self) -> tuple[str, str]:
        return tuple(part_of_outcome(t.outcome, self.difference.names) for t in (self.old, self.new))  # type: ignore[return-value]


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """One function in two versions. `further`: differences that are only counted. `uncompared`: outputs that one
    version does not have."""

    old: str
    new: str
    function: str
    pair: Pair
    result: Result
    verdict: Verdict
    differences: tuple[Shown, ...]
    unconfirmed: tuple[Shown, ...]
    further: int
    uncompared: tuple[str, ...]
    bound: str
    seconds: float
    sure: bool = True
    tests: Mapping[str, Any] | None = None

    @property
    def status(self) -> Status:
        if self.differences:
            return Status.DIFFERENT
        if self.pair.matching.is_same:
            return Status.UNAFFECTED
        return Status.EQUIVALENT if not self.incomplete or self.is_bounded else Status.UNKNOWN

    @property
    def is_bounded(self) -> bool:
        """Is a bound that the user set all that keeps it from being complete?"""
        limits, reasons = self.result.limits, self.verdict.reasons
        return (
            bool(limits or reasons)
            and all(limit.kind in (LimitKind.LOOP_BOUND, LimitKind.DEPTH) for limit in limits)
            and all(reason in (Ending.LOOP_BOUND, Ending.DEPTH) for reason in reasons)
            and self.sure
            and not (self.verdict.unknown or self.unconfirmed)
        )

    @property
    def sentence(self) -> str:
        """The verdict in one line."""
        paths = self.result.counts.completed
        if self.status is Status.UNAFFECTED:
            return "unaffected: nothing that it does has changed"
        if self.status is Status.EQUIVALENT:
            within = "" if not self.incomplete else " within the bound"
            return f"equivalent on all {paths} impacted {'path' if paths == 1 else 'paths'}{within} ({self.bound})"
        if self.status is Status.DIFFERENT:
            conditions = self.differences[0].difference.conditions
            return f"differs when {condition_text(conditions)}" if conditions else "differs on every input"
        return f"no difference found, but {self.incomplete}"

    @property
    def incomplete(self) -> str:
        """Why nobody can be sure; empty if one can."""
        parts = [] if self.result.complete else [summary(self.result)]
        if not self.verdict.complete:
            reasons = [f"{count} × {reason_text(reason)}" for reason, count in self.verdict.reasons.items()]
            parts.append("incomplete: " + ("; ".join(reasons) or "the comparison was stopped by a limit"))
        if not self.sure and not self.pair.matching.is_same:
            parts.append(f"by {self.result.technique} equivalence cannot be told")
        if self.unconfirmed:
            parts.append(f"{len(self.unconfirmed)} predicted differences were not confirmed natively")
        return "; ".join(parts)


@dataclass(frozen=True, slots=True, eq=False)
class Report:
    """Two versions. `skipped`: functions that changed but could not be compared, with the reason."""

    old: str
    new: str
    comparisons: tuple[Comparison, ...]
    only_old: tuple[str, ...]
    only_new: tuple[str, ...]
    renamed: Mapping[str, str]
    skipped: Mapping[str, str]
    seconds: float

    @property
    def complete(self) -> bool:
        return not self.skipped and not any(c.incomplete for c in self.comparisons)

    @property
    def status(self) -> Status:
        states = {c.status for c in self.comparisons}
        if Status.DIFFERENT in states:
            return Status.DIFFERENT
        if Status.UNKNOWN in states or self.skipped:
            return Status.UNKNOWN
        return Status.EQUIVALENT if Status.EQUIVALENT in states else Status.UNAFFECTED


def part_of_outcome(outcome: Outcome, names: Sequence[str]) -> str:
    """What of an outcome differs."""
    values = dict(outcome.observations)
    shown = []
    for name in names:
        if name == ENDING:
            shown.append(str(outcome))
        elif name == STATUS:
            shown.append(f"exit {outcome.status}")
        elif name == OUTPUT:
            shown.append(f"prints {(outcome.output + outcome.error).decode('latin-1')!r}")
        elif name == "return":
            shown.append(str(outcome))
        else:
            shown.append(f"{name}={readable(values.get(name, '?'))}")
    return ", ".join(shown) or str(outcome)


# --- JSON


def report_json(report: Report, text: SourceText) -> dict[str, Any]:
    return {
        "tool": "secateur",
        "version": __version__,
        "old": report.old,
        "new": report.new,
        "verdict": str(report.status),
        "functions": [comparison_json(c, text) for c in report.comparisons],
        "only_old": list(report.only_old),
        "only_new": list(report.only_new),
        "renamed": dict(report.renamed),
        "skipped": dict(report.skipped),
        "complete": report.complete,
        "seconds": round(report.seconds, 6),
    }


def comparison_json(one: Comparison, text: SourceText) -> dict[str, Any]:
    matching, counts = one.pair.matching, one.result.counts
    lines = [] if matching.is_same else impacted_lines(one.pair.impact, text)
    shown: dict[str, Any] = {
        "function": one.function,
        "status": str(one.status),
        "summary": one.sentence,
        "bound": one.bound,
        "changes": [change_json(c, text) for c in user_changes(matching, text)],
        "globals": list(matching.globals),
        "renamed": {f: dict(names) for f, names in matching.renamed.items()},
        "impact": [line_json(line, text) for line in lines],
        "paths": {
            "technique": one.result.technique,
            "completed": counts.completed,
            "faulty": counts.faulty,
            "infeasible": counts.infeasible,
            "runs": counts.runs,
            "old_runs": one.verdict.runs,
        },
        "differences": [_shown_json(d) for d in one.differences],
        "unconfirmed": [_shown_json(d) for d in one.unconfirmed],
        "further": one.further,
        "uncompared": list(one.uncompared),
        "complete": not one.incomplete,
        "incomplete": one.incomplete,
        "seconds": round(one.seconds, 6),
    }
    if one.tests is not None:
        shown["tests"] = dict(one.tests)
    return shown


def _shown_json(shown: Shown) -> dict[str, Any]:
    old, new = shown.outcomes
    found = shown.difference
    inputs: Mapping[str, Json] = shown.new.inputs
    return {
        "condition": condition_text(found.conditions),
        "exact": found.is_exact,
        "outputs": list(found.names),
        "input": dict(inputs),
        "outcome": {"old": old, "new": new},
        "regions": found.merged,
        "confirmed": shown.confirmed,
    }


# --- for people


def show_report(console: Console, report: Report, text: SourceText, with_impact: bool) -> None:
    console.print(Text.assemble(("secateur ", "bold green"), (f"{report.old} → {report.new}", "bold")))
    if not report.comparisons and not report.skipped and not report.only_old and not report.only_new:
        console.print(Text("no change: both versions do the same", style="green"))
    for comparison in report.comparisons:
        _show(console, comparison, text, with_impact)
    for name, reason in report.skipped.items():
        console.print(Text(f"{name}: not compared: {reason}", style="yellow"))
    for word, names in (("removed", report.only_old), ("added", report.only_new)):
        if names:
            console.print(Text(f"{word}: {', '.join(names)}", style="dim"))
    for old, new in report.renamed.items():
        console.print(Text(f"renamed: {old} → {new}", style="dim"))


def _show(console: Console, one: Comparison, text: SourceText, with_impact: bool) -> None:
    styles = {Status.DIFFERENT: "bold red", Status.UNKNOWN: "yellow"}
    console.print(
        Text.assemble((one.function, "bold"), ": ", (one.sentence, styles.get(one.status, "green"))), soft_wrap=True
    )
    for shown in one.differences[:SHOWN]:
        old, new = shown.outcomes
        word = {True: "confirmed natively", None: "not tried natively"}[shown.confirmed]
        when = condition_text(shown.difference.conditions)
        if shown is not one.differences[0]:
            console.print(Text(f"  or when {when}", style="red"), soft_wrap=True)
        console.print(Text(f"    {show_inputs(shown.new.inputs)}: {old} → {new}  ({word})"), soft_wrap=True)
    rest = len(one.differences) - SHOWN + one.further
    if rest > 0:
        console.print(Text(f"  … and {rest} more (--json has them)", style="dim"))
    show_changes(console, one.pair.matching, text)
    if one.pair.matching.is_same:
        return
    if with_impact:
        show_impact(console, impacted_lines(one.pair.impact, text), text)
    counts = one.result.counts
    console.print(
        f"  {counts.completed:,} impacted paths ({counts.faulty:,} faulty), {one.result.technique}; "
        f"{one.verdict.runs:,} pairs of runs compared in {one.seconds:.2f} s",
        highlight=False,
    )
    if one.tests is not None:
        _show_tests(console, one.tests)
    if one.uncompared:
        console.print(Text(f"  only in one version, not compared: {', '.join(one.uncompared)}", style="dim"))
    if one.status is Status.DIFFERENT and one.incomplete:
        console.print(Text(f"  {one.incomplete}", style="yellow"), soft_wrap=True)


def _show_tests(console: Console, tests: Mapping[str, Any]) -> None:
    chosen, same, skipped, added = (tests[word] for word in ("selected", "same", "skipped", "added"))
    console.print(
        f"  tests: {len(chosen)} to run again, {len(same)} more on the same impacted paths, "
        f"{len(skipped)} unaffected, {len(added)} to add",
        highlight=False,
    )
    for title, names in (("run again", chosen), ("same path as another", list(same))):
        if names:
            console.print(Text(f"    {title}: {', '.join(names)}", style="dim"), soft_wrap=True)
    for test in added[:SHOWN]:
        console.print(Text(f"    add: {show_inputs(test['inputs'])}: {test['outcome']}"), soft_wrap=True)
    if len(added) > SHOWN:
        console.print(Text(f"    … and {len(added) - SHOWN} more", style="dim"))
    if "written" in tests:
        console.print(Text(f"    written to {tests['written']}"))
