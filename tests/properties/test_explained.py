"""What `explain` says about lines of random programs is true: full exploration knows which lines an input reaches."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, seed, settings

import secateur

from .random_c import RandomProgram, programs

MANY = {"deadline": None, "suppress_health_check": list(HealthCheck), "database": None}
#: Verdicts that an input reaches a line; and that none of the run does.
REACHED, NOT_REACHED = {"reached", "missed"}, {"impossible", "excluded", "no-way"}
#: Of each program, so that many programs are looked at.
MOST_LINES = 6


def check_lines(program: RandomProgram) -> None:
    """A run of one path is asked about all lines."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        source = folder / "random.c"
        source.write_text(program.text)
        whole = secateur.explore(f"{source}:f", technique="full", confirm=False, cpu=5, infer=False, jobs=1)
        assume(whole.complete)
        short = folder / "short"
        secateur.explore(
            f"{source}:f", technique="full", confirm=False, max_paths=1, infer=False, out=short, jobs=1
        ).write()
        lines = [(line, is_run) for (file, line), is_run in whole.coverage.lines.items() if file == str(source)]
        for line, is_run in sorted(lines, key=lambda each: each[1])[:MOST_LINES]:
            verdict = secateur.explain(short, f"{source}:{line}", timeout=8.0).verdict
            wrong = NOT_REACHED if is_run else REACHED
            assert verdict not in wrong, f"line {line}: {verdict}\n{program.text}"


@pytest.mark.slow
@pytest.mark.parametrize("share", range(2))
def test_lines_of_random_programs(share: int) -> None:
    @seed(share)
    @settings(max_examples=15, **MANY)  # type: ignore[arg-type]
    @given(programs())
    def check_each(program: RandomProgram) -> None:
        check_lines(program)

    check_each()
