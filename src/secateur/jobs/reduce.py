"""A suite without the tests that compute the output as others do."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from secateur.errors import OptionError
from secateur.frontend.build import build
from secateur.harness.errors import HarnessError
from secateur.harness.subject import Subject, load
from secateur.ir.reader import read
from secateur.jobs.answer import Answer
from secateur.jobs.target import wanted_outputs
from secateur.machine.fault import DEFAULT_CHECKS, FaultKind
from secateur.machine.machine import Machine
from secateur.options.jobs import ReduceOptions
from secateur.suite.reduce import Reduced
from secateur.suite.reduce import reduce as reduced_suite
from secateur.suite.test import Suite, Test
from secateur.suite.write import write_suite
from secateur.suite.writers.json import load as load_suite


@dataclass(frozen=True, slots=True)
class ReducedSuite(Answer):
    """`directory` holds the suite as it was, `folder` the smaller one."""

    directory: Path
    folder: Path
    reduced: Reduced
    options: ReduceOptions

    @property
    def kept(self) -> tuple[Test, ...]:
        return self.reduced.kept

    @property
    def dropped(self) -> tuple[tuple[Test, str], ...]:
        """Tests with the name of the one that does the same."""
        return self.reduced.dropped

    def data(self) -> dict[str, Any]:
        return {
            "tool": "secateur",
            "directory": str(self.directory),
            "out": str(self.folder),
            "tests": len(self.kept) + len(self.dropped),
            "kept": [test.name for test in self.kept],
            "dropped": [{"test": test.name, "same_as": name} for test, name in self.dropped],
        }


def reduce(directory: Path | str, options: ReduceOptions) -> ReducedSuite:
    """Drop the tests that compute the output in the same way as an earlier one, and write the rest."""
    directory = Path(directory)
    folder = options.out or directory.with_name(f"{directory.resolve().name}-reduced")
    if folder.resolve() == directory.resolve():
        raise OptionError("out", folder, "is the folder of the suite itself", "choose another one")
    suite = load_suite(directory)
    subject = subject_of(suite)
    program = replace(
        subject.program, failing_allocations=suite.failing_allocations, clock_moves=suite.looks_at_the_clock
    )
    subject = replace(subject, program=program)
    checks = DEFAULT_CHECKS if suite.checks is None else frozenset(FaultKind(kind) for kind in suite.checks)
    machine = Machine(subject.program, "main", checks, record=True)
    found = reduced_suite(suite, machine, wanted_outputs(subject, options.outputs))
    write_suite(replace(suite, tests=found.kept), subject.driver, folder)
    return ReducedSuite(directory, folder, found, options)


def subject_of(suite: Suite) -> Subject:
    """What a suite was made for, compiled anew."""
    compiling = suite.compiling
    sources = [Path(source) for source in suite.sources]
    if suite.driver is None:
        return Subject(tuple(sources), "main", None, None, None, read(build(sources, compiling).text), compiling)
    if suite.harness is None:
        raise HarnessError("tests.json does not say how its inputs were made: explore again, then reduce")
    target = next((s for s in suite.sources if f'#include "{s}"' in suite.driver), suite.sources[0])
    specs = [f"{target}:{suite.function}", *(s for s in suite.sources if s != target)]
    return load(specs, compiling, suite.harness)
