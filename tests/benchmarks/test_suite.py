"""`make bench-suite`: techniques on the subjects of a manifest."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

SUITE = Path(__file__).parents[2] / "benchmarks" / "subject_suite.py"
SAMPLE = Path(__file__).parent / "sample"


def _run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, str(SUITE), *words], capture_output=True, text=True, check=False)


def test_a_suite_is_measured_and_judged(tmp_path: Path) -> None:
    """The sample, with a share for its second subject that cannot be reached."""
    text = (SAMPLE / "suite.toml").read_text().replace("../../..", str(SAMPLE.parents[2]))
    (tmp_path / "suite.toml").write_text(f"{text}share = 50\n")
    done = _run(str(tmp_path), "--json", str(tmp_path / "rows.json"))
    assert done.returncode == 1, done.stderr
    rows = json.loads((tmp_path / "rows.json").read_text())
    found = [(row["subject"].split()[0], row["technique"], row["paths"], row["faults"]) for row in rows]
    assert found == [
        ("the", "full", 8, 2), ("the", "dgse", 6, 2), ("the", "dgse-published", 6, 2),
        ("hidden", "full", 4, 2), ("hidden", "dgse", 4, 2), ("hidden", "dgse-published", 2, 1),
    ]  # fmt: skip
    *good, unreached, bad = (row["problem"] for row in rows)
    assert not any(good)
    assert unreached == "more than 50 % of the paths"
    missed = f"missed: assertion at {SAMPLE.parents[2]}/examples/dgse_missed.c:20"
    assert bad == f"{missed}; lines: 3 instead of 4; branches: 3 instead of 6"
    assert "missed: assertion" in done.stdout


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there is no [[subject]]"),
        ('[[subject]]\nname = "x"\n', "each [[subject]] needs a name and a file"),
        ('[[subject]]\nname = "x"\nfile = "x.c"\nflag = []\n', "unknown key 'flag'; known are "),
        ("[[subject]\n", "Expected ']]'"),
    ],
)
def test_a_manifest_that_is_wrong(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "suite.toml").write_text(text)
    done = _run(str(tmp_path))
    assert done.returncode == 1
    assert done.stderr.startswith(f"{tmp_path}/suite.toml: ")
    assert message in done.stderr
    assert "Traceback" not in done.stderr
