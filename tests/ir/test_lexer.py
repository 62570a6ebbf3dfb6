from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from secateur.ir.lexer import Cursor, IRSyntaxError, name_of, token_of, unescape


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("  %inc = add nsw i32 %0, -1", ["%inc", "=", "add", "nsw", "i32", "%0", ",", "-1"]),
        (
            "call i32 (ptr, ...) @printf(ptr @.str.1)",
            ["call", "i32", "(", "ptr", ",", "...", ")", "@printf", "(", "ptr", "@.str.1", ")"],
        ),
        ('[3 x i8] c"a\\22\\00"', ["[", "3", "x", "i8", "]", 'c"a\\22\\00"']),
        ('%"a b" = type <{ i8, i32 }>', ['%"a b"', "=", "type", "<", "{", "i8", ",", "i32", "}", ">"]),
        ("float 0x3FF19999A0000000, 1.500000e+00", ["float", "0x3FF19999A0000000", ",", "1.500000e+00"]),
        ("x86_fp80 0xK3FFFC000000000000000", ["x86_fp80", "0xK3FFFC000000000000000"]),
        ('ret void, !dbg !12 ; "comment"', ["ret", "void", ",", "!dbg", "!12", '; "comment"']),
        ('metadata !"round" #3', ["metadata", '!"round"', "#3"]),
    ],
)
def test_tokens(text: str, tokens: list[str]) -> None:
    assert Cursor(text, 1).tokens == [*tokens, ""]


def test_an_error_shows_the_line_with_a_caret() -> None:
    cursor = Cursor("  %x = add i32 1; 2", 7)
    cursor.index = 3
    message = str(cursor.error("expected a type"))
    assert message.splitlines() == [
        "line 7 of the LLVM text: expected a type, found `i32`",
        "    %x = add i32 1; 2",
        "             ^",
    ]


def test_an_error_in_a_long_line_shows_a_window() -> None:
    cursor = Cursor("a " * 500 + "here", 1)
    cursor.index = 500
    lines = str(cursor.error("no")).splitlines()
    assert len(lines[1]) < 120
    assert lines[1][lines[2].index("^") :] == "here"


def test_an_error_at_the_end_of_a_line() -> None:
    cursor = Cursor("add", 1)
    cursor.take()
    with pytest.raises(IRSyntaxError, match="found the end of the line"):
        cursor.integer()


def test_nested_parentheses_are_skipped_together() -> None:
    cursor = Cursor("(a (b) c) d", 1)
    cursor.skip_parentheses()
    assert cursor.peek == "d"


@pytest.mark.parametrize(
    ("text", "data"),
    [("abc", b"abc"), (r"a\0A\22\\b\5C", b'a\n"\\b\\'), (r"\C3\A9\FF", b"\xc3\xa9\xff"), ("\\\\41", b"\\41")],
)
def test_escapes(text: str, data: bytes) -> None:
    assert unescape(text) == data


@given(st.text(min_size=1, alphabet=st.characters(exclude_categories=["Cs"])))
def test_a_name_survives_its_token(name: str) -> None:
    assert name_of(token_of(name)) == name
    assert Cursor(token_of(name), 1).tokens[:-1] == [token_of(name)]
