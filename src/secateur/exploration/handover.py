"""When a technique that uses dependences leaves the whole exploration to full exploration."""

from __future__ import annotations

from secateur.exploration.technique import Technique
from secateur.exploration.techniques.full import Full
from secateur.machine.path import Ending, Path
from secateur.machine.state import MOST_RECORDED

#: Number of runs within which a technique must have seen something to cut.
TRIAL = 16

#: The reason for a path that `is_too_long`.
TOO_LONG = "some paths have too many decisions for dependence analysis"


def is_too_long(path: Path) -> bool:
    """Was the path stopped because no more decisions can be recorded?"""
    return path.ending is Ending.DEPTH and len(path.branches) >= MOST_RECORDED


def handed_over(too_long: bool, runs: int, cuts: bool) -> tuple[Technique, str] | None:
    """If a technique has seen nothing to cut, each path is worth exploring, and `full` needs less effort. `full` also
    takes over when paths are too long for dependences."""
    if too_long:
        return Full(), TOO_LONG
    if runs == TRIAL and not cuts:
        return Full(), f"there was nothing to cut in the first {TRIAL} runs"
    return None
