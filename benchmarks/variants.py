"""Variants of the subjects: their text with one place changed."""

from __future__ import annotations

from pathlib import Path


def with_change(source: Path, before: str, after: str) -> str:
    """The text of a file with the one place that reads `before` reading `after`."""
    text = source.read_text()
    if text.count(before) != 1:
        raise SystemExit(f"{source.name}: {before!r} stands there {text.count(before)} times")
    return text.replace(before, after)
