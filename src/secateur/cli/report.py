"""`secateur report`: the files of a stored run, also of one that was killed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn

from secateur.cli.formats import FORMAT_HELP, show_written
from secateur.cli.parameters import Directory, flattened
from secateur.cli.screen import Screen
from secateur.cli.stored_run import show_and_keep, stored_messages
from secateur.cli.stored_survey import show_survey_answer
from secateur.options import option

if TYPE_CHECKING:
    from secateur.options.jobs import ExploreOptions
    from secateur.report.format import Format

EXAMPLES = """[bold]Examples[/]

secateur report secateur-out/parser-parse    (writes tests.c, run.json … of what was found so far)

secateur report secateur-out/parser-parse --format sarif,junit

secateur report secateur-out/parser-parse --json
"""


@dataclass(frozen=True, slots=True)
class ReportDisplay:
    """How the answer is shown."""

    json: bool = option(False, "Print one JSON object on standard output.")
    formats: str = option("html", FORMAT_HELP, "--format", metavar="NAME,…")


@flattened
def command(directory: Directory, view: ReportDisplay) -> None:
    """Write the tests and the answer of a stored run, as far as it came: nothing is explored."""
    from secateur.jobs.explore import prepare, run_prepared
    from secateur.jobs.explore_all import is_survey
    from secateur.jobs.material import of_run, statistics_of
    from secateur.jobs.stored import asked_for
    from secateur.options.jobs import ExploreOptions
    from secateur.report.format import wanted_formats
    from secateur.report.material import AnswerKind

    screen = Screen(view.json)
    wanted = wanted_formats(view.formats, AnswerKind.EXPLORE)
    sources, options = asked_for([], ExploreOptions(resume=directory))
    if is_survey(sources):
        _report_all(screen, sources, options, wanted)
    with stored_messages(directory), prepare(sources, options) as prepared:
        has_ended = prepared.store is not None and prepared.store.answer is not None
        run = run_prepared(prepared, go_on=has_ended)
        code = show_and_keep(screen, run, prepared.store)
        show_written(screen, wanted, of_run(run, statistics_of(prepared.store)), run.folder)
        raise code


def _report_all(
    screen: Screen, sources: Sequence[str], options: ExploreOptions, wanted: tuple[Format, ...]
) -> NoReturn:
    """Several functions."""
    from secateur.jobs.explore_all import explore_all
    from secateur.jobs.survey_stores import Taken

    assert options.resume is not None
    with stored_messages(options.resume):
        survey = explore_all(sources, options, taken=Taken.NOTHING_ELSE, is_written=True)
        raise show_survey_answer(screen, survey, options.resume, wanted)
