"""A version that never ends where the other one does: a difference if it is proved, unknown if a limit was reached."""

from __future__ import annotations

from pathlib import Path

import pytest

from .running import compared

FIND = "int find(const char *s, char c) { int i = 0; while (s[i]) { if (s[i] == c) return i; i++; } return -1; }\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("is_turned", [False, True], ids=["new", "old"])
def test_a_repeated_state_is_a_difference(is_turned: bool) -> None:
    stuck = FIND.replace("i++;", "if (s[i] == '*') continue; i++;")
    answer = compared(*((stuck, FIND) if is_turned else (FIND, stuck)), string=2)
    shown = answer.functions[0].differences[0]
    outcomes = ("return -1", "never ends")
    assert (answer.status, answer.complete, shown.confirmed) == ("different", True, True)
    assert shown.outcomes == (outcomes[::-1] if is_turned else outcomes)
    assert "the native run did not end in time" in answer.to_json()["functions"][0]["differences"][0]["natively"]


def test_the_loop_may_call_functions_with_memory_of_their_own() -> None:
    helper = "static int step(int n) { int t[2]; t[0] = n; t[1] = t[0] - 1; return t[1]; }\n"
    old = helper + "int f(int x) { int n = x > 5 ? 4 : 2; while (n) n = step(n); return n; }\n"
    answer = compared(old, old.replace("n = step(n);", "n = step(n == 3 ? 4 : n);"), function="f")
    assert answer.status == "different"
    shown = answer.functions[0].differences[0]
    assert (shown.condition, shown.outcomes[1], shown.confirmed) == ("x > 5", "never ends", True)


def test_both_endless_is_equal() -> None:
    old = "int f(int x) { while (x == 7) ; return x; }\n"
    answer = compared(old, "int f(int x) { while (x == 7) ; return x + 0 * (x == 9); }\n")
    assert (answer.status, answer.complete) == ("equivalent", True)


def test_what_both_print_forever_is_not_known() -> None:
    old = '#include <stdio.h>\nint f(int x) { while (x == 7) puts("a"); return x; }\n'
    answer = compared(old, old.replace('"a"', '"b"'))
    assert answer.status == "unknown"


def test_a_counter_does_not_repeat_its_state() -> None:
    old = "int f(unsigned x) { unsigned long n = 0; while (x == 7 && n < 10) n++; return n; }\n"
    answer = compared(old, old.replace("n < 10", "n + 1 > 0"), max_instructions=20_000)
    assert answer.status == "unknown"
    assert not answer.functions[0].differences


def test_a_long_loop_ends() -> None:
    old = "int f(int x) { int n = 0; for (int i = 0; i < 3000; i++) n = (n + 1) & 1; return n + x / 2; }\n"
    assert compared(old, old.replace("x / 2", "x / 2 * 1")).status == "equivalent"


def test_zeros_of_both_signs_are_different_states() -> None:
    old = "int f(int x) { double z = 0.0; int n = 0; while (1.0 / (z + 0.0) > 0 && n < 9000) { z = -z; n++; if (x == 7) n = 0; } return x; }\n"  # noqa: E501
    answer = compared(old, old.replace("x == 7", "x == 8"))
    assert answer.status == "different"
    assert {shown.outcomes[1] for shown in answer.functions[0].differences} <= {"never ends", "return 7"}


def test_a_test_that_never_ends_is_only_replayed() -> None:
    Path("mine.json").write_text("[]")
    stuck = FIND.replace("i++;", "if (s[i] == '*') continue; i++;")
    compared(FIND, stuck, string=1, tests=Path("mine.json"), out=Path("suite"))
    assert ": never ends" in Path("suite", "tests.c").read_text()
