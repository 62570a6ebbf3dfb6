"""The compiler's arguments for a file, as the user builds it; the native build passes the same."""

from __future__ import annotations

from pathlib import Path

from secateur.frontend.compiler_flags import analysed, split
from secateur.options import Compiling


def user_flags(options: Compiling, path: Path | None = None) -> tuple[str, ...]:
    """The words of the user's compiler flags for a file; without one, those of text that is compiled with the files."""
    return (*options.own_flags(None if path is None else str(path)), *split(options.cflags))


def arguments(options: Compiling, path: Path | None = None) -> tuple[str, ...]:
    """As clang wants them. A macro or a folder that is given by itself counts more than the same among the flags."""
    includes = (f"-I{folder}" for folder in options.include)
    defines = (f"-D{define}" for define in options.define)
    return (*includes, *analysed(user_flags(options, path)), *defines, *options.flags)
