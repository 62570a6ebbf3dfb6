"""A test as it is given on a command line: JSON, a file with it, or `name=value` pairs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from secateur.harness.errors import HarnessError
from secateur.suite.test import Json


def parse_inputs(words: Sequence[str]) -> dict[str, Json]:
    """The inputs by name. Of JSON either the object of inputs, or a test that has them under `inputs` (as
    `tests.json` and `run.json` do); a value is JSON too, or else a string."""
    found: dict[str, Json] = {}
    for word in words:
        found.update(_parse(word))
    return found


def _parse(word: str) -> dict[str, Json]:
    if word.lstrip().startswith("{"):
        return _object(word, "--input")
    path = Path(word)
    if path.suffix == ".json" or path.is_file():
        return _object(path.read_text(), word)
    pairs: dict[str, Json] = {}
    for pair in _split(word):
        name, equals, value = pair.partition("=")
        if not equals or not name.strip():
            raise HarnessError(f"--input {word}: give JSON, a file with JSON, or name=value pairs")
        pairs[name.strip()] = _value(value.strip())
    return pairs


def _split(word: str) -> list[str]:
    """At commas outside of brackets and quotes."""
    parts, depth, quoted = [""], 0, False
    for character in word:
        if character == '"':
            quoted = not quoted
        elif not quoted:
            depth += (character in "[{") - (character in "]}")
        if character == "," and not depth and not quoted:
            parts.append("")
        else:
            parts[-1] += character
    return [part for part in parts if part.strip()]


def _object(text: str, where: str) -> dict[str, Json]:
    try:
        found: Any = json.loads(text)
    except json.JSONDecodeError as error:
        raise HarnessError(f"{where}: not JSON: {error.msg} at line {error.lineno}") from None
    if isinstance(found, dict) and isinstance(found.get("inputs"), dict):
        found = found["inputs"]
    if not isinstance(found, dict):
        raise HarnessError(f"{where}: give one test, an object of inputs by name")
    return found


def _value(text: str) -> Json:
    try:
        found: Json = json.loads(text)
    except json.JSONDecodeError:
        try:
            return int(text, 0)
        except ValueError:
            return text
    return found
