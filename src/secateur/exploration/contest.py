"""Which of two ways to explore pays? They compete in a part of the tree of paths, and the better one goes on.

Full exploration is cheap for each path; with cuts there are fewer paths, but each one costs more. Which of them wins
depends on the program, and on how far the exploration has come: cuts save little near the ends of paths, and much near
the root. So the question is decided by what happens, and asked again when there is more to go by:

- In depth-first order, when a side of a branch is taken, its other side has just been explored. If that took between a
  tenth and a quarter of all work so far, the other way explores it once more. If it needs less work, it goes on from
  there.
- Before the first contest, there must be some work to save; then the work has to grow EVERY times until the next one.

Work is counted in instructions, never by the clock: the same command gives the same answer. A contest that is lost
costs what it was about, so all of them together take at most about four tenths of the work.
"""

from __future__ import annotations

#: The work of a run besides its instructions, of a side that no input takes, and of asking whether a state is covered,
#: in instructions.
RUN, INFEASIBLE, QUESTION = 200, 100, 80
#: The work before the first contest, and its growth until the next. With cuts, it takes longer until they pay.
FIRST, FIRST_CUTTING, EVERY = 200_000, 1_000_000, 4
#: The part of the work that a contest is about: at least one in LEAST, at most one in MOST.
LEAST, MOST = 10, 4
#: In percent: what exploring with cuts may need, compared with exploring without. What it learns in a contest, it has
#: for what comes after.
CREDIT = 115


class Contest:
    """A part of the tree that is explored once more, the other way. `open` counts what is left to try in it."""

    __slots__ = ("limit", "open", "work")

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.work = 0
        self.open = 1

    @property
    def is_lost(self) -> bool:
        return self.work > self.limit

    @property
    def is_won(self) -> bool:
        return not self.open and not self.is_lost


class Contests:
    """Counts work, and says when a contest is due. `cutting`: the way that is taken outside of contests."""

    def __init__(self, cutting: bool) -> None:
        self.cutting = cutting
        self.work = 0
        self.held = 0
        self._next: int | None = FIRST_CUTTING if cutting else FIRST
        self._now: Contest | None = None

    def count(self, work: int, contest: Contest | None) -> None:
        self.work += work
        if contest is not None:
            contest.work += work

    def close(self) -> None:
        """There is to be no contest."""
        self._next = None

    def due(self, begun: int) -> Contest | None:
        """The contest about what was explored since `begun`, if there is to be one."""
        explored = self.work - begun
        if self._now is not None or self._next is None or self.work < self._next:
            return None
        if not self.work <= explored * LEAST <= self.work * LEAST // MOST:
            return None
        self._now = Contest(explored * 100 // CREDIT if self.cutting else explored * CREDIT // 100)
        self.held += 1
        return self._now

    def settle(self) -> bool:
        """If the contest is decided, the winner goes on. Is that another one than before?"""
        contest = self._now
        if contest is None or not (contest.is_lost or contest.is_won):
            return False
        self._now = None
        self._next = EVERY * self.work
        if contest.is_won:
            self.cutting = not self.cutting
        return contest.is_won
