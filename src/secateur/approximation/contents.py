"""The content of memory: a load is traced back to the instruction that wrote its value (`written`), or to the start."""

from __future__ import annotations

from typing import TYPE_CHECKING

from secateur import expr
from secateur.approximation.addresses import MOST_TARGETS, parts
from secateur.approximation.frames import StaticFrame
from secateur.approximation.memo import Memo
from secateur.approximation.objects import Home
from secateur.approximation.stars import UNWRITTEN
from secateur.approximation.unrolled import PIVOT, Unrolled
from secateur.approximation.written import END, PASSED, Asked, Writes
from secateur.dependence.control.code import Unit
from secateur.expr import Expr, Value
from secateur.ir.model import Call
from secateur.machine.memory import SHIFT

if TYPE_CHECKING:
    from secateur.approximation.expansion import Expansion

#: Maximum number of table elements that a symbolic index may choose from.
MOST_PLACES = 256


class Contents:
    def __init__(self, expansion: Expansion) -> None:
        self._x = expansion
        self._mod_ref = expansion.static.mod_ref
        self._writers: dict[tuple[str, int], list[tuple[int, int]]] = {}
        self._writing: dict[tuple[Unrolled, int], int] = {}
        self._known: Memo[tuple[object, ...], Value] = Memo(expansion.cuts)
        self._split: Memo[tuple[object, ...], Value | None] = Memo(expansion.cuts)
        self._writes = Writes(expansion, self)

    def at(self, frame: StaticFrame, copy: int, node: int, address: Value, size: int, depth: int) -> Value | None:
        """The bytes at an address before an instruction; None if every run that gets there ends in a fault."""
        key = (frame.number, copy, node, address, size)
        known = self._split.get(key, depth)
        if known is not None:
            return known[0]
        before = self._x.cuts.count
        value: Value | None = None
        for guard, place in reversed(self.places(address, MOST_TARGETS)):
            found = self._in_one(frame, copy, node, place, size, depth)
            if found is not None:
                value = found if value is None else expr.ite(guard, found, value, size * 8)
        return self._split.put(key, depth, before, value)

    def places(self, address: Value, most: int) -> list[tuple[Value, Value]]:
        """The possible values of an address. If its constant identifies an object, all of them are in that object."""
        if not isinstance(address, Expr) or self._x.objects.home(parts(address)[0] >> SHIFT) is not None:
            return [(True, address)]
        return self._x.leaves.of(address, most)

    def _in_one(self, frame: StaticFrame, copy: int, node: int, address: Value, size: int, depth: int) -> Value | None:
        """The bytes at an address that no longer chooses between objects."""
        constant, terms = parts(address)
        home = self._x.objects.home(constant >> SHIFT)
        if home is not None:
            return self.before(frame, copy, node, self._asked(address, constant, not terms, size, home, depth))
        if not terms:
            return None  # there is no object
        return self.star(("unknown", frame.number, copy, node, address), size, "read through an unknown pointer", node)

    def _asked(self, address: Value, constant: int, fixed: bool, size: int, home: Home, depth: int) -> Asked:
        whole = home.abstract.all
        locations = home.abstract.at(constant - home.start, size) or whole if fixed else whole
        return Asked(address, size, home, locations, depth)

    # --- backwards

    def before(self, frame: StaticFrame, copy: int, node: int, asked: Asked) -> Value | None:
        """The bytes before an instruction in a copy of a block."""
        graph, flow = frame.graph, frame.graph.flow
        while True:
            here = graph.copies[copy]
            if here.block >= 0:
                for writer, written in reversed(self._writers_of(frame.unit, here.block)):
                    if here.first <= writer < node and written & asked.locations:
                        value = self._writes.after(frame, copy, writer, asked)
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
            copy, node = above, END

    def _joined(self, frame: StaticFrame, copy: int, asked: Asked) -> Value | None:
        key = (frame.number, copy, asked.address, asked.size)
        known = self._known.get(key, asked.depth)
        if known is not None:
            return known[0]
        before = self._x.cuts.count

        def leaf(last: int) -> Value:
            value = self.before(frame, last, END, asked)
            if value is None:
                what = ("ended", frame.number, last, asked.address)
                position = frame.unit.function.position
                return self._x.stars.of_width(what, asked.width, "never reached", position)
            return value

        marks = self._writing_copies(frame, asked.locations)
        value = self._x.joins.carried(frame, copy, marks, leaf, asked.depth, asked.width)
        assert not isinstance(value, tuple)
        return self._known.put(key, asked.depth, before, value)

    def _at_entry(self, frame: StaticFrame, asked: Asked) -> Value | None:
        """The bytes at the start of a frame."""
        home = asked.home
        if home.frame is frame:
            return self._copied(frame, asked) if home.copied >= 0 else self.unwritten(frame, asked)
        if frame.caller is not None:
            return self.before(frame.caller, frame.copy, frame.node, asked)
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
            return self.unwritten(frame, asked)
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
            return self.star(("table", address), asked.size, "a large table", frame.unit.first)
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

    def unwritten(self, frame: StaticFrame, asked: Asked, copy: int = -1, node: int = -1) -> Value:
        """Bytes that nothing has written since the variable began to exist, at an instruction if one marks that: they
        can be anything."""
        key = ("uninitialised", frame.number, copy, node, asked.address)
        position = frame.unit.function.position if node < 0 else self._x.code.position(node)
        return self._x.stars.of_width(key, asked.width, UNWRITTEN, position)

    def star(self, key: tuple[object, ...], size: int, why: str, node: int) -> Value:
        """Bytes of which nothing is known, at an instruction."""
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
