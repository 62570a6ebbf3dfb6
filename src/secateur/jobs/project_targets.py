"""The functions that a project names."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from glob import glob
from pathlib import Path

from secateur.contracts.declared.project import FILE, ProjectFileError
from secateur.errors import OptionError, SecateurError
from secateur.jobs.explore_all import functions_in
from secateur.project.settings import ProjectSettings, matches


@dataclass(frozen=True, slots=True)
class ProjectTarget:
    """`problem`: why the functions of a file are not known; then `name` is a pattern."""

    file: str
    name: str
    problem: str = ""


def targets_of(settings: ProjectSettings, only: Sequence[str] = ()) -> tuple[list[ProjectTarget], list[ProjectTarget]]:
    """The functions, and the files that cannot be compiled. Paths are relative to the current folder, that of the
    project. Raises ProjectFileError."""
    found: dict[ProjectTarget, None] = {}
    for pattern in settings.functions:
        given = list(_named(pattern, settings))
        if not given:
            raise ProjectFileError(f"project.functions: {pattern} names no function", FILE)
        found.update(dict.fromkeys(given))
    excluded = [each for each in found if any(matches(pattern, each.file, each.name) for pattern in settings.exclude)]
    kept = [each for each in found if each not in excluded]
    if only:
        kept = [each for each in kept if any(matches(pattern, each.file, each.name) for pattern in only)]
        if not kept:
            raise OptionError("only", only[0], f"matches no function of {FILE}")
    return [each for each in kept if not each.problem], [each for each in kept if each.problem]


def _named(pattern: str, settings: ProjectSettings) -> Iterator[ProjectTarget]:
    files, colon, functions = pattern.rpartition(":")
    if not colon:
        files, functions = pattern, "*"
    for file in sorted(glob(files, recursive=True)):
        path = Path(file)
        if not path.is_file() or path.is_relative_to(settings.out):
            continue
        try:
            compiling = settings.options_for(file, "").compiling
            yield from (
                ProjectTarget(Path(os.path.normpath(file)).as_posix(), name)
                for name in functions_in(file, functions, compiling)
            )
        except SecateurError as error:
            yield ProjectTarget(path.as_posix(), functions, str(error).splitlines()[0])
