"""Runs that are led to a change find inputs on which it takes effect."""

from __future__ import annotations

import pytest

from evolve.augmenting import Change
from secateur.evolve.augmentation import augmentation
from secateur.evolve.augmentation.augmentation import Augmentation
from secateur.evolve.augmentation.led_runs import LedRuns
from secateur.evolve.behaviour.outcomes import Equality
from secateur.options import Budget
from secateur.solver import Solver, by_name

#: How far the loop runs decides whether the change is reached; nearly no number takes effect there.
DEEP = """int main(void) {
  int a = INT, b = INT, c = 0;
  for (int i = 0; i < 9; i++)
    if (a >> i & 1)
      c++;
  if (c == 7) {
    if (b > 500)
      return 1;
    if (b < -500)
      return 2;
  }
  return 0;
}
"""
BOUNDARY = DEEP.replace("b > 500", "b >= 500")
REMOVED = DEEP.replace("    if (b < -500)\n      return 2;\n", "")


def led(change: Change, budget: Budget | None = None) -> LedRuns:
    return LedRuns(change.pair, Equality(), Solver(by_name("bitwuzla")), budget or Budget())


def test_an_input_at_the_boundary() -> None:
    change = Change(DEEP, BOUNDARY)
    model = led(change).find(600, lambda: False)
    assert model is not None
    assert model[1] == 500
    assert change.propagation.trial(model).reveals


def test_a_statement_that_only_the_old_version_has() -> None:
    change = Change(DEEP, REMOVED)
    model = led(change).find(600, lambda: False)
    assert model is not None
    assert change.propagation.trial(model).reveals


def test_the_search_goes_on_and_ends() -> None:
    runs = led(Change(DEEP, DEEP.replace("return 0", "return 0 * c")))
    steps = 0
    while (before := runs.paths) is not None and steps < 100:
        assert runs.find(40, lambda: False) is None, "nothing differs"
        assert runs.paths <= before + 40
        steps += 1
        if runs.paths == before:
            break
    assert 2 < steps < 100


class NoConditions:
    assumed = True

    def effect(self, side: int, chain: object) -> bool:
        return True


def test_where_conditions_say_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("TRIES", "FURTHER_TRIES"):
        monkeypatch.setattr(augmentation, name, 1)
    change = Change(DEEP, BOUNDARY)
    parts = change.pair, change.requirements, change.propagation, Solver(by_name("bitwuzla")), [NoConditions()]
    alone = Augmentation(*parts, Equality()).run()
    assert not any(added.trial.reveals for added in alone.added)
    both = Augmentation(*parts, Equality(), led=led(change)).run()
    assert any(added.trial.reveals for added in both.added)


def test_a_spent_budget_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a search that was cut short would look like one that ended."""
    for name in ("TRIES", "FURTHER_TRIES"):
        monkeypatch.setattr(augmentation, name, 1)
    change = Change(DEEP, BOUNDARY)
    parts = change.pair, change.requirements, change.propagation, Solver(by_name("bitwuzla")), [NoConditions()]
    assert Augmentation(*parts, Equality(), led=led(change, Budget(max_paths=3))).run().stopped
    assert not Augmentation(*parts, Equality(), led=led(change)).run().stopped
