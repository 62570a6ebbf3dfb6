"""Two versions of the code: where they are, and the function in both of them."""

from __future__ import annotations

import json
import shutil
import tempfile
import weakref
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from secateur.contracts.model import Contract
from secateur.errors import SecateurError
from secateur.evolve.matching.overview import Overview, overview
from secateur.evolve.matching.sources import Source, locate
from secateur.harness.choices import ALL, MEMBERS
from secateur.harness.driver import ERRNO
from secateur.harness.errors import HarnessError
from secateur.harness.subject import Subject
from secateur.jobs.answer import Answer
from secateur.jobs.builds import built
from secateur.jobs.target import compiled
from secateur.options import Compiling, Inputs
from secateur.options.jobs import ChangeOptions


class Workspace:
    """A temporary folder that is removed with the object."""

    def __init__(self) -> None:
        self.path = Path(tempfile.mkdtemp(prefix="secateur-"))
        weakref.finalize(self, shutil.rmtree, self.path, ignore_errors=True)


@dataclass(frozen=True, slots=True, eq=False)
class Versions:
    """Both versions, ready to compile. `workspace` holds the files of a commit as long as the answer exists.
    `is_narrow`: they run only on calls that seem to be valid, by the old version."""

    sources: tuple[Source, Source]
    options: ChangeOptions
    folder: Path
    workspace: Workspace
    builds: tuple[Compiling, Compiling]
    notes: tuple[str, ...] = ()  # on how they are compiled
    is_narrow: bool = False

    @staticmethod
    def locate(old: str, new: str, options: ChangeOptions, folder: Path | None) -> Versions:
        """`folder` keeps stand-ins for unknown functions; the workspace does, if there is none."""
        workspace = Workspace()
        before, after = built(locate(old, workspace.path), locate(new, workspace.path), options)
        notes = tuple(dict.fromkeys((*before.notes, *after.notes)))
        sources, builds = (before.source, after.source), (before.options, after.options)
        return Versions(sources, options, folder or workspace.path, workspace, builds, notes)

    @property
    def titles(self) -> tuple[str, str]:
        return self.sources[0].title, self.sources[1].title

    @property
    def function(self) -> str | None:
        """The one that was named, in whatever way."""
        return self.options.function or self.sources[1].function or self.sources[0].function

    def overview(self) -> Overview:
        return overview(self.sources[0].files, self.sources[1].files, *self.builds)

    def named(self, text: str) -> str:
        """A text in which the files of a commit are called by their places in the repository."""
        return named(self.sources, text)

    def naming(self) -> AbstractContextManager[None]:
        """Errors, too, call the files of a commit by their places in the repository."""
        return naming(self.sources)

    def named_json(self, data: dict[str, Any]) -> dict[str, Any]:
        return named_json(self.sources, data)

    def subjects(self, name: str, found: Overview) -> tuple[Subject, Subject]:
        """A function of the new version, and what it was in the old one."""
        former = found.former.get(name)
        if former is None:
            raise HarnessError(f"{self.titles[0]} has no function '{name}' to compare with")
        old = self._load(0, found.old[former], former)
        sees_errno = _sees_errno(old)
        new = self._load(1, found.new[name], name, contract=old.contract, sees_errno=sees_errno)
        if (old.driver is None) != (new.driver is None):
            raise HarnessError(f"{name} is a whole program in one version only")
        if ALL in self.options.inputs.symbolic:
            wanted = self._shared_globals(old, new, found)
            if wanted != _globals_of(old):
                old = self._load(0, found.old[former], former, wanted, sees_errno=sees_errno)
            if wanted != _globals_of(new):
                new = self._load(1, found.new[name], name, wanted, old.contract, sees_errno)
        return old, new

    def _shared_globals(self, old: Subject, new: Subject, found: Overview) -> list[str]:
        """The globals that are inputs: in both versions, or in none. One that only one version has, or that starts with
        another value, keeps its initial value."""
        given = [name for name in self.options.inputs.symbolic if name != ALL]
        symbolic = dict.fromkeys((*given, *_globals_of(old), *_globals_of(new)))
        return [
            name
            for name in symbolic
            if name in given
            or all(_has(each, name) and _symbol(each, name) not in found.globals for each in (old, new))
        ]

    def require(self, name: str, known: Mapping[str, Path]) -> None:
        if name not in known:
            names = ", ".join([each for each in known if not each.startswith("__")] or known) or "none"
            raise HarnessError(f"{self.titles[1]} has no function '{name}'; it defines: {names}")

    def _load(
        self,
        side: int,
        home: Path,
        name: str,
        symbolic: Sequence[str] | None = None,
        contract: Contract | None = None,
        sees_errno: bool = False,
    ) -> Subject:
        """`symbolic`: the globals that are inputs in one of the versions, and so in both. `contract`: that of the old
        version, which is the one that callers know. `sees_errno`: as the old one does."""
        options = replace(self.options, compiling=self.builds[side])
        if symbolic is not None:
            options = replace(options, inputs=replace(options.inputs, symbolic=tuple(symbolic)))
        inputs = replace(options.inputs, infer=self.is_narrow)  # otherwise, which calls are valid is asked later
        options = replace(options, inputs=inputs)
        if name == "main":  # nothing runs before it, and its arguments are those of a command line
            options = replace(options, inputs=_of_a_program(options.inputs))
        others = [str(f) for f in self.sources[side].files if f != home]
        folder = self.folder / f"{('old', 'new')[side]}-{name}"
        return compiled([f"{home}:{name}", *others], options, folder, contract, sees_errno)


