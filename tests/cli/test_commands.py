"""What every command has: few parameters, a help text, examples, and help with a word that is spelled wrong."""

from __future__ import annotations

import inspect
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import is_dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, get_type_hints

import click
import pytest
import typer.main

from secateur.cli import COMMANDS, app
from secateur.exploration.plugins import registry
from secateur.options import Option, options_of
from secateur.options.jobs import DiffOptions, ExploreOptions

from .commands import refused, secateur

#: Commands with options that list their choices in their metavar.
CHOOSING = [("explore", "--order"), ("diff", "--faults"), ("debug", "--conditions"), ("signature", "--external")]


def written(command: str) -> Callable[..., None]:
    """The function of a command as it was written, before its dataclasses became options."""
    function: Callable[..., None] = import_module(f"secateur.cli.{command}").command.__wrapped__
    return function


def examples(command: str) -> str:
    text: str = import_module(f"secateur.cli.{command}").EXAMPLES
    return text


@cache
def parser(command: str) -> Any:
    """The command as it is parsed."""
    group: Any = typer.main.get_command(app)
    return group.get_command(group.make_context("secateur", [], resilient_parsing=True), command)


def arguments(command: str) -> list[str]:
    """Something for each argument that the command needs; the files need not exist."""
    return ["f.c" for each in parser(command).params if each.param_type_name == "argument"]


def declared(command: str) -> Iterator[Option]:
    """The options that come from the dataclasses of a command and are shown."""
    for kind in get_type_hints(written(command)).values():
        if isinstance(kind, type) and is_dataclass(kind):
            yield from (each for each in options_of(kind) if not each.told.hidden)


def with_choices() -> list[tuple[str, str, tuple[str, ...]]]:
    """Command, flag and choices of every option that has some."""
    return [(command, flag(each), each.choices) for command in COMMANDS for each in declared(command) if each.choices]


def flag(option: Option) -> str:
    return option.told.flags[0] if option.told.flags else f"--{option.name.replace('_', '-')}"


def misspelled(word: str) -> str:
    """The last letter twice."""
    return word + word[-1]


# --- what a command is


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_has_at_most_eight_parameters(command: str) -> None:
    assert len(inspect.signature(written(command)).parameters) <= 8


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_has_a_help_text(command: str) -> None:
    """A sentence that says what it does, and one for every option and argument."""
    text = inspect.getdoc(written(command))
    assert text is not None
    assert re.match(r"[A-Z]\w+ [^.]+.*\.$", text, re.DOTALL), text
    shown = " ".join(secateur(command, "--help").stdout.replace("│", " ").split())
    assert " ".join(text.split())[:60] in shown
    silent = [each.opts for each in parser(command).params if not each.help and not getattr(each, "hidden", False)]
    assert silent == []


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_has_examples_that_it_can_parse(command: str) -> None:
    text = examples(command)
    assert text.startswith("[bold]Examples[/]\n")
    lines = [line for line in text.splitlines()[1:] if line]
    assert len(lines) >= 2
    context = click.Context(parser(command))
    for line in lines:
        name, first, *words = shlex.split(line.replace("\\[", "[").partition("    (")[0].partition(" > ")[0])
        assert (name, first) == ("secateur", command), line
        _, rest, _ = parser(command).make_parser(context).parse_args(words)  # refuses an unknown option
        assert not rest, line
    assert "Examples" in secateur(command, "--help").stdout


def test_the_command_line_is_imported_without_the_engine() -> None:
    """Start-up time is what is imported."""
    absent = ("secateur.jobs", "secateur.machine", "z3")
    script = f"import sys\nimport secateur.cli\nprint(*[name for name in {absent!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


# --- did you mean


def test_options_with_choices_are_found() -> None:
    """If the model changed, the test below might have nothing to do."""
    assert set(CHOOSING) <= {(command, flag) for command, flag, _ in with_choices()}


@pytest.mark.parametrize(("command", "flag", "choices"), with_choices(), ids=str)
def test_the_choice_that_was_meant_is_named(command: str, flag: str, choices: tuple[str, ...]) -> None:
    for choice in choices:
        wrong = misspelled(choice)
        message = refused(command, *arguments(command), flag, wrong, *required(command))
        expected = f"{flag} {wrong}: unknown; did you mean {choice}? Choose from {', '.join(choices)}\n"
        assert message == expected


def required(command: str) -> list[str]:
    return ["--input", "x=1"] if command == "debug" else []


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("explore f.c:f --technique dsge", "dgse"),
        ("explore f.c:f --check signed-overflo", "signed-overflow"),
        ("explore f.c:f --technique pse --tune simplfy=on", "simplify"),
        ("explore f.c:f --technique pse --tune simplify=onn", "on"),
        ("compare f.c:f --techniques full,dsge", "dgse"),
        ("signature f.c:f --check shfit", "shift"),
        ("deps f.c:f --kind dta", "data"),
        ("diff f.c g.c --technique diese", "dise"),
        ("diff f.c g.c --technique dise-published --strategy greddy", "greedy"),
        ("diff f.c g.c --check shfit", "shift"),
        ("augment f.c g.c --function f --check shfit", "shift"),
        ("debug f.c g.c --function f --input x=2 --check shfit", "shift"),
    ],
)
def test_words_that_depend_on_more_than_the_option_are_named_too(words: str, meant: str) -> None:
    """Techniques, their options, lists of checks and kinds."""
    Path("f.c").write_text("int f(int x) { return x > 1; }\n")
    Path("g.c").write_text("int f(int x) { return x > 2; }\n")
    assert f"did you mean {meant}?" in refused(*words.split())


@pytest.mark.parametrize("command", COMMANDS)
def test_an_option_that_is_spelled_wrong_is_named(command: str) -> None:
    done = secateur(command, *arguments(command), "--jsno")
    assert done.exit_code == 2
    assert re.search(r"No such option: --jsno.*--json", " ".join(done.stderr.replace("│", " ").split()))


def test_a_misspelled_command_names_the_one_that_was_meant() -> None:
    assert refused("explor", "f.c:f").startswith("explor: unknown command; did you mean explore? Choose from explore, ")


def test_help_names_every_technique() -> None:
    """The options are declared below the techniques, so they cannot ask for their names."""
    for job, for_changes in ((ExploreOptions, False), (DiffOptions, True)):
        (told,) = [each.told.help for each in options_of(job) if each.name == "technique"]
        assert [
            name for name in registry().names(for_changes) if f"{name}," not in told and f"{name}." not in told
        ] == []
