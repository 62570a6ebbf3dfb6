"""The compiler of the wheel in place of that of the system, so that there is one on every computer."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

_COMMAND = (sys.executable, "-m", "ziglang", "cc", "-fno-sanitize=all")


def bundled_compiler(folder: Path) -> str:
    """A script in the folder that starts it."""
    _warm_up()
    script = folder / "cc"
    script.write_text(f'#!/bin/sh\nexec {" ".join(_COMMAND)} "$@"\n')
    script.chmod(0o755)
    return str(script)


@cache
def _warm_up() -> None:
    """Link a program at each level. The first time on a computer it builds its C library, which takes a minute."""
    with TemporaryDirectory() as scratch:
        for level in ("-O0", "-O2"):
            command = [*_COMMAND, level, "-x", "c", "-", "-o", f"{scratch}/program", "-lm"]
            subprocess.run(command, input=b"int main(void) { return 0; }", capture_output=True, check=True)
