"""One stored run: what it is of, what it found, what is left, and its answer if it was complete."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from secateur.exploration.earlier import EarlierPath, EarlierRun
from secateur.store.database import FILE_NAME, DamagedStore, Database, StoreError
from secateur.store.identity import RunIdentity
from secateur.store.recorder import RunRecorder
from secateur.store.texts import INPUT, row_input, text_counts


def remove_damaged(folder: Path) -> None:
    """If the store in a folder cannot be read, for a run that begins again."""
    try:
        RunStore(folder).close()
    except DamagedStore:
        for ending in ("", "-wal", "-shm"):
            (folder / f"{FILE_NAME}{ending}").unlink(missing_ok=True)


@dataclass(frozen=True, slots=True)
class StoredAnswer:
    """The answer of a complete run: its JSON, the exit code, and what was shown, with the styles of a terminal."""

    data: str
    code: int
    shown: str


class RunStore:
    """The store in a folder. `identity` is None if nothing is stored there, or in another format. A new run replaces
    what is there when it has found something: an error before that leaves it alone."""

    def __init__(self, folder: Path, create: bool = True) -> None:
        self.folder = folder
        self._database: Database | None = None
        self._recorder: RunRecorder | None = None
        self.identity: RunIdentity | None = None
        if not create or (folder / FILE_NAME).is_file():
            self._database = Database(folder, create)
            text = self._database.fact("identity") if self._database.exists else None
            self.identity = None if text is None else RunIdentity.of_json(text)
        if self.identity is None and not create:
            self.close()
            raise StoreError("has no stored run that this version can read", str(folder), "explore again")

    def begin(self, identity: RunIdentity) -> None:
        """Nothing is stored yet, but what it will be of."""
        self._database = self._database or Database(self.folder, create=True)
        self._database.clear({"identity": identity.to_json()})
        self.identity = identity

    def recorder(self, identity: RunIdentity, patience: float = 0.0) -> RunRecorder:
        """For a new run; nothing is written before it has taken so many seconds."""

        def begin() -> Database:
            self.begin(identity)
            return self._existing

        self._recorder = RunRecorder(begin, patience=patience)
        return self._recorder

    def resumed(self, earlier: EarlierRun | None, patience: float = 0.0) -> RunRecorder:
        """For an exploration that takes up the stored one."""
        database = self._existing

        def begin() -> Database:
            with database.batch():
                database.write("DELETE FROM facts WHERE name = 'answer'")
            return database

        known = 0 if earlier is None else len(earlier.paths)
        generation = int(database.fact("generation") or 0)
        self._recorder = RunRecorder(begin, generation, known, int(database.fact("batch") or 0), patience)
        return self._recorder

    @property
    def _existing(self) -> Database:
        assert self._database is not None, "nothing is stored"
        return self._database

    @property
    def recording(self) -> float:
        """Seconds that went into recording."""
        return 0.0 if self._recorder is None else self._recorder.seconds

    def earlier(self) -> EarlierRun | None:
        """What the run had found, and what was left to do, when it was last written; None if it had just begun."""
        database = self._existing
        counts = database.fact("counts")
        if counts is None:
            return None
        is_resumable = database.fact("resumable") == "1"
        where = f" WHERE generation = {int(database.fact('generation') or 0)}" if is_resumable else ""
        paths = database.rows(f"SELECT {INPUT}, covering FROM paths{where} ORDER BY id")
        return EarlierRun(
            text_counts(counts),
            [(name, width, kind) for name, width, kind in json.loads(database.fact("variables") or "[]")],
            int(database.fact("arbitrary") or 0),
            [EarlierPath(row_input(row[:-1]), bool(row[-1])) for row in paths],
            database.rows("SELECT count(*) FROM tasks")[0][0],
            [row_input(row) for row in database.rows(f"SELECT {INPUT} FROM goals ORDER BY rowid")],
            is_resumable,
        )

    def statistics(self) -> list[tuple[Any, ...]]:
        """Rows over time: seconds, CPU seconds, paths, lines, branches, faults, waiting tasks, share of
        the solver, memory."""
        if self._database is None or self.identity is None:
            return []
        names = "seconds, cpu, paths, lines, branches, faults, queue, solver, memory"
        return self._database.rows(f"SELECT {names} FROM moments ORDER BY rowid")

    @property
    def answer(self) -> StoredAnswer | None:
        text = None if self._database is None or self.identity is None else self._database.fact("answer")
        return None if text is None else StoredAnswer(*json.loads(text))

    def keep_answer(self, answer: StoredAnswer) -> None:
        if self._recorder is not None and self._recorder.has_begun:
            with self._existing.batch():
                self._existing.state({"answer": json.dumps([answer.data, answer.code, answer.shown])})

    def close(self) -> None:
        if self._database is not None:
            self._database.close()
