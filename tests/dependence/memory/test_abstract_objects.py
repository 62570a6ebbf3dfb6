"""Objects and the numbers of their locations."""

from __future__ import annotations

from secateur.dependence.memory.abstract_objects import AbstractObjects, ObjectKind
from secateur.ir.types import I8, I32, ArrayType, StructType

PAIR = StructType((I32, ArrayType(I8, 4)))


def test_locations_are_numbered_through() -> None:
    objects = AbstractObjects()
    objects.add(ObjectKind.FUNCTION, "f", None, False)
    one = objects.add(ObjectKind.GLOBAL, "one", PAIR, False)
    two = objects.add(ObjectKind.LOCAL, "two", ArrayType(PAIR, 3), False, "f", 2)
    locations = objects.locations()
    assert [x.number for x in locations] == list(range(5))
    assert [x.name for x in locations] == ["unknown", "one.0", "one.1[]", "two[].0", "two[].1[]"]
    assert [(x.offset, x.size) for x in locations[1:]] == [(0, 4), (4, 1), (0, 4), (4, 1)]
    assert locations[3].object is two
    assert one.all == 0b00110
    assert two.all == 0b11000


def test_concrete_bytes_to_locations() -> None:
    objects = AbstractObjects()
    item = objects.add(ObjectKind.GLOBAL, "g", ArrayType(PAIR, 3), False)
    assert item.at(0, 4) == item.at(16, 4) == 0b010
    assert item.at(13, 1) == 0b100
    assert item.at(24, 1) == 0, "after its end"


def test_which_locations_stand_for_elements() -> None:
    objects = AbstractObjects()
    objects.add(ObjectKind.GLOBAL, "g", PAIR, False)
    assert [x.is_element for x in objects.locations()[1:]] == [False, True]
