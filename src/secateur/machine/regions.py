"""Which branches can be merged: the static part.

The region of a branch is the code between the branch and the block where its sides meet again (its immediate
post-dominator). It can be executed on both sides at once if it is small, has no loop, and does nothing that cannot be
done under a condition: it computes, loads, stores, fails, and calls functions that do no more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property

from secateur.ir.model import (
    RESULT,
    Alloca,
    Binary,
    Block,
    Body,
    Call,
    Cast,
    Compare,
    ConditionalJump,
    ExtractValue,
    Freeze,
    Function,
    GetElement,
    InsertValue,
    Instruction,
    Jump,
    Load,
    Negate,
    Operand,
    Register,
    Return,
    Store,
    Symbol,
    Unreachable,
)
from secateur.ir.operands import operands_of
from secateur.ir.types import I1, ArrayType
from secateur.provided import ProgramEnd, facts_of

#: Maximum number of blocks and instructions of a region, without what it calls.
MOST_BLOCKS, MOST_INSTRUCTIONS = 24, 120
#: Maximum number of instructions of a function that is called in a region.
MOST_CALLED = 80
#: An index into a constant array of at most this length may be merged.
LONGEST_TABLE = 256

_QUIET = (Binary, Compare, Cast, Freeze, Load, Store, GetElement, Negate, ExtractValue, InsertValue)


class Regions:
    """Of one function. `functions` are those of the program, `is_table` says whether an address is that of a constant
    array."""

    def __init__(
        self, function: Function, functions: Mapping[str, Function], is_table: Callable[[Operand], bool]
    ) -> None:
        self.function = function
        self.body: Body = function.body
        self._functions = functions
        self._is_table = is_table
        self._labels = list(self.body.blocks)
        self._numbers = {label: number for number, label in enumerate(self._labels)}
        self._after = [[self._numbers[t] for t in targets(block)] for block in self.body.blocks.values()]
        self._fails = [fails(block, functions) for block in self.body.blocks.values()]

    @cached_property
    def joins(self) -> dict[str, str]:
        """By block that ends in a branch: the block where its sides can be merged."""
        found: dict[str, str] = {}
        if RESULT in self.function.nonnull:  # its results are checked on the way to where they meet
            return found
        for block in self.body.blocks.values():
            if isinstance(block.terminator, ConditionalJump) and block.terminator.if_true != block.terminator.if_false:
                join = self._meets(self._numbers[block.label])
                if join is not None and self._is_quiet(block.label, self._labels[join]):
                    found[block.label] = self._labels[join]
        return found

    # --- where the sides meet

    @cached_property
    def _dominators(self) -> list[int]:
        """By block: the blocks that every way from it to an end passes, unless it fails, as a bit set."""
        count = len(self._labels)
        found = [(1 << count) - 1] * count
        changed = True
        while changed:
            changed = False
            for number in reversed(range(count)):
                common = (1 << count) - 1 if self._after[number] or self._fails[number] else 0
                for after in self._after[number]:
                    common &= found[after]
                if found[number] != common | 1 << number:
                    found[number], changed = common | 1 << number, True
        return found

    def _meets(self, number: int) -> int | None:
        """The first of the blocks that every way from a block passes."""
        rest = self._dominators[number] & ~(1 << number)
        return next((each for each in _numbers(rest) if self._dominators[each] == rest), None)

    def _is_quiet(self, label: str, join: str) -> bool:
        """Is the region small, without loops, and without effects that need a decision?"""
        blocks = self._region(label, join)
        if blocks is None:
            return False
        instructions = [each for inside in blocks for each in self.body.blocks[inside].instructions]
        if len(instructions) > MOST_INSTRUCTIONS:
            return False
        return all(is_quiet(each, self._functions, (self.function.name,)) for each in instructions)

    def _region(self, label: str, join: str) -> list[str] | None:
        """The blocks between a branch and its join; None if there is a loop, or another end."""
        done: dict[str, bool] = {join: True}
        order: list[str] = []
        work = [(target, False) for target in targets(self.body.blocks[label])]
        while work:
            at, is_left = work.pop()
            if is_left:
                done[at] = True
                order.append(at)
                continue
            if at == label or done.get(at) is False:
                return None
            if at in done:
                continue
            block = self.body.blocks[at]
            if not isinstance(block.terminator, Jump | ConditionalJump) and not fails(block, self._functions):
                return None
            if len(done) > MOST_BLOCKS + 1:
                return None
            done[at] = False
            work.append((at, True))
            work += [(target, False) for target in targets(block)]
        return order

    # --- what should stay concrete

    @cached_property
    def sensitive(self) -> frozenset[int]:
        """Registers that are better kept concrete: numbers that decide when a loop ends, places that are accessed."""
        made = {i.result.index: i for i in _instructions(self.body) if getattr(i, "result", None) is not None}  # type: ignore[union-attr]
        phis = {phi.result.index: phi for block in self.body.blocks.values() for phi in block.phis}
        work = list(self._sinks(made))
        seen: dict[int, Register] = {}
        while work:
            register = work.pop()
            source = made.get(register.index) or phis.get(register.index)
            if register.index not in seen:
                seen[register.index] = register
                if source is not None and not isinstance(source, Load | Call):
                    work += [each for each in operands_of(source) if isinstance(each, Register)]
        return frozenset(index for index, register in seen.items() if register.type != I1)

    def _sinks(self, made: Mapping[int, Instruction]) -> Iterator[Register]:
        for number, block in enumerate(self.body.blocks.values()):
            jump = block.terminator
            if isinstance(jump, ConditionalJump) and isinstance(jump.condition, Register) and self._leaves_loop(number):
                yield jump.condition
            for instruction in block.instructions:
                yield from self._places(instruction, made)

    def _places(self, instruction: Instruction, made: Mapping[int, Instruction]) -> Iterator[Register]:
        """Registers that say which place an instruction accesses, or how much memory it needs."""
        match instruction:
            case Store(address=Register() as address):
                yield address
            case Load(address=Register() as address):
                if not self._is_look_up(made.get(address.index), made):
                    yield address
            case Alloca(count=Register() as count):
                yield count
            case Call(callee=Symbol(name=name), arguments=arguments) if name not in self._functions or (
                self._functions[name].is_declaration and not facts_of(name).is_pure
            ):
                yield from (each for each in arguments if isinstance(each, Register))

    def _is_look_up(self, source: Instruction | None, made: Mapping[int, Instruction]) -> bool:
        """Is this the address of an element of a short table?"""
        while isinstance(source, GetElement) and isinstance(source.base, Register):
            source = made.get(source.base.index)
        return isinstance(source, GetElement) and self._is_table(source.base) and _is_short(source)

    def _leaves_loop(self, number: int) -> bool:
        return bool(self._reach[number] >> number & 1) and any(
            not self._reach[after] >> number & 1 for after in self._after[number]
        )

    @cached_property
    def _reach(self) -> list[int]:
        """By block: the blocks that can run after it, as a bit set."""
        found = [0] * len(self._labels)
        changed = True
        while changed:
            changed = False
            for number in reversed(range(len(self._labels))):
                reached = found[number]
                for after in self._after[number]:
                    reached |= found[after] | 1 << after
                if reached != found[number]:
                    found[number], changed = reached, True
        return found


def _numbers(mask: int) -> Iterator[int]:
    """The positions of the bits that are set."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def targets(block: Block) -> tuple[str, ...]:
    match block.terminator:
        case Jump(target=target):
            return (target,)
        case ConditionalJump(if_true=if_true, if_false=if_false):
            return (if_true, if_false)
        case other:
            return tuple(getattr(other, "targets", ()))


