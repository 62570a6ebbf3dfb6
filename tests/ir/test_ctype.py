from __future__ import annotations

import pytest

from secateur.ir.ctype import (
    CArray,
    CField,
    CFloat,
    CFunctionPointer,
    CInt,
    CPointer,
    CStruct,
    CType,
    CTypedef,
    CVoid,
    declaration,
    member_path,
    resolved,
    size_of,
    spelling,
)

_INT = CInt("int", 4, True)
_CHAR = CInt("char", 1, True, is_char=True)
_S: CStruct = CStruct("S", "struct", 16, (CField("a", _INT, 0), CField("p", CPointer(lambda: _S), 64)))


@pytest.mark.parametrize(
    ("ctype", "text"),
    [
        (_INT, "int x"),
        (None, "void x"),
        (CPointer(None), "void *x"),
        (CPointer(None, const=True), "const void *x"),
        (CPointer(_CHAR, const=True), "const char *x"),
        (CPointer(CPointer(_CHAR, const=True), const=True), "const char *const *x"),
        (CPointer(CPointer(_INT)), "int **x"),
        (CArray(_INT, 4), "int x[4]"),
        (CArray(CArray(_INT, 4), 3), "int x[3][4]"),
        (CArray(_INT, None), "int x[]"),
        (CPointer(CArray(_INT, 4)), "int (*x)[4]"),
        (CPointer(CArray(_INT, 4), const=True), "const int (*x)[4]"),
        (CArray(CPointer(_S), 2), "struct S *x[2]"),
        (CFunctionPointer(None, ()), "void (*x)(void)"),
        (CFunctionPointer(_INT, (CPointer(_CHAR, True), _INT), True), "int (*x)(const char *, int, ...)"),
        (CPointer(CFunctionPointer(_INT, (_INT,)), const=True), "int (*const *x)(int)"),
        (CArray(CFunctionPointer(_INT, ()), 3), "int (*x[3])(void)"),
        (CTypedef("size_t", CInt("unsigned long", 8, False)), "size_t x"),
        (CStruct("", "union", 4, ()), "union (anonymous) x"),
    ],
)
def test_declarations(ctype: CType | None, text: str) -> None:
    assert declaration(ctype, "x") == text


def test_a_spelling_is_a_declaration_without_a_name() -> None:
    assert spelling(CPointer(_S)) == "struct S *"
    assert spelling(CFunctionPointer(_INT, (_INT,))) == "int (*)(int)"
    assert spelling(CPointer(CPointer(_CHAR), const=True)) == "char *const *"


def test_a_struct_may_contain_a_pointer_to_itself() -> None:
    pointer = _S.fields[1].type
    assert isinstance(pointer, CPointer)
    assert pointer.to is _S
    assert pointer == CPointer(_S)
    assert hash(pointer) == hash(CPointer(_S))
    assert repr(pointer) == "CPointer('struct S *')"


def test_sizes() -> None:
    assert size_of(CArray(_S, 3)) == 48
    assert size_of(CPointer(None)) == 8
    assert size_of(CVoid()) == 0
    assert size_of(CTypedef("T", CArray(_INT, None))) == 0


def test_typedefs_are_seen_through() -> None:
    assert resolved(CTypedef("A", CTypedef("B", _INT))) is _INT


_INNER = CStruct("", "union", 8, (CField("i", _INT, 0), CField("d", CFloat("double", 8), 0)))
_OUTER = CStruct("O", "struct", 40, (CField("s", CArray(_S, 2), 0), CField("", _INNER, 256), CField("b", _INT, 0, 3)))


@pytest.mark.parametrize(
    ("offset", "size", "path"),
    [
        (0, 32, ".s[0].a"),
        (64, 64, ".s[0].p"),
        (128, 32, ".s[1].a"),
        (256, 32, ".i"),
        (256, 64, ".d"),
        (32, 32, None),
        (0, 16, None),
        (0, 128, None),
        (1000, 32, None),
    ],
)
def test_members_by_their_place(offset: int, size: int, path: str | None) -> None:
    assert member_path(_OUTER, offset, size) == path
