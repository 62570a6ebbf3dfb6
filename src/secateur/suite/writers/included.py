"""Which source `tests.c` includes; the others are compiled beside it."""

from __future__ import annotations

import re
from pathlib import Path

from secateur.suite.test import Suite

_MAIN = re.compile(r"\b(?:(\w+)\s+)?main\s*\(([^(){};]*)\)\s*((?:[\w*,\[\]][\w\s*,\[\]]*;\s*)*)\{")
_NAMED = re.compile(r"main\s*\(")
_BEFORE = re.compile(r"\w*\s*\Z")


def definition_of_main(text: str) -> re.Match[str] | None:
    """Its type, its parameters, and what old C declares after them."""
    for named in _NAMED.finditer(text):  # found by its first letters, which is fast in a large text
        before = _BEFORE.search(text[max(0, named.start() - 200) : named.start()])
        assert before is not None
        start = named.start() - len(before[0])
        found = _MAIN.match(text, start) or _MAIN.match(text, named.start())
        if found is not None:
            return found
    return None


def source_text(path: str) -> str:
    """The text of a source; empty if it cannot be read."""
    try:
        return Path(path).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def included_source(suite: Suite) -> str:
    """The file of the function, or of `main` if the suite is for a program."""
    if suite.driver is not None:
        named = (path for path in suite.own_sources if f'#include "{path}"' in (suite.driver or ""))
    else:
        named = (path for path in suite.own_sources if definition_of_main(source_text(path)))
    return next(named, suite.sources[0])
