"""Where workers are: which of them an exploration gets, and when."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable

from secateur.exploration.loop import Explorer
from secateur.options import Parallel
from secateur.workers.crew import Crew
from secateur.workers.part_explorer import PartExplorer, Tools
from secateur.workers.processes import ProcessCrew
from secateur.workers.spreading import Spreading

#: The work after which an exploration is spread, in instructions: if workers were asked for, and if not. The latter is
#: about ten seconds.
ASKED_FOR, LONG = 1_000_000, 40_000_000
#: Seconds after which a job of several explorations makes them side by side, if no number of workers was given.
LONG_JOB = 10.0


def processors() -> int:
    """How many this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def can_fork() -> bool:
    """May this thread start worker processes?"""
    return hasattr(os, "fork") and threading.current_thread() is threading.main_thread()


def spreading(parallel: Parallel, tools: Callable[[str], Tools]) -> Spreading | None:
    """`tools`: for the technique with this name, what makes the equipment of a worker, here or elsewhere. None if there
    is one process only."""
    if parallel.cluster is not None:
        address = parallel.cluster

        def distant(explorer: Explorer) -> Crew:
            from secateur.workers.cluster import RayCrew, kit_of  # noqa: PLC0415 - an extra

            return RayCrew(kit_of(explorer, tools(explorer.technique.name)), address, parallel.jobs)

        return Spreading(distant, ASKED_FOR, if_it_pays=True)
    jobs = parallel.jobs or processors()
    if jobs == 1 or not can_fork():
        return None

    def crew(explorer: Explorer) -> Crew:
        made = tools(explorer.technique.name)
        machine, timeline = explorer.machine, explorer.timeline
        return ProcessCrew(lambda number: PartExplorer(machine, made(), number, timeline), jobs)

    return Spreading(crew, LONG if parallel.jobs is None else ASKED_FOR, if_it_pays=True)
