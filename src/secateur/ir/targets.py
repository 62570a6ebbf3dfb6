"""Branches by target: what leads to the same block for the same reason is one decision.

`switch` was lowered to a test per label. Here the labels of a target become one test, in the order of their first
labels; labels that share the default's target need none. Tests of one value in a condition, such as
`c == 'a' || c == 'b'` and `'0' <= c && c <= '9'`, are joined in `secateur.ir.alternatives`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from secateur.ir.alternatives import join_alternatives
from secateur.ir.model import (
    Binary,
    Block,
    Body,
    Compare,
    ConditionalJump,
    Function,
    Instruction,
    Int,
    Joined,
    JoinedTest,
    JoinedWay,
    Phi,
    Program,
    Register,
)
from secateur.ir.types import I1


def by_target(program: Program) -> Program:
    """The same program with fewer and larger decisions."""
    functions = {name: _by_target(function) for name, function in program.functions.items()}
    return replace(program, functions=functions, outlines={}, by_label=program)


def _by_target(function: Function) -> Function:
    if function.is_declaration:
        return function
    return replace(function, reader=lambda: join_alternatives(join_labels(function.body)))


def join_labels(body: Body) -> Body:
    """The body with one test for all labels of a `switch` that have the same target."""
    blocks = dict(body.blocks)
    count = body.register_count
    for label in body.blocks:
        chain = _chain(blocks, label) if label in blocks else []
        default = _jump(chain[-1]).if_false if chain else ""
        groups = _groups(chain, default)
        if groups and len(groups) < len(chain):
            count = _join(blocks, chain, groups, default, count)
    return replace(body, blocks=blocks, register_count=count)


def _jump(block: Block) -> ConditionalJump:
    assert isinstance(block.terminator, ConditionalJump)
    return block.terminator


def _chain(blocks: Mapping[str, Block], label: str) -> list[Block]:
    """The tests of a `switch` that begins in a block (`ir.switch` names the others)."""
    chain = [blocks[label]]
    while (after := _else(chain[-1])).endswith(f".case.{len(chain)}"):
        chain.append(blocks[after])
    tests = [block.instructions[-1] for block in chain if block.instructions]
    values = {test.left for test in tests if isinstance(test, Compare)}
    return chain if len(chain) > 1 and len(values) == 1 and isinstance(values.pop(), Register) else []


def _else(block: Block) -> str:
    return block.terminator.if_false if isinstance(block.terminator, ConditionalJump) else ""


def _groups(chain: list[Block], default: str) -> dict[str, list[int]]:
    """By target, the numbers of the labels that lead there."""
    groups: dict[str, list[int]] = {}
    for number, block in enumerate(chain):
        if _jump(block).if_true != default:
            groups.setdefault(_jump(block).if_true, []).append(number)
    return groups


def _join(blocks: dict[str, Block], chain: list[Block], groups: dict[str, list[int]], default: str, count: int) -> int:
    """Replace the chain; the number of registers afterwards."""
    joined = _joined(chain, groups)
    firsts = [chain[0].label, *(chain[numbers[0]].label for numbers in list(groups.values())[1:])]
    names = {block.label for block in chain}
    head = chain[0]
    for block in chain[1:]:
        del blocks[block.label]
    made: dict[str, Block] = {}
    for exit_, (target, numbers) in enumerate(groups.items()):
        tests = [chain[number].instructions[-1] for number in numbers]
        instructions, condition, count = _any(tests, _jump(head), count)
        is_last = exit_ == len(groups) - 1
        jump = ConditionalJump(
            condition,
            target,
            default if is_last else firsts[exit_ + 1],
            False,
            _jump(head).position,
            joined,
            (exit_, len(groups) if is_last else None),
        )
        if exit_ == 0:
            made[head.label] = replace(head, instructions=(*head.instructions[:-1], *instructions), terminator=jump)
        else:
            made[firsts[exit_]] = Block(firsts[exit_], (), instructions, jump)
    _insert(blocks, head.label, made)
    for exit_, target in enumerate((*groups, default)):
        origin = firsts[min(exit_, len(firsts) - 1)]
        blocks[target] = replace(blocks[target], phis=tuple(_entered(p, names, origin) for p in blocks[target].phis))
    return count


def _insert(blocks: dict[str, Block], label: str, made: dict[str, Block]) -> None:
    """Put blocks in the place of one, in the order of the text."""
    items = list(blocks.items())
    blocks.clear()
    for name, block in items:
        if name == label:
            blocks.update(made)
        else:
            blocks[name] = block


def _any(tests: list[Instruction], jump: ConditionalJump, count: int) -> tuple[tuple[Instruction, ...], Register, int]:
    """Instructions that make all the tests, and the register that says whether one of them holds."""
    instructions = list(tests)
    results = [test.result for test in tests if isinstance(test, Compare)]
    condition = results[0]
    for result in results[1:]:
        either = Register(count, I1, f"{condition.name}.or")
        instructions.append(Binary(either, "or", condition, result, frozenset(), jump.position))
        condition, count = either, count + 1
    return tuple(instructions), condition, count


def _joined(chain: list[Block], groups: dict[str, list[int]]) -> Joined:
    exits = {target: exit_ for exit_, target in enumerate(groups)}
    tests, ways = [], []
    for number, block in enumerate(chain):
        compare = block.instructions[-1]
        assert isinstance(compare, Compare)
        assert isinstance(compare.right, Int)
        assert isinstance(compare.left, Register)
        tests.append(JoinedTest(compare.left, compare.right.value, False, compare.position))
        ways.append(JoinedWay(exits.get(_jump(block).if_true, len(groups)), ((number, True),), number))
    ways.append(JoinedWay(len(groups), tuple((number, False) for number in range(len(chain)))))
    return Joined(tuple(tests), tuple(ways), is_switch=True)


def _entered(phi: Phi, names: set[str], origin: str) -> Phi:
    """A phi of a target: all tests of the chain gave it the same value."""
    incoming = {label: value for label, value in phi.incoming.items() if label not in names}
    given = [value for label, value in phi.incoming.items() if label in names]
    return replace(phi, incoming={**incoming, origin: given[0]} if given else incoming)
