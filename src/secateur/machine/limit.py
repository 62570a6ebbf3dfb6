"""What kept a run, or an exploration, from being complete. Data only: sentences are made in `secateur.report`."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from secateur.ir.model import Position


class LimitKind(StrEnum):
    """Why something was left out."""

    # the whole exploration ended
    TIME = "time"
    CPU = "cpu"
    PATHS = "paths"
    MEMORY = "memory"
    OUTPUT_SIZE = "output-size"
    INTERRUPTED = "interrupted"
    FIRST = "first"  # what was looked for was found
    STAGE = "stage"  # the commit is known to differ, and this function was left at its first stages
    # a path was stopped
    LOOP_BOUND = "loop-bound"
    DEPTH = "depth"
    INSTRUCTIONS = "instructions"
    RECURSION = "recursion"
    UNSUPPORTED = "unsupported"  # it reached something that cannot be run
    UNFINISHED = "unfinished"  # it was running when the exploration ended
    # something was left out
    NO_INPUTS = "no-inputs"  # nothing is symbolic: it was one run
    LATER_ROUNDS = "later-rounds"  # inputs that leave a loop after more rounds than were run
    UNDECIDED = "undecided"  # the solver could not decide about a branch in time
    PINNED = "pinned"  # a value was made concrete
    IGNORED = "ignored"  # an effect was ignored
    SUMMARY = "summary"  # a summary stood in for a function
    UNDECIDED_OUTPUT = "undecided-output"  # the solver could not decide in time whether outputs differ
    UNDECIDED_END = "undecided-end"  # nor whether an input gets past an early end
    UNCOMPARED_TEXT = "uncompared-text"  # printed text could not be compared
    UNCOMPARED_POINTER = "uncompared-pointer"  # it leads to other places, or to memory that is not looked at
    UNCOMPARED = "uncompared"  # time or memory was used up before everything was compared
    GUESSED = "guessed"  # inputs were guessed: there may be others
    UNCONFIRMED = "unconfirmed"  # a path with summaries was neither confirmed nor ruled out


@dataclass(frozen=True, slots=True)
class Limit:
    """`place` is where it was met, `bound` the number that was reached, `count` how many paths or branches it concerns.
    `details` are names of functions for a summary, the text of a note, kind and name of something unsupported."""

    kind: LimitKind
    place: Position | None = None
    bound: int | None = None
    count: int = 1
    details: tuple[str, ...] = ()
