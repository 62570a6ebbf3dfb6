from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from secateur.ir.lexer import Cursor, IRSyntaxError
from secateur.ir.model import (
    Aggregate,
    Bytes,
    Constant,
    Float,
    Folded,
    Int,
    Null,
    Register,
    Symbol,
    Undefined,
    Zero,
)
from secateur.ir.type_reader import TypeReader
from secateur.ir.types import (
    DOUBLE,
    FLOAT,
    I1,
    I8,
    I32,
    I64,
    POINTER,
    ArrayType,
    FloatType,
    IntType,
    OpaqueType,
    StructType,
    VectorType,
)
from secateur.ir.value_reader import Registers, ValueReader

_PAIR = ArrayType(I8, 2)
_X = Symbol(POINTER, "x")


def _read(text: str) -> Constant:
    cursor = Cursor(text, 1)
    value = ValueReader(TypeReader({})).typed(cursor)
    assert not cursor.peek
    assert not isinstance(value, Register)
    return value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("i32 7", Int(I32, 7)),
        ("i8 -128", Int(I8, -128)),
        ("i8 255", Int(I8, -1)),
        ("i8 u0xFF", Int(I8, -1)),
        ("i1 true", Int(I1, 1)),
        ("i1 false", Int(I1, 0)),
        ("i1 -1", Int(I1, 1)),
        ("i128 1267650600228229401496703205383", Int(IntType(128), (1 << 100) + 7)),
        ("ptr null", Null(POINTER)),
        ("i32 undef", Undefined(I32)),
        ("ptr poison", Undefined(POINTER)),
        ("[2 x i8] zeroinitializer", Zero(_PAIR)),
        ("ptr @x", _X),
        ('ptr @"x y"', Symbol(POINTER, "x y")),
        ('[2 x i8] c"\\0A\\00"', Bytes(_PAIR, b"\n\0")),
        ("[2 x i8] [i8 1, i8 -2]", Aggregate(_PAIR, (Int(I8, 1), Int(I8, -2)))),
        ("{ i32, ptr } { i32 1, ptr @x }", Aggregate(StructType((I32, POINTER)), (Int(I32, 1), _X))),
        ("<{ i8 }> <{ i8 1 }>", Aggregate(StructType((I8,), True), (Int(I8, 1),))),
        ("<2 x i8> <i8 1, i8 2>", Aggregate(VectorType(I8, 2), (Int(I8, 1), Int(I8, 2)))),
        ("<2 x i8> splat (i8 3)", Aggregate(VectorType(I8, 2), (Int(I8, 3),) * 2)),
        ("ptr no_cfi @x", _X),
        ("i64 ptrtoint (ptr @x to i64)", Folded(I64, "ptrtoint", (_X,))),
        ("ptr inttoptr (i64 4660 to ptr)", Folded(POINTER, "inttoptr", (Int(I64, 4660),))),
        (
            "ptr getelementptr inbounds nuw (i8, ptr @x, i64 12)",
            Folded(POINTER, "getelementptr", (_X, Int(I64, 12)), I8),
        ),
        (
            "ptr getelementptr inrange(-8, 8) ([2 x i8], ptr @x, i32 0, i64 1)",
            Folded(POINTER, "getelementptr", (_X, Int(I32, 0), Int(I64, 1)), _PAIR),
        ),
        (
            "i64 sub (i64 ptrtoint (ptr @x to i64), i64 5)",
            Folded(I64, "sub", (Folded(I64, "ptrtoint", (_X,)), Int(I64, 5))),
        ),
        (
            "ptr blockaddress(@f, %label)",
            Folded(POINTER, "blockaddress", (Symbol(POINTER, "f"), Symbol(OpaqueType("label"), "label"))),
        ),
    ],
)
def test_constants(text: str, value: Constant) -> None:
    assert _read(text) == value


@pytest.mark.parametrize("text", ["i32 x", "i32 1.5", "ptr %x", "double abc", "i32 [i8 1]", "i32", "i32 add (i32 1"])
def test_what_is_no_constant_is_an_error(text: str) -> None:
    with pytest.raises(IRSyntaxError):
        _read(text)


@pytest.mark.parametrize(
    ("text", "kind", "bits"),
    [
        ("double 1.100000e+00", DOUBLE, 0x3FF199999999999A),
        ("double 0x7FF8000000000000", DOUBLE, 0x7FF8000000000000),
        ("double -0.000000e+00", DOUBLE, 1 << 63),
        ("float 5.000000e-01", FLOAT, 0x3F000000),
        ("float 0x3FF19999A0000000", FLOAT, 0x3F8CCCCD),
        ("float 0xFFF0000000000000", FLOAT, 0xFF800000),
        ("float 0x7FF4000000000000", FLOAT, 0x7FA00000),  # a signalling NaN stays one
        ("x86_fp80 0xK3FFFC000000000000000", FloatType("x86_fp80"), 0x3FFFC000000000000000),
        ("half 0xH3C00", FloatType("half"), 0x3C00),
    ],
)
def test_floats(text: str, kind: FloatType, bits: int) -> None:
    assert _read(text) == Float(kind, bits)


@given(st.floats(width=32))
def test_a_float_is_written_as_a_double(value: float) -> None:
    (as_double,) = struct.unpack("<Q", struct.pack("<d", value))
    (as_float,) = struct.unpack("<I", struct.pack("<f", value))
    assert _read(f"float 0x{as_double:016X}") == Float(FLOAT, as_float)


@given(st.integers(2, 200), st.integers())
def test_integers_are_canonical(width: int, number: int) -> None:
    value = _read(f"i{width} {number}")
    assert isinstance(value, Int)
    assert -(1 << (width - 1)) <= value.value < 1 << (width - 1)
    assert (value.value - number) % (1 << width) == 0


def test_a_register_is_one_object() -> None:
    values = ValueReader(TypeReader({}), Registers({"%x": 3}))
    first = values.typed(Cursor("i32 %x", 1))
    assert first == Register(3, I32, "x")
    assert values.typed(Cursor("i32 %x", 2)) is first


def test_an_unknown_register_is_an_error() -> None:
    with pytest.raises(IRSyntaxError, match="%y is not defined"):
        ValueReader(TypeReader({}), Registers({})).typed(Cursor("i32 %y", 1))