def _sees_errno(subject: Subject) -> bool:
    """Is what it leaves in errno observed?"""
    return subject.driver is not None and any(sight.name == ERRNO.name for sight in subject.driver.observations)


def _globals_of(subject: Subject) -> list[str]:
    """The globals that are inputs."""
    symbolic = () if subject.driver is None else subject.driver.symbolic
    return [variable.node.name.removeprefix("::") for variable in symbolic]


def _has(subject: Subject, name: str) -> bool:
    """Can this global be an input of it?"""
    return _symbol(subject, name) in subject.program.globals


def _symbol(subject: Subject, name: str) -> str:
    if name == ERRNO.name:
        return ERRNO.symbol
    statics = () if subject.driver is None else subject.driver.statics
    return next((each.variable.symbol for each in statics if each.variable.name == name), name)


def _of_a_program(inputs: Inputs) -> Inputs:
    symbolic = tuple(name for name in inputs.symbolic if name != ALL)
    return replace(inputs, symbolic=symbolic, nullable=tuple(name for name in inputs.nullable if name != MEMBERS))


def named(sources: Iterable[Source], text: str) -> str:
    """A text in which the files of commits are called by their places in the repository."""
    for source in sources:
        text = source.named(text)
    return text


def named_json(sources: Iterable[Source], data: dict[str, Any]) -> dict[str, Any]:
    """The same for all texts of an answer."""
    shown: dict[str, Any] = json.loads(named(sources, json.dumps(data)))
    return shown


@contextmanager
def naming(sources: Sequence[Source]) -> Iterator[None]:
    """Errors, too, call the files of commits by their places in the repository."""
    try:
        yield
    except SecateurError as error:
        error.args = (named(sources, str(error)),)
        for part, text in vars(error).items():
            if isinstance(text, str):
                setattr(error, part, named(sources, text))
        raise


class VersionsAnswer(Answer):
    """An answer about two versions, which are called as the user called them."""

    __slots__ = ()

    versions: Versions

    @property
    def options(self) -> ChangeOptions:
        return self.versions.options

    @property
    def old(self) -> str:
        return self.versions.titles[0]

    @property
    def new(self) -> str:
        return self.versions.titles[1]


def with_function(specs: Sequence[str], function: str | None) -> list[str]:
    """`file.c:function` for each; one that names no function gets that of the option, or of another one."""
    named = [None if Path(s).exists() else s.rpartition(":")[2] if ":" in s else None for s in specs]
    default = function or next((name for name in named if name), None)
    return [s if name or default is None else f"{s}:{default}" for s, name in zip(specs, named, strict=True)]
