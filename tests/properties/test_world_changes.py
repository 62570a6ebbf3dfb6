"""Random changes of functions with globals, members that can be NULL and failing allocations: an answer that says
*equivalent* holds for every input that is tried, and a difference was run natively."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import secateur
from secateur.evolve.behaviour.outcomes import Equality, differing

from .random_world import world_change


@pytest.mark.parametrize("seed", [3, 24, 77, 218])
def test_equivalent_means_equal(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    change = world_change(seed)
    Path("old.c").write_text(change.old)
    Path("new.c").write_text(change.new)
    answer = secateur.diff("old.c", "new.c", function="f")
    (one,) = answer.functions
    assert not one.unconfirmed
    if answer.found or one.is_same:
        return
    chance = Random(seed)
    machines = one.pair.machines
    for _ in range(100):
        model = tuple(
            chance.randrange(4) if v.width > 1 else chance.randrange(2) for v in machines[1].variables.values()
        )
        old, new = (machine.run(*machine.start(model, concrete=True)) for machine in machines)
        assert not differing(old, new, model, Equality()), str(change)
