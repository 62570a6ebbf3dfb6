"""What an inference may look at."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from secateur.contracts.declared.declarations import with_headers
from secateur.contracts.inference.flow import ModuleFlow
from secateur.ir.debuginfo import DebugInfo, Prototype
from secateur.ir.lexer import name_of
from secateur.ir.model import Program
from secateur.ir.reader import read
from secateur.options import Compiling

#: Functions of a file that are all looked at.
LARGE = 300
_CALLEE = re.compile(r"\bcall\b[^@\n]*(@[\w.$]+)\(")


@dataclass(frozen=True)
class Evidence:
    """A function, its source, and everything that was compiled with it. `modules` are the LLVM texts of the given
    files, that of the function first. `compiling`: how they were compiled; None if nothing else can be."""

    signature: Prototype
    source: Path
    info: DebugInfo
    modules: Sequence[str] = field(default=(), repr=False)
    sources: Sequence[Path] = ()
    compiling: Compiling | None = None

    @property
    def function(self) -> str:
        return self.signature.name

    @cached_property
    def programs(self) -> tuple[Program, ...]:
        """The given files as programs, each alone; not linked, so a static function has its own name."""
        return tuple(read(text) for text in self.modules)

    @property
    def program(self) -> Program:
        """The file of the function."""
        return self.programs[0]

    @cached_property
    def flows(self) -> ModuleFlow:
        """Where values come from, in the file of the function; of a large file, only in what is near it."""
        return ModuleFlow(self.program, self._near() if self.is_large else None)

    @property
    def is_large(self) -> bool:
        """Are there more functions than can be looked at each time?"""
        return sum(each.body is not None for each in self.info.module.functions.values()) > LARGE

    def _near(self) -> frozenset[str]:
        """The function, those that call it, and those that it calls, directly or not."""
        calls = {
            name_of(token): {name_of(callee) for callee in _CALLEE.findall("\n".join(each.body))}
            for token, each in self.info.module.functions.items()
            if each.body is not None
        }
        found = {name for name, callees in calls.items() if self.function in callees} | {self.function}
        todo = [self.function]
        while todo and len(found) < LARGE:
            new = sorted(calls.get(todo.pop(0), set()) & calls.keys() - found)
            found.update(new)
            todo += new
        return frozenset(found)

    def of(self, signature: Prototype) -> Evidence:
        """The same about another function of the file."""
        other = replace(self, signature=signature)
        other.__dict__.update({name: getattr(self, name) for name in ("programs", "flows", "text", "all_text")})
        return other

    @cached_property
    def all_text(self) -> str:
        """The source and the headers that belong to it, without comments."""
        folders = () if self.compiling is None else self.compiling.include
        return "\n".join(each.text for each in with_headers(self.source, folders)) if self.text else ""

    @cached_property
    def text(self) -> str:
        """The source as it was written; empty for bitcode."""
        return self.source.read_text(errors="replace") if self.source.suffix in (".c", ".h") else ""
