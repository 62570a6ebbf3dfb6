"""The functions that a driver passes."""

from __future__ import annotations

from secateur.harness.callbacks import callback
from secateur.ir.ctype import CFunctionPointer, CInt, CPointer, CStruct

INT = CInt("int", 4, signed=True)
CHAR = CInt("char", 1, signed=True, is_char=True)
TEXT = CPointer(CHAR, const=True)


def test_it_prints_its_arguments_and_returns_an_input() -> None:
    made = callback("call", CFunctionPointer(INT, (TEXT, INT, CPointer(None))))
    assert made is not None
    assert made.result is not None
    assert made.result.name == "call()"
    text = "\n".join(made.lines())
    assert "static int secateur_callback_call(const char *a0, int a1, void *a2)" in text
    assert 'if (a0) printf("\\"%s\\"", a0); else printf("NULL");' in text
    assert 'printf("%ld", (long)a1);' in text
    assert 'printf(a2 ? "pointer" : "NULL");' in text
    assert "return secateur_result_call;" in text


def test_without_a_result_nothing_is_returned() -> None:
    made = callback("call", CFunctionPointer(None, ()))
    assert made is not None
    assert made.result is None
    assert "return" not in "\n".join(made.lines())


def test_what_cannot_be_written() -> None:
    assert callback("x", INT) is None
    assert callback("x", CFunctionPointer(INT, (INT,), variadic=True)) is None
    assert callback("x", CFunctionPointer(CStruct("s", "struct", 8, ()), ())) is None
