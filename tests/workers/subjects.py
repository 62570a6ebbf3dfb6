"""Ten programs of different kinds, explored by any number of workers: what must be the same."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from secateur.exploration.result import Result
from secateur.jobs.explore import prepare
from secateur.jobs.plan import Plan
from secateur.options import Keep, Parallel, assemble
from secateur.options.jobs import ExploreOptions

ROOT = Path(__file__).parents[2]
#: By name: the program, and its options.
SUBJECTS: dict[str, tuple[str, dict[str, Any]]] = {
    "regexp": ("examples/regexp.c:matches_hello", {"string": 4}),
    "tokenizer": ("benchmarks/programs/tokenizer.c:tokenizer", {"string": 3}),
    "scheduler": ("benchmarks/subjects/scheduler.c:schedule", {"define": ("COMMANDS=2",)}),
    "wheel brake": ("benchmarks/subjects/wheel_brake.c:brake_step", {}),
    "collision avoidance": ("benchmarks/subjects/collision_avoidance.c:avoid", {"define": ("BUG",)}),
    "option parser": ("benchmarks/subjects/option_parser.c:parse", {"string": 2}),
    "lexer": ("examples/lexer.c:tokens", {"define": ("N=4",)}),
    "branches": ("examples/branches.c:branches", {"buffer": 6}),
    "sort": ("examples/sort.c:sort5", {"buffer": 4}),
    "json": ("benchmarks/subjects/json_tokens.c:json_tokens", {"define": ("BUG",), "string": 3}),
}
#: Which techniques are tried with each.
TECHNIQUES = ("full", "dgse", "pse", "auto")
#: The work before an exploration is spread, and that of a part, so that there are many.
SMALL = 20_000, 20_000, 60_000


@cache
def plan(subject: str, technique: str) -> Plan:
    spec, words = SUBJECTS[subject]
    words = {**words, "technique": technique, "portfolio": False, "jobs": 1}
    return replace(prepare([str(ROOT / spec)], assemble(ExploreOptions, words)).plan, keep=Keep.ALL)


@cache
def alone(subject: str, technique: str) -> list[object]:
    return told(explored(subject, technique, Parallel(jobs=1)), technique)


def explored(subject: str, technique: str, parallel: Parallel) -> Result:
    return replace(plan(subject, technique), parallel=parallel).run(technique)


def told(result: Result, technique: str) -> list[object]:
    """With full exploration, all paths; with the others, faults, lines and sides."""
    found: list[object] = [result.complete, sorted(map(str, result.by_fault)), result.coverage]
    if technique == "full":
        counts = result.counts
        found.append([(path.lineage, path.ending, path.status, path.model, path.labels) for path in result.paths])
        found.append((counts.completed, counts.faulty, counts.infeasible, result.by_fault))
    return found
