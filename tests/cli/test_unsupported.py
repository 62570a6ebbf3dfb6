"""One path that cannot go on: what a user sees, and the exit codes of the commands."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from .commands import refused, secateur

#: The smallest program that a single call used to make worthless.
SMALLEST = """#include <stdio.h>
#include <stdlib.h>
int f(int x) {
    if (x == 7) abort();
    if (x == 5) return popen("true", "r") != 0;
    return x;
}
"""
HARMLESS = SMALLEST.replace("abort()", "x = 8").replace("!= 0", "!= 0 && pclose(0)")
AT_ONCE = "int away(void);\nint f(int x) { x += away(); if (x > 3) return 1; return 0; }\n"


def _source(text: str, name: str = "f.c") -> str:
    Path(name).write_text(text)
    return f"{name}:f"


def _answer(*words: str) -> tuple[int, dict[str, Any]]:
    done = secateur(*words, "--json")
    found: dict[str, Any] = json.loads(done.stdout)
    return done.exit_code, found


def test_the_fault_the_tests_and_the_list_are_there() -> None:
    code, found = _answer("explore", _source(SMALLEST), "--out", "out")
    assert code == 1
    assert [(fault["kind"], fault["confirmed"]) for fault in found["faults"]] == [("abort", True)]
    assert sorted(test["inputs"]["x"] for test in found["tests"]) == [0, 7]
    assert found["unsupported"] == [
        {
            "name": "popen",
            "kind": "function",
            "file": "f.c",
            "line": 5,
            "paths": 1,
            "text": "1 path ended at popen (f.c:5): not defined",
        }
    ]
    assert [limit["kind"] for limit in found["limits"]] == ["unsupported"]
    assert found["paths"]["limited"] == 1
    assert not found["complete"]
    assert Path("out/tests.json").exists()
    assert secateur("replay", "out").exit_code == 0


def test_without_a_fault_it_is_incomplete() -> None:
    done = secateur("explore", _source(HARMLESS))
    assert done.exit_code == 3
    assert (
        "incomplete: 1 path ended at popen (f.c:5): not defined; also called but not defined: pclose. "
        "Give the C file that defines them, or use --external havoc\n"
    ) in done.stdout


@pytest.mark.parametrize("technique", ["full", "dgse", "pse", "rsc"])
def test_if_nothing_runs_it_is_refused(technique: str) -> None:
    message = refused("explore", _source(AT_ONCE), "--technique", technique)
    assert message.startswith("f.c:2: 'away' is called but not defined; give the C file that defines it")


def test_compare_shows_it_for_each_technique() -> None:
    code, found = _answer("compare", _source(SMALLEST))
    assert code == 1
    for row in found["rows"]:
        assert [(use["name"], use["paths"]) for use in row["unsupported"]] == [("popen", 1)]
        assert len(row["faults"]) == 1


def test_diff_never_calls_a_region_equal_that_could_not_be_run() -> None:
    """Also if both versions end at the same call."""
    old = "int away(int);\nint f(int x) {\n  int r = x > 3 ? 1 : 2;\n  if (x == 5) r += away(x);\n  return r;\n}\n"
    _source(old, "old.c")
    _source(old.replace("x > 3 ? 1 : 2", "x <= 3 ? 2 : 1"), "new.c")
    code, found = _answer("diff", "old.c", "new.c", "--function", "f")
    assert (code, found["verdict"]) == (3, "unknown")
    assert "away" in secateur("diff", "old.c", "new.c", "--function", "f").stdout


def test_diff_finds_the_difference_beside_it() -> None:
    old = "int away(int);\nint f(int x, int y) {\n  if (x == 0) return away(x);\n  return y > 3;\n}\n"
    _source(old, "old.c")
    _source(old.replace("y > 3", "y > 4"), "new.c")
    code, found = _answer("diff", "old.c", "new.c", "--function", "f")
    assert (code, found["verdict"]) == (1, "different")
    assert found["functions"][0]["differences"][0]["confirmed"]


def test_a_signature_with_a_gap_is_incomplete() -> None:
    code, found = _answer("signature", _source(SMALLEST.replace("abort()", "x = 3")))
    assert code == 3
    assert not found["complete"]
    assert found["rows"]


def test_signatures_do_not_differ_where_one_could_not_be_run() -> None:
    _source("int f(int x) { if (x == 5) return 3; return x > 2; }\n", "old.c")
    _source("int away(int);\nint f(int x) { if (x == 5) return away(x); return x > 2; }\n", "new.c")
    code, found = _answer("signature", "old.c", "new.c", "--function", "f")
    assert code == 3
    assert found["equivalent"] is None


def test_debug_says_what_cannot_be_run() -> None:
    _source("int f(int x) { return x > 2; }\n", "old.c")
    _source("int away(int);\nint f(int x) { if (x == 5) x = away(x); return x > 2; }\n", "new.c")
    message = refused("debug", "old.c", "new.c", "--function", "f", "--input", "x=5")
    assert "new.c:2: 'away' is called but not defined" in message


def test_approximate_does_not_take_it_for_an_answer() -> None:
    """The first candidate cannot be run to its end: that shows neither that the line is reached nor that it is not."""
    text = "int away(int);\nint f(int x, int y) {\n  if (x == 5)\n    x = 1;\n  return y ? x : away(x);\n}\n"
    _, found = _answer("approximate", _source(text), "--to", "4", "--solve")
    assert found["reached"] is not False
    assert found["input"] is None or found["input"]["y"] != 0


def test_augment_goes_on_beside_it() -> None:
    old = "int away(int);\nint f(int x, int y) {\n  if (x == 0) return away(x);\n  return y > 3;\n}\n"
    _source(old, "old.c")
    _source(old.replace("y > 3", "y > 4"), "new.c")
    code, found = _answer("augment", "old.c", "new.c", "--function", "f")
    assert code == 1
    assert any(test["reveals"] for test in found["tests"])
