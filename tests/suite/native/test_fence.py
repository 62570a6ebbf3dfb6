"""The fence around native runs: what ends a run, what is left of it, and when nothing is run."""

from __future__ import annotations

import contextlib
import os
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest

import secateur
from secateur.suite import plain_build
from secateur.suite.native import fence
from secateur.suite.native.outcome import NativeOutcome
from secateur.suite.native.run import Server, ServerError
from secateur.suite.test import Recorded
from suite.compilers import bundled_compiler

from .conftest import Compile

T = TypeVar("T")

HOSTILE = r"""
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
int secateur_i32(const char *name);

static void block_signals(void)
{
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    for (;;) {}
}

static void use_memory(void)
{
    for (int i = 0; i < 48; i++) { /* at most 3 GiB */
        char *part = mmap(NULL, 64 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (part == MAP_FAILED) exit(3);
        memset(part, 1, 64 << 20);
    }
}

static void break_server(void)
{
    kill(getppid(), SIGKILL);
    kill(getppid(), SIGSTOP);
    for (int file = 0; file < 1100; file++) {
        if (write(file, "end\t7\t7\n", 8) < 0) continue;
        lseek(file, 100, SEEK_SET);
        fcntl(file, F_SETFL, O_APPEND | O_NONBLOCK);
        ftruncate(file, 1 << 20);
        close(file);
    }
}

int main(void)
{
    switch (secateur_i32("which")) {
        case 1: block_signals();
        case 2: raise(SIGSTOP); return 2;
        case 3: use_memory(); return 3;
        case 4: break_server(); _exit(4);
        case 5: close(open("left", O_CREAT | O_WRONLY, 0600)), mkdir("folder", 0), symlink("/", "folder2"); return 5;
        case 6: return access("left", F_OK) == 0 || access("folder", F_OK) == 0 || access("folder2", F_OK) == 0;
        case 7: lseek(1, 64, SEEK_SET); return 7;
        case 8: {
            FILE *file = tmpfile();
            char text[8] = "";
            if (!file) return 1;
            fputs("kept", file), rewind(file), fgets(text, 8, file);
            return strcmp(text, "kept");
        }
    }
    printf("as usual");
    return 0;
}
"""


def tried(server: Server, which: int, timeout: float = 5.0) -> NativeOutcome:
    return server.run([Recorded("which", "i32", struct.pack("<i", which))], timeout)


def test_a_hostile_test_ends_and_the_next_is_as_usual(
    compile_program: Compile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fence, "MOST_MEMORY", 128 << 10)
    with Server(compile_program(HOSTILE)) as server:
        assert tried(server, 1, 0.2).kind == "timeout"
        assert tried(server, 2, 0.2).kind == "timeout"
        assert tried(server, 3).kind == "killed"
        assert tried(server, 4).status == 4
        assert tried(server, 5).status == 5
        assert tried(server, 6).status == 0  # nothing is left for the next test
        assert tried(server, 7).status == 7
        assert tried(server, 8).status == 0
        usual = tried(server, 0)
        assert (usual.kind, usual.status, usual.output, usual.error) == ("return", 0, b"as usual", b"")


BEFORE_MAIN = r"""
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>
static void attack(int count, char **words, char **environment)
{
    prctl(PR_SET_NAME, "%(name)s");
    for (int i = 0; i < 200; i++) {
        if (fork()) continue;
        setsid();
        signal(SIGTERM, SIG_IGN);
        if (fork() == 0) {
            sleep(30);
            creat("%(mark)s", 0600);
        }
        sleep(30);
        _exit(0);
    }
    creat("%(mark)s", 0600);
    system("touch %(mark)s");
    while (%(hangs)d) {}
}
__attribute__((section("%(section)s"), used)) static void (*before)(int, char **, char **) = attack;
int main(void) { return 0; }
"""


