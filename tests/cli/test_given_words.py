"""The words after `--`, and KLEE's options, reach the program."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from secateur.cli.given_words import rewritten

from .commands import refused, secateur

SOURCE = """
#include <stdio.h>
int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) printf("%s,", argv[i]);
    return argc;
}
"""


def test_words_after_the_dashes_are_of_the_program() -> None:
    given = ["a.c", "--sym-arg", "2", "--arg", "1", "--", "-n", "--"]
    words = ["--word=--sym-arg", "--word=2", "--word=-n", "--word=--"]
    assert rewritten(given) == ["a.c", "--arg", "1", *words]


@pytest.fixture
def source() -> str:
    Path("a.c").write_text(SOURCE)
    return "a.c"


def test_they_come_in_order(source: str) -> None:
    words = (
        "explore",
        source,
        "--arg",
        "1",
        "--json",
        "--out",
        "out",
        "--no-check-tests",
        "--",
        "-n",
        "--sym-arg",
        "1",
        "x",
    )
    found = json.loads(secateur(*words).stdout)
    assert {test["output"] for test in found["tests"]} == {"-n,,x,,"}
    assert found["tests"][0]["inputs"] == {"arg1": "", "arg2": ""}


def test_a_single_function_has_no_command_line(source: str) -> None:
    Path("b.c").write_text("int f(int x) { return x; }")
    assert "f is called by itself" in refused("explore", "b.c:f", "--arg", "1")


def test_a_program_without_inputs_is_one_run(source: str) -> None:
    done = secateur("explore", source, "--no-check-tests")
    assert done.exit_code == 3
    assert "nothing is symbolic, so this is one run (--arg, --stdin, --file and --env make inputs)" in done.stdout
