"""The dependence graph as a picture that needs no other program: the source as it is, dependences beside it.

What one line does to others is one vertical line, a *rail*, with a stub at the source and an arrow at each target.
Control and potential dependences are to the left of the text, data and interactive ones to the right. Rails that would
touch lie in different lanes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from secateur.dependence.by_line.lines import Dependence, DependenceKind, Place
from secateur.report.deps import grouped
from secateur.report.source_text import SourceText

ROW, CHARACTER, LETTER, MARGIN, LANE = 20, 7.3, 6.2, 16, 11
LEFT = (DependenceKind.CONTROL, DependenceKind.POTENTIAL)

_STYLE = """
text { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 12px; fill: #1f2328; white-space: pre }
.number { fill: #8b949e; text-anchor: end }
.head { font-weight: bold }
.name { font-size: 10px }
path { fill: none; stroke-width: 1.3 }
.control { stroke: #1f2328 } .arrow.control, .name.control { fill: #1f2328 }
.data { stroke: #1f6feb } .arrow.data, .name.data { fill: #1f6feb }
.potential { stroke: #d97706; stroke-dasharray: 4 2 } .arrow.potential, .name.potential { fill: #d97706 }
.interactive { stroke: #9333ea; stroke-dasharray: 1.5 2 } .arrow.interactive, .name.interactive { fill: #9333ea }
.arrow, .name { stroke: none }
"""


@dataclass(slots=True)
class _Rail:
    kind: DependenceKind
    source: Place
    targets: list[Place]
    variable: str | None
    name: str
    top: float
    bottom: float
    lane: int = 0


class _Rows:
    """Where the lines of the source stand: all from the first to the last that is needed, function by function."""

    def __init__(self, found: Sequence[Dependence], text: SourceText) -> None:
        self.heads: list[tuple[int, str]] = []
        self.lines: list[tuple[int, int, str]] = []
        self.at: dict[tuple[str, int], int] = {}
        needed: dict[tuple[str, str], set[int]] = {}
        for place in sorted((p for d in found for p in (d.source, d.target)), key=lambda p: p.order):
            needed.setdefault((place.file, place.function), set()).add(place.line)
        row = 0
        for (file, function), numbers in needed.items():
            self.heads.append((row, f"{function} ({file})"))
            for number in range(min(numbers), max(numbers) + 1):
                row += 1
                self.lines.append((row, number, text.full(file, number)))
                self.at.setdefault((file, number), row)
            row += 2
        self.count = row

    def y(self, place: Place) -> float:
        return MARGIN + ROW * (self.at[place.file, place.line] + 1)


def to_svg(title: str, found: Sequence[Dependence], text: SourceText) -> str:
    rows = _Rows(found, text)
    rails = [rail for kind in DependenceKind for rail in _rails(kind, found, rows)]
    left, right = [r for r in rails if r.kind in LEFT], [r for r in rails if r.kind not in LEFT]
    places_left, width_left = _lanes(left)
    places_right, width_right = _lanes(right)
    digits = max((len(str(number)) for _, number, _ in rows.lines), default=1)
    longest = max((len(shown) for shown in [*(r[2] for r in rows.lines), *(r[1] for r in rows.heads)]), default=0)
    numbers = MARGIN + width_left + digits * CHARACTER + 8
    end = numbers + 10 + longest * CHARACTER + 6
    width, height = max(end + width_right + MARGIN, 420), MARGIN * 2 + ROW * (rows.count + 1)
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" xml:space="preserve" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'width="{width:.0f}" height="{height:.0f}">',
        f"<title>{escape(title)}</title>",
        f"<style>{_STYLE}</style>",
        f'<rect width="{width:.0f}" height="{height:.0f}" fill="#ffffff"/>',
    ]
    for row, head in rows.heads:
        out.append(
            f'<text class="head" x="{numbers + 10:.1f}" y="{MARGIN + ROW * (row + 1) + 4}">{escape(head)}</text>'
        )
    for row, number, shown in rows.lines:
        y = MARGIN + ROW * (row + 1) + 4
        out.append(f'<text class="number" x="{numbers:.1f}" y="{y}">{number}</text>')
        out.append(f'<text x="{numbers + 10:.1f}" y="{y}">{escape(shown)}</text>')
    for rail in left:
        out += _drawn(rail, rows, MARGIN + width_left, -places_left[rail.lane])
    for rail in right:
        out += _drawn(rail, rows, end, places_right[rail.lane])
    out += _legend(list(dict.fromkeys(rail.kind for rail in rails)), MARGIN, height - MARGIN / 2)
    return "\n".join([*out, "</svg>", ""])


def _rails(kind: DependenceKind, found: Sequence[Dependence], rows: _Rows) -> list[_Rail]:
    made = []
    for source, targets, variable in grouped(d for d in found if d.kind == kind):
        heights = [rows.y(place) for place in (source, *targets)]
        name = " ".join(part for part in (source.side, variable) if part)
        made.append(_Rail(kind, source, targets, variable, name, min(heights), max(heights)))
    return made


def _lanes(rails: list[_Rail]) -> tuple[list[float], float]:
    """Gives each rail the innermost lane that is free from its top to its bottom, short rails first. Answers how far
    out each lane is, wide enough for the names on it, and where the last one ends."""
    taken: list[list[tuple[float, float]]] = []
    widths: list[float] = []
    for rail in sorted(rails, key=lambda r: (r.bottom - r.top, r.top)):
        free = (
            number
            for number, spans in enumerate(taken)
            if all(rail.bottom + ROW / 2 < top or bottom < rail.top - ROW / 2 for top, bottom in spans)
        )
        rail.lane = next(free, len(taken))
        if rail.lane == len(taken):
            taken.append([])
            widths.append(LANE)
        taken[rail.lane].append((rail.top, rail.bottom))
        widths[rail.lane] = max(widths[rail.lane], LANE + LETTER * len(rail.name))
    places, here = [], 0.0
    for width in widths:
        here += width
        places.append(here)
    return places, here


def _drawn(rail: _Rail, rows: _Rows, edge: float, lane: float) -> list[str]:
    """The stub from the source at `edge` to the rail, the rail, an arrow back to each target."""
    x = edge + lane
    inward = 1 if lane > 0 else -1
    shift = rail.lane % 4 * 1.5
    start = rows.y(rail.source) - 5 + shift
    ends: dict[float, str] = {}
    for target in rail.targets:
        end = rows.y(target) + 5 - shift
        ends[end] = ends.get(end, "") + target.side
    path = [f"M{edge:.1f} {start:.1f}H{x:.1f}", f"M{x:.1f} {min(start, *ends):.1f}V{max(start, *ends):.1f}"]
    path += [f"M{x:.1f} {y:.1f}H{edge + 4 * inward:.1f}" for y in ends]
    out = [f"<g><title>{escape(_told(rail))}</title>", f'<path class="{rail.kind}" d="{"".join(path)}"/>']
    for y, sides in ends.items():
        tip = f"{edge:.1f},{y:.1f} {edge + 6 * inward:.1f},{y - 3:.1f} {edge + 6 * inward:.1f},{y + 3:.1f}"
        out.append(f'<polygon class="arrow {rail.kind}" points="{tip}"/>')
        out += _label(rail.kind, sides, x, y, inward)
    return [*out, *_label(rail.kind, rail.name, x, start, inward), "</g>"]


def _label(kind: DependenceKind, name: str, x: float, y: float, inward: int) -> list[str]:
    """A name above a stub, where it meets the rail."""
    if not name:
        return []
    left = x - LETTER * len(name) - 2 if inward > 0 else x + 2
    return [f'<text class="name {kind}" x="{left:.1f}" y="{y - 2:.1f}">{escape(name)}</text>']


def _told(rail: _Rail) -> str:
    variable = f" ({rail.variable})" if rail.variable else ""
    return f"{rail.kind}: {rail.source} → {', '.join(map(str, rail.targets))}{variable}"


def _legend(kinds: Sequence[DependenceKind], x: float, y: float) -> list[str]:
    out = []
    for kind in kinds:
        out.append(f'<path class="{kind}" d="M{x:.1f} {y - 4:.1f}h24"/>')
        out.append(f'<text class="name {kind}" x="{x + 30:.1f}" y="{y:.1f}">{kind}</text>')
        x += 48 + LETTER * len(kind)
    return out
