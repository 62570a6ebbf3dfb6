"""`secateur reduce`: a suite without the tests that compute the output as others do."""

from __future__ import annotations

from secateur.cli.parameters import Directory, flattened
from secateur.cli.screen import Display, Screen, finish, print_json
from secateur.options.jobs import ReduceOptions

EXAMPLES = """[bold]Examples[/]

secateur reduce secateur-out/brake-update

secateur reduce tests/parse --output result --output stdout --out tests/parse-small
"""


@flattened
def command(directory: Directory, options: ReduceOptions, view: Display) -> None:
    """Drop the tests that compute the output in the same way as an earlier one: of all tests with the same
    relevant-slice condition the first is kept, and of those that end in a fault one for each way to get there."""
    from secateur.jobs.reduce import reduce
    from secateur.report.suites import show_reduced

    screen = Screen(view.json)
    answer = reduce(directory, options)
    if view.json:
        print_json(answer.to_json())
    else:
        show_reduced(screen.console, answer)
    raise finish(answer)
