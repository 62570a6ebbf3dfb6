"""New tests for a change: the state reported for each requirement is correct, with and without abstraction."""

from __future__ import annotations

import pytest

from evolve.augmenting import Change, lines
from secateur.evolve.augmentation.augmentation import RequirementState
from secateur.evolve.impact.selection import Candidate

MASKED = """static int scale(int v) {
  if (v < 20)
    return 1;
  return v / 10;
}
int main(void) {
  int a = INT, b = INT, c = INT;
  int x = scale(a);
  int y = 0;
  if (b > 1000 && c == b + 7)
    y = x * 3;
  return y;
}
"""
CHANGED = MASKED.replace("v < 20", "v <= 20")

TYPED = """static int g = 1;
static int f(signed char a, int b, int c) {
  int x = c;
  int *r = &x;
  for (long i = 0; i < 3; i++)
    if (b == *r)
      g |= a;
  if (c & 1)
    if (a != 7) {
    }
  return 0;
}
int main(void) {
  int a = INT, b = INT, c = INT;
  return f(a, b, c);
}
"""


@pytest.mark.parametrize("depth", [0, 1, 2, 4, 8])
def test_an_effect_that_is_nearly_always_masked_is_made_visible(depth: int) -> None:
    made = Change(MASKED, CHANGED, 5).augmented(depth)
    assert any(added.trial.reveals for added in made.added)


@pytest.mark.parametrize("depth", [0, 2])
def test_every_solved_requirement_is_met_by_its_test(depth: int) -> None:
    change = Change(MASKED, CHANGED, 5)
    made = change.augmented(depth)
    for finding in made.findings:
        if finding.state is RequirementState.SOLVED:
            assert finding.added is not None
            assert lines(finding.requirement) in change.met(*made.added[finding.added].model)


def test_an_existing_test_meets_what_it_meets_and_the_rest_is_added() -> None:
    change = Change(MASKED, CHANGED, 5)
    made = change.augmented(0, (Candidate("mine", (20, 0, 0)), Candidate("other", (5, 0, 0))))
    met = {lines(f.requirement): f for f in made.findings}
    assert met[2,].met_by == ["mine"]
    assert met[2,].state is RequirementState.MET
    assert made.revealing == []
    assert any(added.trial.reveals for added in made.added)


@pytest.mark.parametrize("depth", [0, 1, 3])
def test_what_no_input_can_do_is_impossible_or_unknown_but_never_met(depth: int) -> None:
    old = "int x = a & 1;\nint y = 0;\nif (x > 5)\n  y = 7;\nreturn y;"
    made = Change(old, old.replace("a & 1", "a & 3"), 3).augmented(depth)
    states = {lines(f.requirement)[1:]: f.state for f in made.findings}
    behind = [state for chain, state in states.items() if len(chain) > 1]
    assert behind
    assert not {RequirementState.MET, RequirementState.SOLVED} & set(behind)
    if depth != 1:
        assert RequirementState.IMPOSSIBLE in behind


def test_superfluous_tests_are_left_out() -> None:
    made = Change(MASKED, CHANGED, 5).augmented(2)
    for test in made.added:
        others = {number for other in made.added if other is not test for number in other.meets}
        assert not others.issuperset(test.meets)


@pytest.mark.parametrize("depth", [0, 1, 2])
def test_a_variable_may_have_another_type_in_the_other_version(depth: int) -> None:
    """Numbers of 32 and of 64 bits were compared as if both had 32."""
    made = Change(TYPED, TYPED.replace("long i", "int i").replace("a != 7", "a == 7"), 4).augmented(depth)
    assert made.findings
