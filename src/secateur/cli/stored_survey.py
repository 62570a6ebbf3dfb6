"""How the answer of a survey is shown, and what is said if not all of it was explored."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from secateur.cli.formats import show_written
from secateur.cli.screen import Screen, finish, print_json
from secateur.exploration.interruption import shielded, was_interrupted
from secateur.report.sentences import count_of

if TYPE_CHECKING:
    import typer

    from secateur.jobs.explore_all import Survey
    from secateur.report.format import Format


def show_survey_answer(screen: Screen, survey: Survey, folder: Path, wanted: tuple[Format, ...]) -> typer.Exit:
    """The files of the functions are written already."""
    from secateur.jobs.material import of_survey
    from secateur.report.survey import show_survey

    with shielded("the answer is printed"):
        if screen.quiet:
            print_json(survey.to_json())
        else:
            show_survey(screen.console, survey)
        sys.stdout.flush()
        for told in _remarks(survey, folder):
            print(f"secateur: {told}", file=sys.stderr)
    if wanted:
        show_written(screen, wanted, of_survey(survey), folder)
    return finish(survey)


def _remarks(survey: Survey, folder: Path) -> Iterator[str]:
    kept = sum(each.is_kept for each in survey.functions)
    if kept:
        yield f"{count_of(kept, 'function')} unchanged since the run in {folder}: the answers are those of that run"
    if was_interrupted():
        yield f"interrupted; what was found is stored: --resume {folder} goes on with what is left"
