"""What every command that looks at outputs asks: which of them."""

from __future__ import annotations

from typing import Annotated

import typer

from secateur.exploration.criteria import PRINTED, RETURN, Criterion, is_part, roots
from secateur.harness.errors import HarnessError
from secateur.harness.subject import Subject

Output = Annotated[
    list[str] | None,
    typer.Option(
        "--output",
        metavar="NAME",
        help="The output that matters: return, stdout (what is printed), or a global or buffer as it is in the end. "
        "May be given several times. Default: what the function returns; if that is nothing, all that it changes.",
        show_default=False,
    ),
]


def criterion_of(subject: Subject, names: list[str] | None) -> Criterion:
    """The user's choice, or an error that says what there is to choose from."""
    chosen = tuple(dict.fromkeys(names or ()))
    seen = [RETURN] if subject.driver is None else [sight.name for sight in subject.driver.observations]
    for name in chosen:
        if name != PRINTED and not any(is_part(each, name) for each in seen):
            known = ", ".join([*roots(seen), PRINTED])
            raise HarnessError(f"--output {name}: {subject.title} has no such output; there are: {known}")
    if not chosen and not seen:
        chosen = (PRINTED,)
    return Criterion(chosen)
