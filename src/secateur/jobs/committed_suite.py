"""A suite that one would commit: few tests, titled by what they show, grouped by outcome, for a test framework."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from secateur.dependence.trace.graphs import Graphs
from secateur.errors import OptionError
from secateur.frontend.compile import INCLUDE, SOURCE_SUFFIXES
from secateur.harness.subject import Subject
from secateur.jobs.answer import Answer
from secateur.jobs.explanation import is_decision
from secateur.jobs.reduce import subject_of
from secateur.machine.fault import DEFAULT_CHECKS, FaultKind
from secateur.machine.machine import Machine
from secateur.options.jobs import SuiteOptions, SuiteStyle
from secateur.suite.deciding import deciding
from secateur.suite.minimal import minimal
from secateur.suite.models import model_of
from secateur.suite.test import Suite, Test
from secateur.suite.titles import Behaviour, behaviour_of, titled
from secateur.suite.write import replace_file
from secateur.suite.writers import c, json, pytest
from secateur.suite.writers.c_table import OWN_HEADER, compiler_flags
from secateur.suite.writers.frameworks import googletest
from secateur.suite.writers.left_out import is_left_out

#: Conditions in a comment.
MOST_NAMED = 6


@dataclass(frozen=True, slots=True)
class CommittedSuite(Answer):
    """`tests`: those that are left, with their titles, in the order of the files; `total`: how many there were."""

    directory: Path
    folder: Path
    tests: tuple[Test, ...]
    total: int
    files: tuple[Path, ...]
    options: SuiteOptions

    def data(self) -> dict[str, Any]:
        return {
            "tool": "secateur",
            "directory": str(self.directory),
            "out": str(self.folder),
            "files": [str(each) for each in self.files],
            "total": self.total,
            "tests": [
                {"name": each.name, "title": each.title, "outcome": str(each.outcome), "inputs": dict(each.inputs)}
                for each in self.tests
            ],
        }


def committed_suite(directory: Path | str, options: SuiteOptions) -> CommittedSuite:
    """Write the tests of a folder as a suite for a framework."""
    directory = Path(directory)
    folder = options.out or directory.with_name(f"{directory.resolve().name}-suite")
    if folder.resolve() == directory.resolve():
        raise OptionError("out", folder, "is the folder of the run itself", "choose another one")
    suite = json.load(directory)
    if not all(path.endswith(SOURCE_SUFFIXES) for path in suite.sources):
        raise OptionError("style", options.style, "there is no C source to include", "only JSON can be written")
    subject = subject_of(suite)
    behaviours = _behaviours(suite, subject)
    kept = behaviours if options.every else minimal(behaviours)
    tests = _grouped(kept, titled(kept))
    files = _write(replace(suite, tests=tests), subject, folder, options.style)
    return CommittedSuite(directory, folder, tests, len(suite.tests), files, options)


def _behaviours(suite: Suite, subject: Subject) -> list[Behaviour]:
    """Each test is run again, to see what decides its outcome."""
    program = replace(
        subject.program, failing_allocations=suite.failing_allocations, clock_moves=suite.looks_at_the_clock
    )
    checks = DEFAULT_CHECKS if suite.checks is None else frozenset(map(FaultKind, suite.checks))
    machine = Machine(program, "main", checks, record=True)
    graphs = Graphs(machine, printing=True)
    found = []
    for test in suite.tests:
        path = machine.run(*machine.start(model_of(machine, test.recorded)))
        relevant = deciding(graphs.relevance(path))
        conditions = [b.condition for n, b in enumerate(path.branches) if n in relevant and is_decision(b)]
        found.append(behaviour_of(test, path, conditions))
    return found


def _grouped(kept: Sequence[Behaviour], titles: dict[str, str]) -> tuple[Test, ...]:
    """Those with the same outcome together, in the order of the first of them."""
    order = {each.outcome: number for number, each in reversed(list(enumerate(kept)))}
    ordered = sorted(kept, key=lambda each: order[each.outcome])
    return tuple(replace(each.test, title=titles[each.test.name], purpose=_purpose(each)) for each in ordered)


def _purpose(each: Behaviour) -> str:
    texts = [one.text for one in each.conditions]
    more = f" and {len(texts) - MOST_NAMED} more" if len(texts) > MOST_NAMED else ""
    named = " && ".join(texts[:MOST_NAMED]) + more
    outcome = str(each.test.outcome)
    return f"{outcome}, as {named}" if named else f"{outcome}, whatever the inputs are"


def _write(suite: Suite, subject: Subject, folder: Path, style: SuiteStyle) -> tuple[Path, ...]:
    folder.mkdir(parents=True, exist_ok=True)
    named = replace(suite, tests=tuple(replace(each, name=each.title) for each in suite.tests))
    texts = {
        json.FILE_NAME: json.dumps(suite, folder),
        c.FILE_NAME: c.dumps(named, subject.driver, folder, style),
    }
    if "-I." in compiler_flags(suite, folder):
        texts[OWN_HEADER] = (INCLUDE / OWN_HEADER).read_text()
    if style is SuiteStyle.GTEST:
        texts["tests.cpp"] = googletest(
            [each for each in named.tests if not is_left_out(each)], suite.function or "main"
        )
    if style is SuiteStyle.PYTEST:
        texts[pytest.file_name(suite)] = pytest.dumps(named, c.companions(suite, subject.driver), folder)
    for name, text in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        replace_file(folder / name, text.encode("utf-8", "surrogateescape"))
    return tuple(folder / name for name in texts)
