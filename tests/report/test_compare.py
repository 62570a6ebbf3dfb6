"""The table of a comparison."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from secateur.assumption import Ledger
from secateur.exploration.progress import Progress
from secateur.report.compare import comparison_table, show_comparison
from secateur.report.compare_json import differences
from secateur.report.run_json import explore_json

from .examples import example


@pytest.fixture
def row(tmp_path: Path) -> dict[str, Any]:
    result, tests = example(tmp_path)
    return explore_json(result, tests, "f.c", "f", {}, {})


def _printed(what: Any, width: int = 140) -> str:
    out = io.StringIO()
    Console(file=out, width=width).print(what)
    return out.getvalue()


def _other(row: dict[str, Any], **different: Any) -> dict[str, Any]:
    return {**row, "technique": "other", **different}


def test_ratios_to_full(row: dict[str, Any]) -> None:
    paths = {**row["paths"], "completed": 1}
    text = _printed(comparison_table([row, _other(row, paths=paths, seconds=2 * row["seconds"])]))
    share = 100 / row["paths"]["completed"]
    assert f" {share:.0f} %" in text
    assert " 200 %" in text


@pytest.mark.parametrize(
    ("full", "reduced", "shown"),
    [(True, True, " 100 %"), (False, True, "<100 %"), (True, False, ">100 %"), (False, False, " – ")],
)
def test_what_is_incomplete_gives_only_bounds(row: dict[str, Any], full: bool, reduced: bool, shown: str) -> None:
    limits = {True: [], False: [{"kind": "time"}]}
    one = {**row, "complete": full, "limits": limits[full]}
    text = _printed(comparison_table([one, _other(row, complete=reduced, limits=limits[reduced])]))
    assert shown in text.splitlines()[-1]


def test_without_full_there_are_no_ratios(row: dict[str, Any]) -> None:
    assert "%" not in _printed(comparison_table([_other(row)]))


def test_the_row_that_is_being_filled(row: dict[str, Any]) -> None:
    text = _printed(comparison_table([row], "other", Progress(1234, 1, 7, 0.5, 2.5)))
    assert text.splitlines()[-1].split() == ["other", "…", "1,234", "2.50", "s"]
    assert _printed(comparison_table([], "full")).splitlines()[-1].split() == ["full", "…"]


def test_nothing_is_cut_on_a_narrow_terminal(row: dict[str, Any]) -> None:
    text = _printed(comparison_table([{**row, "instructions": 123456789}, _other(row)]), width=80)
    assert "…" not in text
    assert max(len(line) for line in text.splitlines()) <= 80


def test_faults_that_differ_are_warned_of(row: dict[str, Any]) -> None:
    less = _other(
        row, faults=[], complete=False, limits=[{"kind": "time"}], summary="incomplete: the time was up (--timeout)"
    )
    assert [lost["technique"] for lost in differences([row, less])] == ["other"] * len(row["faults"])
    assert differences([row, _other(row)]) == []
    out = io.StringIO()
    show_comparison(Console(file=out, width=200), "f.c:f", [row, less], Ledger())
    assert "other: incomplete: the time was up" in out.getvalue()
    assert out.getvalue().count("warning: other did not find division-by-zero") == 1
