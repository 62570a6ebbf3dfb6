"""Where a version is found: a file, a folder, or `git:REV:path` in the repository of the current directory."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from secateur.evolve.commits.repository import commit_of, git, unpacked
from secateur.harness.errors import HarnessError

_GIT = "git:"


@dataclass(frozen=True, slots=True)
class Source:
    """The C files of a version. `title` is the user's name for it; `root` is where a commit was unpacked, and `top`
    the repository that it is from."""

    title: str
    root: Path
    files: tuple[Path, ...]
    function: str | None = None
    commit: str | None = None
    top: Path | None = None

    @property
    def spec(self) -> str:
        """Its first file, with the function if it has one."""
        return f"{self.files[0]}:{self.function}" if self.function else str(self.files[0])

    def named(self, text: str) -> str:
        """A text in which the files of a commit are named by their paths in the repository."""
        return text if self.commit is None else text.replace(f"{self.root}/", f"{self.commit}:")


def locate(spec: str, workspace: Path) -> Source:
    """`path`, `path:function`, `git:REV:path` or `git:REV:path:function`; a commit is unpacked into `workspace`."""
    if spec.startswith(_GIT):
        return _from_git(spec, workspace)
    path, function = _split(spec)
    return Source(spec, Path(), _files(Path(path), spec), function)


def _split(spec: str) -> tuple[str, str | None]:
    path, colon, function = spec.rpartition(":")
    if not colon or Path(spec).exists():
        return spec, None
    return path, function or None


def _files(path: Path, spec: str) -> tuple[Path, ...]:
    if path.is_dir():
        found = tuple(sorted(path.rglob("*.c")))
        if not found:
            raise HarnessError("no C files in this folder", spec)
        return found
    if not path.is_file():
        raise HarnessError("no such file", spec)
    return (path,)


def _from_git(spec: str, workspace: Path) -> Source:
    """Unpacks the whole tree of the commit, since the file may include others."""
    words = spec.removeprefix(_GIT).split(":")
    if len(words) not in (2, 3) or not all(words):
        raise HarnessError("expected git:REV:path, for example git:HEAD~1:src/brake.c", spec)
    revision, path = words[0], words[1]
    top = git("rev-parse", "--show-toplevel").decode().strip()
    prefix = git("rev-parse", "--show-prefix").decode().strip()
    root = unpacked(commit_of(revision), Path(top), workspace)
    function = words[2] if len(words) == 3 else None
    return Source(spec, root, _files(root / prefix / path, spec), function, revision, Path(top))
