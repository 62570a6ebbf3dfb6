"""`secateur watch`: explore again on save."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from secateur.cli.parameters import Sources, flattened
from secateur.cli.screen import Display, Screen, print_json
from secateur.options.jobs import WatchOptions

if TYPE_CHECKING:
    from secateur.jobs.watch import Look, LookChange

EXAMPLES = """[bold]Examples[/]

secateur watch brake.c:update

secateur watch parser.c:parse --string 6 --cpu 5
"""

#: Seconds between two looks at the files.
EVERY = 0.25


@flattened
def command(sources: Sources, options: WatchOptions, view: Display) -> None:
    """Explore a function again whenever one of its files is saved, and show what changed: findings that are new or
    gone, and tests with the same inputs and another outcome. Ctrl-C ends it. Nothing is written or run natively."""
    from secateur.jobs.watch import watch
    from secateur.report.watch import look_json, show_look

    screen = Screen(view.json)

    def show(look: Look, change: LookChange | None) -> None:
        if view.json:
            print_json(look_json(look, change))
            sys.stdout.flush()
        else:
            show_look(screen.console, look, change)

    try:
        watch(sources, options, show, changed)
    except KeyboardInterrupt:
        return


def changed(files: Sequence[Path]) -> bool:
    """Waits until one of the files is not as it was."""
    before = _stamps(files)
    while _stamps(files) == before:
        time.sleep(EVERY)
    return True


def _stamps(files: Sequence[Path]) -> list[tuple[int, int]]:
    return [_stamp(each) for each in files]


def _stamp(file: Path) -> tuple[int, int]:
    """A file that an editor replaces is not there for a moment."""
    try:
        about = file.stat()
    except OSError:
        return (0, 0)
    return (about.st_mtime_ns, about.st_size)
