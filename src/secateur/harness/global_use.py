"""Which global variables the code that a function can reach reads, and which of them something may have written before.

Works on units that are not linked, because the linker drops the functions that nobody calls in an exploration, and it
is they who set a variable in the real program. Who mentions whom is read off the text; only the functions that mention
a variable in question are parsed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from secateur.ir.lexer import NAME, name_of, token_of
from secateur.ir.model import (
    Aggregate,
    Body,
    Call,
    Compare,
    Folded,
    GetElement,
    Instruction,
    Load,
    Operand,
    Phi,
    Register,
    Store,
    Symbol,
    Terminator,
)
from secateur.ir.module_text import ModuleText
from secateur.ir.operands import operands_of
from secateur.ir.reader import program_of

_MENTION = re.compile(rf"@{NAME}")
_COPIES = ("llvm.memcpy.", "llvm.memmove.")
_EXTERNAL = re.compile(r"\b(?:external|extern_weak)\b")
_IGNORED = ("llvm.lifetime.", "llvm.dbg.")

_Place = tuple[int, str]
"""The number of a unit and a name (with `@`) that it defines."""


@dataclass(slots=True)
class _Use:
    """`escapes`: its address goes elsewhere."""

    reads: bool = False
    writes: bool = False
    escapes: bool = False


class GlobalUse:
    """The use of global variables in a program of several units."""

    def __init__(self, units: Sequence[ModuleText]) -> None:
        self.units = tuple(units)
        self._programs = [program_of(unit) for unit in units]
        self._mentioned: dict[_Place, dict[str, None]] = {}
        self._uses: dict[_Place, dict[str, _Use]] = {}

    def read_by(self, unit: int, function: str) -> tuple[tuple[int, str], ...]:
        """The mutable variables that code reachable from a function may read: the unit and the symbol of each."""
        reached = self._reached((unit, token_of(function, "@")))
        variables = (place for place in reached if self._is_mutable(place))
        return tuple((v[0], name_of(v[1])) for v in variables if self._is_read(v, reached))

    def used_by(self, unit: int, function: str) -> tuple[tuple[int, str], ...]:
        """The mutable variables that code reachable from a function mentions at all: it may also only write them."""
        reached = self._reached((unit, token_of(function, "@")))
        return tuple((place[0], name_of(place[1])) for place in reached if self._is_mutable(place))

    def variables(self, unit: int) -> tuple[str, ...]:
        """The mutable variables of a unit."""
        return tuple(name_of(name) for name in self.units[unit].globals if self._is_mutable((unit, name)))

    def is_ambiguous(self, symbol: str) -> bool:
        """Whether several units define this name, so that the linker renames all but one of them."""
        name = token_of(symbol, "@")
        return (
            sum(name in unit.globals and self._defines(n, name, inside=True) for n, unit in enumerate(self.units)) > 1
        )

    def may_change(self, unit: int, symbol: str) -> bool:
        """Whether the program, or a file that is not part of it, may write a variable."""
        name = token_of(symbol, "@")
        module = self.units[unit]
        if not _is_internal(module.globals[name].text):
            return True
        users = [user for user in self._users.get(name, ()) if user[0] == unit]
        return any(
            user[1] in module.globals or self._use(user, name).writes or self._is_volatile(user) for user in users
        )

    def is_exposed(self, unit: int, symbol: str) -> bool:
        """Whether code outside of the unit may have the address of a variable."""
        return self._is_any_use(unit, symbol, lambda use: use.escapes)

    def is_ever_read(self, unit: int, symbol: str) -> bool:
        """Whether any code may read a variable."""
        return self._is_any_use(unit, symbol, lambda use: use.reads)

    def _is_any_use(self, unit: int, symbol: str, wanted: Callable[[_Use], bool]) -> bool:
        """Is there such a use in the unit, or may there be one elsewhere?"""
        name = token_of(symbol, "@")
        module = self.units[unit]
        if not _is_internal(module.globals[name].text):
            return True
        users = (user for user in self._users.get(name, ()) if user[0] == unit)
        return any(user[1] in module.globals or wanted(self._use(user, name)) for user in users)

    def _is_volatile(self, function: _Place) -> bool:
        """Whether it reads something that may change by itself, such as a register of a device."""
        unit, name = function
        return any(" load volatile " in line for line in self.units[unit].functions[name].body or ())

    @cached_property
    def _users(self) -> dict[str, list[_Place]]:
        """By name, what mentions it, other than itself."""
        found: dict[str, list[_Place]] = {}
        for number, unit in enumerate(self.units):
            for user in (*unit.globals, *unit.functions):
                for name in self._mentions((number, user)):
                    if name != user:
                        found.setdefault(name, []).append((number, user))
        return found

    def _reached(self, start: _Place) -> dict[_Place, None]:
        """Everything that is mentioned by what `start` mentions, and so on."""
        reached: dict[_Place, None] = {}
        waiting = [start]
        while waiting:
            place = waiting.pop()
            if place not in reached:
                reached[place] = None
                found = [self._definition(place[0], name) for name in self._mentions(place)]
                waiting += [each for each in reversed(found) if each is not None]
        return reached

    def _mentions(self, place: _Place) -> dict[str, None]:
        known = self._mentioned.get(place)
        if known is None:
            unit, name = self.units[place[0]], place[1]
            if name in unit.globals:
                found = _MENTION.findall(unit.globals[name].text, len(name))
            else:
                found = _MENTION.findall("\n".join(line for line in unit.functions[name].body or () if "@" in line))
            known = self._mentioned[place] = dict.fromkeys(found)
        return known

    def _definition(self, unit: int, name: str) -> _Place | None:
        """Where a name that a unit mentions is defined; its own definition comes first."""
        if self._defines(unit, name, inside=True):
            return unit, name
        others = (number for number in range(len(self.units)) if self._defines(number, name, inside=False))
        return next(((number, name) for number in others), None)

    def _defines(self, unit: int, name: str, inside: bool) -> bool:
        module = self.units[unit]
        function, variable = module.functions.get(name), module.globals.get(name)
        if function is not None:
            return function.body is not None and (inside or not _is_internal(function.head.text))
        if variable is None or _EXTERNAL.search(_head(variable.text)):
            return False
        return inside or not _is_internal(variable.text)

    def _is_mutable(self, place: _Place) -> bool:
        line = self.units[place[0]].globals.get(place[1])
        return line is not None and _head(line.text).endswith("global")

    def _is_read(self, variable: _Place, reached: Mapping[_Place, None]) -> bool:
        name = variable[1]
        for user in self._users.get(name, ()):
            if user not in reached or self._definition(user[0], name) != variable:
                continue
            if user[1] in self.units[user[0]].globals or self._use(user, name).reads:
                return True  # a variable that holds its address leads to it
        return False

    def _use(self, function: _Place, name: str) -> _Use:
        """What a function does with a variable."""
        if name not in self._mentions(function):
            return _Use()
        if function not in self._uses:
            unit, token = function
            self._uses[function] = _uses_in(self._programs[unit].functions[name_of(token)].body)
        return self._uses[function].get(name_of(name), _Use())


def _head(line: str) -> str:
    """A definition of a variable up to its type: its linkage and whether it is constant."""
    found = re.search(r"\b(global|constant|alias|ifunc)\b", line)
    return line if found is None else line[: found.end()]


def _is_internal(line: str) -> bool:
    return re.search(r"(= |define )(?:\w+ )*?(internal|private)\b", line) is not None


def _uses_in(body: Body) -> dict[str, _Use]:
    """The use of each variable in one function; an address that goes elsewhere may be read and written through."""
    items: list[Instruction | Terminator | Phi] = []
    for block in body.blocks.values():
        items += (*block.phis, *block.instructions, block.terminator)
    bases = {item.result.index: item.base for item in items if isinstance(item, GetElement)}
    found: dict[str, _Use] = {}
    for item in items:
        for used, reads, writes in _uses(item):
            operand = used
            while isinstance(operand, Register) and operand.index in bases:
                operand = bases[operand.index]
            for name in _symbols(operand):
                use = found.setdefault(name, _Use())
                use.reads |= reads
                use.writes |= writes
                use.escapes |= reads and writes
    return found


def _uses(item: Instruction | Terminator | Phi) -> Iterator[tuple[Operand, bool, bool]]:
    """Operands with whether what they point to is read, and whether it is written."""
    match item:
        case Load(address=address):
            yield address, True, False
        case Store(value=value, address=address):
            yield address, False, True
            yield value, True, True
        case GetElement(indices=indices):
            yield from ((index, True, True) for index in indices)
        case Call(callee=Symbol(name=callee), arguments=arguments):
            if callee.startswith(_IGNORED):
                return
            is_copy = callee.startswith(_COPIES)
            for number, argument in enumerate(arguments):
                is_target = number == 0 and (is_copy or callee.startswith("llvm.memset."))
                yield argument, not is_target, not (is_copy and number == 1)
        case Compare():
            return
        case _:
            yield from ((operand, True, True) for operand in operands_of(item))


def _symbols(operand: Operand) -> Iterator[str]:
    match operand:
        case Symbol(name=name):
            yield name
        case Folded(operands=operands) | Aggregate(items=operands):
            for each in operands:
                yield from _symbols(each)
