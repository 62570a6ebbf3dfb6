"""Memory versions: groups, joins, weak updates."""

from __future__ import annotations

from pathlib import Path

from dependence.analysing import program_of
from secateur.dependence.control.closure import bits
from secateur.dependence.control.code import Unit, number
from secateur.dependence.sdg.memory_ssa import (
    CALLED,
    ENTRY,
    JOIN,
    OWN,
    WRITE,
    Grouping,
    MemorySSA,
    Write,
    grouped,
    partition,
)
from secateur.ir.model import Store

TEXT = """volatile int g;
int main(int argc, char **argv)
{
    g = 1;
    if (argc > 1)
        g = 2;
    while (argc > 5)
        argc--;
    return g;
}
"""


def unit_of(text: str, folder: Path) -> Unit:
    return number(program_of(text, folder), ["main"]).units["main"]


def stores(unit: Unit) -> list[int]:
    return [unit.first + v for v, item in enumerate(unit.items) if isinstance(item, Store)]


def test_groups_are_as_large_as_the_accesses_allow() -> None:
    assert partition([0b111, 0b100, 0b111000, 0]) == [0b011, 0b100, 0b111000]
    assert partition([]) == []
    assert Grouping([0b011, 0b100]).touched(0b110) == (0, 1)
    assert Grouping([0b011, 0b100]).touched(0b1000) == ()


def test_every_set_is_a_union_of_groups() -> None:
    sets = [0b1011, 0b0110, 0b11000000, 0b1]
    groups = partition(sets)
    assert sorted(n for g in groups for n in bits(g)) == [0, 1, 2, 3, 6, 7]
    assert all(g & s in (0, g) for g in groups for s in sets)


def test_a_join_is_where_two_writes_meet_and_nowhere_else(tmp_path: Path) -> None:
    unit = unit_of(TEXT, tmp_path)
    first, second = stores(unit)
    memory = MemorySSA(unit, {0: [Write(first, OWN, False), Write(second, OWN, False)]})
    seen = memory.before(0, unit.last - 1)
    assert seen.kind == JOIN
    ways = [version for _, version in memory.incoming(seen)]
    assert {(v.kind, v.node) for v in ways} == {(WRITE, first), (WRITE, second)}
    assert memory.before(0, first).kind == ENTRY
    assert memory.before(0, second) == memory.at_end(0, 0)


def test_a_weak_write_keeps_what_was_there(tmp_path: Path) -> None:
    unit = unit_of(TEXT, tmp_path)
    first, second = stores(unit)
    memory = MemorySSA(unit, {0: [Write(first, OWN, False), Write(second, OWN, True)]})
    version = memory.at_end(0, unit.blocks[second - unit.first])
    assert (version.node, version.is_weak) == (second, True)
    assert memory.previous(version).node == first


def test_what_a_call_writes_itself_is_there_when_the_callee_runs(tmp_path: Path) -> None:
    unit = unit_of(TEXT, tmp_path)
    first, _ = stores(unit)
    memory = MemorySSA(unit, {0: [Write(first, OWN, False), Write(first, CALLED, False)]})
    assert memory.before(0, first, CALLED).stage == OWN
    assert memory.before(0, first + 1).stage == CALLED


def test_a_limited_number_of_groups_keeps_what_frequent_accesses_distinguish() -> None:
    sets = [0b0001, 0b0010, 0b0011, 0b0011, 0b1100, 0b110000]
    assert grouped(sets, 0b1111, 10) == partition(sets)
    assert grouped(sets, 0b1111, 2) == [0b0011, 0b1100, 0b110000]
    assert grouped(sets, 0b1111, 0) == [0b1111, 0b110000]
