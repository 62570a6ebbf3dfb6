"""Approximate values of functions' results as summaries, for exploration (section 4.3 of the paper)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from secateur.dependence.static import Static
from secateur.ir.types import FloatType, Type, VoidType
from secateur.machine.path import Value
from secateur.machine.summary import Fresh, Summary
from secateur.machine.widths import width_of


def summaries_of(static: Static, names: Iterable[str]) -> dict[str, Summary]:
    """Of functions that are suitable (`suitable.py`)."""
    return {name: Anything(static.program.functions[name].type.result) for name in names}


@dataclass(frozen=True, slots=True)
class Anything:
    """The summary that knows the type of the result only."""

    type: Type

    def apply(self, arguments: tuple[Value, ...], fresh: Fresh) -> Value | None:
        return None if isinstance(self.type, VoidType) else fresh(width_of(self.type), kind_of(self.type))


def kind_of(kind: Type) -> str:
    """How a variable of a number's type is shown, as far as LLVM tells."""
    width = width_of(kind)
    if isinstance(kind, FloatType):
        return f"f{width}"
    return "bool" if width == 1 else "signed"
