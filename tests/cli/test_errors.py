"""Bad input: one clear message with advice, exit code 2, nothing on standard output, earlier results left intact."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from .commands import refused, secateur, snapshot

GOOD = "int twice(int x)\n{\n    if (x > 3) return 2;\n    return 1;\n}\n"

#: what is wrong, source text, function, words that the message must contain
SOURCES: list[tuple[str, str, str, tuple[str, ...]]] = [
    (
        "compile error",
        "int f(int x) {\n  return x +;\n}\n",
        ":f",
        ("bad.c:2:13: error: expected expression", "return x +;"),
    ),
    ("undeclared", "int f(int x) {\n  return y;\n}\n", ":f", ("bad.c:2:10: error:", "'y'")),
    (
        "no header",
        '#include "nowhere.h"\nint f(int x) { return x; }\n',
        ":f",
        ("bad.c:1:10:", "'nowhere.h' file not found"),
    ),
    ("unknown function", "int one(int x) { return x; }\nint two(int x) { return x; }\n", ":f", ("'f'", "one", "two")),
    ("no main", "int one(int x) { return x; }\n", "", ("main", "one", "bad.c:FUNCTION")),
    ("array of wide numbers", "int f(__float128 *wide) { return *wide > 1; }\n", ":f", ("'wide", "__float128")),
    ("wide number", "int f(__float128 wide) { return wide > 1; }\n", ":f", ("'wide'", "__float128")),
    ("opaque struct", "struct s;\nint f(struct s *thing) { return thing != 0; }\n", ":f", ("'thing'", "struct s")),
    ("variadic", "int f(int n, ...) { return n; }\n", ":f", ("'...'", "wrapper")),
    (
        "external",
        "int away(int), further(int);\nint f(int x) {\n  x =\n    away(x);\n  return further(x);\n}\n",
        ":f",
        ("bad.c:4", "'away'", "further", "--external havoc"),
    ),
    (
        "external data",
        "extern int away;\nint f(int x) { return x + away; }\n",
        ":f",
        ("'away'", "declared but not defined"),
    ),
    (
        "inline assembly",
        'int f(int x) {\n  __asm__("incl %0" : "+r"(x));\n  return x;\n}\n',
        ":f",
        ("bad.c:2", "inline assembly"),
    ),
]


@pytest.mark.parametrize(("text", "function", "words"), [s[1:] for s in SOURCES], ids=[s[0] for s in SOURCES])
@pytest.mark.parametrize("json", [(), ("--json",)], ids=["text", "json"])
def test_a_source_that_cannot_be_explored(
    text: str, function: str, words: tuple[str, ...], json: tuple[str, ...]
) -> None:
    Path("bad.c").write_text(text)
    message = refused("explore", f"bad.c{function}", "--out", "out", *json)
    for word in words:
        assert word in message
    assert not Path("out").exists()


def test_a_file_that_is_not_there() -> None:
    assert refused("explore", "nowhere.c:f") == "nowhere.c: no such file\n"
    assert refused("explore", "nowhere.c", "--json") == "nowhere.c: no such file\n"


def test_a_file_of_another_kind() -> None:
    Path("notes.txt").write_text("hello")
    message = refused("explore", "notes.txt:f")
    assert "notes.txt" in message
    assert ".c, .h, .ll, .bc" in message


def test_a_folder_in_place_of_a_file() -> None:
    Path("folder.c").mkdir()
    assert "folder.c" in refused("explore", "folder.c:f")


def test_two_functions_at_once() -> None:
    Path("good.c").write_text(GOOD)
    assert "two functions" in refused("explore", "good.c:twice", "good.c:twice")


#: options, words of the message (typer's own messages are boxed and do not begin with our name)
OURS = [
    (("--order", "sideways"), ("--order sideways", "dfs, bfs, random, coverage")),
    (("--technique", "magic"), ("--technique magic", "full")),
    (("--solver", "oracle"), ("--solver oracle", "bitwuzla, z3")),
    (("--external", "guess"), ("--external guess", "error, havoc")),
    (("--check", "signed-overflow,typos"), ("--check typos", "signed-overflow")),
    (("--symbolic", "nothing"), ("'nothing'", "counter")),
    (("--nullable", "x"), ("'x'", "no pointer", "pointers: none")),
    (("--assume", "x >"), ("x >",)),
    (("--assume", "unknown > 2"), ("unknown",)),
    (("-D", "int=+"), ("error:",)),
]


@pytest.mark.parametrize(("options", "words"), OURS, ids=[" ".join(options) for options, _ in OURS])
def test_a_bad_option(options: tuple[str, ...], words: tuple[str, ...]) -> None:
    Path("good.c").write_text("int counter;\n" + GOOD)
    message = refused("explore", "good.c:twice", "--json", *options)
    for word in words:
        assert word in message


@pytest.mark.parametrize(
    "options",
    [
        ("--max-paths", "0"),
        ("--max-paths", "many"),
        ("--timeout", "-1"),
        ("--buffer", "0"),
        ("--memory", "0"),
        ("--loop-bound", "-1"),
        ("--nonsense",),
    ],
    ids=" ".join,
)
def test_a_value_out_of_range(options: tuple[str, ...]) -> None:
    Path("good.c").write_text(GOOD)
    done = secateur("explore", "good.c:twice", *options)
    assert (done.exit_code, done.stdout) == (2, "")
    assert options[0] in done.stderr


def test_symbolic_and_assume_need_a_function() -> None:
    Path("main.c").write_text("int main(void) { return 0; }\n")
    assert "main.c:FUNCTION" in refused("explore", "main.c", "--assume", "x > 2")
    assert "main.c:FUNCTION" in refused("explore", "main.c", "--symbolic", "x")
    assert "main.c:FUNCTION" in refused("explore", "main.c", "--nullable", "x")


@pytest.mark.parametrize(
    "text",
    [
        "int f(int x) { return x +; }\n",
        "int g(int x) { return x; }\n",
        "int away(int);\nint f(int x) { return away(x); }\n",
        "int f(__float128 wide) { return wide > 1; }\n",
    ],
    ids=["compile error", "unknown function", "external", "parameter"],
)
def test_an_error_leaves_earlier_results_whole(text: str) -> None:
    Path("f.c").write_text("int f(int x) { return x > 2 ? 1 : 0; }\n")
    assert secateur("explore", "f.c:f", "--out", "out").exit_code == 0
    before = snapshot(Path("out"))
    assert {"run.json", "tests.json", "tests.c"} <= set(before)
    Path("f.c").write_text(text)
    refused("explore", "f.c:f", "--out", "out", "--json")
    assert snapshot(Path("out")) == before


def test_an_output_folder_that_cannot_be_made() -> None:
    Path("good.c").write_text(GOOD)
    Path("taken").write_text("a file")
    assert "taken" in refused("explore", "good.c:twice", "--out", "taken", "--json")
    assert Path("taken").read_text() == "a file"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_source_that_may_not_be_read() -> None:
    Path("secret.c").write_text(GOOD)
    Path("secret.c").chmod(0)
    assert "secret.c" in refused("explore", "secret.c:twice")
