"""Executables on disk, kept from run to run. One that is not exactly what was built is built again."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import stat
import tempfile
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from secateur.frontend.cache import Cache

_KEPT_EXECUTABLES = 64
_PROGRAM, _ABOUT = "program", "program.json"


@dataclass(frozen=True, slots=True)
class Kept:
    """An executable with its hash, and the functions that it may call but that are not defined."""

    path: Path
    digest: str
    undefined: tuple[str, ...] = ()


def find(key: str, store: Cache) -> Kept | None:
    """An executable that was built before, if it is unchanged."""
    if store.folder is None:
        return None
    folder = store.folder / "native" / key
    try:
        about = json.loads((folder / _ABOUT).read_text())
        kept = Kept(folder / _PROGRAM, str(about["sha256"]), tuple(about["undefined"]))
        os.close(open_checked(kept.path, kept.digest))
        os.utime(folder)
    except (OSError, ValueError, TypeError, KeyError):
        return None
    return kept


def open_checked(path: Path, digest: str) -> int:
    """A descriptor of an executable that only this user can have written. Raises OSError if it is another one."""
    file = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW)
    try:
        about = os.fstat(file)
        others_may_write = about.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
        if not stat.S_ISREG(about.st_mode) or about.st_uid != os.geteuid() or others_may_write:
            raise PermissionError(f"{path}: another user could have changed it")
        with open(file, "rb", closefd=False) as stream:
            if hashlib.file_digest(stream, "sha256").hexdigest() != digest:
                raise OSError(f"{path}: it is not what was built")
    except BaseException:
        os.close(file)
        raise
    return file


def new_folder(store: Cache) -> Path:
    """In the cache if that is writable, so that it can be renamed into place."""
    if store.folder is not None:
        with suppress(OSError):
            shelf = store.make("native")
            return Path(tempfile.mkdtemp(prefix=".new-", dir=shelf))
    return Path(tempfile.mkdtemp(prefix="secateur-"))


def sealed(program: Path) -> str:
    """The hash of a program that was just built, which from now on only this user can change."""
    program.chmod(0o700)
    with program.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def keep(folder: Path, key: str, store: Cache, undefined: tuple[str, ...] = ()) -> Kept:
    """Move a folder with a finished program into its place in the cache. If there is none, the folder stays."""
    kept = Kept(folder / _PROGRAM, sealed(folder / _PROGRAM), undefined)
    if store.folder is None or folder.parent != store.folder / "native":
        return kept
    (folder / _ABOUT).write_text(json.dumps({"sha256": kept.digest, "undefined": undefined}))
    place = folder.with_name(key)
    try:
        folder.rename(place)
    except OSError:
        return _beside(kept, key, store)
    _tidy(place.parent)
    return replace(kept, path=place / _PROGRAM)


def _beside(kept: Kept, key: str, store: Cache) -> Kept:
    """Another process was faster: its program is used. Or what is there is damaged, and goes."""
    found = find(key, store)
    folder = kept.path.parent
    if found is None:
        place = folder.with_name(key)
        shutil.rmtree(place, ignore_errors=True)
        with suppress(OSError):
            folder.rename(place)
            return replace(kept, path=place / _PROGRAM)
        return kept
    shutil.rmtree(folder, ignore_errors=True)
    return found


def _tidy(shelf: Path) -> None:
    """Keep the most recently used executables."""
    folders: list[tuple[int, str]] = []
    with os.scandir(shelf) as entries:
        for entry in entries:
            with suppress(FileNotFoundError):  # another process is tidying too
                folders.append((entry.stat().st_mtime_ns, entry.path))
    for _, path in sorted(folders, reverse=True)[_KEPT_EXECUTABLES:]:
        shutil.rmtree(path, ignore_errors=True)
