"""Options that pages mention exist, and docs/usage.md mentions every option of every command."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from .blocks import PAGES, ROOT
from .commands import invocations, mentioned, options, parameters

USAGE = (ROOT / "docs" / "usage.md").read_text()
COMMANDS = sorted(name for name in parameters() if name)

#: Options of other tools, and of our benchmarks; those of KLEE stand for words of a program.
KLEE = {"--sym-arg", "--sym-args", "--sym-files", "--sym-stdin", "--max-fail"}
FOREIGN = {"--rewritten", *KLEE}


def section(command: str) -> str:
    """The part of docs/usage.md about a command."""
    found = re.search(rf"(?ms)^## secateur {command}$(.*?)(?=^## |\Z)", USAGE)
    assert found, f"docs/usage.md has no section '## secateur {command}'"
    return found[1]


@pytest.mark.parametrize("command", COMMANDS)
def test_usage_mentions_every_option(command: str) -> None:
    """Of a pair such as `--confirm/--no-confirm` one is enough."""
    there = mentioned(section(command)) | {"--help"}
    missing = [sorted(names) for names in parameters()[command] if not names & there]
    assert [names for names in missing if any(name.startswith("--") for name in names)] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_usage_mentions_no_option_that_the_command_does_not_have(command: str) -> None:
    other = {option for name in COMMANDS if f"`secateur {name}" in section(command) for option in options(name)}
    assert mentioned(section(command)) - options(command) - other - KLEE == set()


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_pages_mention_no_option_that_there_is_not(path: Path) -> None:
    known = {option for name in parameters() for option in options(name)}
    text = re.sub(r"(?m)^\S*(?:python|pytest|make|cc) .*$", "", path.read_text())
    assert mentioned(text) - known - FOREIGN == set()


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_commands_have_the_options_that_they_are_given(path: Path) -> None:
    for name, *words in invocations(path.read_text()):
        if name.startswith("-"):
            assert name in options("")
        elif name.isupper():  # `secateur COMMAND --help`
            continue
        else:
            assert name in parameters(), name
            of_compilers = {after for word, after in pairwise(words) if word.endswith("cflags")}
            ours = [word for word in words if word not in of_compilers]
            given = {word.partition("=")[0] for word in ours if re.match(r"--?[A-Za-z]", word)}
            assert given - options(name) == set(), f"secateur {name} {' '.join(words)}"
