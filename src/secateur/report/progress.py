"""How far an exploration has come: a line that a terminal shows while it runs, and lines for a log."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rich.text import Text

from secateur.exploration.progress import Progress

#: Seconds between two lines of a log.
LOGGED = 30.0


def progress_line(progress: Progress) -> Text:
    """For a terminal: one line, whose end is cut if there is no room."""
    faults = Text(f"{progress.faults} faulty", style="bold red" if progress.faults else "")
    line = Text.assemble(("● ", "green"), f"{progress.paths:,} paths  ", faults, "  ", "  ".join(_details(progress)))
    if progress.newest:
        line.append(f"  newest: {progress.newest}", style="red")
    line.no_wrap, line.overflow = True, "ellipsis"
    return line


def logged_line(progress: Progress) -> str:
    """For a log, such as that of a CI job."""
    newest = f"; newest: {progress.newest}" if progress.newest else ""
    return f"secateur: {progress.paths:,} paths, {progress.faults:,} faulty, {', '.join(_details(progress))}{newest}"


def log_of(write: Callable[[str], None]) -> Callable[[Progress], None]:
    """Writes a line from time to time."""
    last = 0.0

    def report(progress: Progress) -> None:
        nonlocal last
        if progress.elapsed < last:  # another exploration
            last = 0.0
        if progress.elapsed - last >= LOGGED:
            last = progress.elapsed
            write(logged_line(progress))

    return report


def _details(progress: Progress) -> Iterator[str]:
    for name, (covered, total) in (("lines", progress.lines), ("branches", progress.sides)):
        if total:
            yield f"{name} {covered:,}/{total:,}"
    yield f"{progress.queue:,} waiting"
    yield f"{progress.rate:,.0f} paths/s"
    yield f"solver {progress.solver_share:.0%}"
    if progress.memory:
        yield f"{progress.memory:,} MiB"
    if progress.workers > 1:
        yield f"{progress.workers} workers"
    yield f"{progress.elapsed:.1f} s"
    if progress.left is not None:
        yield f"{progress.left:.0f} s left"
