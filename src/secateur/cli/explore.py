"""`secateur explore`: tests and faults of a function or a program."""

from __future__ import annotations

from secateur.cli.parameters import Sources, flattened
from secateur.cli.screen import Display, Screen, finish, print_json
from secateur.options.jobs import ExploreOptions

EXAMPLES = """[bold]Examples[/]

secateur explore brake.c:update

secateur explore parser.c:parse --buffer 6 --assume 's\\[0] != 0' --timeout 60 --out tests/parse

secateur explore src/net.c:handle -p build    (with the flags of build/compile_commands.json)

secateur explore old.c:tally --cflags '-std=gnu89 -funsigned-char'

secateur explore main.c util.c --json    (explores main, with klee_* or __VERIFIER_* inputs)
"""


@flattened
def command(sources: Sources, options: ExploreOptions, view: Display) -> None:
    """Explore the paths of a C function: a test for each, and every fault that an input can cause."""
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
