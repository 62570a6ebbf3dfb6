"""What an exploration found, and what it left out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from secateur.exploration.budget import Spent
from secateur.exploration.confirm import Summarised
from secateur.exploration.coverage import Coverage
from secateur.machine.fault import Fault
from secateur.machine.path import LIMITED, Ending, Note, Path
from secateur.solver import Stats


@dataclass(slots=True)
class Counts:
    """Each path and each task ends up in exactly one of these (`faulty` is a part of `completed` and `cut`)."""

    completed: int = 0
    faulty: int = 0
    cut: int = 0
    limited: int = 0
    unknown: int = 0
    infeasible: int = 0
    runs: int = 0


@dataclass(slots=True)
class Result:
    """`paths` holds the completed ones, and those that were cut as they would have ended, in the order they were
    found."""

    technique: str
    counts: Counts = field(default_factory=Counts)
    paths: list[Path] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    cuts: dict[str, int] = field(default_factory=dict)
    limits: dict[str, int] = field(default_factory=dict)
    spent: Spent | None = None
    instructions: int = 0
    seconds: float = 0.0
    coverage: Coverage = field(default_factory=Coverage)
    solver: Stats = field(default_factory=Stats)
    backend: str = ""
    promise: str = "every path was explored"
    remark: str = ""
    summarised: Summarised | None = None
    _tracks: set[int] = field(default_factory=set)

    @property
    def explored(self) -> int:
        """Paths, to their end or to where they were cut."""
        return self.counts.completed + self.counts.cut

    @property
    def complete(self) -> bool:
        """Nothing was given up: no budget was hit, nothing is unknown, nothing was made concrete, no function was left
        out by a summary."""
        counts = self.counts
        return (
            not counts.limited
            and not counts.unknown
            and not self.spent
            and not any(n.incomplete for n in self.notes)
            and not (self.summarised and self.summarised.calls)
        )

    def tried(self, path: Path) -> None:
        """A path with summaries: what it cost counts, and what was given up on it. Its outcome is that of a run
        without."""
        self.counts.runs += 1
        self.instructions += path.instructions
        self._add_notes(note for note in path.notes if note.incomplete)

    def add(self, path: Path, repeats: bool = False, end: Path | None = None) -> None:
        """`repeats`: the path may be one that was run before. `end`: what becomes of a path that was cut."""
        counts = self.counts
        counts.runs += 1
        self.instructions += path.instructions
        if path.visits:
            path = replace(path, visits=())
        if path.trace:
            path = replace(path, trace=())
            track = hash(tuple(b.condition.key for b in path.branches))
            if track in self._tracks and repeats:
                return
            self._tracks.add(track)
        self._add_notes(path.notes)
        if path.ending is Ending.CUT:
            counts.cut += 1
            self.cuts[path.reason] = self.cuts.get(path.reason, 0) + 1
            if end is not None and end.ending not in LIMITED:
                counts.faulty += end.fault is not None
                self.paths.append(end)
        elif path.ending in LIMITED:
            counts.limited += 1
            reason = f"{path.ending.value}: {path.reason}" if path.reason else path.ending.value
            self.limits[reason] = self.limits.get(reason, 0) + 1
        elif path.ending is not Ending.ASSUMPTION:
            counts.completed += 1
            counts.faulty += path.fault is not None
            self.paths.append(path)

    def _add_notes(self, notes: Iterable[Note]) -> None:
        for note in notes:
            if note not in self.notes:
                self.notes.append(note)

    def restart(self, technique: str, reason: str) -> None:
        """Another technique does it all again: only what was spent so far is kept."""
        self.remark = f"{reason}: explored as '{technique}'"
        self.counts = Counts(runs=self.counts.runs)
        self.paths, self.notes, self.cuts, self.limits = [], [], {}, {}

    def demote(self, fault: Fault, reason: str) -> None:
        """A fault that turned out to be a bound of ours: its paths are limited, not completed."""
        kept = [
            p for p in self.paths if p.fault is None or (p.fault.kind, p.fault.position) != (fault.kind, fault.position)
        ]
        gone = len(self.paths) - len(kept)
        self.paths = kept
        self.counts.completed -= gone
        self.counts.faulty -= gone
        self.counts.limited += gone
        self.limits[reason] = self.limits.get(reason, 0) + gone

    def faults(self) -> list[tuple[Fault, int]]:
        """Each different fault (kind and place) with the index of the first path that shows it."""
        found: dict[tuple[str, object], tuple[Fault, int]] = {}
        for index, path in enumerate(self.paths):
            if path.fault is not None:
                found.setdefault((path.fault.kind, path.fault.position), (path.fault, index))
        return sorted(found.values(), key=lambda item: (item[0].position, item[0].kind))


def summary(result: Result) -> str:
    """One line: how it ended."""
    if result.complete:
        return f"complete: {result.promise}" + (f" ({result.remark})" if result.remark else "")
    parts = [str(result.spent)] if result.spent else []
    parts += [f"{count} × {reason}" for reason, count in result.limits.items()]
    if result.counts.unknown:
        parts.append(f"{result.counts.unknown} branches the solver could not decide in time")
    parts += [f"{n.position}: {n.text}" for n in result.notes if n.incomplete]
    if result.summarised is not None:
        parts += _left_out(result.summarised, only=not parts)
    return "incomplete: " + "; ".join(parts)


def _left_out(summarised: Summarised, only: bool) -> list[str]:
    """What summaries keep an exploration from knowing; `only`: nothing else was given up."""
    parts = []
    if summarised.open:
        paths = "1 path" if summarised.open == 1 else f"{summarised.open} paths"
        parts.append(f"{paths} with summaries could be neither confirmed nor ruled out")
    if summarised.calls:
        names = ", ".join(sorted(summarised.calls))
        them = "it" if len(summarised.calls) == 1 else "them"
        rest = f"; every path outside of {them} was explored" if only and not summarised.open else ""
        parts.append(f"faults inside of {names} were not looked for, as summaries stood in for {them}{rest}")
    return parts
