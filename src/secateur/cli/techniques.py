"""`secateur techniques`: which techniques there are, what is true of them, and which options they take."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from secateur.cli.parameters import flattened
from secateur.cli.screen import Display, Screen, print_json

EXAMPLES = """[bold]Examples[/]

secateur techniques

secateur techniques --plugin mine.py --json
"""


@flattened
def command(
    view: Display,
    plugin: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE.py", help="A Python file with techniques of your own.", show_default=False),
    ] = None,
) -> None:
    """List the techniques: which of them miss no fault, which leave out paths, and which options each takes."""
    from secateur.exploration.plugins import registry
    from secateur.report.techniques import show_techniques, techniques_json

    found = registry(plugin or ())
    if view.json:
        print_json(techniques_json(found))
    else:
        show_techniques(Screen(view.json).console, found)
