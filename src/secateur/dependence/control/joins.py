"""The branches that decide by which edge a block with phis is entered."""

from __future__ import annotations

from dataclasses import dataclass

from secateur.dependence.control.closure import bits
from secateur.dependence.control.flow import Flow


@dataclass(frozen=True, slots=True)
class Chooser:
    """A branch before a join. `edges[side]` are the predecessors of the join, as a bit set of block numbers, by which
    it can be entered next when that side is taken; `passed[side]` are the blocks on these paths."""

    branch: int
    edges: tuple[int, ...]
    passed: tuple[int, ...]


def choosers(flow: Flow, join: int) -> tuple[Chooser, ...]:
    """The branches between a join and its immediate dominator whose sides can enter the join differently."""
    top = flow.idom[join]
    found = []
    for branch in bits(blocks_before(flow, join, top)):
        following = flow.successors[branch]
        if len(set(following)) < 2:
            continue
        ways = [_enter(flow, branch, target, join) for target in following]
        if any(edges for edges, _ in ways):
            found.append(Chooser(branch, tuple(w[0] for w in ways), tuple(w[1] for w in ways)))
    return tuple(found)


def blocks_before(flow: Flow, join: int, top: int) -> int:
    """Blocks (a bit set) from which the join can be entered without passing its dominator again, including the
    dominator, and the join itself if a loop leads back to it."""
    seen = 1 << top if top >= 0 else 0
    todo = list(flow.predecessors[join])
    while todo:
        here = todo.pop()
        if not seen >> here & 1:
            seen |= 1 << here
            if here != join:
                todo += flow.predecessors[here]
    return seen


def _enter(flow: Flow, branch: int, target: int, join: int) -> tuple[int, int]:
    """The edges by which one side of a branch enters the join next, and the blocks passed before."""
    if target == join:
        return 1 << branch, 0
    edges = passed = 0
    todo = [target]
    while todo:
        here = todo.pop()
        if not passed >> here & 1:
            passed |= 1 << here
            for s in flow.successors[here]:
                if s == join:
                    edges |= 1 << here
                else:
                    todo.append(s)
    return edges, passed
