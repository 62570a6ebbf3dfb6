"""The commands and options that the command line has, and those that a text mentions."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from functools import cache
from itertools import takewhile

import typer.main

from secateur.cli import app

from .blocks import blocks

_LONG = re.compile(r"(?<![\w-])--[a-z][a-z-]*\b")


@cache
def parameters() -> dict[str, tuple[frozenset[str], ...]]:
    """The options that `--help` lists, by command, each with all its names; those of `secateur` itself under ``."""
    group = typer.main.get_command(app)
    context = group.make_context("secateur", [], resilient_parsing=True)
    names: list[str] = group.list_commands(context)  # type: ignore[attr-defined]
    found = {"": group} | {name: group.get_command(context, name) for name in names}  # type: ignore[attr-defined]
    return {
        name: tuple(
            frozenset((*parameter.opts, *parameter.secondary_opts))
            for parameter in command.get_params(context)
            if parameter.param_type_name == "option" and not getattr(parameter, "hidden", False)
        )
        for name, command in found.items()
    }


def options(command: str) -> set[str]:
    return {option for names in parameters()[command] for option in names}


def mentioned(text: str) -> set[str]:
    """Long options in a text."""
    return set(_LONG.findall(text))


def invocations(text: str) -> Iterator[list[str]]:
    """`secateur COMMAND …` of all shell blocks and of code in running text, as words; other programs are left out."""
    lines = [
        line.removeprefix("$ ")
        for block in blocks(text)
        if block.language in ("", "sh")
        for line in "\n".join(block.lines).replace("\\\n", " ").splitlines()
        if block.language == "sh" or line.startswith("$ ")
    ]
    lines += re.findall(r"`(secateur [^`]+)`", re.sub(r"(?ms)^```.*?^```$", "", text))
    for line in lines:
        if line.startswith("secateur "):
            words = shlex.split(" ".join(line.split()), comments=True)
            yield list(takewhile(lambda word: word not in ("|", ">", ">>"), words[1:]))
