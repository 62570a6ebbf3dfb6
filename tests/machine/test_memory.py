"""Objects, cells and copy-on-write, compared with an array of bytes."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from secateur import expr
from secateur.expr import Expr
from secateur.machine import memory
from secateur.machine.memory import Memory, Object, Region, Shape
from secateur.machine.path import Value
from secateur.machine.value_parts import piece, wrap

SIZE = 24


def _object(base: bytes | int | None = 0, size: int = SIZE, unit: int = 1) -> Object:
    return Memory({}, 1).allocate(size, Shape(Region.HEAP, "block", unit=unit), base)


def _number(value: Value | None, model: tuple[int, ...] = ()) -> int:
    assert value is not None
    assert not isinstance(value, float)
    return int(expr.evaluate(value, model)) if isinstance(value, Expr) else value


# --- one object


def test_what_is_written_is_read() -> None:
    block = _object()
    block.write(block.start, 4, -5)
    assert block.read(block.start, 4) == -5
    block.write(block.start + 8, 8, 2**40)
    assert block.read(block.start + 8, 8) == 2**40


def test_fresh_memory_is_unknown_zero_or_the_initial_data() -> None:
    assert _object(None).read(_object(None).start, 4) is None
    block = _object(0)
    assert block.read(block.start + 4, 4) == 0
    block = _object(bytes(range(SIZE)))
    assert block.read(block.start, 2) == 0x0100
    assert block.read(block.start + 1, 4) == 0x04030201
    block = _object(b"\xff" * SIZE)
    assert block.read(block.start, 8) == -1


def test_what_is_read_of_a_large_object_holds_little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "MOST_READ", 5)
    block = _object(bytes(range(SIZE)))
    assert [block.read(block.start + at, 1) for at in range(SIZE)] == list(range(SIZE))
    assert len(block.kept) == 5
    block.write(block.start + 20, 1, 99)
    assert [block.read(block.start + at, 1) for at in (3, 19, 20, 21)] == [3, 19, 99, 21]


def test_a_wide_cell_is_read_in_parts() -> None:
    block = _object()
    block.write(block.start, 8, 0x1122334455667788)
    assert block.read(block.start, 1) == wrap(0x88, 8)
    assert block.read(block.start + 4, 4) == 0x11223344
    assert block.read(block.start + 1, 2) == 0x6677
    assert block.read(block.start + 3, 4) == 0x22334455


def test_a_narrow_write_splits_a_wide_cell() -> None:
    block = _object()
    block.write(block.start, 8, 0x1122334455667788)
    block.write(block.start + 2, 1, 0)
    assert block.read(block.start, 8) == 0x1122334455007788
    assert block.read(block.start + 4, 4) == 0x11223344
    block.write(block.start + 4, 2, -1)
    assert block.read(block.start, 8) == 0x1122FFFF55007788


def test_a_wide_write_replaces_narrow_cells() -> None:
    block = _object()
    for i in range(8):
        block.write(block.start + i, 1, i)
    block.write(block.start, 8, 0)
    assert [block.read(block.start + i, 1) for i in range(8)] == [0] * 8
    assert sum(1 for _ in block.cells) <= 9


def test_unaligned_access() -> None:
    block = _object()
    block.write(block.start + 3, 4, 0x0A0B0C0D)
    assert block.read(block.start + 3, 4) == 0x0A0B0C0D
    assert block.read(block.start + 2, 2) == 0x0D00
    assert block.read(block.start + 4, 8) == 0x0A0B0C
    block.write(block.start + 5, 16, -1)
    assert block.read(block.start + 3, 4) == wrap(0xFFFF0C0D, 32)


def test_symbolic_values_are_cut_and_joined() -> None:
    x = expr.variable("x", 32, 0, "signed")
    block = _object()
    block.write(block.start, 4, x)
    assert block.read(block.start, 4) is x
    low, high = block.read(block.start, 2), block.read(block.start + 2, 2)
    for value in (0x12345678, -2, 0x7FFF8000):
        assert _number(low, (value,)) == wrap(value, 16)
        assert _number(high, (value,)) == wrap(value >> 16, 16)
    block.write(block.start + 8, 2, low)  # type: ignore[arg-type]
    block.write(block.start + 10, 2, high)  # type: ignore[arg-type]
    assert block.read(block.start + 8, 4) is x
    block.write(block.start + 1, 1, 0)
    assert _number(block.read(block.start, 4), (-1,)) == wrap(0xFFFF00FF, 32)


def test_floats_are_bits_when_read_as_bytes() -> None:
    block = _object()
    block.write(block.start, 8, 1.0)
    assert block.read(block.start, 8) == 1.0
    assert block.read(block.start + 4, 4) == 0x3FF00000
    block.write(block.start + 8, 4, -2.0)
    assert block.read(block.start + 8, 2) == 0
    assert block.read(block.start + 10, 2) == wrap(0xC000, 16)


def test_one_uninitialised_byte_makes_the_whole_unknown() -> None:
    block = _object(None)
    for i in (0, 1, 3):
        block.write(block.start + i, 1, 7)
    assert block.read(block.start, 4) is None
    assert block.read(block.start, 2) == 0x0707
    block.write(block.start + 2, 1, 0)
    assert block.read(block.start, 4) == 0x07000707


@pytest.mark.parametrize("unit", [1, 2, 4, 8])
def test_fill_of_a_part_and_of_the_whole(unit: int) -> None:
    block = _object(0, unit=unit)
    block.fill(block.start + 3, 10, 0x5A)
    expected = bytes(3) + b"\x5a" * 10 + bytes(SIZE - 13)
    assert bytes(_number(block.read(block.start + i, 1)) & 255 for i in range(SIZE)) == expected
    block.fill(block.start, SIZE, -1)
    assert block.read(block.start + 8, 8) == -1
    assert not block.cells or all(value == -1 for value in block.cells.values())


def test_cells_beyond_a_smaller_size_are_not_read_without_a_check() -> None:
    """Compiled code takes the presence of a cell for a proof that it is in bounds."""
    block = _object(size=4)
    for offset in range(4):
        block.write(block.start + offset, 1, offset + 1)
    block.resize(2)
    assert not block.cells
    assert not block.copy(object()).cells
    block.fill(block.start, 2, 9)
    block.resize(4)
    assert block.cells is block.kept
    assert [block.read(block.start + offset, 1) for offset in range(4)] == [9, 9, 3, 4]


def test_fill_with_a_symbolic_byte() -> None:
    x = expr.variable("x", 8, 0, "char")
    block = _object(0, unit=4)
    block.fill(block.start + 4, 4, x)
    assert _number(block.read(block.start + 4, 4), (0x41,)) == 0x41414141
    assert _number(block.read(block.start, 8), (-1,)) == wrap(0xFFFFFFFF << 32, 64)


# --- compared with bytes

_SIZES = st.sampled_from([1, 2, 3, 4, 8, 16])


@dataclass
class _Twin:
    """An object and what its bytes must be under a model; None is uninitialised."""

    block: Object
    data: list[int | None]
    model: list[int] = field(default_factory=list)

    def write(self, offset: int, size: int, bits: int, symbolic: bool) -> None:
        value: Expr | int = wrap(bits, size * 8)
        if symbolic:
            index = len(self.model)
            self.model.append(wrap(bits, size * 8))
            value = expr.variable(f"v{index}", size * 8, index, "signed")
        self.block.write(self.block.start + offset, size, value)
        for i in range(size):
            self.data[offset + i] = bits >> 8 * i & 255

    def check(self, offset: int, size: int) -> None:
        found = self.block.read(self.block.start + offset, size)
        expected = self.data[offset : offset + size]
        if None in expected:
            assert found is None
        else:
            whole = sum(byte << 8 * i for i, byte in enumerate(expected) if byte)
            assert _number(found, tuple(self.model)) == wrap(whole, size * 8)


@st.composite
def _ranges(draw: st.DrawFn) -> tuple[int, int]:
    size = draw(_SIZES)
    return draw(st.integers(0, SIZE - size)), size


_WRITES = st.tuples(_ranges(), st.integers(0, 2**128 - 1), st.booleans())


@given(
    base=st.sampled_from([None, 0, bytes(range(100, 100 + SIZE))]),
    steps=st.lists(st.one_of(_WRITES, _ranges()), max_size=12),
)
def test_any_sequence_of_accesses_agrees_with_bytes(
    base: bytes | int | None, steps: list[tuple[tuple[int, int], int, bool] | tuple[int, int]]
) -> None:
    initial: list[int | None] = list(base) if isinstance(base, bytes) else [base] * SIZE
    twin = _Twin(_object(base), initial)
    for step in steps:
        if len(step) == 3:
            (offset, size), bits, symbolic = step
            twin.write(offset, size, bits & (1 << 8 * size) - 1, symbolic)
        else:
            twin.check(*step)
    for offset in range(SIZE):
        twin.check(offset, 1)
    twin.check(0, 16)
    twin.check(8, 16)


@given(
    writes=st.lists(_WRITES, max_size=6),
    start=st.integers(0, SIZE),
    length=st.integers(0, SIZE),
    shift=st.integers(-9, 9),
    unit=st.sampled_from([1, 2, 4, 8]),
)
def test_pieces_cover_a_range_once_and_in_order(
    writes: list[tuple[tuple[int, int], int, bool]], start: int, length: int, shift: int, unit: int
) -> None:
    length = min(length, SIZE - start)
    twin = _Twin(_object(None, unit=unit), [None] * SIZE)
    for (offset, size), bits, symbolic in writes:
        twin.write(offset, size, bits & (1 << 8 * size) - 1, symbolic)
    block, place = twin.block, twin.block.start + start
    for address, size, value in block.pieces(block.start + start, length, shift):
        assert address == place
        assert size in (1, 2, 4, 8, 16)
        assert not (address | shift) % size
        offset = address - block.start
        known = [twin.data[offset + i] for i in range(size)]
        if value is None:
            assert known == [None] * size
        else:
            bits = _number(value, tuple(twin.model))
            assert [bits >> 8 * i & 255 for i in range(size)] == known
        place += size
    assert place == block.start + start + length


# --- forks


def test_forks_see_their_own_writes_only() -> None:
    memory = Memory({}, 1)
    block = memory.allocate(8, Shape(Region.HEAP, "block"), 0)
    memory.owned(block).write(block.start, 4, 1)
    twin = memory.fork()
    for which, value in ((memory, 2), (twin, 3)):
        which.owned(which.objects[block.number]).write(block.start, 4, value)
    assert memory.objects[block.number].read(block.start, 4) == 2
    assert twin.objects[block.number].read(block.start, 4) == 3


def test_reading_after_a_fork_copies_nothing() -> None:
    memory = Memory({}, 1)
    block = memory.allocate(8, Shape(Region.HEAP, "block"), 0)
    twin = memory.fork()
    assert twin.objects[block.number].read(block.start, 8) == 0
    assert twin.objects[block.number] is memory.objects[block.number]
    copy = twin.owned(twin.objects[block.number])
    assert copy is not memory.objects[block.number]
    assert twin.owned(copy) is copy


def test_objects_made_and_dropped_by_one_side_are_not_the_others_business() -> None:
    memory = Memory({}, 1)
    block = memory.allocate(8, Shape(Region.HEAP, "block"))
    twin = memory.fork()
    del memory.objects[block.number]
    made = twin.allocate(4, Shape(Region.STACK, "local"))
    assert block.number in twin.objects
    assert made.number not in memory.objects
    assert memory.allocate(4, Shape(Region.STACK, "other")).start == made.start


def test_pieces_of_values() -> None:
    assert piece(-1, 32, 8, 8) == -1
    assert piece(0x1234, 16, 8, 8) == 0x12
    assert piece(1.0, 32, 16, 16) == 0x3F80
    x = expr.variable("x", 16, 0, "signed")
    assert piece(x, 16, 0, 16) is x
