"""A content-addressed build cache on disk, shared by all processes: nothing is compiled twice.

An entry holds the result for a key (the request: text, options, versions) under conditions (the files that were
read, with the hash of each), like ccache's direct mode: one key may have several entries, and the first whose
files are all unchanged is used. A disk error is a cache miss, never a failure.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import stat
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

_FORMAT = "1"
_VARIANTS = 8
_FILES_PER_SHELF = 128


@dataclass(frozen=True, slots=True)
class Hit:
    """A cached result and the files that it was built from."""

    data: bytes
    files: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Variant:
    """One result for a key: the files with their hashes (None: no such file), and the key of the stored data."""

    files: tuple[tuple[str, str | None], ...]
    result: str


class Cache:
    """`folder` is created on the first write. None disables the cache, as does a folder that other users can write
    to: what is in it becomes part of programs that are run."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder if folder is not None and _is_private(folder) else None

    @staticmethod
    def key(*parts: str | bytes) -> str:
        """A key that is unique to this sequence of parts."""
        digest = hashlib.sha256(_FORMAT.encode())
        for part in parts:
            data = part.encode("utf-8", "surrogateescape") if isinstance(part, str) else part
            digest.update(b"%d:" % len(data))
            digest.update(data)
        return digest.hexdigest()

    def load(self, key: str) -> Hit | None:
        """The result for `key` whose files are unchanged, or None."""
        if self.folder is None:
            return None
        seen: dict[str, str | None] = {}
        for variant in self._variants(key):
            if all(_digest(name, seen) == digest for name, digest in variant.files):
                hit = self._read(variant)
                if hit is not None:
                    return hit
        return None

    def save(self, key: str, data: bytes, files: Iterable[str], since: int | None = None) -> None:
        """Store `data` as the result for `key`, valid while `files` are unchanged. Nothing is stored when one of
        them changed after the work began at `since` (ns), since either version may have been read.
        """
        names = tuple(dict.fromkeys(files))
        if self.folder is None or (since is not None and any(_changed_after(since, name) for name in names)):
            return
        seen: dict[str, str | None] = {}
        variant = _Variant(tuple((name, _digest(name, seen)) for name in names), self.key(data))
        others = [old for old in self._variants(key) if old.files != variant.files]
        listing = [[kept.files, kept.result] for kept in (variant, *others[: _VARIANTS - 1])]
        with contextlib.suppress(OSError):
            self._write(self._path(variant.result, ".data"), data)
            self._write(self._path(key, ".json"), json.dumps(listing).encode())

    def _path(self, key: str, suffix: str) -> Path:
        assert self.folder is not None
        return self.folder / key[:2] / (key[2:] + suffix)

    def make(self, shelf: str) -> Path:
        """A folder inside the cache, which only this user can write to, whatever the umask."""
        assert self.folder is not None
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        place = self.folder / shelf
        place.mkdir(mode=0o700, exist_ok=True)
        return place

    def _variants(self, key: str) -> list[_Variant]:
        try:
            found = json.loads(self._path(key, ".json").read_bytes())
            return [_Variant(tuple((str(name), hash_) for name, hash_ in files), str(to)) for files, to in found]
        except (OSError, ValueError, TypeError):
            return []

    def _read(self, variant: _Variant) -> Hit | None:
        path = self._path(variant.result, ".data")
        try:
            data = path.read_bytes()
            os.utime(path)
        except OSError:
            return None
        if self.key(data) != variant.result:  # a torn or damaged file
            return None
        return Hit(data, tuple(name for name, _ in variant.files))

    def _write(self, path: Path, data: bytes) -> None:
        """Atomic: other processes see either the old file or the new one."""
        self.make(path.parent.name)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".new-")
        try:
            with open(handle, "wb") as file:
                file.write(data)
            os.replace(name, path)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(name)
            raise
        _tidy(path.parent)


def default_cache() -> Cache:
    """The user's cache: `$SECATEUR_CACHE`, else `$XDG_CACHE_HOME/secateur`, else `~/.cache/secateur`."""
    chosen = os.environ.get("SECATEUR_CACHE")
    if chosen:
        return Cache(Path(chosen))
    base = os.environ.get("XDG_CACHE_HOME")
    if base and os.path.isabs(base):
        return Cache(Path(base) / "secateur")
    home = os.path.expanduser("~")
    return Cache(Path(home) / ".cache" / "secateur") if os.path.isabs(home) else Cache(None)


def _is_private(folder: Path) -> bool:
    """Does nothing stand there yet, or a folder of this user that no other can write to?"""
    if os.name == "nt":
        return True
    try:
        about = folder.stat()
    except OSError:
        return True  # it is made, or found missing, when it is needed
    return about.st_uid == os.geteuid() and not about.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _digest(name: str, seen: dict[str, str | None]) -> str | None:
    """The hash of a file's content; None for a file that cannot be read."""
    if name not in seen:
        try:
            with open(name, "rb") as file:
                seen[name] = hashlib.file_digest(file, "sha256").hexdigest()
        except OSError:
            seen[name] = None
    return seen[name]


def _changed_after(moment: int, name: str) -> bool:
    try:
        return os.stat(name).st_mtime_ns > moment
    except OSError:
        return True


def _tidy(shelf: Path) -> None:
    """Keep only the newest files of a folder; there are 256 folders, so this bounds the whole cache."""
    with os.scandir(shelf) as entries:
        files = [(entry.stat().st_mtime_ns, entry.path) for entry in entries if entry.is_file()]
    for _, path in sorted(files, reverse=True)[_FILES_PER_SHELF:]:
        with contextlib.suppress(OSError):
            os.unlink(path)
