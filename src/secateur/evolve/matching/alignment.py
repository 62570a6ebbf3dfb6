"""Alignment of two trees of statements: which statements correspond.

First comes the best alignment that keeps order and nesting: a branch is aligned with a branch, and the statements it
controls stay below it. A branch whose condition was changed is recognised by the statements it controls. Then the
remaining statements are searched for anywhere: they were moved.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from difflib import SequenceMatcher

from secateur.evolve.matching.outline import Outline, Statement

#: Number of pairs of statements above which they are aligned by their text alone.
MOST_PAIRS = 4_000_000

#: Weights of a pair that does the same, additionally uses variables of the same names, or is only of the same kind.
_SAME, _NAMED, _KIND = 6, 2, 1

StatementPair = tuple[Statement, Statement]


def align(old: Outline, new: Outline) -> tuple[list[StatementPair], list[StatementPair]]:
    """The pairs that kept their places, and the pairs that were moved."""
    if len(old.all) * len(new.all) > MOST_PAIRS:
        kept = _flat(old.all, new.all)
    else:
        kept = _Trees().align(old, new)
    moved = _moved(old.all, new.all, kept)
    gone = {id(part) for pair in moved for part in pair}
    return [pair for pair in kept if id(pair[0]) not in gone and id(pair[1]) not in gone], moved


class _Trees:
    def __init__(self) -> None:
        self._weights: dict[tuple[int, int], int] = {}

    def align(self, old: Outline, new: Outline) -> list[StatementPair]:
        """Computes weights from the innermost branches outwards, then chooses pairs from the outermost inwards."""
        levels = _levels(new)
        for depth, branches in sorted(_levels(old).items(), reverse=True):
            for one in branches:
                for two in levels.get(depth, ()):
                    self._weights[one.order, two.order] = sum(
                        self._table(x, y)[0][0] for x, y in zip(one.inside, two.inside, strict=False)
                    )
        found: list[StatementPair] = []
        todo: list[tuple[Sequence[Statement], Sequence[Statement]]] = [(old.top, new.top)]
        while todo:
            for one, two in self._chosen(*todo.pop()):
                found.append((one, two))
                if one.is_branch:
                    todo += zip(one.inside, two.inside, strict=False)
        return found

    def _weight(self, one: Statement, two: Statement) -> int:
        weight = 0
        if one.content == two.content:
            weight = _SAME + (_NAMED if one.names == two.names else 0)
        elif one.kind == two.kind:
            weight = _KIND
        if weight and one.is_branch:
            weight += self._weights.get((one.order, two.order), 0)
        return weight

    def _table(self, old: Sequence[Statement], new: Sequence[Statement]) -> list[list[int]]:
        """For each pair of positions in the lists, the best weight of the remaining statements."""
        table = [[0] * (len(new) + 1) for _ in range(len(old) + 1)]
        for i in range(len(old) - 1, -1, -1):
            row, below = table[i], table[i + 1]
            for j in range(len(new) - 1, -1, -1):
                weight = self._weight(old[i], new[j])
                best = max(below[j], row[j + 1])
                row[j] = max(best, below[j + 1] + weight) if weight else best
        return table

    def _chosen(self, old: Sequence[Statement], new: Sequence[Statement]) -> list[StatementPair]:
        table = self._table(old, new)
        found = []
        i = j = 0
        while i < len(old) and j < len(new):
            weight = self._weight(old[i], new[j])
            if weight and table[i][j] == table[i + 1][j + 1] + weight:
                found.append((old[i], new[j]))
                i, j = i + 1, j + 1
            elif table[i][j] == table[i + 1][j]:
                i += 1
            else:
                j += 1
        return found


def _levels(tree: Outline) -> dict[int, list[Statement]]:
    """The branches by nesting depth."""
    depths: dict[int, int] = {}
    found: dict[int, list[Statement]] = defaultdict(list)
    for statement in tree.all:
        depth, above = 0, statement.above
        while above is not None:
            known = depths.get(above[0].order)
            if known is not None:
                depth += known + 1
                break
            depth, above = depth + 1, above[0].above
        depths[statement.order] = depth
        if statement.is_branch:
            found[depth].append(statement)
    return found


def _flat(old: Sequence[Statement], new: Sequence[Statement]) -> list[StatementPair]:
    matcher = SequenceMatcher(None, [s.content for s in old], [s.content for s in new], autojunk=False)
    return [(old[block.a + k], new[block.b + k]) for block in matcher.get_matching_blocks() for k in range(block.size)]


def _moved(old: Sequence[Statement], new: Sequence[Statement], kept: Sequence[StatementPair]) -> list[StatementPair]:
    """Statements without an identical partner that are found elsewhere, preferably with the same names. Pairs that are
    only of the same kind are dissolved for that."""
    same = {(id(one), id(two)) for one, two in kept if one.content == two.content}
    taken = {part for pair in same for part in pair}
    found: list[StatementPair] = []
    for with_names in (True, False):
        places: dict[tuple[object, ...], list[Statement]] = defaultdict(list)
        for two in new:
            if id(two) not in taken:
                places[two.content, two.names if with_names else None].append(two)
        for one in old:
            if id(one) in taken:
                continue
            candidates = places[one.content, one.names if with_names else None]
            if candidates:
                two = candidates.pop(0)
                taken |= {id(one), id(two)}
                found.append((one, two))
    return found
