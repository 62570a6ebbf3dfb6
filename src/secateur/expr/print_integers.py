"""Integer operations and comparisons as C.

Casts to signed or unsigned are written only where the value could otherwise be misread.
"""

from __future__ import annotations

from secateur.expr.expr import Expr, Value
from secateur.expr.notation import (
    BIT_AND,
    BIT_OR,
    BIT_XOR,
    CHOICE,
    EQUALITY,
    ORDER,
    PRIMARY,
    PRODUCT,
    SHIFT,
    SUM,
    UNARY,
    Piece,
    Pieces,
    Rule,
    cast,
    character,
    has_type,
    literal,
    mask_literal,
    usual_type,
)
from secateur.expr.ranges import signed_range


def integer(x: Expr, pieces: Pieces) -> Piece:
    """The piece of an operand that is used as an integer."""
    piece = pieces[x]
    return Piece(f"bits({piece.text})", PRIMARY, x.width, False) if piece.is_float else piece


def as_signed(x: Expr, pieces: Pieces) -> Piece:
    """A piece whose value in C is the signed value of x."""
    piece = integer(x, pieces)
    if piece.signed or piece.is_truth or piece.width < x.width or _is_natural(x, x.width):
        return piece
    return cast(piece, x.width, True)


def as_unsigned(x: Expr, pieces: Pieces) -> Piece:
    """A piece whose value in C is the unsigned value of x."""
    piece = integer(x, pieces)
    if not piece.signed or piece.is_truth or _is_natural(x, x.width):
        return piece
    if x.op == "extract":
        bits = _shifted(x, pieces)
        if x.width in (8, 16, 32):
            return cast(bits, x.width, False)
        mask = mask_literal((1 << x.width) - 1, bits.promoted[0])
        return Piece(f"{bits.within(BIT_AND)} & {mask.text}", BIT_AND, *usual_type(bits, mask))
    return cast(piece, x.width, False)


def truth(text: str, precedence: int) -> Piece:
    return Piece(text, precedence, 1, is_truth=True)


def _is_natural(x: Value, width: int) -> bool:
    """Never negative: signedness does not matter."""
    return signed_range(x, width)[0] >= 0


def _binary(sign: str, precedence: int, x: Piece, y: Piece, width: int) -> Piece:
    """`x sign y`, computed by C in at least `width` bits and truncated to `width` when C computes wider."""
    if usual_type(x, y)[0] < width:
        x = cast(x, width, x.signed)
    piece = Piece(f"{x.within(precedence)} {sign} {y.within(precedence + 1)}", precedence, *usual_type(x, y))
    return _fitted(piece, width, x.signed and y.signed)


def _fitted(piece: Piece, width: int, signed: bool) -> Piece:
    """The lowest `width` bits of what C computes. Of a width that has no type in C, it is always the signed value: the
    type does not say which of the two it is."""
    return piece if piece.width == width else cast(piece, width, signed or not has_type(width))


def _operand(x: Value, pieces: Pieces, width: int, bits: bool = False) -> Piece:
    """An operand for which only the bits matter."""
    if isinstance(x, Expr):
        return integer(x, pieces)
    if bits:
        return mask_literal(x, width)
    return literal(x, width, True)


def _sided(x: Value, pieces: Pieces, width: int, signed: bool, relative: bool = False) -> Piece:
    if isinstance(x, Expr):
        return as_signed(x, pieces) if signed else as_unsigned(x, pieces)
    return literal(x, width, signed, relative)


def _sum(node: Expr, pieces: Pieces) -> Piece:
    x, y = node.args
    width = node.width
    left = integer(x, pieces)
    if not isinstance(y, Expr) and y < 0:
        shown = repr(chr(-y)) if left.is_character and chr(-y) in "0aA" else str(-y)
        return _binary("-", SUM, left, Piece(shown, PRIMARY, 32), width)
    return _binary("+", SUM, left, _operand(y, pieces, width), width)


def _difference(node: Expr, pieces: Pieces) -> Piece:
    x, y = node.args
    width = node.width
    right = integer(y, pieces)
    if not isinstance(x, Expr) and x == 0:
        if right.promoted[0] < width:
            right = cast(right, width, right.signed)
        return _fitted(Piece(f"-{right.within(UNARY + 1)}", UNARY, *right.promoted), width, True)
    return _binary("-", SUM, _operand(x, pieces, width), right, width)


def _product(node: Expr, pieces: Pieces) -> Piece:
    x, y = node.args
    return _binary("*", PRODUCT, integer(x, pieces), _operand(y, pieces, node.width), node.width)


def _quotient(node: Expr, pieces: Pieces) -> Piece:
    sign = "/" if node.op.endswith("div") else "%"
    x, y = node.args
    signed = node.op[0] == "s" or (_is_natural(x, node.width) and _is_natural(y, node.width))
    left, right = (_sided(arg, pieces, node.width, signed) for arg in (x, y))
    if node.width in (8, 16) and not (node.op == "sdiv" and signed_range(y, node.width)[0] < 0):
        # Only the smallest number divided by -1 leaves the narrow type.
        return Piece(f"{left.within(PRODUCT)} {sign} {right.within(UNARY)}", PRODUCT, node.width, node.op[0] == "s")
    return _binary(sign, PRODUCT, left, right, node.width)


