"""The `secateur` command, also as `python -m secateur`."""

from __future__ import annotations

import gc
import os
import sys
from io import TextIOWrapper

from secateur import __version__


def main() -> None:
    """Asking for the version takes no parser, which is most of what a short command costs."""
    _speak_utf8()
    if sys.argv[1:] == ["--version"]:
        print(f"secateur {__version__}")
        return
    # Programs and paths are many objects that live long: looking for garbage cycles as often as Python usually does
    # takes a sixth of the time on large programs, and finds hardly any.
    gc.set_threshold(50_000, 20, 50)
    from secateur.cli import main as command  # noqa: PLC0415

    command()


def _speak_utf8() -> None:
    """C files and names are UTF-8 in every locale: Python has to be started anew to read arguments and files so. What a
    terminal cannot show is escaped."""
    if not sys.flags.utf8_mode and sys.getfilesystemencoding() != "utf-8" and hasattr(os, "execv"):
        os.execv(sys.executable, [sys.executable, "-X", "utf8", *sys.orig_argv[1:]])
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


if __name__ == "__main__":
    main()
