"""The compiler of the wheel in place of that of the system, so that there is one on every computer."""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from secateur.frontend.cache import default_cache
from secateur.frontend.toolchain import find_toolchain

_ZIG_CC = (sys.executable, "-m", "ziglang", "cc", "-fno-sanitize=all")


def bundled_compiler(folder: Path) -> str:
    """A script in the folder that starts it."""
    if bundled_command() == _ZIG_CC:
        _warm_up()
    script = folder / "cc"
    script.write_text(f'#!/bin/sh\nexec {shlex.join(bundled_command())} "$@"\n')
    script.chmod(0o755)
    return str(script)


def bundled_command() -> tuple[str, ...]:
    """Compiles and links. The plain clang needs what comes with a gcc to link with the C library of this computer; `zig
    cc` has a C library of its own, but builds it first, which takes a minute."""
    if shutil.which("gcc"):
        chain = find_toolchain(default_cache())
        return (*chain.command, *chain.headers)
    return _ZIG_CC


@cache
def _warm_up() -> None:
    """Link a program at each level, so that the C library is there."""
    with TemporaryDirectory() as scratch:
        for level in ("-O0", "-O2"):
            command = [*_ZIG_CC, level, "-x", "c", "-", "-o", f"{scratch}/program", "-lm"]
            subprocess.run(command, input=b"int main(void) { return 0; }", capture_output=True, check=True)