def fails(block: Block, functions: Mapping[str, Function]) -> bool:
    """Does a block end in a fault, as a failed assertion does?"""
    return isinstance(block.terminator, Unreachable) and any(
        isinstance(each, Call) and isinstance(each.callee, Symbol) and _is_failure(each.callee.name, functions)
        for each in block.instructions
    )


def _is_failure(name: str, functions: Mapping[str, Function]) -> bool:
    function = functions.get(name)
    return (function is None or function.is_declaration) and facts_of(name).end is ProgramEnd.FAULT


def is_quiet(instruction: Instruction, functions: Mapping[str, Function], inside: tuple[str, ...]) -> bool:
    """Can an instruction be executed under a condition? `inside` are the functions that lead to it."""
    if not isinstance(instruction, Call):
        return isinstance(instruction, _QUIET)
    if not isinstance(instruction.callee, Symbol):
        return False
    name = instruction.callee.name
    function = functions.get(name)
    if function is None or function.is_declaration:
        facts = facts_of(name)
        if facts.end is ProgramEnd.FAULT:
            return True
        return facts.is_dropped or facts.is_pure or facts.enters_scope or facts.leaves_scope
    return name not in inside and not function.by_value and _is_simple(function, functions, (*inside, name))


def _is_simple(function: Function, functions: Mapping[str, Function], inside: tuple[str, ...]) -> bool:
    """Is this a short function without loops and effects?"""
    blocks = function.body.blocks
    instructions = list(_instructions(function.body))
    if len(instructions) > MOST_CALLED or RESULT in function.nonnull or len(inside) > 4 or _has_loop(blocks):
        return False
    ends = (Jump, ConditionalJump, Return)
    if not all(isinstance(block.terminator, ends) or fails(block, functions) for block in blocks.values()):
        return False
    entry = function.body.entry.instructions
    allocas = {id(each) for each in entry if isinstance(each, Alloca)}
    return all(id(each) in allocas or is_quiet(each, functions, inside) for each in instructions)


def _has_loop(blocks: Mapping[str, Block]) -> bool:
    left: set[str] = set()
    order = list(blocks)
    while True:
        ends = [label for label in order if all(target in left for target in targets(blocks[label]))]
        if not ends:
            return bool(order)
        left.update(ends)
        order = [label for label in order if label not in left]


def _instructions(body: Body) -> Iterable[Instruction]:
    return (instruction for block in body.blocks.values() for instruction in block.instructions)


def _is_short(element: GetElement) -> bool:
    kind = element.source
    size = 1
    while isinstance(kind, ArrayType):
        size, kind = size * kind.count, kind.element
    return 0 < size <= LONGEST_TABLE
