"""Programs on which a technique once missed a fault, kept as they were found."""

from __future__ import annotations

from pathlib import Path

import pytest

from secateur.options import Budget

from .differential import EXACT, compiled, explored, fault_keys, named

PROGRAMS = sorted((Path(__file__).parent / "missed").glob("*.c"))
#: `pse_only_…` is only for pse: addresses that lead from one object into another are a known limitation of dgse.
CASES = [
    (source, technique)
    for source in PROGRAMS
    for technique in EXACT
    if technique != "full" and ("_only_" not in source.stem or source.stem.startswith(f"{technique}_"))
]


@pytest.mark.parametrize(("source", "technique"), CASES, ids=lambda case: getattr(case, "stem", case))
def test_no_fault_is_missed_again(source: Path, technique: str) -> None:
    head = (source.parent / "head.h").read_text()
    program = compiled(source.read_text().replace('#include "head.h"\n', head))
    full, reduced = (explored(program, named(name), Budget()) for name in ("full", technique))
    assert full.complete
    assert reduced.complete
    assert fault_keys(reduced) == fault_keys(full)
    assert fault_keys(full)
