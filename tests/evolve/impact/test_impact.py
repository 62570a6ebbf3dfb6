"""What a change affects, by line, and why: through calls, returns, globals and pointers."""

from __future__ import annotations

import pytest

from evolve.versions import HEADER, pair_of
from secateur.evolve.impact.impact import Because
from secateur.evolve.impact.pair import Pair
from secateur.evolve.impact.published import impacted_statements

FIRST = HEADER.count("\n") + 1  # the line on which a text begins


def lines(pair: Pair, old: bool = False) -> set[int]:
    """The impacted lines of `main` and the functions it calls, counted from 1 in the text."""
    side = pair.impact.old if old else pair.impact.new
    places = [side.static.code.position(node) for node in side.nodes]
    return {place.line - FIRST + 1 for place in places if place.line >= FIRST}


CALLS = """static int half(int v) {
  return v / 2;
}
static int unrelated(int v) {
  return v & 4;
}
int main(void) {
  int a = INT;
  int b = INT;
  int x = half(a);
  int y = unrelated(b);
  if (y)
    x++;
  return x;
}
"""

GLOBALS = """static int level, other;
static void set(int v) {
  level = v;
}
static int get(void) {
  return level;
}
int main(void) {
  int a = INT;
  set(a);
  other = 7;
  if (other > a)
    return 0;
  return get();
}
"""

POINTERS = """int main(void) {
  int a = INT, x = 0, y = 0;
  int *p = &x;
  int *q = &y;
  *p = a & 1;
  *q = a & 2;
  if (x)
    return 1;
  if (y)
    return 2;
  return 3;
}
"""


def test_out_of_a_call_and_not_into_another() -> None:
    pair = pair_of(CALLS, CALLS.replace("v / 2", "v / 3"))
    found = lines(pair)
    assert {2, 10, 13, 14} <= found
    assert 5 in found, "it controls whether line 13 runs"
    affected = pair.impact.new.affected
    code = pair.statics[1].code
    assert not any(code.position(n).line - FIRST + 1 in (5, 11, 12) for n in affected)


def test_into_a_call_through_its_argument() -> None:
    pair = pair_of(CALLS, CALLS.replace("half(a)", "half(a & 7)"))
    assert 2 in lines(pair)


def test_through_globals() -> None:
    found = lines(pair_of(GLOBALS, GLOBALS.replace("level = v", "level = v & 3")))
    assert {3, 6, 13} <= found


def test_through_pointers_that_are_known_apart() -> None:
    pair = pair_of(POINTERS, POINTERS.replace("a & 1", "a & 3"))
    code = pair.statics[1].code
    affected = {code.position(n).line - FIRST + 1 for n in pair.impact.new.affected}
    assert {5, 7} <= affected
    assert 6 not in affected


def test_what_only_the_old_version_has_is_impacted_there_and_mapped() -> None:
    old = "int x = a & 1;\nx = x | 2;\nif (x > 2)\nreturn 1;\nreturn 0;"
    pair = pair_of(old, old.replace("x = x | 2;", ";"))
    branch = next(n for n in sorted(pair.impact.new.affected) if pair.statics[1].code.position(n).line - FIRST + 1 == 5)
    chain = pair.impact.chain(branch)
    assert (chain[0].because, chain[0].is_old) == (Because.CHANGE, True)
    assert not chain[-1].is_old


def test_printed_output_is_one_output() -> None:
    old = 'printf("%d", a);\nif (b)\nprintf("x");\nprintf("%d", c);\nreturn 0;'
    found = lines(pair_of(old, old.replace('"%d", c', '"%d", c & 1')))
    assert {3, 4, 5, 6} <= found


@pytest.mark.parametrize("text", [CALLS, GLOBALS, POINTERS], ids=["calls", "globals", "pointers"])
def test_no_change_has_no_impact(text: str) -> None:
    pair = pair_of(text, f"\n\n{text}")
    assert pair.matching.is_same
    assert not pair.impact.new.nodes


def test_the_rules_as_printed_leave_out_what_exactness_needs() -> None:
    """Rule 4 adds the definition used by a branch that rule 3 added; no rule adds the branch that controls it."""
    text = "int x = 0, y = 0;\nif (c)\nx = 1;\nif (x)\ny = a & 1;\nreturn y;"
    pair = pair_of(text, text.replace("a & 1", "a & 3"))
    code, whole = pair.statics[1].code, pair.impact.new
    printed = {code.position(n).line - FIRST + 1 for n in impacted_statements(whole)}
    exact = {code.position(n).line - FIRST + 1 for n in whole.nodes}
    assert printed < exact
    assert 4 in exact - printed or 5 in exact - printed
