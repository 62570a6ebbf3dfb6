"""Which types can share memory, by the rules of C."""

from __future__ import annotations

import pytest

from secateur.evolve.impact.overlap import Sharing, sharing
from secateur.ir.ctype import CArray, CField, CFloat, CInt, CPointer, CStruct, CType, CTypedef, CVoid

INT, UNSIGNED, LONG = CInt("int", 4, True), CInt("unsigned int", 4, False), CInt("long", 8, True)
CHAR, FLOAT = CInt("char", 1, True, is_char=True), CFloat("float", 4)
INNER = CStruct("inner", "struct", 4, (CField("x", INT, 0),))
OUTER = CStruct("outer", "struct", 24, (CField("f", FLOAT, 0), CField("v", CArray(INNER, 4), 32)))


@pytest.mark.parametrize(
    ("one", "two", "expected"),
    [
        (INT, CTypedef("number", INT), Sharing.ELEMENTS),
        (INT, UNSIGNED, Sharing.ELEMENTS),
        (CPointer(INT), CPointer(CHAR), Sharing.ELEMENTS),
        (CHAR, CHAR, Sharing.ELEMENTS),
        (CHAR, None, Sharing.ELEMENTS),
        (CHAR, INT, Sharing.INSIDE),
        (OUTER, CVoid(), Sharing.INSIDE),
        (OUTER, INNER, Sharing.INSIDE),
        (INT, OUTER, Sharing.INSIDE),
        (INT, CArray(INT, 4), Sharing.INSIDE),
        (INT, FLOAT, Sharing.NEVER),
        (INT, LONG, Sharing.NEVER),
        (OUTER, LONG, Sharing.NEVER),
    ],
)
def test_sharing(one: CType | None, two: CType | None, expected: Sharing) -> None:
    assert sharing(one, two) is sharing(two, one) is expected
