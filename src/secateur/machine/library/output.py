"""The program's output. Symbolic values stay symbolic: a path does not fork over the digits of a number."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

from secateur import expr
from secateur.expr import Expr
from secateur.expr.ieee import EXTENDED
from secateur.machine.compiler import CallSite
from secateur.machine.floats import of_bits
from secateur.machine.indeterminate import settled
from secateur.machine.library import host_numbers
from secateur.machine.library.builtin import Builtin
from secateur.machine.library.format import (
    BEYOND,
    DIRECTIVE,
    LENGTHS,
    Directive,
    format_character,
    format_float,
    format_integer,
    format_text,
)
from secateur.machine.library.stand_ins import UNSEEN
from secateur.machine.library.text import literal, read_string, read_text
from secateur.machine.path import Formatted, Piece, SymbolicText, Value
from secateur.machine.resolve import LARGEST_SIZE, object_at, place
from secateur.machine.state import State
from secateur.machine.unsupported import UnsupportedKind

STDOUT, STDERR = 1, 2
#: A stream whose output nobody sees.
NOWHERE = 0
#: Printed in place of a pointer, whose digits are not known.
POINTER_TEXT = b"(pointer)"
#: The next argument, given its width in bits (floats are always 64, or EXTENDED).
Next = Callable[[int], Value]


# --- rendering, once the input is known


def render(pieces: list[Piece], model: tuple[int, ...]) -> bytes:
    """The bytes that a run on `model` prints."""
    return b"".join(_render(piece, model) for piece in pieces)


def _render(piece: Piece, model: tuple[int, ...]) -> bytes:
    if isinstance(piece, bytes):
        return piece
    if isinstance(piece, SymbolicText):
        return _render_text(piece, model)
    value = piece.value
    if isinstance(value, SymbolicText):
        return format_text(piece.directive, _render_text(value, model))
    if isinstance(value, Expr):
        value = int(expr.evaluate(value, model))
    return _formatted(piece.directive, value, piece.width)


def _render_text(piece: SymbolicText, model: tuple[int, ...]) -> bytes:
    cells = [c if isinstance(c, int) else int(expr.evaluate(c, model)) for c in piece.cells]  # type: ignore[arg-type]
    text = bytes(c & 255 for c in cells)
    if piece.terminated:
        text = text.split(b"\0", 1)[0]
    return text if piece.precision is None else text[: piece.precision]


def _formatted(directive: Directive, value: int | float, width: int) -> bytes:
    if directive.is_long_double:
        assert isinstance(value, int)
        return host_numbers.formatted(directive.text, value)
    if directive.is_float:
        return format_float(directive, value if isinstance(value, float) else of_bits(value, width))
    assert isinstance(value, int)
    return format_character(directive, value) if directive.letter == "c" else format_integer(directive, value)


# --- the printf family


def _pieces(state: State, layout: bytes, following: Next, site: CallSite) -> Iterator[Piece]:
    position = 0
    while position < len(layout):
        percent = layout.find(b"%", position)
        if percent < 0:
            yield layout[position:]
            return
        if percent > position:
            yield layout[position:percent]
        if BEYOND.match(layout, percent):
            state.refuse(UnsupportedKind.CODE, "a directive of printf in a format that is not a constant", site)
        match = DIRECTIVE.match(layout, percent)
        if match is None:
            yield layout[percent:]
            return
        position = match.end()
        yield _piece(state, match, following, site)


def _piece(state: State, match: Any, following: Next, site: CallSite) -> Piece:
    directive = _directive(state, match, following, site)
    letter = directive.letter
    if letter == "%":
        return b"%"
    if letter == "n":
        state.note("%n in a format is ignored", site, incomplete=True)
        following(64)
        return b""
    if letter == "s":
        address = following(64)
        if isinstance(address, float):
            state.refuse(UnsupportedKind.CODE, "printing a number as text", site)
        text = read_text(state, address, site, directive.precision)
        return format_text(directive, text) if isinstance(text, bytes) else Formatted(directive, text, 8)
    if letter == "p":
        value = following(64)
        if isinstance(value, Expr):
            value = settled(state, value, site, "the output")
        state.note("a printed pointer differs from run to run", site)
        return b"(nil)" if value == 0 else POINTER_TEXT
    if directive.is_long_double and not host_numbers.is_available():
        state.refuse(UnsupportedKind.TYPE, "printing a `long double` on this computer", site)
    width = (
        EXTENDED
        if directive.is_long_double
        else 64
        if directive.is_float
        else 32
        if letter == "c"
        else max(32, LENGTHS[directive.length])
    )
    value = following(width)
    if isinstance(value, Expr):
        value = settled(state, value, site, "the output")
    if isinstance(value, Expr):
        return Formatted(directive, value, width)
    if isinstance(value, float) and not directive.is_float:
        state.refuse(UnsupportedKind.CODE, "printing a floating-point number as an integer", site)
    return _formatted(directive, value, width)


def _directive(state: State, match: Any, following: Next, site: CallSite) -> Directive:
    def number(text: bytes | None) -> int:
        if text != b"*":
            return int(text or 0)
        value = following(32)
        return state.choose(value, site) if isinstance(value, Expr) else int(value)

    return _read_directive(match, number) if b"*" in match.group() else _known_directive(match.group())


@lru_cache(maxsize=256)
def _known_directive(text: bytes) -> Directive:
    """One whose numbers are in the format."""
    return _read_directive(DIRECTIVE.match(text), lambda digits: int(digits or 0))


def _read_directive(match: Any, number: Callable[[bytes | None], int]) -> Directive:
    flags, width, precision, length, letter = match.groups()
    has_precision = b"." in match.group().rstrip(letter)
    flags_text, places = flags.decode(), number(width)
    if places < 0:
        flags_text, places = flags_text + "-", -places
    digits = number(precision) if has_precision else None
    if digits is not None and digits < 0:
        digits = None
    size = (length or b"").decode()
    if size == "L" and letter not in b"fFeEgGaA":
        size = "ll"
    return Directive(flags_text, places, digits, size, letter.decode())


def _print(state: State, stream: int, layout: Expr | int, following: Next, site: CallSite) -> Value:
    text = read_string(state, layout, site)
    pieces = list(_pieces(state, text, following, site))
    state.output.extend((stream, piece) for piece in pieces if piece != b"")
    if not site.used:
        return 0
    total: Expr | int = 0
    for piece in pieces:
        total = expr.add(total, _length(state, piece, site), 32)
    return total


def _length(state: State, piece: Piece, site: CallSite) -> Expr | int:
    """The number of bytes a piece prints, as an expression where that is simple; else its value is made concrete."""
    if isinstance(piece, bytes):
        return len(piece)
    if isinstance(piece, SymbolicText):
        return _text_length(piece)
    directive, value = piece.directive, piece.value
    if isinstance(value, SymbolicText):
        plain = _text_length(value)
    elif directive.letter == "c":
        plain = 1
    elif isinstance(value, Expr) and directive.letter in _BASES and not directive.flags and directive.precision is None:
        plain = _digits(value, piece.width, LENGTHS[directive.length], directive.letter)
    else:
        assert isinstance(value, Expr)
        state.pin(value, site, "a printed value whose length is used was made concrete")
        return len(_render(piece, state.model))
    return expr.ite(expr.slt(plain, directive.width, 32), directive.width, plain, 32)


def _text_length(text: SymbolicText) -> Expr | int:
    length: Expr | int = 0
    for cell in reversed(text.cells[: text.precision]):
        assert not isinstance(cell, float)
        longer = expr.add(length, 1, 32)
        length = expr.ite(expr.eq(cell, 0, 8), 0, longer, 32) if text.terminated else longer
    return length


_BASES = {"d": 10, "i": 10, "u": 10, "x": 16, "X": 16, "o": 8}


def _digits(value: Expr, width: int, bits: int, letter: str) -> Expr | int:
    """The number of characters in an integer: one more for each power of the base that it reaches."""
    x = expr.extract(value, 0, bits, width)
    signed = letter in "di"
    negative = expr.slt(x, 0, bits) if signed else False
    size = expr.ite(negative, expr.neg(x, bits), x, bits)
    length = expr.add(1, expr.zext(negative, 1, 32), 32)
    power = _BASES[letter]
    while power < 1 << bits:
        reached = expr.ule(expr.wrap(power, bits), size, bits)
        length = expr.add(length, expr.zext(reached, 1, 32), 32)
        power *= _BASES[letter]
    return length


def _from_call(arguments: tuple[Any, ...]) -> Next:
    rest = iter(arguments)
    return lambda width: next(rest, 0)


def _from_list(state: State, tag: Expr | int, site: CallSite) -> Next:
    """Arguments of a `va_list`, which `va_start` has laid out as 8 bytes each (a `long double`: 16)."""
    accessor = state.machine.accessor
    if isinstance(tag, Expr):
        tag = state.choose(tag, site)
    place = tag if "aarch64" in state.machine.program.triple else tag + 8

    def following(width: int) -> Value:
        where = accessor.load_int(state, place, None, 8, site)
        if isinstance(where, Expr):
            where = state.choose(where, site)
        if width == EXTENDED:
            where += where & 8  # aligned to 16 bytes
            accessor.store(state, place, where + 16, 8, site)
            return accessor.load_extended(state, where, site)
        accessor.store(state, place, where + 8, 8, site)
        return accessor.load(state, where, width // 8, site)

    return following


def printf(state: State, arguments: tuple[Any, ...], site: CallSite) -> Value:
    return _print(state, STDOUT, arguments[0], _from_call(arguments[1:]), site)


def fprintf(state: State, arguments: tuple[Any, ...], site: CallSite) -> Value:
    stream = _stream(state, arguments[0], site)
    return _print(state, stream, arguments[1], _from_call(arguments[2:]), site)


def vprintf(state: State, arguments: tuple[Any, ...], site: CallSite) -> Value:
    return _print(state, STDOUT, arguments[0], _from_list(state, arguments[1], site), site)


def vfprintf(state: State, arguments: tuple[Any, ...], site: CallSite) -> Value:
    stream = _stream(state, arguments[0], site)
    return _print(state, stream, arguments[1], _from_list(state, arguments[2], site), site)


# --- characters and strings


def _stream(state: State, pointer: Expr | int, site: CallSite) -> int:
    if isinstance(pointer, Expr):
        pointer = state.choose(pointer, site)
    name = object_at(state, pointer, site).shape.name
    if name == "__secateur_stdin":
        state.note("output to stdin is ignored", site)
    return {"__secateur_stderr": STDERR, UNSEEN: NOWHERE}.get(name, STDOUT)


def puts(state: State, arguments: tuple[Any, ...], site: CallSite) -> Expr | int:
    """Returns the number of bytes, as glibc does."""
    text = read_text(state, arguments[0], site)
    state.output += [(STDOUT, text), (STDOUT, b"\n")]
    return expr.add(_length(state, text, site), 1, 32)


def fputs(state: State, arguments: tuple[Any, ...], site: CallSite) -> int:
    state.output.append((_stream(state, arguments[1], site), read_text(state, arguments[0], site)))
    return 1


def _character(state: State, value: Expr | int, stream: int, site: CallSite) -> Expr | int:
    byte = settled(state, expr.extract(value, 0, 8, 32), site, "the output")
    piece: Piece = bytes([byte & 255]) if isinstance(byte, int) else SymbolicText((byte,), False)
    state.output.append((stream, piece))
    return expr.zext(byte, 8, 32)


def putchar(state: State, arguments: tuple[Any, ...], site: CallSite) -> Expr | int:
    return _character(state, arguments[0], STDOUT, site)


def fputc(state: State, arguments: tuple[Any, ...], site: CallSite) -> Expr | int:
    return _character(state, arguments[0], _stream(state, arguments[1], site), site)


def fwrite(state: State, arguments: tuple[Any, ...], site: CallSite) -> Expr | int:
    address, size, count, stream = arguments
    total = expr.mul(size, count, 64)
    length = (state.choose(total, site) if isinstance(total, Expr) else total) & LARGEST_SIZE
    start = place(state, address, length, site)
    if length:
        state.machine.accessor.target(state, start, length, site)
    read = state.machine.accessor.load_int
    cells = [settled(state, read(state, start + i, None, 1, site), site, "the output") for i in range(length)]
    text = literal(list(cells))
    piece: Piece = SymbolicText(tuple(cells), False) if text is None else text
    state.output.append((_stream(state, stream, site), piece))
    result: Expr | int = count if length else 0
    return result


def format_double(state: State, arguments: tuple[Any, ...], site: CallSite) -> int:
    """`__secateur_format_double(out, size, conversion, value)`: formats a float for `snprintf`."""
    to, size, layout, value = arguments
    if isinstance(value, Expr):
        value = of_bits(state.pin(value, site, "a float printed into a string was made concrete"), 64)
    match = DIRECTIVE.match(read_string(state, layout, site))
    assert match is not None
    text = format_float(_directive(state, match, _from_call(()), site), value)
    return _put(state, to, size, text, site)


def _put(state: State, to: Any, size: Expr | int, text: bytes, site: CallSite) -> int:
    """The text, as far as there is room for it; returns its whole length."""
    room = state.choose(size, site) if isinstance(size, Expr) else size
    start = place(state, to, 1, site)
    if room > 0:
        for offset, byte in enumerate(text[: room - 1] + b"\0"):
            state.machine.accessor.store(state, start + offset, byte - 256 if byte > 127 else byte, 1, site)
    return len(text)


def format_extended(state: State, arguments: tuple[Any, ...], site: CallSite) -> int:
    """`__secateur_format_extended(out, size, conversion, value)`: the same for a `long double`."""
    to, size, layout, value = arguments
    if not host_numbers.is_available():
        state.refuse(UnsupportedKind.TYPE, "printing a `long double` on this computer", site)
    if isinstance(value, Expr):
        value = state.pin(value, site, "a float printed into a string was made concrete")
    match = DIRECTIVE.match(read_string(state, layout, site))
    assert match is not None
    text = host_numbers.formatted(replace(_directive(state, match, _from_call(()), site), length="L").text, value)
    return _put(state, to, size, text, site)


def read_extended(state: State, arguments: tuple[Any, ...], site: CallSite) -> int:
    """`__secateur_read_extended(text, length, result)`: the `long double` that a text says; returns `errno`."""
    address, length, result = arguments
    if not host_numbers.is_available():
        state.refuse(UnsupportedKind.TYPE, "reading a `long double` on this computer", site)
    count = state.choose(length, site) if isinstance(length, Expr) else length
    start = place(state, address, 1, site)
    text = bytearray()
    for offset in range(count):
        byte = state.machine.accessor.load_int(state, start + offset, None, 1, site)
        if isinstance(byte, Expr):
            byte = state.pin(byte, site, "a text read as a long double was made concrete")
        text.append(byte & 255)
    value, error = host_numbers.read(bytes(text))
    state.machine.accessor.store_extended(state, result, value, site)
    return error


def fflush(state: State, arguments: tuple[Any, ...], site: CallSite) -> int:
    return 0


BUILTINS: dict[str, Builtin] = {
    "printf": printf,
    "fprintf": fprintf,
    "vprintf": vprintf,
    "vfprintf": vfprintf,
    "puts": puts,
    "fputs": fputs,
    "putchar": putchar,
    "fputc": fputc,
    "fwrite": fwrite,
    "fflush": fflush,
    "__secateur_format_double": format_double,
    "__secateur_format_extended": format_extended,
    "__secateur_read_extended": read_extended,
}
