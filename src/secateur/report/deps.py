"""Dependences on a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap

from rich.console import Console
from rich.text import Text

from secateur.dependence.by_line.lines import Dependence, DependenceKind, Place
from secateur.report.source_text import SourceText

COLOURS = {
    DependenceKind.CONTROL: "bold",
    DependenceKind.DATA: "blue",
    DependenceKind.POTENTIAL: "yellow",
    DependenceKind.INTERACTIVE: "magenta",
}


def show_deps(
    console: Console, title: str, found: Sequence[Dependence], kinds: Sequence[DependenceKind], text: SourceText
) -> None:
    """One part for each function, then what crosses functions; in each, kind by kind."""
    console.print(Text.assemble(("secateur ", "bold green"), (title, "bold"), "  dependences by line"))
    for head, part in by_function(found):
        console.print()
        console.print(Text(head, style="bold"))
        for kind in kinds:
            rows = grouped(d for d in part if d.kind == kind)
            if rows:
                console.print(Text(f"  {kind}", style=COLOURS[kind]))
                _show_rows(console, rows, text)
    if found:
        console.print()
    counts = ", ".join(f"{sum(d.kind == kind for d in found):,} {kind}" for kind in kinds)
    console.print(f"{counts} {'dependence' if len(found) == 1 else 'dependences'}", highlight=False)


def by_function(found: Sequence[Dependence]) -> list[tuple[str, list[Dependence]]]:
    """The dependences within each function, under its name and file; then those between functions."""
    inner: dict[tuple[str, int, str], list[Dependence]] = {}
    between: list[Dependence] = []
    first: dict[str, int] = {}
    for dependence in found:
        for place in (dependence.source, dependence.target):
            first[place.function] = min(place.line, first.get(place.function, place.line))
    for dependence in found:
        place = dependence.target
        if dependence.source.function != place.function:
            between.append(dependence)
        else:
            inner.setdefault((place.file, first[place.function], place.function), []).append(dependence)
    parts = [(f"{function} ({file})", inner[file, line, function]) for file, line, function in sorted(inner)]
    return [*parts, ("between functions", between)] if between else parts


Row = tuple[Place, list[Place], str | None]


def grouped(found: Iterable[Dependence]) -> list[Row]:
    """The targets of one source by the same variable together: `9 → 20, 21 (a)`."""
    rows: dict[tuple[Place, str | None], list[Place]] = {}
    for dependence in found:
        rows.setdefault((dependence.source, dependence.variable), []).append(dependence.target)
    return [(source, targets, variable) for (source, variable), targets in rows.items()]


def _show_rows(console: Console, rows: Sequence[Row], text: SourceText) -> None:
    """Source, targets, and the source's text in what room is left."""
    shown = [(_name(source, targets), _names(source, targets, variable)) for source, targets, variable in rows]
    left = max(len(source) for source, _ in shown)
    longest = max(len(targets) for _, targets in shown)
    middle = min(longest, max(console.width - left - 34, 24))
    for (source, targets), (place, _, _) in zip(shown, rows, strict=True):
        first, *more = wrap(targets, middle)
        line = Text(f"    {source:>{left}} → {first}", no_wrap=True)
        line.pad_right(max(9 + left + middle - len(line), 2))
        line.append(text.line(place.file, place.line), style="dim")
        line.truncate(console.width, overflow="ellipsis")
        line.rstrip()
        console.print(line)
        for rest in more:
            console.print(Text(" " * (left + 7) + rest))


def _name(source: Place, targets: Sequence[Place]) -> str:
    """With its function where a target lies in another one."""
    crosses = any(target.function != source.function for target in targets)
    return f"{source.function}:{source}" if crosses else str(source)


def _names(source: Place, targets: Sequence[Place], variable: str | None) -> str:
    """`9, 12 (a)`; in another function `assign:9, 12 (a)`."""
    words = []
    function = source.function
    for target in targets:
        words.append(str(target) if target.function == function else f"{target.function}:{target}")
        function = target.function
    return ", ".join(words) + (f" ({variable})" if variable else "")
