"""The rows of a signature partition the inputs that reach an output: each of them is in exactly one row."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hypothesis import given, seed, settings
from hypothesis import strategies as st

from secateur.exploration.criteria import Criterion
from secateur.exploration.exclusive import exclusive
from secateur.exploration.loop import Explorer
from secateur.exploration.signature import Row, signature
from secateur.exploration.techniques.full import Full
from secateur.exploration.techniques.rsc import Rsc
from secateur.machine.machine import Machine
from secateur.machine.path import Path as Run
from secateur.options import Budget
from secateur.solver import Solver, Unsat, by_name

from .differential import MANY, MOST_PATHS
from .outputs import CRITERIA, program_of
from .random_faulty import FaultyProgram, programs

HERE = Path(__file__).parent

#: Two of its slices for `stdout` overlap.
OVERLAPPING = HERE / "overlapping_rows" / "stdout.c"


def rows_of(text: str, names: tuple[str, ...]) -> tuple[list[Row], list[Row], list[Run]]:
    """The rows as found, the rows made exclusive, and the full paths that reach an output; nothing if a budget
    ends it."""
    machine, criterion = Machine(program_of(text, names), record=True), Criterion(names)
    rsc = Rsc(criterion)
    reduced = Explorer(machine, _solver(), rsc, "dfs", Budget(timeout=20.0, max_paths=3 * MOST_PATHS)).run()
    full = Explorer(machine, _solver(), Full(), "dfs", Budget(timeout=20.0, max_paths=MOST_PATHS)).run()
    if not (reduced.complete and full.complete):
        return [], [], []

    def rerun(model: tuple[int, ...]) -> Run | None:
        path = machine.run(*machine.start(model))
        return path if criterion.is_seen(path) else None

    found = signature(rsc.partitions, _solver())
    return found, exclusive(found, _solver(), rerun), [p for p in full.paths if criterion.is_seen(p)]


def _solver() -> Solver:
    return Solver(by_name("bitwuzla"), timeout=2.0)


def overlaps(rows: Sequence[Row]) -> int:
    solver = _solver()
    pairs = [(one, two) for number, one in enumerate(rows) for two in rows[:number]]
    answers = [solver.solve([*one.conditions, *two.conditions], one.path.model) for one, two in pairs]
    return sum(not isinstance(answer, Unsat) for answer in answers)


def check(text: str, names: tuple[str, ...]) -> int:
    """How many pairs of slices overlapped."""
    found, rows, paths = rows_of(text, names)
    assert overlaps(rows) == 0, text
    for path in paths:
        assert [row.holds(path.model) for row in rows].count(True) == 1, (path.model, text)
    assert all(row.holds(row.path.model) for row in rows), text
    return overlaps(found)


def test_slices_that_overlap_become_rows_that_do_not() -> None:
    head = (HERE / "missed" / "head.h").read_text()
    assert check(OVERLAPPING.read_text().replace('#include "head.h"\n', head), ("stdout",)) == 1


def test_rows_of_random_programs_exclude_each_other() -> None:
    met = []

    @seed(3)
    @settings(max_examples=12, **MANY)  # type: ignore[arg-type]
    @given(programs(), st.sampled_from(CRITERIA))
    def each(program: FaultyProgram, names: tuple[str, ...]) -> None:
        met.append(check(program.text, names))

    each()
    assert len(met) >= 12
