"""The control flow of one function: dominance, post-dominance, control dependence, and the region that a branch side
controls.

A side is the position of a successor: 0 is `if_true`, 1 is `if_false`. Blocks from which every path ends the program (a
failed assertion, `abort`, `exit`) are *ending* blocks. Post-dominance ignores them: otherwise everything after an
assertion would depend on it. Instructions in ending blocks depend on the branches that lead there, as usual.
"""

from __future__ import annotations

from collections.abc import Sequence

from secateur.ir.model import Body, Return
from secateur.ir.successors import successors


class FlowGraph:
    """Nodes by number, starting with the root 0; `exit` is one more than the last number.

    `returning` are the nodes from which the function returns. `endless`: one node of each loop without an exit.
    """

    def __init__(self, successors: Sequence[tuple[int, ...]], returning: Sequence[int]) -> None:
        self.exit = len(successors)
        self.successors = successors
        self.predecessors = _reverse(successors, self.exit)
        self.reachable = _reach(0, successors)
        self.ending = self._ending(returning)
        self._decides = [
            len({s for s in following if self.ending[n] or not self.ending[s]}) > 1
            for n, following in enumerate(successors)
        ]
        self.idom = dominators(0, successors, self.predecessors)
        self.ipdom = self._post_dominators()
        self.controls = self._control_dependence()
        self._regions: dict[tuple[int, int], int] = {}

    @property
    def returns(self) -> bool:
        """Can the function return to its caller?"""
        return not self.ending[0]

    def dominates(self, upper: int, lower: int) -> bool:
        while lower != upper and lower >= 0:
            lower = self.idom[lower]
        return lower == upper

    def always(self, block: int) -> bool:
        """Does every call that returns execute the block?"""
        here = 0
        while here not in (block, self.exit) and here >= 0:
            here = self.ipdom[here]
        return here == block

    def region(self, block: int, side: int) -> int:
        """The blocks that can run on that side of a branch before its sides meet again, as a bit set."""
        found = self._regions.get((block, side))
        if found is None:
            meet = self.ipdom[block]
            start = self.successors[block][side]
            found = 0
            todo = [start]
            while todo:
                here = todo.pop()
                if here != meet and not found >> here & 1:
                    found |= 1 << here
                    todo += self.successors[here]
            self._regions[block, side] = found
        return found

    def decides(self, block: int) -> bool:
        """Does the block branch to more than one side that is not ending? Where every path ends the program (a main
        loop that is only left by `exit`), all sides count."""
        return self._decides[block]

    # --- computation

    def _ending(self, returning: Sequence[int]) -> list[bool]:
        """Blocks from which no return can be reached; a loop without an exit does not end the program."""
        lasting = _reach_all(returning, self.predecessors)
        over = _reach_all([n for n in range(self.exit) if not self.successors[n]], self.predecessors)
        return [not lasting[n] and over[n] for n in range(self.exit)]

    def _post_dominators(self) -> list[int]:
        """Per block, the nearest block on every path to the exit. Ending blocks get their post-dominator in the whole
        graph, where an end is an exit too."""
        ending = self.ending
        kept = [
            tuple(s for s in following if not ending[s]) if not ending[n] else following
            for n, following in enumerate(self.successors)
        ]
        ways = [following or (self.exit,) for following in kept]
        self.endless = self._endless(ways)
        for n in self.endless:
            ways[n] = (*ways[n], self.exit)
        backward = _reverse(ways, self.exit + 1)
        return dominators(self.exit, backward, [*ways, ()])[: self.exit]

    def _endless(self, ways: Sequence[tuple[int, ...]]) -> list[int]:
        """One block of each infinite loop: it is assumed to be able to leave."""
        backward = _reverse(ways, self.exit + 1)
        out = _reach_all([self.exit], backward)
        chosen: list[int] = []
        for n in range(self.exit):
            if not out[n]:
                chosen.append(n)
                for m, flag in enumerate(_reach_all([n], backward)):
                    out[m] = out[m] or flag
        return chosen

    def _control_dependence(self) -> list[tuple[tuple[int, int], ...]]:
        """Per block, the (branch, side) pairs that decide whether it runs (Ferrante, Ottenstein and Warren)."""
        found: list[dict[tuple[int, int], None]] = [{} for _ in range(self.exit)]
        for branch, following in enumerate(self.successors):
            if len(set(following)) < 2:
                continue
            decides = self.decides(branch)
            for side, target in enumerate(following):
                if not decides and not self.ending[target]:
                    continue  # the other side is ending
                stop, here = self.ipdom[branch], target
                if self.ending[target] and not self.ending[branch]:
                    stop = self.exit
                while here not in (stop, self.exit) and here >= 0:
                    found[here][branch, side] = None
                    here = self.ipdom[here]
        return [tuple(f) for f in found]


class Flow(FlowGraph):
    """The blocks of a function, in textual order. `stops`: numbers of the blocks with a call that does not return."""

    def __init__(self, body: Body, stops: frozenset[int] = frozenset()) -> None:
        self.labels = list(body.blocks)
        self.number = {label: n for n, label in enumerate(self.labels)}
        terminators = [block.terminator for block in body.blocks.values()]
        super().__init__(
            [
                () if n in stops else tuple(self.number[t] for t in successors(terminator))
                for n, terminator in enumerate(terminators)
            ],
            [n for n, terminator in enumerate(terminators) if n not in stops and isinstance(terminator, Return)],
        )


def _reverse(edges: Sequence[tuple[int, ...]], count: int) -> list[tuple[int, ...]]:
    found: list[list[int]] = [[] for _ in range(count)]
    for n, following in enumerate(edges):
        for s in dict.fromkeys(following):
            found[s].append(n)
    return [tuple(f) for f in found]


def _reach(start: int, edges: Sequence[tuple[int, ...]]) -> list[bool]:
    return _reach_all([start], edges)


def _reach_all(starts: Sequence[int], edges: Sequence[tuple[int, ...]]) -> list[bool]:
    seen = [False] * len(edges)
    todo = list(starts)
    while todo:
        here = todo.pop()
        if not seen[here]:
            seen[here] = True
            todo += edges[here]
    return seen


def dominators(root: int, edges: Sequence[tuple[int, ...]], backward: Sequence[tuple[int, ...]]) -> list[int]:
    """The immediate dominator of every node, -1 for the root and for unreachable nodes (Cooper, Harvey and
    Kennedy)."""
    order = _postorder(root, edges)
    rank = {n: i for i, n in enumerate(order)}
    idom = [-1] * len(edges)
    idom[root] = root
    changed = True
    while changed:
        changed = False
        for n in reversed(order[:-1]):
            best = -1
            for p in backward[n]:
                if p in rank and idom[p] >= 0:
                    best = p if best < 0 else _meet(best, p, idom, rank)
            if idom[n] != best:
                idom[n] = best
                changed = True
    idom[root] = -1
    return idom


def _meet(x: int, y: int, idom: list[int], rank: dict[int, int]) -> int:
    while x != y:
        while rank[x] < rank[y]:
            x = idom[x]
        while rank[y] < rank[x]:
            y = idom[y]
    return x


def _postorder(root: int, edges: Sequence[tuple[int, ...]]) -> list[int]:
    seen, order = {root}, []
    stack = [(root, iter(edges[root]))]
    while stack:
        here, rest = stack[-1]
        for s in rest:
            if s not in seen:
                seen.add(s)
                stack.append((s, iter(edges[s])))
                break
        else:
            stack.pop()
            order.append(here)
    return order
