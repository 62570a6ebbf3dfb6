"""A program reduced to what some functions use: what they call, the globals that they name, and so on.

Also their text in a form that does not depend on where they stand in the source: functions whose texts are equal do the
same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from secateur.ir.model import Aggregate, Folded, Function, Operand, Program, Symbol
from secateur.ir.operands import operands_of

_POSITION = re.compile(r"Position\([^)]*\)")


class Reduction:
    """Reduces one program. What each function uses is found once."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._uses: dict[str, tuple[str, ...]] = {}
        self._texts: dict[str, str] = {}
        self._closures: dict[tuple[str, ...], tuple[str, ...]] = {}

    def closure(self, names: Iterable[str]) -> tuple[str, ...]:
        """All that these names use, directly or not, in the order of discovery."""
        key = tuple(dict.fromkeys(names))
        found = self._closures.get(key)
        if found is None:
            seen = dict.fromkeys(key)
            waiting = list(key)
            while waiting:
                for used in self._used_by(waiting.pop()):
                    if used not in seen:
                        seen[used] = None
                        waiting.append(used)
            found = self._closures[key] = tuple(seen)
        return found

    def size(self, names: Iterable[str], most: int) -> int:
        """The number of instructions of all that these names use; counted only until it is more than `most`."""
        program, count = self.program, 0
        seen = dict.fromkeys(names)
        waiting = list(seen)
        while waiting and count <= most:
            name = waiting.pop()
            function = program.functions.get(name)
            if function is not None and not function.is_declaration:
                blocks = function.body.blocks.values()
                count += sum(len(block.phis) + len(block.instructions) + 1 for block in blocks)
            for used in self._used_by(name):
                if used not in seen:
                    seen[used] = None
                    waiting.append(used)
        return count

    def reduced(self, names: Iterable[str]) -> Program:
        program, wanted = self.program, self.closure(names)
        return replace(
            program,
            functions={name: program.functions[name] for name in wanted if name in program.functions},
            globals={name: program.globals[name] for name in wanted if name in program.globals},
            aliases={name: program.aliases[name] for name in wanted if name in program.aliases},
            digest="",
            outlines={},
            by_label=None,
        )

    def text(self, names: Iterable[str]) -> Iterator[str]:
        """Everything that these names use, as text without positions in the source."""
        for name in self.closure(names):
            found = self._texts.get(name)
            if found is None:
                found = self._texts[name] = _POSITION.sub("", self._text(name))
            yield found

    def _text(self, name: str) -> str:
        program = self.program
        if name in program.functions:
            function = program.functions[name]
            body = None if function.is_declaration else list(function.body.blocks.values())
            return f"{name} {function.type} {function.parameters} {sorted(function.nonnull)} {body}"
        if name in program.globals:
            return (
                f"{program.globals[name]} {program.bounded.get(name)} {program.assumed and program.assumed.get(name)}"
            )
        return f"{name} {program.aliases.get(name)}"

    def _used_by(self, name: str) -> tuple[str, ...]:
        found = self._uses.get(name)
        if found is None:
            found = self._uses[name] = tuple(dict.fromkeys(self._names_in(name)))
        return found

    def _names_in(self, name: str) -> Iterator[str]:
        program = self.program
        if name in program.functions:
            yield from _names_in_function(program.functions[name])
        elif name in program.globals:
            initializer = program.globals[name].initializer
            if initializer is not None:
                yield from _names(initializer)
        elif name in program.aliases:
            yield from _names(program.aliases[name])


def _names_in_function(function: Function) -> Iterator[str]:
    if function.is_declaration:
        return
    for block in function.body.blocks.values():
        for item in (*block.phis, *block.instructions, block.terminator):
            for operand in operands_of(item):
                yield from _names(operand)


def _names(operand: Operand) -> Iterator[str]:
    match operand:
        case Symbol(name=name):
            yield name
        case Aggregate(items=parts) | Folded(operands=parts):
            for part in parts:
                yield from _names(part)
