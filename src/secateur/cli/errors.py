"""Errors the user can fix: one clear message, exit code 2."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import typer

from secateur.errors import SecateurError

CLEAN, FOUND, USAGE, INCOMPLETE = 0, 1, 2, 3

USER_ERRORS = (SecateurError,)


def fail(message: str) -> typer.Exit:
    print(f"secateur: {message}", file=sys.stderr)
    return typer.Exit(USAGE)


@contextmanager
def user_errors() -> Iterator[None]:
    """Turns an error that the user can fix into a message; anything else is our mistake and keeps its traceback."""
    try:
        yield
    except USER_ERRORS as error:
        raise fail(str(error).rstrip()) from error
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        raise fail(f"{where}{error.strerror or error}") from error
