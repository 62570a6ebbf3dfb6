"""Builds `tests.c` with the compiler of this computer, as its users will, and runs it: does it hold without us?"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

from secateur.frontend.compile import SOURCE_SUFFIXES
from secateur.harness.driver import Driver
from secateur.suite.native.fence import NativeProcess, what_is_missing
from secateur.suite.native.shelf import sealed
from secateur.suite.test import Suite
from secateur.suite.write import write_suite
from secateur.suite.writers import c
from secateur.suite.writers.c_table import compiler_flags, with_own_flags
from secateur.suite.writers.left_out import is_left_out

LEVELS = ("-O0", "-O2")
#: Only so many tests are built; compilers take long for large files.
MOST_CHECKED = 400
#: For everything: both builds and both runs.
SECONDS = 20.0
#: Of the output of the tests; more is not read.
MOST_PRINTED = 4 << 20


@dataclass(frozen=True, slots=True)
class PlainFailure:
    """A test that fails in a plain build, at one level of optimisation."""

    test: str
    level: str
    reason: str


@dataclass(frozen=True, slots=True)
class SuiteCheck:
    """`passed` tests pass at every level. `problem`: why there is no result, such as the compiler's message. `not_run`:
    why nothing was even tried."""

    compiler: str
    levels: tuple[str, ...]
    tests: int
    failures: tuple[PlainFailure, ...] = ()
    problem: str = ""
    not_run: str = ""

    @property
    def passed(self) -> int:
        return 0 if self.problem or self.not_run else self.tests - len({failure.test for failure in self.failures})


class Deadline:
    """The end of all that runs. `end_now`: what runs then is ended, and nothing begins."""

    def __init__(self, end: float) -> None:
        self._end = end
        self._running: list[Callable[[], object]] = []

    @property
    def left(self) -> float:
        return max(0.0, self._end - time.monotonic())

    @contextmanager
    def ending(self, stop: Callable[[], object]) -> Iterator[None]:
        """Something runs that `stop` ends."""
        self._running.append(stop)
        try:
            yield
        finally:
            self._running.remove(stop)

    def end_now(self) -> None:
        self._end = 0.0
        for stop in tuple(self._running):
            stop()


def find_compiler() -> str | None:
    """The system's C compiler."""
    return next((found for name in ("cc", "gcc", "clang") if (found := shutil.which(name))), None)


def check_suite(
    suite: Suite, driver: Driver | None, seconds: float = SECONDS, trust: bool = False, most: int = MOST_CHECKED
) -> SuiteCheck | None:
    """The check of a suite; None if there is no compiler, or nothing that `tests.c` would run. The tests run inside the
    fence, unless they are trusted."""
    tests = [test for test in suite.tests if test.outcome.fault is None and not is_left_out(test)][:most]
    compiler = find_compiler()
    if compiler is None or not tests or not all(path.endswith(SOURCE_SUFFIXES) for path in suite.sources):
        return None
    name, until = _version(compiler), Deadline(time.monotonic() + seconds)
    missing = "" if trust else what_is_missing()
    if missing:
        return SuiteCheck(name, LEVELS, len(tests), not_run=f"{missing}; --trust runs it without a fence")
    with tempfile.TemporaryDirectory(prefix="secateur-") as scratch:
        folder = Path(scratch)
        write_suite(replace(suite, tests=tuple(tests)), driver, folder)
        own = with_own_flags(suite, folder)
        others = [os.path.relpath(path, folder) for path in c.companions(suite, driver)]
        parts = [[*flags, "-c", path] for path, flags in own.items()]
        parts.append([*compiler_flags(suite, folder), c.FILE_NAME, *(path for path in others if path not in own)])
        commands = [[compiler, "-w", *part] for part in parts]
        with ThreadPoolExecutor(len(LEVELS)) as pool:
            try:
                found = list(pool.map(lambda level: _tried(commands, level, folder, until, trust), LEVELS))
            except BaseException:  # Ctrl-C, or the time is over: the pool waits for both
                until.end_now()
                raise
    problem = next((each for each in found if isinstance(each, str)), "")
    failures = tuple(failure for each in found if not isinstance(each, str) for failure in each)
    return SuiteCheck(name, LEVELS, len(tests), failures, problem)


