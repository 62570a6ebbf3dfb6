"""Builds whose fresh memory holds chosen bytes, and which report what they decide by.

clang fills variables. It does not fill `retval`, the variable for the result of a function, which a function without
`return` leaves as it is; so these units are compiled to LLVM text first, where it gets a value of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from secateur.suite.native.outcome import NativeOutcome

#: The bytes that fresh memory holds in the two runs that are compared.
FILLS = (0, 0xAA)

_DECISIONS = "-fsanitize-coverage=trace-pc-guard,trace-cmp,trace-div,trace-gep"
_TEXT = ("-S", "-emit-llvm", "-fno-discard-value-names")
_RESULT = re.compile(r"^  %retval = alloca (i\d+|ptr|float|double)(?=[,\s]).*$", re.MULTILINE)
_COMPARISON = re.compile(r"^  %\S+ = fcmp (?:\w+ )+(double|float) (\S+), ([^\s,]+)(?=,|$)", re.MULTILINE)
_DECLARATIONS = "".join(f"\ndeclare void @secateur_compared_{t}({t}, {t})" for t in ("double", "float")) + "\n"
_INTEGERS = {"ptr": "i64", "double": "i64", "float": "i32"}


def filled(flags: tuple[str, ...], fill: int) -> tuple[str, ...]:
    """The flags for LLVM text in which fresh variables hold zeros or a pattern."""
    return (*flags, f"-ftrivial-auto-var-init={'pattern' if fill else 'zero'}", _DECISIONS, *_TEXT)


def with_filled_results(text: str, fill: int) -> str:
    """LLVM text in which functions that end without a value return these bytes, and comparisons of floating-point
    numbers are reported, which clang does not do."""

    def stored(found: re.Match[str]) -> str:
        kind = _INTEGERS.get(found[1], found[1])
        value = int.from_bytes(bytes([fill]) * 16, "little") & (1 << int(kind[1:])) - 1
        return f"{found[0]}\n  store {kind} {value}, ptr %retval, align 1"

    compared = _COMPARISON.sub(r"  call void @secateur_compared_\1(\1 \2, \1 \3)\n\g<0>", text)
    return _RESULT.sub(stored, compared) + _DECLARATIONS


def fill_matters(zeros: NativeOutcome, shifted: NativeOutcome, others: NativeOutcome) -> bool:
    """Whether a run with other bytes differs from one with zeros in anything that stays the same when only addresses
    change."""
    names = sorted({name for each in (zeros, shifted, others) for name, _ in each.observations})
    parts = zip(*(_parts(each, names) for each in (zeros, shifted, others)), strict=True)
    return any(zero == moved and zero != other for zero, moved, other in parts)


def _parts(outcome: NativeOutcome, names: list[str]) -> Iterator[object]:
    """What can be compared alone."""
    yield outcome.kind, outcome.status, outcome.fault, outcome.detail
    yield outcome.trace
    for text in (outcome.output, outcome.error):
        yield text
        yield _ADDRESS.sub(b"", text)
    seen = dict(outcome.observations)
    yield from (seen.get(name) for name in names)


_ADDRESS = re.compile(rb"0x[0-9a-f]+")
