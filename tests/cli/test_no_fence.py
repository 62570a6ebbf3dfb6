"""Commands where the kernel does not offer what the fence needs: nothing is run, and the message says how to."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

PROGRAM = """
#include <stdlib.h>
#if __has_feature(address_sanitizer)
__attribute__((constructor)) static void attack(void) { system("touch %(place)s/mark"); }
#endif
int f(int x) { return x == 7 ? 10 / (x - 7) : x > 3 ? 1 : 2; }
"""

NO_LANDLOCK = """
import ctypes, struct, sys
libc = ctypes.CDLL(None)
steps = [(0x20, 0, 0, 0), (0x15, 0, 1, 444), (0x06, 0, 0, 0x50026), (0x06, 0, 0, 0x7fff0000)]
code = ctypes.create_string_buffer(b"".join(struct.pack("<HBBI", *step) for step in steps))
program = struct.pack("<HxxxxxxQ", len(steps), ctypes.addressof(code))
assert libc.prctl(38, 1, 0, 0, 0) == 0 and libc.prctl(22, 2, program) == 0
from secateur.cli import main
main()
"""


def without_landlock(*words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """A command where landlock_create_ruleset does not exist."""
    return subprocess.run(
        [sys.executable, "-c", NO_LANDLOCK, *words], cwd=folder, capture_output=True, text=True, check=False
    )


def test_without_landlock_nothing_is_run(tmp_path: Path) -> None:
    (tmp_path / "program.c").write_text(PROGRAM % {"place": tmp_path})
    done = without_landlock("explore", "program.c:f", "--json", "--out", "out", folder=tmp_path)
    answer = json.loads(done.stdout)
    assert [fault["confirmed"] for fault in answer["faults"]] == [None]
    assert "no Landlock" in answer["notes"][0]["text"]
    assert "--trust" in answer["notes"][0]["text"]
    if answer["suite_check"] is not None:  # there is a compiler
        assert "--trust" in answer["suite_check"]["not_run"]
        assert answer["suite_check"]["passed"] is None
    assert not (tmp_path / "mark").exists()
    refused = without_landlock("replay", "out", folder=tmp_path)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "--trust" in refused.stderr
    assert not (tmp_path / "mark").exists()
    trusted = without_landlock("explore", "program.c:f", "--json", "--trust", "--no-check-tests", folder=tmp_path)
    assert [fault["confirmed"] for fault in json.loads(trusted.stdout)["faults"]] == [True]
    assert (tmp_path / "mark").exists()
