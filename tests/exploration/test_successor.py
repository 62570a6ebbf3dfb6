"""When a technique hands over to full exploration."""

from __future__ import annotations

from pathlib import Path

import pytest

from secateur.exploration.loop import Explorer
from secateur.exploration.result import Result
from secateur.exploration.techniques.dgse import Dgse
from secateur.frontend.build import build
from secateur.ir.reader import read
from secateur.machine import state
from secateur.machine.machine import Machine
from secateur.report.sentences import summary
from secateur.solver import Solver, by_name

from .exploring import HEADER, explorer_for

DENSE = "int main(void) { int s = 0; for (int i = 0; i < 6; i++) if (INT > 0) s += s + i; if (s > 9) s = 9; return s; }"
APART = "int a, b, c, d, e; int main(void) { if (INT > 1) a = 1; if (INT > 2) b = 1; if (INT > 3) c = 1; return 0; }"
LONG = "int main(void) { int m = INT, n = 0; for (int i = 0; i < 60; i++) if (m > 3) n ^= i; return n; }"


def reduced(text: str, folder: Path) -> Result:
    source = folder / "program.c"
    source.write_text(HEADER + text)
    machine = Machine(read(build([source]).text), record=True)
    return Explorer(machine, Solver(by_name("bitwuzla")), Dgse()).run()


def test_where_nothing_can_be_cut_it_is_explored_fully(tmp_path: Path) -> None:
    result, full = reduced(DENSE, tmp_path), explorer_for(DENSE, tmp_path).run()
    assert result.complete
    assert result.counts.completed == full.counts.completed
    assert result.counts.runs == full.counts.runs + 16
    assert "nothing to cut" in summary(result)


def test_where_something_can_be_cut_it_goes_on(tmp_path: Path) -> None:
    result = reduced(APART, tmp_path)
    assert (result.counts.completed, result.remark) == (4, "")


def test_paths_that_are_too_long_are_left_to_full_exploration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert reduced(LONG, tmp_path).remark == ""
    monkeypatch.setattr(state, "MOST_RECORDED", 50)
    monkeypatch.setattr("secateur.exploration.handover.MOST_RECORDED", 50)
    result = reduced(LONG, tmp_path)
    assert result.complete
    assert result.counts.completed == 2
    reason = "some paths have too many decisions for dependence analysis; full exploration was used instead"
    assert reason in summary(result)
