"""Loads and stores that are more than one look-up: first touches, odd widths, faults, symbolic addresses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd

from secateur import expr
from secateur.expr import Expr
from secateur.ir.types import Type, size_of
from secateur.machine.fault import FaultKind
from secateur.machine.floats import bits_of, lift
from secateur.machine.memory import Object, Region, Shape, wrap
from secateur.machine.path import Site, Value
from secateur.machine.state import Frame, State

#: A symbolic offset into more elements than this is made concrete, and the run marked.
READ_CHOICES = 4096
WRITE_CHOICES = 1024
#: No object is longer.
LONGEST = 1 << 30


@dataclass(frozen=True, slots=True)
class Range:
    """Where a symbolic address can point: `low + stride * i` for i < count, inside one object. `index` is that i."""

    target: Object
    low: int
    stride: int
    count: int
    index: Expr

    @property
    def addresses(self) -> range:
        return range(self.low, self.low + self.stride * self.count, self.stride)


class Accessor:
    """Memory access for the slow cases. Stateless: everything is in the `State`."""

    # --- what compiled code calls

    def load_int(self, state: State, address: Expr | int, found: Value | None, size: int, site: Site) -> Expr | int:
        """An integer load whose look-up gave `found`: nothing, an expression, or a float."""
        if isinstance(found, Expr):
            return found
        value = self.load(state, address, size, site) if found is None else found
        return bits_of(value, size * 8) if isinstance(value, float) else value

    def load_float(self, state: State, address: Expr | int, found: Value | None, size: int, site: Site) -> Expr | float:
        if isinstance(found, Expr):
            return found
        value = self.load(state, address, size, site) if found is None else found
        return value if isinstance(value, float) else lift(value, size * 8)

    def load(self, state: State, address: Expr | int, size: int, site: Site) -> Value:
        if isinstance(address, Expr):
            where = self.resolve(state, address, size, site, READ_CHOICES)
            if isinstance(where, Range):
                return self._load_range(state, where, size, site)
            address = where
        target = self.target(state, address, size, site)
        value = target.read(address, size)
        return self._defined(state, value, target, address, size, site)

    def store(self, state: State, address: Expr | int, value: Value, size: int, site: Site) -> None:
        if isinstance(address, Expr):
            where = self.resolve(state, address, size, site, WRITE_CHOICES)
            if isinstance(where, Range):
                self._store_range(state, where, value, size, site)
                return
            address = where
        target = self.target(state, address, size, site, writing=True)
        state.memory.owned(target).write(address, size, value)

    # --- which object

    def target(self, state: State, address: int, size: Expr | int, site: Site, writing: bool = False) -> Object:
        """The object that holds `size` bytes at a concrete address; a fault if there is none."""
        target = self.object_at(state, address, site)
        shape = target.shape
        if shape.region is Region.FUNCTION:
            state.fail(site, FaultKind.OUT_OF_BOUNDS, f"access to the code of {shape.name}")
        if writing and shape.region is Region.CONSTANT:
            state.fail(site, FaultKind.OUT_OF_BOUNDS, f"write to constant {describe(target)}")
        offset = address - target.start
        if isinstance(target.size, int) and isinstance(size, int):
            if not 0 <= offset <= target.size - size:
                state.fail(site, FaultKind.OUT_OF_BOUNDS, outside(offset, target))
        else:
            room = expr.sub(target.size, offset, 64)
            outside_it = expr.or_(expr.slt(room, 0, 64), expr.ult(room, size, 64), 1)
            state.check(outside_it if offset >= 0 else True, site)
        return target

    def object_at(self, state: State, address: int, site: Site) -> Object:
        number = address >> 32
        target = state.memory.objects.get(number)
        if target is None:
            if number in (0, -1):
                state.fail(site, FaultKind.NULL_POINTER, "null pointer dereference")
            if 0 < number < state.memory.next:
                state.fail(site, FaultKind.USE_AFTER_FREE, "use of memory that is no longer allocated")
            state.fail(site, FaultKind.OUT_OF_BOUNDS, "access through an invalid pointer")
        assert target is not None
        return target

    def resolve(self, state: State, address: Expr, size: int, site: Site, most: int) -> Range | int:
        """A symbolic address: a range of one object, or one concrete address (others are left to other paths)."""
        constant, terms = linear(address)
        target = state.memory.objects.get(constant >> 32)
        if target is None or not terms:
            return state.choose(address, site)
        if isinstance(target.size, Expr):
            state.choose(target.size, site)
            length = int(expr.evaluate(target.size, state.model))
        else:
            length = target.size
        low, high = target.start, target.start + length
        bounds = state.bounded.get(address)
        if bounds is not None and low <= bounds[0] and bounds[1] + size <= high:
            low, high = bounds[0], bounds[1] + size
        else:
            if length < size:
                state.fail(site, FaultKind.OUT_OF_BOUNDS, outside(constant - target.start, target))
            offset = expr.sub(address, target.start, 64)
            state.check(expr.ult(length - size, offset, 64), site)
        stride = _stride(terms)
        low += (constant - low) % stride
        count = max(0, (high - size - low) // stride + 1)
        if not 0 < count <= most:
            reason = f"an index into {describe(target)} with {count} possible places was made concrete"
            return state.pin(address, site, reason)
        return Range(target, low, stride, count, _index(address, constant, terms, low, stride))

    # --- ranges

    def _load_range(self, state: State, where: Range, size: int, site: Site) -> Value:
        items = []
        for address in where.addresses:
            value = self._defined(
                state, where.target.read(address, size), where.target, address, size, site, quiet=True
            )
            items.append(bits_of(value, size * 8) if isinstance(value, float) else value)
        return expr.select(where.index, items, size * 8)

    def _store_range(self, state: State, where: Range, value: Value, size: int, site: Site) -> None:
        if where.target.shape.region in (Region.CONSTANT, Region.FUNCTION):
            state.fail(site, FaultKind.OUT_OF_BOUNDS, f"write to constant {describe(where.target)}")
        width = size * 8
        bits = bits_of(value, width) if isinstance(value, float) else value
        target = state.memory.owned(where.target)
        for number, address in enumerate(where.addresses):
            old = self._defined(state, target.read(address, size), target, address, size, site, quiet=True)
            if isinstance(old, float):
                old = bits_of(old, width)
            here = expr.eq(where.index, number, 64)
            target.write(address, size, expr.ite(here, bits, old, width))

    def _defined(
        self,
        state: State,
        value: Value | None,
        target: Object,
        address: int,
        size: int,
        site: Site,
        quiet: bool = False,
    ) -> Value:
        """Uninitialised memory reads as zero, which is what the native replay makes of fresh memory too."""
        if value is not None:
            return value
        if not quiet:
            state.note(f"uninitialised {describe(target)} is read as 0", site)
        parts = [target.read(address + i, 1) for i in range(size)]
        result: Expr | int = 0
        for number, part in enumerate(parts):
            byte = 0 if part is None else part
            assert not isinstance(byte, float)
            result = byte if not number else expr.concat(byte, result, 8, number * 8)
        return result

    # --- address arithmetic, arguments

    def element(
        self,
        state: State,
        base: Expr | int,
        steps: Sequence[tuple[Expr | int, int, int, int | None]],
        site: Site,
    ) -> Expr | int:
        """`getelementptr` with a symbolic part: steps are (index, its width, size, length of the array if checked)."""
        address = base
        symbolic = [s for s in steps if isinstance(s[0], Expr)]
        for index, width, size, length in steps:
            if length is not None:
                state.check(expr.ule(length, index, width), site)
            step = expr.mul(expr.sext(index, width, 64), size, 64)
            address = expr.add(address, step, 64)
        if isinstance(base, int) and isinstance(address, Expr) and len(symbolic) == 1:
            index, width, size, length = symbolic[0]
            if length is not None:
                low = base + sum(s[0] * s[2] for s in steps if isinstance(s[0], int))
                state.bounded[address] = (low, low + (length - 1) * size)
        return address

    def copy_argument(self, state: State, frame: Frame, address: Value, kind: Type, site: Site) -> int:
        """A struct passed `byval`: the callee gets a copy of its own."""
        length = size_of(kind)
        made = state.memory.allocate(length, Shape(Region.STACK, "argument", kind))
        frame.allocas[made.number] = made
        assert not isinstance(address, float)
        self.copy(state, made.start, address, length, site)
        return made.start

    def copy(self, state: State, to: Expr | int, source: Expr | int, length: Expr | int, site: Site) -> None:
        """`memmove`."""
        count = self._length(state, length, site)
        if count == 0:
            return
        start = state.choose(to, site) if isinstance(to, Expr) else to
        origin = state.choose(source, site) if isinstance(source, Expr) else source
        source_object = self.target(state, origin, count, site)
        target = state.memory.owned(self.target(state, start, count, site, writing=True))
        shift = start - origin
        for address, size, value in list(source_object.pieces(origin, count, shift)):
            if value is not None:
                target.write(address + shift, size, value)
            elif target.read(address + shift, size) is not None:
                target.write(address + shift, size, 0)

    def _length(self, state: State, length: Expr | int, site: Site) -> int:
        """A concrete number of bytes. Lengths that no object can have are one fault, not billions of choices."""
        too_long = expr.ult(LONGEST, length, 64)
        if isinstance(too_long, Expr):
            state.check(too_long, site)
        elif too_long:
            state.fail(site, FaultKind.OUT_OF_BOUNDS)
        return state.choose(length, site) if isinstance(length, Expr) else length

    def fill(self, state: State, to: Expr | int, byte: Value, length: Expr | int, site: Site) -> None:
        """`memset`."""
        if isinstance(length, Expr) and isinstance(to, int) and byte == 0:
            whole = self.object_at(state, to, site)
            if whole.size is length and whole.start == to:  # no need to know how long it is
                whole = state.memory.owned(whole)
                whole.cells, whole.codes, whole.base = {}, 0, 0
                return
        count = self._length(state, length, site)
        if count == 0:
            return
        start = state.choose(to, site) if isinstance(to, Expr) else to
        target = self.target(state, start, count, site, writing=True)
        state.memory.owned(target).fill(start, count, byte)


def linear(address: Expr) -> tuple[int, list[tuple[int, Expr]]]:
    """An address as constant + Σ factor × term, the terms being no sums themselves."""
    constant, terms = 0, []
    work: list[tuple[int, Expr | int]] = [(1, address)]
    while work:
        factor, item = work.pop()
        if not isinstance(item, Expr):
            constant += factor * item
        elif item.op == "add":
            work += [(factor, a) for a in item.args]
        elif item.op == "sub":
            work += [(factor, item.args[0]), (-factor, item.args[1])]
        elif item.op == "mul" and not isinstance(item.args[1], Expr):
            work.append((factor * item.args[1], item.args[0]))
        elif item.op == "shl" and not isinstance(item.args[1], Expr):
            work.append((factor << item.args[1], item.args[0]))
        else:
            terms.append((factor, item))
    return wrap(constant, 64), terms


def describe(target: Object) -> str:
    shape = target.shape
    if shape.region is Region.HEAP:
        return f"a heap block of {_size(target.size)}"
    return f"'{shape.name}'" if shape.name else f"{shape.region} object"


def outside(offset: int, target: Object) -> str:
    size = "" if target.shape.region is Region.HEAP else f" ({_size(target.size)})"
    return f"offset {offset} is outside {describe(target)}{size}"


def _size(size: Expr | int) -> str:
    if isinstance(size, Expr):
        return f"{expr.to_c(size)} bytes"
    return "1 byte" if size == 1 else f"{size} bytes"


def _narrow(term: Expr) -> bool:
    """Is the term an extension of at most 32 bits, so that small multiples of it do not wrap?"""
    if term.op not in ("zext", "sext"):
        return False
    inner = term.args[0]
    return isinstance(inner, Expr) and inner.width <= 32


def _stride(terms: Sequence[tuple[int, Expr]]) -> int:
    """The distance of possible addresses; past 32 bits only powers of two survive wrapping."""
    step = gcd(*(abs(k) for k, _ in terms))
    if all(_narrow(t) and abs(k) < 1 << 24 for k, t in terms):
        return step
    return step & -step


def _index(address: Expr, constant: int, terms: Sequence[tuple[int, Expr]], low: int, stride: int) -> Expr:
    """(address - low) / stride, as simply as it can be said."""
    exact = all(_narrow(t) and abs(k) < 1 << 24 for k, t in terms)
    result: Expr | int
    if exact:
        result = (constant - low) // stride
        for factor, term in terms:
            result = expr.add(result, expr.mul(term, factor // stride, 64), 64)
    else:
        result = expr.udiv(expr.sub(address, low, 64), stride, 64)
    assert isinstance(result, Expr)
    return result
