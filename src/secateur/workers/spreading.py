"""Spreads what an exploration has left over workers, and puts together what they find.

What waits is divided into parts. A worker explores a part up to a certain amount of work, counted and not measured, and
gives back what is left of it, as new parts. So a part is the same whoever explores it, and when: the answer does not
depend on time. A part that was lost with its worker is given to another one.
"""

from __future__ import annotations

import pickle
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from secateur.exploration.budget import Spent
from secateur.exploration.earlier import NotTheSameRun
from secateur.exploration.frontier import DepthFirst
from secateur.exploration.loop import Explorer
from secateur.exploration.shared_news import NewsSharing
from secateur.exploration.task import Task
from secateur.exploration.technique import Technique
from secateur.options import Budget
from secateur.workers.crew import Crew, Delivery
from secateur.workers.distant import distant_tasks
from secateur.workers.gathering import Gathering
from secateur.workers.part import PartOrder, PartOrigin, WorkPart, origins_of, pieces, split, with_steps
from secateur.workers.part_explorer import work_of
from secateur.workers.sharing import SharedKnowledge
from secateur.workers.stored_tasks import StoredTasks
from secateur.workers.transport import Unpacker
from secateur.workers.turns import GivenPart, PartTurns
from secateur.workers.waiting_parts import WaitingParts

#: The work of a part, in instructions: less at first, so that there is soon something for everyone. A technique that
#: cuts by what it has seen sees only its part, and what was told before it began: these are larger.
LEAST, MOST, CUTTING = 400_000, 2_000_000, 2
#: The same, for each instruction of runs that did not end in an earlier part: half of it is for others.
FURTHER = 4
#: Tasks that are left of a part and go on alone: the more, the sooner there is work for many workers.
ALONE, ALONE_CUTTING = 6, 2
#: Seconds between two looks at the budget; until workers have to be back when the time is over; between two looks at
#: the memory of all.
EVERY, LATE, LOOK = 0.05, 1.5, 1.0
#: Where outcomes count in order: one worker in `AHEAD` may be a part ahead; all of them by `FAR_AHEAD` parts as long as
#: at most one path in `RARE` was cut, as there is little to wait for.
AHEAD, FAR_AHEAD, RARE = 2, 3, 20
#: Workers that may be lost with the same part.
MOST_LOST = 3


@dataclass(frozen=True, slots=True)
class PartRecord:
    """A part that came back. `parent`: the part that it was left of, 0 for the first one. `cpu`: seconds of its worker;
    `here`: seconds that it took to put it to the others."""

    number: int
    parent: int
    tasks: int
    cpu: float
    here: float
    sent: int
    received: int


@dataclass(slots=True)
class SpreadTally:
    """What happened on the way, for those who measure it."""

    parts: int = 0
    lost: int = 0
    cpu: dict[int, float] = field(default_factory=dict)
    records: list[PartRecord] = field(default_factory=list)
    before: float = 0.0  # CPU seconds before it was spread
    after: float = 0.0  # to put everything in order at the end


class Spreading:
    """`crew`: makes the workers. `after`: the work of an exploration before it is spread. `least` and `most`: the work
    of a part, at first and later. `if_it_pays`: nothing is spread as long as the technique is better alone."""

    def __init__(
        self,
        crew: Callable[[Explorer], Crew],
        after: int,
        least: int = LEAST,
        most: int = MOST,
        if_it_pays: bool = False,
    ) -> None:
        self._least, self._most = least, most
        self._if_it_pays = if_it_pays
        self._make_crew = crew
        self._after = after
        self.tally = SpreadTally()

    # --- for the exploration

    def is_due(self, explorer: Explorer) -> bool:
        if work_of(explorer, explorer.solver.stats.queries) < self._after or not explorer.can_be_spread:
            return False
        if self._if_it_pays and explorer.technique.is_better_alone:
            return False
        return len(explorer.frontier) + len(explorer.long_runs) > 1

    def explore(self, explorer: Explorer) -> tuple[Technique, str] | None:
        return _SpreadRun(explorer, self._make_crew(explorer), self.tally, self._least, self._most).run()


