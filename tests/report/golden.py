"""Golden files: text that must come out, kept in a file that a reviewer can read. `UPDATE_GOLDEN=1` writes it anew."""

from __future__ import annotations

import os
import re
from pathlib import Path

#: Environment variable: expected texts are replaced by what comes out, also those in README and docs.
UPDATE = "UPDATE_GOLDEN"

_SECONDS = re.compile(r"(?<![\w.])\d+(?:\.\d+)? s\b")
#: In a table of techniques the column after the time is a ratio of times.
_RATIO = re.compile(r"TIME s +(?:[<>]?[\d,.]+ %|–)(?=\s|$)")
_JSON_SECONDS = re.compile(r'("seconds": )[0-9.e+-]+')


def updating() -> bool:
    return bool(os.environ.get(UPDATE))


def without_times(text: str) -> str:
    """The text with every time masked, whether in a sentence (`0.02 s`), in JSON (`"seconds": 0.02`) or in a ratio."""
    return _RATIO.sub("TIME s RATIO", _SECONDS.sub("TIME s", _JSON_SECONDS.sub(r"\1TIME", text)))


def check_golden(path: Path, text: str) -> None:
    """The text is that of the file, times apart."""
    text = without_times(text)
    if updating():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8"), f"{path.name} differs; {UPDATE}=1 accepts what came out"
