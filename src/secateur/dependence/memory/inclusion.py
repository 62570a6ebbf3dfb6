"""Andersen's analysis: points-to sets are the least solution of inclusion constraints between sets.

There is a set for each register, for each location (what is stored there), and a few more. An edge means that one set
includes another. Constraints that depend on the targets of a pointer (loads, stores, steps, calls) become edges as its
set grows; only new targets are propagated.

Sets that include each other are equal, and become one: the edges are searched for cycles whenever their number has
grown by a twentieth. In between, sets are propagated in the topological order that this search has found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from heapq import heappop, heappush

from secateur.dependence.control.closure import bits, components

#: The set that stays empty: values that are not pointers.
NOTHING = 0


#: Called with the targets by which a set has grown. It may see a target more than once.
Rule = Callable[[int], None]

_NUMBER = (1 << 32) - 1


class Inclusion:
    """`sets` is valid after `solve`. `few`: edges that may be added before the first search for cycles."""

    def __init__(self, few: int = 2000) -> None:
        self.sets: list[int] = []
        self._new: list[int] = []
        self._edges: list[set[int] | None] = []
        self._rules: list[list[Rule] | None] = []
        self._same: list[int] = []  # towards the set that represents those found to be equal
        self._rank: list[int] = []
        self._todo: list[int] = []  # a heap of ranks with numbers
        self._waiting: list[bool] = []
        self._few = self._limit = few
        self._added = 0
        self.make()

    def make(self, content: int = 0) -> int:
        """A new set."""
        number = self.make_many(1)
        if content:
            self.add(number, content)
        return number

    def make_many(self, count: int) -> int:
        """Make new sets with consecutive numbers; returns the first number."""
        first = len(self.sets)
        self.sets += [0] * count
        self._new += [0] * count
        self._edges += [None] * count
        self._rules += [None] * count
        self._same += range(first, first + count)
        self._rank += [0] * count
        self._waiting += [False] * count
        return first

    def find(self, number: int) -> int:
        """The set that represents this one and those equal to it."""
        same = self._same
        while same[number] != number:
            same[number] = number = same[same[number]]
        return number

    def add(self, number: int, content: int) -> None:
        number = self.find(number)
        new = content & ~self.sets[number]
        if new:
            self.sets[number] |= new
            self._new[number] |= new
            if not self._waiting[number]:
                self._waiting[number] = True
                heappush(self._todo, self._rank[number] << 32 | number)

    def include(self, larger: int, smaller: int) -> None:
        """`larger` includes `smaller`, now and in the future."""
        if NOTHING in (larger, smaller):
            return
        larger, smaller = self.find(larger), self.find(smaller)
        edges = self._edges[smaller]
        if edges is None:
            edges = self._edges[smaller] = set()
        if larger == smaller or larger in edges:
            return
        edges.add(larger)
        self._added += 1
        if self.sets[smaller]:
            self.add(larger, self.sets[smaller])

    def equate(self, one: int, other: int) -> None:
        """The two sets are equal, now and in the future."""
        if NOTHING not in (one, other):
            self._merge([self.find(one), self.find(other)])

    def watch(self, number: int, rule: Rule) -> None:
        """Call the rule with every target that the set has now or gets later."""
        if number == NOTHING:
            return
        number = self.find(number)
        rules = self._rules[number]
        if rules is None:
            rules = self._rules[number] = []
        rules.append(rule)
        if self.sets[number]:
            rule(self.sets[number])

    def solve(self) -> None:
        todo, fresh, find = self._todo, self._new, self.find
        while todo:
            if self._added >= self._limit:
                self._collapse()
            number = heappop(todo) & _NUMBER
            if not self._waiting[number]:
                continue
            self._waiting[number] = False
            new, fresh[number] = fresh[number], 0
            for larger in self._edges[number] or ():
                if new & ~self.sets[find(larger)]:
                    self.add(larger, new)
            rules = self._rules[number] or ()
            for index in range(len(rules)):  # a rule may add another, which then sees the whole set
                rules[index](new)
        for number in range(len(self.sets)):
            self.sets[number] = self.sets[find(number)]

    def release(self) -> None:
        """Keep the solution only; equal sets become one object."""
        for used in (self._new, self._edges, self._rules, self._same, self._rank, self._waiting):
            used.clear()
        once: dict[int, int] = {}
        self.sets = [once.setdefault(content, content) for content in self.sets]

    # --- equal sets

    def _collapse(self) -> None:
        """Merge the sets on cycles, and rank all by topological order."""
        find = self.find
        count = 0
        edges: list[list[int]] = []
        for number, known in enumerate(self._edges):
            kept = {find(larger) for larger in known} - {number} if known else None
            self._edges[number] = kept
            edges.append(sorted(kept) if kept else [])
        for rank, part in enumerate(reversed(components(edges))):
            if len(part) > 1:
                self._merge(part)
            self._rank[find(part[0])] = rank
            count += len(self._edges[find(part[0])] or ())
        self._added, self._limit = 0, max(self._few, count // 20)
        self._todo[:] = sorted(self._rank[n] << 32 | n for n, waits in enumerate(self._waiting) if waits)

    def _merge(self, numbers: list[int]) -> None:
        """Targets that some of them have not processed yet are new for all."""
        top = min(numbers)
        whole, done = 0, -1
        for number in numbers:
            whole |= self.sets[number]
            done &= self.sets[number] & ~self._new[number]
        for number in numbers:
            if number == top:
                continue
            self._same[number] = top
            self._waiting[number] = False
            self._new[number] = 0
            self._edges[top] = _joined(self._edges[top], self._edges[number])
            self._rules[top] = [*(self._rules[top] or ()), *(self._rules[number] or ())]
            self._edges[number] = self._rules[number] = None
        self.sets[top], self._new[top] = whole, whole & ~done
        if self._new[top] and not self._waiting[top]:
            self._waiting[top] = True
            heappush(self._todo, self._rank[top] << 32 | top)


def _joined(one: set[int] | None, other: set[int] | None) -> set[int] | None:
    if one is None or other is None:
        return one if other is None else other
    one |= other
    return one


def members(number: int) -> Iterator[int]:
    """The numbers in a bit set, ascending."""
    return iter(bits(number))
