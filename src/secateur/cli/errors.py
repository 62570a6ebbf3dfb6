"""Exit codes, and errors the user can fix: one clear message, exit code 2."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import typer

from secateur.errors import BudgetError, OptionError, SecateurError
from secateur.report.escaped import escaped

CLEAN, FOUND, USAGE, INCOMPLETE = 0, 1, 2, 3


def fail(message: str) -> typer.Exit:
    print(f"secateur: {escaped(message)}", file=sys.stderr)
    return typer.Exit(USAGE)


@contextmanager
def user_errors(flags: Mapping[str, str]) -> Iterator[None]:
    """Turns errors the user can fix into a message; anything else is a bug in Secateur and keeps its traceback. `flags`
    are options by the names that the API has for them."""
    try:
        yield
    except OptionError as error:
        raise fail(str(error.as_option(flags.get(error.name))).rstrip()) from error
    except BudgetError as error:
        fail(str(error))
        raise typer.Exit(INCOMPLETE) from error
    except SecateurError as error:
        raise fail(str(error).rstrip()) from error
    except BrokenPipeError:  # whoever read our output has seen enough
        raise
    except MemoryError as error:
        raise fail("out of memory; set a limit with --memory, so that what was found so far is kept") from error
    except KeyboardInterrupt:
        print("secateur: interrupted", file=sys.stderr)
        raise typer.Exit(130) from None
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        raise fail(f"{where}{error.strerror or error}") from error
