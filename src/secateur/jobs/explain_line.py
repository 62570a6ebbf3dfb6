"""Why a line is reached, or why not: inputs are looked for, then what keeps them out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from secateur.contracts.model import Contract
from secateur.errors import SecateurError
from secateur.exploration.coverage import Coverage
from secateur.jobs.explained_run import ExplainedRun, NotExplained
from secateur.jobs.explanation import RunExplanation, shown_list
from secateur.jobs.plan import Plan
from secateur.jobs.reaching import LineReach, ReachedLine, reach
from secateur.jobs.target import compiled
from secateur.options.jobs import ExplainOptions, ExploreOptions
from secateur.suite.models import model_of
from secateur.suite.test import Test


def explain_line(run: ExplainedRun, file: str, line: int, options: ExplainOptions) -> RunExplanation:
    file = _file(run, file)
    question = f"{file}:{line}"
    if (file, line) not in run.lines.lines:
        return _no_code(run.lines, file, line, question, options)
    test = first_test(run, file, line)
    if test is not None:
        return _reached(run, test, question, options)
    found = reach(run.plan, file, line, options.timeout / 2)
    if found.reach is LineReach.NO_WAY:
        text = f"{question} is never reached: no call or jump leads there from {run.subject.function}"
        return RunExplanation(question, "no-way", text, (), options)
    if found.reach is LineReach.REACHED:
        return _missed(run, found, question, options)
    if found.reach is LineReach.UNKNOWN:
        text = f"whether an input reaches {question} is not known: neither was one found, nor is it impossible"
        details = (*limit_texts(run.data), "more time may help: --timeout")
        return RunExplanation(question, "unknown", text, details, options)
    return _excluded(run, file, line, question, options)


def first_test(run: ExplainedRun, file: str, line: int) -> Test | None:
    """The first test that runs a line."""
    machine = run.plan.machine()
    for test in run.suite.tests:
        machine.run(*machine.start(model_of(machine, test.recorded)))
        if any((each.file, each.line) == (file, line) for code in machine.codes() for each in code.covered):
            return test
    return None


def limit_texts(data: Mapping[str, Any]) -> tuple[str, ...]:
    """What kept a run from being complete."""
    return tuple(f"the run was not complete: {each['text']}" for each in data["limits"])


def _reached(run: ExplainedRun, test: Test, question: str, options: ExplainOptions) -> RunExplanation:
    text = f"{question} is reached, first by {test.name}: {test.outcome}"
    details = (f"inputs: {dict(test.inputs)}", f"path: {' '.join(test.path) or 'no decision'}")
    facts = {"test": test.name, "inputs": dict(test.inputs), "path": list(test.path)}
    return RunExplanation(question, "reached", text, details, options, facts)


def _missed(run: ExplainedRun, found: ReachedLine, question: str, options: ExplainOptions) -> RunExplanation:
    """An input reaches it, but no test does."""
    assert found.test is not None
    details = [f"an input that does: {dict(found.test.inputs)}, which ends with {found.test.outcome}"]
    details += limit_texts(run.data)
    cuts = [each for each in run.data["cuts"] if f"{each['line']}" in {side[:-1] for side in found.test.path}]
    for number, each in enumerate(run.data["cuts"], 1):
        if each in cuts:
            details.append(f"on its way: cut:{number} at {each['file']}:{each['line']}, as {each['because']}")
    why = "the run was not complete" if run.data["limits"] else "the technique left out its path" if cuts else ""
    kept = run.data["settings"].get("keep")
    if not why:
        why = f"no test of it was kept (--keep {kept})" if kept not in (None, "all") else "it was not run"
    text = f"{question} can be reached, but no test does: {why}"
    facts = {"inputs": dict(found.test.inputs), "outcome": str(found.test.outcome), "how": found.how}
    return RunExplanation(question, "missed", text, tuple(details), options, facts)


# --- impossible: what would have to be different?


@dataclass(frozen=True, slots=True)
class _Change:
    """Another question, under which the line may be reached."""

    what: str
    advice: str
    contract: Contract | None = None
    options: Callable[[ExploreOptions], ExploreOptions] = lambda given: given


def _excluded(run: ExplainedRun, file: str, line: int, question: str, options: ExplainOptions) -> RunExplanation:
    tried = []
    seconds = options.timeout / 12
    for change in _changes(run):
        plan = _changed(run, change)
        if plan is None:
            continue
        found = reach(plan, file, line, seconds, searches=False)
        if found.reach is LineReach.REACHED and found.test is not None:
            text = f"no input of this run reaches {question}: {change.what}"
            details = (f"otherwise this one does: {dict(found.test.inputs)}", f"to try it: {change.advice}")
            facts = {"because": change.what, "advice": change.advice, "inputs": dict(found.test.inputs)}
            return RunExplanation(question, "excluded", text, details, options, facts)
        tried.append(f"{change.advice}: {'impossible, too' if found.reach is LineReach.IMPOSSIBLE else 'not known'}")
    text = f"no input of these sizes reaches {question}: its conditions contradict each other"
    return RunExplanation(question, "impossible", text, tuple(f"tried: {each}" for each in tried), options)


def _changes(run: ExplainedRun) -> Iterator[_Change]:
    """From what the user said, to what was inferred, to what was assumed."""
    contract, given = run.subject.contract, run.options.inputs
    for part in given.assume:
        rest = tuple(each for each in given.assume if each != part)
        yield _Change(
            f"--assume '{part}' excludes it",
            f"without --assume '{part}'",
            contract,
            lambda o, rest=rest: replace(o, inputs=replace(o.inputs, assume=rest)),  # type: ignore[misc]
        )
    for clause in contract.requires:
        without = replace(contract, clauses=tuple(each for each in contract.clauses if each is not clause))
        yield _Change(f"the contract excludes it: {clause} ({clause.origin})", f"without the part {clause}", without)
    if len(contract.requires) > 1:
        yield _Change("the contract excludes it", "--no-infer", replace(contract, clauses=()))
    pairs: tuple[tuple[str, str, Callable[[ExploreOptions], ExploreOptions]], ...] = (
        (
            "pointers are never NULL in this run",
            "--nullable all",
            lambda o: replace(o, inputs=replace(o.inputs, nullable=("all",))),
        ),
        (
            "globals have their initial values in this run",
            "--symbolic all",
            lambda o: replace(o, inputs=replace(o.inputs, symbolic=("all",))),
        ),
        (
            "allocations never fail in this run",
            "--malloc-fails all",
            lambda o: replace(o, world=replace(o.world, malloc_fails="all")),
        ),
    )
    for what, advice, change in pairs:
        yield _Change(what, advice, contract, change)
    for factor in (2, 4):
        size, length = given.buffer * factor, (given.string or given.buffer) * factor
        yield _Change(
            "the inputs are too small",
            f"--buffer {size} --string {length}",
            contract,
            lambda o, size=size, length=length: replace(  # type: ignore[misc]
                o, inputs=replace(o.inputs, buffer=size, string=length)
            ),
        )


def _changed(run: ExplainedRun, change: _Change) -> Plan | None:
    """None if the program cannot be compiled like this, or if that changes nothing."""
    options = replace(change.options(run.options), out=None)
    try:
        subject = compiled(run.sources, options, Path(run.folder), change.contract)
    except SecateurError:
        return None
    is_same = subject.program.digest == run.subject.program.digest and options.world == run.options.world
    return None if is_same else replace(run.plan, subject=subject)


# --- places


def _file(run: ExplainedRun, named: str) -> str:
    """The file that the user means: the only one, or one with this end."""
    files = list(dict.fromkeys(file for file, _ in run.lines.lines))
    own = run.subject.program.functions[run.subject.function].position.file if run.subject.driver else files[0]
    if not named:
        return own
    found = [each for each in files if each == named or Path(each).resolve() == Path(named).resolve()]
    found = found or [each for each in files if each.endswith(f"/{named}")]
    if len(found) != 1:
        raise NotExplained(f"{named} is no file of this program", str(run.folder), f"there are: {shown_list(files)}")
    return found[0]


def _no_code(coverage: Coverage, file: str, line: int, question: str, options: ExplainOptions) -> RunExplanation:
    lines = sorted((each for name, each in coverage.lines if name == file), key=lambda each: (abs(each - line), each))
    near = ", ".join(map(str, sorted(lines[:4])))
    text = f"{question} has no code of its own, or its function is not part of this program"
    return RunExplanation(question, "no-code", text, (f"nearest lines with code: {near}",), options, {"nearest": near})
