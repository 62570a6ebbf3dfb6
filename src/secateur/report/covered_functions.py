"""The user's functions with their lines, and whether any run has entered them."""

from __future__ import annotations

from typing import Any

from secateur.exploration.coverage import Coverage
from secateur.ir.model import Program
from secateur.machine.compiler import positions
from secateur.machine.path import OWN_FILES


def functions_json(program: Program, coverage: Coverage) -> list[dict[str, Any]]:
    """In the order of the source. Inlined code of other files does not count."""
    found = []
    for function in program.functions.values():
        file = function.position.file
        if function.is_declaration or file.startswith(OWN_FILES):
            continue
        lines = [place.line for place in positions(function.body) if place.file == file and place.line]
        if lines:
            first, last = min(function.position.line or min(lines), *lines), max(lines)
            called = any(coverage.lines.get((file, line), False) for line in lines)
            found.append({"name": _title(function.name), "file": file, "line": first, "end": last, "called": called})
    return sorted(found, key=lambda each: (each["file"], each["line"]))


def _title(name: str) -> str:
    """As the source has it: the driver gives the user's `main` another name."""
    return "main" if name == "secateur_user_main" else name.partition(".")[0]
