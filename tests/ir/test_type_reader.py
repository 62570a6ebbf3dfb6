from __future__ import annotations

import llvmlite.binding as llvm
import pytest

from secateur.ir.lexer import Cursor, IRSyntaxError
from secateur.ir.module_text import Line, split
from secateur.ir.reader import read
from secateur.ir.type_reader import TypeReader
from secateur.ir.types import (
    DOUBLE,
    FLOAT,
    I8,
    I32,
    POINTER,
    VOID,
    ArrayType,
    FloatType,
    FunctionType,
    IntType,
    OpaqueType,
    StructType,
    Type,
    VectorType,
    align_of,
    size_of,
)

from .clang import corpus

_NAMED = {
    "%struct.P": Line("%struct.P = type { i32, %struct.Q }", 1),
    "%struct.Q": Line("%struct.Q = type <{ i8, ptr }>", 2),
    "%struct.FILE": Line("%struct.FILE = type opaque", 3),
}
_Q = StructType((I8, POINTER), packed=True)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("i32", I32),
        ("i37", IntType(37)),
        ("ptr", POINTER),
        ("ptr addrspace(1)", POINTER),
        ("void", VOID),
        ("double", DOUBLE),
        ("x86_fp80", FloatType("x86_fp80")),
        ("[3 x [4 x i8]]", ArrayType(ArrayType(I8, 4), 3)),
        ("<2 x float>", VectorType(FLOAT, 2)),
        ("{ i32, { ptr, i8 } }", StructType((I32, StructType((POINTER, I8))))),
        ("<{ i8, i32 }>", StructType((I8, I32), packed=True)),
        ("{}", StructType(())),
        ("%struct.P", StructType((I32, _Q))),
        ("[2 x %struct.Q]", ArrayType(_Q, 2)),
        ("%struct.FILE", OpaqueType("struct.FILE")),
        ("i32 (ptr, ...)", FunctionType(I32, (POINTER,), True)),
        ("void ()", FunctionType(VOID, ())),
    ],
)
def test_types(text: str, kind: Type) -> None:
    cursor = Cursor(text, 1)
    assert TypeReader(_NAMED).read_signature(cursor) == kind
    assert not cursor.peek


@pytest.mark.parametrize("text", ["", "[3 i8]", "%unknown", "add", "[x x i8]", "<vscale x 2 x i8>"])
def test_what_is_no_type_is_an_error(text: str) -> None:
    with pytest.raises(IRSyntaxError):
        TypeReader(_NAMED).read(Cursor(text, 1))


@pytest.mark.parametrize("name", ["structs", "pointers", "integers", "floats"])
def test_sizes_agree_with_llvm(name: str) -> None:
    text = corpus(name)
    module = llvm.parse_assembly(text)
    layout = llvm.create_target_data(module.data_layout)
    program = read(text)
    assert split(text).types or name != "structs"
    for variable in module.global_variables:
        kind = program.globals[variable.name].type
        assert size_of(kind) == layout.get_abi_size(variable.global_value_type), variable.name
        assert align_of(kind) == layout.get_abi_alignment(variable.global_value_type), variable.name