def _bits(node: Expr, pieces: Pieces) -> Piece:
    x, y = node.args
    if node.op == "xor" and not isinstance(y, Expr) and y == -1:
        return _complement(x, pieces, node.width)
    sign, precedence = {"and": ("&", BIT_AND), "or": ("|", BIT_OR), "xor": ("^", BIT_XOR)}[node.op]
    left, right = integer(x, pieces), _operand(y, pieces, node.width, bits=True)
    if left.signed == right.signed and node.width < 32 and max(left.width, right.width) < 32:
        # Bitwise operations on promoted values of one signedness stay within the narrow type.
        text = f"{left.within(precedence)} {sign} {right.within(precedence + 1)}"
        return Piece(text, precedence, max(left.width, right.width), left.signed)
    return _binary(sign, precedence, left, right, node.width)


def _complement(x: Expr, pieces: Pieces, width: int) -> Piece:
    piece = integer(x, pieces)
    if piece.promoted[0] < width:
        piece = cast(piece, width, piece.signed)
    result = Piece(f"~{piece.within(UNARY)}", UNARY, *piece.promoted)
    # C complements a promoted unsigned char to a negative int.
    return cast(result, width, not has_type(width)) if width < 32 and not piece.signed else result


def _shift(node: Expr, pieces: Pieces) -> Piece:
    x, amount = node.args
    width = node.width
    if node.op == "shl":
        left = integer(x, pieces) if isinstance(x, Expr) else literal(x, width, True)
    else:
        left = _sided(x, pieces, width, node.op == "ashr")
    right = integer(amount, pieces) if isinstance(amount, Expr) else literal(amount, width, True)
    if left.promoted[0] < width:
        left = cast(left, width, left.signed)
    piece = Piece(
        f"{left.within(SHIFT)} {'<<' if node.op == 'shl' else '>>'} {right.within(SHIFT + 1)}", SHIFT, *left.promoted
    )
    is_whole = node.op == "ashr" or (node.op == "lshr" and (has_type(width) or _is_natural(node, width)))
    return piece if is_whole else _fitted(piece, width, left.signed)


def equality(node: Expr, pieces: Pieces, sign: str = "==") -> Piece:
    """x == y, or x != y, according to `sign`."""
    x, y = node.args
    left = integer(x, pieces)
    if not isinstance(y, Expr):
        if x.op == "var" and x.kind == "bool" and y in (0, 1):
            return left if (y == 1) == (sign == "==") else truth(f"!{left.text}", UNARY)
        if x.op == "var" and x.kind == "pointer" and y == 0:
            return truth(f"{left.text} {sign} NULL", EQUALITY)
        right = _beside(y, left, x.width)
    else:
        left, right = _usual(left, integer(y, pieces), x.width, is_order=False)
        if x.width < 32 and left.signed != right.signed:
            right = cast(right, x.width, left.signed)
    return truth(f"{left.within(ORDER + 1)} {sign} {right.within(ORDER + 1)}", EQUALITY)


def _order(node: Expr, pieces: Pieces) -> Piece:
    x, y = node.args
    width = x.width if isinstance(x, Expr) else y.width
    sign = "<" if node.op in ("slt", "ult") else "<="
    if not isinstance(x, Expr) or (isinstance(y, Expr) and x.variables > y.variables):
        x, y, sign = y, x, sign.replace("<", ">")
    signed = node.op[0] == "s" or (_is_natural(x, width) and _is_natural(y, width))
    if signed:
        left = as_signed(x, pieces)
        right = as_signed(y, pieces) if isinstance(y, Expr) else _beside(y, left, width)
        if isinstance(y, Expr):
            left, right = _usual(left, right, width, is_order=True)
    else:
        left, right = _unsigned_sides(x, y, pieces, width)
    return truth(f"{left.within(ORDER + 1)} {sign} {right.within(ORDER + 1)}", ORDER)


def _unsigned_sides(x: Expr, y: Value, pieces: Pieces, width: int) -> tuple[Piece, Piece]:
    """Two sides that C compares as unsigned: one unsigned side of full rank is enough to convert the other."""
    if not isinstance(y, Expr):
        left = as_unsigned(x, pieces)
        return left, literal(y, width, False, relative=True)
    if width < 32 or not has_type(width):
        return as_unsigned(x, pieces), as_unsigned(y, pieces)
    left, right = integer(x, pieces), integer(y, pieces)
    if (width, False) in (left.promoted, right.promoted):
        return left, right
    return cast(left, width, False), right


def _beside(value: int, piece: Piece, width: int) -> Piece:
    """A constant that is compared with a piece, in the notation that suits the piece."""
    if piece.is_character:
        shown = character(value)
        if shown is not None:
            return shown
    return literal(value, width, piece.signed or piece.width < width, relative=True)


