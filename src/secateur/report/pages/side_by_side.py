"""Two versions of a file beside each other: what changed, and what the change can affect."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from markupsafe import Markup

from secateur.report.material import FilePair
from secateur.report.pages.source_view import highlighted

#: Equal lines that stay beside a change; longer stretches between are folded.
AROUND = 4


@dataclass(frozen=True, slots=True)
class SideLine:
    """A line of one version; `number` is 0 where it has none. `state`: removed, added, impacted, or nothing."""

    number: int = 0
    code: Markup | str = ""
    state: str = ""


@dataclass(frozen=True, slots=True)
class TwoLines:
    """A row. `folded`: so many equal lines are left out in its place."""

    old: SideLine = SideLine()
    new: SideLine = SideLine()
    folded: int = 0


def side_by_side(pair: FilePair, old_impact: Collection[int], new_impact: Collection[int]) -> list[TwoLines]:
    rows = list(_rows(pair, old_impact, new_impact))
    marked = [at for at, row in enumerate(rows) if row.old.state or row.new.state]
    near = {at + step for at in marked for step in range(-AROUND, AROUND + 1)}
    return list(_folded(rows, near)) if marked else rows[: 2 * AROUND]


def _rows(pair: FilePair, old_impact: Collection[int], new_impact: Collection[int]) -> Iterator[TwoLines]:
    old, new = highlighted(pair.old_lines), highlighted(pair.new_lines)
    before, after = [_bare(line) for line in pair.old_lines], [_bare(line) for line in pair.new_lines]
    for kind, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        for step in range(max(b - a, d - c)):
            here, there = a + step + 1, c + step + 1
            left, right = SideLine(), SideLine()
            both = "impacted" if kind == "equal" and (here in old_impact or there in new_impact) else ""
            if here <= b:
                left = SideLine(here, old[here - 1], both or ("removed" if kind != "equal" else ""))
            if there <= d:
                right = SideLine(there, new[there - 1], both or ("added" if kind != "equal" else ""))
            yield TwoLines(left, right)


def _bare(line: str) -> str:
    return line.rstrip()


def _folded(rows: Sequence[TwoLines], near: Collection[int]) -> Iterator[TwoLines]:
    hidden = 0
    for at, row in enumerate(rows):
        if at in near:
            if hidden:
                yield TwoLines(folded=hidden)
            hidden = 0
            yield row
        else:
            hidden += 1
    if hidden:
        yield TwoLines(folded=hidden)
