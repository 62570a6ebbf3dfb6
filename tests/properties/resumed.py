"""Random programs whose exploration is interrupted after some steps, again and again, and taken up from its store.

    python -m tests.properties.resumed pse 200 0 parts

It must end with the faults and the coverage of full exploration, and no path may be invented. `auto` decides about cuts
again and again, as in the survey of techniques.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from secateur.exploration.loop import Explorer
from secateur.exploration.result import Result
from secateur.ir.model import Program
from secateur.ir.targets import by_target
from secateur.machine.machine import Machine
from secateur.options import Budget, Keep
from secateur.solver import Solver, by_name
from secateur.store.identity import RunIdentity
from secateur.store.recorder import RunRecorder
from secateur.store.run_store import RunStore

from .differential import KINDS, MOST_PATHS, covered, explored_fully, fault_keys, named, untrue


def interrupted(recorder: RunRecorder, steps: int) -> RunRecorder:
    """The recorder raises what Ctrl-C raises, when so many tasks have been taken."""
    taken, left = recorder.taken, [steps]

    def count(task: Any) -> None:
        taken(task)
        left[0] -= 1
        if left[0] < 0:
            raise KeyboardInterrupt

    recorder.taken = count  # type: ignore[method-assign]
    return recorder


def explored_in_parts(program: Program, technique: str, chance: Random, keep: Keep) -> tuple[Result, int]:
    """The result of the last part, and how many there were."""
    parts = 0
    with tempfile.TemporaryDirectory() as scratch:
        while True:
            parts += 1
            folder = Path(scratch)
            store = RunStore(folder)
            earlier = None if store.identity is None else store.earlier()
            recorder = store.recorder(RunIdentity((), {})) if earlier is None else store.resumed(earlier)
            if parts < 6:
                recorder = interrupted(recorder, chance.randint(0, 12))
            chosen = named(technique)
            explorer = Explorer(
                chosen.machine(by_target(program)),
                Solver(by_name("bitwuzla"), timeout=2.0),
                chosen,
                budget=Budget(timeout=30.0, max_paths=3 * MOST_PATHS),
                observer=recorder,
                earlier=earlier,
                keep=keep,
            )
            result = explorer.run()
            store.close()
            if result.spent is None or parts >= 6:
                return result, parts


def differences(text: str, technique: str, chance: Random) -> tuple[list[str], int]:
    """What is different in the end, and the number of parts."""
    program, full = explored_fully(text)
    if not full.complete:
        return [], 0
    result, parts = explored_in_parts(program, technique, chance, chance.choice((Keep.ALL, Keep.BRANCHES)))
    found = []
    if not result.complete:
        found.append("not complete")
    if fault_keys(result) != fault_keys(full):
        found.append(f"faults {sorted(fault_keys(result) ^ fault_keys(full))}")
    if covered(result) != covered(full):
        found.append(f"covered {covered(result) ^ covered(full)}")
    if untrue(Machine(program), result):
        found.append("a path was invented")
    return found, parts


def survey(
    technique: str, count: int, start: str, kind: str, differ: Callable[[str, str, Random], tuple[list[str], int]]
) -> int:
    """Prints each program on which `differ` finds something, and how many there are."""
    wrong = parts = programs = 0
    for number in range(count):
        text = KINDS[kind](Random(f"{start}/{number}")).text
        found, times = differ(text, technique, Random(number))
        programs += times > 0
        parts += times
        if found:
            wrong += 1
            print(text, *found, sep="\n")
    print(f"{technique}: {programs} programs in {parts} parts, {wrong} wrong")
    return wrong


def main(technique: str = "auto", count: str = "100", start: str = "0", kind: str = "parts") -> int:
    return survey(technique, int(count), start, kind, differences)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
