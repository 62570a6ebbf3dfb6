"""What a technique left out, and why: for the JSON, and in one line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from secateur import expr
from secateur.exploration.cuts import Cut, CutKind
from secateur.ir.model import Position
from secateur.machine.path import OWN_FILES
from secateur.report.sentences import count_of

#: A longer condition is not shown, only its line.
_LONGEST = 60

_TEXTS = {
    CutKind.REPEATED: "other runs take this side after the same decisions, as far as these matter to it",
    CutKind.NO_EFFECT: "the output does not depend on it",
    CutKind.NOT_IMPACTED: "the change does not affect it",
    CutKind.OUT_OF_REACH: "the change is not executed there",
    CutKind.COVERED: "everything that can follow is covered by paths that were explored",
    CutKind.UNEXPLAINED: "the technique did not ask for it",
}


def cuts_json(cuts: Sequence[Cut]) -> list[dict[str, Any]]:
    """By line and reason; several branches of a line are one."""
    found: dict[tuple[object, ...], dict[str, Any]] = {}
    for cut in cuts:
        place, because = cut.position, because_text(cut)
        key = (place.file, place.line, cut.branch, because)
        known = found.setdefault(
            key,
            {
                "technique": cut.technique,
                "file": place.file,
                "line": place.line,
                "branch": str(cut.branch),
                "count": 0,
                "reason": str(cut.reason.kind),
                "because": because,
            },
        )
        known["count"] += cut.count
    return list(found.values())


def because_text(cut: Cut) -> str:
    if cut.reason.kind is not CutKind.INDEPENDENT:
        return _TEXTS[cut.reason.kind]
    *others, (condition, place) = cut.reason.others
    named = _decision(condition, place, cut.position)
    return f"nothing depends on both this and {named}" + (f" (or {count_of(len(others), 'other')})" if others else "")


def _decision(condition: expr.Expr, place: Position, here: Position) -> str:
    where = f"line {place.line}" if place.file == here.file else str(place)
    text = expr.to_c(condition)
    return where if len(text) > _LONGEST else f"`{text}` on {where}"


def cuts_line(cuts: Sequence[Cut]) -> str | None:
    """One line about all of them; None if nothing was cut in the user's code."""
    shown = [each for each in cuts_json(cuts) if not each["file"].startswith(OWN_FILES)]
    if not shown:
        return None
    lines = {(each["file"], each["line"]) for each in shown}
    most = max(shown, key=lambda each: (each["branch"] == "condition", each["count"]))
    total = count_of(sum(each["count"] for each in shown), "side")
    return f"cut: {total} on {count_of(len(lines), 'line')}, as at {most['file']}:{most['line']}: {most['because']}"
