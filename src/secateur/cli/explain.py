"""`secateur explain`: why a run is as it is."""

from __future__ import annotations

from typing import Annotated

import typer

from secateur.cli.parameters import Directory, flattened
from secateur.cli.screen import Display, Screen, finish, print_json
from secateur.options.jobs import ExplainOptions

EXAMPLES = """[bold]Examples[/]

secateur explain secateur-out/parser-parse parser.c:42    (why is this line not reached?)

secateur explain secateur-out/parser-parse test000007    (what decides, and which inputs matter?)

secateur explain secateur-out/parser-parse cut:1    (what was left out, and which tests cover it?)
"""

What = Annotated[
    str,
    typer.Argument(
        metavar="WHAT",
        help="FILE:LINE or LINE, a test's name, cut:N, fault:N or assumption:N (numbers as in run.json, from 1).",
        show_default=False,
    ),
]


@flattened
def command(directory: Directory, what: What, options: ExplainOptions, view: Display) -> None:
    """Explain a stored run: why a line was not reached, what a test shows, what was cut and what covers it, how a fault
    comes about, what an assumption keeps out."""
    from secateur.jobs.explain import explain
    from secateur.jobs.explanation import keep_answer
    from secateur.report.explanation import show_explanation

    screen = Screen(view.json)
    answer = explain(directory, what, options)
    if directory.is_dir():
        keep_answer(directory, answer)
    if view.json:
        print_json(answer.to_json())
    else:
        show_explanation(screen.console, answer)
    raise finish(answer)
