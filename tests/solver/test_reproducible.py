"""Explorations find the same paths with the same inputs, with and without kept answers, with and without a race."""

from __future__ import annotations

from pathlib import Path

import pytest

from secateur.exploration.loop import Explorer
from secateur.exploration.techniques.full import Full
from secateur.frontend.build import build
from secateur.ir.reader import read
from secateur.machine.machine import Machine
from secateur.solver import Backend, Model, Solver, by_name, isolated, race

PROGRAM = """
extern float __VERIFIER_nondet_float(void);
int main(void) {
    float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();
    if (!(x > 0.5f && x < 9 && y > 0.5f && y < 9)) return 0;
    return x * y == 6.3f && x * x < y;
}
"""


def explored(source: Path, backend: Backend) -> tuple[list[Model], dict[str, int]]:
    machine = Machine(read(build([source]).text))
    result = Explorer(machine, Solver(backend, 60.0, stages=()), Full()).run()
    assert result.complete
    return [path.model for path in result.paths], result.solver.by_stage


def test_an_exploration_is_the_same_with_kept_answers_and_with_a_race(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "program.c"
    source.write_text(PROGRAM)
    plain = explored(source, by_name("bitwuzla"))
    assert plain[1]["bitwuzla"] >= 4
    monkeypatch.setattr(isolated, "_WORTH_KEEPING", 0.0)
    for _ in range(2):
        assert explored(source, by_name("bitwuzla", store=tmp_path / "store")) == plain
    monkeypatch.setattr(race, "core_is_free", lambda: True)
    monkeypatch.setattr(race, "_HEAD_START", 0.0)
    assert explored(source, by_name("bitwuzla", portfolio=True))[0] == plain[0]
