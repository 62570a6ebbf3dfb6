"""What an assumption keeps out of an answer."""

from __future__ import annotations

from secateur.jobs.explained_run import ExplainedRun
from secateur.jobs.explanation import RunExplanation, shown_list
from secateur.jobs.target import accepted_kinds
from secateur.options.jobs import ExplainOptions


def explain_assumption(run: ExplainedRun, what: str, options: ExplainOptions) -> RunExplanation:
    """Which tests rest on it, which faults need it to be broken, whether it keeps the answer from being complete, and
    how to lift it."""
    _, given = run.item(what, "assumption")
    kind, subject = given["kind"], given["subject"]
    accepted = kind in accepted_kinds(run.options.acceptance)
    broken = [each for each in run.data["faults"] if each.get("needs") and _is_about(each["needs"], subject)]
    details = [
        f"without it: {each['kind']} at {each['file']}:{each['line']}, which needs {each['needs']}" for each in broken
    ]
    resting = [test.name for test in run.suite.tests if any(_is_same(one, given) for one in test.rests_on)]
    if resting:
        details.append(f"tests that rest on it: {shown_list(resting)}")
    state = "the answer counts as complete under it" if accepted else "the answer is not complete unless it is accepted"
    details.append(f"{state} (--accept {kind})" if not accepted else state)
    if given["lift"]:
        details.append(f"to lift it: {given['lift']}")
    facts = {
        "kind": kind,
        "subject": subject,
        "accepted": accepted,
        "lift": given["lift"],
        "faults": [f"{each['kind']} at {each['file']}:{each['line']}" for each in broken],
        "tests": resting,
    }
    return RunExplanation(what, "assumption", f"{kind}: {given['text']}", tuple(details), options, facts)


def _is_about(needs: str, subject: str) -> bool:
    """A fault that needs a part of the contract to be broken says so with the words of that part, negated."""
    words = set(_names(subject))
    return bool(words) and words <= set(_names(needs))


def _names(text: str) -> list[str]:
    return [word for word in "".join(c if c.isalnum() or c == "_" else " " for c in text).split() if not word.isdigit()]


def _is_same(assumption: object, given: object) -> bool:
    assert isinstance(given, dict)
    return (getattr(assumption, "kind", None), getattr(assumption, "subject", None)) == (
        given["kind"],
        given["subject"],
    )