def _version(compiler: str) -> str:
    """`gcc 12.2.0`, `clang 19.1.4`."""
    done = subprocess.run([compiler, "--version"], capture_output=True, text=True, errors="replace", check=False)
    line = done.stdout.partition("\n")[0]
    number = re.search(r"\d+\.\d+(\.\d+)?", re.sub(r"\(.*?\)", "", line))
    name = "clang" if "clang" in line else "gcc" if re.search("gcc|free software", done.stdout, re.IGNORECASE) else ""
    return f"{name or Path(compiler).name} {number[0]}" if number else Path(compiler).name


def _tried(
    commands: Sequence[list[str]], level: str, folder: Path, until: Deadline, trust: bool
) -> list[PlainFailure] | str:
    """The failures of one build, or why there are none to tell."""
    program = folder / f"tests{level}"
    problem = _build(commands, level, program, until)
    if problem:
        return problem
    run = PlainProgram(program, sealed(program), until, trust)
    ran = run()
    if ran is None:
        return "running it takes too long"
    if not re.search(r"^\d+ tests, \d+ failed$", ran.stdout, re.MULTILINE):
        return f"the tests end with status {ran.returncode}"
    failed = re.findall(r"^FAIL (\w+): (.*)$", ran.stdout, re.MULTILINE)
    if any(why == _NO_FILE for _, why in failed):
        return f"the tests need a file for their output: {_NO_FILE}"
    return [PlainFailure(test, level, _difference(run, test) or why) for test, why in failed]


def _build(commands: Sequence[list[str]], level: str, program: Path, until: Deadline) -> str:
    """Why it cannot be built; empty if it can. The last command links what the others compile."""
    objects = [f"{number}{level}.o" for number in range(len(commands) - 1)]
    ends = [*(["-o", name] for name in objects), [*objects, "-o", str(program), "-lm"]]
    for command, rest in zip(commands, ends, strict=True):
        built = _built([*command, level, *rest], program.parent, until)
        if built is None:
            return "building it takes too long"
        if built.returncode:
            return built.stderr.strip() or f"the compiler ends with status {built.returncode}"
    return ""


_NO_FILE = "no temporary file"  # see runner.c


@dataclass(frozen=True, slots=True)
class PlainProgram:
    """A built `tests.c`, which can be run until some time."""

    path: Path
    digest: str
    until: Deadline
    trust: bool

    def __call__(self, *words: str) -> subprocess.CompletedProcess[str] | None:
        """What it printed, up to a limit; None if it takes too long."""
        with TemporaryFile() as output, TemporaryFile() as error:
            native = NativeProcess(self.path, self.digest, words, trust=self.trust, output=output, error=error)
            with native as process, self.until.ending(native.end):
                try:
                    status = process.wait(max(0.1, self.until.left))
                except subprocess.TimeoutExpired:
                    return None
            return subprocess.CompletedProcess(words, status, _text(output), _text(error))


def _text(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read(MOST_PRINTED).decode(errors="replace")


def _difference(run: PlainProgram, test: str) -> str:
    """The first difference that a test reports, such as `returned is 1, but 0 was expected`."""
    alone = run(test)
    found = re.search(r"tests\.c:\d+: (.*)", alone.stderr if alone is not None else "")
    return found[1] if found else ""


def _built(command: Sequence[str], folder: Path, until: Deadline) -> subprocess.CompletedProcess[str] | None:
    """The compiler in its own group of processes, of which nothing is left afterwards; None if it takes too long."""
    if not until.left:
        return None
    null, pipe = subprocess.DEVNULL, subprocess.PIPE
    process = subprocess.Popen(
        command, cwd=folder, stdin=null, stdout=pipe, stderr=pipe, text=True, errors="replace", start_new_session=True
    )

    def stop() -> None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)

    try:
        with until.ending(stop):
            output, error = process.communicate(timeout=max(0.1, until.left))
        return subprocess.CompletedProcess(command, process.returncode, output, error)
    except subprocess.TimeoutExpired:
        return None
    finally:
        stop()
        process.wait()
        for stream in (process.stdout, process.stderr):
            assert stream is not None
            stream.close()
