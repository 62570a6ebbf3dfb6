"""Lines in a few words: `12-15, 20`."""

from __future__ import annotations

from collections.abc import Collection, Iterator


def line_ranges(lines: Collection[int], all_lines: Collection[int]) -> Iterator[tuple[int, int]]:
    """The first and last line of each stretch; lines without code do not end one. `all_lines`: those with code."""
    wanted = set(lines)
    start = last = 0
    for line in sorted(all_lines):
        if line in wanted:
            start, last = start or line, line
        elif start:
            yield start, last
            start = 0
    if start:
        yield start, last


def ranges_text(lines: Collection[int], all_lines: Collection[int], most: int = 20) -> str:
    """`most`: stretches that are shown; more are counted."""
    found = list(line_ranges(lines, all_lines))
    texts = [str(first) if first == last else f"{first}-{last}" for first, last in found[:most]]
    rest = f" … and {len(found) - most:,} more" if len(found) > most else ""
    return ", ".join(texts) + rest
