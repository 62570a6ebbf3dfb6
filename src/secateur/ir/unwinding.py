"""`longjmp` as plain control flow, so that the machine and every analysis see it without knowing of it.

`longjmp` is a function that notes where to go and returns (`frontend/runtime/jumps.c`). After each call that may run
one, the caller looks whether functions are being left: it then returns at once, or, if the noted mark is its own,
goes on after its call of `setjmp`, with the value of `longjmp` as the result. A mark is a local variable, so a jump to
a function that has returned is an access to a dead variable.

A function that calls `setjmp` has all its variables in memory (`frontend/pin.py`): after the jump they have their
latest values, as in code that is not optimised.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property

from secateur.ir.jump_variables import open_variables
from secateur.ir.model import (
    Alloca,
    Block,
    Body,
    Call,
    Compare,
    ConditionalJump,
    Instruction,
    Int,
    Jump,
    Load,
    Phi,
    Position,
    Register,
    Return,
    Store,
    Symbol,
    Zero,
)
from secateur.ir.module_text import FunctionText
from secateur.ir.select import with_ends
from secateur.ir.types import I1, I32, I64, POINTER, VOID, FunctionType, Type

#: Functions of `jumps.c`: what a call of `setjmp` becomes, by its name, and what notes a jump.
MARKS = {
    "setjmp": "__secateur_mark",
    "_setjmp": "__secateur_mark",
    "__sigsetjmp": "__secateur_mark_signals",
    "__secateur_builtin_setjmp": "__secateur_mark",
}
UNWIND = "__secateur_unwind"
_UNWINDING = Symbol(POINTER, "__secateur_unwinding")
_VALUE = Symbol(POINTER, "__secateur_jump_value")
_CALLED = re.compile(r' call .*?([@%])(?:"([^"]+)"|([\w.$-]+))\(')
_HERE = Position("<secateur>/jumps.c", 0)  # of the code that is added
#: Labels of the blocks that are added.
_LEFT, _OWN, _OUT, _TO = "jump.left", "jump.own", "jump.out", "jump.to"


class Unwinding:
    """Which calls of a program may be left by a jump; what they become."""

    def __init__(self, functions: Mapping[str, FunctionText]) -> None:
        self._functions = functions

    @property
    def is_needed(self) -> bool:
        text = self._functions.get(UNWIND)
        return text is not None and text.body is not None

    @cached_property
    def _jumping(self) -> frozenset[str]:
        """The functions that may be left by a jump. A call through a pointer may always be."""
        callers: dict[str, list[str]] = {}
        waiting = [UNWIND]
        for name, text in self._functions.items():
            for line in text.body or ():
                found = _CALLED.search(line) if " call " in line else None
                if found is None:
                    continue
                if found[1] == "%":
                    waiting.append(name)
                else:
                    callers.setdefault(found[2] or found[3], []).append(name)
        seen = set(waiting)
        while waiting:
            new = set(callers.get(waiting.pop(), ())) - seen
            seen |= new
            waiting.extend(new)
        return frozenset(seen)

    def lower(self, body: Body, kind: FunctionType) -> Body:
        """The body with tests after calls; marks for its calls of `setjmp`."""
        return _Lowering(body, kind.result, self._may_jump).body()

    def _may_jump(self, call: Call) -> bool:
        return not isinstance(call.callee, Symbol) or call.callee.name in self._jumping


class _Lowering:
    def __init__(self, body: Body, result: Type, may_jump: Callable[[Call], bool]) -> None:
        self._old = body
        self._result = result
        self._may_jump = may_jump
        self._count = body.register_count
        self._mark: Register | None = None
        self._value = self._register(I32, "jump.value")
        self._resumed: list[str] = []  # where each `setjmp` goes on
        self._blocks: dict[str, Block] = {}
        self._ends: dict[str, str] = {}

    def body(self) -> Body:
        old = self._old
        calls = [i for block in old.blocks.values() for i in block.instructions if isinstance(i, Call)]
        is_setting = any(_sets(call) for call in calls)
        if not is_setting and not any(map(self._may_jump, calls)):
            return old
        if is_setting:
            self._mark = self._register(POINTER, "setjmp")
        for block in old.blocks.values():
            self._split(block)
        blocks = {
            label: with_ends(block, self._ends) if label in old.blocks else block
            for label, block in self._blocks.items()
        }
        blocks |= {block.label: block for block in self._leaving()}
        for number, target in enumerate(self._resumed, 1):
            label = f"{_TO}.{number}"
            notes = tuple(map(_note, open_variables(old, blocks, target)))
            blocks[label] = replace(blocks[label], instructions=(*notes, *blocks[label].instructions))
        if self._mark is not None:
            first = old.entry.label
            begin = (
                Alloca(self._mark, I32, Int(I32, 1), 4, _HERE),
                Store(Int(I32, 0), self._mark, _HERE, 4),
            )
            blocks[first] = replace(blocks[first], instructions=(*begin, *blocks[first].instructions))
        return replace(old, blocks=blocks, register_count=self._count)

    def _register(self, kind: Type, name: str) -> Register:
        self._count += 1
        return Register(self._count - 1, kind, name)

    def _split(self, block: Block) -> None:
        """End the block after each call that may be left, and after each `setjmp`."""
        label, phis = block.label, block.phis
        pending: list[Instruction] = []
        for instruction in block.instructions:
            following = f"{block.label}.after.{len(self._blocks)}"
            if isinstance(instruction, Call) and _sets(instruction):
                pending.append(self._marking(instruction, len(self._resumed) + 1))
                self._blocks[label] = Block(label, phis, tuple(pending), Jump(following, _HERE))
                phis = self._twice(instruction.result, label)
                self._resumed.append(following)
            elif isinstance(instruction, Call) and self._may_jump(instruction):
                is_left, test = self._test()
                jump = ConditionalJump(is_left, _LEFT, following, False, _HERE)
                self._blocks[label] = Block(label, phis, (*pending, instruction, *test), jump)
                phis = ()
            else:
                pending.append(instruction)
                continue
            label, pending = following, []
        self._blocks[label] = Block(label, phis, tuple(pending), block.terminator)
        self._ends[block.label] = label

    def _marking(self, call: Call, number: int) -> Call:
        assert isinstance(call.callee, Symbol)
        assert self._mark is not None
        buffer, *others = call.arguments
        arguments = (buffer, self._mark, Int(I64, number), *others)
        kind = FunctionType(VOID, tuple(each.type for each in arguments))
        callee = Symbol(POINTER, MARKS[call.callee.name])
        return Call(None, kind, callee, arguments, {}, call.position)

    def _twice(self, result: Register | None, label: str) -> tuple[Phi, ...]:
        """The result of `setjmp`: zero, or what `longjmp` gives."""
        if result is None:
            return ()
        number = len(self._resumed) + 1
        return (Phi(result, {label: Int(I32, 0), f"{_TO}.{number}": self._value}, _HERE),)

    def _test(self) -> tuple[Register, tuple[Instruction, ...]]:
        is_set, is_left = self._register(I32, "unwinding"), self._register(I1, "unwinding.set")
        load = Load(is_set, _UNWINDING, _HERE, 4)
        return is_left, (load, Compare(is_left, "ne", is_set, Int(I32, 0), _HERE))

    def _leaving(self) -> Iterator[Block]:
        """What runs after a call that was left by a jump."""
        out = Return(None if self._result == VOID else Zero(self._result), _HERE)
        if self._mark is None:
            yield Block(_LEFT, (), (), out)
            return
        number, is_own = self._register(I32, "jump"), self._register(I1, "jump.own")
        own = (Load(number, self._mark, _HERE, 4), Compare(is_own, "ne", number, Int(I32, 0), _HERE))
        yield Block(_LEFT, (), own, ConditionalJump(is_own, _OWN, _OUT, False, _HERE))
        yield Block(_OUT, (), (), out)
        arrive = (
            Store(Int(I32, 0), _UNWINDING, _HERE, 4),
            Store(Int(I32, 0), self._mark, _HERE, 4),
            Load(self._value, _VALUE, _HERE, 4),
        )
        yield Block(_OWN, (), arrive, Jump(f"{_TO}.1", _HERE))
        for place, target in enumerate(self._resumed, 1):
            label, following = f"{_TO}.{place}", f"{_TO}.{place + 1}"
            if place == len(self._resumed):
                yield Block(label, (), (), Jump(target, _HERE))
            else:
                is_here = self._register(I1, label)
                test = Compare(is_here, "eq", number, Int(I32, place), _HERE)
                yield Block(label, (), (test,), ConditionalJump(is_here, target, following, False, _HERE))


def _note(variable: Register) -> Call:
    """The latest value of the variable is an assumption from here on."""
    return Call(None, FunctionType(VOID, (POINTER,)), Symbol(POINTER, "__secateur_jumped"), (variable,), {}, _HERE)


def _sets(call: Call) -> bool:
    return isinstance(call.callee, Symbol) and call.callee.name in MARKS
