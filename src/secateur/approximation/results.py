"""Results of calls: of functions that are entered, of inputs, and of functions without a body."""

from __future__ import annotations

from typing import TYPE_CHECKING

from secateur import expr
from secateur.approximation import operations
from secateur.approximation.frames import StaticFrame
from secateur.approximation.operations import Held
from secateur.expr import Expr, Value
from secateur.ir.model import Call, Operand, Return
from secateur.machine.resolve import LONGEST
from secateur.provided import facts_of
from secateur.provided.record import FIRST
from secateur.provided.scalars import SCALARS

if TYPE_CHECKING:
    from secateur.approximation.expansion import Expansion


class Results:
    def __init__(self, expansion: Expansion) -> None:
        self._x = expansion

    def of(self, frame: StaticFrame, copy: int, node: int, item: Call, depth: int) -> Held | None:
        assert item.result is not None
        value: Held | None = None
        for condition, name in reversed(self._x.callees(frame, copy, node, depth)):
            found = self._result(frame, copy, node, name, item, depth)
            if found is None:
                return None
            value = found if value is None else operations.choose(condition, found, value, item.result.type)
        return value

    def _result(self, frame: StaticFrame, copy: int, node: int, name: str, item: Call, depth: int) -> Held | None:
        assert item.result is not None
        if name not in self._x.code.units:
            return self._provided(frame, copy, node, name, item, depth)
        inner = self._x.enter(frame, copy, node, name)
        if inner is None or not inner.graph.returns or inner.unit.function.type.result != item.result.type:
            return None
        return self._x.joins.gate(
            inner, inner.graph.exit, lambda p: self._returned(inner, p, depth), depth, item.result.type
        )

    def _returned(self, frame: StaticFrame, copy: int, depth: int) -> Held:
        item = self._x.code.items[frame.unit.terminator(frame.graph.copies[copy].block)]
        assert isinstance(item, Return)
        assert item.value is not None
        return self._x.operand(frame, copy, item.value, depth)

    def _provided(self, frame: StaticFrame, copy: int, node: int, name: str, item: Call, depth: int) -> Held | None:
        """The result of a function without a body: an input, a new object, or what an intrinsic computes."""
        facts = facts_of(name)
        if facts.gives == "bits":
            return self._bits(frame, copy, item)
        if facts.gives and not facts.counter:
            return self._input(frame, copy, item, facts.gives)
        if facts.allocates is not None:
            size = self._x.scalar(frame, copy, item.arguments[facts.allocates], depth)
            made = self._x.objects.made_by(frame, copy, node)
            assert made is not None
            return expr.ite(expr.ult(LONGEST, size, 64), 0, made, 64)
        if not name.startswith("llvm."):
            return None
        if facts.effect is FIRST:
            return self._x.operand(frame, copy, item.arguments[0], depth)
        arguments = [self._x.operand(frame, copy, argument, depth) for argument in item.arguments]
        return operations.provided(name, arguments, [a.type for a in item.arguments])

    def _input(self, frame: StaticFrame, copy: int, item: Call, kind: str) -> Value | None:
        """One of the driver's inputs. Each has a name and is requested once."""
        name = self._text(frame, copy, item.arguments[0])
        if name is None or frame is not self._x.root:
            return None
        scalar = SCALARS[kind]
        return self._x.machine.variable(name, scalar.width, scalar.variable)

    def _bits(self, frame: StaticFrame, copy: int, item: Call) -> Value | None:
        name = self._text(frame, copy, item.arguments[0])
        width, signed = (self._x.scalar(frame, copy, a, 0) for a in item.arguments[1:3])
        if name is None or isinstance(width, Expr) or isinstance(signed, Expr):
            return None
        kind = "bool" if width == 1 and not signed else "signed" if signed else "unsigned"
        variable = self._x.machine.variable(name, width, kind)
        return expr.sext(variable, width, 64) if signed else expr.zext(variable, width, 64)

    def _text(self, frame: StaticFrame, copy: int, operand: Operand) -> str | None:
        address = self._x.scalar(frame, copy, operand, 0)
        return None if isinstance(address, Expr) else self._x.objects.text_at(address)
