"""One line of text in, one instruction out."""

from __future__ import annotations

import pytest

from secateur.ir.instructions.scope import Scope
from secateur.ir.instructions.table import Item, read_instruction
from secateur.ir.lexer import Cursor, IRSyntaxError
from secateur.ir.model import (
    Alloca,
    Binary,
    Call,
    Cast,
    Compare,
    ConditionalJump,
    ExtractValue,
    Float,
    Freeze,
    GetElement,
    IndirectJump,
    InsertValue,
    Int,
    Jump,
    Load,
    Negate,
    Null,
    Phi,
    Position,
    Register,
    Return,
    Select,
    Store,
    Switch,
    Symbol,
    Undefined,
    Unreachable,
    Unsupported,
    VaArg,
)
from secateur.ir.module_text import Line
from secateur.ir.type_reader import TypeReader
from secateur.ir.types import (
    DOUBLE,
    FLOAT,
    I1,
    I8,
    I32,
    I64,
    POINTER,
    VOID,
    ArrayType,
    FloatType,
    FunctionType,
    OpaqueType,
    StructType,
    Type,
    VectorType,
)
from secateur.ir.value_reader import Registers

_AT = Position("a.c", 3, 7)
_NONE: frozenset[str] = frozenset()
_S = StructType((I32, POINTER))
_VECTOR = VectorType(FLOAT, 2)
_LONG_DOUBLE = FloatType("x86_fp80")


def _r(kind: Type) -> Register:
    return Register(0, kind, "r")


def _x(kind: Type) -> Register:
    return Register(1, kind, "x")


def _y(kind: Type) -> Register:
    return Register(2, kind, "y")


def _read(text: str) -> Item:
    types = TypeReader({"%struct.S": Line("%struct.S = type { i32, ptr }", 1)})
    scope = Scope(types, Registers({"%r": 0, "%x": 1, "%y": 2}))
    return read_instruction(scope, Cursor(text, 1), _AT)


_ONE, _TWO = Int(I32, 1), Int(I32, 2)


