"""Which source `tests.c` includes; the others are compiled beside it."""

from __future__ import annotations

import re
from pathlib import Path

from secateur.suite.test import Suite

MAIN = re.compile(r"\b(?:(\w+)\s+)?main\s*\(([^(){};]*)\)\s*((?:[\w*,\[\]][\w\s*,\[\]]*;\s*)*)\{")
"""The definition of `main`: its type, its parameters, and what old C declares after them."""


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
        named = (path for path in suite.own_sources if MAIN.search(source_text(path)))
    return next(named, suite.sources[0])
