"""`secateur invariants`: what functions return and change, and when."""

from __future__ import annotations

from secateur.cli.parameters import Sources, flattened
from secateur.cli.screen import Display, Screen, finish, print_json
from secateur.options.jobs import InvariantsOptions

EXAMPLES = """[bold]Examples[/]

secateur invariants ring.c    (all functions of the file)

secateur invariants 'ring.c:ring_*' --timeout 60 --all

secateur invariants ring.c:push --style ensures

secateur invariants ring.c:push --style assert --json
"""


@flattened
def command(sources: Sources, options: InvariantsOptions, view: Display) -> None:
    """Show what C functions return and change, under which conditions, and when they fail. Each line is proved, or said
    to hold on the explored paths only."""
    from secateur.jobs.invariants import invariants
    from secateur.report.invariants_progress import function_line

    screen = Screen(view.json)
    with screen.live(function_line) as show:
        answer = invariants(sources, options, begin=None if show is None else lambda *where: show(where))
    if view.json:
        print_json(answer.to_json())
    else:
        screen.console.print(answer.text(), highlight=False, markup=False, soft_wrap=True, end="")
    raise finish(answer)
