"""Which functions and globals the code that can be reached uses without a definition: all of them at once, so that a
user does not learn about them one after the other."""

from __future__ import annotations

from collections.abc import Iterator

from secateur.ir.model import NOWHERE, Aggregate, Block, Call, Constant, Folded, Operand, Position, Program, Symbol
from secateur.ir.operands import operands_of
from secateur.machine.library import find_builtin
from secateur.machine.unsupported import UnsupportedKind, UnsupportedUse, kind_of_function


def undefined_uses(program: Program, entry: str) -> list[UnsupportedUse]:
    """Each with its first use, in the order in which they are found from the entry."""
    found: dict[str, UnsupportedUse] = {}
    seen, waiting = {entry}, [entry]
    while waiting:
        name = waiting.pop(0)
        for used, position, is_called in _symbols(program, name):
            use = _undefined(program, used, position, is_called)
            if use is not None:
                found.setdefault(used, use)
            elif used not in seen:
                seen.add(used)
                waiting.append(used)
    return list(found.values())


def _undefined(program: Program, name: str, position: Position, is_called: bool) -> UnsupportedUse | None:
    function = program.functions.get(name)
    if function is not None and function.is_declaration:
        kind = kind_of_function(name)
        missing = is_called and kind is UnsupportedKind.FUNCTION and find_builtin(name) is None
        return UnsupportedUse(kind, name, position) if missing else None
    item = program.globals.get(name)
    if item is not None and item.initializer is None:
        return UnsupportedUse(UnsupportedKind.GLOBAL, name, position)
    return None


def _symbols(program: Program, name: str) -> Iterator[tuple[str, Position, bool]]:
    """What a function or the initial value of a global refers to: the name, where, and whether it is called there."""
    function, item = program.functions.get(name), program.globals.get(name)
    if function is not None and not function.is_declaration:
        for block in function.body.blocks.values():
            yield from _in_block(block)
    elif item is not None and item.initializer is not None:
        yield from ((used, item.position, False) for used in _in_constant(item.initializer))
    elif name in program.aliases:
        yield from ((used, NOWHERE, False) for used in _in_constant(program.aliases[name]))


def _in_block(block: Block) -> Iterator[tuple[str, Position, bool]]:
    for instruction in (*block.instructions, block.terminator):
        callee = instruction.callee if isinstance(instruction, Call) else None
        if isinstance(callee, Symbol):
            yield callee.name, instruction.position, True
        for operand in operands_of(instruction):
            yield from ((used, instruction.position, False) for used in _in_constant(operand))
    for phi in block.phis:
        for operand in phi.incoming.values():
            yield from ((used, block.terminator.position, False) for used in _in_constant(operand))


def _in_constant(constant: Operand | Constant) -> Iterator[str]:
    match constant:
        case Symbol(name=name):
            yield name
        case Folded(op="blockaddress"):
            return
        case Aggregate(items=items) | Folded(operands=items):
            for item in items:
                yield from _in_constant(item)
