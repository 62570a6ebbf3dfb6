"""`secateur replay`: do the tests hold when the program really runs?"""

from __future__ import annotations

from dataclasses import dataclass

from secateur.cli.formats import show_written
from secateur.cli.parameters import Directory, flattened
from secateur.cli.screen import Screen, finish, print_json
from secateur.options import option
from secateur.options.jobs import ReplayOptions

EXAMPLES = """[bold]Examples[/]

secateur replay secateur-out/brake-update

secateur replay tests/parse --json
"""


@dataclass(frozen=True, slots=True)
class ReplayDisplay:
    """How the answer is shown."""

    json: bool = option(False, "Print one JSON object on standard output.")
    formats: str | None = option(
        None, "Also write junit.xml: junit.", "--format", metavar="NAME,…", shows_default=False
    )


@flattened
def command(directory: Directory, options: ReplayOptions, view: ReplayDisplay) -> None:
    """Build the tests natively, with sanitizers, run each in its own process, and compare with its prediction."""
    from secateur.jobs.material import of_replay
    from secateur.jobs.replay import replay
    from secateur.report.format import wanted_formats
    from secateur.report.material import AnswerKind
    from secateur.report.suites import show_replayed

    screen = Screen(view.json)
    wanted = wanted_formats(view.formats, AnswerKind.REPLAY)
    answer = replay(directory, options)
    if view.json:
        print_json(answer.to_json())
    else:
        show_replayed(screen.console, answer)
    if wanted:
        show_written(screen, wanted, of_replay(answer), directory)
    raise finish(answer)
