"""Inputs and outcomes in a few words."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from secateur.exploration.criteria import Criterion
from secateur.machine.path import ENDED, Path
from secateur.report.sentences import ending_text
from secateur.suite.record import outcome_of
from secateur.suite.test import Json, readable


def outcome_text(path: Path, criterion: Criterion) -> str:
    """`return 3`, `pressure=3, gauge=0`, what was printed, or how it ended."""
    if path.ending not in ENDED:
        return ending_text(path.ending)
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


def rest_text(count: int) -> str:
    """Says that a list on a terminal was cut, and where the rest of it is."""
    return f"… and {count:,} more (--json lists all)"


def first_of(words: Sequence[str], most: int) -> str:
    """The first words in one line, and how many there are besides."""
    shown = ", ".join(words[:most])
    return shown if len(words) <= most else f"{shown} {rest_text(len(words) - most)}"