@pytest.mark.parametrize(
    ("text", "item"),
    [
        ("%r = add i32 %x, %y", Binary(_r(I32), "add", _x(I32), _y(I32), _NONE, _AT)),
        ("%r = add nuw nsw i32 %x, 1", Binary(_r(I32), "add", _x(I32), _ONE, frozenset(("nsw", "nuw")), _AT)),
        ("%r = or disjoint i8 %x, 1", Binary(_r(I8), "or", _x(I8), Int(I8, 1), frozenset(("disjoint",)), _AT)),
        ("%r = xor i1 %x, true", Binary(_r(I1), "xor", _x(I1), Int(I1, 1), _NONE, _AT)),
        (
            "%r = fadd double %x, 1.000000e+00",
            Binary(_r(DOUBLE), "fadd", _x(DOUBLE), Float(DOUBLE, 0x3FF << 52), _NONE, _AT),
        ),
        ("%r = fneg float %x", Negate(_r(FLOAT), _x(FLOAT), _AT)),
        ("%r = icmp slt i32 %x, 1", Compare(_r(I1), "slt", _x(I32), _ONE, _AT)),
        ("%r = icmp samesign ult i32 %x, 1", Compare(_r(I1), "ult", _x(I32), _ONE, _AT)),
        ("%r = icmp eq ptr %x, null", Compare(_r(I1), "eq", _x(POINTER), Null(POINTER), _AT)),
        ("%r = fcmp fast une double %x, %y", Compare(_r(I1), "une", _x(DOUBLE), _y(DOUBLE), _AT)),
        ("%r = zext nneg i8 %x to i32", Cast(_r(I32), "zext", _x(I8), frozenset(("nneg",)), _AT)),
        ("%r = ptrtoint ptr %x to i64", Cast(_r(I64), "ptrtoint", _x(POINTER), _NONE, _AT)),
        ("%r = select i1 %x, i32 1, i32 %y", Select(_r(I32), _x(I1), _ONE, _y(I32), _AT)),
        ("%r = freeze i32 %x", Freeze(_r(I32), _x(I32), _AT)),
        ("%r = alloca i32, align 4", Alloca(_r(POINTER), I32, _ONE, 4, _AT)),
        ("%r = alloca [4 x i8], i64 %x, align 16", Alloca(_r(POINTER), ArrayType(I8, 4), _x(I64), 16, _AT)),
        ("%r = alloca %struct.S", Alloca(_r(POINTER), _S, _ONE, 8, _AT)),
        ("%r = alloca i8, align 1, !DIAssignID !7", Alloca(_r(POINTER), I8, _ONE, 1, _AT)),
        ("%r = load i32, ptr %x, align 4", Load(_r(I32), _x(POINTER), _AT, 4)),
        ("%r = load volatile i32, ptr @g, align 4, !tbaa !5", Load(_r(I32), Symbol(POINTER, "g"), _AT, 4, True)),
        ("store i32 1, ptr %x, align 4", Store(_ONE, _x(POINTER), _AT, 4)),
        ("store volatile <2 x float> %x, ptr %y, align 8", Store(_x(_VECTOR), _y(POINTER), _AT, 8, True)),
        (
            "%r = getelementptr inbounds nuw %struct.S, ptr %x, i32 1, i32 %y",
            GetElement(
                _r(POINTER), _S, _x(POINTER), (_ONE, _y(I32)), frozenset(("inbounds", "nuw")), _AT
            ),
        ),
        (
            "%r = extractvalue { i32, %struct.S } %x, 1, 1",
            ExtractValue(_r(POINTER), _x(StructType((I32, _S))), (1, 1), _AT),
        ),
        (
            "%r = insertvalue { i32, ptr } poison, i32 %x, 0",
            InsertValue(_r(_S), Undefined(_S), _x(I32), (0,), _AT),
        ),
        ("%r = extractelement <2 x float> %x, i32 1", ExtractValue(_r(FLOAT), _x(_VECTOR), (1,), _AT)),
        (
            "%r = insertelement <2 x float> undef, float %x, i32 0",
            InsertValue(_r(_VECTOR), Undefined(_VECTOR), _x(FLOAT), (0,), _AT),
        ),
        ("%r = phi i32 [ 1, %a ], [ %x, %b ]", Phi(_r(I32), {"a": _ONE, "b": _x(I32)}, _AT)),
        ("%r = va_arg ptr %x, i32", VaArg(_r(I32), _x(POINTER), _AT)),
        ("br label %a", Jump("a", _AT)),
        ("br i1 %x, label %a, label %b, !llvm.loop !4", ConditionalJump(_x(I1), "a", "b", False, _AT)),
        ("switch i32 %x, label %d [    i32 1, label %a    i32 -2, label %b  ]",
         Switch(_x(I32), "d", ((1, "a"), (-2, "b")), _AT)),
        ("switch i32 %x, label %d [  ]", Switch(_x(I32), "d", (), _AT)),
        ("indirectbr ptr %x, [label %a, label %b]", IndirectJump(_x(POINTER), ("a", "b"), _AT)),
        ("ret void", Return(None, _AT)),
        ("ret i32 2", Return(_TWO, _AT)),
        ("unreachable", Unreachable(_AT)),
    ],
)  # fmt: skip
def test_instructions(text: str, item: Item) -> None:
    assert _read("  " + text) == item


def _call(result: Register | None, kind: FunctionType, callee: str, *arguments: Register | Int | Undefined) -> Call:
    return Call(result, kind, Symbol(POINTER, callee), arguments, {}, _AT)