@pytest.mark.parametrize("section", [".preinit_array", ".init_array.00001"])
def test_code_in_the_server_itself(
    section: str, compile_program: Compile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What runs before `main` is not in a test's process, and still inside."""
    mark = tmp_path / "mark"
    name = f"attack{os.getpid()}"
    program = compile_program(BEFORE_MAIN % {"section": section, "mark": mark, "name": name, "hangs": 0})
    with Server(program) as server, contextlib.suppress(ServerError):  # one of its processes is in the way
        tried(server, 0, 0.5)
    assert not mark.exists()
    assert processes(name) == []
    monkeypatch.setattr("secateur.suite.native.run._GRACE", 0.2)
    program = compile_program(BEFORE_MAIN % {"section": section, "mark": mark, "name": name, "hangs": 1})
    with Server(program) as server, pytest.raises(ServerError, match="stopped unexpectedly"):
        tried(server, 0, 0.2)
    assert not mark.exists()
    assert processes(name) == []


def processes(name: str) -> list[str]:
    """The processes of that name."""
    found = []
    for path in Path("/proc").glob("[0-9]*/comm"):
        with contextlib.suppress(OSError):
            found += [path.parent.name] if path.read_text().strip() == name else []
    return found


KILLED = """
import os, signal, sys
from pathlib import Path
from secateur.suite.native.build import build
from secateur.suite.native.run import Server
server = Server(build(None, [Path("program.c")]))
print(server._process.pid, flush=True)
server.run([], 60.0)
"""


def test_nothing_outlives_secateur(tmp_path: Path) -> None:
    (tmp_path / "program.c").write_text("int main(void) { for (;;) {} }\n")
    command = [sys.executable, "-c", KILLED]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        launcher = int(process.stdout.readline())
        server = until(lambda: children(launcher))
        test = until(lambda: children(server[0]))
        process.send_signal(signal.SIGKILL)
        process.wait()
    until(lambda: not any(Path(f"/proc/{number}").exists() for number in (launcher, *server, *test)))


def children(process: int) -> list[int]:
    return [int(word) for word in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def until(condition: Callable[[], T], seconds: float = 10.0) -> T:
    """The first value that is true."""
    end = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < end
        time.sleep(0.02)
    return found


def test_a_program_of_another_machine_is_killed(compile_program: Compile) -> None:
    if os.uname().machine != "x86_64":
        return
    text = 'int main(void) { int n = 20; __asm__ volatile("int $0x80" : "+a"(n)); return n > 0; }\n'
    with Server(compile_program(text)) as server:
        assert tried(server, 0).detail == "SIGSYS"


CONSTRUCTOR = """
#include <stdlib.h>
#ifdef __OPTIMIZE__
__attribute__((constructor)) static void attack(void) { system("touch %(place)s/mark"); }
#elif __has_feature(address_sanitizer)
__attribute__((constructor)) static void attack(void) { system("touch %(place)s/mark"); }
#endif
int f(int x) { return x == 7 ? 10 / (x - 7) : x > 3 ? 1 : 2; }
"""


@pytest.fixture
def constructor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A function in a program whose constructor leaves a mark, where sanitizers or optimisation are on; a compiler."""
    script, source = bundled_compiler(tmp_path), tmp_path / "program.c"
    monkeypatch.setattr(plain_build, "find_compiler", lambda: script)
    source.write_text(CONSTRUCTOR % {"place": tmp_path})
    return f"{source}:f"


def test_a_constructor_does_nothing(constructor: str, tmp_path: Path) -> None:
    run = secateur.explore(constructor, check_tests=True)
    assert [fault.confirmed for fault in run.faults] == [True]
    assert run.suite_check is not None
    assert run.suite_check.passed == run.suite_check.tests
    assert not (tmp_path / "mark").exists()


def test_no_confirm_runs_nothing(constructor: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[str] = []
    start = subprocess.Popen.__init__

    def counted(self: subprocess.Popen[bytes], command: list[str], *rest: object, **options: object) -> None:
        started.append(os.path.basename(command[0]))
        start(self, command, *rest, **options)  # type: ignore[call-overload]

    monkeypatch.setattr(subprocess.Popen, "__init__", counted)
    monkeypatch.setattr(fence, "_launch", pytest.fail)
    run = secateur.explore(constructor, confirm=False, check_tests=True, trust=True)
    assert [fault.confirmed for fault in run.faults] == [None]
    assert run.suite_check is None
    assert set(started) <= {"zig"}  # the compiler, if the cache does not have its result
    assert not (tmp_path / "mark").exists()


def test_a_changed_program_is_not_run(compile_program: Compile) -> None:
    program = compile_program("int main(void) { return 3; }\n")
    with Server(program) as server:
        assert tried(server, 0).status == 3
    program.path.write_bytes(program.path.read_bytes() + b" ")
    with pytest.raises(ServerError, match="not what was built"):
        Server(program)
    again = compile_program("int main(void) { return 3; }\n")  # built anew
    with Server(again) as server:
        assert tried(server, 0).status == 3
    again.path.chmod(0o770)
    with pytest.raises(ServerError, match="another user could have changed it"):
        Server(again)


def test_environment_is_not_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOKEN", "secret")
    monkeypatch.setenv("LD_PRELOAD", "/nowhere.so")
    assert set(fence._environment()) <= {"LD_LIBRARY_PATH"}
