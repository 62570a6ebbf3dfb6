"""Errors that are the user's to mend: one clear message, exit code 2."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import typer

from secateur.exploration.loop import UnknownInput
from secateur.frontend.errors import FrontendError
from secateur.harness.errors import HarnessError
from secateur.ir.lexer import IRSyntaxError
from secateur.machine.errors import MachineError
from secateur.suite.native.library import RuntimeBuildError
from secateur.suite.native.link import NativeLinkError
from secateur.suite.native.run import ServerError
from secateur.suite.writers.json import BadSuiteError

CLEAN, FOUND, USAGE, INCOMPLETE = 0, 1, 2, 3

USER_ERRORS = (
    FrontendError,
    HarnessError,
    IRSyntaxError,
    MachineError,
    UnknownInput,
    BadSuiteError,
    NativeLinkError,
    RuntimeBuildError,
    ServerError,
)


def fail(message: str) -> typer.Exit:
    print(f"secateur: {message}", file=sys.stderr)
    return typer.Exit(USAGE)


@contextmanager
def user_errors() -> Iterator[None]:
    """Turns what the user can mend into a message; anything else is our mistake and keeps its traceback."""
    try:
        yield
    except USER_ERRORS as error:
        raise fail(str(error).rstrip()) from error
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        raise fail(f"{where}{error.strerror or error}") from error
