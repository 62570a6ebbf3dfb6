"""`secateur replay`: do the tests hold when the program really runs?"""

from __future__ import annotations

from secateur.cli.parameters import Directory, flattened
from secateur.cli.screen import Display, Screen, finish, print_json
from secateur.options.jobs import ReplayOptions

EXAMPLES = """[bold]Examples[/]

secateur replay secateur-out/brake-update

secateur replay tests/parse --json
"""


@flattened
def command(directory: Directory, options: ReplayOptions, view: Display) -> None:
    """Build the tests natively, with sanitizers, run each in its own process, and compare with its prediction."""
    from secateur.jobs.replay import replay
    from secateur.report.suites import show_replayed

    screen = Screen(view.json)
    answer = replay(directory, options)
    if view.json:
        print_json(answer.to_json())
    else:
        show_replayed(screen.console, answer)
    raise finish(answer)
