"""Variants of the subjects: their text with one place changed."""

from __future__ import annotations

from pathlib import Path


def with_change(source: Path, before: str, after: str) -> str:
    """The text of a file with the only occurrence of `before` replaced by `after`."""
    text = source.read_text()
    if text.count(before) != 1:
        raise SystemExit(f"{source.name}: {before!r} occurs {text.count(before)} times")
    return text.replace(before, after)
