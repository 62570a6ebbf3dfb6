"""Asks about the examples as a user of the Python API would."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Unpack

import secateur
from secateur.jobs.answer import Answer
from secateur.options.keywords import ExploreKeywords

EXAMPLES = Path(__file__).parents[2] / "examples"


def explore(spec: str, out: Path, /, **options: Unpack[ExploreKeywords]) -> tuple[secateur.Run, dict[str, Any]]:
    """Explores an example and writes its tests: the run, and its JSON."""
    options["out"] = out
    run = secateur.explore(f"{EXAMPLES}/{spec}", **options)
    run.write()
    return run, printed(run)


def replay(out: Path) -> tuple[secateur.ReplayAnswer, dict[str, Any]]:
    """Runs the tests of a folder natively: the answer, and its JSON."""
    answer = secateur.replay(out)
    return answer, printed(answer)


def printed(answer: Answer) -> dict[str, Any]:
    """The JSON of an answer as a script reads it: printed, then parsed."""
    found: dict[str, Any] = json.loads(json.dumps(answer.to_json()))
    return found


def is_clean(answer: Answer) -> bool:
    """Nothing was found, and nothing was left out."""
    return answer.complete and not answer.found


def without_seconds(value: Any) -> Any:
    """The same JSON without the keys that may differ between runs: `seconds`."""
    if isinstance(value, dict):
        return {key: without_seconds(item) for key, item in value.items() if key != "seconds"}
    if isinstance(value, list):
        return [without_seconds(item) for item in value]
    return value