def _usual(x: Piece, y: Piece, width: int, is_order: bool) -> tuple[Piece, Piece]:
    """Guard two values against C's usual conversions: at equal rank the signed one would become unsigned.

    That is harmless for equality at full width.
    """
    (x_width, x_signed), (y_width, y_signed) = x.promoted, y.promoted
    if x_signed == y_signed:
        return x, y
    unsigned_width, signed_width = (y_width, x_width) if x_signed else (x_width, y_width)
    if unsigned_width < signed_width or (unsigned_width == width and not is_order):
        return x, y
    return (x, cast(y, width, True)) if x_signed else (cast(x, width, True), y)


def _zext(node: Expr, pieces: Pieces) -> Piece:
    inner: Expr = node.args[0]
    piece = pieces[inner]
    if piece.is_truth:
        return Piece(piece.text, piece.precedence, 32)
    return _extended(as_unsigned(inner, pieces), node.width)


def _sext(node: Expr, pieces: Pieces) -> Piece:
    inner: Expr = node.args[0]
    piece = pieces[inner]
    if piece.is_truth:
        return Piece(f"-{piece.within(UNARY + 1)}", UNARY, 32)
    return _extended(as_signed(inner, pieces), node.width)


def _extended(piece: Piece, width: int) -> Piece:
    """Few bits may be computed in a type that is wider than what they are extended to."""
    return cast(piece, width, piece.signed) if has_type(width) and piece.promoted[0] > max(width, 32) else piece


def _extract(node: Expr, pieces: Pieces) -> Piece:
    if node.width == 1:
        return bit_test(node, pieces, "!=")
    return cast(_shifted(node, pieces), node.width, True)


def _shifted(node: Expr, pieces: Pieces) -> Piece:
    """The operand of an extraction, with the wanted bits moved to the low end."""
    x, low = node.args
    piece = integer(x, pieces)
    if not low:
        return piece
    if low + node.width > piece.promoted[0]:
        piece = cast(piece, x.width, piece.signed)
    return Piece(f"{piece.within(SHIFT)} >> {low}", SHIFT, *piece.promoted)


def bit_test(node: Expr, pieces: Pieces, sign: str) -> Piece:
    x, low = node.args
    mask = mask_literal(1 << low, x.width)
    return truth(f"({integer(x, pieces).within(BIT_AND)} & {mask.text}) {sign} 0", EQUALITY)


def _concat(node: Expr, pieces: Pieces) -> Piece:
    high, low = node.args
    low_width = low.width if isinstance(low, Expr) else node.width - high.width
    if isinstance(high, Expr) and high.op == "extract" and high.width > 1:
        # Bits above the extracted ones are shifted out anyway.
        top = _shifted(high, pieces)
    else:
        top = _sided(high, pieces, node.width - low_width, True)
    if top.promoted[0] < node.width:
        top = cast(top, node.width, True)
    tail = _sided(low, pieces, low_width, False)
    text = f"{top.within(SHIFT)} << {low_width} | {tail.within(BIT_OR + 1)}"
    return _fitted(Piece(text, BIT_OR, *usual_type(top, tail)), node.width, True)


def arms(node: Expr, pieces: Pieces) -> tuple[Piece, Piece, Piece]:
    """Both arms of a choice, read with the same signedness, and a piece of the type that C gives the choice."""
    _, x, y = node.args
    width = node.width
    signed = not has_type(width) or any(isinstance(arm, Expr) and integer(arm, pieces).signed for arm in (x, y))
    left, right = (_sided(arm, pieces, width, signed) for arm in (x, y))
    if signed:
        left, right = _usual(left, right, width, is_order=True)
    if width in (8, 16):
        return left, right, Piece("", CHOICE, width, signed)
    return left, right, Piece("", CHOICE, *usual_type(left, right))


def _overflow(node: Expr, pieces: Pieces) -> Piece:
    x, y = node.args
    width = x.width if isinstance(x, Expr) else y.width
    sign, precedence = {"add": ("+", SUM), "sub": ("-", SUM), "mul": ("*", PRODUCT)}[node.op[1:4]]
    if node.op[0] == "u":
        left, right = _unsigned_sides(x, y, pieces, width)
    else:
        left, right = (_sided(arg, pieces, width, True) for arg in (x, y))
    return truth(f"overflows({left.within(precedence)} {sign} {right.within(precedence + 1)})", PRIMARY)


RULES: dict[str, Rule] = {
    "add": _sum,
    "sub": _difference,
    "mul": _product,
    **dict.fromkeys(("udiv", "sdiv", "urem", "srem"), _quotient),
    **dict.fromkeys(("and", "or", "xor"), _bits),
    **dict.fromkeys(("shl", "lshr", "ashr"), _shift),
    "eq": equality,
    **dict.fromkeys(("slt", "sle", "ult", "ule"), _order),
    "zext": _zext,
    "sext": _sext,
    "extract": _extract,
    "concat": _concat,
    **dict.fromkeys((op + "_overflows" for op in ("sadd", "uadd", "ssub", "smul", "umul")), _overflow),
}
