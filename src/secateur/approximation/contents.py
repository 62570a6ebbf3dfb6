"""The content of memory: a load is traced back through stores, copies and calls to the one that wrote its value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING

from secateur import expr
from secateur.approximation.addresses import MOST_TARGETS, aligned, leaves, parts
from secateur.approximation.frames import StaticFrame
from secateur.approximation.memo import Memo
from secateur.approximation.objects import Home
from secateur.approximation.stars import UNWRITTEN
from secateur.approximation.unrolled import PIVOT, Unrolled
from secateur.dependence.control.code import Unit
from secateur.expr import Expr, Value
from secateur.ir.model import Call, Store, Undefined
from secateur.ir.types import store_size_of
from secateur.machine.memory import BIAS, SHIFT
from secateur.machine.widths import width_of
from secateur.provided import facts_of
from secateur.provided.record import COPY, FILL, NOTHING

if TYPE_CHECKING:
    from secateur.approximation.expansion import Expansion

#: Maximum number of objects a store may write to; with more, it may write anywhere.
MOST_LEAVES = 16
#: Maximum number of table elements that a symbolic index may choose from.
MOST_PLACES = 256
_END = 1 << 60


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


class Contents:
    def __init__(self, expansion: Expansion) -> None:
        self._x = expansion
        self._mod_ref = expansion.static.mod_ref
        self._writers: dict[tuple[str, int], list[tuple[int, int]]] = {}
        self._writing: dict[tuple[Unrolled, int], int] = {}
        self._known: Memo[tuple[object, ...], Value] = Memo(expansion.cuts)
        self._leaves: dict[tuple[Value, int], list[tuple[Value, Value]]] = {}
        self._after: Memo[tuple[object, ...], Found] = Memo(expansion.cuts)
        self._split: Memo[tuple[object, ...], Value | None] = Memo(expansion.cuts)

    def at(self, frame: StaticFrame, copy: int, node: int, address: Value, size: int, depth: int) -> Value | None:
        """The bytes at an address before an instruction; None if every run that gets there ends in a fault."""
        key = (frame.number, copy, node, address, size)
        known = self._split.get(key, depth)
        if known is not None:
            return known[0]
        before = self._x.cuts.count
        value: Value | None = None
        for guard, place in reversed(self._places(address, MOST_TARGETS)):
            found = self._in_one(frame, copy, node, place, size, depth)
            if found is not None:
                value = found if value is None else expr.ite(guard, found, value, size * 8)
        return self._split.put(key, depth, before, value)

    def _places(self, address: Value, most: int) -> list[tuple[Value, Value]]:
        """The possible values of an address. If its constant identifies an object, all of them are in that object."""
        if not isinstance(address, Expr):
            return [(True, address)]
        found = self._leaves.get((address, most))
        if found is None:
            in_one = self._x.objects.home(parts(address)[0] >> SHIFT) is not None
            found = self._leaves[address, most] = [(True, address)] if in_one else leaves(address, most)
        return found

    def _in_one(self, frame: StaticFrame, copy: int, node: int, address: Value, size: int, depth: int) -> Value | None:
        """The bytes at an address that no longer chooses between objects."""
        constant, terms = parts(address)
        home = self._x.objects.home(constant >> SHIFT)
        if home is not None:
            return self._before(frame, copy, node, self._asked(address, constant, not terms, size, home, depth))
        if not terms:
            return None  # there is no object
        return self._star(("unknown", frame.number, copy, node, address), size, "read through an unknown pointer", node)

    def _asked(self, address: Value, constant: int, fixed: bool, size: int, home: Home, depth: int) -> Asked:
        whole = home.abstract.all
        locations = home.abstract.at(constant - home.start, size) or whole if fixed else whole
        return Asked(address, size, home, locations, depth)

    # --- backwards

    def _before(self, frame: StaticFrame, copy: int, node: int, asked: Asked) -> Value | None:
        """The bytes before an instruction in a copy of a block."""
        graph, flow = frame.graph, frame.graph.flow
        while True:
            here = graph.copies[copy]
            if here.block >= 0:
                for writer, written in reversed(self._writers_of(frame.unit, here.block)):
                    if here.first <= writer < node and written & asked.locations:
                        value = self._written(frame, copy, writer, asked)
                        if value is not PASSED:
                            return value
            elif here.block == PIVOT and self._loop_writes(frame, copy, asked):
                assert here.loop is not None
                position = self._x.code.position(frame.unit.terminator(here.loop.heads[0]))
                key = ("loop", frame.number, copy, asked.address)
                return self._x.stars.of_width(key, asked.width, "written in a loop", position)
            above = flow.idom[copy]
            if above < 0:
                return self._at_entry(frame, asked)
            if len(flow.predecessors[copy]) > 1 and graph.region(copy) & self._writing_copies(frame, asked.locations):
                return self._joined(frame, copy, asked)
            copy, node = above, _END

    def _joined(self, frame: StaticFrame, copy: int, asked: Asked) -> Value | None:
        key = (frame.number, copy, asked.address, asked.size)
        known = self._known.get(key, asked.depth)
        if known is not None:
            return known[0]
        before = self._x.cuts.count

        def leaf(last: int) -> Value:
            value = self._before(frame, last, _END, asked)
            if value is None:
                what = ("ended", frame.number, last, asked.address)
                position = frame.unit.function.position
                return self._x.stars.of_width(what, asked.width, "never reached", position)
            return value

        marks = self._writing_copies(frame, asked.locations)
        value = self._x.carried(frame, copy, marks, leaf, asked.depth, asked.width)
        assert not isinstance(value, tuple)
        return self._known.put(key, asked.depth, before, value)

    def _at_entry(self, frame: StaticFrame, asked: Asked) -> Value | None:
        """The bytes at the start of a frame."""
        home = asked.home
        if home.frame is frame:
            return self._copied(frame, asked) if home.copied >= 0 else self._unwritten(frame, asked)
        if frame.caller is not None:
            return self._before(frame.caller, frame.copy, frame.node, asked)
        if (frame.is_anywhere or not self._x.is_whole_program) and not home.is_constant:
            position = frame.unit.function.position
            key = ("start", frame.number, asked.address)
            return self._x.stars.of_width(key, asked.width, "an unknown initial value", position)
        return self._initial(frame, asked)

    def _copied(self, frame: StaticFrame, asked: Asked) -> Value | None:
        """A struct passed by value: a copy of what the caller's pointer points to."""
        assert frame.caller is not None
        item = self._x.code.items[frame.node]
        assert isinstance(item, Call)
        if asked.home.copied >= len(item.arguments):
            return None
        source = self._x.scalar(frame.caller, frame.copy, item.arguments[asked.home.copied], asked.depth)
        address = expr.add(source, expr.sub(asked.address, asked.home.start, 64), 64)
        return self.at(frame.caller, frame.copy, frame.node, address, asked.size, asked.depth)

    def _initial(self, frame: StaticFrame, asked: Asked) -> Value | None:
        """The bytes at program start."""
        address, objects = asked.address, self._x.objects
        if asked.home.made is not None:
            return self._unwritten(frame, asked)
        if asked.home.size is None:
            return 0
        if not isinstance(address, Expr):
            return objects.initial(address, asked.size)
        constant, terms = parts(address)
        step = 0
        for factor, _ in terms:
            step |= abs(factor)
        step &= -step
        low = asked.home.start + (constant - asked.home.start) % step
        places = range(low, asked.home.start + asked.home.size - asked.size + 1, step)
        if len(places) > MOST_PLACES:
            return self._star(("table", address), asked.size, "a large table", frame.unit.first)
        value: Value | None = None
        for place in reversed(places):
            found = objects.initial(place, asked.size)
            if found is None or (not isinstance(value, Expr) and found == value):
                continue
            if value is None:
                value = found
            else:
                value = expr.ite(expr.eq(address, place, 64), found, value, asked.width)
        return value

    # --- what instructions write

    def _written(self, frame: StaticFrame, copy: int, node: int, asked: Asked) -> Found:
        """Computed once: what a store through one of several pointers leaves alone is asked for again at each of
        them."""
        key = (frame.number, copy, node, asked.address, asked.size)
        known = self._after.get(key, asked.depth)
        if known is not None:
            return known[0]
        self._x.look_at_the_clock()
        before = self._x.cuts.count
        if self._x.strategy.is_over:
            self._x.cuts.count += 1
            star = self._star(("late", *key), asked.size, "abstracted", node)
            return self._after.put(key, asked.depth, before, star)
        return self._after.put(key, asked.depth, before, self._write(frame, copy, node, asked))

    def _write(self, frame: StaticFrame, copy: int, node: int, asked: Asked) -> Found:
        item = self._x.code.items[node]
        if isinstance(item, Store):
            return self._stored(frame, copy, node, item, asked)
        if isinstance(item, Call):
            return self._called(frame, copy, node, item, asked)
        return self._star(("written", frame.number, copy, node, asked.address), asked.size, "written here", node)

    def _stored(self, frame: StaticFrame, copy: int, node: int, item: Store, asked: Asked) -> Found:
        size = store_size_of(item.value.type)
        address = self._x.scalar(frame, copy, item.address, asked.depth)

        def value(offset: Value) -> Value:
            """The stored bytes from an offset on."""
            if isinstance(item.value, Undefined):
                return self._unwritten(frame, asked, copy, node)
            held = self._x.operand(frame, copy, item.value, asked.depth)
            if isinstance(held, tuple) or isinstance(offset, Expr):
                key = ("stored", frame.number, copy, node, asked.address)
                return self._star(key, asked.size, "part of a struct", node)
            whole = expr.zext(held, width_of(item.value.type), size * 8)
            return expr.extract(whole, offset * 8, asked.width, size * 8)

        return self._overlaid(Overlay(frame, copy, node, size, value), address, asked)

    def _overlaid(self, overlay: Overlay, address: Value, asked: Asked) -> Found:
        """The requested bytes after a write to an address."""
        result: Found = PASSED
        for guard, place in reversed(self._places(address, MOST_LEAVES)):
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
        x, y = (self._before(frame, copy, node, asked) if each is PASSED else each for each in found)
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
        rest = self._before(frame, copy, node, asked)
        if size == asked.size:
            inside = expr.eq(asked.address, address, 64)
            there = overlay.value(0)
        else:
            inside = expr.ule(offset, size - asked.size, 64) if size >= asked.size else False
            there = overlay.value(offset) if inside is not False else None
        if not (size == asked.size and aligned(asked.address, address, size)):
            touches = expr.ult(expr.add(offset, asked.size - 1, 64), size + asked.size - 1, 64)
            key = ("across", frame.number, copy, node, asked.address)
            across = self._star(key, asked.size, "partly overwritten", node)
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
            byte = self._before(frame, copy, node + 1, replace(asked, address=address, size=1))
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
        if not self._mod_ref.mod[name] & asked.locations:
            return PASSED
        inner = self._x.enter(frame, copy, node, name)
        key = ("wrote", frame.number, copy, node)
        if inner is None or self._x.step(key, max(0, asked.depth - 1), name) is None:
            opens = None if inner is None else key
            full = (*key, asked.address)
            return self._x.stars.of_width(full, asked.width, f"written by {name}", item.position, opens)
        if not inner.graph.returns:
            return None
        return self._before(inner, inner.graph.exit, _END, asked)

    def _provided(self, frame: StaticFrame, copy: int, node: int, name: str, item: Call, asked: Asked) -> Found:
        facts = facts_of(name)
        if facts.allocates is not None:
            made = asked.home.made == (frame.number, copy, node)
            return self._unwritten(frame, asked, copy, node) if made else PASSED
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
                    return self._unwritten(frame, asked, copy, node)
                if facts.effect is FILL:
                    return _repeated(source, asked.size)
                return self.at(frame, copy, node, expr.add(source, offset, 64), asked.size, asked.depth)

            return self._overlaid(Overlay(frame, copy, node, length, value), target, asked)
        return self._any(frame, copy, node, asked)

    def _any(self, frame: StaticFrame, copy: int, node: int, asked: Asked) -> Value:
        return self._star(("called", frame.number, copy, node, asked.address), asked.size, "written by a call", node)

    def _unwritten(self, frame: StaticFrame, asked: Asked, copy: int = -1, node: int = -1) -> Value:
        """Bytes that nothing has written since the variable began to exist, at an instruction if one marks that: they
        can be anything."""
        key = ("uninitialised", frame.number, copy, node, asked.address)
        position = frame.unit.function.position if node < 0 else self._x.code.position(node)
        return self._x.stars.of_width(key, asked.width, UNWRITTEN, position)

    # --- computed once

    def _star(self, key: tuple[object, ...], size: int, why: str, node: int) -> Value:
        return self._x.stars.of_width(key, size * 8, why, self._x.code.position(node))

    def _writers_of(self, unit: Unit, block: int) -> list[tuple[int, int]]:
        """The instructions of a block that write memory, with the locations they write."""
        key = (unit.function.name, block)
        found = self._writers.get(key)
        if found is None:
            all_ = ((node, self._mod_ref.writes(node)) for node in unit.nodes_of(block))
            found = self._writers[key] = [(node, written) for node, written in all_ if written]
        return found

    def _writing_copies(self, frame: StaticFrame, locations: int) -> int:
        """The copies of blocks, and the pivots, that may write to locations, as a bit set."""
        graph = frame.graph
        key = (graph, locations)
        found = self._writing.get(key)
        if found is None:
            unit = frame.unit
            blocks = [b for b in range(unit.flow.exit) if self._mod_ref.block_mod(unit, b) & locations]
            found = 0
            for block in blocks:
                found |= graph.mask_of(block)
            writing = set(blocks)
            for number, copy in enumerate(graph.copies):
                if copy.loop is not None and not writing.isdisjoint(copy.loop.blocks):
                    found |= 1 << number
            self._writing[key] = found
        return found

    def _loop_writes(self, frame: StaticFrame, copy: int, asked: Asked) -> bool:
        return bool(self._writing_copies(frame, asked.locations) >> copy & 1)


def _repeated(byte: Value, size: int) -> Value:
    value = byte
    for number in range(1, size):
        value = expr.concat(byte, value, 8, 8 * number)
    return value
