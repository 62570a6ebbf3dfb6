"""What every command that compiles C asks: which files, which function, and how to build them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from secateur.options import Compiling

Sources = Annotated[
    list[str],
    typer.Argument(
        metavar="SOURCE...",
        help="file.c:function, or file.c for its main; further .c, .ll or .bc files are linked.",
        show_default=False,
    ),
]
Buffer = Annotated[int, typer.Option(help="Elements behind a pointer parameter.", min=1)]
String = Annotated[int | None, typer.Option(help="Longest char * in characters (default: --buffer).", min=0)]
Symbolic = Annotated[list[str] | None, typer.Option(metavar="GLOBAL", help="Make a global variable symbolic too.")]
Nullable = Annotated[
    list[str] | None, typer.Option(metavar="NAME", help="A pointer parameter that may be NULL too.", show_default=False)
]
Assume = Annotated[
    list[str] | None, typer.Option(metavar="EXPR", help="A C expression over the inputs that must hold.")
]
Include = Annotated[list[str] | None, typer.Option("-I", metavar="DIR", help="Add an include directory.")]
Define = Annotated[list[str] | None, typer.Option("-D", metavar="NAME[=VALUE]", help="Define a macro.")]


def build_options(include: Sequence[str] | None, define: Sequence[str] | None) -> Compiling:
    """`-I` and `-D` as the compiler wants them."""
    return Compiling(tuple(include or ()), tuple(define or ()))
