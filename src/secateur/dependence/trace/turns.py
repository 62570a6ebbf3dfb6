"""Everything on a path by which it could have gone elsewhere: decisions, and *turns*.

A turn is a branch, a call through a pointer, or an access to memory, whose condition, callee or address is concrete on
the path but depends on decisions: `if (c)` after `if (x != 5) c = 1;`, or `*p` after `if (x != 5) p = &b;`. Nothing can
be asked about it, but what it controls is run, and what it reads or writes matters, only because of it. In the order in
which decisions are negated (`reordered`), those of a turn go before all that do not matter to it.

Decisions and turns share one numbering, by time: their *slots*. Sets in a sweep are bit sets of slots.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

#: Of slots that nothing depends on.
_ALL = -1


class Turns:
    """By slot, `owners`: the number of the decision, -1 for a turn; `before`: the slots that it depends on. `slots`: by
    decision. Without `records`, turns are left out, so that the slot of a decision is its number."""

    __slots__ = ("_containing", "before", "has_turns", "owners", "records", "slots")

    def __init__(self, records: bool) -> None:
        self.records = records
        self.has_turns = False
        self.owners: list[int] = []
        self.before: list[int] = []
        self.slots: list[int] = []
        self._containing: list[int] = []

    def up_to(self, decisions: int, slots: int) -> Turns:
        """A copy with the first ones only."""
        twin = Turns(self.records)
        twin.owners, twin.before, twin.slots = self.owners[:slots], self.before[:slots], self.slots[:decisions]
        twin._containing = self._containing[:slots]
        twin.has_turns = slots > decisions
        return twin

    def decide(self, number: int, before: int, is_choice: bool) -> int:
        """The slot of the next decision. If it `is_choice`, others can depend on it."""
        slot = self._add(number, before, before if is_choice else _ALL)
        self.slots.append(slot)
        return slot

    def turn(self, before: int) -> int:
        """The slots that depend on what these decide together: with a new turn, unless its place in the order would be
        that of their last one. That is so if all later ones depend on the last one, too."""
        if not self.records or not before:
            return before
        last = before.bit_length() - 1
        if self.before[last] | 1 << last == before and all(each >> last & 1 for each in self._containing[last + 1 :]):
            return before
        if self.owners[-1] < 0 and self.before[-1] == before:
            return before | 1 << len(self.owners) - 1
        self.has_turns = True
        return before | 1 << self._add(-1, before, before)

    def _add(self, owner: int, before: int, containing: int) -> int:
        self.owners.append(owner)
        self.before.append(before)
        self._containing.append(containing)
        return len(self.owners) - 1

    def decisions(self, slots: int) -> int:
        """The decisions among these, as a bit set."""
        if not self.has_turns:
            return slots
        found = 0
        while slots:
            low = slots & -slots
            slots ^= low
            owner = self.owners[low.bit_length() - 1]
            if owner >= 0:
                found |= 1 << owner
        return found

    def all_decisions(self, sets: Iterable[int]) -> list[int]:
        """The decisions of many sets."""
        if not self.has_turns:
            return list(sets)
        known: dict[int, int] = {}
        found = []
        for slots in sets:
            if slots not in known:
                known[slots] = self.decisions(slots)
            found.append(known[slots])
        return found

    def order(self, slots: int) -> list[int]:
        """The decisions among these, in the order in which they can be negated one by one."""
        found = reordered(slots, self.before)
        return [self.owners[slot] for slot in found if self.owners[slot] >= 0] if self.has_turns else found


def reordered(decisions: int, before: Sequence[int]) -> list[int]:
    """The procedure `reorder` of Algorithm 1 in "Path Exploration based on Symbolic Output" by Qi, Nguyen and
    Roychoudhury. The last decision is the pivot: those that it depends on go before it, the others after it, and both
    parts are ordered in the same way."""
    found: list[int] = []
    todo = [(decisions, False)]
    while todo:
        part, is_pivot = todo.pop()
        if not part:
            continue
        pivot = part.bit_length() - 1
        if is_pivot:
            found.append(pivot)
            continue
        rest = part & ~(1 << pivot)
        todo += [(rest & ~before[pivot], False), (1 << pivot, True), (rest & before[pivot], False)]
    return found
