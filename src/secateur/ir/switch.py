"""`switch` as a chain of equality tests in source order, so that every branch has two sides and one condition.

LLVM's own lowering makes range tests, which mean nothing to the user.
"""

from __future__ import annotations

from dataclasses import replace

from secateur.ir.model import Block, Body, Compare, ConditionalJump, Int, Jump, Operand, Phi, Register, Switch
from secateur.ir.types import I1


def lower_switches(body: Body) -> Body:
    """The same body without `Switch`. Test number k of block `b` is a block `b.case.k`."""
    if not any(isinstance(b.terminator, Switch) for b in body.blocks.values()):
        return body
    blocks: dict[str, Block] = {}
    entrances: dict[str, dict[str, list[str]]] = {}  # target -> switch block -> the tests that jump there
    count = body.register_count
    for block in body.blocks.values():
        if not isinstance(block.terminator, Switch):
            blocks[block.label] = block
            continue
        chain = _chain(block, block.terminator, count)
        count += len(block.terminator.cases)
        for link in chain:
            blocks[link.label] = link
            for target in _targets(link):
                entrances.setdefault(target, {}).setdefault(block.label, []).append(link.label)
    for target, origins in entrances.items():
        blocks[target] = replace(blocks[target], phis=tuple(_split(p, origins) for p in blocks[target].phis))
    return replace(body, blocks=blocks, register_count=count)


def _targets(block: Block) -> list[str]:
    terminator = block.terminator
    match terminator:
        case ConditionalJump(if_true=if_true, if_false=if_false):
            return [if_true] if if_true == if_false else [if_true, if_false]
        case Jump(target=target):
            return [target]
        case _:
            return []


def _chain(block: Block, switch: Switch, register: int) -> list[Block]:
    if not switch.cases:
        return [replace(block, terminator=Jump(switch.default, switch.position))]
    chain: list[Block] = []
    last = len(switch.cases) - 1
    for number, (value, target) in enumerate(switch.cases):
        result = Register(register + number, I1, f"case.{number}")
        constant = Int(switch.value.type, value)
        test = Compare(result, "eq", switch.value, constant, switch.position)
        otherwise = switch.default if number == last else f"{block.label}.case.{number + 1}"
        branch = ConditionalJump(result, target, otherwise, False, switch.position)
        if number == 0:
            chain.append(replace(block, instructions=(*block.instructions, test), terminator=branch))
        else:
            chain.append(Block(f"{block.label}.case.{number}", (), (test,), branch))
    return chain


def _split(phi: Phi, origins: dict[str, list[str]]) -> Phi:
    incoming: dict[str, Operand] = {}
    for label, value in phi.incoming.items():
        for entrance in origins.get(label, [label]):
            incoming[entrance] = value
    return replace(phi, incoming=incoming)
