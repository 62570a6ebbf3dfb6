"""How a command shows its answer: as tables and text, live while it runs, or as one JSON object."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import typer

from secateur.cli.errors import CLEAN, FOUND, INCOMPLETE
from secateur.exploration.interruption import Interruption
from secateur.options import option

if TYPE_CHECKING:
    from rich.console import RenderableType

    from secateur.exploration.progress import Progress
    from secateur.jobs.answer import Answer

T = TypeVar("T")

#: Piped output is never cut or wrapped: no line of ours is longer.
ENDLESS = 1_000_000


@dataclass(frozen=True, slots=True)
class Display:
    """How the answer is shown."""

    json: bool = option(False, "Print one JSON object on standard output.")


class Screen:
    """The console of one command. With `quiet` standard output is for JSON or Markdown alone."""

    def __init__(self, quiet: bool) -> None:
        from secateur.report.console import EscapingConsole

        self.quiet = quiet
        self.console = EscapingConsole(stderr=quiet, width=None if sys.stdout.isatty() else ENDLESS)
        Interruption().install()

    @property
    def is_live(self) -> bool:
        return not self.quiet and self.console.is_terminal

    @contextmanager
    def progress(self) -> Iterator[Callable[[Progress], None] | None]:
        """Shows progress on a terminal; where there is none, as in CI, writes a line to standard error from time to
        time."""
        from secateur.report.progress import log_of, progress_line

        with self.live(progress_line) as report:
            yield report or log_of(lambda line: print(line, file=sys.stderr, flush=True))

    @contextmanager
    def live(self, line: Callable[[T], RenderableType]) -> Iterator[Callable[[T], None] | None]:
        """The same for anything of which a line can be made."""
        if not self.is_live:
            yield None
            return
        from rich.live import Live

        with Live(console=self.console, transient=True, refresh_per_second=8) as live:
            yield lambda progress: live.update(line(progress))


def print_json(data: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(data) + "\n")


def finish(answer: Answer) -> typer.Exit:
    """The exit code that says what the answer is."""
    return typer.Exit(FOUND if answer.found else CLEAN if answer.complete else INCOMPLETE)
