"""Floating point without a solver: contradictions of ranges.

Controllers clamp, scale and add: what follows from that follows from ranges, and bit-blasting a single
addition of doubles takes longer than propagating all ranges of a path.
"""

from __future__ import annotations

from secateur.expr import Expr
from secateur.solver.answer import Answer, Unsat
from secateur.solver.conjuncts import atoms
from secateur.solver.contradiction import interval
from secateur.solver.float_box import Box, NoValueError
from secateur.solver.float_tape import Tape
from secateur.solver.query import Query

_CORE = 16
"""Maximum size of a contradiction from which conditions are removed one by one."""

_STEPS = 6_000
"""Maximum number of operations in the conditions."""


class FloatRanges:
    """The stage. What it finds out is of use for `FloatSearch`, a later one."""

    name = "float ranges"

    def __init__(self) -> None:
        self._last: tuple[Query, Tape, Box] | None = None

    def answer(self, query: Query) -> Answer | None:
        self._last = None
        if not any(_is_about_floats(condition) for condition in query.violated):
            return None
        tape = Tape(query.group, query.violated)
        if tape.length > _STEPS:
            return None
        box = tape.box()
        try:
            tape.propagate(box)
        except NoValueError as error:
            why = _reduced(tape, error.why)
            return Unsat(tuple(condition for number, condition in enumerate(query.group) if why >> number & 1))
        self._last = query, tape, box
        return None

    def narrowed(self, query: Query) -> tuple[Tape, Box] | None:
        """What `answer` found out about this query, if it did not decide it."""
        return self._last[1:] if self._last is not None and self._last[0] is query else None

    def learn(self, query: Query, answer: Answer) -> None:
        """Nothing to remember."""


def _is_about_floats(condition: Expr) -> bool:
    for atom in atoms(condition):
        if atom.op.startswith("fcmp_") or atom.op == "is_fpclass":
            return True
        bounded = interval(atom)
        if bounded is not None and bounded[0].op == "fp_to_sint":
            return True
    return False


def _reduced(tape: Tape, why: int) -> int:
    """The mask of a contradiction without the conditions that it does not need."""
    if why.bit_count() > _CORE:
        return why
    left = why
    while left:
        bit = left & -left
        left ^= bit
        try:
            tape.propagate(tape.box(), why & ~bit)
        except NoValueError as error:
            why = error.why
            left &= why
    return why
