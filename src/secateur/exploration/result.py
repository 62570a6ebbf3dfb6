"""The result of an exploration: what it found, and what it left out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from secateur.assumption import USUAL, Assumption, AssumptionKind, Ledger
from secateur.exploration.budget import Spent
from secateur.exploration.coverage import Coverage
from secateur.exploration.cuts import Cut
from secateur.exploration.keeping import Keeping
from secateur.exploration.written_size import steps_size, written_size
from secateur.ir.model import NOWHERE, Position
from secateur.machine.fault import Fault, FaultKind
from secateur.machine.limit import Limit, LimitKind
from secateur.machine.path import ENDED, LIMITED, Ending, Note, Path
from secateur.machine.unsupported import UnsupportedKind, UnsupportedUse
from secateur.solver import Stats

#: What tells faults apart: their kind and place.
FaultKey = tuple[FaultKind, Position]

#: Limits that a user can accept, and the kind of assumption that they then are.
_AS_ASSUMPTIONS = {
    LimitKind.NO_INPUTS: AssumptionKind.ARGUMENTS,
    LimitKind.PINNED: AssumptionKind.CONCRETE,
    LimitKind.UNSUPPORTED: AssumptionKind.NOT_RUN,
}


def made_concrete(limits: Iterable[Limit]) -> list[Assumption]:
    """Limits of values that were made concrete, as assumptions."""
    pinned = (limit for limit in limits if limit.kind is LimitKind.PINNED)
    return [Assumption(AssumptionKind.CONCRETE, ", ".join(limit.details), str(limit.place)) for limit in pinned]


@dataclass(slots=True)
class Counts:
    """Each path and each task ends up in exactly one of these (`faulty` is a part of `completed` and `cut`). `covering`
    are runs on paths that are counted already, for coverage alone."""

    completed: int = 0
    faulty: int = 0
    cut: int = 0
    limited: int = 0
    unknown: int = 0
    infeasible: int = 0
    runs: int = 0
    covering: int = 0


@dataclass(slots=True)
class Summarised:
    """The summaries in an exploration: by function, how many calls they stood in for, how many of these were exact, how
    many stars the others had and how many facts were needed; and how many paths were impossible or stayed open."""

    calls: dict[str, int] = field(default_factory=dict)
    exact: dict[str, int] = field(default_factory=dict)
    stars: dict[str, int] = field(default_factory=dict)
    facts: dict[str, int] = field(default_factory=dict)
    paths: int = 0
    impossible: int = 0
    open: int = 0

    @property
    def approximate(self) -> list[str]:
        """The functions in which faults were not looked for."""
        return sorted(name for name, calls in self.calls.items() if calls > self.exact.get(name, 0))


@dataclass(frozen=True, slots=True)
class TechniqueStage:
    """A technique that was used from some run on."""

    technique: str
    first_run: int


@dataclass(frozen=True, slots=True)
class EarlierCounts:
    """What a result had counted and met when the last step of an earlier exploration ended."""

    technique: str
    counts: Counts = field(default_factory=Counts)
    instructions: int = 0
    seconds: float = 0.0
    notes: Sequence[Note] = ()
    stopped: Mapping[Limit, int] = field(default_factory=dict)
    assumptions: Sequence[Assumption] = ()
    used: Sequence[TechniqueStage] = ()
    cuts: Sequence[Cut] = ()
    solver: Stats = field(default_factory=Stats)
    by_fault: Mapping[FaultKey, int] = field(default_factory=dict)


@dataclass(slots=True)
class Result:
    """`paths` holds the completed paths, and those that were cut as they would have ended, in the order in which they
    were found. `stopped`: how many paths each limit stopped. `assumptions`: what the result rests on. `accepted`: the
    kinds of assumptions under which it counts as complete. `undefined`: functions and globals that reachable code uses
    without a definition; looked for when a path has ended at one. `used`: the techniques that chose the paths, one
    after the other. `lacks_inputs`: a program in which nothing is symbolic. `keeping`: which of the paths are kept in
    `paths`. `by_fault`: the number of paths with each fault. `size`: about how many bytes their files will have."""

    technique: str
    counts: Counts = field(default_factory=Counts)
    paths: list[Path] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    cuts: list[Cut] = field(default_factory=list)
    stopped: dict[Limit, int] = field(default_factory=dict)
    assumptions: list[Assumption] = field(default_factory=list)
    accepted: frozenset[AssumptionKind] = USUAL
    undefined: list[UnsupportedUse] = field(default_factory=list)
    spent: Spent | None = None
    instructions: int = 0
    seconds: float = 0.0
    cpu: float = 0.0
    coverage: Coverage = field(default_factory=Coverage)
    solver: Stats = field(default_factory=Stats)
    backend: str = ""
    promise: str = "every path was explored"
    remark: str = ""
    used: list[TechniqueStage] = field(default_factory=list)
    summarised: Summarised | None = None
    lacks_inputs: bool = False
    keeping: Keeping = field(default_factory=Keeping)
    by_fault: dict[FaultKey, int] = field(default_factory=dict)
    size: int = 0
    _tracks: set[int] = field(default_factory=set)
    _covering: set[Path] = field(default_factory=set)

    def is_new(self, path: Path) -> bool:
        """Has it not been asked about this path before?"""
        track = hash(tuple(branch.condition.key for branch in path.branches))
        known = track in self._tracks
        self._tracks.add(track)
        return not known

    @property
    def explored(self) -> int:
        """Paths, to their end or to where they were cut."""
        return self.counts.completed + self.counts.cut

    @property
    def complete(self) -> bool:
        """Nothing was given up: no budget was hit, nothing is unknown, nothing was made concrete, and no path ended at
        what cannot be run (unless that was accepted), no function was left out by a summary."""
        accepted = sum(count for limit, count in self.stopped.items() if self.accepts(limit))
        return self.counts.limited == accepted and all(self.accepts(limit) for limit in self.limits)

    def accepts(self, limit: Limit) -> bool:
        """Is a limit an assumption that was accepted?"""
        return _AS_ASSUMPTIONS.get(limit.kind) in self.accepted

    @property
    def settled(self) -> bool:
        """Nothing was given up, and it rests on nothing that was not accepted."""
        return self.complete and not self.ledger.open

    @property
    def ledger(self) -> Ledger:
        """What was made concrete, and what cannot be run, are limits, and become assumptions when that is accepted."""
        not_run = [
            Assumption(AssumptionKind.NOT_RUN, limit.details[1])
            for limit in self.stopped
            if limit.kind is LimitKind.UNSUPPORTED and self.accepts(limit)
        ]
        return Ledger.of((*self.assumptions, *made_concrete(self.limits), *not_run), self.accepted)

    @property
    def limits(self) -> list[Limit]:
        """Everything that keeps the result from being complete."""
        found = [Limit(LimitKind(self.spent.value))] if self.spent else []
        if self.lacks_inputs:
            found.append(Limit(LimitKind.NO_INPUTS))
        found += [replace(limit, count=count) for limit, count in self.stopped.items()]
        if self.counts.unknown:
            found.append(Limit(LimitKind.UNDECIDED, count=self.counts.unknown))
        found += [Limit(note.kind, note.position, details=(note.text,)) for note in self.notes if note.incomplete]
        if self.summarised is not None and self.summarised.open:
            found.append(Limit(LimitKind.UNCONFIRMED, count=self.summarised.open))
        if self.summarised is not None and self.summarised.approximate:
            found.append(Limit(LimitKind.SUMMARY, details=tuple(self.summarised.approximate)))
        return found

    @property
    def unsupported(self) -> list[UnsupportedUse]:
        """Where paths ended because the next step cannot be run; after that, what else reachable code lacks."""
        found = [
            UnsupportedUse(UnsupportedKind(limit.details[0]), limit.details[1], limit.place or NOWHERE, count)
            for limit, count in self.stopped.items()
            if limit.kind is LimitKind.UNSUPPORTED
        ]
        met = {use.name for use in found}
        return found + [use for use in self.undefined if use.name not in met]

    def tried(self, path: Path) -> None:
        """Counts the cost of a run that is no part of the result (one with summaries is repeated without), and what was
        given up on it."""
        self.counts.runs += 1
        self.instructions += path.instructions
        for note in path.notes:
            if note.incomplete:
                self.add_note(note)

    def cover(self, path: Path) -> None:
        """A run on a path that is counted already: it covers code that others on that path did not."""
        self.counts.runs += 1
        self.instructions += path.instructions
        if path.ending in ENDED:
            self.counts.covering += 1
            if self.keeping.wants(path, covering=True):
                kept = replace(path, trace=(), visits=())
                self._hold(kept)
                self._covering.add(kept)

    def add(self, path: Path, repeats: bool = False, end: Path | None = None) -> None:
        """`repeats`: the same path may have been run before. `end`: the outcome of a path that was cut."""
        counts = self.counts
        counts.runs += 1
        self.instructions += path.instructions
        if path.visits:
            path = replace(path, visits=())
        if path.trace:
            path = replace(path, trace=())
            if not self.is_new(path) and repeats:
                return
        for note in path.notes:
            self.add_note(note)
        if path.ending is Ending.CUT:
            counts.cut += 1
            if end is not None and end.ending in ENDED:
                counts.faulty += end.fault is not None
                self._keep(end)
        elif path.ending in LIMITED:
            counts.limited += 1
            if path.limit is not None:
                self.stopped[path.limit] = self.stopped.get(path.limit, 0) + 1
        elif path.ending is not Ending.ASSUMPTION:
            counts.completed += 1
            counts.faulty += path.fault is not None
            self._keep(path)

    def _keep(self, path: Path) -> None:
        if path.fault is not None:
            key = (path.fault.kind, path.fault.position)
            known = self.by_fault.get(key, 0)
            self.by_fault[key] = known + 1
            self.size += 0 if known else steps_size(path)
        if self.keeping.wants(path):
            self._hold(path)

    def _hold(self, path: Path) -> None:
        self.paths.append(path)
        self.size += written_size(path)

    def take_up(self, earlier: EarlierCounts) -> None:
        """Go on counting where an earlier exploration ended."""
        self.counts = replace(earlier.counts)
        self.instructions = earlier.instructions
        self.notes, self.stopped, self.used = list(earlier.notes), dict(earlier.stopped), list(earlier.used)
        self.by_fault = dict(earlier.by_fault)
        self.solver.add(earlier.solver)

    def absorb(self, other: Result, technique: str) -> None:
        """Add what another exploration of the same program has found."""
        self.use(technique)
        for path in other.paths:
            self.restore(path, other.is_covering(path))
        counts, more = self.counts, other.counts
        self.counts = replace(
            counts,
            completed=counts.completed + more.completed,
            faulty=counts.faulty + more.faulty,
            limited=counts.limited + more.limited,
            infeasible=counts.infeasible + more.infeasible,
            covering=counts.covering + more.covering,
            runs=counts.runs + more.runs,
        )
        self.instructions += other.instructions
        for note in other.notes:
            self.add_note(note)
        for limit, count in other.stopped.items():
            self.stopped[limit] = self.stopped.get(limit, 0) + count
        for fault, count in other.by_fault.items():
            self.by_fault[fault] = self.by_fault.get(fault, 0) + count

    def restore(self, path: Path, covering: bool) -> None:
        """A path that was counted by an earlier exploration."""
        self.keeping.wants(path, covering)
        self._hold(path)
        if covering:
            self._covering.add(path)

    def is_covering(self, path: Path) -> bool:
        """Was the path run for coverage alone?"""
        return path in self._covering

    def add_note(self, note: Note) -> None:
        if note not in self.notes:
            self.notes.append(note)

    def use(self, technique: str) -> None:
        """From now on."""
        if not self.used or self.used[-1].technique != technique:
            self.used.append(TechniqueStage(technique, self.counts.runs + 1))

    def hand_over(self, technique: str, reason: str) -> None:
        """Another technique goes on."""
        self.remark = f"{reason}; {technique} exploration was used instead"

    def restart(self, technique: str, reason: str) -> None:
        """Another technique starts again: only the number of runs so far is kept."""
        self.hand_over(technique, reason)
        self.counts = Counts(runs=self.counts.runs)
        self.paths, self.notes, self.cuts, self.stopped, self.by_fault, self.size = [], [], [], {}, {}, 0
        self.keeping = Keeping(self.keeping.keep, self.keeping.machine, self.keeping.each)

    def demote(self, fault: Fault, limit: Limit) -> None:
        """A fault that turned out to be only a limit of the exploration: its paths are limited, not completed."""
        kept = [
            p for p in self.paths if p.fault is None or (p.fault.kind, p.fault.position) != (fault.kind, fault.position)
        ]
        covering = sum(path in self._covering for path in self.paths) - sum(path in self._covering for path in kept)
        gone = self.by_fault.pop((fault.kind, fault.position), 0)
        self.paths = kept
        self.counts.covering -= covering
        self.counts.completed -= gone
        self.counts.faulty -= gone
        self.counts.limited += gone
        self.stopped[limit] = self.stopped.get(limit, 0) + gone

    def faults(self) -> list[tuple[Fault, int]]:
        """Each different fault (kind and place) with the index of the first path that shows it."""
        found: dict[tuple[str, object], tuple[Fault, int]] = {}
        for index, path in enumerate(self.paths):
            if path.fault is not None:
                found.setdefault((path.fault.kind, path.fault.position), (path.fault, index))
        return sorted(found.values(), key=lambda item: (item[0].position, item[0].kind))
