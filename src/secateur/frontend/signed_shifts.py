"""Which left shifts are of signed values: LLVM's `shl` is the same for both, but in C only signed ones can overflow.

clang's own check of the shifted value is made for signed ones only. So in the text with checks (`constant_faults`) they
can be told apart; in the text without checks they become `shl nuw nsw`, which says that no bit is lost and that
the sign stays. Both texts have the same shifts in the same order.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

_CHECK = "%shl.check"
_START = re.compile(r'\ndefine [^@\n]*(@(?:[-\w.$]+|"[^"\n]*"))\(')
_MARKED = re.compile(r"^  (?:(%shl\.check\S*) = lshr|%\S+ = (shl) i\d+ )", re.MULTILINE)
_SHIFT = re.compile(r"^(  %\S+ = shl )(?=i\d+ )", re.MULTILINE)


def with_signed_shifts(text: str, checked: str) -> str:
    """`text` with its signed shifts marked; `checked` is the same program with checks."""
    if _CHECK not in checked:
        return text
    signed = {name: list(_signs(body)) for name, body in functions_of(checked)}
    return replaced_functions(text, lambda name, body: _marked(body, signed.get(name, [])))


def has_shifts(text: str) -> bool:
    return " = shl " in text


def replaced_functions(text: str, change: Callable[[str, str], str]) -> str:
    """LLVM text in which every function definition is what `change` makes of its name and its text."""
    out, end = [], 0
    for found in _START.finditer(text):
        start = found.start() + 1
        out.append(text[end:start])
        end = text.find("\n}\n", start) + 1
        out.append(change(found[1], text[start:end]))
    return "".join([*out, text[end:]])


def functions_of(text: str) -> Iterator[tuple[str, str]]:
    """Name and text of every function that is defined."""
    for found in _START.finditer(text):
        yield found[1], text[found.start() + 1 : text.find("\n}\n", found.start())]


def _signs(body: str) -> Iterator[bool]:
    """For each shift of a function with checks, whether the shifted value is checked before it."""
    checked = False
    for found in _MARKED.finditer(body):
        if found[2]:
            yield checked
        checked = found[2] is None


def _marked(body: str, signed: list[bool]) -> str:
    if not any(signed) or len(_SHIFT.findall(body)) != len(signed):
        return body
    following = iter(signed)
    return _SHIFT.sub(lambda found: f"{found[1]}nuw nsw " if next(following) else found[1], body)
