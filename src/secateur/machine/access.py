"""Loads and stores that need more than one look-up: first accesses, odd widths, faults, symbolic addresses."""

from __future__ import annotations

from collections.abc import Sequence

from secateur import expr
from secateur.expr import Expr
from secateur.machine import extended
from secateur.machine.bounded import BoundedNull
from secateur.machine.fault import FaultKind
from secateur.machine.floats import bits_of, lift
from secateur.machine.indeterminate import fresh
from secateur.machine.initial import rely_on_initial
from secateur.machine.memory import CODES, SHIFT, Object, Region
from secateur.machine.path import Site, Value
from secateur.machine.resolve import Range, describe, describe_part, object_at, outside, resolve
from secateur.machine.state import State

#: A symbolic offset into more elements than this is made concrete, and the run is marked incomplete.
READ_CHOICES = 65_536
WRITE_CHOICES = 1024
#: A load from more elements than `FEW` is a wide one. Each of them is an expression that holds all elements, so after
#: this many elements in wide loads of a path, an offset into more than `FEW` is made concrete.
FEW, MOST_WIDE = 4096, 1 << 18


class Accessor:
    """Memory access for the slow cases. Stateless: everything is in the `State`."""

    # --- called by compiled code

    def load_int(self, state: State, address: Expr | int, found: Value | None, size: int, site: Site) -> Expr | int:
        """An integer load whose look-up returned `found`: nothing, an expression, or a float."""
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
            where = resolve(state, address, size, site, READ_CHOICES if state.wide < MOST_WIDE else FEW)
            if isinstance(where, Range):
                if where.count > FEW:
                    state.wide += where.count
                return self._load_range(state, where, size, site)
            address = where
        target = self.target(state, address, size, site)
        if target.shape.assumed is not None:
            rely_on_initial(state, target, address, size, site)
        value = target.read(address, size)
        return value if value is not None else self.defined(state, target, address, size)

    def store(self, state: State, address: Expr | int, value: Value, size: int, site: Site) -> None:
        if isinstance(address, Expr):
            where = resolve(state, address, size, site, WRITE_CHOICES)
            if isinstance(where, Range):
                self._store_range(state, where, value, size, site)
                return
            address = where
        target = self.target(state, address, size, site, writing=True)
        state.memory.owned(target).write(address, size, value)

    def load_extended(self, state: State, address: Expr | int, site: Site) -> Expr | int:
        """A `long double`."""
        return extended.from_memory(self.load_int(state, address, None, extended.SIZE, site))

    def store_extended(self, state: State, address: Expr | int, value: Expr | int, site: Site) -> None:
        self.store(state, address, extended.to_memory(value), extended.SIZE, site)

    # --- finding the object

    def target(self, state: State, address: int, size: Expr | int, site: Site, writing: bool = False) -> Object:
        """The object that holds `size` bytes at a concrete address; a fault if there is none."""
        target = object_at(state, address, site)
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

    # --- ranges

    def _load_range(self, state: State, where: Range, size: int, site: Site) -> Value:
        items = []
        for address in where.addresses:
            if where.target.shape.assumed is not None:
                rely_on_initial(state, where.target, address, size, site)
            value = self.defined(state, where.target, address, size)
            items.append(bits_of(value, size * 8) if isinstance(value, float) else value)
        return expr.select(where.index, items, size * 8)

    def _store_range(self, state: State, where: Range, value: Value, size: int, site: Site) -> None:
        if where.target.shape.region in (Region.CONSTANT, Region.FUNCTION):
            state.fail(site, FaultKind.OUT_OF_BOUNDS, f"write to constant {describe(where.target)}")
        width = size * 8
        bits = bits_of(value, width) if isinstance(value, float) else value
        target = state.memory.owned(where.target)
        for number, address in enumerate(where.addresses):
            if target.shape.assumed is not None:  # what was there may stay, and a later reader finds a cell
                rely_on_initial(state, target, address, size, site)
            old = self.defined(state, target, address, size)
            if isinstance(old, float):
                old = bits_of(old, width)
            here = expr.eq(where.index, number, 64)
            target.write(address, size, expr.ite(here, bits, old, width))

    # --- memory that nothing has written

    def defined(self, state: State, target: Object, address: int, size: int) -> Value:
        """The value, where bytes that were never written get an indeterminate one. That is kept, like initial data: the
        next reader finds the same."""
        value = target.read(address, size)
        if value is not None:
            return value
        if size in CODES and not address % size and all(target.read(address + i, 1) is None for i in range(size)):
            self._unwritten(state, target, address, size)
        else:
            for here in range(address, address + size):
                if target.read(here, 1) is None:
                    self._unwritten(state, target, here, 1)
        value = target.read(address, size)
        assert value is not None
        return value

    def _unwritten(self, state: State, target: Object, address: int, size: int) -> None:
        offset = address - target.start
        unique = f"{target.number}.{target.era}+{offset}"
        target.write(address, size, fresh(state, describe_part(target, offset, size), unique, size * 8))

    def forget(self, state: State, address: Expr | int, length: Expr | int, site: Site) -> None:
        """A variable begins to exist: its content is indeterminate."""
        assert isinstance(address, int)  # of a variable
        whole = state.memory.objects.get(address >> SHIFT)
        if whole is not None and whole.size is length and whole.start == address:
            state.memory.owned(whole).forget(address, whole.size)
        elif isinstance(length, int):
            self.lose(state, self.target(state, address, length, site, writing=True), address, length)

    def lose(self, state: State, target: Object, address: int, length: int) -> None:
        """The bytes become indeterminate."""
        target = state.memory.owned(target)
        if not target.forget(address, length):
            for here in range(address, address + length):
                unique = f"{target.number}.{state.steps}+{here}"
                target.write(
                    here,
                    1,
                    fresh(state, describe_part(target, here - target.start, 1), unique, 8),
                )

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
        if isinstance(base, BoundedNull) and isinstance(address, int):
            return BoundedNull.of(base.pointer, address)
        return address
