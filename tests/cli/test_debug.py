"""`secateur debug`: the causes, their ranking, the formats of inputs, exit codes, errors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from .commands import refused, secateur

OLD = """#include <string.h>
int log_level;
int f(int x, int y, const char *name)
{
    int fee = 0;
    if (y > 100)
        log_level = 2;
    if (x > 10)
        fee = x / 2;
    if (strcmp(name, "a") == 0)
        fee += 3;
    return fee;
}
"""


def _debug(new: str, *arguments: str, old: str = OLD) -> tuple[int, dict[str, Any]]:
    Path("old.c").write_text(old)
    Path("new.c").write_text(new)
    done = secateur("debug", "old.c", "new.c", "--function", "f", *arguments, "--json")
    assert done.stderr == ""
    found: dict[str, Any] = json.loads(done.stdout)
    return done.exit_code, found


def _lines(found: dict[str, Any]) -> list[tuple[str, int, str]]:
    return [(cause["version"], cause["line"], cause["kind"]) for cause in found["causes"]]


def test_a_wrong_comparison() -> None:
    code, found = _debug(OLD.replace("x > 10", "x >= 10"), "--input", "x=10")
    assert code == 1
    assert found["outcome"] == {"old": "return 0", "new": "return 5"}
    assert _lines(found) == [("new", 8, "condition")]
    (cause,) = found["causes"]
    assert (cause["condition"], cause["text"]) == ("x >= 10", "if (x >= 10)")
    assert (cause["changed"], cause["other_line"]) == (True, 8)
    assert cause["input"]["x"] < 10, "the alternative input behaves the same in the old version, but not in the new one"
    assert cause["outcome"]["old"] == cause["outcome"]["new"]


def test_a_wrong_constant_is_a_changed_statement() -> None:
    _, found = _debug(OLD.replace("x / 2", "x / 3"), "--input", "x=12")
    assert _lines(found) == [("new", 9, "statement")]


def test_a_missing_statement_is_in_the_old_version() -> None:
    new = OLD.replace("        fee += 3;\n", "        ;\n")
    _, found = _debug(new, "--input", '{"name": "a"}')
    assert ("old", 11, "statement") in _lines(found)
    assert found["causes"][0]["line"] == 11


def test_what_has_nothing_to_do_with_the_output_is_left_out() -> None:
    """Line 6 was also changed, but does not affect the result."""
    new = OLD.replace("y > 100", "y > 50").replace("x > 10", "x > 11")
    _, found = _debug(new, "--input", "x=11,y=70")
    assert _lines(found) == [("new", 8, "condition")]
    _, found = _debug(new, "--input", "x=11,y=70", "--conditions", "path")
    assert {line for _, line, _ in _lines(found)} == {6, 8}


def test_decisions_of_the_library_are_shown_where_it_is_called() -> None:
    _, found = _debug(OLD.replace('"a"', '"b"'), "--input", '{"name": "a"}')
    assert {line for _, line, _ in _lines(found)} == {10}


def test_swapped_branches() -> None:
    """The lines were moved: each has an identical line elsewhere, but not at the same place."""
    old = OLD.replace("        fee += 3;\n", "        fee += 3;\n    else\n        fee += x;\n")
    new = OLD.replace("        fee += 3;\n", "        fee += x;\n    else\n        fee += 3;\n")
    _, found = _debug(new, "--input", '{"name": "a", "x": 5}', old=old)
    assert {line for _, line, kind in _lines(found) if kind == "statement"} & {11, 13}


REWRITTEN = OLD.replace("y > 100", "100 < y").replace("x > 10", "10 < x").replace("return fee;", "return (fee);")


def test_lines_that_were_rewritten_but_do_the_same_are_left_out() -> None:
    new = REWRITTEN.replace("x / 2", "x / 3")
    _, found = _debug(new, "--input", "x=12")
    assert _lines(found) == [("new", 9, "statement")]


def test_a_line_that_only_gets_another_value_is_left_out() -> None:
    """Lines 9 and 12 were rewritten and compute other values, but only because line 5 does."""
    new = REWRITTEN.replace("fee = 0", "fee = 1").replace("fee += 3", "fee = fee + 3")
    _, found = _debug(new, "--input", '{"name": "a"}')
    assert _lines(found) == [("new", 5, "statement")]


def test_a_crash_is_explained_too() -> None:
    new = OLD.replace("fee = x / 2;", "fee = x / (x - 12);")
    code, found = _debug(new, "--input", "x=12")
    assert (code, found["outcome"]["new"]) == (1, "division-by-zero at new.c:9")
    assert _lines(found)[0] == ("new", 9, "condition")
    assert found["causes"][0]["condition"] == "x == 12"


def test_nothing_to_explain() -> None:
    code, found = _debug(OLD.replace("x > 10", "x > 11"), "--input", "x=1")
    assert (code, found["different"], found["causes"]) == (0, False, [])
    done = secateur("debug", "old.c", "new.c", "--function", "f", "--input", "x=1")
    assert "there is nothing to explain" in done.stdout


def test_other_outputs() -> None:
    new = OLD.replace("y > 100", "y > 50")
    _, found = _debug(new, "--input", "y=70", "--output", "log_level")
    assert _lines(found) == [("new", 6, "condition")]
    assert found["outcome"] == {"old": "log_level=0", "new": "log_level=2"}


@pytest.mark.parametrize(
    "given",
    [
        ("x=10,y=2",),
        ("x=10", "y=2"),
        ('{"x": 10, "y": 2}',),
        ('{"name": "test000001", "inputs": {"x": 10, "y": 2}, "outcome": {"kind": "return"}}',),
        ("test.json",),
        ("x=0xa,y=2",),
    ],
    ids=str,
)
def test_inputs_as_they_may_be_given(given: tuple[str, ...]) -> None:
    Path("test.json").write_text('{"inputs": {"x": 10, "y": 2}}')
    options = [word for each in given for word in ("--input", each)]
    _, found = _debug(OLD.replace("x > 10", "x >= 10"), *options)
    assert (found["input"]["x"], found["input"]["y"]) == (10, 2)
    assert _lines(found) == [("new", 8, "condition")]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("nonsense", ("name=value",)),
        ('{"x": ', ("not JSON",)),
        ("[1]", ("name=value",)),
        ("w=1", ("'w'", "x, y, name")),
        ("x=many", ("'x'",)),
        ("nowhere.json", ("nowhere.json",)),
    ],
)
def test_bad_inputs(given: str, words: tuple[str, ...]) -> None:
    Path("old.c").write_text(OLD)
    Path("new.c").write_text(OLD)
    message = refused("debug", "old.c", "new.c", "--function", "f", "--input", given)
    assert all(word in message for word in words), message


def test_bad_options() -> None:
    Path("old.c").write_text(OLD)
    assert "--input" in refused("debug", "old.c", "old.c", "--function", "f")
    assert "slice, path" in refused("debug", "old.c", "old.c", "--function", "f", "--input", "x=1", "--conditions", "x")
    assert "no function 'h'" in refused("debug", "old.c", "old.c", "--function", "h", "--input", "x=1")
    assert "no main" in refused("debug", "old.c", "old.c", "--input", "x=1")


def test_the_table() -> None:
    _debug(OLD.replace("x > 10", "x >= 10"), "--input", "x=10")
    done = secateur("debug", "old.c", "new.c", "--function", "f", "--input", "x=10")
    lines = done.stdout.splitlines()
    assert lines[0] == "secateur old.c → new.c:f  why it differs"
    assert lines[1].endswith("return 0 → return 5")
    assert lines[3].split()[:4] == ["8", "if", "(x", ">="]
    assert lines[-2].startswith("1 line can explain it; ")
    assert lines[-1] == "complete for: strings up to 4 characters, `name` never NULL"


def test_a_pointer_that_is_null_in_the_failing_test() -> None:
    old = "int f(const int *p)\n{\n    if (!p)\n        return 0;\n    return *p;\n}\n"
    new = old.replace("return 0", "return 1")
    code, found = _debug(new, "--nullable", "p", "--input", "p_is_null=true", old=old)
    assert (code, found["outcome"]) == (1, {"old": "return 0", "new": "return 1"})
    assert ("new", 4, "statement") in _lines(found)
