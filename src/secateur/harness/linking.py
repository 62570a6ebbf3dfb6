"""The other files that a program needs: found by the names that reachable code uses and nobody defines.

The files of `compile_commands.json` (`-p`), and of folders and patterns that are given as sources, are candidates. A
file is compiled only if its text may define a missing name, and linked only if it does. A file with a `main` of its own
is another program: it is taken only if nothing else defines the name, and never by a program that starts at its own
`main`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from glob import glob
from pathlib import Path

from secateur.frontend.build import compile_source
from secateur.frontend.cache import Cache
from secateur.frontend.compile import TranslationUnit, in_parallel
from secateur.frontend.compile_commands import CompileCommands
from secateur.frontend.definitions import defined_names, included_names, renamed_to
from secateur.frontend.errors import CompileError
from secateur.frontend.library import load_library
from secateur.frontend.toolchain import find_toolchain
from secateur.harness.errors import HarnessError
from secateur.harness.unit_uses import UnitUses, unit_uses
from secateur.options import Compiling
from secateur.provided import facts_of

WILD = "*?["
"""Signs of a pattern."""
_MAIN = "main"
_MOST_GUESSES = 12
"""Files that are compiled for a name that none of them visibly defines, as it comes from a header."""
_MOST_OTHERS = 3
"""Further files that are compiled to see whether they define the same name."""


@dataclass(frozen=True, slots=True)
class FoundFiles:
    """The files to add, the options with their flags, and what the user should know."""

    files: tuple[Path, ...]
    options: Compiling
    notes: tuple[str, ...] = ()


class Project:
    """Candidates: the C files of a project, each with its flags."""

    def __init__(self, files: Sequence[Path], database: CompileCommands | None, store: Cache) -> None:
        self._store = store
        self._database = database
        self._files: dict[Path, Path] = {}  # as shown, by the real path
        for path in (*files, *(database.files() if database is not None else ())):
            self._files.setdefault(path.resolve(), path)
        self._includes: dict[Path, tuple[str, ...]] = {}
        self._names: dict[Path, frozenset[str]] = {}
        self._all_headers: list[Path] = []

    @property
    def files(self) -> Iterator[Path]:
        return iter(self._files.values())

    def flags(self, path: Path) -> tuple[str, ...] | None:
        """Those of the database; None if it does not know the file."""
        return self._database.flags(path) if self._database is not None and path in self._database else None

    def names(self, path: Path) -> frozenset[str]:
        if path not in self._names:
            self._names[path] = defined_names(path, self._store)
        return self._names[path]

    def defining(self, name: str) -> list[Path]:
        """The files whose text may define a name."""
        return [path for path in self.files if name in self.names(path)]

    def through_macros(self, name: str) -> list[Path]:
        """The files that define what a macro renames to this name; and those that include a file that does, or whose
        text may define it: an `inline` function of a header has its body in one of them."""
        texts = [path for path in (*self._headers(), *self.files) if name in _text(path)]
        renaming = {path: renamed_to(name, _text(path)) for path in texts}
        found = {path.name for path in texts if renaming[path] or name in self.names(path)}
        users = [path for path in self.files if path.name in found or not found.isdisjoint(self._included(path))]
        users.sort(key=lambda path: (path.name not in found, "INLINE" not in _text(path)))
        others = (path for each in renaming.values() for old in each for path in self.defining(old))
        return list(dict.fromkeys([*others, *users]))[:_MOST_GUESSES]

    def _headers(self) -> list[Path]:
        if not self._all_headers:
            folders = sorted({each.parent for each in self.files})
            self._all_headers = [header for folder in folders for header in sorted(folder.glob("*.h"))]
        return self._all_headers

    def _included(self, path: Path) -> tuple[str, ...]:
        if path not in self._includes:
            self._includes[path] = included_names(_text(path))
        return self._includes[path]


def link_with(
    project: Project, sources: Sequence[Path], target: Path, function: str, options: Compiling, store: Cache
) -> FoundFiles:
    """The files that `function` of `target` needs besides `sources`. Raises CompileError if a source has errors."""
    library = load_library(store, find_toolchain(store))
    names = library.names if library is not None else frozenset[str]()
    search = _MissingNames(project, options, store, target, function == _MAIN, names)
    for source in sources:
        search.add(source, unit_uses(source, search.options, store))
    search.run(target, function)
    files = tuple(path for path in search.units if path not in sources)
    shown = ", ".join(map(str, files[:_MOST_GUESSES])) + (", …" if len(files) > _MOST_GUESSES else "")
    notes = (f"{len(files)} other file{'s' if len(files) > 1 else ''} linked: {shown}",) if files else ()
    return FoundFiles(files, search.options, (*notes, *search.notes))


@dataclass(slots=True)
class _MissingNames:
    project: Project
    options: Compiling
    store: Cache
    target: Path
    is_program: bool
    library: frozenset[str]
    units: dict[Path, UnitUses] = field(default_factory=dict)
    owners: dict[str, Path] = field(default_factory=dict)
    absent: set[str] = field(default_factory=set)
    notes: list[str] = field(default_factory=list)
    _tried: dict[Path, UnitUses | None] = field(default_factory=dict)

    def add(self, path: Path, uses: UnitUses) -> None:
        self.units[path] = uses
        for name in uses.defined:
            if uses.offers(name) and not (name == _MAIN and path != self.target):
                self.owners.setdefault(name, path)

    def run(self, target: Path, function: str) -> None:
        """Follow the uses from a function; whenever nothing new can be reached, find what is missing."""
        roots = [(target, function), *((path, name) for path, uses in self.units.items() for name in uses.always)]
        seen: set[tuple[Path, str]] = set()
        waiting, missing = list(roots), dict[str, Path]()
        while waiting:
            while waiting:
                place = waiting.pop()
                if place in seen:
                    continue
                seen.add(place)
                path, name = place
                for used in self.units[path].defined.get(name, ()):
                    owner = path if used in self.units[path].defined else self.owners.get(used)
                    if owner is not None:
                        waiting.append((owner, used))
                    elif used not in self.absent:
                        missing.setdefault(used, path)
            waiting = list(self._found(missing))
            missing = {}

    def _found(self, missing: Mapping[str, Path]) -> Iterator[tuple[Path, str]]:
        wanted = {name: self._ranked(self.project.defining(name), needs) for name, needs in missing.items()}
        self._compile([paths[0] for paths in wanted.values() if paths])
        for name, needs in missing.items():
            owner = self.owners.get(name) or self._owner(name, wanted[name])
            if owner is None and not facts_of(name).is_run and name not in self.library:
                owner = self._owner(name, self._ranked(self.project.through_macros(name), needs), is_guess=True)
            if owner is None:
                self.absent.add(name)
                continue
            if owner not in self.units:
                uses = self._tried[owner]
                assert uses is not None
                self.add(owner, uses)
                yield from ((owner, each) for each in uses.always)
            yield owner, name

    def _ranked(self, paths: Sequence[Path], needs: Path) -> list[Path]:
        """Not yet linked ones: other programs last, then those that are closest to the file that needs it."""

        def rank(path: Path) -> tuple[bool, int]:
            shared = os.path.commonpath((path.resolve(), needs.resolve()))
            return _MAIN in self.project.names(path), -len(shared)

        known = {path.resolve() for path in self.units}
        return sorted((path for path in paths if path.resolve() not in known), key=rank)

    def _owner(self, name: str, candidates: Sequence[Path], is_guess: bool = False) -> Path | None:
        """The first file that really defines a name. That others do, too, is said."""
        found: list[Path] = []
        left = len(candidates)
        for path in candidates:
            if left == 0 or (found and (is_guess or _MAIN in self.project.names(path))):
                break
            left -= 1
            uses = self._uses(path, is_guess)
            if uses is None or not uses.offers(name) or (self.is_program and uses.offers(_MAIN)):
                continue
            left = left if found else _MOST_OTHERS
            found.append(path)
        if len(found) > 1:
            others = ", ".join(map(str, found[1:]))
            self.notes.append(f"{name} is defined in {found[0]}, which is linked, and also in {others}")
        return found[0] if found else None

    def _compile(self, paths: Sequence[Path]) -> None:
        """Several at once; errors are reported when the file is looked at."""
        new = [path for path in dict.fromkeys(paths) if path not in self._tried]
        for path in new:
            self._learn_flags(path)
        jobs = [partial(_silently, path, self.options, self.store) for path in new]
        if len(jobs) > 1:
            in_parallel(jobs)

    def _uses(self, path: Path, is_guess: bool) -> UnitUses | None:
        if path not in self._tried:
            self._learn_flags(path)
            try:
                self._tried[path] = unit_uses(path, self.options, self.store)
            except CompileError as error:
                self._tried[path] = None
                if is_guess:
                    return None
                self.notes.append(f"{path} cannot be compiled and is not linked: {str(error).splitlines()[0]}")
        return self._tried[path]

    def _learn_flags(self, path: Path) -> None:
        flags = self.project.flags(path)
        if flags is not None and str(path) not in dict(self.options.own):
            self.options = replace(self.options, own=(*self.options.own, (str(path), flags)))


def _silently(path: Path, options: Compiling, store: Cache) -> TranslationUnit:
    try:
        return compile_source(path, options, store)
    except CompileError:
        return TranslationUnit(str(path), "", ())


def without_candidates(specs: Sequence[str]) -> tuple[list[str], list[Path]]:
    """Sources; and the files in folders and of patterns (`lib/*.c`) among them, which are linked if they are needed.
    Raises HarnessError."""
    kept: list[str] = []
    candidates: list[Path] = []
    for spec in specs:
        if Path(spec).is_dir():
            candidates += c_files(Path(spec))
        elif any(sign in spec for sign in WILD) and spec.endswith(".c") and not Path(spec).exists():
            found = sorted(map(Path, glob(spec, recursive=True)))
            if not found:
                raise HarnessError("no such file", spec)
            candidates += found
        else:
            kept.append(spec)
    if not kept:
        raise HarnessError("is a folder", specs[0], f"name a file in it, as in {Path(specs[0], 'FILE.c')}:FUNCTION")
    return kept, candidates


def c_files(folder: Path) -> list[Path]:
    """The C files in a folder, without those in hidden folders."""
    found = sorted(folder.rglob("*.c"))
    return [path for path in found if not any(part.startswith(".") for part in path.relative_to(folder).parts)]


@cache
def _text(path: Path) -> str:
    try:
        return path.read_text(errors="replace")
    except OSError:
        return ""
