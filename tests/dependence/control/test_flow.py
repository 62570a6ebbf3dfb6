"""Control flow compared with its definitions, on random graphs, and on C code that ends the program."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from secateur.dependence.control.code import number
from secateur.dependence.control.flow import Flow, dominators
from secateur.dependence.control.joins import choosers
from secateur.frontend.build import build
from secateur.ir.model import NOWHERE, Block, Body, ConditionalJump, Int, Jump, Return, Unreachable
from secateur.ir.reader import read
from secateur.ir.types import IntType

CONDITION = Int(IntType(1), 1)


def body_of(edges: list[tuple[int, ...]]) -> Body:
    """A body whose blocks have these successors; a block without successors returns."""
    blocks = {}
    for here, following in enumerate(edges):
        terminator = (
            Return(None, NOWHERE)
            if not following
            else Jump(f"b{following[0]}", NOWHERE)
            if len(following) == 1
            else ConditionalJump(CONDITION, f"b{following[0]}", f"b{following[1]}", False, NOWHERE)
        )
        blocks[f"b{here}"] = Block(f"b{here}", (), (), terminator)
    return Body(blocks, 0, ())


def reach(start: int, edges: list[tuple[int, ...]], without: int = -1) -> set[int]:
    seen: set[int] = set()
    todo = [start] if start != without else []
    while todo:
        here = todo.pop()
        if here not in seen:
            seen.add(here)
            todo += [s for s in edges[here] if s != without]
    return seen


@st.composite
def graphs(draw: st.DrawFn) -> list[tuple[int, ...]]:
    """Blocks in a row with random jumps; every block can reach the last, which returns."""
    count = draw(st.integers(2, 9))
    edges: list[tuple[int, ...]] = []
    for here in range(count - 1):
        other = draw(st.integers(0, count - 1))
        edges.append((here + 1, other) if draw(st.booleans()) else (here + 1,))
    return [*edges, ()]


@settings(max_examples=200, deadline=None)
@given(graphs())
def test_dominators_are_those_of_the_definition(edges: list[tuple[int, ...]]) -> None:
    flow = Flow(body_of(edges))
    for node in range(1, len(edges)):
        strict = {d for d in range(len(edges)) if d != node and node not in reach(0, edges, without=d)}
        found, here = set(), node
        while flow.idom[here] >= 0:
            here = flow.idom[here]
            found.add(here)
        assert found == strict


@settings(max_examples=200, deadline=None)
@given(graphs())
def test_control_dependence_is_that_of_the_definition(edges: list[tuple[int, ...]]) -> None:
    flow = Flow(body_of(edges))
    last = len(edges) - 1

    def post_dominates(later: int, node: int) -> bool:
        return later == node or last not in reach(node, edges, without=later)

    for block in range(len(edges)):
        expected = {
            (branch, side)
            for branch, following in enumerate(edges)
            if len(set(following)) > 1
            for side, target in enumerate(following)
            if post_dominates(block, target) and not (branch != block and post_dominates(block, branch))
        }
        assert set(flow.controls[block]) == expected


@settings(max_examples=100, deadline=None)
@given(graphs())
def test_a_region_ends_where_both_sides_meet(edges: list[tuple[int, ...]]) -> None:
    flow = Flow(body_of(edges))
    for branch, following in enumerate(edges):
        for side, target in enumerate(following):
            expected = reach(target, edges, without=flow.ipdom[branch])
            assert flow.region(branch, side) == sum(1 << b for b in expected)


def test_dominators_of_a_chain() -> None:
    edges: list[tuple[int, ...]] = [(1,), (2,), ()]
    backward: list[tuple[int, ...]] = [(), (0,), (1,)]
    assert dominators(0, edges, backward) == [-1, 0, 1]


def test_a_block_that_ends_the_program_is_left_out() -> None:
    blocks = {
        "check": Block("check", (), (), ConditionalJump(CONDITION, "go", "fail", False, NOWHERE)),
        "fail": Block("fail", (), (), Unreachable(NOWHERE)),
        "go": Block("go", (), (), Return(None, NOWHERE)),
    }
    flow = Flow(Body(blocks, 0, ()))
    assert flow.ending == [False, True, False]
    assert flow.controls[2] == ()
    assert flow.controls[1] == ((0, 1),)
    assert not flow.decides(0)


ENDS = """
#include <assert.h>
#include <stdlib.h>
static void give_up(int x) { if (x) exit(1); abort(); }
int f(int a, int b) {
  assert(a > 0);
  if (b == 7) give_up(b);
  if (b > 3) a = 2;
  return a;
}
int main(void) { return f(1, 2); }
"""


def test_failing_assertions_and_functions_that_do_not_come_back_decide_nothing(tmp_path: Path) -> None:
    source = tmp_path / "ends.c"
    source.write_text(ENDS)
    program = read(build([source]).text)
    code = number(program, [n for n, f in program.functions.items() if not f.is_declaration])
    assert not code.units["give_up"].flow.returns
    unit = code.units["f"]
    lines = {
        code.position(unit.terminator(b)).line
        for b in range(unit.flow.exit)
        if isinstance(code.items[unit.terminator(b)], ConditionalJump) and unit.flow.decides(b)
    }
    assert lines == {8}


def test_choosers_of_a_diamond_and_of_a_loop() -> None:
    diamond = Flow(body_of([(1, 2), (3,), (3,), ()]))
    found = choosers(diamond, 3)
    assert [(c.branch, c.edges) for c in found] == [(0, (1 << 1, 1 << 2))]
    loop = Flow(body_of([(1,), (2, 3), (1,), ()]))
    assert [(c.branch, c.edges) for c in choosers(loop, 1)] == [(1, (1 << 2, 0))]
