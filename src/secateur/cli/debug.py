"""`secateur debug`: which lines explain that a test gives another output in a new version."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from secateur.cli.errors import fail
from secateur.cli.given_test import parse_inputs
from secateur.cli.parameters import flattened
from secateur.cli.screen import Display, Screen, finish, print_json
from secateur.options.jobs import DebugOptions

EXAMPLES = """[bold]Examples[/]

secateur debug old/brake.c new/brake.c --function update --input pedal=3,speed=20

secateur debug old/brake.c new/brake.c --function update --input failing.json --output pressure --json

secateur debug HEAD~1..HEAD --function update --input pedal=3 --timeout 30

secateur debug git:v1.0:src/brake.c src/brake.c --function update --input failing.json

secateur debug old.c new.c --function f --input x=1 --input y=2 --conditions path
"""


@flattened
def command(
    old: Annotated[
        str,
        typer.Argument(
            metavar="OLD|REV..REV|REV",
            help="The version that passes: file.c, or git:REV:path. Without NEW: two commits, or a commit against the "
            "working tree.",
            show_default=False,
        ),
    ],
    options: DebugOptions,
    view: Display,
    new: Annotated[
        str | None, typer.Argument(metavar="[NEW]", help="The version that fails.", show_default=False)
    ] = None,
    given: Annotated[
        list[str] | None,
        typer.Option(
            "--input",
            metavar="INPUT",
            help="The failing test: JSON (an object of inputs, or a test of tests.json), a file with it, or name=value "
            "pairs. Inputs that it leaves out are zero.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Explain a regression: list the lines of both versions that may cause the different output of a test, most likely
    first, each with an input that behaves like the test in one version and unlike it in the other."""
    from secateur.jobs.debug import debug
    from secateur.report.debug import show_debug
    from secateur.report.source_text import SourceText

    if not given:
        raise fail("--input: give the failing test, as in --input x=1,y=2")
    screen = Screen(view.json)
    answer = debug(old, new, parse_inputs(given), options)
    if view.json:
        print_json(answer.to_json())
    else:
        with screen.console.capture() as captured:
            show_debug(screen.console, answer, SourceText())
        sys.stdout.write(answer.named(captured.get()))
    raise finish(answer)
