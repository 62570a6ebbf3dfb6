"""`secateur deps`: what influences what, by source line."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from secateur.cli.parameters import Sources, flattened
from secateur.cli.screen import Display, Screen, finish, print_json
from secateur.options.jobs import DepsOptions

EXAMPLES = """[bold]Examples[/]

secateur deps brake.c:update

secateur deps brake.c:update --kind control,data --json

secateur deps brake.c:update --kind potential --dot brake.svg
"""


@flattened
def command(
    sources: Sources,
    options: DepsOptions,
    view: Display,
    dot: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Also draw them: a Graphviz file, or a picture if FILE ends with .svg."),
    ] = None,
) -> None:
    """Show the dependences of a C function and what it calls, by source line: 6T → 7 means that line 7 runs because
    line 6 was true, 7 → 16 (a) that line 16 uses what line 7 wrote to a."""
    from secateur.jobs.deps import deps
    from secateur.report.deps import show_deps
    from secateur.report.source_text import SourceText

    screen = Screen(view.json)
    answer = deps(sources, options)
    if dot is not None:
        answer.draw(dot)
    if view.json:
        print_json(answer.to_json())
    else:
        show_deps(screen.console, answer.subject.title, answer.all, answer.kinds, SourceText())
        if dot is not None:
            screen.console.print(f"drawn in {dot}", highlight=False, markup=False)
    raise finish(answer)
