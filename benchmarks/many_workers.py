"""What workers cost and gain: time, bytes, and a model of more workers than this computer has processors.

    python benchmarks/many_workers.py --jobs 2 --technique full --string 8 examples/regexp.c:matches_hello

The parts of an exploration depend on each other only by what is left of one; their lengths are measured. So how long
any number of workers would need follows from a simulation: who is free takes the next part, and one process puts the
outcomes together.
"""

from __future__ import annotations

import argparse
import gc
import heapq
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from multiprocessing import Pipe, get_context
from unittest.mock import patch

from secateur.exploration.loop import Explorer
from secateur.jobs.explore import prepare
from secateur.jobs.plan import Plan
from secateur.options import Keep, Parallel, assemble
from secateur.options.jobs import ExploreOptions
from secateur.workers import places
from secateur.workers.crew import Crew
from secateur.workers.spreading import PartRecord, Spreading, SpreadTally

#: Seconds for a message there and back: on one computer, and in a cluster.
MESSAGE = 0.002
WORKERS = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1000)


def simulated(records: Sequence[PartRecord], workers: int, message: float = MESSAGE) -> float:
    """Seconds until everything is done. Parts are taken in the order of their numbers."""
    left: dict[int, list[PartRecord]] = {}
    for record in sorted(records, key=lambda each: each.number):
        left.setdefault(record.parent, []).append(record)
    waiting = [(record.number, record) for record in left.get(0, [])]
    heapq.heapify(waiting)
    running: list[tuple[float, int, PartRecord]] = []
    now = coordinator = 0.0
    while waiting or running:
        while waiting and len(running) < workers:
            number, record = heapq.heappop(waiting)
            heapq.heappush(running, (now + record.cpu + message, number, record))
        now, _, done = heapq.heappop(running)
        coordinator = now = max(now, coordinator) + done.here
        for record in left.get(done.number, []):
            heapq.heappush(waiting, (record.number, record))
    return now


@dataclass(frozen=True)
class Measured:
    wall: float
    cpu: float
    paths: int
    kept: int
    complete: bool
    coverage: object
    faults: list[str]
    tally: SpreadTally

    @property
    def found(self) -> tuple[object, ...]:
        """What must be the same with any number of workers."""
        return self.complete, self.coverage, self.faults


def explored(plan: Plan, technique: str, jobs: int, always: bool = False) -> Measured:
    made: list[Spreading] = []

    def noted(crew: Callable[[Explorer], Crew], after: int, if_it_pays: bool) -> Spreading:
        made.append(Spreading(crew, after, if_it_pays=if_it_pays and not always))
        return made[-1]

    began = time.monotonic()
    with patch.object(places, "Spreading", noted):
        result = replace(plan, parallel=Parallel(jobs=jobs)).run(technique)
    wall = time.monotonic() - began
    tally = made[-1].tally if made else SpreadTally()
    faults = sorted(map(str, result.by_fault))
    paths = result.explored, len(result.paths)
    return Measured(wall, result.cpu, *paths, result.complete, result.coverage, faults, tally)


def alone(plan: Plan, technique: str, jobs: int, always: bool = False) -> Measured:
    """In a process of its own, which begins with nothing but the compiled program."""
    ours, theirs = Pipe()
    process = get_context("fork").Process(target=lambda: theirs.send(explored(plan, technique, jobs, always)))
    process.start()
    measured = ours.recv()
    process.join()
    assert isinstance(measured, Measured)
    return measured


def main() -> None:
    gc.set_threshold(50_000, 20, 50)  # as the command does
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("source")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--technique", default="full")
    parser.add_argument("--string", type=int)
    parser.add_argument("--buffer", type=int, default=4)
    parser.add_argument("--define", action="append", default=[])
    parser.add_argument("--keep", type=Keep, default=Keep.AUTO)
    parser.add_argument("--always", action="store_true", help="spread even where one process is as fast")
    given = parser.parse_args()
    words = {"technique": given.technique, "buffer": given.buffer, "portfolio": False, "answer_cache": False}
    words["define"] = tuple(given.define)
    if given.string is not None:
        words["string"] = given.string
    plan = replace(prepare([given.source], assemble(ExploreOptions, words)).plan, keep=given.keep)
    one, many = (alone(plan, given.technique, jobs, given.always) for jobs in (1, given.jobs))
    same = one.found == many.found and (given.technique != "full" or (one.paths, one.kept) == (many.paths, many.kept))
    verdict = "the same" if same else "DIFFERENT"
    print(f"{given.source} {given.technique}: paths {one.paths} and {many.paths}, {verdict}")
    print(f"wall {one.wall:.2f} and {many.wall:.2f} s: {one.wall / many.wall:.2f} times faster")
    print_parts(one, many)


def print_parts(one: Measured, many: Measured) -> None:
    tally, records = many.tally, many.tally.records
    if not records:
        print("too short to be spread")
        return
    here = tally.before + sum(each.here for each in records) + tally.after
    longest = here + max(tally.cpu.values())
    print(f"CPU {one.cpu:.2f} s; workers {[round(each, 2) for each in tally.cpu.values()]}, here {here:.2f}")
    print(f"longest way {longest:.2f} CPU s: {one.cpu / longest:.2f} times faster")
    sent, received = (sum(getattr(r, name) for r in records) / len(records) for name in ("sent", "received"))
    put = sum(each.here for each in records) / len(records)
    tasks = sum(each.tasks for each in records)
    traffic = f"{sent:.0f} bytes there, {received:.0f} back, {1000 * put:.1f} ms here"
    print(f"{len(records)} parts of {tasks} tasks; per part {traffic}")
    whole = sum(each.cpu for each in records)
    for workers in WORKERS:
        seconds = tally.before + simulated(records, workers) + tally.after
        print(f"{workers:5} workers: {seconds:7.2f} s, {(tally.before + whole) / seconds:6.1f} times faster")


if __name__ == "__main__":
    main()
