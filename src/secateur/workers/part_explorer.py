"""What a worker does: explore one part after the other, each as if it had explored nothing before."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from secateur.exploration.balance import INFEASIBLE, RUN
from secateur.exploration.earlier import EarlierInput, LeftTask, NotTheSameRun, ShedGroup, given_of
from secateur.exploration.frontier import ORDERS, Guidance
from secateur.exploration.loop import Explorer, HandsOver
from secateur.exploration.regions import FullInRegions
from secateur.exploration.result import EarlierCounts
from secateur.exploration.shared_news import NewsSharing
from secateur.exploration.task import SentRegion, Task
from secateur.exploration.technique import Technique
from secateur.exploration.timeline import Timeline
from secateur.exploration.uncovered import UncoveredDistances
from secateur.ir.model import Program
from secateur.machine.limit import LimitKind
from secateur.machine.machine import Machine
from secateur.machine.path import Ending, Path
from secateur.options import Keep
from secateur.solver import Solver, Stats
from secateur.solver.clock import cpu_time
from secateur.workers.kept_tasks import KeptTasks
from secateur.workers.part import NamedCandidate, News, PartOrder, PartOrigin, PartOutcome, origins_of, with_steps
from secateur.workers.part_frontier import PartFrontier
from secateur.workers.transport import Unpacker, packed, packed_content, renumbered, renumbered_mask

#: The work of a question to the back end, in instructions; see `secateur.exploration.balance`.
ASKED = 60_000


#: The work after which a worker that is hurried gives back what is left.
HURRIED = 200_000
#: The work of an instruction that is recorded, and of what depends on it.
TRACED = 10


def work_of(explorer: Explorer, asked: int) -> int:
    """The work of an exploration so far, in instructions. `asked`: questions to the back end."""
    counts = explorer.result.counts
    runs = explorer.result.instructions + RUN * counts.runs
    return (TRACED * runs if explorer.machine.traces else runs) + INFEASIBLE * counts.infeasible + ASKED * asked


@dataclass(frozen=True, slots=True)
class Equipment:
    """What every worker has. `technique` and `solver` make new ones."""

    technique: Callable[[], Technique]
    solver: Callable[[Technique], Solver]
    order: str = "dfs"
    seed: int = 0
    keep: Keep = Keep.ALL
    each: int = 1


class Tools(Protocol):
    """Makes the equipment of a worker, in any process: it can be pickled."""

    def __call__(self) -> Equipment: ...

    @property
    def program(self) -> tuple[Program, Callable[[Program], Program]]:
        """What is explored, as it can be pickled, and what is done with it before it is run."""
        ...


class PartExplorer:
    """Explores with a machine that begins with what the exploration had covered. `number`: of the worker."""

    def __init__(self, machine: Machine, equipment: Equipment, number: int, timeline: Timeline | None = None) -> None:
        self.machine = machine
        self.number = number
        self.timeline = None if timeline is None else timeline.for_worker(number)
        self._equipment = equipment
        self._covered = machine.known_coverage()
        self._solver: Solver | None = None
        self._technique: Technique | None = None
        self._unpacker = Unpacker(machine)
        self.kept = KeptTasks()  # for a technique that stays with its worker
        self.is_hurried: Callable[[], bool] = lambda: False  # is somebody waiting for a part of what is left here?
        machine.watcher = self._notice

    def explore(self, data: bytes) -> bytes:
        """A part; the order and the outcome are packed."""
        used = cpu_time()
        order = self._unpacker.order(data)
        outcome = _PartRun(self, order, self._equipment).run()
        return packed(replace(outcome, worker=self.number, cpu=cpu_time() - used))

    def technique(self) -> tuple[Technique, Solver, bool]:
        """For the next part, and whether it begins there: one that shares all it knows stays with its worker."""
        known, equipment = self._technique, self._equipment
        if known is not None and known.shares is NewsSharing.ALL:
            assert self._solver is not None
            return known, self._solver, False
        self._technique = FullInRegions() if self.machine.can_merge else equipment.technique()
        if known is not None and known.shares is NewsSharing.LATER:
            self._technique.follow(known)
        return self._technique, self._new_solver(self._technique), True

    def heard(self, news: Iterable[bytes]) -> Iterator[object]:
        """What techniques of other workers tell."""
        return map(self._unpacker.content, news)

    def _new_solver(self, technique: Technique) -> Solver:
        """What a solver remembers helps, and changes nothing if the technique needs the same inputs in any order."""
        if self._solver is None or not technique.is_order_free:
            self._solver = self._equipment.solver(technique)
        return self._solver

    def begin(self) -> list[News]:
        """Forget what other parts have covered. Returns a list that will have the runs that cover something."""
        self.machine.restrict_coverage(self._covered)
        if self.timeline is not None:
            self.timeline.begin_part()
        self._covering: list[News] = []
        return self._covering

    def _notice(self, path: Path, names: list[str]) -> None:
        branches = len(path.branches) if path.ending is Ending.INTERRUPTED else None
        self._covering.append(News(given_of(path), branches, tuple(names)))


class _PartRun:
    """One part. It is also the observer of its exploration."""

    def __init__(self, worker: PartExplorer, order: PartOrder, equipment: Equipment) -> None:
        machine, part = worker.machine, order.part
        self._worker, self._machine, self._order, self._part = worker, machine, order, part
        self._news = worker.begin()
        technique, self._solver, self._begins = worker.technique()
        self._before = Stats()
        self._before.add(self._solver.stats)
        for key in part.variables:
            machine.variable(*key)
        machine.arbitrary |= renumbered_mask(part.arbitrary, part.variables, machine)
        self.explorer = Explorer(
            machine,
            self._solver,
            technique,
            equipment.order,
            order.budget,
            equipment.seed,
            timeline=worker.timeline,
            merge=machine.merges,
            observer=self,
            keep=equipment.keep,
            each=equipment.each,
        )
        self.explorer.result.keeping.begin_after(order.before)
        guidance = Guidance(equipment.seed, technique.distance, lambda: UncoveredDistances(machine))
        kept = worker.kept if technique.shares is NewsSharing.ALL else None
        self._frontier = PartFrontier(ORDERS[equipment.order](guidance), self._origins(), self._made, kept)
        self._running: Task | None = None
        self._ordinals: list[int] = []
        self._goals: list[EarlierInput] = []
        self._steps = 0
        self._problem = ""
        self._hands_over: tuple[Technique, str] | None = None

    def run(self) -> PartOutcome:
        explorer, started = self.explorer, time.monotonic()
        try:
            explorer.run_part(self._frontier, self._begin, self._is_enough)
        except NotTheSameRun:
            self._problem = "a run could not be repeated by a worker"
        except HandsOver as other:
            self._hands_over = other.technique, other.reason
        result, machine = explorer.result, self._machine
        if result.spent is not None:  # what was interrupted is left to do
            result.stopped = {limit: n for limit, n in result.stopped.items() if limit.kind is not LimitKind.UNFINISHED}
            result.counts.limited = sum(result.stopped.values())
            del result.paths[len(self._ordinals) :]
        state = EarlierCounts(
            explorer.technique.name,
            result.counts,
            result.instructions,
            time.monotonic() - started,
            result.notes,
            result.stopped,
            tuple(machine.assumptions),
            result.used,
            explorer.cuts,
            _since(self._solver.stats, self._before),
            result.by_fault,
        )
        technique = explorer.technique
        left: tuple[PartOrigin, ...] = ()
        if not self._problem:
            steps = self._steps_so_far()
            left = with_steps(self._frontier.left(technique, explorer.details, self._interrupted), steps)
        learned = technique.news()
        if learned is not None:
            learned = replace(learned, content=packed_content(learned.content))
        return PartOutcome(
            state,
            tuple(machine.variables),
            machine.arbitrary,
            result.paths,
            tuple(self._ordinals),
            tuple(result.is_covering(path) for path in result.paths),
            result.keeping.paths - self._order.before,
            self._news,
            [NamedCandidate(each.lineage, each.model, tuple(each.target.names)) for each in explorer.goals.candidates],
            left,
            self._goals,
            result.spent,
            self._steps,
            problem=self._problem,
            learned=learned,
            held=origins_of(technique.held(), explorer.details),
            has_rest=technique.has_rest,
            hands_over=self._hands_over,
            experience=technique.experience(),
            moments=() if self._worker.timeline is None else self._worker.timeline.sent(),
        )

    def _begin(self) -> None:
        technique = self.explorer.technique
        if self._begins:
            technique.begin(self._machine, self._solver)
            if self._part.experience is not None:
                technique.take_over(self._part.experience)
            technique.resume(self._part.has_cut)
            technique.news()  # there is nothing to tell so far
        for content in self._worker.heard(self._order.news):
            technique.hear(content)

    @property
    def _interrupted(self) -> list[Task]:
        """Runs that have not ended."""
        aside = [each.rest for each in self.explorer.long_runs.waiting]
        return aside if self._running is None else [*aside, self._running]

    def _steps_so_far(self) -> dict[tuple[int, ...], int]:
        """Of the runs that have not ended, by lineage, here or in earlier parts."""
        found = {each.lineage: left.steps for each in self._part.origins for left in each.branches if left.steps}
        for waiting in self.explorer.long_runs.waiting:
            lineage = waiting.rest.origin.lineage
            found[lineage] = max(found.get(lineage, 0), waiting.steps)
        return found

    def _origins(self) -> Sequence[PartOrigin]:
        """With the numbers that variables have here: an origin that is not needed goes back like those that are made
        here."""
        machine, variables = self._machine, self._part.variables
        if tuple(machine.variables)[: len(variables)] == variables:
            return self._part.origins
        return [
            replace(each, given=replace(each.given, model=renumbered(each.given.model, variables, machine)))
            for each in self._part.origins
        ]

    def _made(self, origin: PartOrigin) -> list[Task]:
        """The tasks that leave a run of another worker. What it covers was noticed there: the run began in the middle,
        and this one at the start."""
        noticed = len(self._news)
        given = origin.given
        regions = [task for task in origin.branches if isinstance(task.details, SentRegion)]
        if regions:
            return [_region(task, given.model, origin.lineage) for task in regions]
        made = self.explorer.rerun.left(given, origin.branches, origin.lineage)
        again = {name for each in self._news[noticed:] for name in each.names}
        if again:
            self._machine.uncover(again)
            del self._news[noticed:]
        return made

    def _is_enough(self) -> bool:
        work = work_of(self.explorer, self._solver.stats.queries - self._before.queries)
        if work >= HURRIED and not self._part.interrupted and self._worker.is_hurried() and len(self._frontier) > 1:
            return True
        return work >= self._order.work

    # --- the observer

    def begin(self, explorer: Explorer) -> None:
        """Nothing to do."""

    def added(self, tasks: list[Task]) -> None:
        """Nothing to do: the frontier knows."""

    def taken(self, task: Task) -> None:
        self._running = task

    def goals_left(self, path: Path) -> None:
        self._goals.append(given_of(path))

    def goals_tried(self) -> None:
        """That is up to the whole exploration."""

    def ended(self) -> None:
        self._running = None
        self._steps += 1
        result = self.explorer.result
        new = len(result.paths) - len(self._ordinals)
        now = result.keeping.paths - self._order.before
        self._ordinals += [now - later for later in range(new - 1, -1, -1)]

    def flush(self) -> None:
        """Nothing to do."""

    def take_over(self) -> None:
        """Nothing to do: a part begins with tasks that it is given."""

    def shed(self, tasks: Sequence[Task]) -> bool:
        """A part has no limit on its memory."""
        return False

    @property
    def shed_count(self) -> int:
        return 0

    def next_shed(self, is_newest: bool) -> list[ShedGroup]:
        return []

    def regained(self, group: ShedGroup, tasks: Sequence[Task]) -> None:
        """Never called."""


def _region(task: LeftTask, model: tuple[int, ...], lineage: tuple[int, ...]) -> Task:
    assert isinstance(task.details, SentRegion)
    return task.details.task(model, (*lineage, task.index))


def _since(now: Stats, before: Stats) -> Stats:
    stages = {stage: count - before.by_stage.get(stage, 0) for stage, count in now.by_stage.items()}
    return Stats(
        now.queries - before.queries,
        now.sat - before.sat,
        now.unsat - before.unsat,
        now.unknown - before.unknown,
        now.seconds - before.seconds,
        {stage: count for stage, count in stages.items() if count},
    )
