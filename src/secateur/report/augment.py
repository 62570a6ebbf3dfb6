"""The requirements of a change and the tests that meet them, on a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from secateur.evolve.augmentation.augmentation import Finding, RequirementState
from secateur.report.assumptions import claim
from secateur.report.change_text import both_outcomes
from secateur.report.native_run import native_text, show_not_tried
from secateur.report.open_assumptions import show_open
from secateur.report.shown import first_of, rest_text, show_inputs
from secateur.report.source_text import SourceText

if TYPE_CHECKING:
    from secateur.jobs.augment import AugmentedSuite, NewTest


#: How many requirements are written out; the JSON has them all.
SHOWN = 12
#: How many tests are named that meet one requirement; the JSON has them all.
MOST_TESTS = 3


def show_augment(console: Console, answer: AugmentedSuite, text: SourceText) -> None:
    console.print(Text.assemble(("secateur ", "bold green"), (f"{answer.old} → {answer.new}", "bold")))
    for note in answer.versions.notes:
        console.print(Text(f"note: {note}", style="yellow"), soft_wrap=True)
    if answer.made is None or answer.requirements is None:
        console.print(Text("no change: there is nothing to test", style="green"))
        return
    made, count = answer.made, len(answer.made.findings)
    states = ", ".join(f"{made.count(state)} {state}" for state in RequirementState if made.count(state))
    console.print(
        Text.assemble(
            (answer.function, "bold"), f": {count} requirement{'s' * (count != 1)}{': ' * bool(states)}{states}"
        ),
        soft_wrap=True,
    )
    for finding in _best(made.findings)[:SHOWN]:
        _show_finding(console, finding, answer, text)
    if count > SHOWN:
        console.print(Text(f"  {rest_text(count - SHOWN)}", style="dim"))
    if answer.given:
        names = ", ".join(made.revealing) or "none"
        console.print(Text(f"  of {len(answer.given)} existing tests these show a difference: {names}"), soft_wrap=True)
    for test in answer.tests:
        was_tried = test.confirmed is not None or test.rests_on
        word = f"  ({native_text(test.confirmed, test.rests_on)})" if was_tried else ""
        told = " → ".join(both_outcomes(test)) if test.names else _alike(test)
        line = f"  add {test.new.name}: {show_inputs(test.new.inputs)}: {told}{word}"
        console.print(Text(line, style="red" if test.names else ""), soft_wrap=True)
    show_not_tried(console, answer.not_tried)
    if answer.written:
        console.print(Text(f"  written to {answer.written}"))
    if answer.requirements.cut is not None:
        missing = f"chains of distance {answer.requirements.cut} or more were not all followed (--chains)"
        console.print(Text(f"  {missing}", style="yellow"))
    if made.stopped:
        console.print(
            Text("  stopped early: the time limit was reached (--timeout), or it was interrupted", style="yellow")
        )
    if answer.decided_all:
        told = claim(answer.ledger, "  every requirement is decided,")
        console.print(Text(told, style="green" if answer.complete else "yellow"), soft_wrap=True)
        show_open(console, answer.ledger, indent="  ")
    console.print(Text(f"  {answer.seconds:.2f} s", style="dim"))


def _alike(test: NewTest) -> str:
    """The outcome of a test that shows no difference that counts."""
    old, new = test.old.outcome, test.new.outcome
    return f"{new} in both" if old == new else f"{old} → {new} (ignored)"


def _best(findings: list[Finding]) -> list[Finding]:
    """Those whose effect gets furthest first."""
    return sorted(findings, key=lambda f: (not f.requirement.is_output, -f.requirement.distance, f.requirement.number))


def _show_finding(console: Console, finding: Finding, answer: AugmentedSuite, text: SourceText) -> None:
    styles = {
        RequirementState.MET: "green",
        RequirementState.SOLVED: "cyan",
        RequirementState.IMPOSSIBLE: "dim",
        RequirementState.UNKNOWN: "yellow",
    }
    chain = finding.requirement.chain
    lines = " → ".join(str(line) for line in chain.lines)
    end = f"  {text.line(chain.place.file, chain.place.line)}"
    by = first_of(finding.met_by, MOST_TESTS)
    if finding.added is not None:
        by = answer.tests[finding.added].new.name
    told = f"{finding.state}{' by ' + by if by else ''}"
    old = "old " if finding.requirement.is_old else ""
    console.print(
        Text.assemble((f"  {told:<24} ", styles[finding.state]), f"{old}{lines}", (end, "dim")), soft_wrap=True
    )
