"""`secateur compare`: the same subject under several techniques, one row each."""

from __future__ import annotations

from secateur.cli.parameters import Sources, flattened
from secateur.cli.screen import Display, Screen, finish, print_json
from secateur.options.jobs import CompareOptions

EXAMPLES = """[bold]Examples[/]

secateur compare brake.c:update

secateur compare parser.c:parse --techniques full,dgse --timeout 60 --json
"""


@flattened
def command(sources: Sources, options: CompareOptions, view: Display) -> None:
    """Explore a C function under several techniques: how many paths and how much time each needs, and whether they find
    the same faults. Each technique has the whole budget and runs in its own process."""
    from secateur.jobs.compare import compare
    from secateur.report.compare import comparison_table, show_comparison

    screen = Screen(view.json)
    if screen.is_live:
        from rich.live import Live

        with Live(console=screen.console, transient=True, auto_refresh=False) as live:
            compared = compare(sources, options, lambda *rows: live.update(comparison_table(*rows), refresh=True))
    else:
        compared = compare(sources, options)
    if view.json:
        print_json(compared.to_json())
    else:
        show_comparison(screen.console, compared.subject.title, compared.rows, compared.ledger)
    raise finish(compared)
