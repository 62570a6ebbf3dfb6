"""Do questions pay at a place? Asking whether a state is covered is counted against what cuts save, branch by branch.

Whether cuts pay at all is decided for a whole exploration (`secateur.exploration.balance`). But where states never
agree, as at a branch on a position that only grows, every question is lost, while questions pay elsewhere. A branch at
which they have cost more than they saved *rests*: only one passage in some is asked about. As soon as one of them leads
to a cut, all of them are asked about again: large cuts are rare, and worth many questions.
"""

from __future__ import annotations

from dataclasses import dataclass

#: The work on questions at a branch until it is judged, in instructions.
TRIAL = 60_000
#: At a branch that rests, one passage in this many is asked about.
SHARE = 8


@dataclass(slots=True)
class PlaceTally:
    """Of one branch: the work on questions and the work that they saved since it was last judged; whether it rests, and
    how often it was passed since."""

    spent: int = 0
    saved: int = 0
    rests: bool = False
    passed: int = 0


class WorthAsking:
    """The tallies of all branches, by number. `is_open`: if not, there is always a question."""

    def __init__(self, is_open: bool) -> None:
        self._is_open = is_open
        self._tallies: dict[int, PlaceTally] = {}

    def asks(self, place: int) -> bool:
        """Is a question worth asking at a branch that is passed now?"""
        tally = self._tallies.get(place)
        if tally is None:
            self._tallies[place] = PlaceTally()
        elif tally.rests:
            tally.passed += 1
            return tally.passed % SHARE == 0
        return True

    def count(self, place: int, spent: int, saved: int) -> None:
        """A question was asked."""
        tally = self._tallies[place]
        tally.spent += spent
        tally.saved += saved
        if saved:
            tally.rests = False
        elif tally.spent >= TRIAL and self._is_open:
            tally.rests = tally.saved < tally.spent
            tally.spent = tally.saved = 0
