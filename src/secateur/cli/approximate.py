"""`secateur approximate`: all paths at once, approximately."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Annotated

import typer

from secateur.cli.parameters import Sources, flattened
from secateur.cli.screen import Display, Screen, finish, print_json
from secateur.options.jobs import ApproximateOptions

EXAMPLES = """[bold]Examples[/]

secateur approximate map.c:add --to 12 --value sz --solve

secateur approximate map.c:add --to 12 --abstract hasKey --abstract getVal --depth 4

secateur approximate brake.c:update --at exit --prove 'result >= 0 && result <= 100'
"""


@flattened
def command(
    sources: Sources,
    options: ApproximateOptions,
    view: Display,
    check: Annotated[list[str] | None, typer.Option("--check", hidden=True)] = None,
) -> None:
    """Show when a line of a C function is reached and what variables can be there, for all paths at once: conditions
    and values over the inputs, and * for what was not looked into. Every behaviour is contained in the answer."""
    from secateur.jobs.approximate import approximate
    from secateur.report.approximate import ShownParts, effort_line

    if check:
        print("secateur: --check is called --prove now; --check still works here", file=sys.stderr)
        options = replace(options, prove=(*options.prove, *check))
    screen = Screen(view.json)
    if view.json:
        answer = approximate(sources, options)
        print_json(answer.to_json())
        raise finish(answer)
    with screen.live(effort_line) as working:
        shown = ShownParts(screen.console, options, working)
        answer = approximate(sources, options, shown)
    shown.rest(answer)
    raise finish(answer)
