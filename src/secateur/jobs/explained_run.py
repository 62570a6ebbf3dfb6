"""A stored run that questions are asked about: its program, its answer, and its tests, which can be run again."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from secateur.dependence.trace.graphs import Graphs
from secateur.dependence.trace.relevance import Relevance
from secateur.errors import SecateurError
from secateur.exploration.coverage import Coverage, measure
from secateur.harness.subject import Subject
from secateur.jobs.explore import prepare
from secateur.jobs.plan import Plan
from secateur.machine.machine import Machine
from secateur.machine.path import Path as MachinePath
from secateur.options.jobs import ExploreOptions
from secateur.suite.models import model_of
from secateur.suite.test import Suite, Test
from secateur.suite.writers.json import load as load_suite


class NotExplained(SecateurError):
    """A question that cannot be asked about a run."""


@dataclass
class ExplainedRun:
    """`data`: its `run.json`. Tests are run again when they are needed, by a machine that records."""

    folder: Path
    data: Mapping[str, Any]
    suite: Suite
    plan: Plan
    options: ExploreOptions
    sources: tuple[str, ...]
    _paths: dict[str, MachinePath] = field(default_factory=dict)

    @property
    def subject(self) -> Subject:
        return self.plan.subject

    @cached_property
    def machine(self) -> Machine:
        return self.plan.machine(record=True)

    @cached_property
    def graphs(self) -> Graphs:
        return Graphs(self.machine, printing=True)

    @cached_property
    def lines(self) -> Coverage:
        """The lines with code. Nothing of them is run."""
        return measure(self.plan.machine())

    def test(self, name: str) -> Test:
        found = next((each for each in self.suite.tests if each.name == name), None)
        if found is None:
            last = self.suite.tests[-1].name if self.suite.tests else "none"
            raise NotExplained(f"there is no test {name}", str(self.folder), f"the last one is {last}")
        return found

    def path(self, test: Test) -> MachinePath:
        """What the machine does on the input of a test."""
        if test.name not in self._paths:
            self._paths[test.name] = self.machine.run(*self.machine.start(model_of(self.machine, test.recorded)))
        return self._paths[test.name]

    def relevance(self, test: Test) -> Relevance:
        return self.graphs.relevance(self.path(test))

    def merged(self, test: Test) -> list[str]:
        """The lines of decisions that the run with the input of a test did not fork at, as both sides were executed at
        once. Empty without `--merge`."""
        if not self.options.search.merge:
            return []
        machine = self._merging
        path = machine.run(*machine.start(model_of(machine, test.recorded)))
        forked = set(path.labels)
        return list(dict.fromkeys(label[:-1] for label in self.path(test).labels if label not in forked))

    @cached_property
    def _merging(self) -> Machine:
        machine = self.plan.machine()
        machine.merges = True
        return machine

    def item(self, what: str, kind: str) -> tuple[int, Mapping[str, Any]]:
        """`cut:2` is the second one in `run.json`."""
        key = {"cut": "cuts", "fault": "faults", "assumption": "assumptions"}[kind]
        found, word = self.data[key], what.partition(":")[2]
        if not word.isdecimal() or not 0 < int(word) <= len(found):
            there = f"there are {kind}:1 to {kind}:{len(found)}" if found else f"the run has no {kind}"
            if kind == "cut" and not found and self.options.search.merge:
                there += ": branches were merged, and nothing was left out; a test says where"
            raise NotExplained(f"{what} is unknown", str(self.folder), there)
        return int(word), found[int(word) - 1]


@contextmanager
def explained_run(folder: Path) -> Iterator[ExplainedRun]:
    """The run in a folder that `explore` has written. Raises errors if there is none, or if the program has changed."""
    try:
        data = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        advice = "give a folder that `secateur explore --out` has written"
        raise NotExplained("there is no run.json", str(folder), advice) from None
    except ValueError as error:
        raise NotExplained(f"run.json is damaged: {error}", str(folder), "explore again") from None
    with prepare([], ExploreOptions(resume=folder)) as prepared:
        options = replace(prepared.options, resume=None)
        yield ExplainedRun(folder, data, load_suite(folder), prepared.plan, options, tuple(prepared.sources))
