"""Backward expansion on demand: values of uses, traced back to inputs and `*` (algorithm COMPUTESPA of SPA).

A use is requested at a copy of a block in a frame. It is expanded to its definition; where several definitions can
reach it, the branches between their common dominator and the use choose among them, and only branches whose sides
yield different values are considered. What is not requested is never visited, and nothing is visited twice, so the cost
is a sum over parts of the program, not a product.
"""

from __future__ import annotations

from time import monotonic

from secateur import expr
from secateur.approximation import operations
from secateur.approximation.addresses import Leaves
from secateur.approximation.conditions import FamilyConditions
from secateur.approximation.contents import Contents
from secateur.approximation.frames import Frames, StaticFrame
from secateur.approximation.joins import Joins
from secateur.approximation.memo import Cuts, Memo
from secateur.approximation.objects import Objects
from secateur.approximation.operations import Held
from secateur.approximation.pointers import Pointers
from secateur.approximation.results import Results
from secateur.approximation.stars import UNWRITTEN, Stars
from secateur.approximation.strategy import Key, Strategy, Use
from secateur.dependence.static import Static
from secateur.expr import Value
from secateur.ir.model import (
    Alloca,
    Binary,
    Call,
    Cast,
    Compare,
    ExtractValue,
    Freeze,
    GetElement,
    InsertValue,
    Load,
    Negate,
    Operand,
    Phi,
    Register,
    Symbol,
    Undefined,
)
from secateur.ir.types import FloatType, PointerType, Type, store_size_of
from secateur.machine.aggregates import insert, parts_of
from secateur.machine.constants import constant_value
from secateur.machine.errors import MachineError, UnsupportedCode
from secateur.machine.machine import Machine
from secateur.machine.widths import width_of


class Suspended(Exception):
    """It takes too long. What was computed so far is kept: asked again, an expansion goes on from there."""