class _SpreadRun:
    def __init__(self, explorer: Explorer, crew: Crew, tally: SpreadTally, least: int, most: int) -> None:
        self._least, self._most = least, most
        self._explorer, self._crew, self._tally = explorer, crew, tally
        self._gathering = Gathering(explorer)
        self._unpacker = Unpacker(explorer.machine)
        self._given: dict[int, GivenPart] = {}
        self._in_store = StoredTasks(explorer.observer)
        self._stored: dict[int, list[Task]] = {}  # by part: its tasks, as the observer knows them
        self._numbered = 0
        self._hurried: set[int] = set()  # workers of which something is wanted
        self._replaced: set[int] = set()  # workers that used too much, and have delivered nothing since
        self._too_large: set[int] = set()  # parts with which a worker used too much
        self._lost: dict[tuple[int, ...], int] = {}
        self._looked = time.monotonic()
        self._cuts = explorer.technique.reduces
        self._knowledge = SharedKnowledge(explorer, crew, explorer.machine)
        self._shares_all = self._knowledge.sharing is NewsSharing.ALL
        self._waiting = WaitingParts(by_owner=self._shares_all)
        is_ordered = self._knowledge.sharing is NewsSharing.LATER
        self._near, self._far = crew.size + max(1, crew.size // AHEAD), crew.size * (1 + FAR_AHEAD)
        self._turns = PartTurns(self._window) if is_ordered else None
        self._other: tuple[Technique, str] | None = None  # a technique that is to begin again

    def run(self) -> tuple[Technique, str] | None:
        explorer = self._explorer
        self._add_waiting()
        self._step_ended()
        self._tally.before = explorer.meter.cpu
        try:
            self._work()
        finally:
            try:
                for given in () if self._turns is None else self._turns.all_back():
                    self._take(given)
            finally:
                self._crew.close()
            explorer.frontier, explorer.waiting_elsewhere, explorer.memory_elsewhere = self._left(), 0, 0
            began = time.process_time()
            self._gathering.finish()
            explorer.result.counts.limited += len(self._in_store)
            self._tally.after = time.process_time() - began
        self._step_ended()  # the paths are in order now
        return self._other

    def _add_waiting(self) -> None:
        """What waits here goes to the workers."""
        explorer = self._explorer
        tasks = explorer.take_held() + [each.rest for each in explorer.long_runs.waiting]
        steps = {each.rest.origin.lineage: each.steps for each in explorer.long_runs.waiting}
        explorer.long_runs.clear()
        kept = [task for task in tasks if explorer.technique.is_left_over(task)]
        origins = with_steps(origins_of(kept, explorer.details), steps)
        for each in self._parts_of(origins, 0):
            self._add(each, explorer.result.counts.cut > 0, 0, experience=explorer.technique.experience())

    def _parts_of(self, origins: tuple[PartOrigin, ...], alone: int) -> list[tuple[PartOrigin, ...]]:
        """Tasks as parts. Those who know what all others do can take any of them."""
        return pieces(origins, 2 * self._crew.size) if self._shares_all else split(origins, alone)

    def _is_waiting(self) -> bool:
        """Does any part wait? If not, tasks that only the store has are a part."""
        while not self._waiting and len(self._in_store):
            explorer = self._explorer
            origins, tasks = self._in_store.next()
            has_cut = explorer.result.counts.cut > 0
            self._add(origins, has_cut, 0, experience=explorer.technique.experience(), stored=tasks)
        return bool(self._waiting)

    def _has_more(self) -> bool:
        """Is anything left to do? When workers have nothing to do, it may turn out that something has to be looked at
        again: there, or here."""
        if self._is_waiting() or self._given or self._turns:
            return True
        self._look_again()
        return bool(self._waiting or self._given)

    def _look_again(self) -> bool:
        """Nothing waits: workers that have nothing to do look again at their runs. If one is left, the same is done
        here: all at once if nobody explores, else run by run, as outcomes have to be received. Is that to go on?"""
        knowledge, explorer = self._knowledge, self._explorer
        if not self._shares_all:
            return False
        while (worker := knowledge.uninformed(self._crew.free())) is not None:
            empty = WorkPart((), tuple(explorer.machine.variables), explorer.machine.arbitrary, True)
            self._give(worker, empty, self._allotted())
        if self._given and not self._crew.free():
            return False
        knowledge.hear_all()
        if explorer.look_again(once=bool(self._given)):
            knowledge.tell()
            self._add_waiting()
        return explorer.technique.has_rest

    def _work(self) -> None:
        explorer, result = self._explorer, self._explorer.result
        while self._other is None and self._has_more():
            explorer.set_end_again()
            result.spent = result.spent or explorer.meter.spent(result.explored, result.size)
            if result.spent:
                break
            self._hand_out()
            looks_again = not self._waiting and self._look_again()
            self._hand_out()
            self._hurry()
            self._receive(self._crew.wait(0.0 if looks_again else EVERY))
            self._look_at_memory()
            self._show()
        latest = time.monotonic() + LATE
        while self._given and result.spent in (Spent.TIME, Spent.CPU, Spent.PATHS) and time.monotonic() < latest:
            self._receive(self._crew.wait(EVERY))

    def _hand_out(self) -> None:
        for worker in self._crew.free():
            lost = None if self._turns is None else self._turns.next_lost()
            if lost is not None:
                lost.worker = worker
                self._order(lost)
                continue
            self._count_what_is_back()
            paths = self._allotted()
            if not self._is_waiting() or paths == 0 or (self._turns is not None and self._turns.is_full):
                return
            self._give(worker, self._waiting.pop(worker), paths)

    def _hurry(self) -> None:
        """For each worker that has nothing to do, another one gives back what it has left. That depends on time: so
        only where what is explored does anyway."""
        if not self._shares_all or self._waiting:
            return
        self._hurried &= self._given.keys()
        idle = len(self._crew.free()) - len(self._hurried)
        for worker in [each for each in self._given if each not in self._hurried][: max(0, idle)]:
            self._hurried.add(worker)
            self._crew.hurry(worker)

    def _window(self) -> int:
        """How many parts may be out; it follows from what counts."""
        result = self._explorer.result
        return self._far if RARE * result.counts.cut <= result.explored else self._near

    def _count_what_is_back(self) -> None:
        """Those whose turn it is, and only as many as the next part needs."""
        turns = self._turns
        while turns is not None and (turns.is_full or not self._is_waiting() or self._allotted() == 0):
            given = turns.next_back()
            if given is None:
                return
            self._take(given)

    def _give(self, worker: int, part: WorkPart, paths: int | None) -> None:
        given = GivenPart(part, paths or 0, worker)
        self._hurried.discard(worker)
        if self._turns is not None:
            self._turns.add(given)
        self._order(given)

    def _order(self, given: GivenPart) -> None:
        """Give a part to its worker."""
        part, worker = given.part, given.worker
        news = self._knowledge.for_part(worker)
        inherited = self._knowledge.inherited()
        if inherited:
            self._add(inherited, True, part.generation)
        before = self._gathering.paths_before(part)
        paths = None if self._explorer.meter.budget.max_paths is None else given.paths
        self._given[worker] = given
        self._crew.give(worker, PartOrder(part, self._work_of(part), self._budget(paths), before, news))

    def _work_of(self, part: WorkPart) -> int:
        """It depends on nothing that takes time, so all parts are the same every time, unless a worker is hurried. Runs
        that did not end in an earlier part come further than there, also if all of them and others take turns."""
        work = min(self._most, self._least << min(part.generation, 16))
        waits = self._shares_all and not self._crew.can_hurry  # for whoever has something left
        return max(CUTTING * work if self._cuts and not waits else work, FURTHER * part.interrupted)

    def _allotted(self) -> int | None:
        """How many paths a worker may find: so few that all together do not find too many."""
        most = self._explorer.meter.budget.max_paths
        if most is None:
            return None
        promised = sum(given.paths for given in self._given.values()) if self._turns is None else self._turns.promised
        left = most - self._explorer.result.explored - promised
        return min(left, max(1, left // (2 * self._crew.size)))

    def _budget(self, paths: int | None) -> Budget:
        meter = self._explorer.meter
        left = meter.left_budget
        cpu = None if left.cpu is None else left.cpu / self._crew.size
        return replace(left, cpu=cpu, max_paths=paths, memory=None, output_size=None)

    def _receive(self, deliveries: Sequence[Delivery]) -> None:
        for delivery in deliveries:
            given = self._given.pop(delivery.worker)
            self._replaced.discard(delivery.worker)
            if delivery.outcome is None:
                self._again(given)
                continue
            began, tally = time.process_time(), self._tally
            outcome = given.outcome = self._unpacker.unpacked(delivery.outcome)
            tally.parts += 1
            tally.cpu[outcome.worker] = tally.cpu.get(outcome.worker, 0.0) + outcome.cpu
            if self._turns is None:
                self._take(given)
            here, sent = time.process_time() - began, len(pickle.dumps(given.part))
            tally.records.append(
                PartRecord(
                    given.part.number,
                    given.part.parent,
                    given.part.tasks,
                    outcome.cpu,
                    here,
                    sent,
                    len(delivery.outcome),
                )
            )

    def _take(self, given: GivenPart) -> None:
        """An outcome counts."""
        assert given.outcome is not None
        part = given.part
        outcome = self._gathering.add(part, given.outcome)
        self._knowledge.take(given.worker, outcome)
        self._other = self._other or outcome.hands_over
        observer = self._explorer.observer
        for task in self._stored.pop(id(part), ()):
            if observer is not None:
                observer.taken(task)
        if outcome.problem and self._explorer.is_taken_up:
            raise NotTheSameRun
        if outcome.problem:
            self._gathering.give_up(part, outcome.problem)
        elif outcome.left:
            has_cut = part.has_cut or outcome.state.counts.cut > 0
            for origins in self._parts_of(outcome.left, ALONE_CUTTING if self._cuts else ALONE):
                self._add(origins, has_cut, part.generation + 1, part.number, outcome.experience, given.worker)
        self._step_ended()

    def _again(self, given: GivenPart) -> None:
        """A worker was lost. If that happens again and again, it is because of the part."""
        part = given.part
        self._tally.lost += 1
        held = self._knowledge.lost(given.worker)
        if held:
            self._add(held, True, part.generation)
        if not part.origins:  # it only had to look at what is done here now
            return
        lost = self._lost[part.rank] = self._lost.get(part.rank, 0) + 1
        if lost >= MOST_LOST:
            self._gathering.give_up(part, f"{lost} workers ended unexpectedly while they explored it")
            if self._turns is not None:
                self._turns.remove(given)
        elif self._turns is not None:
            self._turns.lose(given)
        else:
            self._waiting.push(part)

    def _add(
        self,
        origins: tuple[PartOrigin, ...],
        has_cut: bool,
        generation: int,
        parent: int = 0,
        experience: object = None,
        owner: int = 0,
        stored: list[Task] | None = None,
    ) -> None:
        """`stored`: the tasks, if the observer knows them already."""
        explorer = self._explorer
        machine = explorer.machine
        self._numbered += 1
        part = WorkPart(
            origins,
            tuple(machine.variables),
            machine.arbitrary,
            has_cut,
            generation,
            self._numbered,
            parent,
            experience,
            owner,
        )
        if not part.origins:
            return
        if explorer.observer is not None:
            if stored is None:
                stored = [task for origin in part.origins for task in distant_tasks(origin)]
                explorer.observer.added(stored)
            self._stored[id(part)] = stored
        self._waiting.push(part)

    def _left(self) -> DepthFirst:
        left = DepthFirst()
        given = self._given.values() if self._turns is None else self._turns.all_out()
        for part in (*self._waiting, *(each.part for each in given)):
            for origin in part.origins:
                left.extend(distant_tasks(origin))
        return left

    def _step_ended(self) -> None:
        observer = self._explorer.observer
        if observer is not None and self._explorer.result.spent is None:
            observer.ended()

    def _look_at_memory(self) -> None:
        """All together may use what was asked for. The largest worker begins again with what it was given; if that does
        not help, or another one becomes the largest with the same part, the exploration ends."""
        most, now = self._explorer.meter.budget.memory, time.monotonic()
        if now - self._looked < LOOK:
            return
        self._looked = now
        by_worker = self._crew.memory()
        self._explorer.memory_elsewhere = sum(by_worker.values())
        if most is None or not by_worker or sum(by_worker.values()) <= most:
            return
        largest = max(by_worker, key=lambda worker: by_worker[worker])
        part = self._given[largest].part.number if largest in self._given else 0
        if largest in self._replaced or part in self._too_large:
            self._explorer.result.spent = Spent.MEMORY
            return
        self._replaced.add(largest)
        if part:
            self._too_large.add(part)
        self._crew.replace(largest)
        if largest in self._given:
            self._again(self._given.pop(largest))

    def _show(self) -> None:
        explorer = self._explorer
        explorer.workers = self._crew.size
        explorer.waiting_elsewhere = sum(part.tasks for part in self._waiting)
        explorer.waiting_elsewhere += len(self._in_store) + len(self._given)
        explorer.show()
