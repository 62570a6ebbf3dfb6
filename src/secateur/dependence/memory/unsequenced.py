"""Expressions in which C leaves open which of two calls, or of a variable and a call, comes first, and where that
matters: `h(g(), g())`, `n + g()`. We run what clang chose; other compilers choose otherwise.

Operands are followed to the calls and loads that they are computed from, up to a variable of the user: there, a
statement ends. An order that only a `struct` result or a memory copy shows is not found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from secateur.dependence.memory.side_effects import ANYWHERE, PARAMETER, EffectsOfCalls, definitions, root_of
from secateur.ir.model import (
    Alloca,
    Binary,
    Body,
    Call,
    Cast,
    Compare,
    Function,
    GetElement,
    Instruction,
    Load,
    Negate,
    Null,
    Operand,
    Position,
    Program,
    Register,
    Store,
    Symbol,
)
from secateur.ir.operands import operands_of
from secateur.ir.types import PointerType

_Leaf = Call | Load


@dataclass(frozen=True, slots=True)
class Unsequenced:
    """`first` ran before `second`; both are names of functions or variables."""

    first: str
    second: str
    position: Position


def unsequenced(
    program: Program, functions: Iterable[Function], is_run: Callable[[Position], bool]
) -> Iterator[Unsequenced]:
    """Those in which both parts were run, in the order of the code."""
    effects = EffectsOfCalls(program)
    for function in functions:
        yield from _Finder(function.body, effects).found(is_run)


class _Finder:
    """One function."""

    def __init__(self, body: Body, effects: EffectsOfCalls) -> None:
        self._body = body
        self._effects = effects
        self._made_by = definitions(body)
        self._named = {variable.register for variable in body.variables if not variable.address}

    def found(self, is_run: Callable[[Position], bool]) -> Iterator[Unsequenced]:
        if not any(isinstance(item, Call) for item in self._made_by.values()):
            return
        for block in self._body.blocks.values():
            order = {id(item): number for number, item in enumerate(block.instructions)}
            for item in block.instructions:
                for one, other in self._pairs(item):
                    if id(one) not in order or id(other) not in order:
                        continue
                    first, second = sorted((one, other), key=lambda each: order[id(each)])
                    if is_run(first.position) and is_run(second.position) and self._conflict(one, other):
                        yield Unsequenced(self._name(first), self._name(second), item.position)

    def _pairs(self, item: Instruction) -> Iterator[tuple[_Leaf, _Leaf]]:
        """Calls and loads in different operands, a call in each pair."""
        if not isinstance(item, Binary | Compare | Store | Call):
            return
        operands = [list(self._leaves(operand)) for operand in operands_of(item)]
        for left, right in combinations([leaves for leaves in operands if leaves], 2):
            yield from ((a, b) for a in left for b in right if isinstance(a, Call) or isinstance(b, Call))

    def _leaves(self, operand: Operand) -> Iterator[_Leaf]:
        waiting, seen = [operand], set[int]()
        while waiting:
            each = waiting.pop()
            if not isinstance(each, Register) or each.index in self._named or each.index in seen:
                continue
            seen.add(each.index)
            match self._made_by.get(each.index):
                case Call() as call:
                    yield call
                case Load(address=address) as load:
                    yield load
                    waiting.append(address)
                case Binary() | Cast() | Compare() | Negate() | GetElement() as item:
                    waiting += operands_of(item)

    def _conflict(self, one: _Leaf, other: _Leaf) -> bool:
        """Does one of them write what the other uses?"""
        (reads, writes), (others, changed) = self._uses(one), self._uses(other)
        return _meet(writes, others | changed) or _meet(changed, reads)

    def _uses(self, leaf: _Leaf) -> tuple[set[Operand | str], set[Operand | str]]:
        """What is read and written: names, and registers that hold the address of an object. What lies in memory may
        lead to anything that the call was given."""
        if isinstance(leaf, Load):
            return {self._known(root_of(leaf.address, self._made_by))} - {ANYWHERE}, set()
        targets = [root_of(each, self._made_by) for each in leaf.arguments]
        given = {self._known(each) for each in targets if isinstance(each.type, PointerType)} or {ANYWHERE}
        effects = self._effects.of_call(leaf)
        reads, writes = (
            {use for place in places for use in self._translated(place, targets, given)}
            for places in (effects.reads, effects.writes)
        )
        return reads, writes

    def _translated(self, place: str, targets: list[Operand], given: set[Operand | str]) -> set[Operand | str]:
        if place == ANYWHERE:
            return given
        if not place.startswith(PARAMETER):
            return {place}
        number = int(place[1:])
        return {self._known(targets[number])} if number < len(targets) else given

    def _known(self, root: Operand) -> Operand | str:
        """A variable of the function, a global, or a parameter: taken to be different objects."""
        match root:
            case Symbol(name=name):
                return name
            case Register(index=index):
                made = self._made_by.get(index)
                return root if made is None or isinstance(made, Alloca) else ANYWHERE
            case Null():
                return "NULL"
        return ANYWHERE

    def _name(self, leaf: _Leaf) -> str:
        if isinstance(leaf, Call):
            return leaf.callee.name if isinstance(leaf.callee, Symbol) else "a function pointer"
        root = root_of(leaf.address, self._made_by)
        if isinstance(root, Register):
            return next((v.name for v in self._body.variables if v.register == root.index), "a variable")
        return root.name if isinstance(root, Symbol) else "a variable"


def _meet(one: set[Operand | str], other: set[Operand | str]) -> bool:
    """Is anything in both? What is not known may be any object in memory, but not a global that is named."""
    unnamed = [any(not isinstance(each, str) or each == ANYWHERE for each in uses) for uses in (one, other)]
    return bool(one & other) or (ANYWHERE in one and unnamed[1]) or (ANYWHERE in other and unnamed[0])
