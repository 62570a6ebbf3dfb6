"""What every command about two versions asks: which function of both."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

Function = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="The function, if it is not named behind a colon.", show_default=False),
]


def with_function(specs: Sequence[str], function: str | None) -> list[str]:
    """`file.c:function` for each; one that names no function gets that of the option, or of another one."""
    named = [None if Path(s).exists() else s.rpartition(":")[2] if ":" in s else None for s in specs]
    default = function or next((name for name in named if name), None)
    return [s if name or default is None else f"{s}:{default}" for s, name in zip(specs, named, strict=True)]
