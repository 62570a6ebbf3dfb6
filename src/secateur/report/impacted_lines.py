"""The lines that a change affects, each with the chain of dependences that leads to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from secateur.dependence.by_line.lines import Lines
from secateur.evolve.impact.impact import Because, Impact, ImpactStep
from secateur.evolve.matching.matching import Change, Matching
from secateur.evolve.matching.outline import Statement
from secateur.machine.path import OWN_FILES
from secateur.report.source_text import SourceText


@dataclass(frozen=True, slots=True)
class Link:
    """A line in a chain and the reason for it. `is_old`: it is a line of the old version."""

    file: str
    line: int
    why: str
    is_old: bool

    def __str__(self) -> str:
        return f"{'old ' if self.is_old else ''}{self.line}{f' {self.why}' if self.why else ''}"


@dataclass(frozen=True, slots=True)
class ImpactedLine:
    """`rule` is `changed`, `affected` (rules 1 and 2) or `needed` (rules 3 and 4)."""

    file: str
    line: int
    function: str
    rule: str
    chain: tuple[Link, ...]


def impacted_lines(impact: Impact, text: SourceText) -> list[ImpactedLine]:
    """The user's lines of the new version that are impacted, in the order of the source."""
    new = impact.new
    lines = Lines(new.static.code, text.at), Lines(impact.old.static.code, text.at)
    changed = impact.matching.added
    affected = new.affected
    found: dict[tuple[str, int], tuple[int, int]] = {}
    for node in sorted(new.nodes):
        place = lines[0].place(node)
        if place is not None:
            rank = 0 if node in changed else 1 if node in affected else 2
            known = found.setdefault((place.file, place.line), (rank, node))
            if rank < known[0]:
                found[place.file, place.line] = (rank, node)
    made = []
    for (file, line), (rank, node) in sorted(found.items()):
        chain = _links(impact.chain(node), lines)
        function = new.static.code.owner[node].function.name
        made.append(ImpactedLine(file, line, function, ("changed", "affected", "needed")[rank], chain))
    return made


def _links(steps: Sequence[ImpactStep], lines: tuple[Lines, Lines]) -> tuple[Link, ...]:
    """A chain by line. Steps that are not statements of the user pass their reason on to the next one."""
    found: list[Link] = []
    pending = ""
    for step in steps:
        place = lines[step.is_old].place(step.node)
        why = _why(step)
        if place is None:
            if step.because is Because.CONTROL:
                pending = "its value depends on it"
            continue
        if found and (found[-1].line, found[-1].file, found[-1].is_old) == (place.line, place.file, step.is_old):
            continue
        if step.because is Because.OTHER and found and found[-1].is_old:
            found[-1] = Link(place.file, place.line, found[-1].why, False)
            continue
        found.append(Link(place.file, place.line, pending or why, step.is_old))
        pending = ""
    return tuple(found)


def _why(step: ImpactStep) -> str:
    match step.because:
        case Because.DATA:
            return f"uses {step.variable}" if step.variable else "uses it"
        case Because.CONTROL:
            return "controlled by it"
        case Because.DECIDES:
            return "controls it"
        case Because.DEFINES:
            return f"defines {step.variable}" if step.variable else "defines its value"
        case Because.OTHER:
            return ""
    return str(step.because)


def user_changes(matching: Matching, text: SourceText) -> list[Change]:
    """Changes in the user's code, one per pair of lines, without the common exit of several `return`s."""
    found: dict[tuple[object, ...], Change] = {}
    for change in matching.changes:
        places = [s.position for s in (change.old, change.new) if s is not None]
        if any(p.file.startswith(OWN_FILES) or not p.line for p in places):
            continue
        if any(text.at(p).startswith("}") for p in places):
            continue
        key = (change.function, _line(change.old), _line(change.new))
        found.setdefault(key, change)
    return list(found.values())


def _line(statement: Statement | None) -> tuple[str, int] | None:
    return None if statement is None else (statement.position.file, statement.position.line)


def change_json(change: Change, text: SourceText) -> dict[str, Any]:
    shown: dict[str, Any] = {"status": str(change.status), "function": change.function}
    for side, statement in (("old", change.old), ("new", change.new)):
        if statement is None:
            shown[side] = None
        else:
            place = statement.position
            shown[side] = {"file": place.file, "line": place.line, "text": text.line(place.file, place.line)}
    return shown


def line_json(line: ImpactedLine, text: SourceText) -> dict[str, Any]:
    return {
        "file": line.file,
        "line": line.line,
        "function": line.function,
        "text": text.line(line.file, line.line),
        "rule": line.rule,
        "chain": [{"file": k.file, "line": k.line, "why": k.why, "old": k.is_old} for k in line.chain],
    }
