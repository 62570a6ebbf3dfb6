"""Why a test is there: what decides its outcome, which inputs matter, and what tells it from the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from secateur.expr import Expr, variables_of
from secateur.jobs.explained_run import ExplainedRun
from secateur.jobs.explanation import RunExplanation, decision_text, is_decision, shown_list
from secateur.machine.path import Path as MachinePath
from secateur.options.jobs import ExplainOptions
from secateur.suite.deciding import deciding
from secateur.suite.telling import observed
from secateur.suite.test import Test

#: Tests that are run to find the one that is most like another.
MOST_COMPARED = 200


def explain_test(run: ExplainedRun, name: str, options: ExplainOptions) -> RunExplanation:
    test = run.test(name)
    path, relevance = run.path(test), run.relevance(test)
    relevant = deciding(relevance)
    decisions = [n for n, branch in enumerate(path.branches) if is_decision(branch)]
    needed = [decision_text(path.branches[n]) for n in decisions if n in relevant]
    others = [decision_text(path.branches[n]) for n in decisions if n not in relevant]
    matter, free = inputs_that_matter(path, relevant)
    details = [f"decides: {each}" for each in needed]
    details += [f"passed, and does not decide: {each}" for each in others]
    merged = run.merged(test)
    if merged:
        details.append(
            f"merged, so that the run stands for both sides: the decisions on lines {shown_list(merged, 12)}"
        )
    details.append(f"inputs that matter: {shown_list(matter, 12) or 'none'}")
    if free:
        details.append(f"inputs that do not: {shown_list(free, 12)}")
    nearest = _nearest(run, test)
    if nearest is not None:
        details.append(nearest)
    count = f"{len(needed)} of {len(decisions)} decisions" if decisions else "no decision"
    text = f"{test.name} ends with {test.outcome}: {count} on its path decide that"
    facts = {
        "test": test.name,
        "inputs": dict(test.inputs),
        "outcome": str(test.outcome),
        "deciding": [path.branches[n].label for n in decisions if n in relevant],
        "not_deciding": [path.branches[n].label for n in decisions if n not in relevant],
        "merged": merged,
        "matter": matter,
        "free": free,
    }
    return RunExplanation(name, "test", text, tuple(details), options, facts)


def explain_fault(run: ExplainedRun, what: str, options: ExplainOptions) -> RunExplanation:
    _, fault = run.item(what, "fault")
    place = f"{fault['file']}:{fault['line']}"
    details = [_contract_text(fault), _native_text(fault)]
    if fault["rests_on"]:
        details.append(f"it rests on what stand-ins of {', '.join(fault['rests_on'])} return")
    facts: dict[str, Any] = {"fault": {key: fault[key] for key in ("kind", "file", "line", "message", "test")}}
    if fault.get("suite") or fault.get("caller"):
        where = fault.get("suite") or f"callers/{fault['caller']}"
        details.append(f"its test is in {run.folder / where}, with the inputs {dict(fault['inputs'])}")
    else:
        told = explain_test(run, fault["test"], options)
        details += [f"inputs: {_inputs_text(told.facts['inputs'])}", *told.details]
        facts |= told.facts
        details.append(f"to see it happen: secateur replay {run.folder}, or ./tests --debug {fault['test']} of tests.c")
    text = f"{fault['kind']} at {place} in {fault['function']}: {fault['message']}"
    return RunExplanation(what, "fault", text, tuple(details), options, facts)


def inputs_that_matter(path: MachinePath, relevant: frozenset[int]) -> tuple[list[str], list[str]]:
    """The inputs that a deciding condition or an observed value depends on; and the others."""
    used: dict[str, None] = {}
    values: list[Expr] = [path.branches[n].condition for n in sorted(relevant)]
    for each in (*values, *observed(path)):
        used |= dict.fromkeys(variable.name for variable in variables_of(each))
    names = list(dict.fromkeys(given.name for given in path.inputs))
    return [name for name in names if name in used], [name for name in names if name not in used]


def _nearest(run: ExplainedRun, test: Test) -> str | None:
    """The test that goes the same way for longest, and where they part."""
    best: tuple[int, Test] | None = None
    for other in run.suite.tests[:MOST_COMPARED]:
        if other.name != test.name:
            shared = _shared(test.path, other.path)
            if best is None or shared > best[0]:
                best = shared, other
    if best is None or best[0] == len(test.path):
        return None
    shared, other = best
    before = f"after {' '.join(test.path[:shared][-6:])}, " if shared else "at once, "
    there = other.path[shared] if shared < len(other.path) else "ends"
    return f"parts from {other.name} {before}it takes {test.path[shared]} and the other {there}: {other.outcome}"


def _shared(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _contract_text(fault: Mapping[str, Any]) -> str:
    if fault.get("chain"):
        return f"valid calls of {fault['caller']} lead to it: {' calls '.join(fault['chain'])}"
    if fault["contract"] == "within":
        return "a valid call shows it: it breaks nothing that is declared or inferred about the inputs"
    if fault["contract"] == "outside":
        return f"only a call that breaks the contract shows it: it needs {fault['needs']}"
    return f"whether a valid call shows it is not known: it needs {fault['needs'] or 'nothing that is known'}"


def _native_text(fault: Mapping[str, Any]) -> str:
    return {
        True: "a native run with sanitizers reported the same",
        False: "a native run did not show it",
        None: "it was not tried natively",
    }[fault["confirmed"]]


def _inputs_text(inputs: Mapping[str, Any]) -> str:
    return ", ".join(_each(inputs))


def _each(inputs: Mapping[str, Any]) -> Iterator[str]:
    for name, value in inputs.items():
        yield f"{name}={value!r}" if isinstance(value, str) else f"{name}={value}"
