"""Floating point without a solver: contradictions of ranges, and models found by narrowing one input after another.

Controllers clamp, scale and add: what follows from that follows from ranges, and bit-blasting a single
addition of doubles takes longer than propagating all ranges of a path.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from secateur.expr import Expr, evaluate, ieee
from secateur.solver.answer import Answer, Model, Sat, Unsat
from secateur.solver.conjuncts import alternatives, conjuncts
from secateur.solver.float_box import Box, NoValueError, rounded
from secateur.solver.float_tape import Tape
from secateur.solver.query import Query
from secateur.solver.readable import simplest

_CORE = 16
"""Maximum size of a contradiction from which conditions are removed one by one."""

_ATTEMPTS = 60
"""Maximum number of values tried per query."""

_STEPS = 6_000
"""Maximum number of operations over all attempts: where expressions are large, fewer values are tried, or none."""


class FloatRanges:
    """The stage that finds contradictions. `search` is the later one that finds models."""

    name = "float ranges"

    def __init__(self) -> None:
        self._last: tuple[Query, Tape, Box] | None = None
        self.search = FloatSearch(self)

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
            chosen = [condition for number, condition in enumerate(query.group) if error.why >> number & 1]
            return Unsat(tuple(_reduced(chosen, query.violated)))
        self._last = query, tape, box
        return None

    def narrowed(self, query: Query) -> tuple[Tape, Box] | None:
        """What `answer` found out about this query, if it did not decide it."""
        return self._last[1:] if self._last is not None and self._last[0] is query else None

    def learn(self, query: Query, answer: Answer) -> None:
        """Nothing to remember."""


def _is_about_floats(condition: Expr) -> bool:
    for part in conjuncts(condition):
        for case in alternatives(part):
            op = case.args[0].op if case.op == "not" else case.op
            if op.startswith("fcmp_") or op == "is_fpclass":
                return True
    return False


def _reduced(conditions: list[Expr], violated: Sequence[Expr]) -> list[Expr]:
    """A contradiction without the conditions that it does not need."""
    if len(conditions) > _CORE:
        return conditions
    for condition in list(conditions):
        rest = [other for other in conditions if other is not condition]
        tape = Tape(rest, violated)
        try:
            tape.propagate(tape.box())
        except NoValueError as error:
            conditions = [other for number, other in enumerate(rest) if error.why >> number & 1]
            return _reduced(conditions, violated)
    return conditions


class FloatSearch:
    """The stage that finds models: each input in turn gets a simple value of its range, and the ranges are narrowed
    again. Only numbers are tried; the result is evaluated, as it is with any guess."""

    name = "float search"

    def __init__(self, ranges: FloatRanges) -> None:
        self._ranges = ranges

    def answer(self, query: Query) -> Answer | None:
        known = self._ranges.narrowed(query)
        if known is None:
            return None
        tape, box = known
        model = _Search(query, tape).run(box.copy())
        return None if model is None else Sat(model)

    def learn(self, query: Query, answer: Answer) -> None:
        """Nothing to remember."""


class _Search:
    def __init__(self, query: Query, tape: Tape) -> None:
        self._query = query
        self._tape = tape
        self._left = min(_ATTEMPTS, _STEPS // (tape.length + 1))
        self._inputs = [(x, slot) for x, slot in tape.slots.items() if x.op == "var"]

    def run(self, box: Box) -> Model | None:
        hint = self._query.hint
        try:
            for e, slot in self._tape.slots.items():
                box.never_nan(slot, 0)
                if e.op in ("int_to_fp_s", "int_to_fp_u"):
                    number = ieee.to_float(evaluate(e, hint), e.width)
                    box.narrow(slot, number, number, 0)
            self._tape.propagate(box)
        except NoValueError:
            return None
        # First the inputs that cannot stay as they are.
        order = sorted(self._inputs, key=lambda pair: (_keeps(pair[0], box, pair[1], hint), pair[0].args[0]))
        return self._fix(order, box, hint)

    def _fix(self, inputs: Sequence[tuple[Expr, int]], box: Box, model: Model) -> Model | None:
        if not inputs:
            return model if self._query.holds(model) else None
        (x, slot), *others = inputs
        index: int = x.args[0]
        for bits in _candidates(x, box, slot, self._query.hint):
            if self._left <= 0:
                return None
            self._left -= 1
            attempt = box.copy()
            number = ieee.to_float(bits, x.width)
            try:
                attempt.narrow(slot, number, number, 0)
                self._tape.propagate(attempt)
            except NoValueError:
                continue
            found = self._fix(others, attempt, (*model[:index], bits, *model[index + 1 :]))
            if found is not None:
                return found
        return None


def _keeps(x: Expr, box: Box, slot: int, hint: Model) -> bool:
    return box.low[slot] <= ieee.to_float(hint[x.args[0]], x.width) <= box.high[slot]


def _candidates(x: Expr, box: Box, slot: int, hint: Model) -> Iterator[int]:
    """Values of the range: the present one, simple ones of the whole, of the upper and the lower half, the ends."""
    low, high, width = box.low[slot], box.high[slot], x.width
    if _keeps(x, box, slot, hint):
        yield hint[x.args[0]]
    middle = low / 2 + high / 2 if math.isfinite(low) and math.isfinite(high) else 0.0
    numbers = [simplest(low, high)]
    if low < middle < high:
        numbers += [simplest(middle, high), simplest(low, middle)]
    seen = {hint[x.args[0]]}
    for number in (*numbers, low, high, middle):
        near = rounded(number, width)
        bits = ieee.to_bits(near, width)
        if low <= near <= high and bits not in seen:
            seen.add(bits)
            yield bits
