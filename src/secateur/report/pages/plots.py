"""Line and bar charts as SVG, with the colours of the page and a text for those who cannot see them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

WIDTH, HEIGHT = 420, 200
_LEFT, _RIGHT, _TOP, _BOTTOM = 58, 16, 28, 34
#: Points that a curve keeps; more cannot be seen.
_MOST = 300


@dataclass(frozen=True, slots=True)
class Curve:
    name: str
    points: Sequence[tuple[float, float]]


def line_plot(title: str, unit: str, x_unit: str, curves: Sequence[Curve], steps: bool = False) -> Markup:
    """`steps`: a value holds until the next point."""
    high_x = max((x for curve in curves for x, _ in curve.points), default=0.0) or 1.0
    high_y = max((y for curve in curves for _, y in curve.points), default=0.0)
    top = 4.0 if 0 <= high_y < 4 and high_y == int(high_y) else _round_up(high_y)
    told = "; ".join(f"{curve.name}: {_number(curve.points[-1][1])} at the end" for curve in curves if curve.points)
    parts = [*_frame(title, told), *_axes(top, high_x, unit, x_unit)]
    for number, curve in enumerate(curves):
        places = [(_x(x, high_x), _y(y, top)) for x, y in _thinned(curve.points)]
        if places:
            parts.append(f'<path class="curve c{number % 6}" d="{_path(places, steps)}"/>')
    return Markup("".join([*parts, "</svg>"]))


def bar_plot(title: str, unit: str, bars: Sequence[tuple[str, float]]) -> Markup:
    """Horizontal bars, each with its number."""
    height = 30 + 26 * len(bars)
    top = max((value for _, value in bars), default=0.0) or 1.0
    label = 12 + 7 * max((len(name) for name, _ in bars), default=0)
    told = "; ".join(f"{name}: {_number(value)} {unit}".strip() for name, value in bars)
    parts = list(_frame(title, told, height))
    for row, (name, value) in enumerate(bars):
        y = 24 + 26 * row
        length = (WIDTH - label - 90) * value / top
        parts.append(f'<text class="bar-name" x="{label - 6}" y="{y + 13}">{escape(name)}</text>')
        parts.append(
            f'<rect class="bar c{row % 6}" x="{label}" y="{y}" width="{max(1.0, length):.1f}" height="18" rx="2"/>'
        )
        shown = f"{_number(value)} {unit}".strip()
        parts.append(f'<text class="tick" x="{label + length + 6:.1f}" y="{y + 13}">{escape(shown)}</text>')
    return Markup("".join([*parts, "</svg>"]))


def _frame(title: str, told: str, height: int = HEIGHT) -> Iterator[str]:
    yield f'<svg class="plot" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(title)}. {escape(told)}">'
    yield f'<text class="plot-title" x="{_LEFT if height == HEIGHT else 6}" y="13">{escape(title)}</text>'


def _axes(top: float, high_x: float, unit: str, x_unit: str) -> Iterator[str]:
    right, bottom = WIDTH - _RIGHT, HEIGHT - _BOTTOM
    for part in range(5):
        value = top * part / 4
        y = _y(value, top)
        yield f'<path class="grid" d="M{_LEFT} {y:.1f}H{right}"/>'
        yield f'<text class="tick end" x="{_LEFT - 6}" y="{y + 3:.1f}">{_number(value)}{escape(unit)}</text>'
    step = _round_up(high_x / 5)
    for part in range(int(high_x / step) + 1):
        x = _x(part * step, high_x)
        yield f'<text class="tick" text-anchor="middle" x="{x:.1f}" y="{bottom + 15}">{_number(part * step)}</text>'
    yield f'<text class="tick" text-anchor="end" x="{right}" y="{bottom + 29}">{escape(x_unit)}</text>'


def _x(value: float, high: float) -> float:
    return _LEFT + (WIDTH - _LEFT - _RIGHT) * value / high


def _y(value: float, top: float) -> float:
    return HEIGHT - _BOTTOM - (HEIGHT - _TOP - _BOTTOM) * value / top


def _path(places: Sequence[tuple[float, float]], steps: bool) -> str:
    x, y = places[0]
    parts = [f"M{x:.1f} {y:.1f}"]
    for x, y in places[1:]:
        parts.append(f"H{x:.1f}V{y:.1f}" if steps else f"L{x:.1f} {y:.1f}")
    return "".join(parts)


def _thinned(points: Sequence[tuple[float, float]]) -> Sequence[tuple[float, float]]:
    if len(points) <= _MOST:
        return points
    step = math.ceil(len(points) / _MOST)
    return [*points[::step], points[-1]]


def _round_up(value: float) -> float:
    """The end of an axis: 1, 2, 4 or 5 times a power of ten, at least as large."""
    if value <= 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(value))
    return next(step * power for step in (1, 2, 4, 5, 8, 10) if step * power >= value)


def _number(value: float) -> str:
    if value >= 100_000:
        return f"{value / 1000:,.0f}k" if value < 10_000_000 else f"{value / 1_000_000:,.0f}M"
    if value == int(value):
        return f"{int(value):,}"
    return f"{value:.2f}" if value < 10 else f"{value:,.1f}"
