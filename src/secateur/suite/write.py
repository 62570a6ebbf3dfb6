"""Writes a suite to a directory: `tests.json` for tools, `tests.c` and `test_….py` for people."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from secateur.harness.driver import Driver
from secateur.suite.test import Suite
from secateur.suite.writers import c, json, pytest


def write_suite(suite: Suite, driver: Driver | None, directory: Path) -> tuple[Path, ...]:
    """Writes all files; each replaces an older one at once, so that an interrupted run leaves whole files.

    `driver` must be the one that the suite's tests were made with; None for a program tested from its `main`.
    From bitcode there is no C to include, and so only the JSON.
    """
    directory.mkdir(parents=True, exist_ok=True)
    texts = {json.FILE_NAME: json.dumps(suite, directory)}
    if all(path.endswith(".c") for path in suite.sources):
        texts[c.FILE_NAME] = c.dumps(suite, driver, directory)
        texts[pytest.file_name(suite)] = pytest.dumps(suite, c.companions(suite, driver), directory)
    for name, text in texts.items():
        _replace(directory / name, text)
    for old in directory.glob("test_*.py"):
        if old.name not in texts and pytest.is_ours(old.read_text(errors="replace")):
            old.unlink()  # another function's, of an earlier run: its `tests.c` is gone
    return tuple(directory / name for name in texts)


def _replace(path: Path, text: str) -> None:
    with tempfile.NamedTemporaryFile("w", dir=path.parent, prefix=f".{path.name}", delete=False) as file:
        file.write(text)
    os.chmod(file.name, 0o644)
    os.replace(file.name, path)
