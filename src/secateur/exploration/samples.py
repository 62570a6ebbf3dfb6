"""How much does a cut save? Some of what was cut is explored after all, to see.

The state that covers a path has been explored, and the work for that is known: its *weight*. It is an upper bound for
the path that is cut: the same decisions would follow, but the path may have decided some of them before, so that fewer
of their sides can be taken. In a parser there is hardly a difference; where later code tests the same inputs again, it
can be a hundred times. So a few cuts are sampled: full exploration of what was cut, as long as it needs little work.
What it finds is known already, so it is not reported.
"""

from __future__ import annotations

#: Samples may take one part in this many of all work.
SHARE = 24
#: The number of cuts from one sample to the next, at least.
DISTANCE = 4
#: A sample is taken if one part in `ENOUGH` of that is left, and if its weight is at least one part in `SMALL` of what
#: is left: one that is given up says nothing, and many small ones say nothing about large cuts.
ENOUGH, SMALL = 4, 8


class Sample:
    """What was cut, explored fully. `open` counts what is left to try in it."""

    __slots__ = ("limit", "open", "weight", "work")

    def __init__(self, weight: int, limit: int) -> None:
        self.weight = weight
        self.limit = limit
        self.work = 0
        self.open = 1

    @property
    def is_given_up(self) -> bool:
        return self.work > self.limit


class Samples:
    """`spent`: the work of all samples. Of those that were finished: their work, and the weights."""

    def __init__(self) -> None:
        self.spent = 0
        self._seen = 0
        self._due = 1
        self._found = self._expected = 0

    def saved(self, weight: int) -> int:
        """The work that a cut saves, as far as is known."""
        return weight * self._found // self._expected if self._expected else weight

    def take(self, weight: int, work: int) -> Sample | None:
        """Called for each cut, with all work so far: a sample of it, if one is due."""
        self._seen += 1
        if self._seen < self._due or not weight:
            return None
        left = work // SHARE - self.spent
        if ENOUGH * left < work // SHARE or SMALL * weight < left:
            return None
        self._due = self._seen + DISTANCE
        return Sample(weight, left)

    def count(self, sample: Sample, work: int, opened: int) -> None:
        """Work for a sample, and how many tasks there are more or less."""
        self.spent += work
        sample.work += work
        sample.open += opened
        if not sample.open and not sample.is_given_up:
            self._found += sample.work
            self._expected += sample.weight
