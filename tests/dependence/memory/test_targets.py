"""Where steps lead: exact if they follow the types, otherwise anywhere in the object."""

from __future__ import annotations

from secateur.dependence.memory.abstract_objects import AbstractObject, AbstractObjects, ObjectKind
from secateur.dependence.memory.inclusion import members
from secateur.dependence.memory.targets import MOST_DISTANCES, Targets
from secateur.ir.model import Int, Operand, Register
from secateur.ir.types import I8, I16, I32, I64, POINTER, ArrayType, StructType, Type

NAME = ArrayType(I8, 8)
PERSON = StructType((NAME, I32, StructType((I16, I16)), ArrayType(I32, 4)))  # at 0, 8, 12, 16; 32 bytes
VARIABLE = Register(0, I64, "i")


class Pointing:
    def __init__(self, kind: Type | None, is_open: bool = False) -> None:
        self.objects = AbstractObjects()
        self.object: AbstractObject = self.objects.add(ObjectKind.LOCAL, "o", kind, is_open)
        self.targets = Targets()
        self.here = self.targets.start(self.object)

    def step(self, source: Type, *indices: int | None, checked: bool = False) -> Pointing:
        operands: list[Operand] = [VARIABLE if i is None else Int(I64, i) for i in indices]
        twin = Pointing.__new__(Pointing)
        twin.objects, twin.object, twin.targets = self.objects, self.object, self.targets
        twin.here = self.targets.stepped(self.here, self.targets.step(source, operands, checked))
        return twin

    def index(self, source: Type, *indices: int | None) -> Pointing:
        """A step whose indices the machine checks."""
        return self.step(source, *indices, checked=True)

    def touched(self, size: int | None) -> set[int]:
        """The leaves, numbered from the object's first."""
        return {n - self.object.first for n in members(self.targets.touched(self.here, size))}

    def covered(self, size: int) -> set[int]:
        return {n - self.object.first for n in members(self.targets.covered(self.here, size))}

    @property
    def is_anywhere(self) -> bool:
        return self.targets.all[self.here].part is None


def test_members_and_elements() -> None:
    person = Pointing(PERSON)
    assert person.step(PERSON, 0, 1).touched(4) == {1}
    assert person.step(PERSON, 0, 2).step(StructType((I16, I16)), 0, 1).touched(2) == {3}
    assert person.index(PERSON, 0, 3, None).touched(4) == {4}
    assert person.step(PERSON, 0, 0).step(NAME, 0, 3).touched(1) == {0}


def test_steps_over_elements_may_lead_into_the_next_member() -> None:
    """Unless the machine checks them: one past the end of an array is not a fault until it is accessed."""
    first = Pointing(PERSON).step(PERSON, 0, 3).step(ArrayType(I32, 4), 0, 0)
    assert first.touched(4) == {4}
    assert first.step(I32, None).is_anywhere
    assert Pointing(PERSON).step(PERSON, 0, 3, None).is_anywhere
    alone = Pointing(ArrayType(I32, 4)).step(I32, None)
    assert alone.touched(4) == {0}


def test_bytes_of_a_struct_by_a_constant_are_exact() -> None:
    person = Pointing(PERSON)
    assert person.step(I8, 8).touched(4) == {1}
    assert person.step(I8, 14).touched(2) == {3}
    assert person.step(I8, 12).touched(4) == {2, 3}
    assert person.step(I8, 12).step(I8, -4).touched(1) == {1}


def test_bytes_of_a_struct_by_a_variable_are_anywhere() -> None:
    """Although its first member is a byte array: a pointer to it is the same pointer."""
    person = Pointing(PERSON)
    assert person.step(I8, None).touched(1) == {0, 1, 2, 3, 4}
    assert person.step(PERSON, 0, 0).step(NAME, 0, 0).step(I8, None).is_anywhere


def test_a_variable_step_over_a_member_is_anywhere() -> None:
    assert Pointing(PERSON).step(PERSON, 0, 1).step(I32, None).is_anywhere


