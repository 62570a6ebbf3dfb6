"""`equivalent` is said only if nothing was left open; a bound that the user set is named, anything else refuses it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from evolve.versions import pair_of
from secateur.evolve.behaviour.equivalence import Equivalence, EquivalenceVerdict
from secateur.evolve.behaviour.outcomes import Equality
from secateur.evolve.impact.pair import Pair
from secateur.exploration.loop import Explorer
from secateur.exploration.result import Result
from secateur.exploration.techniques.dise import Dise
from secateur.expr import Expr
from secateur.ir.model import Position
from secateur.jobs.diff_answer import Bound, FunctionDiff
from secateur.machine.limit import Limit, LimitKind
from secateur.report.change_text import incomplete_text, sentence
from secateur.solver import Answer, Solver, Unknown, by_name

OLD, NEW = "if (a > 5) return b & 3; return 0;", "if (a > 5) return (b & 3) + 0 * c; return 0;"


class Undecided:
    """A back end that never finds an answer."""

    name = "undecided"

    def check(self, conditions: Sequence[Expr], timeout: float) -> Answer:
        return Unknown("not today")


def function_diff(pair: Pair, result: Result, verdict: EquivalenceVerdict) -> FunctionDiff:
    return FunctionDiff("old.c", "new.c", "f", pair, result, verdict, (), (), 0, (), Bound(None, None), 0.0)


@pytest.fixture(scope="module")
def equal() -> FunctionDiff:
    """A change that both versions agree on, explored and compared to the end."""
    pair = pair_of(OLD, NEW)
    solver = Solver(by_name("bitwuzla"))
    result = Explorer(pair.machines[1], solver, Dise(pair.new.impacted)).run()
    verdict = Equivalence(pair.old, pair.new, solver, Equality()).compare(result.paths)
    return function_diff(pair, result, verdict)


def test_equivalent_if_nothing_was_left_open(equal: FunctionDiff) -> None:
    assert equal.status == "equivalent"
    assert equal.complete
    assert sentence(equal).startswith("equivalent on all")


def test_a_branch_that_the_solver_could_not_decide_refuses_equivalence() -> None:
    """FINDINGS T17: the old version decides a branch that no run of the new one has shown, and nobody knows more."""
    pair = pair_of("if (a * a * b == 77777) return 1; return 0;", "return 0;")
    solver = Solver(Undecided(), stages=())
    path = pair.new.run(())
    verdict = Equivalence(pair.old, pair.new, solver, Equality()).compare([path], whole=True)
    assert LimitKind.UNDECIDED in {limit.kind for limit in verdict.limits}
    result = Result("dise")
    result.add(path)
    found = function_diff(pair, result, verdict)
    assert found.status == "unknown"
    assert not found.complete
    assert "the solver could not decide" in incomplete_text(found)


PLACE = Position("f.c", 3, 1)


@pytest.mark.parametrize("kind", [LimitKind.LOOP_BOUND, LimitKind.DEPTH])
def test_a_bound_that_the_user_set_is_named(equal: FunctionDiff, kind: LimitKind) -> None:
    verdict = replace(equal.verdict, limits=[Limit(kind, PLACE, 2)])
    found = replace(equal, verdict=verdict, bound=Bound(2, 2))
    assert found.status == "equivalent"
    assert not found.complete
    assert " within the bound " in sentence(found)


@pytest.mark.parametrize("kind", sorted(set(LimitKind) - {LimitKind.LOOP_BOUND, LimitKind.DEPTH}))
def test_any_other_limit_refuses_equivalence(equal: FunctionDiff, kind: LimitKind) -> None:
    """Also beside a bound, and whatever the sentence about it says."""
    limits = [Limit(LimitKind.LOOP_BOUND, PLACE, 2), Limit(kind, PLACE, 2, details=("function", "f"))]
    found = replace(equal, verdict=replace(equal.verdict, limits=limits))
    assert found.status == "unknown"
    assert sentence(found).startswith("no difference found, but incomplete: ")


def test_a_technique_that_cannot_establish_equivalence_does_not(equal: FunctionDiff) -> None:
    found = replace(equal, sure=False)
    assert found.status == "unknown"
    assert "cannot establish equivalence" in sentence(found)
