"""Tests of one value in a condition as one decision: `c == 'a' || c == 'b'`, `'0' <= c && c <= '9'`.

A block that only tests a value which the block before it has tested, and that shares a target with it, is joined with
it. What it computes has no effect and cannot fail: comparisons and conversions, and loads which the block before has
made from the same address.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from secateur.ir.model import (
    Binary,
    Block,
    Body,
    Call,
    Cast,
    Compare,
    ConditionalJump,
    Freeze,
    GetElement,
    Instruction,
    Int,
    Joined,
    JoinedTest,
    JoinedWay,
    Jump,
    Load,
    Operand,
    Phi,
    Position,
    Register,
    Store,
    VaArg,
)
from secateur.ir.types import I1, IntType

#: Conversions that keep a number, so that tests of the result are tests of the operand.
_KEEPING = ("sext", "zext")


def join_alternatives(body: Body) -> Body:
    """The body with fewer and larger conditions."""
    blocks = dict(body.blocks)
    entered = _entered(blocks)
    count = body.register_count
    for label in reversed(list(body.blocks)):  # a condition is joined from its end
        while label in blocks:
            made = _join(blocks, label, entered, count)
            if made is None:
                break
            count += made
    return replace(body, blocks=blocks, register_count=count)


def _entered(blocks: Mapping[str, Block]) -> dict[str, int]:
    """By label, how many edges lead to a block; the entry, and what has an address, have one more."""
    counts = dict.fromkeys(blocks, 0)
    counts[next(iter(blocks))] += 1
    for block in blocks.values():
        for target in _targets(block):
            counts[target] += 1
    return counts


def _targets(block: Block) -> Iterator[str]:
    match block.terminator:
        case Jump(target=target):
            yield target
        case ConditionalJump(if_true=if_true, if_false=if_false):
            yield from (if_true, if_false)
        case other:
            for target in getattr(other, "targets", ()):
                yield from (target, target)


@dataclass(frozen=True, slots=True)
class _Second:
    """The block that is joined to the first: its instructions as they run there, and its jump."""

    block: Block
    jump: ConditionalJump
    instructions: tuple[Instruction, ...]
    is_on_true: bool


def _join(blocks: dict[str, Block], label: str, entered: dict[str, int], count: int) -> int | None:
    """Join a block with one that follows it; the number of new registers, None if nothing can be joined."""
    first = blocks[label]
    jump = first.terminator
    if not isinstance(jump, ConditionalJump) or jump.if_true == jump.if_false or _is_switch(jump):
        return None
    for target, other in ((jump.if_true, jump.if_false), (jump.if_false, jump.if_true)):
        block = blocks[target]
        after = block.terminator
        if target == label or entered[target] != 1 or block.phis or not isinstance(after, ConditionalJump):
            continue
        if other not in (after.if_true, after.if_false) or after.if_true == after.if_false or _is_switch(after):
            continue
        instructions = _second(first, jump, block, after)
        if instructions is not None and _same(blocks[other].phis, label, target):
            second = _Second(block, after, instructions, target == jump.if_true)
            return _replace(blocks, first, jump, second, other, entered, count)
    return None


def _is_switch(jump: ConditionalJump) -> bool:
    return jump.joined is not None and jump.joined.is_switch


def _same(phis: tuple[Phi, ...], one: str, other: str) -> bool:
    return all(phi.incoming[one] == phi.incoming[other] for phi in phis)


def _second(
    first: Block, jump: ConditionalJump, block: Block, after: ConditionalJump
) -> tuple[Instruction, ...] | None:
    """The instructions of the second block as they can run at the end of the first; None if they cannot."""
    values = _Values()
    for instruction in first.instructions:
        values.see(instruction)
    tested = values.tested(jump)
    made: list[Instruction] = []
    for instruction in block.instructions:
        known = values.see(instruction)
        if known is not None and isinstance(instruction, Cast | GetElement | Load | Freeze):
            made.append(Freeze(instruction.result, known, instruction.position))
        elif _is_harmless(instruction):
            made.append(instruction)
        else:
            return None
    return tuple(made) if tested and tested == values.tested(after) else None


def _is_harmless(instruction: Instruction) -> bool:
    match instruction:
        case Compare(left=left, right=right):
            return isinstance(left.type, IntType) and isinstance(right.type, IntType)
        case Cast(op=op):
            return op in _KEEPING
        case Freeze(value=Register()):
            return True
        case Binary(result=Register(type=kind), op=op):
            return kind == I1 and op in ("and", "or", "xor")
        case _:
            return False


class _Values:
    """Which registers of a stretch of code hold the same value."""

    def __init__(self) -> None:
        self._same: dict[int, Register] = {}  # by register, the first one with its value
        self._made: dict[object, Register] = {}  # by operation
        self._defined: dict[int, Instruction] = {}
        self._loads: dict[object, Register] = {}

    def see(self, instruction: Instruction) -> Register | None:
        """The register that already has the result of an instruction, if there is one."""
        result = getattr(instruction, "result", None)
        if isinstance(instruction, Store | Call | VaArg):
            self._loads.clear()
        if result is None:
            return None
        self._defined[result.index] = instruction
        if isinstance(instruction, Freeze) and isinstance(instruction.value, Register):
            self._same[result.index] = self._first(instruction.value)
            return self._same[result.index]
        key = self._key(instruction)
        if key is None:
            return None
        table = self._loads if isinstance(instruction, Load) else self._made
        known = table.setdefault(key, result)
        if known is result:
            return None
        self._same[result.index] = known
        return known

    def _first(self, register: Register) -> Register:
        return self._same.get(register.index, register)

    def _operand(self, operand: Operand) -> Operand:
        return self._first(operand) if isinstance(operand, Register) else operand

    def _key(self, instruction: Instruction) -> object | None:
        match instruction:
            case Cast(result=result, op=op, value=value) if op in _KEEPING:
                return op, result.type, self._operand(value)
            case GetElement(source=source, base=base, indices=indices, flags=flags):
                return source, self._operand(base), tuple(map(self._operand, indices)), flags
            case Load(result=result, address=address, align=align):
                return result.type, self._operand(address), align
            case _:
                return None

    def tested(self, jump: ConditionalJump) -> frozenset[Register] | None:
        """The one value that the condition of a jump compares with numbers; None if there is no such value."""
        found: set[Register] = set()
        todo = [jump.condition]
        while todo:
            condition = todo.pop()
            made = self._defined.get(condition.index) if isinstance(condition, Register) else None
            match made:
                case Compare(left=Register() as value, right=Int()) | Compare(left=Int(), right=Register() as value):
                    found.add(self._origin(value))
                case Binary(left=left, right=right) if made.result.type == I1:
                    todo += [each for each in (left, right) if not isinstance(each, Int)]
                case _:
                    return None
        return frozenset(found) if len(found) == 1 else None

    def _origin(self, value: Register) -> Register:
        """What a value was converted from."""
        value = self._first(value)
        while isinstance(made := self._defined.get(value.index), Cast) and made.op in _KEEPING:
            if not isinstance(made.value, Register):
                break
            value = self._first(made.value)
        return value


def _replace(
    blocks: dict[str, Block],
    first: Block,
    jump: ConditionalJump,
    second: _Second,
    shared: str,
    entered: dict[str, int],
    count: int,
) -> int:
    after, position = second.jump, jump.position
    own = after.if_false if shared == after.if_true else after.if_true
    helpers: list[Instruction] = []
    condition = jump.condition
    if second.is_on_true != (shared == after.if_false):  # the first test must fail for the second to be made, or v.v.
        negated = Register(count, I1, "joined.not")
        helpers.append(Binary(negated, "xor", condition, Int(I1, 1), frozenset(), position))
        condition = negated
    result = Register(count + len(helpers), I1, "joined")
    op = "and" if shared == after.if_false else "or"
    helpers.append(Binary(result, op, condition, after.condition, frozenset(), position))
    moved = (*second.instructions, *helpers)
    joined = ConditionalJump(
        result,
        after.if_true,
        after.if_false,
        after.inverted,
        position,
        _ways(jump, second),
        (1, 0),
        jump.moved + len(moved),
    )
    blocks[first.label] = replace(first, instructions=(*first.instructions, *moved), terminator=joined)
    gone = second.block.label
    del blocks[gone]
    entered[shared] -= 1
    for target, keeps in ((shared, False), (own, True)):
        blocks[target] = replace(
            blocks[target],
            phis=tuple(_without(phi, gone, first.label if keeps else None) for phi in blocks[target].phis),
        )
    return len(helpers)


def _without(phi: Phi, gone: str, instead: str | None) -> Phi:
    incoming = {label: value for label, value in phi.incoming.items() if label != gone}
    return replace(phi, incoming=incoming if instead is None else {**incoming, instead: phi.incoming[gone]})


def _ways(jump: ConditionalJump, second: _Second) -> Joined:
    """The ways through the tests of both blocks. Exit 1 is `if_true` of the second."""
    one, two = _tests(jump, ()), _tests(second.jump, _places(second.block))
    ahead = len(one.tests)
    ways: list[JoinedWay] = []
    for way in one.ways:
        if bool(way.exit) is not second.is_on_true:
            leaves = (jump.if_true if way.exit else jump.if_false) == second.jump.if_true
            ways.append(JoinedWay(int(leaves), way.steps))
            continue
        for rest in two.ways:
            shifted = tuple((test + ahead, outcome) for test, outcome in rest.steps)
            ways.append(JoinedWay(rest.exit, (*way.steps, *shifted)))
    return Joined((*one.tests, *two.tests), tuple(ways))


def _tests(jump: ConditionalJump, places: tuple[Position, ...]) -> Joined:
    """The tests that a jump makes: its own, if it joins none."""
    if jump.joined is not None:
        head = jump.joined.tests[0]
        return replace(jump.joined, tests=(replace(head, places=(*head.places, *places)), *jump.joined.tests[1:]))
    assert isinstance(jump.condition, Register)
    test = JoinedTest(jump.condition, None, jump.inverted, jump.position, places)
    return Joined((test,), (JoinedWay(1, ((0, True),)), JoinedWay(0, ((0, False),))))


def _places(block: Block) -> tuple[Position, ...]:
    """What runs whenever the first test of a block is made."""
    jump = block.terminator
    assert isinstance(jump, ConditionalJump)
    own = block.instructions[: len(block.instructions) - jump.moved]
    return (*(each.position for each in own), jump.position)
