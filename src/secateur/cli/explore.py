"""`secateur explore`: tests and faults of a function or a program."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NoReturn

from secateur.cli.errors import fail
from secateur.cli.formats import FORMAT_HELP, show_written
from secateur.cli.parameters import SourcesOrNone, flattened
from secateur.cli.screen import Screen
from secateur.cli.stored_run import is_written, show_and_keep, shown_again, stored_messages
from secateur.cli.stored_survey import show_survey_answer
from secateur.options import option
from secateur.options.jobs import ExploreOptions

EXAMPLES = """[bold]Examples[/]

secateur explore brake.c:update

secateur explore parser.c:parse --buffer 6 --assume 's\\[0] != 0' --timeout 60 --out tests/parse

secateur explore src/net.c:handle -p build    (with the flags of build/compile_commands.json)

secateur explore old.c:tally --cflags '-std=gnu89 -funsigned-char'

secateur explore 'src/*.c:parse_*' --timeout 300    (all these functions, which share the time)

secateur explore --resume secateur-out/parser-parse --timeout 600    (goes on with a run that was interrupted)

secateur explore parser.c:parse --format html,sarif    (a page to look at, and results for code scanning)

secateur explore main.c util.c --json    (explores main, with klee_* or __VERIFIER_* inputs)
"""


@dataclass(frozen=True, slots=True)
class ExploreDisplay:
    """How the answer is shown, and whether an old one will do."""

    json: bool = option(False, "Print one JSON object on standard output.")
    formats: str | None = option(None, FORMAT_HELP, "--format", metavar="NAME,…", shows_default=False)
    fresh: bool = option(False, "Explore again, even if a stored run in the folder has the answer.")


@flattened
def command(options: ExploreOptions, view: ExploreDisplay, sources: SourcesOrNone = None) -> None:
    """Explore the paths of a C function: a test for each, and every fault that an input can cause."""
    from secateur.jobs.explore_all import is_survey
    from secateur.jobs.stored import asked_for

    if not sources and options.resume is None:
        raise fail("no SOURCE is given; name one, as in file.c:function, or a stored run with --resume")
    given, options = asked_for(sources or [], options)
    if is_survey(given):
        _explore_all(given, options, view)
    sources = list(given)
    from secateur.jobs.explore import prepare, run_prepared
    from secateur.jobs.target import default_folder
    from secateur.report.format import wanted_formats
    from secateur.report.material import AnswerKind
    from secateur.store.run_store import remove_damaged

    screen = Screen(view.json)
    wanted = wanted_formats(view.formats, AnswerKind.EXPLORE)
    needs_paths = any(each.needs_paths for each in wanted)
    if options.resume is None:
        options = replace(options, out=options.out or default_folder(sources))
    if view.fresh and options.resume is None:
        remove_damaged(options.out or default_folder(sources))
    with stored_messages(options.resume or options.out), prepare(sources, options) as prepared:
        answer = prepared.answer if not view.fresh and options.resume is None else None
        if answer is not None and is_written(answer, prepared.folder) and not needs_paths:
            code = shown_again(screen, answer, prepared.folder)
            if wanted:
                from secateur.jobs.material import of_folder, statistics_of

                material = of_folder(prepared.folder, statistics_of(prepared.store))
                show_written(screen, wanted, material, prepared.folder)
            raise code
        with screen.progress() as report:
            run = run_prepared(prepared, report)
        code = show_and_keep(screen, run, prepared.store, prepared.after)
        if wanted:
            from secateur.jobs.material import of_run, statistics_of

            show_written(screen, wanted, of_run(run, statistics_of(prepared.store)), run.folder)
        raise code


def _explore_all(sources: Sequence[str], options: ExploreOptions, view: ExploreDisplay) -> NoReturn:
    """Several functions: a row for each. Those that an earlier run has explored completely keep their answers."""
    from secateur.jobs.explore_all import explore_all
    from secateur.jobs.material import OUTPUT
    from secateur.jobs.survey_stores import Taken
    from secateur.report.format import wanted_formats
    from secateur.report.material import AnswerKind
    from secateur.store.run_store import remove_damaged

    screen = Screen(view.json)
    wanted = wanted_formats(view.formats, AnswerKind.EXPLORE)
    folder = options.out or OUTPUT
    taken = Taken.NOTHING if view.fresh else Taken.COMPLETE
    if view.fresh and options.resume is None:
        remove_damaged(folder)
    with stored_messages(folder):
        with screen.progress() as report:
            survey = explore_all(sources, replace(options, out=folder), report, taken=taken, is_written=True)
        raise show_survey_answer(screen, survey, folder, wanted)
