"""The published search: what is skipped, in which order, and where a path has no end."""

from __future__ import annotations

import pytest

from evolve.versions import pair_of, program
from secateur.exploration.chart import NodeKind
from secateur.exploration.impacted import Impacted
from secateur.exploration.loop import Explorer
from secateur.exploration.result import Result
from secateur.exploration.techniques.dise_published import DisePublished, PublishedCounts
from secateur.exploration.techniques.full import Full
from secateur.solver import Solver, by_name


def searched(
    old: str, new: str, strategy: str = "default", seed: int = 0, nodes: NodeKind = NodeKind.STATEMENTS
) -> tuple[Result, PublishedCounts]:
    pair = pair_of(old, new)
    technique = DisePublished(Impacted(pair.statics[1], pair.published(nodes)), strategy, seed, nodes)
    return Explorer(pair.machines[1], Solver(by_name("bitwuzla")), technique).run(), technique.counts


def paths(old: str, new: str, strategy: str = "default", seed: int = 0) -> int:
    return searched(old, new, strategy, seed)[0].counts.completed


#: The change is on the false side; the true side has two paths, which lead to nothing impacted.
ASIDE = """int m = 0, r = 0;
if (a > 0) {
  if (b > 0)
    m = 1;
  else
    m = 2;
} else {
  r = 1;
}
return r;"""


def test_the_strategies_differ() -> None:
    """By default the true side is run first, where one of two paths is skipped; after the nearer side, both are."""
    new = ASIDE.replace("r = 1", "r = 2")
    assert {s: paths(ASIDE, new, s) for s in ("default", "greedy")} == {"default": 2, "greedy": 1}
    assert {paths(ASIDE, new, "random", seed) for seed in range(8)} == {1, 2}


#: After the change, which comes first, each test is the opposite of the one before.
OPPOSITE = """int r = 0, m = 0;
r = a & 1;
if (b > 5)
  m = 1;
if (b <= 5)
  m = 2;
else
  m = 3;
return m;"""


def test_no_path_where_the_first_side_is_infeasible_and_the_second_is_skipped() -> None:
    """Section 5.6: "no path condition is generated when the first path is infeasible"."""
    new = OPPOSITE.replace("a & 1", "a & 3")
    result, counts = searched(OPPOSITE, new)
    assert (result.counts.completed, result.complete) == (0, True)
    assert (counts.states, counts.infeasible, counts.skipped) == (3, 1, 2)
    assert {paths(OPPOSITE, new, "random", seed) for seed in range(8)} == {0, 1}


#: A truth value is computed by branches and passed on without a name.
VALUES = """static int yes = 1, no = 0;
int main(void) {
  int a = INT, b = INT, m;
  int up = a > 3 ? yes : no;
  int needed = (up && b > 0) ? yes : no;
  if (needed)
    m = 1;
  else
    m = 2;
  return m;
}
"""


def test_a_value_without_a_name_carries_no_impact_from_block_to_block() -> None:
    """The impact of a condition includes what is computed by branching on it, but only if nodes are statements."""
    pair = pair_of(VALUES, VALUES.replace("a > 3", "a > 4"))
    code = pair.statics[1].code
    first = program(VALUES).split("static int yes")[0].count("\n")
    found = {kind: {code.position(n).line - first for n in pair.published(kind)} for kind in NodeKind}
    assert found[NodeKind.STATEMENTS] >= {4, 5, 6, 7, 9, 10}
    assert found[NodeKind.BLOCKS] & set(range(4, 11)) == {4, 5}


@pytest.mark.parametrize("nodes", NodeKind)
def test_a_statement_that_cannot_be_reached_keeps_everything(nodes: NodeKind) -> None:
    """As the graph does not show that it is infeasible, it stays unexplored, and nothing before it is skipped."""
    old = """int r = a & 1, m = 0;
if (b > 0)
  m = 1;
if (c > 0)
  m = 2;
if (r > 1)
  r = 5;
return r;"""
    result, counts = searched(old, old.replace("a & 1", "a & 1 & b"), nodes=nodes)
    pair = pair_of(old, old.replace("a & 1", "a & 1 & b"))
    full = Explorer(pair.machines[1], Solver(by_name("bitwuzla")), Full()).run()
    assert result.counts.completed == full.counts.completed == 4
    assert counts.skipped == 0
