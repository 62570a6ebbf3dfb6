"""Conditions are exact where they are small, and abstract where they are not; stars of the two never meet."""

from __future__ import annotations

from evolve.augmenting import Change
from secateur.evolve.augmentation.augmentation import Augmentation, RequirementState
from secateur.evolve.augmentation.sized_goals import SizedGoals
from secateur.evolve.behaviour.outcomes import Equality
from secateur.expr import Expr, variables_of
from secateur.solver import Solver, by_name

OLD = "int s = 0;\nif (a > 3)\n  s = b * 2;\nif (s > 10)\n  return 1;\nreturn 0;"
NEW = OLD.replace("a > 3", "a > 4")


def goals(largest: int, depth: int = 1) -> tuple[Change, SizedGoals]:
    change = Change(OLD, NEW, 4)
    return change, SizedGoals(change.pair, change.counterparts, depth, 2, largest)


def test_small_conditions_are_exact_and_large_ones_abstract() -> None:
    change, sized = goals(300)
    chains = [chain for found in change.requirements.chains for chain in found.found]
    for side, found in enumerate(change.requirements.chains):
        for chain in found.found:
            sized.effect(side, chain)
    assert chains
    assert sized.precise > 0
    assert sized.abstract == 0
    change, coarse = goals(0)
    for side, found in enumerate(change.requirements.chains):
        for chain in found.found:
            coarse.effect(side, chain)
    assert coarse.abstract > 0


def test_stars_of_different_precision_have_numbers_of_their_own() -> None:
    change, sized = goals(4)
    numbers: dict[int, Expr] = {}
    for side, found in enumerate(change.requirements.chains):
        for chain in found.found:
            for variable in variables_of(sized.effect(side, chain)):
                assert numbers.setdefault(variable.args[0], variable) is variable


def test_requirements_are_solved_with_either() -> None:
    for largest in (0, 4, 300):
        change, sized = goals(largest, depth=4)
        engine = Augmentation(
            change.pair,
            change.requirements,
            change.propagation,
            Solver(by_name("bitwuzla"), 5.0),
            [sized],
            Equality(),
        )
        made = engine.run(())
        assert made.count(RequirementState.SOLVED) > 0
        assert any(added.trial.reveals for added in made.added)
