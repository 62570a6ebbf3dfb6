"""Workers on a cluster, as actors of Ray. It starts them, moves data, and notices what is lost.

The compiled program goes to each node once. A worker there begins with an empty machine: that something was covered
before is seen when the outcomes are put together.
"""

from __future__ import annotations

import os
import pickle
import socket
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from secateur.errors import OptionError
from secateur.exploration.loop import Explorer
from secateur.ir.model import Program
from secateur.machine.machine import Machine
from secateur.workers.crew import Delivery
from secateur.workers.part import PartOrder
from secateur.workers.part_explorer import PartExplorer, Tools
from secateur.workers.transport import packed_order

#: Seconds until the first worker must be there, and between two looks for nodes that have joined.
PATIENCE, LOOK = 180.0, 2.0
LOCAL = "local"


@dataclass(frozen=True, slots=True)
class ClusterKit:
    """What a node needs to make a worker. `tools` makes the rest."""

    program: bytes
    machine: SameMachine
    tools: Tools

    def worker(self, number: int) -> PartExplorer:
        return PartExplorer(self.machine(pickle.loads(self.program)), self.tools(), number)


@dataclass(frozen=True, slots=True)
class SameMachine:
    """Makes a machine like that of an exploration. `prepare`: what it does with a program first."""

    prepare: Callable[[Program], Program]
    entry: str
    checks: Any
    limits: Any
    record: bool
    visits: bool
    merges: bool | None
    traces: bool

    def __call__(self, program: Program) -> Machine:
        machine = Machine(
            self.prepare(program), self.entry, self.checks, self.limits, record=self.record, visits=self.visits
        )
        machine.merges = self.merges
        if self.record and not self.traces:
            machine.stop_tracing()
        return machine


def kit_of(explorer: Explorer, tools: Tools) -> ClusterKit:
    machine = explorer.machine
    program, prepare = tools.program
    data = pickle.dumps(replace(program, compiled={}, outlines={}), protocol=pickle.HIGHEST_PROTOCOL)
    kept = machine.record, machine.visits, machine.merges, machine.traces
    same = SameMachine(prepare, "main", machine.checks, machine.limits, *kept)
    return ClusterKit(data, same, tools)


@dataclass(slots=True)
class _Actor:
    handle: Any
    ready: Any  # a reference that is there when the actor is
    is_ready: bool = False
    given: Any = None


class RayCrew:
    """`address`: of a running cluster, or `local` for one of this computer alone. `jobs`: at most this many workers; by
    default one per processor of the cluster."""

    def __init__(self, kit: ClusterKit, address: str, jobs: int | None = None) -> None:
        self._ray = ray = _ray()
        self._is_ours = not ray.is_initialized()
        self._jobs = jobs
        if self._is_ours:
            _connect(ray, address, jobs)
        self._kit = ray.put(kit)
        self._actors: dict[int, _Actor] = {}
        self._next = 1
        self._looked = 0.0
        self._grow()
        self._wait_for_the_first()

    @property
    def size(self) -> int:
        return max(1, sum(actor.is_ready for actor in self._actors.values()))

    @property
    def actors(self) -> dict[int, Any]:
        """By number of the worker."""
        return {number: actor.handle for number, actor in self._actors.items()}

    def _wanted(self) -> int:
        processors = int(self._ray.cluster_resources().get("CPU", 1))
        return max(1, processors if self._jobs is None else min(self._jobs, processors))

    def _grow(self) -> None:
        """One worker for each processor, also of nodes that have joined."""
        self._looked = time.monotonic()
        while len(self._actors) < self._wanted():
            self._start()

    def _start(self) -> None:
        number, self._next = self._next, self._next + 1
        made = self._ray.remote(num_cpus=1, max_restarts=0)(_RemoteWorker)
        handle = made.remote(self._kit, number)
        self._actors[number] = _Actor(handle, handle.ready.remote())

    def _wait_for_the_first(self) -> None:
        latest = time.monotonic() + PATIENCE
        while not self.free():
            if time.monotonic() > latest:
                self.close()
                advice = "look at `ray status`; Secateur must be installed on the nodes"
                raise OptionError("cluster", problem="no worker could be started", advice=advice)
            self.wait(0.1)

    def free(self) -> Sequence[int]:
        return [number for number, actor in self._actors.items() if actor.is_ready and actor.given is None]

    def give(self, worker: int, order: PartOrder) -> None:
        actor = self._actors[worker]
        actor.given = actor.handle.explore.remote(packed_order(order))

    @property
    def can_hurry(self) -> bool:
        return False

    def hurry(self, worker: int) -> None:
        """An actor listens when it has explored a part."""

    def session(self, worker: int) -> int:
        return worker  # a number is never used again

    def wait(self, seconds: float) -> list[Delivery]:
        if time.monotonic() - self._looked > LOOK:
            self._grow()
        refs: dict[Any, int] = {}
        for number, actor in self._actors.items():
            if actor.given is not None or not actor.is_ready:
                refs[actor.given if actor.is_ready else actor.ready] = number
        done, _ = self._ray.wait(list(refs), num_returns=1, timeout=seconds) if refs else ([], [])
        return [delivery for ref in done for delivery in self._received(ref, refs[ref])]

    def _received(self, ref: Any, number: int) -> list[Delivery]:
        actor = self._actors[number]
        was_given = actor.given is not None
        try:
            outcome = self._ray.get(ref)
        except self._ray.exceptions.RayError as error:  # the worker, or its node, is lost
            if isinstance(error, self._ray.exceptions.RayTaskError):
                print(error, file=sys.__stderr__)  # what a worker process would have printed
            self._forget(number)
            return [Delivery(number, None)] if was_given else []
        if not actor.is_ready:
            actor.is_ready = True
            return []
        actor.given = None
        return [Delivery(number, outcome)]

    def _forget(self, number: int) -> None:
        """`_grow` puts another one in its place, where there is room."""
        with suppress(Exception):
            self._ray.kill(self._actors[number].handle)
        del self._actors[number]
        self._looked = 0.0

    def memory(self) -> dict[int, int]:
        """Nodes have memory of their own, which Ray watches."""
        return {}

    def replace(self, worker: int) -> None:
        self._forget(worker)

    def close(self) -> None:
        for number in list(self._actors):
            self._forget(number)
        if self._is_ours:
            self._ray.shutdown()


class _RemoteWorker:
    """The actor."""

    def __init__(self, kit: ClusterKit, number: int) -> None:
        self._worker = kit.worker(number)

    def ready(self) -> bool:
        return True

    def explore(self, order: bytes) -> bytes:
        return self._worker.explore(order)


def _ray() -> Any:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray  # noqa: PLC0415 - an extra
    except ImportError:
        raise OptionError("cluster", problem="needs Ray", advice="pip install 'secateur[cluster]'") from None
    return ray


def _require_someone(address: str) -> None:
    """Ray tries for minutes."""
    host, colon, port = address.rpartition(":")
    if not colon or "/" in host or not port.isdigit():
        return
    with socket.create_connection((host, int(port)), timeout=5):
        pass


def _connect(ray: Any, address: str, jobs: int | None) -> None:
    try:
        _require_someone(address)
        if address == LOCAL:
            ray.init(
                include_dashboard=False,
                num_cpus=jobs,
                _node_ip_address="127.0.0.1",
                log_to_driver=False,
                logging_level="ERROR",
            )
        else:
            ray.init(address=address, log_to_driver=False, logging_level="ERROR")
    except (OSError, RuntimeError, ValueError) as error:
        text = str(error).strip().split("\n")[0]
        raise OptionError("cluster", address, text, "start one with `ray start --head`, or use local") from None
