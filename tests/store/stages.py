"""Explores in stages, each with a small budget of its own, and compares with runs that had all the time.

python -m tests.store.stages 100 1     100 runs, with the seed 1
"""

from __future__ import annotations

import os
import random
import shutil
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import secateur
from secateur.errors import BudgetError
from secateur.store import recorder

from .interrupting import explored, facts, paths
from .kills import BATCHES, Tally, small_parts
from .subjects import LARGER, SUBJECTS

TECHNIQUES = ("full", "auto", "pse")
#: Most stages between the first and the last.
STAGES = 3


@dataclass
class StageTally:
    """How many runs had a budget that was used up, how many were spread, and what was different."""

    stages: int = 0
    spread: int = 0
    differences: list[str] = field(default_factory=list)


def _some_budget(chance: random.Random) -> dict[str, Any]:
    kind = chance.choice(("max_paths", "cpu", "timeout"))
    return {kind: chance.randint(2, 60) if kind == "max_paths" else chance.uniform(0.02, 0.5)}


def _in_stages(name: str, technique: str, given: dict[str, Any], chance: random.Random, tally: StageTally) -> Any:
    folder = Path("out")
    shutil.rmtree(folder, ignore_errors=True)
    recorder.EVERY = chance.choice(BATCHES)
    limits: dict[str, Any] = {"max_paths": None, "cpu": None, "timeout": None}

    def jobs() -> int:
        return chance.choice((1, 2))

    run = explored(
        SUBJECTS[name][0], technique=technique, out=folder, jobs=jobs(), **given | limits | _some_budget(chance)
    )
    for _ in range(chance.randint(0, STAGES)):
        tally.stages += run.result.spent is not None
        run = secateur.explore(resume=folder, jobs=jobs(), **limits | _some_budget(chance))
    return secateur.explore(resume=folder, jobs=jobs(), **limits)


def survey(runs: int, seed: int, show: Callable[[str], None] = lambda text: None) -> StageTally:
    """In the current folder. The paths of full exploration are counted only: with a time limit, it has another order,
    and other inputs cover the labels that no path of its own does."""
    chance, tally, every = random.Random(seed), StageTally(), recorder.EVERY
    known: dict[tuple[str, str], secateur.Run] = {}
    spread = Tally()
    try:
        for _ in range(runs):
            name, technique = chance.choice(list(SUBJECTS)), chance.choice(TECHNIQUES)
            given = SUBJECTS[name][1] | LARGER.get(name, {})
            if (name, technique) not in known:
                known[name, technique] = explored(SUBJECTS[name][0], technique=technique, jobs=1, **given)
            whole = known[name, technique]
            try:
                with small_parts(spread):
                    last = _in_stages(name, technique, given, chance, tally)
            except BudgetError:  # it was over before anything was explored
                continue
            if facts(last) != facts(whole):
                tally.differences.append(f"{name} by {technique}: {facts(last)} instead of {facts(whole)}")
            if technique == "full" and paths(last)["counts"] != paths(whole)["counts"]:
                tally.differences.append(f"{name}: {paths(last)['counts']} instead of {paths(whole)['counts']}")
            tally.spread = spread.spread
            show(f"{tally.stages} stages, {tally.spread} spread, {len(tally.differences)} differences ({name})")
    finally:
        recorder.EVERY = every
    return tally


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        os.chdir(scratch)
        result = survey(int(sys.argv[1]), int(sys.argv[2]), lambda text: print(text, flush=True))
    print(*result.differences, sep="\n")
    sys.exit(bool(result.differences))
