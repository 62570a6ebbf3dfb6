"""The outcome of a native run, and how it is parsed from the result lines of the runtime."""

from __future__ import annotations

import signal
import struct
from dataclasses import dataclass

from secateur.frontend.compile import EXTERNALS_NAME
from secateur.suite import long_doubles
from secateur.suite.native.lines import LineTable
from secateur.suite.native.names import original
from secateur.suite.test import FaultRecord, float_text, shortened


@dataclass(frozen=True, slots=True)
class NativeOutcome:
    """How a run ended and what was observed.

    `kind` is one of: "return" (main returned), "exit" (the program called exit), "fault" (see `fault`),
    "assume" (an assumption did not hold), "timeout", "mismatch" (the program requested other inputs than the
    test has: `detail`), "undefined" (an undefined function was called: `detail`), "killed" (by a signal that no
    fault explains: `detail`).
    `status` is the exit status, 128 + signal if a signal ended the process. `unread` counts the inputs left over.
    """

    kind: str
    status: int
    observations: tuple[tuple[str, str], ...] = ()
    output: bytes = b""
    error: bytes = b""
    fault: FaultRecord | None = None
    detail: str = ""
    unread: int = 0
    trace: str = ""  # what decided, as one number, if the build reports it
    files: tuple[tuple[str, bytes], ...] | None = None  # that it left in its folder, if somebody has looked
    leaks: tuple[FaultRecord, ...] = ()  # where blocks were allocated that are lost at the end, if the build reports it


@dataclass(frozen=True, slots=True)
class RawOutcome:
    """The fork server's answer for one test."""

    wait_status: int
    late: bool
    result: bytes
    output: bytes
    error: bytes


def read_outcome(raw: RawOutcome, lines: LineTable) -> NativeOutcome:
    """Interpret the result of a run. The first fault counts, even if it comes while exiting, after the end of main."""
    observations: list[tuple[str, str]] = []
    kind, detail, unread, fault, trace = "", "", 0, None, ""
    leaks: list[FaultRecord] = []
    files: list[tuple[str, bytes]] | None = None
    for line in raw.result.decode("utf-8", "surrogateescape").split("\n"):
        word, *fields = line.split("\t")
        if word == "see":
            observations.append((_unescape(fields[2]), _value_text(fields[0], fields[1])))
        elif word == "fault" and fault is None:
            kind, fault = "fault", _read_fault(fields, lines)
        elif word == "end":
            kind, unread = "return", int(fields[1])
        elif word == "trace":
            trace = fields[0]
        elif word == "files":
            files = []
        elif word == "many":
            files = None
        elif word == "left" and files is not None:
            mark, size, data, name = fields
            files.append((_unescape(name) + mark, shortened(bytes.fromhex(data), int(size))))
        elif word == "leak":
            leaks.append(_read_fault(["leak", "0", "0", fields[1], "", f"{fields[0]} bytes are lost"], lines))
        elif word in ("assume", "mismatch", "undefined"):
            kind, detail = word, _unescape(fields[0]) if fields else ""
    status = _exit_status(raw.wait_status)
    if raw.late:
        kind, fault = "timeout", None
    elif kind != "fault" and status > 128 and raw.wait_status & 0x7F:
        kind, detail = "killed", _signal_name(status - 128)
    elif not kind:
        kind = "exit"
    if fault is not None:
        status = _FAULT_STATUS
    seen, lost = tuple(observations), tuple(leaks)
    left = None if files is None else tuple(sorted(files))
    return NativeOutcome(kind, status, seen, raw.output, raw.error, fault, detail, unread, trace, left, lost)


_FAULT_STATUS = 134
"""A fault has no exit status; this is the shell's number for an aborted process."""


def _read_fault(fields: list[str], lines: LineTable) -> FaultRecord:
    kind, line, column, counters, file, message = fields
    place = (_unescape(file), int(line), int(column))
    function = ""
    for text in counters.split(","):
        if not text:
            continue
        found = lines.find(int(text, 16))
        if found is not None and found.file != EXTERNALS_NAME:
            if not place[0] or kind == "assertion":  # `assert` over several lines: the line of the call
                place = (found.file, found.line, found.column)
            function = original(lines.function(int(text, 16)) or "")
            break
    if kind == "stack-overflow":  # the call at which it happens depends on the size of the stack
        place = (place[0], 0, 0)
    return FaultRecord(kind, place[0].removeprefix("./"), place[1], place[2], function, _unescape(message))


def _value_text(kind: str, text: str) -> str:
    match kind:
        case "f32":
            return float_text(struct.unpack("<f", int(text, 16).to_bytes(4, "little"))[0])
        case "f64":
            return float_text(struct.unpack("<d", int(text, 16).to_bytes(8, "little"))[0])
        case "f80":
            return long_doubles.text(long_doubles.pattern(int(text, 16).to_bytes(long_doubles.SIZE, "little")))
        case "pointer":
            return "non-null" if text == "1" else "null"
        case _:
            return text


def _unescape(text: str) -> str:
    if "\\" not in text:
        return text
    parts = text.split("\\\\")
    return "\\".join(part.replace("\\t", "\t").replace("\\n", "\n") for part in parts)


def _exit_status(wait_status: int) -> int:
    by_signal = wait_status & 0x7F
    return 128 + by_signal if by_signal else wait_status >> 8 & 0xFF


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
