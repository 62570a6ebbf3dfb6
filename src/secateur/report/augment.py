"""The requirements of a change and the tests that meet them, for people and for scripts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.text import Text

from secateur import __version__, expr
from secateur.evolve.augmentation.augmentation import Added, Augmented, Finding, RequirementState
from secateur.evolve.augmentation.requirements import Requirements
from secateur.report.diff import part_of_outcome
from secateur.report.outputs import condition_text
from secateur.report.source_text import SourceText
from secateur.report.terminal import show_inputs
from secateur.suite.test import Test

#: How many requirements are written out; the JSON has them all.
SHOWN = 12
#: Conditions with more parts than this are not written out.
LONGEST = 60


@dataclass(frozen=True, slots=True, eq=False)
class NewTest:
    """A new test as each version passes it; `confirmed`: both do natively what is predicted (None: not tried)."""

    added: Added
    old: Test
    new: Test
    confirmed: bool | None

    @property
    def reveals(self) -> tuple[str, ...]:
        return self.added.trial.reveals

    @property
    def outcomes(self) -> tuple[str, str]:
        """What differs, in the old version and in the new one."""
        return part_of_outcome(self.old.outcome, self.reveals), part_of_outcome(self.new.outcome, self.reveals)


@dataclass(frozen=True, slots=True, eq=False)
class Report:
    """Without requirements nothing has changed."""

    old: str
    new: str
    function: str
    requirements: Requirements | None
    made: Augmented | None
    tests: tuple[NewTest, ...]
    seconds: float
    given: tuple[str, ...] = ()
    written: str | None = None

    @property
    def reveals(self) -> bool:
        """Does any test, old or new, show that the versions differ?"""
        return any(t.reveals for t in self.tests) or bool(self.made and self.made.revealing)

    @property
    def complete(self) -> bool:
        """Is it known of every requirement whether it can be met?"""
        if self.made is None or self.requirements is None:
            return True
        return self.requirements.cut is None and not self.made.stopped and not self.made.count(RequirementState.UNKNOWN)


def augment_json(report: Report) -> dict[str, Any]:
    made = report.made
    return {
        "tool": "secateur",
        "version": __version__,
        "old": report.old,
        "new": report.new,
        "function": report.function,
        "requirements": [] if made is None else [_requirement(f, report.tests) for f in made.findings],
        "tests": [_test(t) for t in report.tests],
        "revealing": [] if made is None else list(made.revealing),
        "written": report.written,
        "cut": None if report.requirements is None else report.requirements.cut,
        "complete": report.complete,
        "seconds": round(report.seconds, 6),
    }


def _requirement(finding: Finding, tests: tuple[NewTest, ...]) -> dict[str, Any]:
    chain = finding.requirement.chain
    return {
        "chain": list(chain.lines),
        "functions": [place.function for place in chain.places],
        "by": [str(each.by) for each in chain.all[1:]],
        "version": "old" if finding.requirement.is_old else "new",
        "distance": chain.distance,
        "output": finding.requirement.is_output,
        "state": str(finding.state),
        "condition": shown_condition(finding),
        "met_by": [*finding.met_by, *([] if finding.added is None else [tests[finding.added].new.name])],
    }


def _test(test: NewTest) -> dict[str, Any]:
    return {
        "name": test.new.name,
        "inputs": dict(test.new.inputs),
        "meets": list(test.added.meets),
        "reveals": list(test.reveals),
        "outcome": dict(zip(("old", "new"), test.outcomes, strict=True)),
        "confirmed": test.confirmed,
    }


def shown_condition(finding: Finding) -> str | None:
    """What was asked of an input, with `*` for what may be anything; None if it was not asked for, or is too long."""
    if finding.conditions is None or sum(expr.size(c) for c in finding.conditions) > LONGEST:
        return None
    return condition_text(finding.conditions)


# --- for people


def show_augment(console: Console, report: Report, text: SourceText) -> None:
    console.print(Text.assemble(("secateur ", "bold green"), (f"{report.old} → {report.new}", "bold")))
    if report.made is None or report.requirements is None:
        console.print(Text("no change: there is nothing to test", style="green"))
        return
    made, count = report.made, len(report.made.findings)
    states = ", ".join(f"{made.count(state)} {state}" for state in RequirementState if made.count(state))
    console.print(
        Text.assemble(
            (report.function, "bold"), f": {count} requirement{'s' * (count != 1)}{': ' * bool(states)}{states}"
        ),
        soft_wrap=True,
    )
    for finding in _best(made.findings)[:SHOWN]:
        _show_finding(console, finding, report, text)
    if count > SHOWN:
        console.print(Text(f"  … and {count - SHOWN} more (--json has them)", style="dim"))
    if report.given:
        names = ", ".join(made.revealing) or "none"
        console.print(Text(f"  of {len(report.given)} existing tests these show a difference: {names}"), soft_wrap=True)
    for test in report.tests:
        word = {True: "  (confirmed natively)", False: "  (not confirmed natively)", None: ""}[test.confirmed]
        told = " → ".join(test.outcomes) if test.reveals else _alike(test)
        line = f"  add {test.new.name}: {show_inputs(test.new.inputs)}: {told}{word}"
        console.print(Text(line, style="red" if test.reveals else ""), soft_wrap=True)
    if report.written:
        console.print(Text(f"  written to {report.written}"))
    if report.requirements.cut is not None:
        console.print(Text(f"  from distance {report.requirements.cut} on there are more chains", style="yellow"))
    if made.stopped:
        console.print(
            Text("  stopped before all was tried: the time was up (--timeout), or it was interrupted", style="yellow")
        )
    console.print(Text(f"  {report.seconds:.2f} s", style="dim"))


def _alike(test: NewTest) -> str:
    """Of a test that shows no difference that counts."""
    old, new = test.old.outcome, test.new.outcome
    return f"{new} in both" if old == new else f"{old} → {new} (ignored)"


def _best(findings: list[Finding]) -> list[Finding]:
    """What gets furthest first."""
    return sorted(findings, key=lambda f: (not f.requirement.is_output, -f.requirement.distance, f.requirement.number))


def _show_finding(console: Console, finding: Finding, report: Report, text: SourceText) -> None:
    styles = {
        RequirementState.MET: "green",
        RequirementState.SOLVED: "cyan",
        RequirementState.IMPOSSIBLE: "dim",
        RequirementState.UNKNOWN: "yellow",
    }
    chain = finding.requirement.chain
    lines = " → ".join(str(line) for line in chain.lines)
    end = f"  {text.line(chain.place.file, chain.place.line)}"
    by = ", ".join(finding.met_by[:3])
    if finding.added is not None:
        by = report.tests[finding.added].new.name
    told = f"{finding.state}{' by ' + by if by else ''}"
    old = "old " if finding.requirement.is_old else ""
    console.print(
        Text.assemble((f"  {told:<24} ", styles[finding.state]), f"{old}{lines}", (end, "dim")), soft_wrap=True
    )
