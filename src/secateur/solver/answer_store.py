"""Answers that outlive a run: a small database of questions that took time, shared by all processes of a user.

An entry is found by its question, the back end and its version, and carries a checksum. Whatever is wrong with the
file, the entry or the disk: there is no such answer, and the question is asked. Undecided questions are not stored.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sqlite3
import weakref
from pathlib import Path

from secateur.solver.question import Reply

_FORMAT = "answers-1.sqlite"
_ENTRIES = 50_000
"""Number of answers that are kept; the oldest go first."""

_LONGEST = 4_000
"""Maximum length of an answer in bytes."""

_TABLE = "CREATE TABLE IF NOT EXISTS answers (key BLOB PRIMARY KEY, reply BLOB, seconds REAL, checksum BLOB)"


class AnswerStore:
    """`folder` is created on the first write."""

    def __init__(self, folder: Path, entries: int = _ENTRIES) -> None:
        self._folder = folder
        self._entries = entries
        self._connection: sqlite3.Connection | None = None
        self._owner = 0
        self._inherited: list[
            sqlite3.Connection
        ] = []  # of the process that this one was forked from: not ours to close

    def load(self, key: bytes, limit: float) -> Reply | None:
        """An answer that took at most `limit` seconds: with a smaller limit there would be none without the store."""
        with contextlib.suppress(sqlite3.Error, OSError, ValueError, TypeError):
            row = self._open().execute("SELECT reply, seconds, checksum FROM answers WHERE key = ?", (key,)).fetchone()
            if row is None or _checksum(key, row[0], row[1]) != row[2] or row[1] > limit:
                return None
            kind, content = json.loads(row[0])
            if kind in ("sat", "unsat") and all(isinstance(number, int) for number in content):
                return kind, content
        return None

    def save(self, key: bytes, reply: Reply, seconds: float) -> None:
        data = json.dumps(reply).encode()
        if reply[0] not in ("sat", "unsat") or len(data) > _LONGEST:
            return
        try:
            with self._open() as connection:
                row = key, data, seconds, _checksum(key, data, seconds)
                connection.execute("INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?)", row)
                last = connection.execute("SELECT max(rowid) FROM answers").fetchone()[0]
                connection.execute("DELETE FROM answers WHERE rowid <= ?", (last - self._entries,))
        except sqlite3.DatabaseError as error:
            self._give_up(is_damaged=type(error) is sqlite3.DatabaseError)
        except OSError:
            pass

    def _open(self) -> sqlite3.Connection:
        """A connection must not be used in a process that was forked after it was made."""
        if self._connection is None or self._owner != os.getpid():
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if self._connection is not None and self._owner != os.getpid():
                self._inherited.append(self._connection)
            # it may be closed in another thread, wherever garbage is collected
            connection = sqlite3.connect(self._folder / _FORMAT, timeout=0.5, check_same_thread=False)
            connection.execute("PRAGMA synchronous = OFF")
            connection.execute(_TABLE)
            self._connection, self._owner = connection, os.getpid()
            weakref.finalize(self, _close, connection, self._owner)
        return self._connection

    def _give_up(self, is_damaged: bool) -> None:
        """Begin anew with the next question; a file that is no database is removed."""
        if self._connection is not None:
            self._connection.close()
        self._connection = None
        if is_damaged:
            with contextlib.suppress(OSError):
                os.unlink(self._folder / _FORMAT)


def _close(connection: sqlite3.Connection, owner: int) -> None:
    if os.getpid() == owner:
        connection.close()


def _checksum(key: bytes, data: bytes, seconds: float) -> bytes:
    return hashlib.sha256(key + data + seconds.hex().encode()).digest()[:8]
