"""What instructions write to memory: stores, copies, and calls of the program's functions and of the library."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING

from secateur import expr
from secateur.approximation.addresses import aligned, parts
from secateur.approximation.frames import StaticFrame
from secateur.approximation.memo import Memo
from secateur.approximation.objects import Home
from secateur.expr import Expr, Value
from secateur.ir.model import Call, Store, Undefined
from secateur.ir.types import store_size_of
from secateur.machine.memory import BIAS, SHIFT
from secateur.machine.widths import width_of
from secateur.provided import facts_of
from secateur.provided.record import COPY, FILL, NOTHING

if TYPE_CHECKING:
    from secateur.approximation.contents import Contents
    from secateur.approximation.expansion import Expansion

#: Maximum number of objects a store may write to; with more, it may write anywhere.
MOST_LEAVES = 16
#: After all instructions of a block.
END = 1 << 60


class _Passed(Enum):
    """The instruction did not write the requested bytes."""

    PASSED = 0


PASSED = _Passed.PASSED

#: What an instruction wrote to the requested bytes; None if no run continues after it.
Found = Value | _Passed | None


@dataclass(frozen=True, slots=True)
class Asked:
    """A request for `size` bytes at an address inside one object; `locations` are those that they overlap."""

    address: Value
    size: int
    home: Home
    locations: int
    depth: int

    @property
    def width(self) -> int:
        return self.size * 8


@dataclass(frozen=True, slots=True)
class Overlay:
    """An instruction of a copy of a block wrote `size` bytes; `value` returns the requested ones at an offset into
    them."""

    frame: StaticFrame
    copy: int
    node: int
    size: int
    value: Callable[[Value], Value | None]


class Writes:
    def __init__(self, expansion: Expansion, contents: Contents) -> None:
        self._x = expansion
        self._contents = contents
        self._after: Memo[tuple[object, ...], Found] = Memo(expansion.cuts)

    def after(self, frame: StaticFrame, copy: int, node: int, asked: Asked) -> Found:
        """The requested bytes after an instruction. Computed once: what a store through one of several pointers leaves
        alone is asked for again at each of them."""
        key = (frame.number, copy, node, asked.address, asked.size)
        known = self._after.get(key, asked.depth)
        if known is not None:
            return known[0]
        self._x.look_at_the_clock()
        before = self._x.cuts.count
        if self._x.strategy.is_over:
            self._x.cuts.count += 1
            star = self._contents.star(("late", *key), asked.size, "abstracted", node)
            return self._after.put(key, asked.depth, before, star)
        return self._after.put(key, asked.depth, before, self._write(frame, copy, node, asked))

    def _write(self, frame: StaticFrame, copy: int, node: int, asked: Asked) -> Found:
        item = self._x.code.items[node]
        if isinstance(item, Store):
            return self._stored(frame, copy, node, item, asked)
        if isinstance(item, Call):
            return self._called(frame, copy, node, item, asked)
        return self._contents.star(
            ("written", frame.number, copy, node, asked.address), asked.size, "written here", node
        )

    def _stored(self, frame: StaticFrame, copy: int, node: int, item: Store, asked: Asked) -> Found:
        size = store_size_of(item.value.type)
        address = self._x.scalar(frame, copy, item.address, asked.depth)

        def value(offset: Value) -> Value:
            """The stored bytes from an offset on."""
            if isinstance(item.value, Undefined):
                return self._contents.unwritten(frame, asked, copy, node)
            held = self._x.operand(frame, copy, item.value, asked.depth)
            if isinstance(held, tuple) or isinstance(offset, Expr):
                key = ("stored", frame.number, copy, node, asked.address)
                return self._contents.star(key, asked.size, "part of a struct", node)
            whole = expr.zext(held, width_of(item.value.type), size * 8)
            return expr.extract(whole, offset * 8, asked.width, size * 8)

        return self._overlaid(Overlay(frame, copy, node, size, value), address, asked)

    def _overlaid(self, overlay: Overlay, address: Value, asked: Asked) -> Found:
        """The requested bytes after a write to an address."""
        result: Found = PASSED
        for guard, place in reversed(self._contents.places(address, MOST_LEAVES)):
            found = self._hit(overlay, place, asked)
            if guard is True:
                result = found
            elif found is not result:
                result = self._either(overlay.frame, overlay.copy, overlay.node, asked, (guard, found, result))
        return result

    def _either(
        self, frame: StaticFrame, copy: int, node: int, asked: Asked, choice: tuple[Value, Found, Found]
    ) -> Value | None:
        """One or the other, by a condition; bytes that were not written keep their previous value."""
        condition, *found = choice
        x, y = (self._contents.before(frame, copy, node, asked) if each is PASSED else each for each in found)
        if x is None or y is None:
            return y if x is None else x
        return expr.ite(condition, x, y, asked.width)

    def _hit(self, overlay: Overlay, address: Value, asked: Asked) -> Found:
        """The same for an address that no longer chooses between objects."""
        frame, copy, node, size = overlay.frame, overlay.copy, overlay.node, overlay.size
        constant, terms = parts(address)
        home = self._x.objects.home(constant >> SHIFT)
        if home is not None and home is not asked.home:
            return PASSED
        if home is None and not terms:
            return None  # there is no object
        if home is None and self._is_older(address, asked):
            return PASSED
        offset = expr.sub(asked.address, address, 64)
        if not isinstance(offset, Expr):
            if offset + asked.size <= 0 or offset >= size:
                return PASSED
            if 0 <= offset <= size - asked.size:
                return overlay.value(offset)
            return self._by_bytes(frame, copy, node, asked)
        rest = self._contents.before(frame, copy, node, asked)
        if size == asked.size:
            inside = expr.eq(asked.address, address, 64)
            there = overlay.value(0)
        else:
            inside = expr.ule(offset, size - asked.size, 64) if size >= asked.size else False
            there = overlay.value(offset) if inside is not False else None
        if not (size == asked.size and aligned(asked.address, address, size)):
            touches = expr.ult(expr.add(offset, asked.size - 1, 64), size + asked.size - 1, 64)
            key = ("across", frame.number, copy, node, asked.address)
            across = self._contents.star(key, asked.size, "partly overwritten", node)
            rest = across if rest is None else expr.ite(touches, across, rest, asked.width)
        if there is None or rest is None:
            return rest if there is None else there
        return expr.ite(inside, there, rest, asked.width)

    def _is_older(self, address: Value, asked: Asked) -> bool:
        """Does the pointer predate the start, while the requested object was created after it?"""
        if self._x.is_whole_program or not isinstance(address, Expr):
            return False
        made = asked.home.made is not None or asked.home.frame is not None
        constant, terms = parts(address)
        stars = self._x.stars.mask
        return made and abs(constant) < BIAS and all(t.op == "var" and not t.variables & stars for _, t in terms)

    def _by_bytes(self, frame: StaticFrame, copy: int, node: int, asked: Asked) -> Value | None:
        """The bytes one by one, because they were not written together."""
        value: Value | None = None
        for number in range(asked.size):
            address = expr.add(asked.address, number, 64)
            byte = self._contents.before(frame, copy, node + 1, replace(asked, address=address, size=1))
            if byte is None:
                return None
            value = byte if value is None else expr.concat(byte, value, 8, 8 * number)
        return value

    # --- calls

    def _called(self, frame: StaticFrame, copy: int, node: int, item: Call, asked: Asked) -> Found:
        result: Found = None
        first = True
        for condition, name in reversed(self._x.callees(frame, copy, node, asked.depth)):
            found = self._by(frame, copy, node, name, item, asked)
            if first:
                result, first = found, False
            elif found is not result:
                result = self._either(frame, copy, node, asked, (condition, found, result))
        return self._any(frame, copy, node, asked) if first else result

    def _by(self, frame: StaticFrame, copy: int, node: int, name: str, item: Call, asked: Asked) -> Found:
        if name not in self._x.code.units:
            return self._provided(frame, copy, node, name, item, asked)
        if not self._x.static.mod_ref.mod[name] & asked.locations:
            return PASSED
        inner = self._x.enter(frame, copy, node, name)
        key = ("wrote", frame.number, copy, node)
        if inner is None or self._x.step(key, max(0, asked.depth - 1), name) is None:
            opens = None if inner is None else key
            full = (*key, asked.address)
            return self._x.stars.of_width(full, asked.width, f"written by {name}", item.position, opens)
        if not inner.graph.returns:
            return None
        return self._contents.before(inner, inner.graph.exit, END, asked)

    def _provided(self, frame: StaticFrame, copy: int, node: int, name: str, item: Call, asked: Asked) -> Found:
        facts = facts_of(name)
        if facts.allocates is not None:
            made = asked.home.made == (frame.number, copy, node)
            return self._contents.unwritten(frame, asked, copy, node) if made else PASSED
        if facts.frees or facts.leaves_scope or facts.effect is NOTHING:
            return PASSED
        if facts.effect in (COPY, FILL):
            target, source, length = (self._x.scalar(frame, copy, a, asked.depth) for a in item.arguments[:3])
            if isinstance(length, Expr) or length < 0:
                return self._any(frame, copy, node, asked)
            if length == 0:
                return PASSED

            def value(offset: Value) -> Value | None:
                if facts.effect is FILL and isinstance(item.arguments[1], Undefined):
                    return self._contents.unwritten(frame, asked, copy, node)
                if facts.effect is FILL:
                    return _repeated(source, asked.size)
                return self._contents.at(frame, copy, node, expr.add(source, offset, 64), asked.size, asked.depth)

            return self._overlaid(Overlay(frame, copy, node, length, value), target, asked)
        return self._any(frame, copy, node, asked)

    def _any(self, frame: StaticFrame, copy: int, node: int, asked: Asked) -> Value:
        return self._contents.star(
            ("called", frame.number, copy, node, asked.address), asked.size, "written by a call", node
        )


def _repeated(byte: Value, size: int) -> Value:
    value = byte
    for number in range(1, size):
        value = expr.concat(byte, value, 8, 8 * number)
    return value
