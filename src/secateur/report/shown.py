"""Inputs and outcomes in a few words."""

from __future__ import annotations

import json
from collections.abc import Mapping

from secateur.exploration.criteria import Criterion
from secateur.machine.path import Path
from secateur.suite.record import outcome_of
from secateur.suite.test import Json, readable


def outcome_text(path: Path, criterion: Criterion) -> str:
    """`return 3`, `pressure=3, gauge=0`, what was printed, or how it ended."""
    outcome = outcome_of(path)
    if not criterion.is_seen(path):
        return str(outcome)
    values = dict(outcome.observations)
    names = [path.observations[number].name for number in criterion.observed(path)]
    shown = [f"{name}={readable(values[name])}" for name in names if name != "return"]
    if "return" in names or not (shown or criterion.prints):
        shown.insert(0, str(outcome))
    if criterion.prints:
        shown.append(repr(outcome.output.decode("latin-1")))
    return ", ".join(shown)


def show_inputs(inputs: Mapping[str, Json]) -> str:
    return ", ".join(f"{name}={json.dumps(value)}" for name, value in inputs.items())
