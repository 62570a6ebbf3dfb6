"""Results that rest on stand-ins (`--external havoc`): never confirmed, and the ledger says what is not modelled."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from .commands import secateur
from .test_stand_ins import HAVOC, explored

OLD = "int away(int x);\nint f(int a) {\n    if (a > 5) return away(a) > 3;\n    return 0;\n}\n"
UNCONFIRMED = "not confirmed: rests on away()"


@pytest.fixture
def versions() -> None:
    Path("old.c").write_text(OLD)
    Path("new.c").write_text(OLD.replace("> 3", "> 4"))


def both(*command: str) -> tuple[dict[str, Any], str]:
    """The JSON and the text."""
    data: dict[str, Any] = json.loads(secateur(*command, *HAVOC, "--json").stdout)
    return data, " ".join(secateur(*command, *HAVOC).stdout.split())


@pytest.mark.usefixtures("versions")
def test_differences() -> None:
    data, text = both("diff", "old.c", "new.c")
    (shown,) = data["functions"][0]["differences"]
    assert (shown["confirmed"], shown["rests_on"]) == (None, ["away"])
    assert UNCONFIRMED in text
    assert "confirmed natively" not in text
    assert UNCONFIRMED in secateur("diff", "old.c", "new.c", *HAVOC, "--markdown").stdout


@pytest.mark.usefixtures("versions")
def test_differences_without_a_call_are_confirmed() -> None:
    Path("new.c").write_text(OLD.replace("return 0", "return 1"))
    data, text = both("diff", "old.c", "new.c")
    (shown,) = data["functions"][0]["differences"]
    assert (shown["confirmed"], shown["rests_on"]) == (True, [])
    assert "confirmed natively" in text


@pytest.mark.usefixtures("versions")
def test_new_tests() -> None:
    data, text = both("augment", "old.c", "new.c", "--function", "f", "--out", "added")
    resting = [test for test in data["tests"] if test["rests_on"]]
    assert resting
    assert all(test["confirmed"] is None and test["rests_on"] == ["away"] for test in resting)
    assert UNCONFIRMED in text


def test_what_a_function_may_write_and_its_stand_in_does_not() -> None:
    text = """#include <stdio.h>
    #include <poll.h>
    int fills(int *to);
    int reads(const int *from, FILE *log);
    int f(void) {
        int a[1] = {0};
        struct pollfd p = {0};
        if (fscanf(fopen("x", "r"), "%d %*d%%%s", a, a) > 2) return 99;
        return fills(a) + reads(a, stdout) > 3 && poll(&p, 1, 0) > 0;
    }"""
    _, run = explored(text, "--check", "none")
    texts = {each["subject"]: each["text"] for each in run["assumptions"] if each["kind"] == "stand-in"}
    silent = "and writes nothing through its pointers, though"
    assert "return 99" not in {test["outcome"] for test in run["tests"]}
    assert {name for name, each in texts.items() if silent in each} == {"fills", "poll", "__isoc99_fscanf"}
    assert set(texts) >= {"reads", "fopen"}
    shown = " ".join(secateur("explore", "f.c:f", *HAVOC, "--check", "none", "--out", "out").stdout.split())
    assert "`__isoc99_fscanf`, `fills`, `poll` write nothing through their pointers" in shown
