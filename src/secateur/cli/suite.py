"""`secateur suite`: tests that one would commit."""

from __future__ import annotations

from secateur.cli.parameters import Directory, flattened
from secateur.cli.screen import Display, Screen, finish, print_json
from secateur.options.jobs import SuiteOptions

EXAMPLES = """[bold]Examples[/]

secateur suite secateur-out/brake-update --out tests/brake

secateur suite secateur-out/parser-parse --style cmocka --out tests/parser
"""


@flattened
def command(directory: Directory, options: SuiteOptions, view: Display) -> None:
    """Write a suite to commit: as few tests as cover the same sides and outcomes, titled by what they show, for plain C
    or a test framework."""
    from secateur.jobs.committed_suite import committed_suite
    from secateur.report.committed_suite import show_suite

    screen = Screen(view.json)
    answer = committed_suite(directory, options)
    if view.json:
        print_json(answer.to_json())
    else:
        show_suite(screen.console, answer)
    raise finish(answer)
