"""Doubts about words: an inferred `inside`, `heap` or size decides how objects are made, so a wrong one can hide a
fault. The function is explored once more without each of them. A fault that shows up only then is outside the contract.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from secateur.contracts.doubts import doubted_parts
from secateur.contracts.model import Clause, Contract
from secateur.errors import SecateurError
from secateur.exploration.budget import Spent
from secateur.ir.model import NOWHERE
from secateur.jobs.beyond import Judgement
from secateur.jobs.callers import place_of
from secateur.machine.path import OWN_FILES, Note
from secateur.report.contract_text import needs_text

if TYPE_CHECKING:
    from secateur.jobs.run import FoundFault, Run

MOST_PATHS = 64
"""Without a word."""

Without = Callable[[Contract, float], "Run | None"]
"""Explores the function with another contract, in a part of the time that is left; None if there is none."""


@dataclass(frozen=True, slots=True)
class DoubtedWord:
    """The exploration without some parts, and the faults that only it shows. `folder`: where its tests are, inside of
    the folder of the function."""

    parts: tuple[Clause, ...]
    run: Run
    faults: tuple[FoundFault, ...]
    folder: str


def doubt_words(run: Run, without: Without, go_on: bool = True) -> tuple[DoubtedWord, ...]:
    """Those without which there are more faults. If it is not to `go_on`, `without` has what was found before."""
    known = {place_of(each) for each in (*run.findings, *run.outside)}
    found: list[DoubtedWord] = []
    groups = doubted_parts(run.contract)
    stopped = go_on and run.result.spent is Spent.INTERRUPTED
    for number, parts in enumerate(groups):
        if stopped:
            break
        kept = replace(run.contract, clauses=tuple(each for each in run.contract.clauses if each not in parts))
        try:
            other = without(kept, 1 / (len(groups) - number))
        except SecateurError:  # other parts may need it
            other = None
        except KeyboardInterrupt:  # what was found is kept
            other, stopped = None, True
        stopped = stopped or (go_on and other is not None and other.result.spent is Spent.INTERRUPTED)
        if other is None:
            said = ", ".join(f"'{each}'" for each in parts)
            run.result.notes.append(Note(f"calls that break {said} were not explored", NOWHERE, False))
            continue
        faults = [each for each in other.findings if place_of(each) not in known and not _is_ours(each)]
        known |= {place_of(each) for each in faults}
        judgement = Judgement.OUTSIDE if run.result.complete else Judgement.UNKNOWN
        needs = needs_text(parts) if run.result.complete else f"perhaps {needs_text(parts)}"
        if faults:
            folder = f"doubts/{len(found) + 1}"
            told = (replace(each, contract=judgement, needs=needs, suite=folder) for each in faults)
            found.append(DoubtedWord(parts, other, tuple(told), folder))
    return tuple(found)


def _is_ours(fault: FoundFault) -> bool:
    return fault.file.startswith(OWN_FILES)


def all_doubted(words: Sequence[DoubtedWord]) -> tuple[FoundFault, ...]:
    return tuple(fault for each in words for fault in each.faults)
