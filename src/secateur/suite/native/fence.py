"""The fence around everything that is run natively: no network, no files but those of a scratch folder, no signals to
other processes, bounded memory, files and processes, and nothing that outlives the run. See docs/security.md.

The launcher (`launcher/`) puts itself between Secateur and the program. It needs Landlock and seccomp with user
notification (Linux 5.13). Without them nothing is run, unless the user trusts the program.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import IO, TypeAlias

from secateur.errors import SecateurError
from secateur.suite.native.launcher import open_launcher
from secateur.suite.native.link import NativeLinkError, system_libraries
from secateur.suite.native.shelf import open_checked

MOST_MEMORY = 1 << 20
"""Of one process, in KiB."""
_SECONDS_TO_END = 5.0

_LIBRARIES = tuple(f"{root}/{name}" for root in ("", "/usr", "/usr/local") for name in ("lib", "lib32", "lib64"))
_READABLE = ("/etc/ld.so.cache", "/etc/localtime", "/usr/share/zoneinfo", "/dev/random", "/dev/urandom")
_WRITABLE = ("/dev/null", "/dev/zero", "/dev/full")


Stream: TypeAlias = int | IO[bytes]


class FenceError(SecateurError):
    """The kernel does not offer what the fence needs: nothing is run natively."""


def require_fence(trust: bool) -> None:
    """Raise FenceError if native programs can be run neither inside the fence nor without it."""
    missing = "" if trust else what_is_missing()
    if missing:
        raise FenceError(
            f"nothing is run natively: {missing}, so a program could do anything that you can",
            advice="--trust runs it without a fence, with all your rights",
        )


@cache
def what_is_missing() -> str:
    """Why there is no fence here, such as "this kernel has no Landlock"; empty if there is one. Tried out, once."""
    if os.uname().sysname != "Linux":
        return f"there is no fence on {os.uname().sysname}"
    with tempfile.TemporaryDirectory(prefix="secateur-") as scratch, _launch(scratch, -1, ()) as process:
        assert process.stderr is not None
        word = process.stderr.read().decode(errors="replace")  # it ends by itself
        if process.wait() == 0:
            return ""
    return _REASONS.get(word, "the fence does not hold on this kernel")


_REASONS = {
    "landlock": "this kernel has no Landlock",
    "seccomp": "this kernel has no seccomp filters that ask another process",
}


class NativeProcess:
    """A program that runs natively, inside the fence unless it is trusted; a context manager, after which nothing of it
    is left. If it `serves`, it reads requests from `stdin`; otherwise its input is empty. `digest` is its hash.
    """

    def __init__(
        self,
        program: Path,
        digest: str,
        words: Sequence[str] = (),
        *,
        trust: bool = False,
        serves: bool = False,
        output: Stream = subprocess.PIPE,
        error: Stream = subprocess.PIPE,
    ) -> None:
        require_fence(trust)
        self._trust = trust
        file = open_checked(program, digest)
        self._scratch = tempfile.TemporaryDirectory(prefix="secateur-", ignore_cleanup_errors=True)
        try:
            if trust:
                self.process = _start_freely(program, words, serves, output, error)
            else:
                self.process = _launch(self._scratch.name, file, words, serves, output, error)
        except BaseException:
            self._scratch.cleanup()
            raise
        finally:
            os.close(file)

    def __enter__(self) -> subprocess.Popen[bytes]:
        return self.process

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.end()
        for pipe in (self.process.stdout, self.process.stderr):
            if pipe is not None:
                pipe.close()
        self._scratch.cleanup()

    def end(self) -> int:
        """End the program and all that it started; what it wrote can still be read. Returns its status.

        The launcher does so when its own input ends. It is never killed while it works: it alone knows what is left.
        """
        if self._trust:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
        if self.process.stdin is not None:
            with contextlib.suppress(OSError):  # a request that was never read
                self.process.stdin.close()
        try:
            return self.process.wait(_SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()


def _start_freely(
    program: Path, words: Sequence[str], serves: bool, output: Stream, error: Stream
) -> subprocess.Popen[bytes]:
    stdin = subprocess.PIPE if serves else subprocess.DEVNULL
    return subprocess.Popen(
        [program, *words], stdin=stdin, stdout=output, stderr=error, env=_environment(), start_new_session=True
    )


def _launch(
    scratch: str,
    program: int,
    words: Sequence[str],
    serves: bool = False,
    output: Stream = subprocess.PIPE,
    error: Stream = subprocess.PIPE,
) -> subprocess.Popen[bytes]:
    """Start the launcher: an open program, or -1 to try out the fence."""
    launcher = open_launcher()
    task = (scratch, str(program), str(MOST_MEMORY), "requests" if serves else "nothing")
    return subprocess.Popen(
        ["launcher", *task, *_rules(), "--", "program", *words],
        executable=f"/proc/self/fd/{launcher}",  # exactly the file that was checked
        stdin=subprocess.PIPE,
        stdout=output,
        stderr=error,
        env=_environment(),
        pass_fds=(launcher, program) if program >= 0 else (launcher,),
    )


@cache
def _rules() -> tuple[str, ...]:
    """What a program can open outside of its scratch folder: the system's libraries, and what they need."""
    exact: tuple[str, ...] = ()
    with contextlib.suppress(NativeLinkError):
        found = system_libraries()
        exact = (found.loader, *found.objects)
    rules = [("run", path) for path in (*_LIBRARIES, *exact)]
    rules += [("read", path) for path in _READABLE]
    rules += [("write", path) for path in _WRITABLE]
    return tuple(word for rule in rules for word in rule)


def _environment() -> dict[str, str]:
    """Nothing of the user's; the variable with which this Python finds its C library."""
    return {name: os.environ[name] for name in ("LD_LIBRARY_PATH",) if name in os.environ}
