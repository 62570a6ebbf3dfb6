"""`secateur baseline`: accept what the last run found."""

from __future__ import annotations

from pathlib import Path

from secateur.cli.parameters import flattened
from secateur.cli.project_folder import ProjectFolder, in_project
from secateur.cli.screen import Display, Screen, print_json

EXAMPLES = """[bold]Examples[/]

secateur baseline    (after secateur run; from now on, only other findings count)

secateur baseline path/to/project
"""


@flattened
def command(view: Display, folder: ProjectFolder = Path()) -> None:
    """Write the findings of the last run to the baseline: they are known from now on, and no longer change the exit
    code of `secateur run`. Nothing is explored."""
    from secateur.jobs.project_baseline import write_baseline
    from secateur.report.sentences import count_of

    screen = Screen(view.json)
    with in_project(folder) as settings:
        written = write_baseline(settings)
    if view.json:
        print_json(written.to_json())
        return
    baseline = written.baseline
    unexplored = len(baseline.not_explored)
    more = f", {count_of(unexplored, 'function')} not explored" if unexplored else ""
    changes = f" ({written.added} added, {written.removed} removed)"
    told = f"{written.file}: {count_of(len(baseline.findings), 'finding')}{more}{changes}"
    screen.console.print(told, highlight=False)
