"""`secateur invariants`: the JSON that scripts rely on, the other forms, exit codes, and errors for bad input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .commands import refused, secateur

SOURCE = """
int total;

int add(int x)
{
    if (x < 0)
        return -1;
    total = x;
    return 0;
}

int twice(unsigned char x) { return 2 * x; }
"""


@pytest.fixture(autouse=True)
def _source(folder: Path) -> None:
    (folder / "f.c").write_text(SOURCE)


def test_json_of_a_file() -> None:
    done = secateur("invariants", "f.c", "--runs", "50", "--json")
    assert done.exit_code == 0, done.stderr
    found = json.loads(done.stdout)
    add, twice = found["functions"]
    assert (add["function"], twice["function"], add["every_path_explored"]) == ("add", "twice", True)
    lines = {line["text"]: line for line in add["lines"]}
    failing = lines["result == -1 exactly when x < 0"]
    assert failing["ensures"] == ["(result == -1) == (x < 0)"]
    assert (failing["kind"], failing["status"], failing["proved"]) == ("exactly", "proved by exploration", True)
    assert lines["total == x, if x >= 0"]["ensures"] == ["x >= 0 ==> total == x"]
    assert "0 <= result <= 510" in {line["text"] for line in twice["lines"]}


def test_a_pattern_and_the_other_forms() -> None:
    ensures = secateur("invariants", "f.c:a*", "--runs", "50", "--style", "ensures").stdout
    assert "//@ ensures (result == -1) == (x < 0);\n" in ensures
    assert "twice" not in ensures
    asserts = secateur("invariants", "f.c:add", "--runs", "50", "--style", "assert").stdout
    assert "assert((result == -1) == (x < 0));" in asserts
    assert "const __typeof__(total) old_total = total;" in asserts


def test_parts_of_a_contract_hold_where_they_are_checked(folder: Path) -> None:
    texts = secateur("invariants", "f.c:add", "--runs", "50", "--style", "ensures").stdout
    comments = [line for line in texts.splitlines() if line.startswith("//@")]
    annotated = SOURCE.replace("int add(", "\n".join((*comments, "int add(")))
    (folder / "g.c").write_text(annotated)
    found = json.loads(secateur("explore", "g.c:add", "--symbolic", "used", "--no-confirm", "--json").stdout)
    assert len(found["contract"]) >= len(comments) > 0
    assert found["faults"] == []


def test_time_that_is_over_is_told() -> None:
    done = secateur("invariants", "f.c:add", "--cpu", "0.01")
    assert done.exit_code == 3
    assert "f.c:add" in done.stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["missing.c"], "missing.c: no such file"),
        (["f.c:nothing_*"], "names no function"),
        (["f.c:"], "expected a function name"),
        (["f.c", "--style", "poem"], "poem"),
    ],
)
def test_errors(words: list[str], message: str) -> None:
    assert message in refused("invariants", *words)


def test_an_unknown_function_is_told() -> None:
    done = secateur("invariants", "f.c:other")
    assert done.exit_code == 3
    assert "has no function 'other'" in done.stdout
