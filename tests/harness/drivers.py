"""Drivers from C text, generated as the command line does."""

from __future__ import annotations

import subprocess
from pathlib import Path

from secateur.frontend.cache import default_cache
from secateur.frontend.compile import compile_file
from secateur.frontend.toolchain import find_toolchain
from secateur.harness.driver import Driver, make_driver
from secateur.ir.debuginfo import DebugInfo
from secateur.options import Compiling, Inputs


def driver_for(path: Path, function: str, options: Inputs) -> Driver:
    """Compiles the source for its debug information, and generates a driver that includes it under the same name."""
    return driver_in(path, str(path), function, options)


def driver_in(path: Path, source: str, function: str, options: Inputs) -> Driver:
    """The same, but the driver assumes that the function is in `source`."""
    information = DebugInfo(compile_file(path, Compiling(), find_toolchain(default_cache())).text)
    return make_driver(information.signature(function), information.globals(), source, options)


def driver_for_text(text: str, function: str, folder: Path, **options: object) -> Driver:
    path = folder / "source.c"
    path.write_text(text)
    return driver_for(path, function, Inputs(**options))  # type: ignore[arg-type]


def complaints(text: str, folder: Path) -> str:
    """clang's messages, with all warnings enabled, for a driver in a folder."""
    chain = find_toolchain(default_cache())
    flags = [
        "-x",
        "c",
        "-Wall",
        "-Wextra",
        "-Wno-unused-parameter",
        "-Wno-unused-function",
        "-Wno-return-type",
        "-fsyntax-only",
        "-",
    ]
    command = [*chain.command, *chain.headers, *flags]
    return subprocess.run(command, input=text, cwd=folder, capture_output=True, text=True, check=False).stderr
