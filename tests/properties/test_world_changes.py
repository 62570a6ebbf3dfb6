"""Random changes of functions with globals, members that can be NULL and failing allocations: an answer that says
*equivalent* holds for every input that is tried natively, and a difference was run natively."""

from __future__ import annotations

import shutil

import pytest

from .random_world import world_change
from .world_changes import check_world_changes

#: A thousand changes, in parts that can run in parallel.
PARTS, PART = 10, 100

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="what is true is found with the system's compiler")


def test_eight_changes() -> None:
    tally = check_world_changes(8, 20_300)
    assert not tally.false, f"{tally}\n{tally.false[0][1]}\n{world_change(tally.false[0][0])}"
    assert tally.verdicts["different"]
    assert tally.verdicts["equivalent"]


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_a_thousand_changes(part: int) -> None:
    tally = check_world_changes(PART, 20_000 + PART * part)
    print(tally)
    assert not tally.false, f"{tally}\n{tally.false[0][1]}\n{world_change(tally.false[0][0])}"
    assert len(tally.missed) + tally.passed_over <= PART // 10
