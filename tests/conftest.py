"""For all tests: nothing fails because the computer is busy, or waits for a measurement that was interrupted; and what
a test compiles is found in the cache."""

from __future__ import annotations

import fcntl
import gc
import hashlib
import os
import re
import shutil
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("secateur", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("secateur")

#: Of this checkout.
FOLDERS = f"secateur-{hashlib.sha256(__file__.encode()).hexdigest()[:8]}"


def pytest_collection_finish() -> None:
    """Garbage is looked for as rarely as by the command, and not among the thousands of tests."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


@pytest.fixture(scope="session", autouse=True)
def _interrupted_coverage() -> None:
    """Alarms and Ctrl-C raise anywhere, also where coverage has just taken its lock, which nobody would release. It is
    for threads that run code while data are saved: there are none."""
    measuring = sys.modules.get("coverage")
    current = None if measuring is None else measuring.Coverage.current()
    if current is not None and current._collector is not None:
        current._collector.data_lock = None


@pytest.fixture(scope="session", autouse=True)
def _started_with_nohup() -> None:
    """Commands that tests start would inherit that SIGHUP is ignored. A handler is not inherited, and keeps this
    process alive as well."""
    if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        signal.signal(signal.SIGHUP, lambda *_: None)


@pytest.fixture
def tmp_path(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """An empty folder, as pytest's own, but of the same name in every run: what the test compiles is in the cache. If
    another run has it, or pytest was told where to write, the folder is a new one."""
    name = re.sub(r"\W+", "-", request.node.name)[:40]
    place = _place(
        tmp_path_factory.getbasetemp(), f"{name}-{hashlib.sha256(request.node.nodeid.encode()).hexdigest()[:8]}"
    )
    lock = None if place is None else _locked(place)
    if place is None or lock is None:
        yield tmp_path_factory.mktemp(name)
        return
    folder = place / "folder"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    yield folder
    os.close(lock)


def _place(base: Path, name: str) -> Path | None:
    """Beside the numbered folders of the last runs, which pytest keeps in a folder that only this user can write to."""
    session = base.parent if base.name.startswith("popen-") else base
    if not re.fullmatch(r"pytest-\d+", session.name):
        return None
    place = session.parent / FOLDERS / name
    place.mkdir(parents=True, exist_ok=True)
    return place


def _locked(place: Path) -> int | None:
    lock = os.open(place, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        return None
    return lock
