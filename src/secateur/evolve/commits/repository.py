"""Two versions of a git repository, named as `git diff` names them: `A..B`, `A...B`, or `A` for the working tree."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import tarfile
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from secateur.frontend.cache import default_cache
from secateur.harness.errors import HarnessError

#: How many unpacked commits the cache keeps.
MOST_TREES = 24
#: Seconds after which no process is taken to use a tree any more.
IN_USE = 3_600


@dataclass(frozen=True, slots=True)
class Tree:
    """The files of one version, relative to `root`. `name` is the user's for a commit, None for the working tree."""

    root: Path
    name: str | None
    top: Path
    files: tuple[str, ...]

    def path(self, file: str) -> Path:
        return self.root / file

    def inside(self, file: str) -> str | None:
        """A file by its place in the repository; None if it is outside."""
        whole = os.path.relpath(file, self.root)
        return None if whole.startswith("..") else whole


@dataclass(frozen=True, slots=True)
class CommitRange:
    """`changed`: files that both versions have, or the new one alone, and that are not the same. `removed`: files that
    only the old one has. `renamed` maps old names to new ones."""

    old: Tree
    new: Tree
    changed: tuple[str, ...]
    removed: tuple[str, ...]
    renamed: Mapping[str, str]

    @property
    def former(self) -> dict[str, str]:
        return {new: old for old, new in self.renamed.items()}


def is_range(spec: str) -> bool:
    """Does it name commits, and no file?"""
    return not Path(spec).exists() and not spec.startswith("git:") and not spec.startswith(("../", "./", "/"))


def find_range(spec: str, workspace: Path) -> CommitRange:
    """Both versions; commits are unpacked. Raises HarnessError: no repository, no such revision."""
    top = Path(git("rev-parse", "--show-toplevel").decode().strip())
    before, after = _ends(spec)
    old = _commit_tree(before, top, workspace)
    new = _working_tree(top) if after is None else _commit_tree(after, top, workspace)
    commits = [commit_of(each) for each in (before, after) if each is not None]
    listed = git("-C", str(top), "diff", "--name-status", "-z", "-M", "--no-ext-diff", *commits)
    changed, removed, renamed = [], [], {}
    for status, former, name in _statuses(listed.decode(errors="surrogateescape")):
        if status == "D":
            removed.append(name)
            continue
        changed.append(name)
        if status == "R":
            renamed[former] = name
    return CommitRange(old, new, tuple(changed), tuple(removed), renamed)


def _ends(spec: str) -> tuple[str, str | None]:
    """The two revisions; the second is None for the working tree."""
    for dots in ("...", ".."):
        if dots in spec:
            before, _, after = spec.partition(dots)
            before, after = before or "HEAD", after or "HEAD"
            if dots == "...":
                before = git("merge-base", commit_of(before), commit_of(after)).decode().strip()[:12]
            return before, after
    return spec, None


def _statuses(listed: str) -> Iterator[tuple[str, str, str]]:
    """Each changed file as letter, former name and name."""
    words = iter(listed.split("\0"))
    for status in words:
        if not status:
            return
        former = next(words)
        is_pair = status[0] in "RC"
        yield status[0], former, next(words) if is_pair else former


def commit_of(revision: str) -> str:
    """The commit that a revision names. Raises HarnessError."""
    try:
        return git("rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}").decode().strip()
    except HarnessError:
        git("rev-parse", "--show-toplevel")
        raise HarnessError(f"git knows no commit '{revision}'", advice="git log --oneline lists them") from None


def _working_tree(top: Path) -> Tree:
    listed = git("-C", str(top), "ls-files", "-z", "-c", "-o", "--exclude-standard").decode(errors="surrogateescape")
    files = tuple(sorted({name for name in listed.split("\0") if name and (top / name).is_file()}))
    place = os.path.relpath(top)
    return Tree(Path() if place == "." else Path(place), None, top, files)


def _commit_tree(revision: str, top: Path, workspace: Path) -> Tree:
    commit = commit_of(revision)
    listed = git("-C", str(top), "ls-tree", "-r", "-z", "--name-only", commit).decode(errors="surrogateescape")
    files = tuple(sorted(name for name in listed.split("\0") if name))
    return Tree(unpacked(commit, top, workspace), revision, top, files)


def _extract(packed: tarfile.TarFile, to: Path) -> None:
    """Nothing leads out of the folder. Before Python 3.11.4 there is no filter for that: links are left out."""
    if hasattr(tarfile, "data_filter"):
        packed.extractall(to, filter="data")
    else:
        plain = (each for each in packed if each.isfile() or each.isdir())
        packed.extractall(to, [each for each in plain if ".." not in Path(each.name).parts and each.name[:1] != "/"])


def unpacked(commit: str, top: Path, workspace: Path) -> Path:
    """A folder with all files of a commit: in the cache, where what was compiled from it is found again, or in
    `workspace` if there is none."""
    tree = git("rev-parse", f"{commit}^{{tree}}").decode().strip()
    shelf = _shelf() or workspace
    place = shelf / tree[:20]
    if place.is_dir():
        with suppress(OSError):
            os.utime(place)
        return place
    archive = git("-C", str(top), "archive", "--format=tar", commit)
    made = Path(tempfile.mkdtemp(prefix=".new-", dir=shelf))
    with tarfile.open(fileobj=io.BytesIO(archive)) as packed:
        _extract(packed, made)
    try:
        made.rename(place)
    except OSError:  # another process was faster
        shutil.rmtree(made, ignore_errors=True)
    _tidy(shelf)
    return place


def _shelf() -> Path | None:
    store = default_cache()
    if store.folder is None:
        return None
    with suppress(OSError):
        return store.make("trees")
    return None


def _tidy(shelf: Path) -> None:
    """Keeps the trees that were used last, and those that another process may still use."""
    with os.scandir(shelf) as entries:
        found = [(each.stat().st_mtime, each.path) for each in entries if each.is_dir()]
    for used, path in sorted(found, reverse=True)[MOST_TREES:]:
        if time.time() - used > IN_USE:
            shutil.rmtree(path, ignore_errors=True)


def git(*words: str) -> bytes:
    """What git prints. Raises HarnessError with what it complains about."""
    try:
        done = subprocess.run(["git", *words], capture_output=True, check=False)
    except OSError as error:
        raise HarnessError(f"cannot run git: {error.strerror}") from None
    if done.returncode:
        told = done.stderr.decode(errors="replace").strip()
        if "not a git repository" in told:
            raise HarnessError("this folder is not in a git repository")
        raise HarnessError(f"git {' '.join(words)}: {told}")
    return done.stdout
