"""Parts of types: the leaves that a range of bytes touches, and those it covers."""

from __future__ import annotations

from secateur.dependence.memory.layout import ENDLESS, MOST_LEAVES, fits, layout_of, whole
from secateur.ir.types import I8, I16, I32, I64, POINTER, ArrayType, StructType

PAIR = StructType((I32, I8))  # 4, 1, three bytes of padding
NAMED = StructType((ArrayType(I8, 6), I16, ArrayType(PAIR, 3)))  # at 0, 6, 8; 32 bytes


def test_a_scalar_is_one_leaf() -> None:
    layout = layout_of(I32, False)
    assert len(layout.leaves) == 1
    assert layout.root.touched(0, 4) == 1
    assert layout.root.touched(4, 4) == 0


def test_members_are_apart_and_elements_are_one() -> None:
    root = layout_of(NAMED, False).root
    assert [leaf.inside for leaf in layout_of(NAMED, False).leaves] == [True, False, True, True]
    assert root.touched(0, 1) == root.touched(5, 1) == 0b0001
    assert root.touched(6, 2) == 0b0010
    assert root.touched(8, 4) == root.touched(24, 4) == 0b0100
    assert root.touched(12, 1) == root.touched(20, 1) == 0b1000


def test_a_range_over_several_members_touches_all_of_them() -> None:
    root = layout_of(NAMED, False).root
    assert root.touched(5, 2) == 0b0011
    assert root.touched(12, 5) == 0b1100, "from the end of one element to the start of the next"
    assert root.touched(0, 32) == 0b1111
    assert root.touched(-4, 5) == 0b0001


def test_padding_belongs_to_what_is_before_it() -> None:
    root = layout_of(StructType((I8, I32, I16)), False).root
    assert root.touched(1, 3) == 0b001
    assert root.touched(10, 2) == 0b100
    assert root.covered(0, 1) == 0b001


def test_only_whole_arrays_are_covered() -> None:
    root = layout_of(NAMED, False).root
    assert root.covered(0, 5) == 0
    assert root.covered(0, 6) == 0b0001
    assert root.covered(0, 8) == 0b0011
    assert root.covered(8, 8) == 0, "one element of three"
    assert root.covered(0, 32) == 0b1111
    assert root.covered(6, 1) == 0


def test_an_open_layout_repeats_its_element() -> None:
    layout = layout_of(PAIR, True)
    assert layout.root.size == ENDLESS
    assert layout.start.type == PAIR
    assert layout.root.touched(800, 4) == 0b01
    assert layout.root.touched(804, 1) == 0b10


def test_a_flexible_array_is_the_open_end() -> None:
    for count in (0, 1):
        root = layout_of(StructType((I32, ArrayType(I32, count))), True).root
        assert not root.is_array
        assert root.touched(0, 4) == 0b01
        assert root.touched(4, 4) == root.touched(400, 4) == 0b10


def test_an_array_of_one_is_no_array() -> None:
    layout = layout_of(ArrayType(PAIR, 1), False)
    assert not any(leaf.inside for leaf in layout.leaves)


def test_too_many_leaves_are_one() -> None:
    assert len(layout_of(StructType((I8,) * MOST_LEAVES), False).leaves) == MOST_LEAVES
    large = layout_of(StructType((I8,) * (MOST_LEAVES + 1)), False)
    assert len(large.leaves) == 1
    assert large.root.touched(MOST_LEAVES, 1) == 1


def test_empty_and_unknown_types_are_one_leaf() -> None:
    assert len(layout_of(StructType(()), False).leaves) == 1
    assert len(layout_of(None, True).leaves) == 1
    assert whole(8).root.touched(7, 1) == 1


def test_scalars_of_one_size_fit_each_other() -> None:
    assert fits(layout_of(I64, False).root, POINTER)
    assert not fits(layout_of(I32, False).root, POINTER)
    assert fits(layout_of(ArrayType(I8, 3), False).root, ArrayType(I8, 0))
    assert not fits(layout_of(PAIR, False).root, I32)
