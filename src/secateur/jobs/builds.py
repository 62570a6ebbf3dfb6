"""How each of two versions is compiled."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from secateur.evolve.matching.sources import Source
from secateur.frontend.compile_commands import CompileCommands, resolved
from secateur.options import Compiling
from secateur.options.jobs import ChangeOptions, DebugOptions

Sides = tuple[Source, Source]


def built(sources: Sides, options: ChangeOptions | DebugOptions) -> tuple[Sides, tuple[Compiling, Compiling]]:
    """Both versions with their compiler options. Of a folder, only the files in the compile_commands.json count, if one
    is given; an old version that is not in it is compiled like the new one."""
    new, new_options = _side(sources[1], options.compiling)
    others = options.compiling
    if options.old_cflags is not None:
        others = replace(others, cflags=(options.old_cflags,))
    if options.old_compile_commands is not None:
        return _both(
            _side(sources[0], replace(others, compile_commands=options.old_compile_commands)), new, new_options
        )
    if others.compile_commands is None:
        return sources, (others, new_options)
    if not any(path in _database(sources[0], others.compile_commands) for path in sources[0].files):
        like = replace(others, compile_commands=None, own=new_options.own)
        return (sources[0], new), (like, new_options)
    return _both(_side(sources[0], others), new, new_options)


def _both(old: tuple[Source, Compiling], new: Source, options: Compiling) -> tuple[Sides, tuple[Compiling, Compiling]]:
    return (old[0], new), (old[1], options)


def _side(source: Source, options: Compiling) -> tuple[Source, Compiling]:
    if options.compile_commands is None:
        return source, options
    database = _database(source, options.compile_commands)
    known = tuple(path for path in source.files if path in database)
    if len(source.files) > 1 and known:
        source = replace(source, files=known)
    return source, resolved(options, source.files, database).options


def _database(source: Source, place: Path) -> CompileCommands:
    return CompileCommands(place, source.root if source.top is not None else None, source.top)
