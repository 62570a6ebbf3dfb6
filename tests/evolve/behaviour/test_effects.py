"""One entry for each effect, and inputs that are tried where the solver gives up."""

from __future__ import annotations

from pathlib import Path

import pytest

import secateur
from secateur import Diff, expr
from secateur.evolve.behaviour.conditions import DifferingInputs
from secateur.evolve.behaviour.effects import FINE, ChangeEffect, grouped
from secateur.evolve.behaviour.trials import trials

SCAN = """int f(const char *s, int t)
{
    int n = 0;
    for (int i = 0; s[i]; i++) {
        if (s[i] == 'a') n += 1;
        else if (s[i] > 'x') n += t & 1;
    }
    return n;
}
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def compared(old: str, new: str, **options: object) -> Diff:
    Path("old.c").write_text(old)
    Path("new.c").write_text(new)
    return secateur.diff("old.c", "new.c", **options)  # type: ignore[arg-type]


def test_an_early_return_is_one_difference() -> None:
    answer = compared(SCAN, SCAN.replace("int n = 0;", "int n = 0; if (t >= 5 && t <= 5) return -1;"), string=2)
    (shown,) = answer.functions[0].differences
    assert shown.condition == "t == 5"
    assert shown.difference.merged > 1


def test_effects_are_told_apart_while_they_are_few() -> None:
    x = expr.variable("x", 32, 0, "signed")

    def made(number: int) -> DifferingInputs:
        condition = expr.eq(x, number, 32)
        assert isinstance(condition, expr.Expr)
        return DifferingInputs(
            (condition,), (number,), ("return",), True, 1, ChangeEffect(("", ""), ("return",), (str(number),))
        )

    assert len(grouped([made(n) for n in range(FINE)])) == FINE
    (one,) = grouped([made(n) for n in range(FINE + 1)])
    assert one.merged == FINE + 1


def test_long_conditions_are_cut_on_the_terminal_only() -> None:
    names = [f"parameter_{number}" for number in range(9)]
    head = f"int f({', '.join(f'int {name}' for name in names)}) {{ return "
    answer = compared(f"{head}0; }}\n", f"{head}{' && '.join(f'{name} > 3' for name in names)}; }}\n")
    (shown,) = answer.functions[0].differences
    assert len(shown.condition) > 120
    assert answer.functions[0].summary.endswith("…")


def test_trials_are_the_same_each_time() -> None:
    variables = [expr.variable("x", 32, 0, "signed"), expr.variable("b", 8, 1, "signed")]
    found = list(trials((5, 3), variables))
    assert found == list(trials((5, 3), variables))
    assert {(6, 3), (4, 3), (5, -128), (-2147483648, 3)} <= set(found)
    assert all(-128 <= model[1] < 128 for model in found)


def test_inputs_are_tried_where_the_solver_gives_up() -> None:
    old = "int f(double x, double y) { return x * y / (y * y + 1.5) * x > 1000.0 ? 1 : 2; }\n"
    answer = compared(old, old.replace("? 1", "? 3"), solver_timeout=0.001)
    assert answer.status == "different"
