"""Inputs whose runs fault before the goal are passed over: the search goes on with others."""

from __future__ import annotations

from pathlib import Path

import pytest

import secateur

DIVIDES = """#include <stdlib.h>
int f(int x, int y)
{
    int q = 100 / y;
    if (x == 7)
        exit(1);
    int t[4] = {0, 1, 2, 3};
    q = t[y];
    if (x > 5)
        return 1;
    return q >= 0 ? 0 : 2;
}
"""


def status(folder: Path, expression: str) -> tuple[str, dict[str, object]]:
    (folder / "f.c").write_text(DIVIDES)
    (proof,) = secateur.approximate(f"{folder / 'f.c'}:f", prove=[expression]).to_json()["checks"]
    return proof["verdict"], proof.get("input", {})


def test_a_condition_is_refuted_after_candidates_that_fault(tmp_path: Path) -> None:
    """The first candidate, with y = 0, divides by zero; others are out of bounds or exit."""
    found, inputs = status(tmp_path, "result != 1")
    assert found == "refuted"
    assert inputs["y"] in (1, 2, 3)
    assert inputs["x"] not in (7,)


def test_a_condition_that_only_faulting_runs_could_break_is_proved(tmp_path: Path) -> None:
    assert status(tmp_path, "result == 0 || result == 1")[0] == "proved"
    assert status(tmp_path, "x != 7")[0] == "proved"


@pytest.mark.parametrize(("line", "found"), [(9, True), (10, True)])
def test_a_line_is_reached_after_candidates_that_fault(tmp_path: Path, line: int, found: bool) -> None:
    (tmp_path / "f.c").write_text(DIVIDES)
    answer = secateur.approximate(f"{tmp_path / 'f.c'}:f", to=line, solve=True).to_json()
    assert (answer.get("input") is not None) is found, answer
