"""`secateur report`: the files of a stored run, also of one that was killed."""

from __future__ import annotations

from secateur.cli.parameters import Directory, flattened
from secateur.cli.screen import Display, Screen
from secateur.cli.stored_run import show_and_keep, stored_messages

EXAMPLES = """[bold]Examples[/]

secateur report secateur-out/parser-parse    (writes tests.c, run.json … of what was found so far)

secateur report secateur-out/parser-parse --json
"""


@flattened
def command(directory: Directory, view: Display) -> None:
    """Write the tests and the answer of a stored run, as far as it came: nothing is explored."""
    from secateur.jobs.explore import prepare, run_prepared
    from secateur.options.jobs import ExploreOptions

    screen = Screen(view.json)
    with stored_messages(directory), prepare([], ExploreOptions(resume=directory)) as prepared:
        has_ended = prepared.store is not None and prepared.store.answer is not None
        run = run_prepared(prepared, go_on=has_ended)
        raise show_and_keep(screen, run, prepared.store)
