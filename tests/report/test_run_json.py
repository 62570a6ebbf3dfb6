"""The JSON of an exploration."""

from __future__ import annotations

import json
from pathlib import Path

from secateur.report.run_json import explore_json

from .examples import example


def test_everything_is_there_and_plain_json(tmp_path: Path) -> None:
    result, tests = example(tmp_path)
    failing = tests[result.faults()[0][1]].name
    run = explore_json(result, tests, "f.c", "f", {"order": "dfs", "seed": 7}, {failing: True})
    assert json.loads(json.dumps(run, allow_nan=False)) == run
    assert (run["source"], run["function"], run["technique"], run["order"], run["seed"]) == (
        "f.c",
        "f",
        "full",
        "dfs",
        7,
    )
    assert run["complete"] is True
    assert run["paths"]["completed"] == len(run["tests"]) == len(result.paths)
    assert run["paths"]["faulty"] == sum(test["outcome"].startswith("division") for test in run["tests"])
    (fault,) = [fault for fault in run["faults"] if fault["kind"] == "division-by-zero"]
    assert (fault["line"], fault["function"], fault["test"], fault["confirmed"]) == (10, "f", failing, True)
    assert run["coverage"]["branches"] == {"covered": 4, "total": 4}
    assert run["solver"]["backend"] == "bitwuzla"
    assert run["instructions"] > 0


def test_a_test_shows_its_inputs_effects_and_output(tmp_path: Path) -> None:
    result, tests = example(tmp_path)
    run = explore_json(result, tests, "f.c", "f", {}, {})
    (printing,) = [test for test in run["tests"] if "output" in test]
    x = printing["inputs"]["x"]
    assert x > 3
    assert printing["inputs"]["d"] < 0.5
    assert (printing["output"], printing["outcome"], printing["observed"]) == (
        f"{x}[/]\n",
        "return 2",
        {"last": str(x)},
    )
    assert printing["path"] == ["6T", "6T"]
    assert [fault["confirmed"] for fault in run["faults"]] == [None]


def test_an_incomplete_run_says_so(tmp_path: Path) -> None:
    result, tests = example(tmp_path, max_paths=1)
    run = explore_json(result, tests, "f.c", "f", {}, {})
    assert run["complete"] is False
    assert run["paths"]["limited"] > 0
    assert "--max-paths" in run["summary"]
