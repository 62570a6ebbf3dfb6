"""The check of `tests.c` with the compiler of this computer."""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path

import pytest
from rich.console import Console

import secateur
from secateur.report.suites import show_suite_check
from secateur.suite import plain_build
from secateur.suite.plain_build import PlainFailure, SuiteCheck, check_suite, find_compiler

from .compilers import bundled_compiler


@pytest.fixture(autouse=True)
def clang(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    script = bundled_compiler(tmp_path)
    monkeypatch.setattr(plain_build, "find_compiler", lambda: script)
    return Path(script)


def explored(tmp_path: Path, text: str) -> secateur.Run:
    source = tmp_path / "source.c"
    source.write_text(text)
    return secateur.explore(f"{source}:f")


def shown(check: SuiteCheck) -> str:
    console = Console(width=200)
    with console.capture() as capture:
        show_suite_check(console, check)
    return capture.get()


def test_other_sources_may_have_a_main(tmp_path: Path) -> None:
    source, other = tmp_path / "source.c", tmp_path / "other.c"
    source.write_text("int half(int x);\nint f(int x) { return half(x) > 3 ? 7 : 5; }")
    other.write_text("int half(int x) { return x / 2; }\nint main(void) { return half(4); }")
    run = secateur.explore(f"{source}:f", str(other), check_tests=True)
    check = run.suite_check
    assert check is not None
    assert (check.tests > 0, check.passed, check.problem) == (True, check.tests, "")


def test_everything_passes(tmp_path: Path) -> None:
    source = tmp_path / "source.c"
    source.write_text("int f(int x) { return x > 3 ? 10 / x : 10 / (x - 1); }")
    run = secateur.explore(f"{source}:f", check_tests=True)
    check = run.suite_check
    assert check is not None
    assert (check.tests, check.passed, check.failures) == (2, 2, ())
    assert check.compiler.startswith("clang ")
    assert shown(check) == f"tests.c: 2 of 2 tests pass with {check.compiler} (-O0, -O2)\n"
    assert run.to_json()["suite_check"] == {
        "compiler": check.compiler,
        "flags": ["-O0", "-O2"],
        "tests": 2,
        "passed": 2,
        "failed": [],
        "problem": "",
        "not_run": "",
    }


def test_only_on_request(tmp_path: Path) -> None:
    run = explored(tmp_path, "int f(int x) { return x > 3; }")
    assert run.suite_check is None
    assert run.to_json()["suite_check"] is None


def test_no_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
    assert find_compiler() is None
    monkeypatch.setattr(plain_build, "find_compiler", find_compiler)
    run = explored(tmp_path, "int f(int x) { return x > 3; }")
    assert check_suite(run.suite, run.subject.driver) is None


def test_what_fails_is_named(tmp_path: Path) -> None:
    """A program that optimisation changes."""
    limits = "#ifdef __OPTIMIZE__\n#define LIMIT 5\n#else\n#define LIMIT 3\n#endif\n"
    check = explored(tmp_path, f"{limits}int f(int x) {{ if (x > LIMIT) return 1; return 0; }}\n").checked().suite_check
    assert check is not None
    assert check.failures == (PlainFailure("test000002", "-O2", "returned is 0, but 1 was expected"),)
    assert check.passed == 1
    assert "tests.c: 1 of 2 tests pass with" in shown(check)
    assert "test000002 fails with -O2: returned is 0, but 1 was expected" in shown(check)


def test_what_does_not_build(tmp_path: Path) -> None:
    text = '#ifdef __OPTIMIZE__\n#error "only without"\n#endif\nint f(int x) { return x > 3; }\n'
    check = explored(tmp_path, text).checked().suite_check
    assert check is not None
    assert "only without" in check.problem
    assert check.passed == 0
    assert shown(check).startswith(f"tests.c does not work with {check.compiler} (-O0, -O2): ")


def test_nothing_is_left_running(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A test that never ends, and a process that it started."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    endless = 'int fork(void);\nint f(int x) { fork(); for (;;) __asm__ volatile(""); return x; }\n'
    run = explored(tmp_path, f"#ifdef __OPTIMIZE__\n{endless}#else\nint f(int x) {{ return x; }}\n#endif\n")
    check = check_suite(run.suite, run.subject.driver, seconds=4)
    assert check is not None
    assert check.problem.endswith("takes too long")
    deadline = time.monotonic() + 10  # a process that was killed may still be listed
    while left := [link for link in running() if link.startswith(str(tmp_path))]:
        assert time.monotonic() < deadline, left
        time.sleep(0.05)


def running() -> list[str]:
    """The programs of all processes."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/exe"):
        try:
            found.append(os.readlink(entry))
        except OSError:
            continue
    return found
