"""`secateur explore`: exit codes, the JSON that scripts rely on, and the files it writes."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import pytest

from secateur import __version__

from .commands import secateur

CLEAN = "int f(int x)\n{\n    if (x > 3) return 2;\n    return 1;\n}\n"
FAULTY = "int f(int x)\n{\n    if (x > 3) return 2;\n    return 10 / x;\n}\n"
#: A loop that can end after any number of iterations.
ENDLESS = "int f(int x)\n{\n    int i = 0;\n    while (i < x) i++;\n    return 1;\n}\n"


def _source(text: str) -> str:
    Path("f.c").write_text(text)
    return "f.c:f"


def _run(*arguments: str) -> tuple[int, dict[str, Any]]:
    done = secateur("explore", *arguments, "--json", "--out", "out")
    assert done.stderr == ""
    assert done.stdout.count("\n") == 1
    found: dict[str, Any] = json.loads(done.stdout)
    return done.exit_code, found


@pytest.mark.parametrize(
    ("text", "options", "code"),
    [
        (CLEAN, (), 0),
        (FAULTY, (), 1),
        (ENDLESS, ("--max-paths", "3"), 3),
        (ENDLESS, ("--loop-bound", "3"), 3),
        (ENDLESS, ("--max-depth", "3"), 3),
        (ENDLESS, ("--timeout", "0.2"), 3),
        (FAULTY, ("--max-paths", "1"), 1),
        ("int away(void);\nint f(int x) { if (x > 2) return away(); return 1; }\n", ("--external", "havoc"), 3),
    ],
    ids=["clean", "fault", "max-paths", "loop-bound", "max-depth", "timeout", "fault-and-limit", "havoc"],
)
def test_exit_code(text: str, options: tuple[str, ...], code: int) -> None:
    exit_code, run = _run(_source(text), *options)
    assert exit_code == code
    assert run["complete"] is (code == 0 or (code == 1 and not options))
    assert secateur("explore", _source(text), "--out", "again", *options).exit_code == code


def test_the_json_has_the_names_that_scripts_rely_on() -> None:
    _, run = _run(_source(FAULTY))
    assert {
        "tool",
        "version",
        "source",
        "function",
        "technique",
        "complete",
        "paths",
        "faults",
        "tests",
        "coverage",
        "solver",
        "instructions",
        "seconds",
    } <= set(run)
    assert (run["tool"], run["version"], run["source"], run["function"]) == ("secateur", __version__, "f.c", "f")
    assert (run["technique"], run["complete"]) == ("auto", True)
    assert set(run["paths"]) == {"completed", "faulty", "cut", "limited", "unknown", "infeasible", "runs", "covering"}
    assert {"queries", "sat", "unsat", "unknown", "seconds", "backend"} <= set(run["solver"])
    assert run["coverage"]["lines"] == {"covered": 3, "total": 3}
    assert run["coverage"]["branches"] == {"covered": 2, "total": 2}
    assert [(each["file"], each["missed"]) for each in run["coverage"]["files"]] == [("f.c", [])]
    assert [(each["name"], each["called"]) for each in run["coverage"]["functions"]] == [("f", True)]
    names = [test["name"] for test in run["tests"]]
    assert names == [f"test{number:06d}" for number in range(1, len(names) + 1)]
    for test in run["tests"]:
        assert {"name", "inputs", "outcome", "path"} <= set(test)
    (fault,) = run["faults"]
    shown = {"kind": "division-by-zero", "file": "f.c", "line": 4, "function": "f"}
    assert shown.items() <= fault.items()
    failing = next(test for test in run["tests"] if test["name"] == fault["test"])
    assert (failing["inputs"], failing["outcome"]) == ({"x": 0}, "division-by-zero at f.c:4")
    assert failing["path"] == ["3F"]
    assert fault["confirmed"] is True


def test_the_files_say_the_same_as_the_output() -> None:
    _, run = _run(_source(FAULTY))
    assert {p.name for p in Path("out").iterdir()} == {
        "run.json",
        "tests.json",
        "tests.c",
        "test_f.py",
        "coverage.lcov",
        "run.sqlite",
    }
    assert json.loads(Path("out/run.json").read_text()) == run
    tests = json.loads(Path("out/tests.json").read_text())["tests"]
    assert [(t["name"], t["inputs"]) for t in tests] == [(t["name"], t["inputs"]) for t in run["tests"]]


def test_results_go_to_a_folder_named_after_the_subject() -> None:
    assert secateur("explore", _source(CLEAN)).exit_code == 0
    assert Path("secateur-out/f-f/run.json").is_file()


def test_a_second_run_replaces_the_first() -> None:
    _run(_source(FAULTY))
    _, run = _run(_source(CLEAN))
    assert len(json.loads(Path("out/tests.json").read_text())["tests"]) == run["paths"]["completed"] == 2


def test_the_table_shows_tests_faults_and_where_they_are() -> None:
    done = secateur("explore", _source(FAULTY), "--out", "out")
    assert done.exit_code == 1
    for text in ("test000001", "division-by-zero", "f.c:4", "confirmed", "secateur replay out", "complete"):
        assert text in done.stdout
    assert "\x1b" not in done.stdout


def test_an_incomplete_run_says_why() -> None:
    done = secateur("explore", _source(ENDLESS), "--out", "out", "--max-paths", "2")
    assert "--max-paths" in done.stdout
    assert "incomplete" in done.stdout


def test_checks_can_be_chosen() -> None:
    text = "int f(int x)\n{\n    return (x + 1) / (x - 1);\n}\n"
    kinds = {fault["kind"] for fault in _run(_source(text))[1]["faults"]}
    assert kinds == {"signed-overflow", "division-by-zero"}
    kinds = {fault["kind"] for fault in _run(_source(text), "--check", "none")[1]["faults"]}
    assert "division-by-zero" in kinds
    assert "shift" not in kinds
    kinds = {fault["kind"] for fault in _run(_source(text), "--check", "shift")[1]["faults"]}
    assert "division-by-zero" in kinds


def test_assumptions_and_symbolic_globals() -> None:
    text = "static int limit = 3;\nint f(int x)\n{\n    if (x > limit) return 2;\n    return 1;\n}\n"
    _, run = _run(_source(text), "--assume", "x > 10")
    assert [test["outcome"] for test in run["tests"]] == ["return 2"]
    assert all(test["inputs"]["x"] > 10 for test in run["tests"])
    _, run = _run(_source(text), "--assume", "x > 10", "--symbolic", "limit")
    assert {test["outcome"] for test in run["tests"]} == {"return 1", "return 2"}
    for test in run["tests"]:
        assert (test["inputs"]["x"] > test["inputs"]["limit"]) == (test["outcome"] == "return 2")


NULLABLE = """\
struct node { int value; const char *name; };
int f(struct node *node, const char *name, int *found)
{
    if (!node)
        return name ? -1 : -2;
    if (found)
        *found = node->value;
    return node->value / (name ? name[0] : 1);
}
"""


def test_pointers_that_may_be_null() -> None:
    """Every combination is explored; the native replay and the C tests pass it on."""
    options = ("--nullable", "node", "--nullable", "name", "--nullable", "found", "--assume", "node->value == 7")
    _, run = _run(_source(NULLABLE), *options)
    nulls = [tuple(test["inputs"][f"{name}_is_null"] for name in ("node", "name", "found")) for test in run["tests"]]
    assert set(nulls) == set(itertools.product((False, True), repeat=3))
    assert [(fault["kind"], fault["confirmed"]) for fault in run["faults"]] == [("division-by-zero", True)]
    for (node, name, _), test in zip(nulls, run["tests"], strict=True):
        assert (test["outcome"] == "return -1") == (node and not name)
        assert (test["outcome"] == "return -2") == (node and name)
    assert secateur("replay", "out").exit_code == 0
    assert "int returned = f(node, name, found);" in (Path("out/tests.c").read_text())


def test_defines_and_include_folders() -> None:
    Path("inc").mkdir()
    Path("inc/limit.h").write_text("#define LIMIT (BASE + 1)\n")
    text = '#include "limit.h"\nint f(int x) { if (x == LIMIT) return 7; return 0; }\n'
    _, run = _run(_source(text), "-I", "inc", "-D", "BASE=41")
    assert {"inputs": {"x": 42}, "outcome": "return 7"}.items() <= run["tests"][1].items()
    assert secateur("replay", "out").exit_code == 0


def test_several_files_are_linked() -> None:
    Path("other.c").write_text("int other(int x) { if (x == 12) return 5; return 6; }\n")
    code, run = _run(_source("int other(int);\nint f(int x) { return other(x); }\n"), "other.c")
    assert (code, {test["outcome"] for test in run["tests"]}) == (0, {"return 5", "return 6"})
    assert secateur("replay", "out").exit_code == 0


def test_a_whole_program_with_intrinsics() -> None:
    Path("main.c").write_text(
        "#include <stdio.h>\nint __VERIFIER_nondet_int(void);\n"
        'int main(void)\n{\n    int n = __VERIFIER_nondet_int();\n    printf("%d", n);\n'
        "    if (n == 9) return 4;\n    return 0;\n}\n"
    )
    code, run = _run("main.c")
    assert (code, run["function"]) == (0, "main")
    shown = {(test["outcome"], test["output"]) for test in run["tests"]}
    assert shown == {("return", "0"), ("return 4", "9")}
    assert secateur("replay", "out").exit_code == 0


def test_unknown_functions_may_return_anything() -> None:
    text = "int away(int);\nint f(int x)\n{\n    if (away(x) == 5) return 1;\n    return 2;\n}\n"
    code, run = _run(_source(text), "--external", "havoc")
    assert (code, run["complete"]) == (3, False)
    assert {test["outcome"] for test in run["tests"]} == {"return 1", "return 2"}
    assert any("away" in note["text"] and note["line"] == 4 for note in run["notes"])
    assert secateur("replay", "out").exit_code == 0


def test_unknown_functions_of_many_types() -> None:
    text = """double far(void); _Bool maybe(void); void *find(void); void act(int); unsigned char small(void);
    int f(int x)
    {
        int r = 0;
        act(x);
        if (far() > 1.0) r += 1;
        if (maybe()) r += 2;
        if (small() == 200) r += 4;
        if (!find()) r += 8;
        return r;
    }
    """
    code, run = _run(_source(text), "--external", "havoc")
    assert code == 3
    returned = {int(test["outcome"].removeprefix("return ")) & 7 for test in run["tests"]}
    assert returned == set(range(8))
    named = " ".join(note["text"] for note in run["notes"])
    assert all(f"'{name}'" in named for name in ("far", "maybe", "find", "act", "small"))
    assert secateur("replay", "out").exit_code == 0


def test_both_solvers_find_the_same() -> None:
    text = "int f(int x, int y)\n{\n    if (x * y == 391 && x > 20 && y > 1) return 1;\n    return 0;\n}\n"
    counts = [_run(_source(text), "--solver", name, "--check", "none")[1]["paths"] for name in ("bitwuzla", "z3")]
    assert counts[0] == counts[1]


@pytest.mark.parametrize("command", ["explore", "replay"])
def test_help_has_examples(command: str) -> None:
    done = secateur(command, "--help")
    assert done.exit_code == 0
    assert "Examples" in done.stdout
    assert f"secateur {command} " in done.stdout.split("Examples")[1]
    assert "[bold]" not in done.stdout


def test_help_lists_the_commands_and_version_is_told() -> None:
    done = secateur("--help")
    assert "explore" in done.stdout
    assert "replay" in done.stdout
    assert secateur("--version").stdout == f"secateur {__version__}\n"


def test_results_are_written_even_if_nothing_can_run_natively(monkeypatch: pytest.MonkeyPatch) -> None:
    def unable(*_: object) -> None:
        raise OSError("no memory for the shadow")

    monkeypatch.setattr("secateur.suite.replay.replay_suite", unable)
    done = secateur("explore", _source(FAULTY), "--json", "--out", "out")
    assert done.exit_code == 1
    run = json.loads(done.stdout)
    assert [fault["confirmed"] for fault in run["faults"]] == [None]
    assert json.loads(Path("out/run.json").read_text()) == run
    assert "no memory for the shadow" in done.stderr + done.stdout
