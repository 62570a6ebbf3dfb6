"""Translates conditions to a back end's terms; operations are named as in SMT-LIB.

Width 1 becomes Bool, everything else a bit-vector. A float exists in two forms: its bits, and a number of the
floating-point theory. A first pass, from users to operands, determines which forms of each node are needed; a second
one builds them. Where the bits of a computed number are needed, they are a fresh bit-vector with an equation, and
NaN has the single pattern that our own evaluation gives it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol, TypeAlias

from secateur.expr import Expr, Value, functions, ieee, operand_width, post_order
from secateur.solver import float_terms

Term: TypeAlias = Any
"""A term of the back end's library."""


class Logic(Protocol):
    """A back end's term factory."""

    def symbol(self, name: str, width: int) -> Term:
        """A free Bool (width 1) or bit-vector."""

    def number(self, value: int, width: int) -> Term:
        """A constant Bool (width 1) or bit-vector."""

    def bit_vector_1(self, condition: Term) -> Term:
        """A Bool as a bit-vector of one bit."""

    def make(self, op: str, *args: Term) -> Term:
        """An operation by its SMT-LIB name; float operations that round take the rounding mode's name first."""

    def extract(self, x: Term, high: int, low: int) -> Term: ...

    def extend(self, x: Term, bits: int, signed: bool) -> Term: ...

    def float_from_bits(self, x: Term, width: int) -> Term: ...

    def float_from_float(self, x: Term, width: int) -> Term: ...

    def float_from_int(self, x: Term, width: int, signed: bool) -> Term: ...

    def int_from_float(self, x: Term, width: int, signed: bool) -> Term:
        """Rounds towards zero; unspecified out of range."""


class Translation:
    """One query's terms: `conditions`, in order, and the additional `definitions` that hold."""

    def __init__(self, logic: Logic, conditions: Sequence[Expr]) -> None:
        self.logic = logic
        self.symbols: dict[Expr, Term] = {}
        self.definitions: list[Term] = []
        self._applications = 0
        self._bits: dict[Expr, Term] = {}
        self._floats: dict[Expr, Term] = {}
        nodes = post_order(*conditions)
        as_bits, as_float = _needed_forms(nodes, conditions)
        for node in nodes:
            if node in as_float and node.op in float_terms.NATIVE:
                self._floats[node] = float_terms.number(self, node)
            if node in as_bits:
                self._bits[node] = self._bits_of(node)
            if node in as_float and node not in self._floats:
                self._floats[node] = logic.float_from_bits(self._bits[node], node.width)
        self.conditions = [self._bits[condition] for condition in conditions]

    def bits(self, x: Value, width: int) -> Term:
        """The Bool or bit-vector of an operand that is already built."""
        return self._bits[x] if isinstance(x, Expr) else self.logic.number(x, width)

    def float(self, x: Value, width: int) -> Term:
        """The floating-point number of an operand that is already built."""
        if isinstance(x, Expr):
            return self._floats[x]
        return self.logic.float_from_bits(self.logic.number(x, width), width)

    def _bits_of(self, node: Expr) -> Term:
        op = node.op
        if op == "var":
            symbol = self.symbols[node] = self.logic.symbol(f"v{node.args[0]}", node.width)
            return symbol
        if functions.is_application(node):  # nothing is known about it here (`functions.py`)
            self._applications += 1
            return self.logic.symbol(f"{op}{self._applications}", node.width)
        if op in float_terms.COMPUTED:
            return self._fresh_bits(node)
        if op in float_terms.TO_BITS:
            return float_terms.bits(self, node)
        rule = _RULES.get(op)
        if rule is not None:
            return rule(self, node)
        width = operand_width(node)
        args = [self.bits(arg, width) for arg in node.args]
        names = _BOOLEAN if width == 1 else _BIT_VECTOR
        return self.logic.make(names[op], *args)

    def _fresh_bits(self, node: Expr) -> Term:
        logic, width = self.logic, node.width
        number = self._floats[node]
        bits = logic.symbol(f"bits{len(self.definitions)}", width)
        nan = logic.make("=", bits, logic.number(ieee.NAN[width], width))
        self.definitions.append(logic.make("=", logic.float_from_bits(bits, width), number))
        self.definitions.append(logic.make("or", logic.make("not", logic.make("fp.isNaN", number)), nan))
        return bits

    def as_vector(self, x: Value, width: int) -> Term:
        """An operand as a bit-vector, even at width 1."""
        if width > 1:
            return self.bits(x, width)
        return self.logic.bit_vector_1(self.bits(x, 1))


