"""What is covered at each line, path by path, as a file to read: the tables of "Eliminating Path Redundancy via
Postconditioned Symbolic Execution" (Yi, Yang, Guo, Wang, Liu, Zhao)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path as File
from typing import TYPE_CHECKING

from secateur.machine.path import Path
from secateur.report.sentences import ending_text

if TYPE_CHECKING:
    from secateur.exploration.postconditions import Journal


@contextmanager
def journal(file: File | None) -> Iterator[Journal | None]:
    """Writes to the file while the exploration goes on; nothing if there is none."""
    if file is None:
        yield None
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("w", encoding="utf-8") as out:
        count = 0

        def write(path: Path, covered: list[tuple[int, list[str]]]) -> None:
            nonlocal count
            count += 1
            taken = " ".join(path.labels) or "-"
            end = f"{ending_text(path.ending)}: {path.reason}" if path.reason else ending_text(path.ending)
            out.write(f"path {count}: {taken} ({end})\n")
            for line, items in covered:
                out.writelines(f"  {line}: {item}\n" for item in items)

        yield write
