"""Conditions and outputs as users read them: C, in their own names."""

from __future__ import annotations

from collections.abc import Sequence

from secateur import expr
from secateur.exploration.criteria import PRINTED, Text, Value
from secateur.expr import Expr
from secateur.machine.library.format import Directive
from secateur.machine.library.output import render
from secateur.machine.path import Formatted, SymbolicText
from secateur.report.character_classes import class_text

#: Maximum length of a condition on a terminal.
LONGEST = 120

#: What binds weaker than `&&`.
_LOOSE = frozenset({"or", "ite"})
_ESCAPES = {"\n": "\\n", "\t": "\\t", "\r": "\\r", '"': '\\"', "\\": "\\\\", "\0": "\\0"}


def condition_text(conditions: Sequence[Expr]) -> str:
    """All of them, with `&&` between; `1` if there are none."""
    if len(conditions) == 1:
        return _text(conditions[0])
    texts = [f"({expr.to_c(c)})" if c.op in _LOOSE else _text(c) for c in conditions]
    return " && ".join(texts) or "1"


def ways_text(ways: Sequence[Sequence[Expr]]) -> str:
    """Conditions of which one has to hold, with `||` between."""
    return " || ".join(dict.fromkeys(map(condition_text, ways)))


def short_ways(ways: Sequence[Sequence[Expr]]) -> str:
    """As many of them as one can read; the first one in any case."""
    texts = list(dict.fromkeys(map(condition_text, ways)))
    shown = short_condition(ways[0])
    for number, text in enumerate(texts[1:], 1):
        if len(shown) + len(text) + 4 > LONGEST:
            return f"{shown} || …" if number < len(texts) else shown
        shown += f" || {text}"
    return shown


def _text(condition: Expr) -> str:
    return class_text(condition) or expr.to_c(condition)


def short_condition(conditions: Sequence[Expr]) -> str:
    """The same, cut where it gets too long to read."""
    text = condition_text(conditions)
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def output_text(name: str, value: Value) -> str:
    """An output as an expression over the inputs; what is printed as a format with its arguments."""
    if isinstance(value, tuple):
        return printed_text(value) if name == PRINTED else render(list(value), ()).decode()
    if isinstance(value, float):
        return repr(value)
    return expr.to_c(value)


def printed_text(pieces: Text) -> str:
    """`"x is %d\\n", x`."""
    layout, arguments = "", []
    for piece in pieces:
        if isinstance(piece, bytes):
            layout += _escaped(piece.decode("latin-1")).replace("%", "%%" if _is_format(pieces) else "%")
        elif isinstance(piece, Formatted):
            layout += _conversion(piece.directive)
            arguments.append(_argument(piece.value))
        else:
            layout += "%s"
            arguments.append(_argument(piece))
    return ", ".join([f'"{layout}"', *arguments])


def _conversion(directive: Directive) -> str:
    """As it is written in a format."""
    width = str(directive.width) if directive.width else ""
    precision = "" if directive.precision is None else f".{directive.precision}"
    return f"%{directive.flags}{width}{precision}{directive.length}{directive.letter}"


def _is_format(pieces: Text) -> bool:
    return any(not isinstance(piece, bytes) for piece in pieces)


def _argument(value: Value | SymbolicText) -> str:
    if isinstance(value, SymbolicText):
        cells = [expr.to_c(c) if isinstance(c, Expr) else repr(chr(int(c) & 255)) for c in value.cells]
        return f"{{{', '.join(cells)}}}"
    return output_text("", value)


def _escaped(text: str) -> str:
    return "".join(_ESCAPES.get(c, c if c.isprintable() else f"\\x{ord(c):02x}") for c in text)