class Expansion:
    """Values and conditions of one program from one start. `deadline`: when to stop (`Suspended`)."""

    def __init__(self, static: Static, machine: Machine, root: StaticFrame, strategy: Strategy, frames: Frames) -> None:
        self.static = static
        self.code = static.code
        self.machine = machine
        self.strategy = strategy
        self.frames = frames
        self.root = root
        self.is_whole_program = root.name == static.entry and root.graph.copies[0].first < 0
        self.cuts = Cuts()
        self.stars = Stars(machine)
        self.objects = Objects(machine, static)
        self.leaves = Leaves()
        self.contents = Contents(self)
        self.pointers = Pointers(self)
        self.results = Results(self)
        self.conditions = FamilyConditions(self)
        self.joins = Joins(self)
        self.expansions = 0
        self.deadline: float | None = None
        self._symbols: dict[str, list[int]] = {}
        self._values: Memo[Key, Held] = Memo(self.cuts)
        self._reaching: Memo[tuple[int, int, int], Held] = Memo(self.cuts)

    # --- values

    def scalar(self, frame: StaticFrame, copy: int, operand: Operand, depth: int) -> Value:
        value = self.operand(frame, copy, operand, depth)
        assert not isinstance(value, tuple)
        return value

    def operand(self, frame: StaticFrame, copy: int, operand: Operand, depth: int) -> Held:
        """The value of an operand used in a copy of a block (or at its end)."""
        if isinstance(operand, Register):
            return self.register(frame, copy, operand, depth)
        try:
            return operations.lowered(constant_value(operand, self.machine), operand.type)
        except MachineError:
            position = frame.unit.function.position
            return self.stars.of_type(("constant", operand), operand.type, "not defined", position)

    def register(self, frame: StaticFrame, copy: int, register: Register, depth: int) -> Held:
        unit, graph = frame.unit, frame.graph
        node = unit.homes[register.index]
        if node < 0:
            return self.parameter(frame, register, depth)
        block = unit.blocks[node - unit.first]
        here = graph.copies[copy]
        if here.block == block:
            if node >= here.first:
                return self.value(frame, copy, node, depth)
        elif graph.is_around(block, here.block):
            home = graph.copy_of(block, here.rounds[: graph.loops_around(block)])
            if home is not None and graph.dominates(home, copy):
                return self.value(frame, home, node, depth)
        return self._reaching_value(frame, copy, node, depth)

    def _reaching_value(self, frame: StaticFrame, copy: int, node: int, depth: int) -> Held:
        """A definition in a loop, used after it: the branches in between decide which round it is from."""
        unit, graph = frame.unit, frame.graph
        block = unit.blocks[node - unit.first]
        key = (frame.number, copy, node)
        known = self._reaching.get(key, depth)
        if known is not None:
            return known[0]
        before = self.cuts.count
        homes = graph.mask_of(block) | graph.pivots_of(block)
        here = copy
        value: Held | None = None
        while value is None:
            above = graph.flow.idom[here]
            if above < 0:
                value = self._before_start(frame, node)
            elif graph.region(here) & homes:
                item = self.code.items[node]
                kind = item.result.type  # type: ignore[union-attr]
                value = self.joins.carried(
                    frame, here, homes, lambda m: self._at_end(frame, m, node, depth), depth, kind
                )
            else:
                here = above
                if homes >> here & 1 and node >= graph.copies[here].first:
                    value = self._at_end(frame, here, node, depth)
        return self._reaching.put(key, depth, before, value)

    def _at_end(self, frame: StaticFrame, copy: int, node: int, depth: int) -> Held:
        here = frame.graph.copies[copy]
        block = frame.unit.blocks[node - frame.unit.first]
        if here.block == block and node >= here.first:
            return self.value(frame, copy, node, depth)
        if here.loop is not None and block in here.loop.blocks:
            return self._unknown(frame, ("round", frame.number, copy, node), node)
        return self._reaching_value(frame, copy, node, depth)

    def _before_start(self, frame: StaticFrame, node: int) -> Held:
        """A value computed before the start: only its name is known."""
        item = self.code.items[node]
        result: Register = item.result  # type: ignore[union-attr, assignment]
        return self.symbol(frame, result)

    def symbol(self, frame: StaticFrame, register: Register) -> Held:
        """The value of a register at the start: an input with the name of its variable in the source."""
        name = next((v.name for v in frame.unit.function.body.variables if v.register == register.index), None)
        position = frame.unit.function.position
        if name is None or operations.is_whole(register.type) or frame.is_anywhere:
            key = ("start", frame.number, register.index)
            return self.stars.of_type(key, register.type, "an unknown initial value", position)
        taken = self._symbols.setdefault(name, [])
        if register.index not in taken:
            taken.append(register.index)  # another variable of that name, or an earlier value of this one
        number = taken.index(register.index) + 1
        kind = kind_of(register.type)
        return self.machine.variable(name if number == 1 else f"{name}#{number}", width_of(register.type), kind)

    def parameter(self, frame: StaticFrame, register: Register, depth: int) -> Held:
        if register.index in frame.unit.function.by_value and not frame.is_anywhere and frame.caller is not None:
            return self.objects.copy_of(frame, register.index)
        if frame.caller is None:
            return self.symbol(frame, register)
        item = self.code.items[frame.node]
        assert isinstance(item, Call)
        position = item.position
        key = ("parameter", frame.number, register.index)
        if register.index >= len(item.arguments):
            return self.stars.of_type(key, register.type, "not passed", position)
        known = self._values.get(key, depth)
        if known is not None:
            return known[0]
        before = self.cuts.count
        inner = self.step(key, depth, None)
        if inner is None:
            value = self.stars.of_type(key, register.type, "abstracted", position, key)
        else:
            argument = item.arguments[register.index]
            value = self.operand(frame.caller, frame.copy, argument, inner)
            if argument.type != register.type:
                value = self.stars.of_type(key, register.type, "passed as another type", position)
        return self._values.put(key, depth, before, value)

    def step(self, key: Key, depth: int, callee: str | None) -> int | None:
        """The depth of the expansion of a use; None if it is abstracted."""
        file = ""
        if callee is not None:
            function = self.machine.program.functions.get(callee)
            file = "" if function is None else function.position.file
        if self.strategy.abstracts(Use(key, depth, callee, file, self.expansions)):
            self.cuts.count += 1
            return None
        self.expansions += 1
        self.look_at_the_clock()
        return 0 if key in self.strategy.opened else self.below(depth)

    def look_at_the_clock(self) -> None:
        """Raises `Suspended` after the deadline."""
        if self.deadline is not None and monotonic() > self.deadline:
            raise Suspended

    def below(self, depth: int) -> int:
        """The depth of the expansion of a use at this depth."""
        return depth + self.strategy.counts_depth

    def value(self, frame: StaticFrame, copy: int, node: int, depth: int) -> Held:
        """The result of an instruction in a copy of its block."""
        key: Key = (frame.number, copy, node)
        known = self._values.get(key, depth)
        if known is not None:
            return known[0]
        before = self.cuts.count
        item = self.code.items[node]
        result: Register = item.result  # type: ignore[assignment, union-attr]
        inner: int | None = depth
        if isinstance(item, Phi):
            # a phi is not a definition in the source: its operands have the same depth
            if self.strategy.abstracts(Use(key, depth, None, "", self.expansions)) and key not in self.strategy.opened:
                self.cuts.count += 1
                inner = None
        elif isinstance(item, Load | Call) or result.index in frame.named:
            inner = self.step(key, depth, self._callee(item))
        if inner is None:
            why = "abstracted" if not isinstance(item, Call) else f"the result of {self._callee(item) or 'a call'}"
            value = self.stars.of_type(key, result.type, why, item.position, key)
        else:
            try:
                found = self._compute(frame, copy, node, inner)
            except UnsupportedCode:
                found = None
            value = found if found is not None else self._unknown(frame, key, node)
        return self._values.put(key, depth, before, value)

    def _unknown(self, frame: StaticFrame, key: Key, node: int) -> Held:
        """A star for a value that cannot be traced back."""
        item = self.code.items[node]
        result: Register = item.result  # type: ignore[assignment, union-attr]
        why, position = "unknown", item.position
        if isinstance(item, Phi):
            why, position = (
                "a later round of a loop",
                self.code.position(frame.unit.terminator(self.code.block_of(node))),
            )
        elif isinstance(item, Call):
            why = f"the result of {self._callee(item) or 'a call'}"
        elif isinstance(item, Load):
            why = "read from memory"
        return self.stars.of_type(key, result.type, why, position)

    def _callee(self, item: object) -> str | None:
        if isinstance(item, Call) and isinstance(item.callee, Symbol):
            return item.callee.name
        return None

    def _compute(self, frame: StaticFrame, copy: int, node: int, depth: int) -> Held | None:
        item = self.code.items[node]
        match item:
            case Phi():
                return self.joins.phi(frame, copy, item, depth)
            case Binary(left=left, right=right):
                x, y = self.scalar(frame, copy, left, depth), self.scalar(frame, copy, right, depth)
                return operations.binary(item, x, y) if operations.supported(item) else None
            case Compare(left=left, right=right):
                x, y = self.scalar(frame, copy, left, depth), self.scalar(frame, copy, right, depth)
                if (
                    isinstance(left.type, PointerType)
                    and item.predicate not in ("eq", "ne")
                    and self.pointers.may_be_apart(x, y)
                ):
                    return None  # the order of the objects is unknown
                return operations.compare(item, x, y)
            case Cast(value=operand):
                value = self.scalar(frame, copy, operand, depth)
                if item.op == "ptrtoint":
                    value = self.pointers.as_number(value, item.position)
                value = operations.cast(item, value)
                return self.pointers.of_number(frame, copy, node, value) if item.op == "inttoptr" else value
            case Negate(value=operand):
                return operations.negate(item, self.scalar(frame, copy, operand, depth))
            case Freeze(result=result, value=Undefined()):
                key = ("uninitialised", frame.number, copy, node)
                return self.stars.of_type(key, result.type, UNWRITTEN, item.position)
            case Freeze(value=operand):
                return self.operand(frame, copy, operand, depth)
            case GetElement(base=base, indices=indices):
                start = self.scalar(frame, copy, base, depth)
                steps = [self.pointers.index(frame, copy, node, i, depth) for i in indices]
                return operations.element(item, start, steps)
            case Alloca():
                return self.objects.made_by(frame, copy, node)
            case Load(address=operand):
                address = self.scalar(frame, copy, operand, depth)
                return self.load(frame, copy, node, address, item.result.type, depth)
            case ExtractValue(aggregate=aggregate, indices=path):
                whole = self.operand(frame, copy, aggregate, depth)
                for number in path:
                    assert isinstance(whole, tuple)
                    whole = whole[number]
                return whole
            case InsertValue(aggregate=aggregate, value=operand, indices=path):
                part = self.operand(frame, copy, operand, depth)
                return insert(self.operand(frame, copy, aggregate, depth), path, part)  # type: ignore[no-any-return]
            case Call():
                return self.results.of(frame, copy, node, item, depth)
        return None

    def load(self, frame: StaticFrame, copy: int, node: int, address: Value, kind: Type, depth: int) -> Held | None:
        """The value at an address before an instruction."""
        if operations.is_whole(kind):
            found: list[Held] = []
            for offset, part in parts_of(kind):
                inner = self.load(frame, copy, node, expr.add(address, offset, 64), part, depth)
                if inner is None:
                    return None
                found.append(inner)
            return tuple(found)
        width, size = width_of(kind), store_size_of(kind)
        value = self.contents.at(frame, copy, node, address, size, depth)
        if value is None:
            return None
        if isinstance(kind, PointerType):
            return self.pointers.of_number(frame, copy, node, value)
        if width == 64:
            value = self.pointers.as_number(value, self.code.position(node))
        return expr.extract(value, 0, width, size * 8)

    # --- calls

    def enter(self, frame: StaticFrame, copy: int, node: int, name: str) -> StaticFrame | None:
        """The activation that a call creates; None if there would be too many."""
        return self.frames.enter(frame, copy, node, name)

    def callees(self, frame: StaticFrame, copy: int, node: int, depth: int) -> list[tuple[Value, str]]:
        """The functions that a call may enter, each under a condition; the last one otherwise."""
        item = self.code.items[node]
        assert isinstance(item, Call)
        if isinstance(item.callee, Symbol):
            return [(True, item.callee.name)]
        address = self.scalar(frame, copy, item.callee, depth)
        found: list[tuple[Value, str]] = []
        for name in self.static.points_to.callees(node):
            condition = expr.eq(address, self.machine.address_of(name), 64)
            if condition is not False:
                found.append((condition, name))
        return found


def kind_of(kind: Type) -> str:
    """How a value of a type is shown to users, as far as LLVM preserves it."""
    match kind:
        case FloatType():
            return "f32" if width_of(kind) == 32 else "f64"
        case PointerType():
            return "pointer"
        case _:
            return "bool" if width_of(kind) == 1 else "signed"
