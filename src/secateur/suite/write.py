"""Writes a suite to a directory: `tests.json` for tools, `tests.c`, `tests.sh` and `test_….py` for people."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from secateur.frontend.compile import INCLUDE, SOURCE_SUFFIXES
from secateur.harness.driver import Driver
from secateur.suite.test import Suite
from secateur.suite.writers import c, json, pytest, shell
from secateur.suite.writers.c_table import OWN_HEADER, compiler_flags


def write_suite(suite: Suite, driver: Driver | None, directory: Path) -> tuple[Path, ...]:
    """Write all files. Each replaces an older one atomically, so that an interrupted run leaves complete files."""
    return (*write_tests(suite, directory), *write_programs(suite, driver, directory))


def write_tests(suite: Suite, directory: Path) -> tuple[Path, ...]:
    """Write what everything else can be made of."""
    directory.mkdir(parents=True, exist_ok=True)
    replace_file(directory / json.FILE_NAME, _bytes(json.dumps(suite, directory)))
    return (directory / json.FILE_NAME,)


def write_programs(suite: Suite, driver: Driver | None, directory: Path) -> tuple[Path, ...]:
    """Write what runs the tests without us.

    `driver` must be the one that the suite's tests were generated with; None for a program tested from its `main`.
    For bitcode there is no C to include, so nothing is written.
    """
    texts = {}
    if all(path.endswith(SOURCE_SUFFIXES) for path in suite.sources):
        texts[c.FILE_NAME] = c.dumps(suite, driver, directory)
        if "-I." in compiler_flags(suite, directory):
            texts[OWN_HEADER] = (INCLUDE / OWN_HEADER).read_text()
        texts[pytest.file_name(suite)] = pytest.dumps(suite, c.companions(suite, driver), directory)
    if suite.start is not None:
        replace_file(directory / shell.FILE_NAME, shell.dumps(suite, suite.start))
    for name, text in texts.items():
        (directory / name).parent.mkdir(exist_ok=True)
        replace_file(directory / name, _bytes(text))
    for old in directory.glob("test_*.py"):
        if old.name not in texts and pytest.is_ours(old.read_text(errors="replace")):
            old.unlink()  # for another function, from an earlier run: its `tests.c` is gone
    return tuple(directory / name for name in texts)


def remove_programs(suite: Suite, directory: Path) -> None:
    """Those of an earlier run would be taken for those of this one."""
    for name in (c.FILE_NAME, shell.FILE_NAME, pytest.file_name(suite)):
        (directory / name).unlink(missing_ok=True)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def replace_file(path: Path, text: bytes) -> None:
    """Write a file. Until it is whole, the old one stays."""
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}", delete=False) as file:
        try:
            file.write(text)
            file.close()
            os.chmod(file.name, 0o644)
            os.replace(file.name, path)
        except BaseException:
            os.unlink(file.name)
            raise
