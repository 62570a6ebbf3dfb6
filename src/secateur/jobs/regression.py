"""The tests of a suite that a change calls for, as `secateur diff --tests` shows them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from secateur.evolve.impact.selection import Candidate, Passing, Selection, select, select_conditions
from secateur.harness.errors import HarnessError
from secateur.jobs.compared_pair import Compared
from secateur.options.jobs import Cover
from secateur.suite.models import model_by_name, model_of
from secateur.suite.pretty import InputMismatchError, InputTree
from secateur.suite.test import Recorded, Test
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


class ObsoleteTest(HarnessError):
    """A test that the new version cannot be given."""


def regression(compared: Compared, given: Given, where: str, out: Path | None, cover: Cover) -> dict[str, Any]:
    """Which of the tests to run again, which no longer fit, and the inputs of new ones; these are written to `out` as a
    suite."""
    pair = compared.pair
    tests: list[Candidate] = []
    obsolete: dict[str, str] = {}
    for name, inputs in given:
        try:
            tests.append(Candidate(name, model_for(compared, name, inputs, where)))
        except ObsoleteTest as error:
            obsolete[name] = error.what
    if pair.matching.is_same:
        return _shown(Selection((), (), tuple(t.name for t in tests), ()), [], obsolete, cover)
    passes = Passing(pair.old, pair.new, pair.impact)
    chosen = select_conditions if cover is Cover.CONDITIONS else select
    paths = [*compared.result.paths, *compared.alike]
    found = chosen(tests, paths, pair.new, passes, compared.whole)
    added = [compared.test(1, model, number) for number, model in enumerate(found.added, 1)]
    shown = _shown(found, added, obsolete, cover)
    if out is not None and added:
        write_suite(compared.suite(1, added), compared.new.driver, out)
        shown["written"] = str(out)
    return shown


def _shown(found: Selection, added: Sequence[Test], obsolete: dict[str, str], cover: Cover) -> dict[str, Any]:
    return {
        "cover": str(cover),
        "selected": list(found.selected),
        "same": dict(found.same),
        "skipped": list(found.skipped),
        "obsolete": obsolete,
        "added": [{"name": t.name, "inputs": dict(t.inputs), "outcome": str(t.outcome)} for t in added],
    }


def model_for(
    compared: Compared, name: str, inputs: dict[str, Any] | Sequence[Recorded], where: str
) -> tuple[int, ...]:
    """What an existing test means to the new version. Raises ObsoleteTest if the new version has no such input."""
    machine = compared.pair.machines[1]
    if not isinstance(inputs, dict):
        model, unknown = model_by_name(machine, inputs, compared.match.names)
        if unknown:
            raise ObsoleteTest(f"there is no input {', '.join(unknown)} any more")
        return model
    try:
        return model_of(machine, InputTree(compared.recorders[1].described).from_json(inputs))
    except InputMismatchError as error:
        if _fits(compared, inputs):
            raise ObsoleteTest(str(error)) from None
        raise HarnessError(f"{where}: {name}: {error}") from None


def _fits(compared: Compared, inputs: dict[str, Any]) -> bool:
    """Could the old version be given this test?"""
    try:
        InputTree(compared.recorders[0].described).from_json(inputs)
    except InputMismatchError:
        return False
    return True
