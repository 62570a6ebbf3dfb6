"""`tests.sh`: every shell prints the bytes that a test needs."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from secateur.suite.writers.shell import _printed, _quoted

SHELLS = [shell for shell in ("sh", "dash", "bash", "busybox") if shutil.which(shell)]
TEXTS = [b"", b"-n", b"--", b"-/x\n", b"100% 'quoted' \\n", b"\x01\xff5", b"a\nb", b"\tx"]


def _run(shell: str, script: bytes) -> bytes:
    command = [shell, "sh"] if shell == "busybox" else [shell]
    return subprocess.run([*command, "-c", script], capture_output=True, check=True).stdout


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize("text", [*TEXTS, b"\0a\0"])
def test_files_and_expected_output(shell: str, text: bytes) -> None:
    assert _run(shell, b"printf " + _printed(text)) == text


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize("text", [*TEXTS, b"\xff\n"])
def test_arguments(shell: str, text: bytes) -> None:
    assert _run(shell, b"for word in " + _quoted(text) + b"; do printf '%s|' \"$word\"; done") == text + b"|"
