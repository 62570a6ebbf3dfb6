"""The floating-point part of a set of conditions, laid out for propagation of ranges."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from secateur.expr import Expr, Value, ieee, operand_width, signed_range, unsigned_range
from secateur.solver.conjuncts import alternatives, conjuncts
from secateur.solver.contradiction import interval
from secateur.solver.float_box import ANYTHING, Box, NoValueError, Range, above, below
from secateur.solver.float_facts import FACTS, Fact, belongs_to, class_range
from secateur.solver.float_grain import of_range, of_result, snap
from secateur.solver.float_rules import RULES, STRICT, backward, forward

_ROUNDS = 6
"""Maximum number of passes: ranges can shrink for a long time in small steps."""

_CLASSES = (1 << 10) - 1
_FROM_INT = ("int_to_fp_s", "int_to_fp_u")


@dataclass(frozen=True, slots=True)
class TapeStep:
    """An operation: the slots of its result and of its operands (twice the same for one operand)."""

    op: str
    width: int
    z: int
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class TapeFact:
    """Something that narrows the ranges in two slots, and the bit of the condition that it comes from."""

    narrowing: Fact
    x: int
    y: int
    width: int
    bit: int
    relation: tuple[str, bool] = ("", True)
    """The comparison, and whether it holds; empty for what is about one number."""

    def apply(self, box: Box) -> None:
        self.narrowing(box, self.x, self.y, self.width, self.bit)


class Tape:
    """Slots for all floating-point expressions in the conditions' comparisons, operands before results.

    Choices between comparisons are looked at in `violated` conditions only: each costs as much as everything else.
    """

    def __init__(self, conditions: Sequence[Expr], violated: Sequence[Expr] = ()) -> None:
        self.slots: dict[Expr, int] = {}
        self._constants: dict[tuple[int, int], int] = {}
        self._ranges: list[Range] = []
        self.widths: list[int] = []
        self._whole: set[int] = set()
        self.steps: list[TapeStep] = []
        self.facts: list[TapeFact] = []
        self.choices: list[tuple[list[TapeFact], int]] = []
        parts = [(part, number) for number, condition in enumerate(conditions) for part in conjuncts(condition)]
        self._integers: dict[Expr, list[tuple[int, int, int]]] = {}
        for part, number in parts:
            found = interval(part)
            if found is not None:
                self._integers.setdefault(found[0], []).append((found[1], found[2], 1 << number))
        for part, number in parts:
            self._add(part, 1 << number, conditions[number] in violated)

    @property
    def length(self) -> int:
        """Number of operations."""
        return len(self.steps)

    def _add(self, part: Expr, bit: int, may_choose: bool) -> None:
        fact = self._fact(part, bit)
        if fact is not None:
            self.facts.append(fact)
        if fact is not None or not may_choose:
            return
        cases = [self._fact(case, bit) for case in alternatives(part)]
        understood = [case for case in cases if case is not None]
        if understood and len(understood) == len(cases):
            self.choices.append((understood, bit))

    def _fact(self, part: Expr, bit: int) -> TapeFact | None:
        """What the part says about ranges; None if that is not understood."""
        holds = part.op != "not"
        atom: Expr = part if holds else part.args[0]
        if atom.op == "is_fpclass":
            x, mask = atom.args
            if x.width == ieee.EXTENDED:
                return None
            found = class_range(mask if holds else _CLASSES & ~mask, x.width)
            slot = self._slot(x, x.width)
            return TapeFact(belongs_to(found), slot, slot, x.width, bit)
        narrowing = FACTS.get((atom.op, holds))
        if narrowing is None:
            return self._truncated(part, bit)
        width = operand_width(atom)
        if width == ieee.EXTENDED:  # its numbers are no Python floats
            return None
        x, y = (self._slot(side, width) for side in atom.args)
        return TapeFact(narrowing, x, y, width, bit, (atom.op, holds))

    def _truncated(self, part: Expr, bit: int) -> TapeFact | None:
        """What a bound on a number that was converted to an integer says about the number."""
        found = interval(part)
        if found is None or found[0].op != "fp_to_sint":
            return None
        e, low, high = found
        if low <= -1 << (e.width - 1):
            return None  # the result for NaN and numbers out of range
        x: Expr = e.args[0]
        if x.width == ieee.EXTENDED:
            return None
        ends = (low if low > 0 else low - 1), (high if high < 0 else high + 1)
        least, most = (ieee.to_float(ieee.int_to_fp(end, x.width), x.width) for end in ends)
        numbers = below(least, x.width), above(most, x.width), False
        slot = self._slot(x, x.width)
        return TapeFact(belongs_to(numbers), slot, slot, x.width, bit)

    def _slot(self, e: Value, width: int) -> int:
        """The slot of a number, after those that it is computed from."""
        if not isinstance(e, Expr):
            return self._constant(e, width)
        if e not in self.slots:
            for node in _floats(e):
                if node not in self.slots:
                    self._add_node(node)
        return self.slots[e]

    def _constant(self, bits: int, width: int) -> int:
        slot = self._constants.get((bits, width))
        if slot is None:
            number = ieee.to_float(bits, width)
            nan = math.isnan(number)
            slot = self._constants[bits, width] = len(self._ranges)
            self._ranges.append((math.inf, -math.inf, True) if nan else (number, number, False))
            self.widths.append(width)
        return slot

    def _add_node(self, node: Expr) -> None:
        """The widths are those of results."""
        if _is_understood(node):
            operands = node.args if node.op != "ite" else node.args[1:]
            width = operand_width(node) if node.op == "fp_convert" else node.width
            slots = [self._slot(operand, width) for operand in operands]
            self.slots[node] = len(self._ranges)
            self.steps.append(TapeStep(node.op, node.width, self.slots[node], slots[0], slots[-1]))
            self._ranges.append(ANYTHING)
            self.widths.append(node.width)
        else:
            slot = self.slots[node] = len(self._ranges)
            self._ranges.append(_leaf(node))
            self.widths.append(node.width)
            if node.op in _FROM_INT:
                self._whole.add(slot)
                self.facts.extend(self._converted(node, slot))

    def _converted(self, node: Expr, slot: int) -> Iterator[TapeFact]:
        """What bounds on an integer say about the number that it is converted to."""
        for low, high, bit in self._integers.get(node.args[0], ()):
            if node.op == "int_to_fp_s" or low >= 0:
                yield TapeFact(belongs_to(_number_range(low, high, node.width)), slot, slot, node.width, bit)

    def box(self) -> Box:
        """The ranges before anything is propagated."""
        return Box(self._ranges)

    def propagate(self, box: Box, allowed: int = -1) -> None:
        """Narrow all ranges by each other. Raises NoValueError when nothing is left for one of them.

        `allowed`: the mask of the conditions that are looked at.
        """
        every = self.facts
        if allowed != -1:
            self.facts = [fact for fact in every if fact.bit & allowed]
        try:
            self._settle(box)
            for cases, bit in self.choices:
                if bit & allowed:
                    self._choose(cases, bit, box)
            self.snap(box)
        finally:
            self.facts = every

    def snap(self, box: Box) -> None:
        """Narrow the ranges to numbers that are possible as multiples of powers of two, and then by each other."""
        grains = [of_range(low, high, width) for low, high, width in zip(box.low, box.high, self.widths, strict=True)]
        whys = box.why[:]
        for slot in self._whole:
            if grains[slot] < 0:
                grains[slot], whys[slot] = 0, 0
        box.changed = False
        for step in self.steps:
            x, y, z = step.x, step.y, step.z
            divisor = box.low[y] if box.low[y] == box.high[y] else None
            grain = of_result(step.op, step.width, grains[x], grains[y], divisor)
            if grain is not None and grain > grains[z]:
                grains[z], whys[z] = grain, whys[x] | whys[y]
                snap(box, z, grain, whys[z])
        if box.changed:
            self._settle(box)

    def _settle(self, box: Box) -> None:
        for _ in range(_ROUNDS):
            box.changed = False
            for step in self.steps:
                _push(step, box)
            for fact in self.facts:
                fact.apply(box)
            for step in reversed(self.steps):
                _pull(step, box)
            if not box.changed:
                return

    def _choose(self, cases: list[TapeFact], bit: int, box: Box) -> None:
        """One of the cases must be possible; if it is the only one, it holds."""
        possible, why = [], bit
        for case in cases:
            attempt = box.copy()
            try:
                case.apply(attempt)
                self._settle(attempt)
                possible.append(attempt)
            except NoValueError as error:
                why |= error.why
        if not possible:
            raise NoValueError(why)
        if len(possible) == 1:
            box.take(possible[0], why)


def _push(step: TapeStep, box: Box) -> None:
    """From the operands to the result."""
    x, y, z = step.x, step.y, step.z
    if step.op == "ite":
        low, high = min(box.low[x], box.low[y]), max(box.high[x], box.high[y])
        nan = box.nan[x] or box.nan[y]
    else:
        low, high, nan = forward(step.op, step.width, box.range(x), box.range(y))
    why = box.why[x] | box.why[y]
    box.narrow(z, low, high, why)
    if not nan:
        box.never_nan(z, why)


def _pull(step: TapeStep, box: Box) -> None:
    """From the result to the operands. NaN can come from operands that no range says anything about."""
    if box.nan[step.z] or step.op not in STRICT:
        return
    box.never_nan(step.x, box.why[step.z])
    box.never_nan(step.y, box.why[step.z])
    backward(step.op, step.width, box, step.z, step.x, step.y)


def _floats(e: Expr) -> list[Expr]:
    """The expressions that `e` is computed from by operations that are understood, operands first."""
    found: list[Expr] = []
    stack: list[tuple[Expr, bool]] = [(e, False)]
    seen: set[Expr] = set()
    while stack:
        node, is_done = stack.pop()
        if is_done:
            found.append(node)
        elif node not in seen:
            seen.add(node)
            stack.append((node, True))
            if _is_understood(node):
                operands = node.args[1:] if node.op == "ite" else node.args
                stack.extend((arg, False) for arg in operands if isinstance(arg, Expr))
    return found


def _is_understood(node: Expr) -> bool:
    if node.op == "fp_convert" and node.args[0].width == ieee.EXTENDED:
        return False
    return node.op in RULES or node.op == "ite"


def _leaf(node: Expr) -> Range:
    """The range of a number that is not computed by an operation that is understood."""
    if node.op not in _FROM_INT:
        return ANYTHING
    inner: Expr = node.args[0]
    if inner.width == 1:
        ends = (-1, 0) if node.op == "int_to_fp_s" else (0, 1)
    else:
        ends = (signed_range if node.op == "int_to_fp_s" else unsigned_range)(inner, inner.width)
    return _number_range(*ends, node.width)


def _number_range(low: int, high: int, width: int) -> Range:
    return ieee.to_float(ieee.int_to_fp(low, width), width), ieee.to_float(ieee.int_to_fp(high, width), width), False
