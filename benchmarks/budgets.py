"""Measures whether budgets hold on hostile programs: `python benchmarks/budgets.py COLUMN [PROGRAM|COMMAND...]`.

A column is a name in COLUMNS. Each program is a command of its own, with a cache that holds what every command shares:
our C library and the native runtime. Everything that a command starts is counted, also what outlives it: seconds by
the clock, CPU seconds, the largest memory of the command itself and of its children (sampled), and bytes of files. The
first row is a command that finds nothing to explore: what starting takes, which limits do not count.
"""

from __future__ import annotations

import ctypes
import os
import re
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
    "paths": ("--max-paths", "50", "--cpu", "4"),
    "output": ("--output-size", "1", "--cpu", "4"),
}
#: What other commands get, with `commands` as the column; and their words, OLD and NEW for versions of a program.
OTHERS = ("--cpu", "10")
COMMANDS: dict[str, tuple[str, ...]] = {
    "explore": ("OLD:f",),
    "all": ("OLD:*",),
    "diff": ("OLD:f", "NEW:f"),
    "augment": ("OLD:f", "NEW:f"),
    "invariants": ("OLD:f",),
    "approximate": ("OLD:f", "--at", "exit"),
    "prove": ("OLD:f", "--at", "exit", "--prove", "result != 77"),
    "debug": ("OLD", "NEW", "--function", "f", "--input", "FAILING"),
    "signature": ("OLD:f",),
    "signatures": ("OLD:f", "NEW:f"),
}
_NAMES = {"all": "explore", "signatures": "signature", "prove": "approximate"}
#: Those that have no limit of CPU time, and the tests for one of them.
_BY_THE_CLOCK = ("approximate", "prove", "debug")
_FAILING = {
    "words": '{"s": "abcd", "t": "x"}',
    "recursion": '{"n": 9, "x": 4}',
    "printing": '{"n": 12}',
    "sorting": '{"a": [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]}',
}
#: Commands that write files to a folder.
_WRITES = ("explore", "all", "diff", "augment")
#: Two that begin with nothing, and fill the cache: the second has a fault, which is tried natively.
TRIVIAL = "int f(void) { return 0; }\n"
FAULTY = "int f(int x) { if (x == 1) return 1; return 10 / x; }\n"
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


def commanded(job: str, name: str, folder: Path, cache: Path) -> Used:
    """A command on a program, or on it and a changed version."""
    meant = {"OLD": f"{name}.c", "NEW": f"{name}-new.c", "FAILING": _FAILING.get(name, "{}")}
    words = [re.sub("OLD|NEW|FAILING", lambda found: meant[found[0]], each) for each in COMMANDS[job]]
    limit = ("--timeout", "10") if job in _BY_THE_CLOCK else OTHERS
    out = ("--out", str(folder)) if job in _WRITES else ()
    return measured([sys.executable, "-m", "secateur", _NAMES.get(job, job), *words, *limit, *out], folder, cache)


def changed(name: str, text: str) -> str:
    """Another version of a program: a number in it is another one."""
    for old, new in (("return 1;", "return 11;"), ("+ i * k", "+ i * k + (k == 15)"), ("x * 3 + n", "x * 3 - n"),
                     ("i, j, n);", "i, j, n + 1);"), ("s ^= strchr", "s |= strchr"), ("s ^= i", "s |= i"),
                     ("return a[0]", "return a[1]"), ("n += 2", "n += 3"), (">> 33", ">> 32"), ("c + i,", "c - i,"),
                     ("x - 2, p)", "x - 3, p)"), ("return 0;", "return 4;")):  # fmt: skip
        if old in text:
            return text.replace(old, new)
    raise ValueError(f"{name} has nothing to change")


def main(column: str, names: list[str]) -> None:
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1)
    with tempfile.TemporaryDirectory() as scratch:
        os.chdir(scratch)
        place = Path(scratch)
        filled = place / "cache"
        for name, text in (("trivial", TRIVIAL), ("faulty", FAULTY), *PROGRAMS.items()):
            (place / f"{name}.c").write_text(text)
            (place / f"{name}-new.c").write_text(changed(name, text))
        for name in ("trivial", "faulty"):
            explored(place / f"{name}.c", place / "out", filled, ())
            shutil.rmtree(place / "out", ignore_errors=True)
        print(f"{column}: {' '.join(COLUMNS.get(column, OTHERS))}")
        print(f"{'':24}{'wall':>7}{'cpu':>7}{'MiB':>6}{'child':>6}{'files':>11}")
        jobs = [each for each in names if each in COMMANDS] or list(COMMANDS)
        programs = [each for each in names if each in PROGRAMS] or list(PROGRAMS)
        for name in ("missing", "trivial", *programs):
            for job in jobs if column == "commands" and name != "missing" else ("explore",):
                cache = place / f"cache-{name}"
                shutil.copytree(filled, cache)
                if column == "commands":
                    used = commanded(job, name, place / name, cache)
                else:
                    used = explored(place / f"{name}.c", place / name, cache, COLUMNS[column])
                shutil.rmtree(cache)
                shutil.rmtree(place / name, ignore_errors=True)
                print(
                    f"{name:12}{job:12}{used.seconds:7.1f}{used.cpu:7.1f}{used.own_mib:6.0f}{used.children_mib:6.0f}"
                    f"{used.written:11,}  {used.code} {f'LEFT {used.left} ' if used.left else ''}{used.told}",
                    flush=True,
                )


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] not in (*COLUMNS, "commands"):
        sys.exit(f"{__doc__}\nColumns: {', '.join(COLUMNS)}, commands. Programs: {', '.join(PROGRAMS)}")
    main(sys.argv[1], sys.argv[2:])
