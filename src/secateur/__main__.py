"""The `secateur` command, also as `python -m secateur`."""

from __future__ import annotations

import gc
import os
import signal
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
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end_at_once)
    from secateur.cli import main as command  # noqa: PLC0415

    command()


def _end_at_once(*_: object) -> None:
    """Ctrl-C while modules are loaded: nothing has begun. Commands have a handler of their own (`Interruption`)."""
    os.write(2, b"secateur: interrupted\n")
    os._exit(130)


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
