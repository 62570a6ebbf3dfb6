"""Whether pointers into the variable arguments of a call are left when it is over.

A list of arguments (`va_list`) holds such pointers. They are left if the list is copied, if a pointer read from it is
stored elsewhere, or if it is passed to code that does so. The C library of Secateur leaves no copy.
"""

from __future__ import annotations

from secateur.ir.model import (
    Alloca,
    Call,
    Cast,
    Freeze,
    Function,
    GetElement,
    Load,
    Phi,
    Program,
    Register,
    Select,
    Store,
    Symbol,
)
from secateur.ir.operands import operands_of
from secateur.ir.types import IntType
from secateur.machine.path import OWN_FILES
from secateur.machine.privacy import Item, Parameter, Privacy
from secateur.provided import facts_of


class ArgumentLists:
    """The answers for one program."""

    def __init__(self, program: Program, privacy: Privacy) -> None:
        self._functions = program.functions
        self._privacy = privacy
        self._private: dict[str, bool] = {}

    def are_private(self, function: Function) -> bool:
        """Is no pointer to the variable arguments of a function left when it returns?"""
        found = self._private.get(function.name)
        if found is None:
            found = self._private[function.name] = self._are_private(function)
        return found

    def _are_private(self, function: Function) -> bool:
        """Each of its lists must be a local variable."""
        items = [item for block in function.body.blocks.values() for item in block.instructions]
        lists = {item.arguments[0] for item in items if isinstance(item, Call) and _starts(item)}
        reached: set[object] = set()
        for item in items:
            if isinstance(item, Alloca):
                copies = self._privacy.copies(function, item.result.index)
                held = {each for each in lists if isinstance(each, Register) and each.index in copies}
                reached |= held
                if held and not (self._privacy.is_private(function, item.result.index) and self._holds(function, item)):
                    return False
        return reached == lists

    def _holds(self, function: Function, variable: Alloca) -> bool:
        """Do the pointers in a variable stay there? Also in the functions that it is passed to."""
        seen = {(function.name, variable.result.index)}
        todo = [(function, variable.result.index)]
        while todo:
            owner, register = todo.pop()
            passed = self._passed(owner, register)
            if passed is None:
                return False
            for name, number in passed:
                callee = self._functions[name]
                if number >= len(callee.parameters):
                    return False
                key = name, callee.parameters[number].index
                if key not in seen:
                    seen.add(key)
                    todo.append((callee, key[1]))
        return True

    def _passed(self, function: Function, register: int) -> set[Parameter] | None:
        """The parameters that a list is passed to; None if pointers in it may be left."""
        holders = self._privacy.copies(function, register)
        found: set[Parameter] = set()
        loaded: list[int] = []
        for each in holders:
            for user in self._privacy.users(function, each):
                if isinstance(user, Load):
                    if not (isinstance(user.result.type, IntType) and user.result.type.width < 64):
                        loaded.append(user.result.index)
                elif isinstance(user, Call):
                    to = self._passes(user, each)
                    if to is None:
                        return None
                    found |= to
        return found if self._stay(function, loaded, holders) else None

    def _passes(self, call: Call, register: int) -> set[Parameter] | None:
        if not isinstance(call.callee, Symbol):
            return None
        callee = self._functions.get(call.callee.name)
        numbers = {n for n, each in enumerate(call.arguments) if isinstance(each, Register) and each.index == register}
        if callee is None or callee.is_declaration:
            copies = {origin for _, origin in facts_of(call.callee.name).effect.copies}
            return None if numbers & copies else set()
        if callee.position.file.startswith(OWN_FILES):
            return set()
        return None if numbers & set(callee.by_value) else {(callee.name, number) for number in numbers}

    def _stay(self, function: Function, loaded: list[int], holders: frozenset[int]) -> bool:
        """Are pointers that were read from a list only used to read arguments, and stored in the list again?"""
        seen, todo = set(loaded), list(loaded)
        while todo:
            index = todo.pop()
            for user in self._privacy.users(function, index):
                if not _keeps(user, index, holders):
                    continue
                result = getattr(user, "result", None)
                if not isinstance(user, GetElement | Phi | Select | Freeze | Cast | Call) or result is None:
                    return False
                if result.index not in seen:
                    seen.add(result.index)
                    todo.append(result.index)
        return True


def _starts(call: Call) -> bool:
    return isinstance(call.callee, Symbol) and facts_of(call.callee.name).takes_variable_arguments


def _keeps(user: Item, index: int, holders: frozenset[int]) -> bool:
    """May a pointer in a register still be somewhere after this? Bytes of an argument may be copied from there."""
    if isinstance(user, Load):
        return False
    if isinstance(user, Store):
        is_value = isinstance(user.value, Register) and user.value.index == index
        return is_value and not (isinstance(user.address, Register) and user.address.index in holders)
    if isinstance(user, Call) and isinstance(user.callee, Symbol):
        effect = facts_of(user.callee.name).effect
        return user.result is not None or effect.is_unknown or bool(effect.stores)
    return any(isinstance(each, Register) and each.index == index for each in operands_of(user))
