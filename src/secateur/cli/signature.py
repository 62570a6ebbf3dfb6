"""`secateur signature`: what the output of a function can be, and when; for two versions, where they differ."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from secateur.cli.parameters import flattened
from secateur.cli.screen import Display, Screen, finish, print_json
from secateur.options.jobs import SignatureOptions

EXAMPLES = """[bold]Examples[/]

secateur signature brake.c:update

secateur signature brake.c:update --output pressure --output stdout --count

secateur signature old/brake.c:update new/brake.c --json

secateur signature git:v1.0:src/brake.c:update src/brake.c

secateur signature HEAD~1..HEAD --function update
"""

OneOrTwo = Annotated[
    list[str],
    typer.Argument(
        metavar="SOURCE | OLD NEW",
        help="file.c:function or git:REV:path:function; two of them are compared, and so are the ends of REV..REV.",
        show_default=False,
    ),
]


@flattened
def command(sources: OneOrTwo, options: SignatureOptions, view: Display) -> None:
    """Show everything that the output of a C function can be: a condition over the inputs and an expression, one row
    for each way in which it is computed. For two versions, show which rows have changed, each with an input."""
    from secateur.jobs.signature import SignatureComparison, signature_of
    from secateur.report.signature import show_alignment, show_signature

    screen = Screen(view.json)
    with screen.progress() as report:
        answer = signature_of(sources, options, report)
    if view.json:
        print_json(answer.to_json())
    else:
        with screen.console.capture() as captured:
            if isinstance(answer, SignatureComparison):
                show_alignment(screen.console, answer)
            else:
                show_signature(screen.console, answer)
        sys.stdout.write(answer.named(captured.get()))
    raise finish(answer)
