"""`secateur explore`: tests and faults of a function or a program."""

from __future__ import annotations

from typing import NoReturn

from secateur.cli.parameters import Sources, flattened
from secateur.cli.screen import Display, Screen, finish, print_json
from secateur.options.jobs import ExploreOptions

EXAMPLES = """[bold]Examples[/]

secateur explore brake.c:update

secateur explore parser.c:parse --buffer 6 --assume 's\\[0] != 0' --timeout 60 --out tests/parse

secateur explore src/net.c:handle -p build    (with the flags of build/compile_commands.json)

secateur explore old.c:tally --cflags '-std=gnu89 -funsigned-char'

secateur explore 'src/*.c:parse_*' --timeout 300    (all these functions, which share the time)

secateur explore main.c util.c --json    (explores main, with klee_* or __VERIFIER_* inputs)
"""


@flattened
def command(sources: Sources, options: ExploreOptions, view: Display) -> None:
    """Explore the paths of a C function: a test for each, and every fault that an input can cause."""
    from secateur.jobs.explore_all import is_survey

    if is_survey(sources):
        _explore_all(sources, options, view)
    from secateur.jobs.explore import explore
    from secateur.report.audit import show_audit
    from secateur.report.terminal import show_run

    screen = Screen(view.json)
    with screen.progress() as report:
        run = explore(sources, options, report)
    folder = run.write()
    if view.json:
        print_json(run.to_json())
    else:
        show_run(screen.console, run, str(folder))
        if run.audited is not None:
            show_audit(screen.console, run.audited.audit, run.audited.full.tests)
    raise finish(run)


def _explore_all(sources: list[str], options: ExploreOptions, view: Display) -> NoReturn:
    """Several functions: a row for each."""
    from secateur.jobs.explore_all import explore_all
    from secateur.report.survey import show_survey

    screen = Screen(view.json)
    with screen.progress() as report:
        survey = explore_all(sources, options, report)
    survey.write()
    if view.json:
        print_json(survey.to_json())
    else:
        show_survey(screen.console, survey)
    raise finish(survey)
