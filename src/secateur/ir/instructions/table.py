"""Maps LLVM's keywords to the functions that read them."""

from __future__ import annotations

from collections.abc import Callable

from secateur.ir.instructions import aggregates, arithmetic, atomic, calls, jumps, memory, vectors
from secateur.ir.instructions.scope import Scope, Text, UnsupportedCodeError
from secateur.ir.lexer import Cursor
from secateur.ir.model import Instruction, Phi, Position, Terminator, Unsupported
from secateur.ir.types import OpaqueType, Type
from secateur.ir.value_reader import BINARY_WORDS, CAST_WORDS

Item = Instruction | Phi | Terminator | list[Instruction]

_READERS: dict[str, Callable[[Scope, Text], Item]] = {
    **dict.fromkeys(BINARY_WORDS, arithmetic.binary),
    **dict.fromkeys(("fadd", "fsub", "fmul", "fdiv", "frem"), arithmetic.binary),
    **dict.fromkeys(CAST_WORDS, arithmetic.cast),
    "fneg": arithmetic.negate,
    "icmp": arithmetic.compare,
    "fcmp": arithmetic.compare,
    "select": arithmetic.select,
    "freeze": arithmetic.freeze,
    "alloca": memory.alloca,
    "load": memory.load,
    "store": memory.store,
    "getelementptr": memory.get_element,
    "va_arg": memory.va_arg,
    "extractvalue": aggregates.extract_value,
    "insertvalue": aggregates.insert_value,
    "extractelement": aggregates.extract_element,
    "insertelement": aggregates.insert_element,
    "shufflevector": vectors.shuffle,
    "phi": aggregates.phi,
    **dict.fromkeys(("call", "tail", "musttail", "notail"), calls.call),
    "atomicrmw": atomic.modify,
    "cmpxchg": atomic.exchange,
    "fence": atomic.fence,
    "br": jumps.branch,
    "switch": jumps.switch,
    "indirectbr": jumps.indirect_jump,
    "ret": jumps.return_,
    "unreachable": jumps.unreachable,
}
_EXCEPTIONS = "invoke resume landingpad cleanupret catchret catchswitch catchpad cleanuppad"
_UNSUPPORTED = {
    "callbr": "inline assembly is not supported",
    **dict.fromkeys(_EXCEPTIONS.split(), "exceptions are not supported"),
}
_TERMINATORS = "br switch indirectbr ret unreachable callbr invoke resume cleanupret catchret catchswitch"
TERMINATOR_WORDS = frozenset(_TERMINATORS.split())


def read_instruction(scope: Scope, cursor: Cursor, position: Position) -> Item:
    """One instruction. `Unsupported` if it cannot be executed; raises IRSyntaxError if it cannot be read."""
    result = None
    if cursor.tokens[1] == "=":
        result = cursor.tokens[0]
        cursor.index = 2
    op = cursor.take()
    reader = _READERS.get(op)
    try:
        if reader is not None:
            item = reader(scope, Text(op, cursor, result, position))
            _finish(cursor)
            return item
        if op in _UNSUPPORTED:
            raise UnsupportedCodeError(_UNSUPPORTED[op], OpaqueType(op))
    except UnsupportedCodeError as reason:
        return unsupported(scope, cursor, str(reason), reason.kind, position)
    cursor.index -= 1
    raise cursor.error("unknown instruction")


def unsupported(scope: Scope, cursor: Cursor, reason: str, kind: Type, position: Position) -> Unsupported:
    """Stands for an instruction that is an error if reached; `kind` is the type of its result."""
    has_result = cursor.tokens[1] == "="
    register = scope.registers.get(cursor.tokens[0], kind, cursor) if has_result else None
    return Unsupported(register, cursor.text.strip(), reason, position)


def _finish(cursor: Cursor) -> None:
    """Skip what may follow an instruction: alignment, attribute groups, metadata, a comment."""
    while token := cursor.take():
        if token == ",":
            if cursor.accept("align"):
                cursor.integer()
                continue
            if cursor.peek[:1] == "!":
                cursor.take()
                cursor.take()
                continue
        elif token[0] in "#;":
            continue
        cursor.index -= 1
        raise cursor.error("expected the end of the instruction")
