"""Kills explorations (SIGKILL) at random moments, takes them up again, and compares with runs that were left alone.

python -m tests.store.kills 200 1      200 kills, with the seed 1
python -m tests.store.kills 200 1 2    of runs that are spread over two processes
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn
from unittest.mock import patch

import secateur
from secateur.solver.worker import end_with_parent
from secateur.store import recorder
from secateur.workers import places
from secateur.workers.spreading import Spreading

from .interrupting import explored, facts, paths
from .subjects import LARGER, SUBJECTS

TECHNIQUES = ("full", "auto", "pse", "full")
#: Seconds between two batches: these runs are short.
BATCHES = (0.1, 0.01, 0.0)
#: Most kills of one run.
KILLS = 3
#: The work before a run is spread, and of a part: these runs are short.
SMALL = (2_000, 2_000, 4_000)


@dataclass
class Tally:
    """How many kills there were, in which a store was left, how many resumed runs were spread, and what was different
    afterwards."""

    kills: int = 0
    stored: int = 0
    spread: int = 0
    differences: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Whole:
    """A run that was left alone, and how long it took."""

    facts: dict[str, Any]
    paths: dict[str, Any]
    seconds: float


def _whole(text: str, technique: str, given: dict[str, Any]) -> Whole:
    begun = time.monotonic()
    run = explored(text, technique=technique, **given)
    return Whole(facts(run), paths(run), time.monotonic() - begun)


def killed(work: Callable[[], object], folder: Path, seconds: float) -> bool:
    """Do work in another process, which is killed some time after it has begun to write. False if it had ended
    before."""
    child = os.fork()
    if child == 0:
        _work(work)
    ended = 0
    while not ended and not (folder / "run.sqlite-wal").exists():
        time.sleep(0.001)
        ended, _ = os.waitpid(child, os.WNOHANG)
    if not ended:
        time.sleep(seconds)
        ended, _ = os.waitpid(child, os.WNOHANG)
    if ended == 0:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    return ended == 0


def _work(work: Callable[[], object]) -> NoReturn:
    try:
        end_with_parent()
        work()
    finally:
        os._exit(0)


def kill_and_resume(
    name: str, technique: str, whole: Whole, given: dict[str, Any], chance: random.Random, tally: Tally
) -> None:
    """One run, killed a few times, and then left alone."""
    text, folder = SUBJECTS[name][0], Path("out")
    shutil.rmtree(folder, ignore_errors=True)
    recorder.EVERY = chance.choice(BATCHES)
    found: set[object] = set()
    for _ in range(chance.randint(1, KILLS)):
        is_there = _is_stored(folder)

        def work(is_there: bool = is_there) -> object:
            if is_there:
                return secateur.explore(resume=folder, **_jobs(given))
            return explored(text, technique=technique, out=folder, **given)

        if not killed(work, folder, chance.uniform(0, whole.seconds)):
            break
        tally.kills += 1
        tally.stored += _is_stored(folder)
        if _is_stored(folder):
            found |= _found(folder)
    if not _is_stored(folder):  # killed before anything was found
        return
    last = secateur.explore(resume=folder, **_jobs(given))
    what = f"{name} by {technique}, batches of {recorder.EVERY} s"
    if facts(last) != whole.facts:
        tally.differences.append(f"{what}: {facts(last)} instead of {whole.facts}")
    if technique == "full" and paths(last) != whole.paths:
        tally.differences.append(f"{what}: {paths(last)['counts']} instead of {whole.paths['counts']}, other paths")
    missing = found - {str(fault) for fault in last.faults}
    if missing:
        tally.differences.append(f"{what}: {missing} was found before")


def _jobs(given: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in given.items() if name == "jobs"}


@contextmanager
def small_parts(tally: Tally) -> Iterator[None]:
    class Counted(Spreading):
        def __init__(self, crew: Callable[[Any], Any], after: int, **_: object) -> None:
            super().__init__(crew, *SMALL)

        def explore(self, explorer: Any) -> Any:
            tally.spread += 1
            return super().explore(explorer)

    with patch.object(places, "Spreading", Counted):
        yield


def _is_stored(folder: Path) -> bool:
    return bool(_rows(folder, "SELECT name FROM sqlite_master WHERE name = 'paths'"))


def _found(folder: Path) -> set[object]:
    """The faults in a store."""
    return {row[0] for row in _rows(folder, "SELECT fault FROM paths WHERE fault IS NOT NULL")}


def _rows(folder: Path, query: str) -> list[Any]:
    if not (folder / "run.sqlite").exists():
        return []
    database = sqlite3.connect(folder / "run.sqlite")
    try:
        return database.execute(query).fetchall()
    finally:
        database.close()


def survey(kills: int, seed: int, show: Callable[[str], None] = lambda text: None, jobs: int = 1) -> Tally:
    """In the current folder. Runs that are left alone have one process."""
    chance, tally = random.Random(seed), Tally()
    known: dict[tuple[str, str], Whole] = {}
    every = recorder.EVERY
    try:
        while tally.kills < kills:
            name, technique = chance.choice(list(SUBJECTS)), chance.choice(TECHNIQUES)
            given = SUBJECTS[name][1] | LARGER.get(name, {})
            if (name, technique) not in known:
                known[name, technique] = _whole(SUBJECTS[name][0], technique, given | {"jobs": 1})
            with small_parts(tally):
                kill_and_resume(name, technique, known[name, technique], given | {"jobs": jobs}, chance, tally)
            show(
                f"{tally.kills} kills, {tally.stored} stores, {tally.spread} spread,"
                f" {len(tally.differences)} differences ({name} {technique})"
            )
    finally:
        recorder.EVERY = every
    return tally


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        os.chdir(scratch)
        wanted, first, *processes = map(int, sys.argv[1:])
        result = survey(wanted, first, lambda text: print(text, flush=True), *processes)
    print(*result.differences, sep="\n")
    sys.exit(bool(result.differences))
