"""`auto` tries exact summaries where most decisions are made in functions, and takes them if they make short work."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from secateur.exploration.balance import Pace
from secateur.exploration.loop import Explorer
from secateur.exploration.result import Result
from secateur.exploration.techniques.auto import Auto
from secateur.exploration.techniques.full import Full
from secateur.exploration.worth_summarising import is_worth_summarising
from secateur.frontend.build import build
from secateur.ir.model import Program
from secateur.ir.reader import read
from secateur.ir.targets import by_target
from secateur.machine.machine import Machine
from secateur.solver import Solver, by_name

from .exploring import HEADER

#: 3^6 paths, of which a summary leaves one and what follows it.
CALLS = """static int level, spare[2];
static void move(int by)
{
    if (by > 100) { level += 2; spare[0] = by; return; }
    if (by < -100) level -= 2;
    else spare[1] ^= 1;
}
int main(void)
{
    move(INT); move(INT); move(INT); move(INT); move(INT); move(INT);
    assert(level != 12);
    return 10 / (level + 13);
}
"""
EAGER = Pace(first=1 << 60, summarise=90_000, joined=4, probe=1, turn=1)


def _program(text: str, folder: Path) -> Program:
    source = folder / "program.c"
    source.write_text(HEADER + text)
    return read(build([source]).text)


def _explored(program: Program, technique: Full | Auto) -> Result:
    return Explorer(Machine(program), Solver(by_name("bitwuzla")), technique).run()


def _faults(result: Result) -> set[tuple[object, object]]:
    return {(fault.kind, fault.position) for fault, _ in result.faults()}


def test_it_ends_where_exploring_alone_takes_many_paths(tmp_path: Path) -> None:
    program = _program(CALLS, tmp_path)
    full, result = _explored(program, Full()), _explored(program, Auto(pace=EAGER))
    assert full.counts.completed > 700
    assert result.complete
    assert _faults(result) == _faults(full) != set()
    assert [stage.technique for stage in result.used] == ["full", "summaries"]
    assert result.counts.completed < full.counts.completed // 4
    assert result.summarised is not None
    assert result.summarised.calls == result.summarised.exact != {}
    assert result.coverage == full.coverage


def test_a_trial_takes_turns_until_it_ends(tmp_path: Path) -> None:
    program = _program(CALLS, tmp_path)
    pace = Pace(first=1 << 60, summarise=20_000, joined=4, probe=1, turn=6, hope=100)
    result = _explored(program, Auto(pace=pace))
    assert result.complete
    assert [stage.technique for stage in result.used] == ["full", "summaries"]
    assert _faults(result) == _faults(_explored(program, Full()))


@pytest.mark.parametrize("pace", [{"turn": 1 << 40}, {"hope": 0, "turn": 9}, {"probe": 1 << 40}, {"fewer": 1 << 40}])
def test_without_prospects_it_is_given_up(tmp_path: Path, pace: dict[str, int]) -> None:
    program = _program(CALLS, tmp_path)
    full, result = _explored(program, Full()), _explored(program, Auto(pace=replace(EAGER, **pace)))
    assert [stage.technique for stage in result.used] == ["full"]
    assert result.complete
    assert result.counts.completed == full.counts.completed
    assert result.coverage == full.coverage


def test_sides_of_joined_tests_are_covered(tmp_path: Path) -> None:
    """By target, `a || b` is one decision, and so is the way of the function that leads there."""
    text = """static int kind(int value)
    {
        if (value < -40 || value > 150) return 3;
        return value < 10 ? 1 : value > 90 ? 2 : 0;
    }
    int main(void)
    {
        int sum = 0;
        for (int i = 0; i < 5; i++) sum = sum * 4 + kind(INT);
        return sum == 77;
    }
    """
    program = by_target(_program(text, tmp_path))
    full, result = _explored(program, Full()), _explored(program, Auto(pace=EAGER))
    assert [stage.technique for stage in result.used] == ["full", "summaries"]
    assert result.coverage == full.coverage


def test_it_is_not_tried_where_decisions_are_not_in_functions(tmp_path: Path) -> None:
    text = "int main(void) { int s = 0; for (int i = 0; i < 9; i++) if (INT > i) s += i; return s; }\n"
    machine = Machine(_program(text, tmp_path))
    path = machine.run(*machine.start(()))
    assert not is_worth_summarising(path, machine, 4)
    inside = Machine(_program(CALLS, tmp_path))
    assert is_worth_summarising(inside.run(*inside.start(())), inside, 4)
