"""DiSE against full exploration on seeded mutants: `python benchmarks/mutants.py`.

As in Tables II and III of Yang, Person, Rungta and Khurshid, "Directed Incremental Symbolic Execution". Every mutant of
a subject has one small change: an operator, an operand, a constant, or a missing statement. For each, it shows how many
path conditions and instructions `dise` and full exploration need, whether behaviour differs, and whether every
difference was confirmed natively.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from mutations import ALL_KINDS, SUBJECTS, Mutant, mutants
from rich.console import Console
from rich.table import Table

from secateur.assumption import AssumptionKind
from secateur.evolve.behaviour.outcomes import Equality
from secateur.exploration.loop import Explorer
from secateur.exploration.techniques.full import Full
from secateur.frontend.errors import FrontendError
from secateur.harness.subject import load
from secateur.jobs.compared_pair import Compared, PairPlan
from secateur.machine.fault import DEFAULT_CHECKS
from secateur.machine.machine import Machine
from secateur.options import Budget, Compiling, Inputs, Limits, Search, Solving
from secateur.report.impacted_lines import impacted_lines, user_changes
from secateur.report.source_text import SourceText
from secateur.solver import Solver, by_name

ROOT = Path(__file__).parent.parent
COUNT = 20
SECONDS = 60.0

#: The kinds of the paper, and ours.
KINDS = {
    "operator": ("relational", "arithmetic", "logical"),
    "operand": ("operand",),
    "constant": ("constant",),
    "deletion": ("deletion",),
}


@dataclass(frozen=True, slots=True)
class Row:
    mutant: int
    kind: str
    line: int
    changed: int
    impacted: int
    dise_paths: int
    full_paths: int
    dise_instructions: int
    full_instructions: int
    dise_seconds: float
    full_seconds: float
    diff_seconds: float
    status: str
    differences: int
    confirmed: int

    @property
    def ratio(self) -> float:
        return self.full_paths / max(1, self.dise_paths)


def shuffled(text: str, seed: int) -> dict[str, Iterator[Mutant]]:
    """All mutants of each kind, in an order by chance."""
    chance = random.Random(seed)
    found = list(mutants(text, ALL_KINDS))
    made: dict[str, Iterator[Mutant]] = {}
    for name, kinds in KINDS.items():
        of_kind = [mutant for mutant in found if mutant.kind in kinds]
        chance.shuffle(of_kind)
        made[name] = iter(of_kind)
    return made


def measure(subject: str, count: int, seed: int) -> Iterator[Row]:
    """Mutants that do not compile or do not change anything are skipped."""
    function, defines = SUBJECTS[subject]
    source = ROOT / "benchmarks" / "subjects" / f"{subject}.c"
    options = Compiling((str(source.parent),), defines)
    inputs = Inputs()
    old = load([f"{source}:{function}"], options, inputs)
    done = 0
    made = shuffled(source.read_text(), seed)
    with tempfile.TemporaryDirectory() as folder:
        while done < count:
            kind = list(KINDS)[done % len(KINDS)]
            mutant = next(made[kind], None)
            if mutant is None:
                raise SystemExit(f"{subject}: not enough mutants of kind {kind}")
            changed = Path(folder) / f"mutant{done}_{mutant.line}" / source.name
            changed.parent.mkdir(exist_ok=True)
            changed.write_text(mutant.text)
            try:
                new = load([f"{changed}:{function}"], options, inputs)
            except FrontendError:
                continue
            plan = PairPlan(
                DEFAULT_CHECKS,
                Limits(),
                Budget(SECONDS),
                Search(),
                Solving(answer_cache=False),
                Equality(),
                accepted=frozenset(AssumptionKind),
            )
            compared = Compared(old, new, plan)
            if compared.pair.matching.is_same:
                continue
            started = time.monotonic()
            told = compared.run()
            seconds = time.monotonic() - started
            machine = Machine(new.program, "main", DEFAULT_CHECKS)
            full = Explorer(machine, Solver(by_name("bitwuzla"), 10.0), Full(), "dfs", Budget(SECONDS)).run()
            done += 1
            shown = [*told.differences, *told.unconfirmed]
            yield Row(
                done,
                kind,
                mutant.line,
                len(user_changes(compared.pair.matching, SourceText())),
                len(impacted_lines(compared.pair.impact, SourceText())),
                told.result.counts.completed,
                full.counts.completed,
                told.result.instructions,
                full.instructions,
                told.result.seconds,
                full.seconds,
                seconds,
                str(told.status),
                len(shown),
                sum(s.confirmed is True for s in shown),
            )


def show(console: Console, subject: str, rows: list[Row]) -> None:
    table = Table(
        "mutant", "kind", "line", "impacted lines", "paths dise", "full", "ratio", "instr. dise", "full", "s dise",
        "full", "s diff", "behaviour", "confirmed", title=subject,
    )  # fmt: skip
    for row in rows:
        table.add_row(
            f"m{row.mutant}", row.kind, str(row.line), str(row.impacted), f"{row.dise_paths:,}",
            f"{row.full_paths:,}", f"{row.ratio:.1f}", f"{row.dise_instructions:,}", f"{row.full_instructions:,}",
            f"{row.dise_seconds:.2f}", f"{row.full_seconds:.2f}", f"{row.diff_seconds:.2f}", row.status,
            f"{row.confirmed}/{row.differences}",
        )  # fmt: skip
    console.print(table)
    ratios = [row.ratio for row in rows]
    states = [row.full_instructions / max(1, row.dise_instructions) for row in rows]
    console.print(
        f"{subject}: median reduction {statistics.median(ratios):.1f} × in path conditions (from {min(ratios):.1f} to "
        f"{max(ratios):.1f}), {statistics.median(states):.1f} × in instructions; "
        f"{sum(r.status == 'different' for r in rows)} different, {sum(r.status == 'equivalent' for r in rows)} "
        f"equivalent, {sum(r.status == 'unknown' for r in rows)} unknown"
    )


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    words.add_argument("subjects", nargs="*", default=list(SUBJECTS))
    words.add_argument("--count", type=int, default=COUNT)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--json", type=Path, help="also write the rows to this file")
    given = words.parse_args()
    console = Console(width=180)
    found: dict[str, list[Row]] = {}
    for subject in given.subjects:
        found[subject] = list(measure(subject, given.count, given.seed))
        show(console, subject, found[subject])
    if given.json:
        given.json.write_text(json.dumps({s: [asdict(r) for r in rows] for s, rows in found.items()}, indent=1))


if __name__ == "__main__":
    main()
