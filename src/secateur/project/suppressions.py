"""Comments in the source that say why a finding is to be ignored: `/* secateur: ignore KIND: reason */`.

A comment counts for its own line, or for the next line with code if it stands alone. Without a reason, or with a kind
that does not exist, it counts for nothing, and that is reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from secateur.machine.fault import FaultKind

#: Comments, and what may look like one: strings and characters.
_TOKEN = re.compile(r"""//[^\n]*|/\*.*?(?:\*/|\Z)|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'""", re.DOTALL)
_ORDER = re.compile(r"secateur:\s*ignore\b(?P<rest>.*)", re.DOTALL)
_PARTS = re.compile(r"\s*(?P<kinds>[\w\s,-]*?)\s*(?::(?P<reason>.*))?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Suppression:
    """`line`: of the comment; `lines`: those that it counts for. `problem`: why it counts for nothing."""

    file: str
    line: int
    lines: tuple[int, ...]
    kinds: tuple[str, ...]
    reason: str
    problem: str = ""

    def covers(self, file: str, line: int, kind: str) -> bool:
        return not self.problem and self.file == file and line in self.lines and kind in self.kinds


def suppressions_in(text: str, file: str) -> Iterator[Suppression]:
    """All such comments of a source."""
    if "secateur:" not in text:
        return
    code = _TOKEN.sub(lambda found: _blank(found[0]), text).split("\n")
    for found in _TOKEN.finditer(text):
        order = _ORDER.search(found[0]) if found[0].startswith("/") else None
        if order is None:
            continue
        first = text.count("\n", 0, found.start()) + 1
        last = first + found[0].count("\n")
        yield _suppression(file, first, _lines(code, first, last), order["rest"].removesuffix("*/"))


def _suppression(file: str, line: int, lines: tuple[int, ...], rest: str) -> Suppression:
    parts = _PARTS.fullmatch(rest)
    kinds = tuple(re.split(r"[\s,]+", parts["kinds"])) if parts is not None and parts["kinds"] else ()
    reason = " ".join((parts["reason"] or "").replace("*", " ").split()) if parts is not None else ""
    unknown = [kind for kind in kinds if kind not in tuple(FaultKind)]
    problem = ""
    if not kinds:
        problem = "names no kind of fault"
    elif unknown:
        problem = f"{unknown[0]} is no kind of fault"
    elif not reason:
        problem = "gives no reason"
    elif not lines:
        problem = "no code follows"
    return Suppression(file, line, lines, kinds, reason, problem)


def _lines(code: Sequence[str], first: int, last: int) -> tuple[int, ...]:
    """`code`: the lines without comments and strings."""
    beside = tuple(number for number in range(first, last + 1) if code[number - 1].strip())
    if beside:
        return beside
    after = (number for number in range(last + 1, len(code) + 1) if code[number - 1].strip())
    return tuple(number for number in (next(after, 0),) if number)


def _blank(token: str) -> str:
    """A string is code; of a comment only the line breaks stay."""
    return "\n" * token.count("\n") if token.startswith("/") else "x"
