"""Compares a native run with its prediction."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePath

from secateur.machine.library.output import POINTER_TEXT
from secateur.suite.native.outcome import NativeOutcome
from secateur.suite.test import NON_NULL, FaultRecord, Outcome, float_text, is_float_text, readable, text_float

_ENDS = {
    "return": "it returns",
    "exit": "it calls exit",
    "fault": "it ends in a fault",
    "assume": "an assumption does not hold",
    "timeout": "it times out",
    "mismatch": "it requests different inputs",
    "undefined": "it calls an undefined function",
    "killed": "it is killed",
}

_HEXADECIMAL = re.compile(r"(-?)0x([0-9a-f]+)(?:\.([0-9a-f]*))?p([+-]?\d+)", re.IGNORECASE)


def differences(predicted: Outcome, actual: NativeOutcome, is_program: bool) -> tuple[str, ...]:
    """Every difference between a run and its prediction, as sentences; empty if the prediction is confirmed.

    `is_program`: run from `main`, where returning and calling exit are the same.
    """
    return tuple(_differences(predicted, actual, is_program))


def _differences(predicted: Outcome, actual: NativeOutcome, is_program: bool) -> Iterator[str]:
    ends = ("return", "exit")
    if predicted.kind != actual.kind and not (is_program and predicted.kind in ends and actual.kind in ends):
        yield f"predicted: {_end(predicted)}; natively: {_end(actual)}"
        return
    if predicted.kind in ends:
        if predicted.status & 255 != actual.status & 255:
            yield f"predicted exit status {predicted.status & 255}, natively {actual.status & 255}"
        if actual.unread:
            yield f"{actual.unread} inputs were not read"
        for what, ours, theirs in (
            ("output", predicted.output, actual.output),
            ("error output", predicted.error, actual.error),
        ):
            if not _alike(ours, theirs):
                yield f"predicted {what} {_show(ours)}, natively {_show(theirs)}"
        if predicted.files is not None and actual.files is not None:
            yield from _files(dict(predicted.files), dict(actual.files))
    yield from _observations(dict(predicted.observations), dict(actual.observations))
    if predicted.fault is not None and actual.fault is not None:
        yield from _fault(predicted.fault, actual.fault)


def _files(predicted: dict[str, bytes | None], actual: dict[str, bytes]) -> Iterator[str]:
    for name in sorted(predicted.keys() | actual.keys()):
        if name not in actual:
            yield f"predicted a file {name!r}, natively it is not there"
        elif name not in predicted:
            yield f"natively there is a file {name!r}, which was not predicted"
        elif (ours := predicted[name]) is not None and not _alike(ours, actual[name]):
            yield f"predicted {_show(ours)} in the file {name!r}, natively {_show(actual[name])}"


def _alike(predicted: bytes, printed: bytes) -> bool:
    """The same bytes, except for pointers printed by `%p`, which differ in each run."""
    if POINTER_TEXT not in predicted:
        return predicted == printed
    pattern = re.escape(predicted).replace(re.escape(POINTER_TEXT), rb"0x[0-9a-f]+")
    return re.fullmatch(pattern, printed) is not None


def _observations(predicted: dict[str, str], actual: dict[str, str]) -> Iterator[str]:
    """Nothing is predicted for memory that has no value; a native run sees some."""
    for name, ours in predicted.items():
        theirs = actual.get(name)
        if theirs is None:
            yield f"{name} was observed only in the prediction"
        elif _normal(ours) != _normal(theirs) and not (ours == NON_NULL and is_float_text(theirs)):
            yield f"predicted {name} = {readable(ours)}, natively {readable(theirs)}"


def _normal(text: str) -> str:
    """Floats in a canonical spelling, so that 0x1p+0 equals 0x1.0p0, but -0.0 does not equal 0.0. Exact for every
    format: a `long double` has more digits, and a larger range, than a float of Python."""
    match = _HEXADECIMAL.fullmatch(text)
    if match is None:
        return float_text(text_float(text)) if is_float_text(text) else text
    sign, whole, fraction, power = match.group(1), match[2], match[3] or "", int(match[4])
    digits = int(whole + fraction, 16)
    if not digits:
        return f"{sign}0"
    twos = (digits & -digits).bit_length() - 1
    return f"{sign}{digits >> twos}p{power - 4 * len(fraction) + twos}"


def _fault(predicted: FaultRecord, actual: FaultRecord) -> Iterator[str]:
    """The native side may not know the line (for example of a stack overflow); what it knows must agree."""
    alike = _same_trap, _same_block, _same_element
    if predicted.kind != actual.kind and not any(same(predicted, actual) for same in alike):
        yield f"predicted {predicted}, natively {actual}"
        return
    if not actual.line or not actual.file or not predicted.line:
        return
    if (PurePath(predicted.file).name, predicted.line) != (PurePath(actual.file).name, actual.line):
        yield f"predicted {predicted}, natively {actual.file}:{actual.line}"


def _same_trap(predicted: FaultRecord, actual: FaultRecord) -> bool:
    """The processor raises the same trap for x / 0 and INT_MIN / -1."""
    return actual.message == "arithmetic trap" and predicted.kind in ("division-by-zero", "signed-overflow")


def _same_block(predicted: FaultRecord, actual: FaultRecord) -> bool:
    """Natively, nothing is known about the pointer: next to a freed block, only the address is wrong."""
    return predicted.kind == "use-after-free" and actual.message.endswith("memory outside an allocated block")


def _same_element(predicted: FaultRecord, actual: FaultRecord) -> bool:
    """Natively, the address of an element is checked before it is accessed."""
    return actual.kind == "pointer-overflow" and predicted.kind in ("out-of-bounds", "null-pointer", "use-after-free")


def _end(outcome: Outcome | NativeOutcome) -> str:
    if outcome.fault is not None:
        return str(outcome.fault)
    words = _ENDS.get(outcome.kind, outcome.kind)
    detail = outcome.detail if isinstance(outcome, NativeOutcome) else ""
    return f"{words} ({detail})" if detail else words


def _show(data: bytes) -> str:
    text = repr(data.decode("utf-8", "backslashreplace"))
    return text if len(text) <= 80 else f"{text[:77]}..."
