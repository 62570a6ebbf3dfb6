"""What an inference may look at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from secateur.ir.debuginfo import DebugInfo, Prototype
from secateur.ir.model import Program
from secateur.ir.reader import read


@dataclass(frozen=True)
class Evidence:
    """A function, its source, and everything that was compiled with it. `modules` are the LLVM texts of the given
    files, that of the function first."""

    signature: Prototype
    source: Path
    info: DebugInfo
    modules: Sequence[str] = field(default=(), repr=False)

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
    def text(self) -> str:
        """The source as it was written; empty for bitcode."""
        return self.source.read_text(errors="replace") if self.source.suffix in (".c", ".h") else ""
