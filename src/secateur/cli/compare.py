"""`secateur compare`: the same subject under several techniques, one row each."""

from __future__ import annotations

from dataclasses import dataclass

from secateur.cli.formats import FORMAT_HELP, show_written
from secateur.cli.parameters import Sources, flattened
from secateur.cli.screen import Screen, finish, print_json
from secateur.options import option
from secateur.options.jobs import CompareOptions

EXAMPLES = """[bold]Examples[/]

secateur compare brake.c:update

secateur compare parser.c:parse --techniques full,dgse --timeout 60 --json
"""


@dataclass(frozen=True, slots=True)
class ComparisonDisplay:
    """How the answer is shown."""

    json: bool = option(False, "Print one JSON object on standard output.")
    formats: str | None = option(None, FORMAT_HELP, "--format", metavar="NAME,…", shows_default=False)


@flattened
def command(sources: Sources, options: CompareOptions, view: ComparisonDisplay) -> None:
    """Explore a C function under several techniques: how many paths and how much time each needs, and whether they find
    the same faults. Each technique has the whole budget and runs in its own process."""
    from secateur.jobs.compare import compare
    from secateur.jobs.material import of_comparison
    from secateur.jobs.target import default_folder
    from secateur.report.compare import comparison_table, show_comparison
    from secateur.report.format import wanted_formats
    from secateur.report.material import AnswerKind

    screen = Screen(view.json)
    wanted = wanted_formats(view.formats, AnswerKind.COMPARE)
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
    if wanted:
        show_written(screen, wanted, of_comparison(compared), default_folder(sources))
    raise finish(compared)
