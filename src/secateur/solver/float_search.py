"""Models of conditions on floating-point numbers: one input after another gets a simple value of its range, and the
ranges are narrowed again. Only numbers are tried, never NaN; the result is evaluated, as it is with any guess.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from secateur.expr import Expr, evaluate, ieee, unsigned, wrap
from secateur.solver.answer import Answer, Model, Sat
from secateur.solver.float_box import Box, NoValueError, rounded
from secateur.solver.float_ranges import FloatRanges
from secateur.solver.float_tape import Tape
from secateur.solver.query import Query
from secateur.solver.readable import simplest

_ATTEMPTS = 60
"""Maximum number of values tried per query."""

_STEPS = 6_000
"""Maximum number of operations over all attempts: where expressions are large, fewer values are tried, or none."""


class FloatSearch:
    """The stage. It begins with the ranges that `FloatRanges` found for the same query."""

    name = "float search"

    def __init__(self, ranges: FloatRanges) -> None:
        self._ranges = ranges

    def answer(self, query: Query) -> Answer | None:
        known = self._ranges.narrowed(query)
        if known is None:
            return None
        tape, box = known
        model = _FloatSearching(query, tape).run(box.copy())
        return None if model is None else Sat(model)

    def learn(self, query: Query, answer: Answer) -> None:
        """Nothing to remember."""


class _Input:
    """A variable, and the slot of its number: its own, or that of the number that it is converted to."""

    def __init__(self, node: Expr, slot: int) -> None:
        self.slot = slot
        self._from_int = node.op != "var"
        self._is_signed = node.op == "int_to_fp_s"
        self.x: Expr = node.args[0] if self._from_int else node
        self.index: int = self.x.args[0]

    def number(self, value: int) -> float:
        if not self._from_int:
            return ieee.to_float(value, self.x.width)
        return float(value if self._is_signed else unsigned(value, self.x.width))

    def value(self, number: float) -> int | None:
        """The value whose number is, or is near, this one."""
        if not self._from_int:
            return ieee.to_bits(rounded(number, self.x.width), self.x.width)
        return wrap(math.floor(number), self.x.width) if math.isfinite(number) else None

    def keeps(self, box: Box, hint: Model) -> bool:
        return box.low[self.slot] <= self.number(hint[self.index]) <= box.high[self.slot]

    def candidates(self, box: Box, hint: Model) -> Iterator[int]:
        """Values of the range: the present one, simple ones of the whole, of the upper and the lower half, the ends."""
        low, high = box.low[self.slot], box.high[self.slot]
        if self.keeps(box, hint):
            yield hint[self.index]
        middle = low / 2 + high / 2 if math.isfinite(low) and math.isfinite(high) else 0.0
        numbers = [simplest(low, high)]
        if low < middle < high:
            numbers += [simplest(middle, high), simplest(low, middle)]
        seen = {hint[self.index]}
        for number in (*numbers, low, high, middle):
            value = self.value(number)
            if value is not None and value not in seen and low <= self.number(value) <= high:
                seen.add(value)
                yield value


class _FloatSearching:
    def __init__(self, query: Query, tape: Tape) -> None:
        self._query = query
        self._tape = tape
        self._left = min(_ATTEMPTS, _STEPS // (tape.length + 1))
        self._inputs = {
            node: _Input(node, slot)
            for node, slot in tape.slots.items()
            if node.op == "var" or (node.op.startswith("int_to_fp") and node.args[0].op == "var")
        }

    def run(self, box: Box) -> Model | None:
        hint = self._query.hint
        try:
            for node, slot in self._tape.slots.items():
                box.never_nan(slot, 0)
                if node.op.startswith("int_to_fp") and node not in self._inputs:
                    number = ieee.to_float(evaluate(node, hint), node.width)
                    box.narrow(slot, number, number, 0)
            self._tape.propagate(box)
        except NoValueError:
            return None
        # First the inputs that cannot stay as they are.
        order = sorted(self._inputs.values(), key=lambda each: (each.keeps(box, hint), each.index))
        return self._fix(order, box, hint)

    def _fix(self, inputs: Sequence[_Input], box: Box, model: Model) -> Model | None:
        if not inputs:
            return model if self._query.holds(model) else None
        first, *others = inputs
        for value in first.candidates(box, self._query.hint):
            if self._left <= 0:
                return None
            self._left -= 1
            attempt = box.copy()
            number = first.number(value)
            try:
                attempt.narrow(first.slot, number, number, 0)
                self._tape.propagate(attempt)
            except NoValueError:
                continue
            found = self._fix(others, attempt, (*model[: first.index], value, *model[first.index + 1 :]))
            if found is not None:
                return found
        return None