def test_back_to_the_container() -> None:
    member = Pointing(ArrayType(PERSON, 5)).step(ArrayType(PERSON, 5), 0, None).step(PERSON, 0, 2)
    assert member.step(I8, -12).touched(4) == {0}
    assert member.step(I8, -4).touched(4) == {1}


def test_out_of_an_inner_array_is_anywhere() -> None:
    element = Pointing(PERSON).index(PERSON, 0, 3, None)
    assert element.step(I8, -16).is_anywhere


def test_a_struct_whose_first_member_it_is() -> None:
    inner = StructType((I32, I32))
    outer = StructType((inner, POINTER))
    assert Pointing(outer).step(outer, 0, 0).step(outer, 0, 1).touched(8) == {2}


def test_blocks_of_unknown_length() -> None:
    block = Pointing(PERSON, True)
    assert block.step(PERSON, None).step(PERSON, 0, 1).touched(4) == {1}
    assert block.step(PERSON, 7).step(PERSON, 0, 1).touched(4) == {1}
    assert block.step(I8, 40).touched(4) == {1}, "32 bytes are one element"
    assert block.step(I8, None).is_anywhere


def test_access_of_unknown_length() -> None:
    person = Pointing(PERSON)
    assert person.touched(None) == {0, 1, 2, 3, 4}
    assert person.step(PERSON, 0, 2).touched(None) == {2, 3, 4}
    assert person.step(PERSON, 0, 3, 0).touched(None) == {0, 1, 2, 3, 4}


def test_access_wider_than_an_element() -> None:
    person = Pointing(PERSON)
    assert person.index(PERSON, 0, 3, None).touched(8) == {4}
    assert person.index(PERSON, 0, 3, None).touched(32) == {0, 1, 2, 3, 4}
    assert person.step(PERSON, 0, 1).touched(8) == {1, 2, 3}


def test_what_is_covered() -> None:
    person = Pointing(PERSON)
    assert person.step(PERSON, 0, 1).covered(4) == {1}
    assert person.step(PERSON, 0, 1).covered(2) == set()
    assert person.step(PERSON, 0, 3, 1).covered(4) == set()
    assert person.covered(32) == {0, 1, 2, 3, 4}
    assert Pointing(PERSON, True).covered(32) == set()


def test_ever_new_distances_end_up_anywhere() -> None:
    here = Pointing(StructType((ArrayType(I64, 1000), I32)))
    for _ in range(MOST_DISTANCES + 1):
        here = here.step(I8, 1)
    assert here.is_anywhere


def test_a_function_has_no_memory() -> None:
    targets = Targets()
    function = AbstractObjects().add(ObjectKind.FUNCTION, "f", None, False)
    assert targets.touched(targets.start(function), 8) == 0
    assert function.all == 0


def test_positions_are_named_by_the_member_they_are_in() -> None:
    person = Pointing(PERSON)
    assert person.step(I8, 8).here == person.step(PERSON, 0, 1).here
    assert person.step(I8, 14).here == person.step(PERSON, 0, 2, 1).here


def test_positions_outside_of_an_object_are_not_distinguished() -> None:
    """Nothing is there; but a step back may lead anywhere into the object."""
    person = Pointing(PERSON)
    after, before = person.step(I8, 40), person.step(I8, -4)
    assert after.here == person.step(I8, 100).here == after.step(I8, 8).here
    assert before.here == person.step(I8, -40).here == before.step(I8, -8).here
    assert after.touched(4) == before.touched(4) == set()
    assert after.step(I8, -36).is_anywhere
    assert before.step(I8, 8).is_anywhere


def test_too_many_positions_in_an_array_are_its_elements() -> None:
    """As pairs, which is not the type of the elements."""
    pair = StructType((I32, I32))
    numbers = Pointing(StructType((I32, ArrayType(I32, 100))))
    steps = [numbers.step(pair, 1 + n, 1) for n in range(2 * MOST_DISTANCES)]
    assert len({step.here for step in steps}) < 2 * MOST_DISTANCES
    assert all(step.touched(4) == {1} for step in steps)
