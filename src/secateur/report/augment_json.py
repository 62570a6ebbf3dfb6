"""The JSON of `augment`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from secateur import __version__, expr
from secateur.evolve.augmentation.augmentation import Finding
from secateur.report.assumptions import assumption_json
from secateur.report.change_text import both_outcomes
from secateur.report.outputs import condition_text

if TYPE_CHECKING:
    from secateur.jobs.augment import AugmentedSuite, NewTest


#: Conditions with more parts than this are not written out.
LONGEST = 60


def augment_json(answer: AugmentedSuite) -> dict[str, Any]:
    made = answer.made
    return {
        "tool": "secateur",
        "version": __version__,
        "old": answer.old,
        "new": answer.new,
        "function": answer.function,
        "requirements": [] if made is None else [_requirement(f, answer.tests) for f in made.findings],
        "tests": [_test(t) for t in answer.tests],
        "revealing": [] if made is None else list(made.revealing),
        "not_tried": answer.not_tried,
        "build_notes": list(answer.versions.notes),
        "written": answer.written,
        "cut": None if answer.requirements is None else answer.requirements.cut,
        "complete": answer.complete,
        "assumptions": [assumption_json(each) for each in answer.assumptions],
        "seconds": round(answer.seconds, 6),
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
        "reveals": list(test.names),
        "outcome": dict(zip(("old", "new"), both_outcomes(test), strict=True)),
        "confirmed": test.confirmed,
        "rests_on": list(test.rests_on),
    }


def shown_condition(finding: Finding) -> str | None:
    """What was asked of an input, with `*` for what may be anything; None if it was not asked for, or is too long."""
    if finding.conditions is None or sum(expr.size(c) for c in finding.conditions) > LONGEST:
        return None
    return condition_text(finding.conditions)
