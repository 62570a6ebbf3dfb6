"""How each of two versions is compiled."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from secateur.evolve.matching.sources import Source
from secateur.frontend.compile_commands import CompileCommands, resolved
from secateur.options import Compiling
from secateur.options.jobs import ChangeOptions, DebugOptions


@dataclass(frozen=True, slots=True)
class VersionBuild:
    """A version with its compiler options, and what the user should know about how they were found."""

    source: Source
    options: Compiling
    notes: tuple[str, ...] = ()


def built(old: Source, new: Source, options: ChangeOptions | DebugOptions) -> tuple[VersionBuild, VersionBuild]:
    """Both versions. Of a folder, only the files in the compile_commands.json count, if one is given; an old version
    that is not in it is compiled like the new one."""
    after = build_of(new, options.compiling)
    others = options.compiling
    if options.old_cflags is not None:
        others = replace(others, cflags=(options.old_cflags,))
    if options.old_compile_commands is not None:
        return build_of(old, replace(others, compile_commands=options.old_compile_commands)), after
    if others.compile_commands is None:
        return VersionBuild(old, others), after
    database = _database(old, others.compile_commands)
    if any(path in database for path in old.files):
        return build_of(old, others), after
    like = replace(others, compile_commands=None, own=after.options.own)
    note = f"{old.title} is not in {database.file}: it has the flags of {new.title}"
    return VersionBuild(old, like, (note,)), after


def build_of(source: Source, options: Compiling) -> VersionBuild:
    """One version, with the flags that it has in the database, if one is given."""
    if options.compile_commands is None:
        return VersionBuild(source, options)
    database = _database(source, options.compile_commands)
    known = tuple(path for path in source.files if path in database)
    if len(source.files) > 1 and known:
        source = replace(source, files=known)
    found = resolved(options, source.files, database)
    return VersionBuild(source, found.options, found.notes)


def _database(source: Source, place: Path) -> CompileCommands:
    return CompileCommands(place, source.root if source.top is not None else None, source.top)
