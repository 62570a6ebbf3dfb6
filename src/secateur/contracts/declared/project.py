"""The section `[contracts]` of `secateur.toml`: parts by function.

[contracts]
push = ["r->len <= r->cap", "ensures result == 0"]
"ring.c:pop" = ["r->len > 0"]
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from secateur.contracts.model import Basis, Clause, Origin, clause
from secateur.errors import SecateurError

FILE = "secateur.toml"
AFTER = "ensures "


class ProjectFileError(SecateurError):
    """`secateur.toml` cannot be read."""


def project_file(source: Path) -> Path | None:
    """The nearest `secateur.toml`: in the folder of the source, or in one above it."""
    folder = source.resolve().parent
    found = (each / FILE for each in (folder, *folder.parents))
    return next((file for file in found if file.is_file()), None)


def from_project(source: Path, function: str) -> Iterator[Clause]:
    """The parts that are declared for a function. Raises ProjectFileError and ContractError."""
    file = project_file(source)
    if file is None:
        return
    text = file.read_text(encoding="utf-8")
    for given in _given(text, file, source, function):
        line = _line_of(given, text)
        place = f"{FILE}:{line}" if line else FILE
        after = given.startswith(AFTER)
        yield clause(given.removeprefix(AFTER), Origin(Basis.DECLARED, place), after)


def _given(text: str, file: Path, source: Path, function: str) -> list[str]:
    try:
        section = tomllib.loads(text).get("contracts", {})
    except tomllib.TOMLDecodeError as error:
        raise ProjectFileError(str(error), str(file)) from None
    if not isinstance(section, dict):
        raise ProjectFileError("contracts is no section", str(file), 'write [contracts], then function = ["part", …]')
    given: list[str] = []
    for key, parts in section.items():
        if _means(key, file, source, function):
            given += _texts(key, parts, file)
    return given


def _means(key: str, file: Path, source: Path, function: str) -> bool:
    """`function`, or `file.c:function`, where the file is named from the folder of `secateur.toml`, or by its end."""
    name, colon, last = key.rpartition(":")
    if not colon:
        return key == function
    here = source.resolve()
    return last == function and (here == (file.parent / name).resolve() or here.as_posix().endswith(f"/{name}"))


def _texts(key: str, parts: Any, file: Path) -> list[str]:
    given = [parts] if isinstance(parts, str) else parts
    if not isinstance(given, list) or not all(isinstance(each, str) for each in given):
        raise ProjectFileError(f"contracts.{key} must be a list of texts", str(file))
    return given


def _line_of(given: str, text: str) -> int:
    return next((number for number, line in enumerate(text.splitlines(), 1) if given in line), 0)