def _needed_forms(nodes: Sequence[Expr], conditions: Iterable[Expr]) -> tuple[set[Expr], set[Expr]]:
    """The nodes whose bits are needed, and those whose number is needed."""
    as_bits, as_float = set(conditions), set[Expr]()
    for node in reversed(nodes):
        op = node.op
        if node in as_float:
            if op not in float_terms.NATIVE:
                as_bits.add(node)
            else:
                _ask(node, as_bits, as_float, number=True)
        if node in as_bits:
            if op in float_terms.COMPUTED and node not in as_float:
                as_float.add(node)
                _ask(node, as_bits, as_float, number=True)
            elif op not in float_terms.COMPUTED:
                _ask(node, as_bits, as_float, number=False)
    return as_bits, as_float


def _ask(node: Expr, as_bits: set[Expr], as_float: set[Expr], number: bool) -> None:
    """Mark the forms of the operands that `node` needs for its number, or else for its bits."""
    for position, arg in enumerate(node.args):
        if isinstance(arg, Expr):
            bits, floats = float_terms.operand_forms(node, position, number)
            if bits:
                as_bits.add(arg)
            if floats:
                as_float.add(arg)


def _zext(t: Translation, node: Expr) -> Term:
    inner: Expr = node.args[0]
    return t.logic.extend(t.as_vector(inner, inner.width), node.width - inner.width, signed=False)


def _sext(t: Translation, node: Expr) -> Term:
    inner: Expr = node.args[0]
    return t.logic.extend(t.as_vector(inner, inner.width), node.width - inner.width, signed=True)


def _extract(t: Translation, node: Expr) -> Term:
    x, low = node.args
    cut = t.logic.extract(t.bits(x, x.width), low + node.width - 1, low)
    return cut if node.width > 1 else t.logic.make("=", cut, t.logic.bit_vector_1(t.logic.number(1, 1)))


def _concat(t: Translation, node: Expr) -> Term:
    high, low = node.args
    low_width = low.width if isinstance(low, Expr) else node.width - high.width
    return t.logic.make("concat", t.as_vector(high, node.width - low_width), t.as_vector(low, low_width))


def _ite(t: Translation, node: Expr) -> Term:
    c, x, y = node.args
    return t.logic.make("ite", t.bits(c, 1), t.bits(x, node.width), t.bits(y, node.width))


def _select(t: Translation, node: Expr) -> Term:
    """A tree of choices on the bits of the index: only log n levels deep for a table of n items."""
    logic = t.logic
    index = t.bits(node.args[0], 64)
    level = [t.bits(item, node.width) for item in node.args[1:]]
    last = level[-1]
    bit = 0
    while len(level) > 1:
        is_set = logic.make("=", logic.extract(index, bit, bit), logic.bit_vector_1(logic.number(1, 1)))
        if len(level) % 2:
            level.append(last)
        level = [
            low if low is high else logic.make("ite", is_set, high, low)
            for low, high in zip(level[::2], level[1::2], strict=True)
        ]
        bit += 1
    if bit == 0:
        return level[0]
    above = logic.extract(index, 63, bit)
    # Past the padded table every value is the last item, as in our evaluation.
    inside = logic.make("=", above, logic.number(0, 64 - bit))
    return logic.make("ite", inside, level[0], last)


_RULES: dict[str, Callable[[Translation, Expr], Term]] = {
    "zext": _zext,
    "sext": _sext,
    "extract": _extract,
    "concat": _concat,
    "ite": _ite,
    "select": _select,
}

_BOOLEAN = {"and": "and", "or": "or", "xor": "xor", "not": "not"}

_BIT_VECTOR = {
    "add": "bvadd",
    "sub": "bvsub",
    "mul": "bvmul",
    "udiv": "bvudiv",
    "sdiv": "bvsdiv",
    "urem": "bvurem",
    "srem": "bvsrem",
    "and": "bvand",
    "or": "bvor",
    "xor": "bvxor",
    "shl": "bvshl",
    "lshr": "bvlshr",
    "ashr": "bvashr",
    "eq": "=",
    "ult": "bvult",
    "ule": "bvule",
    "slt": "bvslt",
    "sle": "bvsle",
    "sadd_overflows": "bvsaddo",
    "uadd_overflows": "bvuaddo",
    "ssub_overflows": "bvssubo",
    "smul_overflows": "bvsmulo",
    "umul_overflows": "bvumulo",
}
