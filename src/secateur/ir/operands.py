"""The operands of any instruction or terminator, in order."""

from __future__ import annotations

from collections.abc import Iterator

from secateur.ir.model import (
    Alloca,
    Binary,
    Call,
    Cast,
    Compare,
    ConditionalJump,
    ExtractValue,
    Freeze,
    Function,
    GetElement,
    IndirectJump,
    InsertValue,
    Instruction,
    Load,
    Negate,
    Operand,
    Phi,
    Register,
    Return,
    Select,
    Store,
    Switch,
    Terminator,
    VaArg,
)


def operands_of(instruction: Instruction | Terminator | Phi) -> Iterator[Operand]:
    match instruction:
        case Binary(left=left, right=right) | Compare(left=left, right=right):
            yield left
            yield right
        case Negate(value=value) | Cast(value=value) | Freeze(value=value) | Switch(value=value):
            yield value
        case Select(condition=condition, if_true=if_true, if_false=if_false):
            yield condition
            yield if_true
            yield if_false
        case Alloca(count=count):
            yield count
        case Load(address=address) | IndirectJump(address=address):
            yield address
        case Store(value=value, address=address):
            yield value
            yield address
        case GetElement(base=base, indices=indices):
            yield base
            yield from indices
        case ExtractValue(aggregate=aggregate):
            yield aggregate
        case InsertValue(aggregate=aggregate, value=value):
            yield aggregate
            yield value
        case Call(callee=callee, arguments=arguments):
            yield callee
            yield from arguments
        case VaArg(list=where):
            yield where
        case Phi(incoming=incoming):
            yield from incoming.values()
        case ConditionalJump(condition=condition):
            yield condition
        case Return(value=value) if value is not None:
            yield value


def reads_parameters(function: Function, first: int = 0) -> bool:
    """Does a function use what it is called with, from this parameter on?"""
    given = {register.index for register in function.parameters[first:]}
    return any(
        isinstance(operand, Register) and operand.index in given
        for block in function.body.blocks.values()
        for item in (*block.phis, *block.instructions, block.terminator)
        for operand in operands_of(item)
    )
