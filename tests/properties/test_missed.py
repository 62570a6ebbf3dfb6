"""Programs on which a technique once missed a fault. They stay as they were found."""

from __future__ import annotations

from pathlib import Path

import pytest

from secateur.explore.budget import Budget
from secateur.explore.techniques import TECHNIQUES

from .differential import EXACT, compiled, explored, fault_keys

PROGRAMS = sorted((Path(__file__).parent / "missed").glob("*.c"))


@pytest.mark.parametrize("technique", [name for name in EXACT if name != "full"])
@pytest.mark.parametrize("source", PROGRAMS, ids=lambda p: p.stem)
def test_no_fault_is_missed_again(source: Path, technique: str) -> None:
    head = (source.parent / "head.h").read_text()
    program = compiled(source.read_text().replace('#include "head.h"\n', head))
    full, reduced = (explored(program, TECHNIQUES[name](), Budget()) for name in ("full", technique))
    assert full.complete
    assert reduced.complete
    assert fault_keys(reduced) == fault_keys(full)
    assert fault_keys(full)
