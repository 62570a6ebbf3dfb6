"""The file of a run: SQLite, written in batches. A batch is there as a whole or not at all, whatever ends the run."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from secateur.errors import SecateurError

#: In the output folder.
FILE_NAME = "run.sqlite"
#: Of the tables below; another one is another format.
FORMAT = 3

_SCHEMA = """
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE paths (
    id INTEGER PRIMARY KEY, generation INTEGER NOT NULL, model TEXT NOT NULL, cut INTEGER, reason TEXT NOT NULL,
    tried TEXT NOT NULL, covering INTEGER NOT NULL, ending TEXT NOT NULL, fault TEXT
);
CREATE TABLE origins (
    id INTEGER PRIMARY KEY, model TEXT NOT NULL, cut INTEGER, reason TEXT NOT NULL, tried TEXT NOT NULL
);
CREATE TABLE tasks (
    id INTEGER PRIMARY KEY, origin INTEGER NOT NULL, branch INTEGER NOT NULL, place TEXT NOT NULL,
    rest INTEGER NOT NULL
);
CREATE TABLE goals (model TEXT PRIMARY KEY, cut INTEGER, reason TEXT NOT NULL, tried TEXT NOT NULL);
CREATE TABLE moments (
    seconds REAL NOT NULL, cpu REAL NOT NULL, paths INTEGER NOT NULL, lines INTEGER NOT NULL, branches INTEGER NOT NULL,
    faults INTEGER NOT NULL, queue INTEGER NOT NULL, solver REAL NOT NULL, memory INTEGER NOT NULL
);
"""


class StoreError(SecateurError):
    """The store of a run cannot be read or written."""


class DamagedStore(StoreError):
    """The file is no database."""


class Database:
    """The file in a folder, open for this process alone. `exists`: it has the tables of this format."""

    def __init__(self, folder: Path, create: bool) -> None:
        self.path = folder / FILE_NAME
        if not create and not self.path.is_file():
            raise StoreError("has no stored run", str(folder), "explore with --out DIR writes one")
        folder.mkdir(parents=True, exist_ok=True)
        self._connection = sqlite3.connect(self.path, timeout=0.5, isolation_level=None, check_same_thread=False)
        try:
            with self._errors():
                self._connection.execute("PRAGMA locking_mode = EXCLUSIVE")
                self._connection.execute("PRAGMA journal_mode = WAL")
                self._connection.execute("PRAGMA synchronous = NORMAL")
                self._connection.execute("BEGIN IMMEDIATE")
                self._connection.execute("COMMIT")
        except BaseException:  # Ctrl-C, too: who tries again must not find the file locked by us
            self._connection.close()
            raise

    @property
    def exists(self) -> bool:
        with self._errors():
            return bool(self._connection.execute("PRAGMA user_version").fetchone()[0] == FORMAT)

    def clear(self, facts: Mapping[str, str]) -> None:
        """Begin with empty tables, except for these facts."""
        with self.batch():
            names = [row[0] for row in self.rows("SELECT name FROM sqlite_master WHERE type = 'table'")]
            for name in names:
                self._connection.execute(f'DROP TABLE "{name}"')
            for statement in _SCHEMA.split(";")[:-1]:
                self._connection.execute(statement)
            self._connection.execute(f"PRAGMA user_version = {FORMAT}")
            self.state(facts)

    @contextmanager
    def batch(self) -> Iterator[None]:
        """All of it is kept, or nothing."""
        with self._errors():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):
                    self._connection.execute("ROLLBACK")
                raise

    def write(self, statement: str, rows: Iterable[Sequence[Any]] = ((),)) -> None:
        self._connection.executemany(statement, rows)

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        with self._errors():
            return self._connection.execute(query).fetchall()

    def fact(self, name: str) -> str | None:
        with self._errors():
            row = self._connection.execute("SELECT value FROM facts WHERE name = ?", (name,)).fetchone()
        return None if row is None else str(row[0])

    def state(self, facts: Mapping[str, str]) -> None:
        """Inside a batch."""
        self.write("INSERT OR REPLACE INTO facts VALUES (?, ?)", facts.items())

    def close(self) -> None:
        with suppress(sqlite3.Error):
            self._connection.close()

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise _readable(error, self.path) from error


class ScratchDatabase(Database):
    """One that is on disk only as far as it does not fit into a little memory. Nobody can open its file, and it is gone
    when the process ends, even if that is killed."""

    def __init__(self) -> None:
        self.path = Path(tempfile.gettempdir())
        with self._errors():
            self._connection = sqlite3.connect("", isolation_level=None, check_same_thread=False)
            for setting in ("temp_store = FILE", "cache_size = -2048", "journal_mode = OFF", "synchronous = OFF"):
                self._connection.execute(f"PRAGMA {setting}")
        self.clear({})


def _readable(error: sqlite3.Error, path: Path) -> StoreError:
    text = str(error)
    if "locked" in text:
        return StoreError("another run is writing there", str(path), "wait for it, or give another folder with --out")
    if "full" in text or "disk I/O" in text:
        advice = "what was stored before stays: make room, then explore with --resume"
        return StoreError("the disk is full, or cannot be written", str(path), advice)
    if "not a database" in text or "malformed" in text:
        return DamagedStore("is no stored run, or was damaged", str(path), "explore with --fresh begins again")
    return StoreError(text, str(path))
