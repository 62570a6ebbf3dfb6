"""Tokens of LLVM's text, and the error that points into it.

LLVM prints one item per line (an instruction, a global, a metadata node), so a cursor covers one line.
"""

from __future__ import annotations

import re

from secateur.errors import SecateurError

NAME = r'(?:"[^"]*"|[-a-zA-Z$._0-9]+)'
"""A name after its sigil: plain, or in quotes (a quote inside is written `\\22`)."""

_TOKEN = re.compile(
    rf"""
      [%@$]{NAME}                                          # %register, @symbol, $comdat
    | \.\.\.
    | c?"[^"]*"                                            # a string; quotes inside are written \22
    | [a-zA-Z_$.][-a-zA-Z$._0-9]*                          # a word
    | [-+]?[0-9]+\.[0-9]*(?:[eE][-+]?[0-9]+)?              # 1.500000e+00
    | 0x[KLMHR]?[0-9A-Fa-f]+                               # 0x3FF19999A0000000
    | -?[0-9]+
    | !(?:"[^"]*"|[-a-zA-Z$._0-9\\]+)?                     # !12, !dbg, !"text"
    | \#[0-9]+
    | ;.*
    | \S
    """,
    re.VERBOSE,
)
_PLAIN = re.compile(r"[-a-zA-Z$._0-9]+")
_ESCAPE = re.compile(rb"\\([0-9A-Fa-f]{2}|\\)")


class IRSyntaxError(SecateurError):
    """LLVM text that cannot be read: says what was expected, and shows the line with a caret."""

    def __init__(self, message: str, line: int, text: str, column: int = 0) -> None:
        self.message, self.line, self.text, self.column = message, line, text, column
        shown, caret = _excerpt(text, column)
        super().__init__(f"{message}\n  {shown}\n  {' ' * caret}^", f"line {line} of the LLVM text")


class Cursor:
    """The tokens of one line, read from left to right. Past the end, `peek` is the empty string."""

    __slots__ = ("index", "line", "text", "tokens")

    def __init__(self, text: str, line: int) -> None:
        self.text = text
        self.line = line
        self.tokens: list[str] = _TOKEN.findall(text)
        self.tokens.append("")
        self.index = 0

    @property
    def peek(self) -> str:
        return self.tokens[self.index]

    def take(self) -> str:
        token = self.tokens[self.index]
        if token:
            self.index += 1
        return token

    def accept(self, token: str) -> bool:
        if self.tokens[self.index] == token:
            self.index += 1
            return True
        return False

    def expect(self, token: str) -> None:
        if self.tokens[self.index] != token:
            raise self.error(f"expected `{token}`")
        self.index += 1

    def integer(self) -> int:
        try:
            value = int(self.tokens[self.index])
        except ValueError:
            raise self.error("expected a number") from None
        self.index += 1
        return value

    def name(self) -> str:
        """The name in the next token, which must be `%name` or `@name`."""
        token = self.tokens[self.index]
        if token[:1] not in ("%", "@") or len(token) < 2:
            raise self.error("expected a name")
        self.index += 1
        return name_of(token)

    def skip_parentheses(self) -> None:
        """Skip a balanced `( … )`, if one starts here."""
        if self.peek != "(":
            return
        depth = 0
        while token := self.take():
            depth += (token == "(") - (token == ")")
            if depth == 0:
                return
        raise self.error("expected `)`")

    def error(self, message: str) -> IRSyntaxError:
        starts = [found.start() for found in _TOKEN.finditer(self.text)]
        column = starts[self.index] if self.index < len(starts) else len(self.text)
        found = f", found `{self.peek}`" if self.peek else ", found the end of the line"
        return IRSyntaxError(message + found, self.line, self.text, column)


def name_of(token: str) -> str:
    """The name in `%x`, `@"a b"`, `$c`: without the sigil, quotes and escapes."""
    return token[1:] if token[1] != '"' else unescape(token[2:-1]).decode("utf-8", "surrogateescape")


def token_of(name: str, sigil: str = "%") -> str:
    """The token `%name` as LLVM prints it: in quotes and with escapes where the name is not plain."""
    if _PLAIN.fullmatch(name):
        return f"{sigil}{name}"
    raw = name.encode("utf-8", "surrogateescape").replace(b"\\", b"\\\\")
    return f'{sigil}"' + "".join(chr(b) if 32 <= b < 127 and b != 34 else f"\\{b:02X}" for b in raw) + '"'


def unescape(text: str) -> bytes:
    r"""The bytes of an LLVM string, where `\0A` is a byte in hexadecimal and `\\` a backslash."""
    raw = text.encode("utf-8", "surrogateescape")
    if b"\\\\" not in raw:
        raw = raw.replace(b"\\00", b"\0")  # long tables are mostly zeros
    return _ESCAPE.sub(_byte, raw) if b"\\" in raw else raw


def _byte(escape: re.Match[bytes]) -> bytes:
    return b"\\" if escape[1] == b"\\" else bytes((int(escape[1], 16),))


def _excerpt(text: str, column: int, width: int = 100) -> tuple[str, int]:
    """A window of a long line around the column, and the column inside it."""
    start = max(0, column - width // 2) if len(text) > width else 0
    return text[start : start + width], column - start
