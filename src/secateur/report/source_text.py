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

    def _raw(self, file: str, number: int) -> str:
        if file not in self._files:
            try:
                self._files[file] = Path(file).read_text(errors="replace").split("\n")
            except OSError:
                self._files[file] = []
        lines = self._files[file]
        return lines[number - 1] if 0 < number <= len(lines) else ""
