"""A first `secateur.toml` for a source tree: which files can be compiled, with which flags, and what they define."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from secateur.contracts.declared.project import FILE, ProjectFileError
from secateur.errors import SecateurError
from secateur.frontend.compile_commands import CompileCommands
from secateur.harness.linking import c_files
from secateur.jobs.explore_all import functions_in
from secateur.options import Compiling
from secateur.project.starter import StarterFile, starter_text
from secateur.suite.write import replace_file

#: Where builds keep `compile_commands.json`, and projects their headers.
_DATABASES = (".", "build", "builddir", "out", "_build", "cmake-build-debug")
_HEADERS = ("include", "inc", "src/include")
#: Folders whose code is not the project's own, or is a test.
_ASIDE = frozenset(("test", "tests", "testing", "example", "examples", "vendor", "third_party", "external", "deps"))
_BUILDS = frozenset(("build", "builddir", "out", "_build", "cmake-build-debug", "CMakeFiles", "secateur-out"))


@dataclass(frozen=True, slots=True)
class InitialProject:
    """What was written, and what it names: files with their functions, and why others cannot be compiled. `aside`:
    files in folders such as `tests`, which are left out."""

    file: Path
    text: str
    functions: dict[str, list[str]]
    problems: dict[str, str]
    aside: tuple[str, ...]

    @property
    def count(self) -> int:
        return sum(map(len, self.functions.values()))

    def to_json(self) -> dict[str, Any]:
        return {
            "tool": "secateur",
            "file": str(self.file),
            "functions": self.functions,
            "problems": self.problems,
            "aside": list(self.aside),
        }


def init_project(force: bool = False) -> InitialProject:
    """Write `secateur.toml` to the current folder. One that has only contracts keeps them. Raises ProjectFileError."""
    file = Path(FILE)
    before = file.read_text(encoding="utf-8") if file.is_file() else ""
    if "[project]" in before and not force:
        raise ProjectFileError("has a [project] already", FILE, "--force replaces it")
    database = next((each for each in _DATABASES if Path(each, "compile_commands.json").is_file()), None)
    include = tuple(each for each in _HEADERS if Path(each).is_dir()) if database is None else ()
    compiling = Compiling(include=include, compile_commands=None if database is None else Path(database))
    files, aside = _files(database)
    functions: dict[str, list[str]] = {}
    problems: dict[str, str] = {}
    for each in files:
        try:
            functions[each] = functions_in(each, "*", compiling)
        except SecateurError as error:
            problems[each] = _cause(str(error))
    named = {each: names for each, names in functions.items() if names}
    if not named:
        raise ProjectFileError("no C file here has a function that can be explored", os.getcwd(), _first(problems))
    patterns = _patterns(named)
    text = starter_text(StarterFile(patterns, tuple(_excluded(problems, patterns)), database, include, problems))
    kept = "" if force or not before else before.rstrip("\n") + "\n\n"
    replace_file(file, (kept + text).encode())
    return InitialProject(file, text, named, problems, tuple(aside))


def _files(database: str | None) -> tuple[list[str], list[str]]:
    """The files of the project, and those set aside."""
    if database is not None:
        here = Path.cwd().resolve()
        known = (each.resolve() for each in CompileCommands(Path(database)).files())
        found = sorted({each.relative_to(here) for each in known if each.is_relative_to(here) and each.suffix == ".c"})
    else:
        found = [each for each in c_files(Path()) if not _BUILDS & set(each.parts)]
    own = [each for each in found if not _ASIDE & set(each.parts[:-1])]
    aside = [each for each in found if each not in own] if own else []
    return [each.as_posix() for each in own or found], [each.as_posix() for each in aside]


def _patterns(files: Iterable[str]) -> tuple[str, ...]:
    """A pattern for each folder."""
    folders = dict.fromkeys(os.path.dirname(each) for each in files)
    return tuple(f"{folder}/*.c:*" if folder else "*.c:*" for folder in folders)


def _excluded(problems: Iterable[str], patterns: Sequence[str]) -> Iterable[str]:
    """The files that cannot be compiled, where a pattern names them."""
    folders = {pattern.rpartition("/")[0] if "/" in pattern else "" for pattern in patterns}
    return (f"{each}:*" for each in problems if os.path.dirname(each) in folders)


def _cause(message: str) -> str:
    lines = message.splitlines()
    return next((line for line in lines if "error:" in line), lines[0])


def _first(problems: dict[str, str]) -> str:
    return next(iter(problems.values()), "")
