"""The tests of a suite that a change calls for, as `secateur diff --tests` shows them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from secateur.evolve.impact.selection import Candidate, Passing, select
from secateur.harness.errors import HarnessError
from secateur.jobs.compared_pair import Compared
from secateur.suite.models import model_of
from secateur.suite.pretty import InputMismatchError, InputTree
from secateur.suite.test import Recorded
from secateur.suite.write import write_suite
from secateur.suite.writers import json as suite_json

Given = list[tuple[str, dict[str, Any] | Sequence[Recorded]]]


def read_tests(path: Path, function: str) -> Given | None:
    """Tests by name, of a folder that `explore` wrote or of a JSON list of inputs; None if they are another
    function's."""
    if path.is_dir():
        suite = suite_json.load(path)
        return None if suite.function != function else [(t.name, t.recorded) for t in suite.tests]
    try:
        data = json.loads(path.read_text())
    except json.JSONDecodeError as error:
        raise HarnessError(f"{path}: not JSON: {error.msg} at line {error.lineno}") from None
    if isinstance(data, dict):
        data = data.get("tests")
    if not isinstance(data, list) or not all(isinstance(each, dict) for each in data):
        raise HarnessError(f"{path}: give a list of tests, each an object of inputs by name")
    found: Given = []
    for number, each in enumerate(data, 1):
        inputs = each["inputs"] if isinstance(each.get("inputs"), dict) else each
        found.append((str(each.get("name", f"#{number}")) if inputs is not each else f"#{number}", inputs))
    return found


def regression(compared: Compared, given: Given, where: str, out: Path | None) -> dict[str, Any]:
    """Which of the tests to run again, and the inputs of new ones; these are written to `out` as a suite."""
    pair = compared.pair
    tests = [Candidate(name, model_for(compared, name, inputs, where)) for name, inputs in given]
    if pair.matching.is_same:
        return {"selected": [], "same": {}, "skipped": [t.name for t in tests], "added": []}
    passes = Passing(pair.old, pair.new, pair.impact)
    found = select(tests, compared.result.paths, pair.new, passes, compared.whole)
    added = [compared.test(1, model, number) for number, model in enumerate(found.added, 1)]
    shown: dict[str, Any] = {
        "selected": list(found.selected),
        "same": dict(found.same),
        "skipped": list(found.skipped),
        "added": [{"name": t.name, "inputs": dict(t.inputs), "outcome": str(t.outcome)} for t in added],
    }
    if out is not None and added:
        write_suite(compared.suite(1, added), compared.new.driver, out)
        shown["written"] = str(out)
    return shown


def model_for(
    compared: Compared, name: str, inputs: dict[str, Any] | Sequence[Recorded], where: str
) -> tuple[int, ...]:
    """What an existing test means to the new version."""
    machine = compared.pair.machines[1]
    if not isinstance(inputs, dict):
        return model_of(machine, inputs)
    try:
        return model_of(machine, InputTree(compared.recorders[1].described).from_json(inputs))
    except InputMismatchError as error:
        raise HarnessError(f"{where}: {name}: {error}") from None
