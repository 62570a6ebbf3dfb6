"""A function of a commit in both versions: with the files that define what it calls, and their flags."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from secateur.evolve.commits.changed import CommitChanges, CommitComparison
from secateur.evolve.commits.entries import ComparedAt, places
from secateur.evolve.commits.linking import Linked, Linking
from secateur.evolve.commits.repository import CommitRange, find_range
from secateur.evolve.matching.canonical import changed_globals
from secateur.evolve.matching.overview import Overview
from secateur.evolve.matching.sources import Source
from secateur.frontend.cache import default_cache
from secateur.frontend.library import load_library
from secateur.frontend.toolchain import find_toolchain
from secateur.harness.errors import HarnessError
from secateur.machine.library import find_builtin
from secateur.options import Compiling


@dataclass(frozen=True, slots=True, eq=False)
class PlacedFunction:
    """The first file of each source defines the function. `missing`: names that no file defines.
    `variables`: those whose initial value differs."""

    name: str
    former: str
    sources: tuple[Source, Source]
    builds: tuple[Compiling, Compiling]
    missing: tuple[str, ...]
    variables: tuple[str, ...] = ()

    @property
    def overview(self) -> Overview:
        old, new = self.sources
        return Overview(
            {self.former: old.files[0]},
            {self.name: new.files[0]},
            {self.former: self.name},
            [self.name],
            list(self.variables),
        )

    def specs(self, side: int) -> list[str]:
        """As `load` wants them."""
        first, *others = self.sources[side].files
        function = (self.former, self.name)[side]
        return [f"{first}:{function}" if function else str(first), *map(str, others)]


class CommitSubjects:
    """Both versions of a repository, from which single functions are taken."""

    def __init__(self, found: CommitRange, builds: tuple[Compiling, Compiling]) -> None:
        self.range = found
        self.comparison = CommitComparison(found, builds)
        self._linking = tuple(Linking(units, self._is_known) for units in self.comparison.units)

    def placed(self, at: ComparedAt) -> PlacedFunction:
        new = self._linking[1].linked(at.pair.new, at.name)
        old = self._linking[0].linked(at.pair.old, at.former, new.files)
        units = self.comparison.units
        sources = self._source(0, old), self._source(1, new)
        builds = units[0].options(old.files), units[1].options(new.files)
        variables = self._variables(old.files, new.files)
        return PlacedFunction(at.name, at.former, sources, builds, (*new.missing, *old.missing), variables)

    def _variables(self, old: Sequence[str], new: Sequence[str]) -> tuple[str, ...]:
        """Those of the linked files whose initial value differs."""
        found: dict[str, None] = {}
        for file in new:
            before = self.range.former.get(file, file)
            units = (
                self.comparison.units[0].unit(before) if before in old else None,
                self.comparison.units[1].unit(file),
            )
            if units[0] is not None and units[1] is not None:
                one, two = units[0], units[1]
                found |= dict.fromkeys(changed_globals(one.program, two.program, one.symbols(), two.symbols()))
        return tuple(found)

    def _source(self, side: int, linked: Linked) -> Source:
        tree = (self.range.old, self.range.new)[side]
        files = tuple(tree.path(file) for file in linked.files)
        return Source(tree.name or "working tree", tree.root, files, None, tree.name, tree.top)

    def _is_known(self, name: str) -> bool:
        return find_builtin(name) is not None or name in self._library

    @cached_property
    def _library(self) -> frozenset[str]:
        store = default_cache()
        library = load_library(store, find_toolchain(store))
        return frozenset() if library is None else library.names


def both_builds(
    options: Compiling, old_cflags: str | None, old_compile_commands: Path | None
) -> tuple[Compiling, Compiling]:
    """The flags of the old version and of the new one."""
    old = options
    if old_cflags is not None:
        old = replace(old, cflags=(old_cflags,))
    if old_compile_commands is not None:
        old = replace(old, compile_commands=old_compile_commands)
    return old, options


def changed_function(
    spec: str, function: str | None, builds: tuple[Compiling, Compiling], workspace: Path
) -> PlacedFunction:
    """A function that a commit changes; the only one, if none is named."""
    subjects = CommitSubjects(find_range(spec, workspace), builds)
    changes = subjects.comparison.changes()
    found = [at for at in places(changes) if function is not None or not at.is_test]
    if function is not None:
        found = [at for at in found if at.name == function] or _at_any_place(function, changes)
    names = ", ".join(dict.fromkeys(at.name for at in found))
    if len(found) != 1 and function is None:
        what = f"{spec} changes several functions" if found else f"{spec} changes no function"
        raise HarnessError(what, advice=f"name one with --function: {names}" if found else "")
    if not found:
        raise HarnessError(f"{spec} changes no file that has a function '{function}'")
    return subjects.placed(found[0])


def _at_any_place(function: str, changes: CommitChanges) -> list[ComparedAt]:
    """A function of a file that was touched, even if it did not change itself."""
    former = {new: old for old, new in changes.matched.items()}.get(function, function)
    for pair in changes.pairs:
        if function in pair.new.functions and former in pair.old.functions:
            return [ComparedAt(function, former, pair.new.file, pair, ())]
    return []
