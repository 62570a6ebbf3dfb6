"""Names that are not ASCII, in surroundings that cannot show them; output that cannot be written."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = "int größe(int länge) { if (länge == 3) return 1 / (länge - 3); return 0; }\n"
NARROW = [{"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}, {"PYTHONIOENCODING": "ascii"}]


def _run(*words: str, **surroundings: str) -> subprocess.CompletedProcess[bytes]:
    Path("länge.c").write_text(SOURCE, encoding="utf-8")
    command = [sys.executable, "-m", "secateur", *words]
    return subprocess.run(command, capture_output=True, env={**os.environ, **surroundings}, check=False)


@pytest.mark.parametrize("surroundings", NARROW, ids=["locale", "output"])
def test_names_in_a_narrow_encoding(surroundings: dict[str, str]) -> None:
    """FINDINGS C4: each was a traceback. What the terminal cannot show is escaped."""
    done = _run("explore", "länge.c:größe", "--out", "out", **surroundings)
    assert b"Traceback" not in done.stderr
    assert done.returncode == 1
    assert "länge=3".encode() in done.stdout or b"l\\xe4nge=3" in done.stdout
    assert "länge" in Path("out/tests.c").read_text(encoding="utf-8")


def test_a_name_in_no_encoding() -> None:
    """FINDINGS C4."""
    text = "extern void klee_make_symbolic(void *, unsigned long, const char *);\n"
    text += 'int main(void) { int x; klee_make_symbolic(&x, sizeof x, "na\\xefve"); return x == 3; }\n'
    Path("raw.c").write_text(text)
    done = _run("explore", "raw.c", "--json")
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("options", [(), ("--json",)], ids=["text", "json"])
def test_output_that_cannot_be_written(options: tuple[str, ...]) -> None:
    """FINDINGS C4: one message, and the files are there."""
    Path("länge.c").write_text(SOURCE, encoding="utf-8")
    command = [sys.executable, "-m", "secateur", "explore", "länge.c:größe", "--out", "out", *options]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1
    assert b"No space left on device" in done.stderr
    assert Path("out/tests.json").exists()
