"""The user's lines, read when they are shown. A file that cannot be read has no text, which is no error."""

from __future__ import annotations

from pathlib import Path

from secateur.ir.model import Position


class SourceText:
    def __init__(self) -> None:
        self._files: dict[str, list[str]] = {}

    def line(self, file: str, number: int) -> str:
        """A line without the blanks around it."""
        return self.full(file, number).strip()

    def full(self, file: str, number: int) -> str:
        """A line with its indentation, tabs as blanks, without control characters, which pictures cannot hold."""
        return "".join(c for c in self._raw(file, number).expandtabs(4) if c.isprintable()).rstrip()

    def at(self, position: Position) -> str:
        """From a position to the end of its line."""
        return self._raw(position.file, position.line)[max(position.column, 1) - 1 :]

    def characters(self, file: str, line: int, column: int) -> int:
        """A column of the compiler, which counts bytes, in characters."""
        before = self._raw(file, line).encode("utf-8", "surrogateescape")[: column - 1]
        return len(before.decode("utf-8", "replace")) + 1 if len(before) == column - 1 else column

    def lines(self, file: str) -> list[str]:
        """All lines as they are, except for control characters."""
        self._raw(file, 1)
        return [self.full(file, number) for number in range(1, len(self._files[file]) + 1)]

    def _raw(self, file: str, number: int) -> str:
        if file not in self._files:
            try:
                self._files[file] = Path(file).read_text(errors="replace").split("\n")
            except OSError:
                self._files[file] = []
        lines = self._files[file]
        return lines[number - 1] if 0 < number <= len(lines) else ""
