"""Runs the commands as a user would, but in this process."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from secateur.cli import app

EXAMPLES = Path(__file__).parents[2] / "examples"


def explore(spec: str, out: Path, *options: str) -> tuple[int, dict[str, Any]]:
    """`secateur explore examples/SPEC --json`: exit code and the JSON object."""
    done = CliRunner().invoke(app, ["explore", f"{EXAMPLES}/{spec}", "--out", str(out), "--json", *options])
    assert done.stdout, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return done.exit_code, found


def replay(out: Path) -> tuple[int, dict[str, Any]]:
    """`secateur replay DIR --json`."""
    done = CliRunner().invoke(app, ["replay", str(out), "--json"])
    assert done.stdout, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return done.exit_code, found


def without_seconds(value: Any) -> Any:
    """The same JSON without the keys that may differ between runs: `seconds`."""
    if isinstance(value, dict):
        return {key: without_seconds(item) for key, item in value.items() if key != "seconds"}
    if isinstance(value, list):
        return [without_seconds(item) for item in value]
    return value
