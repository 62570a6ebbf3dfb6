"""`secateur run`: all functions of a project."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from secateur.cli.formats import FORMAT_HELP
from secateur.cli.parameters import flattened
from secateur.cli.project_folder import ProjectFolder, in_project
from secateur.cli.screen import Screen, finish, print_json
from secateur.options import option
from secateur.options.jobs import ProjectOptions

if TYPE_CHECKING:
    from secateur.jobs.project_function import ProjectFunction

EXAMPLES = """[bold]Examples[/]

secateur run    (in a folder of the project)

secateur run --only 'src/parser.c:*' --jobs 4

secateur run --markdown    (for a pull request)
"""


@dataclass(frozen=True, slots=True)
class ProjectDisplay:
    json: bool = option(False, "Print one JSON object on standard output.")
    all: bool = option(False, "List functions that have not changed, too.")
    markdown: bool = option(False, "Print Markdown, for a pull request.")
    formats: str | None = option(None, FORMAT_HELP, "--format", metavar="NAME,…", shows_default=False)


@flattened
def command(options: ProjectOptions, view: ProjectDisplay, folder: ProjectFolder = Path()) -> None:
    """Explore all functions that secateur.toml names, as far as they changed since the last run. The exit code is 1
    only for findings that are neither in the baseline nor suppressed by a comment."""
    from secateur.jobs.project_material import write_project
    from secateur.jobs.run_project import run_project
    from secateur.report.format import wanted_formats
    from secateur.report.material import AnswerKind
    from secateur.report.project import progress_line, show_project
    from secateur.report.project_markdown import project_markdown

    screen = Screen(view.json or view.markdown)

    def done(each: ProjectFunction, number: int, total: int) -> None:
        print(progress_line(each, number, total), file=sys.stderr, flush=True)

    with in_project(folder) as settings:
        wanted = wanted_formats(",".join((view.formats or "", *settings.formats)), AnswerKind.EXPLORE)
        run = run_project(settings, options, done if sys.stderr.isatty() else None)
        run.write()
        written = write_project(run, wanted)
    if view.json:
        print_json(run.to_json())
    elif view.markdown:
        sys.stdout.write(project_markdown(run))
    else:
        show_project(screen.console, run, view.all)
        for file in written:
            screen.console.print(f"written: {file}", highlight=False, markup=False, soft_wrap=True)
    raise finish(run)
