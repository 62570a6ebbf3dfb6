"""Andersen's analysis: points-to sets are the least solution of inclusion constraints between sets.

There is a set for each register, for each location (what is stored there), and a few more. An edge means that one set
includes another. Constraints that depend on the targets of a pointer (loads, stores, steps, calls) become edges as its
set grows; only new targets are propagated.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator

#: The set that stays empty: values that are not pointers.
NOTHING = 0


#: Called with the targets by which a set has grown.
Rule = Callable[[int], None]


class Inclusion:
    def __init__(self) -> None:
        self.sets: list[int] = []
        self._new: list[int] = []
        self._edges: list[set[int]] = []
        self._rules: list[list[Rule]] = []
        self._todo: deque[int] = deque()
        self._waiting: list[bool] = []
        self.make()

    def make(self, content: int = 0) -> int:
        """A new set."""
        number = len(self.sets)
        self.sets.append(0)
        self._new.append(0)
        self._edges.append(set())
        self._rules.append([])
        self._waiting.append(False)
        if content:
            self.add(number, content)
        return number

    def make_many(self, count: int) -> int:
        """Make new sets with consecutive numbers; returns the first number."""
        first = len(self.sets)
        self.sets += [0] * count
        self._new += [0] * count
        self._edges += [set() for _ in range(count)]
        self._rules += [[] for _ in range(count)]
        self._waiting += [False] * count
        return first

    def add(self, number: int, content: int) -> None:
        new = content & ~self.sets[number]
        if new:
            self.sets[number] |= new
            self._new[number] |= new
            if not self._waiting[number]:
                self._waiting[number] = True
                self._todo.append(number)

    def include(self, larger: int, smaller: int) -> None:
        """`larger` includes `smaller`, now and in the future."""
        if larger == smaller or NOTHING in (larger, smaller) or larger in self._edges[smaller]:
            return
        self._edges[smaller].add(larger)
        if self.sets[smaller]:
            self.add(larger, self.sets[smaller])

    def watch(self, number: int, rule: Rule) -> None:
        """Call the rule with every target that the set has now or gets later."""
        if number == NOTHING:
            return
        self._rules[number].append(rule)
        if self.sets[number]:
            rule(self.sets[number])

    def solve(self) -> None:
        todo, sets, fresh = self._todo, self.sets, self._new
        while todo:
            number = todo.popleft()
            self._waiting[number] = False
            new, fresh[number] = fresh[number], 0
            for larger in self._edges[number]:
                if new & ~sets[larger]:
                    self.add(larger, new)
            rules = self._rules[number]
            for index in range(len(rules)):  # a rule may add another, which then sees the whole set
                rules[index](new)


def members(bits: int) -> Iterator[int]:
    """The numbers in a bit set, ascending."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low
