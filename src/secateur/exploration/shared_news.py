"""What techniques of several workers tell each other.

A technique declares what it shares (`Technique.shares`); what that is, is up to it. It is told late, whenever a worker
has explored a part: so a technique must be right without it, or say that the others need it before they are done.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum


class NewsSharing(Enum):
    """What a technique shares with those of other workers that explore the same program."""

    NOTHING = "nothing"
    #: What was learned in a part helps with parts that are given out later. Each part has a technique of its own, and
    #: what it is told depends on nothing but the parts before it.
    LATER = "later"
    #: All that was learned goes to all. The technique stays with its worker.
    ALL = "all"


@dataclass(frozen=True, slots=True)
class SharedNews:
    """`content` can be pickled. `is_needed`: the others are not done before they know it. `runs`: the inputs of runs
    that only the technique which tells this can look at again. `size`: how many things are told, if they may be missing
    and are kept by all."""

    content: object
    is_needed: bool = False
    runs: Sequence[tuple[int, ...]] = ()
    size: int = 0
