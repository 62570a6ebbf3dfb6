"""Which numbers that are subtracted from pointers are unsigned: LLVM has only the negated number, which tells nothing.

For `p - n` the step is `-n`; for an unsigned `n` above half of the address space that is a step up, which clang's
UBSan reports. Its check of such a difference compares in one direction only. So a file with such a subtraction is
compiled once more, with that check, and in the text without checks these differences become `getelementptr nuw` instead
of `getelementptr inbounds`. Both texts have the same subtractions in the same order.
"""

from __future__ import annotations

import re

from secateur.frontend.signed_shifts import functions_of, replaced_functions

CHECKED = ("-fsanitize=pointer-overflow", "-fno-sanitize-recover=all", "-g0")
"""clang's options for that compilation."""

_WIDE = re.compile(r"\n  %idx\.neg\d* = sub i64 0, (?!%idx\.ext)")
_STEP = re.compile(r"^(  %\S+ = getelementptr )inbounds( .*, i64 %idx\.neg\d*)(?=,|$)", re.MULTILINE)
_CHECKED_STEP = re.compile(
    r"^  %\S+ = getelementptr inbounds .*, i64 %idx\.neg\d*$\n(?:  .*\n)*?  %\d+ = icmp (ule|uge) ", re.MULTILINE
)


def has_wide_steps(text: str) -> bool:
    """Is a number of 64 bits subtracted from a pointer?"""
    return _WIDE.search(text) is not None


def with_unsigned_steps(text: str, checked: str) -> str:
    """`text` with the differences by unsigned numbers marked; `checked` is the same program with checks."""
    unsigned = {name: [word == "ule" for word in _CHECKED_STEP.findall(body)] for name, body in functions_of(checked)}
    return replaced_functions(text, lambda name, body: _marked(body, unsigned.get(name, [])))


def _marked(body: str, unsigned: list[bool]) -> str:
    if not any(unsigned) or len(_STEP.findall(body)) != len(unsigned):
        return body
    following = iter(unsigned)
    return _STEP.sub(lambda found: f"{found[1]}{'nuw' if next(following) else 'inbounds'}{found[2]}", body)
