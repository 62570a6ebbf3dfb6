"""The rest of a run that was set aside is stored as a task: an exploration goes on with it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from secateur.exploration.long_runs import LongRuns
from secateur.exploration.loop import Explorer
from secateur.exploration.result import Result
from secateur.exploration.technique import Technique
from secateur.exploration.techniques.full import Full
from secateur.exploration.techniques.pse import Pse
from secateur.frontend.build import build
from secateur.ir.model import Program
from secateur.ir.reader import read
from secateur.options import Keep
from secateur.solver import Solver, by_name
from secateur.store.identity import RunIdentity
from secateur.store.recorder import RunRecorder
from secateur.store.run_store import RunStore

TEXT = """
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    unsigned s = 0;
    if (a == 0) {
        for (unsigned i = 0; i < 40000; i++) s = s * 3 + i;
        s += 2;
    }
    else if (b > 1) s += 1;
    if (a == 7) for (unsigned i = 0; i < 40000; i++) s = s * 5 + i;
    assert(a == 0 || b != 10);
    return s == 12345;
}
"""


def _run(program: Program, technique: Technique, size: int, recorder: RunRecorder | None, store: RunStore) -> Result:
    earlier = store.earlier() if store.identity is not None else None
    explorer = Explorer(
        technique.machine(program),
        Solver(by_name("bitwuzla")),
        technique,
        "bfs",
        observer=recorder,
        earlier=earlier,
        keep=Keep.BRANCHES,
    )
    explorer.long_runs = LongRuns(size)
    return explorer.run()


def _in_parts(program: Program, make: Callable[[], Technique], folder: Path, steps: int) -> tuple[Result, int]:
    """Interrupted after some steps, again and again, but later and later."""
    parts = 0
    while True:
        parts += 1
        store = RunStore(folder)
        known = store.earlier() if store.identity is not None else None
        recorder = store.recorder(RunIdentity((), {})) if known is None else store.resumed(known)
        ended, left = recorder.ended, [steps + parts]

        def counted(ended: Callable[[], None] = ended, left: list[int] = left) -> None:
            ended()
            left[0] -= 1
            if left[0] < 0:
                raise KeyboardInterrupt

        recorder.ended = counted  # type: ignore[method-assign]
        result = _run(program, make(), 30_000, recorder, store)
        store.close()
        if result.spent is None:
            return result, parts


@pytest.mark.parametrize("technique", [Full, Pse])
@pytest.mark.parametrize("steps", [0, 2])
def test_it_goes_on(steps: int, technique: type[Technique], tmp_path: Path) -> None:
    source = tmp_path / "program.c"
    source.write_text(TEXT)
    program = read(build([source]).text)
    result, parts = _in_parts(program, technique, tmp_path / "out", steps)
    whole = _run(program, technique(), 10**9, None, RunStore(tmp_path / "none"))
    assert parts > 2
    assert result.complete
    assert result.coverage == whole.coverage
    assert [fault for fault, _ in result.faults()] == [fault for fault, _ in whole.faults()]
    if technique is Full:
        counts, others = result.counts, whole.counts
        assert (counts.completed, counts.faulty, counts.infeasible) == (
            others.completed,
            others.faulty,
            others.infeasible,
        )
