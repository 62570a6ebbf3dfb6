"""Static dependences of a C text, by line: readable if there is one statement per line."""

from __future__ import annotations

from pathlib import Path

from secateur.dependence.control.closure import bits
from secateur.dependence.static import Static
from secateur.ir.model import ConditionalJump, Phi

from .analysing import program_of

Side = tuple[int, str]  # a line, and T or F as in the source


class ByLine:
    """Line 1 is the first line of the text."""

    def __init__(self, text: str, folder: Path) -> None:
        self.static = Static(program_of(text, folder), "main")
        self.code = self.static.code

    def line(self, node: int) -> int:
        return self.code.position(node).line

    def at(self, line: int) -> list[int]:
        """The instructions of a line in the user's file, except phis."""
        return [
            node
            for node, item in enumerate(self.code.items)
            if self.line(node) == line and self._is_users(node) and not isinstance(item, Phi)
        ]

    def data(self) -> set[tuple[int, int, str | None]]:
        """Between different lines."""
        return {
            (self.line(e.source), self.line(e.target), e.variable)
            for e in self.static.data_edges()
            if self._is_users(e.source) and self._is_users(e.target) and self.line(e.source) != self.line(e.target)
        }

    def control(self) -> set[tuple[Side, int]]:
        return {(self.side(e.branch, e.side), self.line(e.target)) for e in self.static.control_edges()}

    def potential(self) -> set[tuple[Side, int, str | None]]:
        return {
            (self.side(e.branch, e.side), self.line(e.target), e.variable)
            for e in self.static.potential_edges()
            if self._is_users(e.branch) and self._is_users(e.target)
        }

    def side(self, node: int, side: int) -> Side:
        item = self.code.items[node]
        assert isinstance(item, ConditionalJump)
        return self.line(node), "T" if (side == 0) != item.inverted else "F"

    def branch(self, line: int) -> int:
        found = [n for n in self.at(line) if isinstance(self.code.items[n], ConditionalJump)]
        assert len(found) == 1, f"line {line} has {len(found)} branches"
        return found[0]

    def _position(self, line: int, outcome: str) -> tuple[int, int]:
        node = self.branch(line)
        return node, int(self.side(node, 0) != (line, outcome))

    def forward(self, line: int, outcome: str) -> set[int]:
        """The lines that a side of the branch on this line influences."""
        return self._lines(self.static.forward(*self._position(line, outcome)))

    def backward(self, line: int) -> set[int]:
        """The lines that influence a line, including itself."""
        return self._lines(self.static.backward(self.at(line)))

    def interactive(self, line: int, outcome: str) -> set[Side]:
        return {self.side(*side) for side in self.static.interactive(*self._position(line, outcome))}

    def _lines(self, nodes: int) -> set[int]:
        """The lines of instructions that compute something: jumps have the line of a brace."""
        return {
            self.line(n)
            for n in bits(nodes)
            if self._is_users(n) and type(self.code.items[n]).__name__ not in ("Jump", "Phi")
        }

    def _is_users(self, node: int) -> bool:
        return not self.code.position(node).file.startswith("<secateur>") and self.line(node) > 0
