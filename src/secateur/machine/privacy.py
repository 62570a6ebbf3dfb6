"""Which objects are private: no pointer to them is left when the call that made them is over.

This is found in the code, once for each local variable and each call that may return a new block. A pointer is left if
it is stored, made a number, or passed to code that is not known. Offsets within the object, and whether two pointers
are equal, leave none. An object is not private either if its order among others matters: they have to lie in the order
in which they were made, as they do natively.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from secateur.ir.model import (
    Binary,
    Body,
    Call,
    Cast,
    Compare,
    Freeze,
    Function,
    GetElement,
    Instruction,
    Load,
    Operand,
    Phi,
    Program,
    Register,
    Return,
    Select,
    Store,
    Symbol,
    Terminator,
)
from secateur.ir.operands import operands_of
from secateur.ir.successors import successors
from secateur.ir.types import IntType, PointerType
from secateur.provided import facts_of

#: A parameter of a function: the name of the function, and the number of the parameter.
Parameter = tuple[str, int]
Item = Phi | Instruction | Terminator


@dataclass(frozen=True, slots=True)
class PointerFate:
    """What becomes of a pointer in the function that has it in a register. `is_kept`: it may be left somewhere.
    `passed`: the parameters that it is passed to. `copies`: all registers that may point into the same object."""

    is_kept: bool
    is_returned: bool
    passed: frozenset[Parameter]
    copies: frozenset[int]


@dataclass(frozen=True, slots=True)
class BlockFate:
    """The same for a new block, the result of a call. `is_private`: no pointer is left in memory, and when the call is
    made again, none is left in a register either."""

    is_private: bool
    is_returned: bool


class Privacy:
    """The answers for one program."""

    def __init__(self, program: Program) -> None:
        self._functions = program.functions
        self._fates: dict[tuple[str, int], PointerFate] = {}
        self._blocks: dict[tuple[str, int], BlockFate] = {}
        self._users: dict[str, dict[int, list[Item]]] = {}

    def is_private(self, function: Function, register: int) -> bool:
        """Is the object private that a register of the function points to from its beginning?"""
        fate = self._fate(function, register)
        return not fate.is_returned and not self._is_kept(fate)

    def of_block(self, function: Function, register: int) -> BlockFate:
        """What becomes of a new block to which the result of a call points."""
        key = function.name, register
        found = self._blocks.get(key)
        if found is None:
            fate = self._fate(function, register)
            is_private = not self._is_kept(fate) and not _is_left_by_last(function.body, register, fate.copies)
            found = self._blocks[key] = BlockFate(is_private, fate.is_returned)
        return found

    def copies(self, function: Function, register: int) -> frozenset[int]:
        """The registers that may point into the object that this one points to: all, if it is private."""
        return self._fate(function, register).copies

    def users(self, function: Function, register: int) -> list[Item]:
        return self._users_in(function).get(register, [])

    def _is_kept(self, fate: PointerFate) -> bool:
        """In the function itself, or in one that it is passed to."""
        if fate.is_kept:
            return True
        seen, todo = set(fate.passed), list(fate.passed)
        while todo:
            name, number = todo.pop()
            callee = self._functions[name]
            if number >= len(callee.parameters):  # a variable argument
                return True
            fate = self._fate(callee, callee.parameters[number].index)
            if fate.is_kept:
                return True
            todo += fate.passed - seen
            seen |= fate.passed
        return False

    def _fate(self, function: Function, register: int) -> PointerFate:
        key = function.name, register
        found = self._fates.get(key)
        if found is None:
            found = self._fates[key] = self._follow(function, register)
        return found

    def _follow(self, function: Function, register: int) -> PointerFate:
        users = self._users_in(function)
        copies, todo = {register}, [register]  # and numbers made of them
        compared: list[Compare | Binary] = []
        passed: set[Parameter] = set()
        is_kept = is_returned = False
        while todo and not is_kept:
            index = todo.pop()
            for user in users.get(index, ()):
                result: Register | None = None
                match user:
                    case Load() | Compare(predicate="eq" | "ne"):
                        pass
                    case Compare() | Binary(op="sub"):
                        compared.append(user)
                    case Store(value=value):
                        is_kept |= _is(value, index)
                    case Return(value=value):
                        is_returned = True
                        is_kept |= value is None or not isinstance(value.type, PointerType)  # as a number
                    case Cast(op="ptrtoint", result=Register(type=IntType(64)) as number):
                        result = number
                    case Cast(op="bitcast" | "addrspacecast"):
                        result = user.result
                    case GetElement() | Phi() | Select() | Freeze():
                        result = user.result
                    case Call():
                        to = self._passed(user, index)
                        is_kept |= to is None
                        passed |= to or set()
                        if user.result is not None and isinstance(user.result.type, PointerType):
                            result = user.result
                        elif user.result is not None:
                            is_kept |= to is None or _makes_a_number(user)
                    case _:
                        is_kept = True
                if result is not None and result.index not in copies:
                    copies.add(result.index)
                    todo.append(result.index)
        if compared:
            within = copies - self._strays(function, copies)
            is_kept |= not all(_is_within(each, within) for each in compared)
        return PointerFate(is_kept, is_returned, frozenset(passed), frozenset(copies))

    def _passed(self, call: Call, index: int) -> set[Parameter] | None:
        """The parameters that a call passes a pointer to; None if it is not known what becomes of it."""
        if not isinstance(call.callee, Symbol):
            return None
        name = call.callee.name
        numbers = {number for number, each in enumerate(call.arguments) if _is(each, index)}
        callee = self._functions.get(name)
        if callee is not None and not callee.is_declaration:
            return {(name, number) for number in numbers if number not in callee.by_value}
        effect = facts_of(name).effect
        if effect.is_unknown or numbers & {value for _, value in effect.stores}:
            return None
        return set()

    def _strays(self, function: Function, copies: set[int]) -> set[int]:
        """The copies that may as well point into another object, such as one of two that a condition selects."""
        users, found = self._users_in(function), set[int]()
        todo = [item for each in copies for item in users.get(each, ()) if _result_of(item) in copies]
        before = -1
        while before != len(found):
            before = len(found)
            found |= {_result_of(item) for item in todo if _may_stray(item, copies - found)}
        return found

    def _users_in(self, function: Function) -> dict[int, list[Item]]:
        """By register: what uses it."""
        found = self._users.get(function.name)
        if found is None:
            found = self._users[function.name] = {}
            for block in function.body.blocks.values():
                for item in (*block.phis, *block.instructions, block.terminator):
                    for each in operands_of(item):
                        if isinstance(each, Register):
                            found.setdefault(each.index, []).append(item)
        return found


def _is(operand: Operand, index: int) -> bool:
    return isinstance(operand, Register) and operand.index == index


def _makes_a_number(call: Call) -> bool:
    """May the result of a call of a function without a body be a number made of its arguments?"""
    assert isinstance(call.callee, Symbol)
    effect = facts_of(call.callee.name).effect
    return effect.computes or bool(effect.returns or effect.moves or effect.loads)


def _result_of(item: Item) -> int:
    """The register that it sets; -1 if none."""
    result: Register | None = getattr(item, "result", None)
    return -1 if result is None else result.index


def _may_stray(item: Item, within: set[int]) -> bool:
    """May the result point into another object than these registers do?"""
    match item:
        case Phi():
            sources: tuple[Operand, ...] = tuple(item.incoming.values())
        case Select():
            sources = item.if_true, item.if_false
        case GetElement():
            sources = (item.base,)
        case Freeze() | Cast():
            sources = tuple(operands_of(item))
        case _:
            return True
    return not all(isinstance(each, Register) and each.index in within for each in sources)


def _is_within(item: Compare | Binary, copies: set[int]) -> bool:
    """Is a pointer into an object compared with another one into the same object, or subtracted?"""
    return all(isinstance(each, Register) and each.index in copies for each in operands_of(item))


def _is_left_by_last(body: Body, made: int, copies: frozenset[int]) -> bool:
    """When the call with this result is made again, may one of the copies still be used that it led to before?"""
    items = {label: (*block.phis, *block.instructions, block.terminator) for label, block in body.blocks.items()}
    before: dict[str, list[str]] = {}
    for label, block in body.blocks.items():
        for target in successors(block.terminator):
            before.setdefault(target, []).append(label)
    for copy in copies:
        seen: set[str] = set()
        todo = list(_last_uses(items, copy))
        while todo:
            label, position = todo.pop()
            for item in reversed(items[label][:position]):
                result = getattr(item, "result", None)
                if result is not None and result.index == copy:
                    break
                if result is not None and result.index == made:
                    return True
            else:
                todo += [(each, len(items[each])) for each in before.get(label, ()) if each not in seen]
                seen.update(before.get(label, ()))
    return False


def _last_uses(items: dict[str, tuple[Item, ...]], register: int) -> Iterator[tuple[str, int]]:
    """Where a register is needed: by block, the number of items after which it is. Arguments of a call are needed when
    it is made."""
    for label, each in items.items():
        for position, item in enumerate(each):
            if isinstance(item, Phi):
                came = (origin for origin, value in item.incoming.items() if _is(value, register))
                yield from ((origin, len(items[origin])) for origin in came)
            elif any(_is(operand, register) for operand in operands_of(item)):
                yield label, position + isinstance(item, Call)
