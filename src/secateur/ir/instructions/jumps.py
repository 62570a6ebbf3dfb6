"""Instructions that end a block."""

from __future__ import annotations

from secateur.ir.instructions.scope import Scope, Text
from secateur.ir.lexer import Cursor
from secateur.ir.model import ConditionalJump, IndirectJump, Int, Jump, Return, Switch, Unreachable


def branch(scope: Scope, text: Text) -> Jump | ConditionalJump:
    """`br label %a`, `br i1 %c, label %a, label %b`. Which side is the user's true is found out later."""
    cursor = text.cursor
    if cursor.peek == "label":
        return Jump(_label(cursor), text.position)
    condition = scope.operand(cursor)
    cursor.expect(",")
    if_true = _label(cursor)
    cursor.expect(",")
    return ConditionalJump(condition, if_true, _label(cursor), False, text.position)


def switch(scope: Scope, text: Text) -> Switch:
    """`switch i32 %x, label %default [ i32 1, label %a … ]`."""
    cursor = text.cursor
    value = scope.operand(cursor)
    cursor.expect(",")
    default = _label(cursor)
    cursor.expect("[")
    cases: list[tuple[int, str]] = []
    while not cursor.accept("]"):
        case = scope.values.typed(cursor)
        if not isinstance(case, Int):
            raise cursor.error("a case must be a number")
        cursor.expect(",")
        cases.append((case.value, _label(cursor)))
    return Switch(value, default, tuple(cases), text.position)


def indirect_jump(scope: Scope, text: Text) -> IndirectJump:
    """`indirectbr ptr %p, [label %a, label %b]`."""
    cursor = text.cursor
    address = scope.operand(cursor)
    cursor.expect(",")
    cursor.expect("[")
    targets: list[str] = []
    while not cursor.accept("]"):
        targets.append(_label(cursor))
        cursor.accept(",")
    return IndirectJump(address, tuple(targets), text.position)


def return_(scope: Scope, text: Text) -> Return:
    if text.cursor.accept("void"):
        return Return(None, text.position)
    return Return(scope.operand(text.cursor), text.position)


def unreachable(scope: Scope, text: Text) -> Unreachable:
    return Unreachable(text.position)


def _label(cursor: Cursor) -> str:
    cursor.expect("label")
    return cursor.name()
