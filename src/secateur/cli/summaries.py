"""`--summaries`: which functions are not entered, and what stands in for them."""

from __future__ import annotations

from typing import Annotated

import typer

from secateur.approximation.suitable import Suitable
from secateur.approximation.summaries import summaries_of
from secateur.cli.errors import fail
from secateur.dependence.static import Static
from secateur.harness.subject import Subject
from secateur.machine.summary import Summary

AUTO = "auto"

Summaries = Annotated[
    str | None,
    typer.Option(
        metavar="auto|F,G,…",
        help="Do not enter these functions: approximate summaries stand in for them, and what is found is confirmed "
        "without. auto: all that can be summarised and that branch. Faults inside of them are not looked for.",
    ),
]


def find_summaries(subject: Subject, wanted: str) -> dict[str, Summary]:
    """The summaries that the user asks for; an error for one that cannot be had."""
    static = Static(subject.program, "main")
    suitable = Suitable(static, (subject.function,))
    if wanted == AUTO:
        names = suitable.automatic()
        return summaries_of(static, {name: suitable.reads(name) for name in names})
    names = [name.strip() for name in wanted.split(",") if name.strip()]
    if not names:
        raise fail("--summaries: give auto, or names of functions with a comma between them")
    for name in names:
        reason = suitable.why_not(name)
        if reason is not None:
            raise fail(f"--summaries {name}: it cannot be summarised, as it {reason}")
    return summaries_of(static, {name: suitable.reads(name) for name in names})
