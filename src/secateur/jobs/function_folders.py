"""The folders of several functions inside one folder."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path


def function_folders(functions: Sequence[tuple[str, str]]) -> dict[tuple[str, str], str]:
    """By file and name of the function: `net-send`; with the folders of the file where two files have the same name."""
    stems: dict[str, set[str]] = {}
    for file, _ in functions:
        stems.setdefault(Path(file).stem, set()).add(file)
    return {
        (file, name): f"{_stem(file, is_shared=len(stems[Path(file).stem]) > 1)}-{name}" for file, name in functions
    }


def _stem(file: str, is_shared: bool) -> str:
    path = Path(file)
    parts = (part for part in path.with_suffix("").parts if part not in ("..", path.anchor))
    return "-".join(parts) if is_shared else path.stem
