"""How the answer of an exploration is shown, kept in its store, and shown again."""

from __future__ import annotations

import errno
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from secateur.cli.errors import fail
from secateur.cli.screen import Screen, finish, print_json
from secateur.exploration.interruption import shielded, was_interrupted

if TYPE_CHECKING:
    from secateur.jobs.afterwards import Afterwards
    from secateur.jobs.run import Run
    from secateur.store.run_store import RunStore, StoredAnswer

#: As shells have it for a command that Ctrl-C ended.
INTERRUPTED = 130


def show_and_keep(screen: Screen, run: Run, store: RunStore | None, after: Afterwards | None = None) -> typer.Exit:
    """Write the files of a run and show its answer. A complete one is kept, to be shown again. `after`: the time that
    there is."""
    from secateur.report.audit import show_audit
    from secateur.report.console import EscapingConsole
    from secateur.report.terminal import show_run
    from secateur.store.database import StoreError
    from secateur.store.run_store import StoredAnswer

    folder, data = run.written(after=after)
    code = finish(run)
    console = EscapingConsole(file=StringIO(), width=screen.console.width) if screen.quiet else screen.console
    console.record = True
    with shielded("the answer is printed"):
        if screen.quiet:
            print_json(data)
        show_run(console, run, str(folder))
        if run.audited is not None:
            show_audit(console, run.audited.audit, run.audited.full.tests)
        sys.stdout.flush()
    is_repeatable = run.result.spent is None and not run.counts.unknown and not was_interrupted()
    if store is not None and is_repeatable:
        with suppress(StoreError):  # the files are written
            store.keep_answer(StoredAnswer(json.dumps(data), code.exit_code, console.export_text(styles=True)))
    return code


def is_written(answer: StoredAnswer, folder: Path) -> bool:
    """Are the files of a stored answer still there, as they were?"""
    try:
        return (folder / "run.json").read_text() == answer.data + "\n" and (folder / "tests.json").is_file()
    except (OSError, ValueError):
        return False


def shown_again(screen: Screen, answer: StoredAnswer, folder: Path) -> typer.Exit:
    """The answer of an earlier run."""
    told = f"nothing has changed: this is the answer of the run in {folder} (--fresh explores again)"
    if screen.quiet:
        print(f"secateur: {told}", file=sys.stderr)
        print_json(json.loads(answer.data))
    else:
        from rich.text import Text

        screen.console.print(Text.from_ansi(answer.shown.rstrip("\n")), soft_wrap=True, highlight=False)
        screen.console.print(Text(told, style="dim"))
    return typer.Exit(answer.code)


@contextmanager
def stored_messages(folder: Path | None) -> Iterator[None]:
    """Says what ended a run early, and where what it found is stored."""
    try:
        yield
    except KeyboardInterrupt:
        print(f"secateur: interrupted{_kept(folder)}", file=sys.stderr)
        raise typer.Exit(INTERRUPTED) from None
    except MemoryError:
        raise fail(f"out of memory{_kept(folder)}; --memory sets a limit") from None
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
            raise
        where = f"{error.filename}: " if error.filename else ""
        raise fail(f"{where}{error.strerror}{_kept(folder)}") from None


def _kept(folder: Path | None) -> str:
    from secateur.store.database import FILE_NAME

    if folder is None or not (folder / FILE_NAME).is_file():
        return ""
    return f"; what was found is stored: secateur report {folder} writes it, --resume {folder} goes on"
