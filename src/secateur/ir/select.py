"""`select` as a branch. clang emits it for `c ? a : b` with cheap arms; to the user these are two paths."""

from __future__ import annotations

from dataclasses import replace

from secateur.ir.model import Block, Body, ConditionalJump, Instruction, Jump, Phi, Select, Terminator


def lower_selects(body: Body) -> Body:
    """The same body without `Select`. A block `b` with selects ends in `b.join.k`."""
    if not any(isinstance(i, Select) for b in body.blocks.values() for i in b.instructions):
        return body
    blocks: dict[str, Block] = {}
    ends: dict[str, str] = {}
    for block in body.blocks.values():
        parts = _split(block)
        blocks.update((part.label, part) for part in parts)
        ends[block.label] = parts[-1].label
    return replace(body, blocks={label: with_ends(block, ends) for label, block in blocks.items()})


def _split(block: Block) -> list[Block]:
    parts: list[Block] = []
    label, phis = block.label, block.phis
    pending: list[Instruction] = []
    for instruction in block.instructions:
        if not isinstance(instruction, Select):
            pending.append(instruction)
            continue
        number = len(parts) // 3
        true, false, join = (f"{block.label}.{word}.{number}" for word in ("true", "false", "join"))
        position = instruction.position
        branch: Terminator = ConditionalJump(instruction.condition, true, false, False, position)
        parts += [
            Block(label, phis, tuple(pending), branch),
            Block(true, (), (), Jump(join, position)),
            Block(false, (), (), Jump(join, position)),
        ]
        incoming = {true: instruction.if_true, false: instruction.if_false}
        label, phis, pending = join, (Phi(instruction.result, incoming, position),), []
    return [*parts, Block(label, phis, tuple(pending), block.terminator)]


def with_ends(block: Block, ends: dict[str, str]) -> Block:
    """The block with its phis naming their new predecessors, by the old ones."""
    phis = tuple(
        replace(phi, incoming={ends.get(label, label): value for label, value in phi.incoming.items()})
        for phi in block.phis
    )
    return replace(block, phis=phis)
