"""Errors in what the user wrote on the command line: they point at that text, not at what was made of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from secateur.approximation.places import NoSuchPlace
from secateur.errors import OptionError
from secateur.frontend.errors import CompileError
from secateur.machine.path import DRIVER

_ERROR = re.compile(rf"{re.escape(DRIVER)}:\d+:(\d+): error: (.*)\n\s*\d+ \| (.*)")
#: How the driver writes a condition.
_BEFORE = "!!("


def bad_condition(error: CompileError, texts: Sequence[str]) -> OptionError | None:
    """The compiler's first complaint about a condition of `--prove`, with a caret; None if it is about something
    else."""
    for found in _ERROR.finditer(str(error)):
        column, problem, line = int(found[1]), found[2], found[3]
        for text in texts:
            start = line.find(f"{_BEFORE}{text})")
            if start >= 0:
                place = min(max(0, column - 1 - start - len(_BEFORE)), len(text))
                return OptionError("prove", text, f"{problem}\n  {text}\n  {' ' * place}^")
    return None


@contextmanager
def without_code(file: str, line: int) -> Iterator[None]:
    """A line that has no code is shown."""
    try:
        yield
    except NoSuchPlace as error:
        try:
            text = Path(file).read_text(errors="replace").splitlines()[line - 1]
        except (OSError, IndexError):
            raise error from None
        raise NoSuchPlace(f"{error}\n  {line} | {text}") from None
