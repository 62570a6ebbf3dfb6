"""Budgets hold on programs that want more than anybody gives them, with everything that a command does."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from .hostile import PROGRAMS

#: A budget may be exceeded by a tenth, or by so many seconds, or so many MiB.
SHARE, SECONDS, MIB = 1.1, 2.0, 64
START = 2.0
"""Seconds in which Python and our modules are loaded, and C is compiled."""


def _used(source: Path, folder: Path, *options: str) -> tuple[int, float, float]:
    """The exit code, the seconds of CPU time and the MiB that a command needed. The memory of its children is that of
    compilers and native runs, which have limits of their own."""
    words = [sys.executable, "-m", "secateur", "explore", f"{source}:f", "--out", str(folder), *options]
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def _limited(name: str, tmp_path: Path, *options: str) -> tuple[float, float]:
    source = tmp_path / f"{name}.c"
    source.write_text(PROGRAMS[name])
    code, cpu, memory = _used(source, tmp_path / "out", *options)
    assert code in (0, 1, 3)
    return cpu, memory


@pytest.mark.parametrize("name", ["filling", "allocating", "products", "printing", "bits", "calls"])
def test_cpu_time(name: str, tmp_path: Path) -> None:
    cpu, _ = _limited(name, tmp_path, "--cpu", "1")
    assert cpu <= 1 + SECONDS + START


@pytest.mark.slow
@pytest.mark.parametrize("name", PROGRAMS)
def test_more_cpu_time(name: str, tmp_path: Path) -> None:
    cpu, _ = _limited(name, tmp_path, "--cpu", "30")
    assert cpu <= 30 * SHARE + START


@pytest.mark.slow
@pytest.mark.parametrize("name", PROGRAMS)
def test_memory(name: str, tmp_path: Path) -> None:
    _, memory = _limited(name, tmp_path, "--memory", "300", "--cpu", "30", "--no-confirm")
    assert memory <= max(300 * SHARE, 300 + MIB)
