"""Local variables whose value C leaves open after `longjmp`: changed since `setjmp`, used afterwards, not volatile."""

from __future__ import annotations

from collections.abc import Mapping

from secateur.ir.model import (
    Alloca,
    Block,
    Body,
    Load,
    Register,
    Store,
)
from secateur.ir.successors import successors


def open_variables(body: Body, blocks: Mapping[str, Block], label: str) -> list[Register]:
    """The variables of `body`, whose blocks have become `blocks`, that may be loaded after the block `label` is entered
    by a jump, before they are stored, and that may be stored after it was entered the first time."""
    plain = [i.result for block in body.blocks.values() for i in block.instructions if isinstance(i, Alloca)]
    reached = _reached(blocks, label)
    stored = {
        i.address.index
        for block in reached
        for i in block.instructions
        if isinstance(i, Store) and isinstance(i.address, Register) and not i.is_volatile
    }
    return [each for each in plain if each.index in stored and _is_used(blocks, label, each)]


def _reached(blocks: Mapping[str, Block], label: str) -> list[Block]:
    seen, waiting = {label: None}, [label]
    while waiting:
        new = [each for each in successors(blocks[waiting.pop()].terminator) if each not in seen]
        seen.update(dict.fromkeys(new))
        waiting += new
    return [blocks[each] for each in seen]


def _is_used(blocks: Mapping[str, Block], label: str, variable: Register) -> bool:
    seen, waiting = {label}, [label]
    while waiting:
        block = blocks[waiting.pop()]
        access = next(
            (i for i in block.instructions if isinstance(i, Load | Store) and i.address == variable),
            None,
        )
        if isinstance(access, Load):
            return True
        if access is None:
            new = [each for each in successors(block.terminator) if each not in seen]
            seen.update(new)
            waiting += new
    return False
