"""Items and summaries: how they join and combine, and which states they contain."""

from __future__ import annotations

from secateur import expr
from secateur.expr import Expr
from secateur.machine.memory import Memory, Region, Shape
from secateur.postcondition.cells import Cells, Reading
from secateur.postcondition.summary import (
    Item,
    LocationSummary,
    both_sides,
    combined,
    either,
    hoisted,
    instantiate,
    narrowed,
)


class World:
    """A state with some 4-byte cells of one object, each a concrete value or an input."""

    def __init__(self, *values: Expr | int, model: tuple[int, ...] = ()) -> None:
        self.cells = Cells()
        self.memory = Memory({}, 1)
        self.target = self.memory.allocate(4 * len(values), Shape(Region.GLOBAL, "a", unit=4), 0)
        for number, value in enumerate(values):
            self.target.write(self.target.start + 4 * number, 4, value)
        self.reading = Reading(self.cells, [], self.memory, True, model, {})

    def cell(self, number: int) -> Expr:
        return self.cells.memory(self.target, self.target.start + 4 * number, 4)


def condition(value: Expr | int) -> Expr:
    assert isinstance(value, Expr)
    return value


def test_two_items_that_differ_in_one_condition_combine() -> None:
    world = World(1, 2)
    positive, small = condition(expr.slt(0, world.cell(0), 32)), condition(expr.slt(world.cell(1), 9, 32))
    negated = condition(expr.not_(small))
    merged = combined(Item({}, (positive, small)), Item({}, (negated, positive)))
    assert merged is not None
    assert merged.conditions == (positive,)
    assert combined(Item({}, (positive, small)), Item({}, (condition(expr.not_(positive)), negated))) is None


def test_the_larger_of_two_items_remains() -> None:
    world = World(1)
    positive, small = condition(expr.slt(0, world.cell(0), 32)), condition(expr.slt(world.cell(0), 9, 32))
    kept = combined(Item({}, (positive, small)), Item({}, (positive,)))
    assert kept is not None
    assert kept.conditions == (positive,)


def test_a_summary_of_both_sides_is_everything() -> None:
    world = World(1)
    side = world.cells.condition("here")
    summary = LocationSummary()
    summary.add(Item({}, (side,)), simplify=True, most=100)
    assert summary.find(world.reading) is not None
    summary.add(Item({}, (condition(expr.not_(side)),)), simplify=True, most=100)
    assert [item.conditions for item in summary.items] == [()]
    plain = LocationSummary()
    plain.add(Item({}, (side,)), simplify=False, most=100)
    plain.add(Item({}, (condition(expr.not_(side)),)), simplify=False, most=100)
    assert len(plain.items) == 2


def test_a_summary_has_a_size() -> None:
    world = World(1)
    summary = LocationSummary()
    summary.add(Item({}, (condition(expr.slt(world.cell(0), 7, 32)),)), simplify=True, most=1)
    assert not summary.items


def test_what_both_sides_have_in_common_is_said_once() -> None:
    world = World(1, 2)
    side = world.cells.condition("here")
    shared, own = condition(expr.slt(world.cell(0), 7, 32)), condition(expr.slt(world.cell(1), 7, 32))
    joined = both_sides(side, Item({}, (shared, own)), Item({}, (shared,)), world.cells)
    assert joined is not None
    assert joined.conditions[0] is shared
    assert len(joined.conditions) == 2
    same = both_sides(side, Item({}, (shared,)), Item({}, (shared,)), world.cells)
    assert same is not None
    assert same.conditions == (shared,)


def test_a_number_that_one_side_needs_is_no_need_of_the_other() -> None:
    world = World(5, 2)
    side = world.cells.condition("here")
    number = world.cell(0).args[0]
    joined = both_sides(side, Item(numbers={number: 5}), Item(), world.cells)
    assert joined is not None
    assert not joined.numbers
    other = World(6, 2)
    other.reading.cells = world.cells
    other.reading.condition = False
    summary = LocationSummary()
    summary.add(joined, simplify=True, most=100)
    assert summary.find(other.reading) is joined
    assert summary.find(world.reading) is joined


def test_items_with_different_numbers_do_not_become_one_need() -> None:
    world = World(expr.variable("x", 32, 0, "signed"), model=(3,))
    number = world.cell(0).args[0]
    joined = either([Item(numbers={number: 3}), Item(numbers={number: 4})], world.cells)
    assert joined is not None
    assert not joined.numbers
    left = instantiate(joined, world.reading, {})
    assert left is not None
    assert [expr.evaluate(c, (3,)) for c in left] == [True]
    assert [expr.evaluate(c, (4,)) for c in left] == [True]
    assert [expr.evaluate(c, (5,)) for c in left] == [False]


def test_an_item_is_found_by_its_needs_whichever_is_lacking() -> None:
    world = World(1, 2, 3)
    numbers = [world.cell(i).args[0] for i in range(3)]
    summary = LocationSummary()
    for third in range(5):
        summary.add(Item(numbers={numbers[0]: 1, numbers[2]: third}), simplify=False, most=100)
    for _ in range(3):
        found = summary.find(world.reading)
        assert found is not None
        assert found.numbers[numbers[2]] == 3
    summary.add(Item({("object", 77): None}), simplify=False, most=100)
    assert summary.find(World(1, 2, 9).reading) is not None, "there is no object 77"


def test_what_is_known_need_not_be_asked() -> None:
    x = expr.variable("x", 32, 0, "signed")
    world = World(x, model=(3,))
    positive = condition(expr.slt(0, world.cell(0), 32))
    item = Item({}, (positive,))
    held = condition(expr.slt(0, x, 32))
    assert instantiate(item, world.reading, {}) == [held]
    assert instantiate(item, world.reading, {held: True}) == []
    assert instantiate(item, world.reading, {held: False}) is None


def test_narrowing_keeps_the_state_that_it_comes_from_and_no_state_is_added() -> None:
    x = expr.variable("x", 32, 0, "signed")
    world = World(x, 4, model=(3,))
    first, second = world.cell(0), world.cell(1)
    if_positive, if_not = expr.slt(second, 100, 32), expr.slt(second, 50, 32)
    whole = condition(expr.ite(expr.slt(0, first, 32), if_positive, if_not, 1))
    for narrow in (hoisted, narrowed):
        item = narrow(Item({}, (whole,)), world.reading)
        for number in (0, 4, 49, 50, 99, 100):
            for value in (-1, 1):
                there = World(value, number)
                there.reading.cells = world.cells
                summary = LocationSummary()
                summary.add(item, simplify=True, most=1000)
                if summary.find(there.reading) is not None:
                    assert expr.evaluate(whole, there.reading)
        summary = LocationSummary()
        summary.add(item, simplify=True, most=1000)
        assert summary.find(world.reading) is item
