"""Summaries as text: conditions over the user's variables, by line."""

from __future__ import annotations

from secateur import expr
from secateur.expr import Expr
from secateur.ir.model import Binary, Cast, Compare, ConditionalJump, Int, Null, Operand, Register
from secateur.ir.types import FloatType, IntType, PointerType
from secateur.machine.arithmetic import compare
from secateur.machine.compiler import FunctionCode
from secateur.machine.state import BranchSite
from secateur.machine.widths import width_of
from secateur.postcondition.cells import Cells, ConditionCell
from secateur.postcondition.summary import Item, LocationSummary

_OPERATIONS = {
    "add": expr.add,
    "sub": expr.sub,
    "mul": expr.mul,
    "and": expr.and_,
    "or": expr.or_,
    "xor": expr.xor,
}


class Words:
    """Renders the summaries of one location. The branch condition is shown by the values it is computed from."""

    def __init__(self, cells: Cells, site: BranchSite, code: FunctionCode, depth: int) -> None:
        self.cells = cells
        self.line = site.position.line
        block = code.body.blocks[site.place[0]]
        self._registers = dict(cells.registers(depth, code))
        self._made = {i.result.index: i for i in block.instructions if isinstance(i, Compare | Binary | Cast)}
        branch = block.terminator
        self._condition = self._value(branch.condition) if isinstance(branch, ConditionalJump) else None

    def summary(self, summary: LocationSummary) -> list[str]:
        """One text per item; a single `true` if everything is covered."""
        return [self.item(item) for item in summary.items]

    def item(self, item: Item) -> str:
        parts = []
        for number, value in item.numbers.items():
            variable = self.cells.variable(number)
            parts.append(expr.eq(variable, value, variable.width))
        for condition in item.conditions:
            told = self._told(condition)
            parts.append(told)
        return " && ".join(_clause(part) for part in parts if part is not True) or "true"

    def _told(self, condition: Expr) -> Expr | int:
        if not isinstance(self._condition, Expr):
            return condition
        mapping = {
            variable: self._condition
            for variable in expr.variables_of(condition)
            if self.cells.is_cell(variable) and isinstance(self.cells[variable.args[0]], ConditionCell)
        }
        return expr.substitute(condition, mapping)

    def _value(self, operand: Operand) -> Expr | int | None:
        """An operand in terms of the registers that live across blocks; None if it is not plain arithmetic."""
        if isinstance(operand, Int):
            return bool(operand.value) if operand.type == IntType(1) else operand.value
        if isinstance(operand, Null):
            return 0
        if not isinstance(operand, Register) or not isinstance(operand.type, IntType | PointerType):
            return None
        made = self._made.get(operand.index)
        if made is None:
            return self._registers.get(operand.index)
        return self._made_of(made)

    def _made_of(self, made: Compare | Binary | Cast) -> Expr | int | None:
        if isinstance(made, Cast):
            value = self._value(made.value)
            if value is None or isinstance(made.value.type, FloatType):
                return None
            width, wanted = width_of(made.value.type), width_of(made.result.type)
            match made.op:
                case "zext":
                    return expr.zext(value, width, wanted)
                case "sext":
                    return expr.sext(value, width, wanted)
                case "trunc":
                    return expr.extract(value, 0, wanted, width)
            return None
        left, right = self._value(made.left), self._value(made.right)
        if left is None or right is None:
            return None
        width = width_of(made.left.type)
        if isinstance(made, Compare):
            return compare(made.predicate, left, right, width)
        operation = _OPERATIONS.get(made.op)
        return None if operation is None else operation(left, right, width)


def _clause(part: Expr | int) -> str:
    text = expr.to_c(part)
    return f"({text})" if " || " in text or " ? " in text else text
