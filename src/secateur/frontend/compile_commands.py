"""`compile_commands.json`: the flags that the user's build has for each file (`-p`).

CMake (`-DCMAKE_EXPORT_COMPILE_COMMANDS=ON`), Meson and `bear -- make` write it; its format is that of Clang's JSON
Compilation Database. Paths in the flags are relative to the `directory` of their entry.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from secateur.frontend.compiler_flags import compiling_flags, expanded, moved, require_host_compiler, split
from secateur.frontend.errors import CompileError
from secateur.options import Compiling

FILE_NAME = "compile_commands.json"
_BUILDS = ("", "build", "builddir", "_build", "out", "cmake-build-debug", "cmake-build-release")
_MOST_PARENTS = 4
_SHOWN = 8


@dataclass(frozen=True, slots=True)
class Resolved:
    """Options with the flags of each file, and what the user should know about how they were found."""

    options: Compiling
    notes: tuple[str, ...] = ()


class CompileCommands:
    """The entries of a database, by file. `copy` is a folder with an older version of everything in `top`: its files
    have the flags of those in `top`, with its own headers."""

    def __init__(self, place: Path, copy: Path | None = None, top: Path | None = None) -> None:
        self.file = place / FILE_NAME if place.is_dir() else place
        self._copy, self._top = copy, top
        self._entries: dict[str, list[Mapping[str, Any]]] = {}
        for entry in _read(self.file):
            self._entries.setdefault(os.path.realpath(self._directory(entry) / entry["file"]), []).append(entry)

    def __contains__(self, path: Path) -> bool:
        return self._key(path) in self._entries

    def flags(self, path: Path) -> tuple[str, ...]:
        """The flags of a file that the database has; if it is built several times, of the first time."""
        entry = self._entries[self._key(path)][0]
        folder = self._directory(entry)
        words = tuple(entry["arguments"]) if "arguments" in entry else split([entry["command"]])
        require_host_compiler(words)
        return moved(compiling_flags(expanded(words, folder)), lambda place: self._placed(folder / place))

    def files(self) -> Iterator[Path]:
        """The C files that are there, as short as the user would write them, in the order of the database."""
        for file in self._entries:
            if file.endswith(".c") and os.path.isfile(file):
                short = os.path.relpath(file)
                yield Path(file if short.startswith("..") else short)

    def count(self, path: Path) -> int:
        return len(self._entries[self._key(path)])

    def closest(self, path: Path) -> Path:
        """A file with the same name as a header, or else the first one that is near it."""
        wanted = self._key(path)

        def distance(file: str) -> tuple[bool, int]:
            return Path(file).stem != Path(wanted).stem, -len(os.path.commonpath((file, wanted)))

        return Path(min(self._entries, key=distance))

    def missing(self, path: Path) -> CompileError:
        names = [os.path.relpath(file) for file in self._entries]
        more = ", …" if len(names) > _SHOWN else ""
        return CompileError(
            f"not in {self.file}",
            str(path),
            f"it has {', '.join(names[:_SHOWN])}{more}; without -p, --cflags gives the flags",
        )

    def _key(self, path: Path) -> str:
        whole = os.path.realpath(path)
        if self._copy is None or self._top is None:
            return whole
        inside = os.path.relpath(whole, os.path.realpath(self._copy))
        return whole if inside.startswith("..") else os.path.realpath(self._top / inside)

    def _directory(self, entry: Mapping[str, Any]) -> Path:
        return self.file.parent.resolve() / str(entry.get("directory", ""))

    def _placed(self, path: Path) -> str:
        """A path of a flag: in the older version, if it is there; as short as the user would write it."""
        whole = os.path.normpath(path)
        if self._copy is not None and self._top is not None:
            copied = self._copy / os.path.relpath(whole, self._top)
            if Path(whole).is_relative_to(self._top) and copied.exists():
                return str(copied)
        short = os.path.relpath(whole)
        return whole if short.startswith("..") else short


def _read(file: Path) -> list[Mapping[str, Any]]:
    advice = "cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, meson, or bear -- make writes one"
    try:
        entries = json.loads(file.read_bytes())
    except OSError as error:
        raise CompileError(error.strerror or str(error), str(file), advice) from None
    except ValueError as error:
        raise CompileError(f"not JSON: {error}", str(file), advice) from None
    if not isinstance(entries, list) or not entries or not all(map(_is_entry, entries)):
        raise CompileError("not a list of compiler commands", str(file), advice)
    return entries


def _is_entry(entry: Any) -> bool:
    return isinstance(entry, dict) and "file" in entry and ("arguments" in entry or "command" in entry)


def resolved(options: Compiling, sources: Sequence[Path], database: CompileCommands | None = None) -> Resolved:
    """The options with the flags that `-p` finds for each source; the first one has to be there, or to be a header.
    Raises CompileError."""
    if options.compile_commands is None and database is None:
        return Resolved(options)
    found = database or CompileCommands(options.compile_commands or Path())
    own: list[tuple[str, tuple[str, ...]]] = []
    notes: list[str] = []
    for path in (source for source in sources if source.suffix not in (".ll", ".bc")):
        if path in found:
            own.append((str(path), found.flags(path)))
            if found.count(path) > 1:
                notes.append(f"{found.file} has {found.count(path)} commands for {path}: the first one is used")
        elif path.suffix == ".h":
            closest = found.closest(path)
            own.append((str(path), found.flags(closest)))
            notes.append(f"{path} is not in {found.file}: the flags of {os.path.relpath(closest)} are used")
        elif not own:
            raise found.missing(path)
        else:
            notes.append(f"{path} is not in {found.file}: the flags of {own[0][0]} are used")
    return Resolved(replace(options, compile_commands=None, own=tuple(own)), tuple(notes))


def unused(source: Path) -> Path | None:
    """A database near a source, which the user may want to name."""
    folder = source.absolute().parent
    for parent in (folder, *folder.parents[: _MOST_PARENTS - 1]):
        for name in _BUILDS:
            if (parent / name / FILE_NAME).is_file():
                return Path(os.path.relpath(parent / name / FILE_NAME))
        if (parent / ".git").exists():
            return None
    return None
