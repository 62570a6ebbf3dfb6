"""Instructions on vectors become instructions on their lanes."""

from __future__ import annotations

import pytest

from secateur.ir.instructions.scope import Scope
from secateur.ir.instructions.table import read_instruction
from secateur.ir.lexer import Cursor
from secateur.ir.model import (
    Binary,
    Call,
    Cast,
    Compare,
    ExtractValue,
    InsertValue,
    Instruction,
    Int,
    Load,
    Position,
    Register,
    Store,
    Symbol,
)
from secateur.ir.type_reader import TypeReader
from secateur.ir.types import I1, I32, VectorType
from secateur.ir.value_reader import Registers


def read(text: str) -> list[Instruction]:
    scope = Scope(TypeReader({}), Registers({"%r": 0, "%x": 1, "%y": 2}))
    made = read_instruction(scope, Cursor("  " + text, 1), Position("a.c", 3))
    assert isinstance(made, list)
    return made


@pytest.mark.parametrize(
    ("text", "kind", "count"),
    [
        ("%r = add <2 x i32> %x, %y", Binary, 2),
        ("%r = icmp slt <4 x i32> %x, %y", Compare, 4),
        ("%r = sext <4 x i1> %x to <4 x i32>", Cast, 4),
        ("%r = call <2 x double> @llvm.fabs.v2f64(<2 x double> %x)", Call, 2),
        ("%r = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %x)", Binary, 3),
    ],
)
def test_one_instruction_per_lane(text: str, kind: type[Instruction], count: int) -> None:
    made = read(text)
    assert sum(isinstance(each, kind) for each in made) == count
    last = made[-1]
    assert isinstance(last, Binary | InsertValue)
    assert last.result.index == 0


def test_a_comparison_is_a_vector_of_truth_values() -> None:
    last = read("%r = icmp eq <2 x i32> %x, %y")[-1]
    assert isinstance(last, InsertValue)
    assert last.result == Register(0, VectorType(I1, 2), "r")


def test_an_intrinsic_is_that_of_the_lane() -> None:
    calls = [
        each
        for each in read("%r = call <2 x i32> @llvm.smax.v2i32(<2 x i32> %x, <2 x i32> %y)")
        if isinstance(each, Call)
    ]
    assert {each.callee.name for each in calls if isinstance(each.callee, Symbol)} == {"llvm.smax.i32"}


def test_a_shuffle_takes_lanes_of_both_vectors() -> None:
    made = read("%r = shufflevector <2 x i32> %x, <2 x i32> %y, <2 x i32> <i32 3, i32 0>")
    lanes = {each.result: (each.aggregate, each.indices) for each in made if isinstance(each, ExtractValue)}
    taken = [lanes[each.value] for each in made if isinstance(each, InsertValue) and isinstance(each.value, Register)]
    vector = VectorType(I32, 2)
    assert taken == [(Register(2, vector, "y"), (1,)), (Register(1, vector, "x"), (0,))]


def test_a_variable_lane_is_an_element_in_memory() -> None:
    made = read("%r = extractelement <4 x i32> %x, i32 %y")
    assert isinstance(made[0], Store)
    assert isinstance(made[-1], Load)
    assert made[-1].result == Register(0, I32, "r")


def test_a_constant_lane_of_a_constant() -> None:
    made = read("%r = add <2 x i32> <i32 5, i32 6>, zeroinitializer")
    sums = [(each.left, each.right) for each in made if isinstance(each, Binary)]
    assert sums == [(Int(I32, 5), Int(I32, 0)), (Int(I32, 6), Int(I32, 0))]
