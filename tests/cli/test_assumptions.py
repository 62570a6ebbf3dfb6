"""What an answer rests on: named in the summary and in the JSON; what nobody accepted makes the exit code 3."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from .commands import refused, secateur

#: What each way to read standard input or the environment is called.
READERS = {
    "getchar() == 'a'": ("stdin", "getchar"),
    "fgetc(stdin) == 'a'": ("stdin", "fgetc"),
    'scanf("%d", &n) == 1': ("stdin", "scanf"),
    "fgets(line, 8, stdin) != NULL": ("stdin", "fgets"),
    "fread(line, 1, 8, stdin) > 0": ("stdin", "fread"),
    'getenv("HOME") != NULL': ("environment", "getenv"),
}
PHRASES = {"stdin": "standard input is empty", "environment": "no environment variables"}


def _reading(condition: str) -> str:
    lines = ["#include <stdio.h>", "#include <stdlib.h>", "int f(int x)", "{", "    int n = 0; char line[8];"]
    lines += ["    (void)n, (void)line;", f"    if ({condition}) return 10 / (x - 3);", "    return 0;", "}", ""]
    Path("f.c").write_text("\n".join(lines))
    return "f.c:f"


def _run(*arguments: str) -> tuple[int, dict[str, Any]]:
    done = secateur(*arguments, "--json")
    return done.exit_code, json.loads(done.stdout)


@pytest.mark.parametrize("condition", READERS)
def test_input_that_nothing_provides_is_named_and_makes_the_answer_incomplete(condition: str) -> None:
    kind, function = READERS[condition]
    code, found = _run("explore", _reading(condition))
    assert code == 3
    assert not found["complete"]
    assert found["summary"] == f"complete for: {PHRASES[kind]}; every path was explored"
    assert [(each["kind"], each["subject"]) for each in found["assumptions"]] == [(kind, function)]
    assert found["assumptions"][0]["lift"] == f"--accept {kind}"


def test_what_is_accepted_by_name_leaves_the_answer_complete() -> None:
    source = _reading("getchar() == 'a' || getenv(\"HOME\")")
    assert _run("explore", source, "--accept", "stdin")[0] == 3
    for accepted in (["stdin", "environment"], ["stdin,environment"], ["all"]):
        code, found = _run("explore", source, *(word for kind in accepted for word in ("--accept", kind)))
        assert code == 0
        assert found["complete"]
        assert len(found["assumptions"]) == 2
        assert found["settings"]["acceptance"] == {"accept": accepted}


def test_a_fault_is_found_whatever_the_answer_rests_on() -> None:
    assert _run("explore", _reading("getchar() == -1"))[0] == 1


def test_the_terminal_says_what_has_to_be_accepted() -> None:
    done = secateur("explore", _reading("getchar() == 'a'"))
    assert done.exit_code == 3
    assert "complete for: standard input is empty; every path was explored\n" in done.stdout
    assert "this rests on: standard input is empty (accept it with --accept stdin)\n" in done.stdout


def test_an_unknown_kind_is_refused_with_the_one_that_was_meant() -> None:
    message = refused("explore", _reading("x > 3"), "--accept", "stdn")
    assert message.startswith("--accept stdn: unknown; did you mean stdin? Choose from shape, size")
