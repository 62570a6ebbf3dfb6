"""What is abstracted: left as `*`, any value, instead of being traced back to its definition.

A strategy is consulted about each use before it is expanded. Whatever it decides, the result contains every behaviour;
it affects only precision and cost.
"""

from __future__ import annotations

from collections.abc import Collection
from time import monotonic
from typing import NamedTuple

from secateur.machine.path import OWN_FILES

#: Identifies a use: the frame, the copy, and the instruction (or other source) that defines it.
Key = tuple[object, ...]


class Use(NamedTuple):
    """A requested value. `depth`: the number of definitions between it and what the user asked for; `callee`: the
    function whose result it is or that may have written it; `file`: where that function is defined; `expansions`: how
    many uses have been expanded so far."""

    key: Key
    depth: int
    callee: str | None
    file: str
    expansions: int


class Strategy:
    """Everything is expanded; only loops and recursion are cut off. `opened`: uses at which the depth restarts at 0;
    `counts_depth`: whether depth matters; if not, a use that was expanded once never needs to be expanded again."""

    opened: Collection[Key] = ()
    counts_depth = False

    @property
    def is_over(self) -> bool:
        """Is everything abstracted from now on?"""
        return False

    def abstracts(self, use: Use) -> bool:
        return False


Never = Strategy


class Depth(Strategy):
    """Expand `most` definitions deep."""

    counts_depth = True

    def __init__(self, most: int) -> None:
        self.most = most

    def abstracts(self, use: Use) -> bool:
        return use.depth >= self.most


class Calls(Strategy):
    """Do not enter these functions; without names, those of the C library."""

    def __init__(self, names: Collection[str] = ()) -> None:
        self.names = frozenset(names)

    def abstracts(self, use: Use) -> bool:
        if use.callee is None:
            return False
        return use.callee in self.names if self.names else use.file.startswith(OWN_FILES)


class Expansions(Strategy):
    """Expand at most `most` uses."""

    def __init__(self, most: int) -> None:
        self.most = most

    def abstracts(self, use: Use) -> bool:
        return use.expansions >= self.most


class Until(Strategy):
    """Expand until a moment, in `time.monotonic` time."""

    def __init__(self, deadline: float) -> None:
        self.deadline = deadline
        self.is_late = False  # was anything left out?

    @property
    def is_over(self) -> bool:
        self.is_late = self.is_late or monotonic() > self.deadline
        return self.is_late

    def abstracts(self, use: Use) -> bool:
        return self.is_over


class Either(Strategy):
    """Abstract what any of the given strategies would abstract."""

    def __init__(self, *parts: Strategy) -> None:
        self.parts = parts
        self.counts_depth = any(part.counts_depth for part in parts)

    @property
    def is_over(self) -> bool:
        return any(part.is_over for part in self.parts)

    def abstracts(self, use: Use) -> bool:
        return any(part.abstracts(use) for part in self.parts)


class Refining(Strategy):
    """Like another strategy, except for uses that were opened because a goal was missed: these are expanded, and the
    depth below is counted from them."""

    def __init__(self, base: Strategy) -> None:
        self.base = base
        self.counts_depth = base.counts_depth
        self.opened: dict[Key, None] = {}

    @property
    def is_over(self) -> bool:
        return self.base.is_over

    def open(self, key: Key) -> None:
        self.opened[key] = None

    def abstracts(self, use: Use) -> bool:
        return use.key not in self.opened and self.base.abstracts(use)
