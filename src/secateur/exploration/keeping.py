"""Which paths a result keeps. All are counted; those that are kept become tests and hold memory.

What a path covers is known to the machine: code that runs for the first time is *news* (`Machine.news`). So the kept
paths together run every line and every side that all paths run, and there is one for each outcome.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from secateur.machine.machine import Machine
from secateur.machine.path import Path
from secateur.options import Keep

#: Paths that are kept in any case, if not all are.
MANY = 1000


@dataclass(slots=True)
class Keeping:
    """Decides about each path, when it has ended. `machine`: runs the paths. `each`: how many paths of the same outcome
    are kept."""

    keep: Keep = Keep.ALL
    machine: Machine | None = None
    each: int = 1
    _seen: dict[tuple[object, ...], int] = field(default_factory=dict)
    _news: int = 0
    _paths: int = 0

    @property
    def paths(self) -> int:
        """How many it was asked about, and came before."""
        return self._paths

    def begin_after(self, paths: int) -> None:
        """At least this many paths come before those that it is asked about."""
        self._paths = paths
        self._news = 0 if self.machine is None else self.machine.news

    def set_aside(self, is_news: bool) -> bool:
        """A run stops for a while: has it covered something first, now or (`is_news`) before?"""
        before, self._news = self._news, 0 if self.machine is None else self.machine.news
        return is_news or before != self._news

    def take_up(self, is_news: bool) -> None:
        """A run goes on: what it covered before it was set aside is its own."""
        if is_news:
            self._news = -1

    def wants(self, path: Path, covering: bool = False) -> bool:
        """Called once for each path. `covering`: it was run for coverage alone."""
        if self.keep is Keep.ALL:
            return True
        outcome = outcome_key(path)
        seen = self._seen[outcome] = self._seen.get(outcome, 0) + 1
        news = 0 if self.machine is None else self.machine.news
        is_news, self._news = news != self._news, news
        self._paths += 1
        if seen <= self.each or (self.keep is Keep.AUTO and self._paths <= MANY):
            return True
        return self.keep is not Keep.OUTCOMES and (is_news or covering)


def outcome_key(path: Path) -> tuple[object, ...]:
    """Paths with the same outcome end in the same way: the function returns, the program exits with the same status, or
    the same fault happens at the same place."""
    fault = None if path.fault is None else (path.fault.kind, path.fault.position)
    return path.ending, path.status if fault is None else 0, fault
