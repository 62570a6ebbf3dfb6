"""Reads the fenced blocks of a Markdown page: shell sessions, files that the page shows, other commands."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[3]
PAGES = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "examples" / "README.md", *sorted(ROOT.glob("docs/*.md")))

_FENCE = re.compile(r"```(\w*)\s*$")
#: Text that introduces a file: `brake.c`: or `sum.c`, in the style of SV-COMP:
_FILE = re.compile(r"`([\w./-]+\.(?:c|h|json|py|patch|toml))`[^`]*:$")


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block. `first` is the index of the line after the opening fence; `before` the text in front of it."""

    first: int
    language: str
    lines: tuple[str, ...]
    before: str

    @property
    def is_session(self) -> bool:
        return bool(self.lines) and self.lines[0].startswith("$ ")

    @property
    def file(self) -> str | None:
        """The file that the block shows, by the words in front of it."""
        found = _FILE.search(self.before)
        return found[1] if found and not self.is_session else None


@dataclass(frozen=True, slots=True)
class Step:
    """A command of a session with the output that the page shows for it."""

    command: str
    shown: tuple[str, ...]


def blocks(text: str) -> Iterator[Block]:
    language, opened, before = "", None, ""
    lines = text.splitlines()
    for number, line in enumerate(lines):
        fence = _FENCE.match(line)
        if opened is None and fence:
            language, opened = fence[1], number + 1
        elif opened is not None and fence:
            yield Block(opened, language, tuple(lines[opened:number]), before)
            opened, before = None, ""
        elif opened is None and line:
            before = line


def steps(session: Sequence[str]) -> list[Step]:
    """`$ command` and what follows it; a command goes on behind a backslash."""
    found: list[tuple[list[str], list[str]]] = []
    for line in session:
        if line.startswith("$ "):
            found.append(([line[2:]], []))
        elif found[-1][0][-1].endswith("\\") and not found[-1][1]:
            found[-1][0].append(line)
        else:
            found[-1][1].append(line)
    return [Step("\n".join(command), tuple(shown)) for command, shown in found]
