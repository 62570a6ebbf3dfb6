"""The translation units of a tree: each compiled once, with the flags that the user's build has for it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cached_property

from secateur.errors import SecateurError
from secateur.evolve.commits.includes import TreeText
from secateur.evolve.commits.repository import Tree
from secateur.evolve.matching.canonical import Symbols
from secateur.evolve.matching.printed import PrintedFunctions
from secateur.frontend.build import compile_source
from secateur.frontend.compile_commands import CompileCommands
from secateur.frontend.pin import without_zeros
from secateur.ir.model import Function, Program
from secateur.ir.module_text import ModuleText, split
from secateur.ir.reader import program_of
from secateur.machine.path import OWN_FILES
from secateur.options import Compiling


@dataclass(frozen=True, eq=False)
class CommitUnit:
    """A compiled file, by its place in the repository."""

    file: str
    tree: Tree
    module: ModuleText
    size: int

    @cached_property
    def program(self) -> Program:
        return program_of(self.module)

    @cached_property
    def printed(self) -> PrintedFunctions:
        return PrintedFunctions(self.module)

    @cached_property
    def functions(self) -> dict[str, Function]:
        """Its own functions and those of the repository's headers, in the order of the text; nothing from elsewhere."""
        found = [f for f in self.program.functions.values() if not f.is_declaration and self.home(f) is not None]
        return {f.name: f for f in sorted(found, key=lambda f: (f.position.file, f.position.line))}

    def home(self, function: Function) -> str | None:
        """The file of the repository that defines a function; None if that is elsewhere."""
        file = function.position.file
        if not file or file.startswith(OWN_FILES):
            return None
        place = self.tree.inside(file)
        return place if place is not None and place in self._files else None

    @cached_property
    def _files(self) -> frozenset[str]:
        return frozenset(self.tree.files)

    @cached_property
    def external(self) -> frozenset[str]:
        """The names that it defines for others."""
        functions = (n for n, f in self.program.functions.items() if not f.is_declaration and not f.internal)
        variables = (n for n, g in self.program.globals.items() if g.initializer is not None and not g.internal)
        return frozenset((*functions, *variables))

    def symbols(self, renamed: dict[str, str] | None = None) -> Symbols:
        return Symbols(self.program, renamed)


class Units:
    """The units of one version, compiled on demand. `errors`: files that do not compile, with the compiler's words."""

    def __init__(self, text: TreeText, options: Compiling) -> None:
        self.text = text
        self.tree = text.tree
        self.errors: dict[str, str] = {}
        self.guessed: dict[str, tuple[str, ...]] = {}  # folders that no flag names, by file
        self._options = replace(options, compile_commands=None)
        self._database: CompileCommands | None = None
        if options.compile_commands is not None:
            copy = self.tree.root if self.tree.name is not None else None
            self._database = CompileCommands(options.compile_commands, copy, self.tree.top)
        self._made: dict[str, CommitUnit | None] = {}

    def is_built(self, file: str) -> bool:
        """Is it part of the user's build? Without a database, every file is."""
        return self._database is None or file.endswith(".h") or self.tree.path(file) in self._database

    def flags(self, file: str) -> tuple[str, ...]:
        if self._database is not None:
            path = self.tree.path(file)
            return self._database.flags(path if path in self._database else self._database.closest(path))
        if file not in self.guessed:
            self.guessed[file] = tuple(self.text.folders(file))
        return tuple(word for folder in self.guessed[file] for word in ("-idirafter", str(self.tree.path(folder))))

    def options(self, files: Iterable[str]) -> Compiling:
        """How these files are compiled together."""
        own = tuple((str(self.tree.path(file)), self.flags(file)) for file in files)
        return replace(self._options, own=own, flags=(*self._options.flags, *self._same_names()))

    def _same_names(self) -> tuple[str, ...]:
        """`__FILE__` is the same in both versions, although a commit is unpacked to a folder of its own."""
        return () if self.tree.name is None else (f"-fmacro-prefix-map={self.tree.root}/=",)

    def unit(self, file: str) -> CommitUnit | None:
        """None if it cannot be compiled."""
        if file not in self._made:
            try:
                text = compile_source(self.tree.path(file), self.options([file])).text
                self._made[file] = CommitUnit(file, self.tree, split(without_zeros(text)), len(text))
            except SecateurError as error:
                self.errors[file] = str(error)
                self._made[file] = None
        return self._made[file]


def compile_all(work: Sequence[tuple[Units, str]]) -> None:
    """Compiles units of several versions, with compilers running in parallel."""
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        list(pool.map(lambda job: job[0].unit(job[1]), work))
