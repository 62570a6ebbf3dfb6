"""What the instructions of a segment define and use, computed once, for walks along traces.

A recipe is a list of steps. A step begins with its `Do`, the node, and the place of the instruction.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum, auto
from typing import TYPE_CHECKING

from secateur.dependence.control.code import Unit
from secateur.dependence.control.crossing import Crossings
from secateur.dependence.control.joins import Chooser, choosers
from secateur.ir.model import (
    Alloca,
    Block,
    Call,
    ConditionalJump,
    IndirectJump,
    Instruction,
    Jump,
    Load,
    Operand,
    Phi,
    Register,
    Return,
    Store,
    Symbol,
    Terminator,
)
from secateur.ir.operands import operands_of
from secateur.ir.types import size_of, store_size_of
from secateur.provided import facts_of

if TYPE_CHECKING:
    from secateur.machine.compiler import Segment


class Do(IntEnum):
    """What a step does, as far as dependences are concerned."""

    COMPUTE = auto()
    LOAD = auto()
    STORE = auto()
    BLOCK = auto()
    PHI = auto()
    BRANCH = auto()
    PROVIDED = auto()
    CALL = auto()
    RETURN = auto()
    ALLOCATE = auto()


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """One instruction (or the entry into a block, or a phi with the value of one edge).

    `uses`: registers read; `crossing`: (register, branch block, side, block that defines it) of those defined in a loop
    that has been left.
    `result`: the register defined, or -1. `size`: bytes accessed. `block`: its number.
    """

    do: Do
    node: int
    place: tuple[str, int]
    block: int
    uses: tuple[int, ...] = ()
    crossing: tuple[tuple[int, int, int, int], ...] = ()
    result: int = -1
    size: int = 0
    address: int = -1  # the register that holds the address or the function called
    chosen: tuple[tuple[int, tuple[bool, ...]], ...] = ()  # of a phi: branches and, by side taken, whether they matter
    targets: tuple[str, ...] = ()  # of a branch, by side
    name: str = ""  # of the function called
    arguments: tuple[int, ...] = ()  # registers, -1 for constants


class Recipes:
    """The recipes of one function."""

    def __init__(self, unit: Unit, is_defined: dict[str, bool]) -> None:
        self.unit = unit
        self.crossings = Crossings(unit)
        self._is_defined = is_defined
        self._choosers: dict[int, tuple[Chooser, ...]] = {}
        self._steps: dict[tuple[str, int, str | None], list[Step]] = {}
        self._recipes: dict[object, list[Step]] = {}

    def of(self, segment: Segment) -> list[Step]:
        found = self._recipes.get(segment)
        if found is None:
            found = []
            for label, start, origin in segment.parts:
                found += self._part(label, start, origin)
            self._recipes[segment] = found
        return found

    def _part(self, label: str, start: int, origin: str | None) -> list[Step]:
        key = (label, start, origin)
        made = self._steps.get(key)
        if made is None:
            number = self.unit.flow.number[label]
            block = self.unit.function.body.blocks[label]
            made = self._entry(block, number, origin) if start == 0 else []
            made += self._rest(block, number, start)
            self._steps[key] = made
        return made

    def _entry(self, block: Block, number: int, origin: str | None) -> list[Step]:
        made = [Step(Do.BLOCK, -1, (block.label, -1), number)]
        first = self.unit.starts[number]
        for offset, phi in enumerate(block.phis):
            assert origin is not None
            value = phi.incoming[origin]
            edge = self.unit.flow.number[origin]
            uses = _registers((value,))
            made.append(
                Step(
                    Do.PHI,
                    first + offset,
                    (block.label, -1),
                    number,
                    uses,
                    self._crossing(uses, edge),
                    phi.result.index,
                    chosen=self._chosen(phi, number, value),
                )
            )
        return made

    def _chosen(self, phi: Phi, number: int, value: Operand) -> tuple[tuple[int, tuple[bool, ...]], ...]:
        """The branches that could have brought another value, by the side they took."""
        flow = self.unit.flow
        found = []
        for chooser in self._choosers_of(number):
            brought = []
            for edges, passed in zip(chooser.edges, chooser.passed, strict=True):
                values = [v for label, v in phi.incoming.items() if edges >> flow.number[label] & 1]
                brought.append({(v, self._again(v, passed, chooser.branch)) for v in values})
            if all(values == brought[0] for values in brought) and not any(again for _, again in brought[0]):
                continue  # the choice among them is made later
            others = [any(v != value or again for v, again in values) for values in brought]
            matters = tuple(any(o for t, o in enumerate(others) if t != s) for s in range(len(others)))
            if any(matters):
                found.append((chooser.branch, matters))
        return tuple(found)

    def _choosers_of(self, number: int) -> tuple[Chooser, ...]:
        found = self._choosers.get(number)
        if found is None:
            found = self._choosers[number] = choosers(self.unit.flow, number)
        return found

    def _again(self, value: Operand, blocks: int, branch: int) -> bool:
        """Is the value defined before the branch but recomputed in one of these blocks?"""
        if not isinstance(value, Register):
            return False
        home = self.unit.homes[value.index]
        if home < 0:
            return False
        block = self.unit.blocks[home - self.unit.first]
        return bool(blocks >> block & 1) and self.unit.flow.dominates(block, branch)

    def _rest(self, block: Block, number: int, start: int) -> list[Step]:
        made: list[Step] = []
        first = self.unit.starts[number] + len(block.phis)
        for index in range(start, len(block.instructions)):
            instruction = block.instructions[index]
            step = self._instruction(instruction, first + index, (block.label, index), number)
            if step is not None:
                made.append(step)
                if step.do is Do.CALL:
                    return made
        place = (block.label, len(block.instructions))
        ending = block.terminator
        if not isinstance(ending, Jump):
            made.append(self._ending(ending, first + len(block.instructions), place, number))
        return made

    def _instruction(self, instruction: Instruction, node: int, place: tuple[str, int], number: int) -> Step | None:
        uses = _registers(operands_of(instruction))
        crossing = self._crossing(uses, number)
        result = getattr(instruction, "result", None)
        defined = -1 if result is None else result.index
        match instruction:
            case Load(address=address, result=made):
                size = store_size_of(made.type)
                return Step(Do.LOAD, node, place, number, uses, crossing, defined, size, _register(address))
            case Store(value=value, address=address):
                size = store_size_of(value.type)
                return Step(Do.STORE, node, place, number, uses, crossing, -1, size, _register(address))
            case Alloca(type=kind):
                return Step(Do.ALLOCATE, node, place, number, uses, crossing, defined, size_of(kind))
            case Call():
                return self._call(instruction, Step(Do.CALL, node, place, number, uses, crossing, defined))
        return Step(Do.COMPUTE, node, place, number, uses, crossing, defined)

    def _call(self, call: Call, step: Step) -> Step | None:
        arguments = tuple(_register(a) for a in call.arguments)
        if not isinstance(call.callee, Symbol):
            do, name = Do.CALL, ""
        else:
            name = call.callee.name
            if facts_of(name).is_dropped:
                return None
            do = Do.CALL if self._is_defined.get(name, False) else Do.PROVIDED
        callee = _register(call.callee)
        place, crossing = step.place, step.crossing
        return Step(
            do,
            step.node,
            place,
            step.block,
            step.uses,
            crossing,
            step.result,
            0,
            callee,
            name=name,
            arguments=arguments,
        )

    def _ending(self, ending: Terminator, node: int, place: tuple[str, int], number: int) -> Step:
        uses = _registers(operands_of(ending))
        crossing = self._crossing(uses, number)
        match ending:
            case ConditionalJump(if_true=if_true, if_false=if_false):
                return Step(Do.BRANCH, node, place, number, uses, crossing, targets=(if_true, if_false))
            case IndirectJump(targets=targets):
                return Step(Do.BRANCH, node, place, number, uses, crossing, targets=targets)
            case Return():
                return Step(Do.RETURN, node, place, number, uses, crossing)
        return Step(Do.COMPUTE, node, place, number, uses, crossing)

    def _crossing(self, uses: Sequence[int], block: int) -> tuple[tuple[int, int, int, int], ...]:
        unit = self.unit
        return tuple(
            (r, branch, side, unit.blocks[unit.homes[r] - unit.first])
            for r in uses
            for branch, side in self.crossings.of(r, block)
        )


def _register(operand: Operand) -> int:
    return operand.index if isinstance(operand, Register) else -1


def _registers(operands: Iterable[Operand]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(o.index for o in operands if isinstance(o, Register)))
