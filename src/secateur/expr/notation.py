"""C's notation: pieces of text that know their precedence and type, casts, literals."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from secateur.expr import ieee
from secateur.expr.expr import Expr

PRIMARY, UNARY, PRODUCT, SUM, SHIFT, ORDER, EQUALITY, BIT_AND, BIT_XOR, BIT_OR, AND, OR, CHOICE = range(15, 2, -1)
"""Precedences, tightest first."""

_SIGNED = {8: "char", 16: "short", 32: "int", 64: "long"}
_UNSIGNED = {8: "unsigned char", 16: "unsigned short", 32: "unsigned", 64: "unsigned long"}
_LIMITS = {32: ("INT_MIN", "INT_MAX", "UINT_MAX"), 64: ("LONG_MIN", "LONG_MAX", "ULONG_MAX")}
_ESCAPES = {0: "\\0", 9: "\\t", 10: "\\n", 13: "\\r", 39: "\\'", 92: "\\\\"}
_NEAR = 256
"""A bound this close to the end of a type's range is written relative to it: INT_MAX - 10."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A C expression. Its type is `width` bits, `signed` or not; or a float, or the truth value of a condition.

    The type is the one that C gives the text. It may be narrower than the expression it stands for; C's implicit
    conversions then preserve the value. `is_character` marks a plain variable of type char.
    """

    text: str
    precedence: int
    width: int
    signed: bool = True
    is_float: bool = False
    is_truth: bool = False
    is_character: bool = False
    uncast: Piece | None = None
    """The integer piece that this piece is a cast of."""

    def within(self, precedence: int) -> str:
        """The text, in parentheses when it binds less tightly than its context requires."""
        return f"({self.text})" if self.precedence < precedence else self.text

    @property
    def promoted(self) -> tuple[int, bool]:
        """Width and signedness after C's integer promotions, which leave a _BitInt alone."""
        return (32, True) if self.width in (8, 16) or self.is_truth else (self.width, self.signed)


Pieces: TypeAlias = dict[Expr, Piece]
Rule: TypeAlias = Callable[[Expr, Pieces], Piece]
"""Writes a node, given its arguments' pieces."""


def type_name(width: int, signed: bool) -> str:
    """C's name for an integer type."""
    name = (_SIGNED if signed else _UNSIGNED).get(width)
    if name is not None:
        return name
    if width == 128:
        return "__int128" if signed else "unsigned __int128"
    return f"_BitInt({width})" if signed else f"unsigned _BitInt({width})"


def cast(piece: Piece, width: int, signed: bool) -> Piece:
    """The piece converted to an integer type; no cast is written when it already has that type."""
    if not piece.is_float and not piece.is_truth and (piece.width, piece.signed) == (width, signed):
        return piece
    if piece.uncast is not None and width <= piece.width:
        return cast(piece.uncast, width, signed)
    if not has_type(width):
        return _few_bits(piece, width, signed)
    text = f"({type_name(width, signed)}){piece.within(UNARY)}"
    return Piece(text, UNARY, width, signed, uncast=None if piece.is_float else piece)


def usual_type(x: Piece, y: Piece) -> tuple[int, bool]:
    """Width and signedness of an operation on both, after C's usual arithmetic conversions."""
    width = max(x.promoted[0], y.promoted[0])
    return width, all(piece.promoted[1] for piece in (x, y) if piece.promoted[0] == width)


def has_type(width: int) -> bool:
    """Does C have an integer type of this width, other than that of a bit-field?"""
    return width > 64 or width in _SIGNED


def _few_bits(piece: Piece, width: int, signed: bool) -> Piece:
    """The lowest bits of a piece, for which C has no type but that of a bit-field: by a mask, or by shifts."""
    whole = 64 if piece.width > 32 or width > 32 else 32
    if not signed:
        mask = mask_literal((1 << width) - 1, whole)
        return Piece(f"{piece.within(BIT_AND)} & {mask.text}", BIT_AND, *usual_type(piece, mask))
    wide, away = cast(piece, whole, False), whole - width
    up = f"({type_name(whole, True)})({wide.within(SHIFT)} << {away})"
    return Piece(f"{up} >> {away}", SHIFT, whole, True)


def literal(value: int, width: int, signed: bool, relative: bool = False) -> Piece:
    """A decimal constant, which C reads as an int or a long; with `relative`, in terms of a nearby range limit."""
    number = value if signed else value & ((1 << width) - 1)
    if relative and width in _LIMITS:
        low, high, top = _LIMITS[width]
        half = 1 << (width - 1)
        if signed and number + half < _NEAR:
            return _offset(low, number + half, width, signed)
        if signed and half - 1 - number < _NEAR:
            return _offset(high, number - half + 1, width, signed)
        if not signed and 2 * half - 1 - number < _NEAR:
            return _offset(top, number - 2 * half + 1, width, signed)
    if width in _LIMITS and number >> (width - 1) > 0:
        return Piece(f"{number}u", PRIMARY, width, False)
    return Piece(str(number), PRIMARY if number >= 0 else UNARY, 32 if -(1 << 31) <= number < 1 << 31 else 64)


def _offset(name: str, distance: int, width: int, signed: bool) -> Piece:
    if distance == 0:
        return Piece(name, PRIMARY, width, signed)
    return Piece(f"{name} {'+' if distance > 0 else '-'} {abs(distance)}", SUM, width, signed)


def mask_literal(value: int, width: int) -> Piece:
    """A constant in a bitwise operation: hexadecimal, unless it is a single digit."""
    number = value & ((1 << width) - 1)
    if value < 0 and -value <= 16:
        return Piece(str(value), UNARY, 32)
    bits = 32 if number < 1 << 32 else 64
    return Piece(str(number) if number < 10 else hex(number), PRIMARY, bits, number >> (bits - 1) == 0)


def character(value: int) -> Piece | None:
    """A character constant, or None when it would not be readable."""
    if value in _ESCAPES:
        return Piece(f"'{_ESCAPES[value]}'", PRIMARY, 32)
    return Piece(f"'{chr(value)}'", PRIMARY, 32) if 32 <= value < 127 else None


def float_literal(bits: int, width: int) -> Piece:
    number = ieee.to_float(bits, width)
    if math.isnan(number):
        return Piece("NAN", PRIMARY, width, is_float=True)
    if math.isinf(number):
        text = "INFINITY" if number > 0 else "-INFINITY"
    elif width == 64:
        text = repr(number)
    else:
        text = _shortest_single(number) + "f"
    return Piece(text, UNARY if text[0] == "-" else PRIMARY, width, is_float=True)


def _shortest_single(number: float) -> str:
    """The shortest decimal that reads back as this single-precision number."""
    bits = ieee.to_bits(number, 32)
    for digits in range(1, 10):
        text = f"{number:.{digits}g}"
        if ieee.to_bits(float(text), 32) == bits:
            return text if any(c in text for c in ".e") else text + ".0"
    return repr(number)
