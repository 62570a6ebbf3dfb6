"""What the generators of random C programs have in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

Item = TypeVar("Item")


@dataclass(frozen=True)
class RandomText:
    """A program, shown as its text when a test fails."""

    text: str

    def __repr__(self) -> str:
        return self.text


@dataclass
class LineWriter:
    """Writes one program line by line; `number(low, high)` makes every decision."""

    number: Callable[[int, int], int]
    lines: list[str] = field(default_factory=list)
    indent: int = 1

    def pick(self, items: Sequence[Item]) -> Item:
        return items[self.number(0, len(items) - 1)]

    def line(self, text: str) -> None:
        self.lines.append("    " * self.indent + text)
