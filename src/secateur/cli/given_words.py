"""The words after `--`, which are arguments of the program that is explored; and KLEE's options for symbolic ones."""

from __future__ import annotations

from typing import Any

from typer.core import TyperCommand

from secateur.harness.invocation import KLEE_OPTIONS


class GivenWords(TyperCommand):
    """A command; if it has the option `--word`, that also collects what is written as for the program itself."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if any("--word" in parameter.opts for parameter in self.params):
            args = rewritten(args)
        return super().parse_args(ctx, args)


def rewritten(words: list[str]) -> list[str]:
    """`a.c --sym-arg 2 -- -n` as `a.c --word=--sym-arg --word=2 --word=-n`."""
    left, made, given = list(words), [], []
    while left:
        word = left.pop(0)
        option = word.lstrip("-")
        if word == "--":
            given += left
            break
        if word.startswith("-") and option in KLEE_OPTIONS:
            count = KLEE_OPTIONS[option]
            given += [word, *left[:count]]
            del left[:count]
        else:
            made.append(word)
    return [*made, *(f"--word={word}" for word in given)]
