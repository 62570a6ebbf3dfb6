"""The random programs are hard enough: each rule of `dgse`, when it is left out, shows as a missed fault."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from secateur.dependence.trace.relevance import Relevance, numbers
from secateur.dependence.trace.sweep_memory import SweepMemory
from secateur.dependence.trace.turns import Turns
from secateur.exploration.techniques import dgse

from .differential import named, survey
from .random_faulty import FaultyProgram, faulty_program
from .random_parts import program_of_parts


def _own_orders(relevance: Relevance) -> dict[tuple[int, ...], None]:
    """Without the criteria: only what decides about the branches themselves."""
    turns = relevance.turns
    own = (turns.before[slot] | 1 << slot for slot in turns.slots[relevance.first :])
    return {tuple(turns.order(slots)): None for slots in dict.fromkeys(own)}


Write = Callable[[Random], FaultyProgram]

#: What is left out, how, and programs that show it; the number is a seed with which it shows soon.
BROKEN: dict[str, tuple[object, str, object, Write, int]] = {
    "the order of decisions": (
        Turns, "order", lambda turns, slots: numbers(turns.decisions(slots)), program_of_parts, 0,
    ),
    "branches that are concrete but depend on decisions": (
        Turns, "turn", lambda turns, before: before, program_of_parts, 0,
    ),
    "what the other side could have written": (
        SweepMemory, "_could", lambda memory, locations, since: 0, program_of_parts, 0,
    ),
    "what is hidden by early ends": (dgse, "ended_early", lambda path: False, faulty_program, 0),
    "everything that can fail": (Relevance, "orders", _own_orders, program_of_parts, 0),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("rule", list(BROKEN))
def test_a_rule_that_is_left_out_costs_a_fault(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    owner, name, broken, write, start = BROKEN[rule]
    monkeypatch.setattr(owner, name, broken)
    tally = survey(lambda: named("dgse"), 300, start, write, enough=1)
    assert tally.missed > 0, str(tally)
    assert not tally.invented
