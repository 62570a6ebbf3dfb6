"""What a technique left out at a place: an input that goes there, and the tests that show what it would have shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from secateur.exploration.sides import can_flip
from secateur.jobs.explained_run import ExplainedRun
from secateur.jobs.explanation import RunExplanation, decision_text, is_decision, shown_list
from secateur.jobs.plan import new_solver
from secateur.machine.path import ENDED, Branch
from secateur.machine.path import Path as MachinePath
from secateur.options.jobs import ExplainOptions
from secateur.solver import Sat, Unsat
from secateur.suite.record import Recorder
from secateur.suite.test import Test

#: Tests that are run to find what was cut, and sides that the solver is asked about.
MOST_TESTS, MOST_ASKED = 500, 50


@dataclass(frozen=True, slots=True)
class CutSide:
    """A side that no test takes from there: the first `index` branches are those of a test."""

    test: Test
    path: MachinePath
    index: int

    @property
    def branch(self) -> Branch:
        return self.path.branches[self.index]


def explain_cut(run: ExplainedRun, what: str, options: ExplainOptions) -> RunExplanation:
    number, cut = run.item(what, "cut")
    place = f"{cut['file']}:{cut['line']}"
    head = f"cut:{number} at {place}: {cut['technique']} did not try {cut['count']} of its sides, as {cut['because']}"
    facts: dict[str, Any] = {key: cut[key] for key in ("technique", "file", "line", "count", "reason", "because")}
    solver = new_solver(run.plan.solving)
    impossible = unknown = 0
    for side in _sides(run, cut):
        prefix = [each.condition for each in side.path.branches[: side.index]]
        answer = solver.solve([*prefix, side.branch.negation], side.path.model)
        if isinstance(answer, Sat):
            return _shown(run, side, answer.model, what, head, facts, options)
        impossible += isinstance(answer, Unsat)
        unknown += not isinstance(answer, Unsat)
        if impossible + unknown >= MOST_ASKED:
            told = (
                f"of the sides that no test takes, {impossible + unknown} were looked at: no input was found for them"
            )
            return RunExplanation(what, "unknown", head, (told,), options, facts)
    facts["impossible"] = impossible
    if unknown:
        told = "the solver could not decide whether an input goes there"
        return RunExplanation(what, "unknown", head, (told,), options, facts)
    if len(run.suite.tests) > MOST_TESTS:
        told = f"no input was found for sides that the first {MOST_TESTS} tests leave; the others were not looked at"
        return RunExplanation(what, "unknown", head, (told,), options, facts)
    if impossible:
        told = f"no input takes it: {impossible} sides that no test takes contradict what was decided before"
        return RunExplanation(what, "nothing-lost", head, (told,), options, facts)
    told = "the tests of this run take every side at this place: what was left out repeats them"
    return RunExplanation(what, "repeated", head, (told, *_takers(run, cut)), options, facts)


def _shown(
    run: ExplainedRun,
    side: CutSide,
    model: Sequence[int],
    what: str,
    head: str,
    facts: Mapping[str, Any],
    options: ExplainOptions,
) -> RunExplanation:
    """What an input does that goes there, and which tests have shown each part of it."""
    machine = run.machine
    path = machine.run(*machine.start(tuple(model)))
    label = f"{side.branch.site.position.line}{'F' if side.branch.outcome else 'T'}"
    before = [decision_text(each) for each in side.path.branches[: side.index] if is_decision(each)]
    details = [f"left out: {label} after {shown_list(before, 4) or 'no decision'} (as in {side.test.name})"]
    if path.ending not in ENDED:
        details.append("a run that goes there reaches a limit")
        return RunExplanation(what, "cut", head, tuple(details), options, facts)
    test = Recorder(run.subject.driver).test(path, 1)
    details.append(f"an input that goes there: {dict(test.inputs)}, which ends with {test.outcome}")
    covered, missing = _covered_by(run, path)
    for sides, name in covered:
        details.append(f"{name} takes {shown_list(sides, 8)} as well")
    if missing:
        details.append(f"no test takes {shown_list(missing, 8)}")
    same = next((each.name for each in run.suite.tests if str(each.outcome) == str(test.outcome)), None)
    if same is not None:
        details.append(f"{same} ends in the same way")
    elif test.outcome.fault is not None:
        details.append("no test ends with this fault")
    more = {
        "inputs": dict(test.inputs),
        "outcome": str(test.outcome),
        "covered_by": {name: sides for sides, name in covered},
        "not_covered": missing,
        "same_outcome": same,
    }
    return RunExplanation(what, "cut", head, tuple(details), options, {**facts, **more})


def _sides(run: ExplainedRun, cut: Mapping[str, Any]) -> Iterator[CutSide]:
    """The sides at the place of a cut that no test takes after the same decisions."""
    tests = run.suite.tests[:MOST_TESTS]
    taken: set[int] = set()
    for test in tests:
        node = 0
        for branch in run.path(test).branches:
            node = hash((node, branch.condition.key))
            taken.add(node)
    for test in tests:
        path, node = run.path(test), 0
        for index, branch in enumerate(path.branches):
            if _is_at(branch, cut) and can_flip(branch):
                other = hash((node, branch.negation.key))
                if other not in taken:
                    taken.add(other)
                    yield CutSide(test, path, index)
            node = hash((node, branch.condition.key))


def _is_at(branch: Branch, cut: Mapping[str, Any]) -> bool:
    site = branch.site
    return (site.position.file, site.position.line, str(site.kind)) == (cut["file"], cut["line"], cut["branch"])


def _covered_by(run: ExplainedRun, path: MachinePath) -> tuple[list[tuple[list[str], str]], list[str]]:
    """Tests that together take the sides of a path, as few as the order of the suite allows; and the sides that none
    takes."""
    wanted = list(dict.fromkeys(path.labels))
    found: list[tuple[list[str], str]] = []
    left = set(wanted)
    while left:
        best = max(run.suite.tests, key=lambda test: len(left & set(test.path)), default=None)
        gained = left & set(best.path) if best is not None else set()
        if best is None or not gained:
            break
        found.append(([side for side in wanted if side in gained], best.name))
        left -= gained
    return found, [side for side in wanted if side in left]


def _takers(run: ExplainedRun, cut: Mapping[str, Any]) -> list[str]:
    lines = []
    for side in (f"{cut['line']}T", f"{cut['line']}F"):
        names = [test.name for test in run.suite.tests if side in test.path]
        if names:
            lines.append(f"{side}: {shown_list(names)}")
    return lines
