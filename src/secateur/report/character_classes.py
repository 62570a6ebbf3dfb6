"""Conditions about characters in the words of <ctype.h>: `isspace(c)` instead of what our library compares.

There, a function returns a bit of its own, as glibc's do. A condition that asks for such a bit is a call of that
function, if it holds for exactly the characters of its class.
"""

from __future__ import annotations

import string

from secateur import expr
from secateur.expr import Expr

_LETTERS, _GRAPHIC = string.ascii_letters, string.digits + string.ascii_letters + string.punctuation
_CLASSES = {
    1: ("iscntrl", "".join(map(chr, (*range(32), 127)))),
    2: ("ispunct", string.punctuation),
    3: ("isalnum", string.digits + _LETTERS),
    8: ("isupper", string.ascii_uppercase),
    9: ("islower", string.ascii_lowercase),
    10: ("isalpha", _LETTERS),
    11: ("isdigit", string.digits),
    12: ("isxdigit", string.hexdigits),
    13: ("isspace", string.whitespace),
    14: ("isprint", _GRAPHIC + " "),
    15: ("isgraph", _GRAPHIC),
}
"""By the bit of glibc's table: the name, and the characters in the locale "C"."""

#: Widths of a character, and of what these functions take.
_WIDTHS = (8, 32)


def class_text(condition: Expr) -> str | None:
    """`isspace(c)` or `!isspace(c)`; None if it is nothing like that."""
    is_member = condition.op == "not"
    bit = _bit(condition.args[0] if is_member else condition)
    variables = expr.variables_of(condition)
    if bit not in _CLASSES or len(variables) != 1 or variables[0].width not in _WIDTHS:
        return None
    name, members = _CLASSES[bit]
    variable = variables[0]
    model = [0] * (variable.args[0] + 1)
    for character in range(-1, 256):  # those for which the functions are defined
        model[variable.args[0]] = expr.wrap(character, variable.width)
        belongs = character >= 0 and chr(character) in members
        if bool(expr.evaluate(condition, tuple(model))) != (belongs == is_member):
            return None
    return f"{'' if is_member else '!'}{name}({expr.to_c(variable)})"


def _bit(condition: object) -> int | None:
    """The bit that is asked for in `value << bit == 0`."""
    if not isinstance(condition, Expr) or condition.op != "eq":
        return None
    left, right = condition.args
    shifted, zero = (left, right) if isinstance(left, Expr) else (right, left)
    if zero != 0 or not isinstance(shifted, Expr) or shifted.op != "shl" or isinstance(shifted.args[1], Expr):
        return None
    return int(shifted.args[1])
