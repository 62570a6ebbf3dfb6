"""Measures whether budgets hold on hostile programs: `python benchmarks/budgets.py COLUMN [PROGRAM...]`.

A column is a name in COLUMNS. Each program is a command of its own, with a cache that holds what every command shares:
our C library and the native runtime. Everything that a command starts is counted, also what outlives it: seconds by
the clock, CPU seconds, the largest memory of the command itself and of its children (sampled), and bytes of files. The
first row is a command that finds nothing to explore: what starting takes, which limits do not count.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

PROGRAMS: Mapping[str, str] = import_module("tests.acceptance.hostile").PROGRAMS

COLUMNS: dict[str, tuple[str, ...]] = {
    "cpu": ("--cpu", "10"),
    "timeout": ("--timeout", "6"),
    "memory": ("--memory", "300", "--cpu", "8", "--no-confirm"),
    "paths": ("--max-paths", "50", "--cpu", "10"),
    "output": ("--output-size", "1", "--cpu", "10"),
}
#: Two that begin with nothing, and fill the cache: the second has a fault, which is tried natively.
TRIVIAL = "int f(void) { return 0; }\n"
FAULTY = "int f(int x) { return 10 / x; }\n"
#: Seconds between two looks at memory.
EVERY = 0.05
_PR_SET_CHILD_SUBREAPER = 36


@dataclass(frozen=True)
class Used:
    """What one command needed. `left`: processes that were still there when it had ended; `told`: its notes."""

    code: int
    seconds: float
    cpu: float
    own_mib: float
    children_mib: float
    written: int
    left: int
    told: str


def measured(words: list[str], folder: Path, cache: Path) -> Used:
    """Run a command, whose files go to a folder."""
    with tempfile.TemporaryFile() as output:
        begun = time.monotonic()
        environment = {**os.environ, "SECATEUR_CACHE": str(cache)}
        process = subprocess.Popen(words, stdout=output, stderr=subprocess.STDOUT, env=environment)
        own = children = 0.0
        while True:
            ended, status, usage = os.wait4(process.pid, os.WNOHANG)
            if ended:
                break
            own = max(own, _status(process.pid, "VmHWM"))
            children = max(children, sum(_status(each, "VmRSS") for each in _below(process.pid)))
            time.sleep(EVERY)
        seconds = time.monotonic() - begun
        process.returncode = os.waitstatus_to_exitcode(status)
        cpu, left = usage.ru_utime + usage.ru_stime, 0
        with suppress(ChildProcessError):  # what it left is ours now
            while True:
                _, _, more = os.wait4(-1, 0)
                cpu += more.ru_utime + more.ru_stime
                left += 1
        output.seek(0)
        text = output.read().decode(errors="replace")
    files = [each.stat().st_size for each in folder.rglob("*") if each.is_file()]
    told = " / ".join(
        line for line in text.splitlines() if line.startswith(("note: the time", "incomplete", "secateur:"))
    )
    return Used(process.returncode, seconds, cpu, own, children, sum(files), left, told)


def _below(process: int) -> list[int]:
    found: list[int] = []
    for file in Path(f"/proc/{process}/task").glob("*/children"):
        with suppress(OSError):
            for child in map(int, file.read_text().split()):
                found += [child, *_below(child)]
    return found


def _status(process: int, name: str) -> float:
    """A row of its status, in MiB."""
    with suppress(OSError):
        for line in Path(f"/proc/{process}/status").read_text().splitlines():
            if line.startswith(f"{name}:"):
                return int(line.split()[1]) / 1024
    return 0.0


def explored(source: Path, folder: Path, cache: Path, options: tuple[str, ...]) -> Used:
    words = [sys.executable, "-m", "secateur", "explore", f"{source}:f", "--out", str(folder), *options]
    return measured(words, folder, cache)


def main(column: str, names: list[str]) -> None:
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1)
    with tempfile.TemporaryDirectory() as scratch:
        place = Path(scratch)
        filled = place / "cache"
        for name, text in (("trivial", TRIVIAL), ("faulty", FAULTY), *PROGRAMS.items()):
            (place / f"{name}.c").write_text(text)
        for name in ("trivial", "faulty"):
            explored(place / f"{name}.c", place / "out", filled, ())
            shutil.rmtree(place / "out", ignore_errors=True)
        print(f"{column}: {' '.join(COLUMNS[column])}")
        print(f"{'':12}{'wall':>7}{'cpu':>7}{'MiB':>6}{'child':>6}{'files':>10}")
        for name in ("missing", "trivial", *(names or PROGRAMS)):
            cache = place / f"cache-{name}"
            shutil.copytree(filled, cache)
            used = explored(place / f"{name}.c", place / name, cache, COLUMNS[column])
            shutil.rmtree(cache)
            print(
                f"{name:12}{used.seconds:7.1f}{used.cpu:7.1f}{used.own_mib:6.0f}{used.children_mib:6.0f}"
                f"{used.written:10,}  {used.code} {f'LEFT {used.left} ' if used.left else ''}{used.told}",
                flush=True,
            )


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
