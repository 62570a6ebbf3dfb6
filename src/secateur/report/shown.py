"""Inputs and outcomes in a few words."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping, Sequence

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


def show_inputs(inputs: Mapping[str, Json], quiet: Collection[str] = ()) -> str:
    """Inputs in one line. A pointer that is NULL, or leads to the object of another, is shown as such, without the
    object that nothing leads to. Members of structures are left out if they are `quiet`: nothing depends on them."""
    return ", ".join(f"{name}={text}" for name, text in input_texts(inputs, quiet).items())


def input_texts(inputs: Mapping[str, Json], quiet: Collection[str] = ()) -> dict[str, str]:
    """The same, each input by itself."""
    folded = _Folded(inputs, frozenset(name.replace("->", ".") for name in quiet))
    shown = {name: folded.text(value, name) for name, value in inputs.items()}
    return {name: text for name, text in shown.items() if name not in folded.flags}


def show_differing(texts: Mapping[str, str], first: Mapping[str, str]) -> str:
    """The inputs of a test that are not those of the first one; `…` stands for the others."""
    shown = [f"{name}={text}" for name, text in texts.items() if first.get(name) != text]
    return ", ".join([*shown, *(["…"] if len(shown) < len(texts) else [])])


class _Folded:
    """`flags`: the inputs that decide where a pointer leads, which are not shown by themselves."""

    def __init__(self, inputs: Mapping[str, Json], quiet: frozenset[str]) -> None:
        self._inputs = inputs
        self._quiet = quiet
        self.flags: set[str] = set()

    def text(self, value: Json, name: str) -> str:
        """`name`: with a dot before each member."""
        leads = self._leads(name) if isinstance(value, dict | list | str) else None
        if leads is not None:
            return leads
        if isinstance(value, dict):
            parts = {key: (each, f"{name}.{key}") for key, each in value.items()}
            told = {key: self.text(*part) for key, part in parts.items()}
            kept = [key for key, part in parts.items() if not self._is_quiet(*part)]
            texts = [f"{json.dumps(key)}: {told[key]}" for key in kept]
            return "{" + ", ".join([*texts, *(["…"] if len(kept) < len(parts) else [])]) + "}"
        if isinstance(value, list) and any(isinstance(each, dict | list) for each in value):
            return "[" + ", ".join(self.text(each, f"{name}[{n}]") for n, each in enumerate(value)) + "]"
        return json.dumps(value)

    def _leads(self, name: str) -> str | None:
        """Where a pointer leads instead of to its own object."""
        base = re.sub(r"\W+", "_", name).strip("_")
        found = None
        for flag, value in self._inputs.items():
            if isinstance(value, bool) and flag.startswith(f"{base}_is_"):
                other = flag.removeprefix(f"{base}_is_")
                self.flags.add(flag)
                if value and found is None:
                    found = "null" if other == "null" else other
        if found is not None:  # what is below does not count
            self.flags |= {flag for flag in self._inputs if flag.startswith(f"{base}_") and "_is_" in flag}
        return found

    def _is_quiet(self, value: Json, name: str) -> bool:
        if isinstance(value, dict | list | str) and self._leads(name) is not None:
            return False
        match value:
            case dict():
                return all(self._is_quiet(each, f"{name}.{key}") for key, each in value.items())
            case list() if value:
                return all(self._is_quiet(each, f"{name}[{n}]") for n, each in enumerate(value))
            case str():
                return all(f"{name}[{n}]" in self._quiet for n in range(max(1, len(value))))
            case _:
                return name in self._quiet


def rest_text(count: int) -> str:
    """Says that a list on a terminal was cut, and where the rest of it is."""
    return f"… and {count:,} more (--json lists all)"


def first_of(words: Sequence[str], most: int) -> str:
    """The first words in one line, and how many there are besides."""
    shown = ", ".join(words[:most])
    return shown if len(words) <= most else f"{shown} {rest_text(len(words) - most)}"
