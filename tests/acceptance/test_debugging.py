"""Seeded regressions in the subjects: `secateur debug` reports the seeded line in a short list."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from .answers import EXAMPLES

ROOT = EXAMPLES.parent
_SUMMARY = re.compile(r"slice: (\d+) of 15 found, (\d+) of them by a condition; median of ([\d.]+) lines")


@pytest.mark.slow
@pytest.mark.parametrize("options", [(), ("--rewritten",)], ids=["plain", "rewritten"])
def test_at_least_14_of_15_in_at_most_5_lines(options: tuple[str, ...]) -> None:
    """Five kinds of mistakes in each of three subjects; also if all other lines were rewritten."""
    command = [sys.executable, str(ROOT / "benchmarks" / "debugging.py"), *options]
    done = subprocess.run(command, cwd=ROOT, env=os.environ, capture_output=True, text=True, check=True)
    found = _SUMMARY.search(done.stdout)
    assert found is not None, done.stdout
    assert int(found[1]) >= 14, done.stdout
    assert float(found[3]) <= 5, done.stdout
