"""`secateur approximate`: the JSON that scripts rely on, the text output, and errors for bad input."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from .commands import refused, secateur

SOURCE = """#include <stdlib.h>
int total;

static int half(int v)
{
    return v / 2;
}

int f(int x, int y)
{
    int a = half(x);
    if (a > 3)
        total = y;
    if (a > 3 && x < 2)
        return -1;
    return a;
}
"""


@pytest.fixture(autouse=True)
def _source(folder: Path) -> None:
    (folder / "f.c").write_text(SOURCE)


def approximate(*options: str, code: int = 0) -> dict[str, Any]:
    done = secateur("approximate", "f.c:f", *options, "--json")
    assert done.exit_code == code, (done.stdout, done.stderr)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_json_of_a_line() -> None:
    found = approximate("--to", "13", "--value", "a", "--solve")
    assert (found["tool"], found["function"], found["to"], found["edges"]) == ("secateur", "f", 13, [["12T"]])
    assert found["condition"] == "x / 2 > 3"
    assert found["values"] == {"a": [{"when": "1", "value": "x / 2"}]}
    assert (found["reached"], found["guaranteed"], found["confirmed"]) == (True, True, True)
    assert found["input"]["x"] >= 8
    assert found["stars"] == []


def test_json_of_what_is_impossible() -> None:
    found = approximate("--to", "15", "--solve")
    assert (found["reached"], found["input"]) == (False, None)


def test_json_of_the_end() -> None:
    found = approximate(
        "--at", "exit", "--value", "total", "--check", "result <= x || x < 0", "--check", "total == 0", code=1
    )
    assert {(case["when"], case["value"]) for case in found["exit"]["total"]} == {
        ("x / 2 > 3", "y"),
        ("x / 2 <= 3", "0"),
    }
    assert [check["verdict"] for check in found["checks"]] == ["proved", "refuted"]
    assert found["checks"][1]["confirmed"]


def test_what_is_abstracted_is_explained() -> None:
    found = approximate("--to", "13", "--abstract", "half")
    assert found["condition"] == "*1 > 3"
    assert found["stars"] == [{"name": "*1", "line": 11, "why": "the result of half"}]
    shown = secateur("approximate", "f.c:f", "--to", "13", "--abstract", "half").stdout
    assert "line 13 is reached by <12T>" in shown
    assert "*1 is the result of half (line 11)" in shown


def test_the_same_command_gives_the_same_answer() -> None:
    options = ("--to", "13", "--value", "a", "--depth", "1", "--solve")
    assert approximate(*options) == approximate(*options)


def test_an_undecided_check_is_unknown() -> None:
    """Without time to refine, an abstracted value proves nothing."""
    found = approximate("--abstract", "half", "--check", "result < 1073741824", "--timeout", "0", code=3)
    assert [check["verdict"] for check in found["checks"]] == ["unknown"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ((), "say what you want to know: --to LINE, --at exit, or --prove EXPR"),
        (("--to", "2"), "f.c:2 has no code that f can reach; nearest lines with code: "),
        (("--to", "13", "--value", "nothing"), "there is no variable 'nothing' in f"),
        (("--solve", "--at", "exit"), "--solve: finds an input for a line; add --to LINE"),
        (("--at", "start"), "--at start: unknown; the only place is exit"),
        (("--at", "exit", "--value", "a"), "'a' is not visible after the call; visible names: return, total"),
        (("--from", "12", "--to", "13", "--solve"), "--from: starts in any state, not with inputs"),
        (("--from", "6", "--to", "13"), "f.c:6 is not in f; --from must be a line of that function"),
        (("--prove", "no_such_name > 0"), "no_such_name"),
        (("--prove", "result = 1"), "--prove 'result = 1' changes a variable; compare with == instead"),
        (("--to", "13", "--abstract", "nothing"), "--abstract nothing: there is no such function"),
        (("--value", "a", "--prove", "1"), "--value: needs a place; add --to LINE or --at exit"),
        (("--to", "13", "--solver", "guess"), "--solver guess: unknown"),
    ],
)
def test_bad_input(options: tuple[str, ...], message: str) -> None:
    assert message in refused("approximate", "f.c:f", *options)


def test_a_program_without_a_function() -> None:
    Path("main.c").write_text("int main(void) { return 0; }\n")
    assert "name a function" in refused("approximate", "main.c", "--to", "1")


def test_the_old_name_of_prove_still_works_with_a_hint() -> None:
    done = secateur("approximate", "f.c:f", "--check", "1")
    assert done.exit_code == 0
    assert "1: proved" in done.stdout
    assert done.stderr == "secateur: --check is called --prove now; --check still works here\n"
