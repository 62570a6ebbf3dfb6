"""Compares what a page shows with what came out. Times are masked; `…` stands for text or lines that are left out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

from report.golden import without_times

LEFT_OUT = "…"


def masked(line: str) -> str:
    """The line without times. A time may be of any width, so the spaces of such a line are not compared."""
    line = line.rstrip()
    found = without_times(line)
    return re.sub(r" +", " ", found) if found != line else line


def matches(shown: Sequence[str], came: Sequence[str]) -> bool:
    pattern = ""
    for line in shown:
        if line.strip() == LEFT_OUT:
            pattern += r"(?:.*\n)*?"
        else:
            pattern += ".*".join(re.escape(part) for part in masked(line).split(LEFT_OUT)) + r"\n"
    return re.fullmatch(pattern, "".join(f"{masked(line)}\n" for line in came)) is not None


def refreshed(shown: Sequence[str], came: Sequence[str]) -> list[str]:
    """What came out, with lines left out where the page leaves them out."""
    came = [line.rstrip() for line in came]
    parts: list[list[str]] = [[]]
    for line in shown:
        if line.strip() == LEFT_OUT:
            parts.append([])
        else:
            parts[-1].append(line)
    if len(parts) == 1:
        return came
    head, *middle, tail = parts
    kept, rest = came[: len(head)], came[len(head) :]
    end = rest[len(rest) - len(tail) :] if tail else []
    rest = rest[: len(rest) - len(end)]
    for part in middle:
        places = range(len(rest) - len(part) + 1)
        best = max(places, key=lambda at: _likeness(part, rest[at : at + len(part)]), default=0)
        kept += [LEFT_OUT, *rest[best : best + len(part)]]
        rest = rest[best + len(part) :]
    return [*kept, LEFT_OUT, *end]


def _likeness(one: Sequence[str], other: Sequence[str]) -> float:
    return SequenceMatcher(None, "\n".join(one), "\n".join(other)).ratio()