@pytest.mark.parametrize(
    ("text", "item"),
    [
        ("call void @f()", _call(None, FunctionType(VOID, ()), "f")),
        ("%r = call i32 @f(i32 noundef %x) #3", _call(_r(I32), FunctionType(I32, (I32,)), "f", _x(I32))),
        (
            "%r = tail call noundef signext i8 @f(ptr noundef nonnull align 8 dereferenceable(16) %x)",
            _call(_r(I8), FunctionType(I8, (POINTER,)), "f", _x(POINTER)),
        ),
        (
            "%r = call fastcc range(i32 0, 5) i32 (i32, ...) @f(i32 range(i32 0, 9) %x, i32 1) nounwind #2",
            _call(_r(I32), FunctionType(I32, (I32,), True), "f", _x(I32), _ONE),
        ),
        (
            'call void @f(ptr captures(none) initializes((0, 4)) "key"="value" %x)',
            _call(None, FunctionType(VOID, (POINTER,)), "f", _x(POINTER)),
        ),
        (
            "call void @llvm.f(metadata !{i32 1}, i1 false) [ \"deopt\"(i32 1) ]",
            _call(
                None,
                FunctionType(VOID, (OpaqueType("metadata"), I1)),
                "llvm.f",
                Undefined(OpaqueType("metadata")),
                Int(I1, 0),
            ),
        ),
    ],
)  # fmt: skip
def test_calls(text: str, item: Item) -> None:
    assert _read("  " + text) == item


def test_a_call_through_a_pointer_with_an_argument_by_value() -> None:
    item = _read("  call void %x(ptr noundef byval(%struct.S) align 8 %y)")
    assert item == Call(None, FunctionType(VOID, (POINTER,)), _x(POINTER), (_y(POINTER),), {0: _S}, _AT)


@pytest.mark.parametrize(
    ("text", "kind", "reason"),
    [
        ("%r = fadd fp128 %x, %y", FloatType("fp128"), "arithmetic on `__float128` is not supported"),
        ("%r = fcmp ogt half %x, %y", I1, "arithmetic on `_Float16` is not supported"),
        ("%r = call i32 @f(half %x)", I32, "arguments of type `_Float16` are not supported"),
        ('%r = call i32 asm sideeffect "movl $$1, $0", "=r"()', I32, "inline assembly is not supported"),
        ("%r = call i32 @llvm.masked.load.v4i32(<4 x i32> %x)", I32, "llvm.masked.load.v4i32 is not supported"),
    ],
)
def test_what_cannot_run_says_why(text: str, kind: Type, reason: str) -> None:
    item = _read("  " + text)
    assert isinstance(item, Unsupported)
    assert item.result == _r(kind)
    assert item.text == text
    assert reason in item.reason


def test_atomic_access_is_plain_access() -> None:
    load = _read('  %r = load atomic i32, ptr %x syncscope("singlethread") seq_cst, align 4')
    assert isinstance(load, Load)
    assert load.result == _r(I32)
    store = _read("  store atomic i32 1, ptr %x release, align 4")
    assert isinstance(store, Store)
    assert store.value == Int(I32, 1)


@pytest.mark.parametrize(
    ("text", "name", "kind"),
    [
        ("%r = atomicrmw add ptr %x, i32 1 seq_cst, align 4", "llvm.atomicrmw.add", I32),
        ("%r = cmpxchg weak ptr %x, i32 1, i32 2 acq_rel monotonic, align 4", "llvm.cmpxchg", StructType((I32, I1))),
    ],
)
def test_atomic_updates_are_calls(text: str, name: str, kind: Type) -> None:
    call = _read("  " + text)
    assert isinstance(call, Call)
    assert (call.callee, call.result) == (Symbol(POINTER, name), _r(kind))


def test_a_long_double_may_pass_a_phi() -> None:
    item = _read("  %r = phi x86_fp80 [ 0xK3FFF8000000000000000, %a ], [ %x, %b ]")
    assert isinstance(item, Phi)
    assert item.incoming == {"a": Float(_LONG_DOUBLE, 0x3FFF8000000000000000), "b": _x(_LONG_DOUBLE)}


@pytest.mark.parametrize(
    "text",
    [
        "%r = frobnicate i32 1",
        "%r = add i32 %x",
        "%r = add i32 %x, %y extra",
        "br label",
        "br i1 %x, label %a",
        "add i32 %x, %y",
        "%r = extractvalue i32 %x, 0",
        "%r = load i32",
        "store i32 1",
        "call void @f(",
    ],
)
def test_what_cannot_be_read_is_an_error(text: str) -> None:
    with pytest.raises(IRSyntaxError):
        _read("  " + text)
