"""The user's source with what is known about each line: coverage, sides of branches, findings, reasons."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup, escape
from pygments.lexers import CLexer
from pygments.token import Comment, Keyword, Literal, Number, Token, _TokenType

from secateur.report.covered_files import covered_files
from secateur.report.material import ReportedRun
from secateur.report.pages.uncovered import UncoveredStretch
from secateur.report.places import from_here
from secateur.report.source_text import SourceText

#: Lines from which on only functions that were called are shown, with lines around them.
LARGE, AROUND = 3000, 4

_CLASSES: dict[_TokenType, str] = {
    Comment.Preproc: "p",
    Comment.PreprocFile: "s",
    Comment: "c",
    Keyword: "k",
    Number: "n",
    Literal: "s",
}


@dataclass(frozen=True, slots=True)
class ShownLine:
    """`state`: covered, partial (a side of a branch is missing), missed, or nothing for a line without code. `sides`:
    of each branch, whether it was true and false. `findings`: their numbers. `folded`: so many lines are left out in
    its place."""

    number: int
    code: Markup
    state: str = ""
    sides: tuple[tuple[bool, bool], ...] = ()
    findings: tuple[int, ...] = ()
    uncovered: UncoveredStretch | None = None
    folded: int = 0

    @property
    def taken(self) -> int:
        """How many sides were taken."""
        return sum(true + false for true, false in self.sides)

    @property
    def told(self) -> str:
        """For readers of the screen."""
        words = {"covered": "covered", "partial": "partly covered", "missed": "not covered"}
        sides = [
            f"{'true' if side == 0 else 'false'} never taken" for two in self.sides for side in (0, 1) if not two[side]
        ]
        return ", ".join([words[self.state], *sides]) if self.state else ""


@dataclass(frozen=True, slots=True)
class ShownFile:
    """`number` is used in links."""

    number: int
    name: str
    lines: list[ShownLine] = field(default_factory=list)
    covered: int = 0
    total: int = 0


def source_files(
    runs: Sequence[ReportedRun],
    findings: Sequence[Mapping[str, Any]],
    stretches: Mapping[tuple[str, int], UncoveredStretch],
    text: SourceText,
) -> list[ShownFile]:
    """The files that have code, those with findings or explored functions first. `findings`: in the order in which
    they are numbered."""
    named = {each["file"] for each in findings} | {run.data["source"] for run in runs}
    files = sorted(covered_files(runs), key=lambda each: (each["file"] not in named, each["file"]))
    called: dict[str, list[tuple[int, int]]] = {}
    for run in runs:
        for function in run.data["coverage"].get("functions", ()):
            if function["called"]:
                called.setdefault(function["file"], []).append((function["line"], function["end"]))
    return [
        _file(number, each, findings, stretches, called.get(each["file"], ()), text)
        for number, each in enumerate(files, 1)
    ]


def _file(
    number: int,
    each: Mapping[str, Any],
    findings: Sequence[Mapping[str, Any]],
    stretches: Mapping[tuple[str, int], UncoveredStretch],
    called: Sequence[tuple[int, int]],
    text: SourceText,
) -> ShownFile:
    """`called`: the lines of the functions that were called; of a large file, the others are folded."""
    file, covered, missed = each["file"], set(each["covered"]), set(each["missed"])
    sides: dict[int, list[tuple[bool, bool]]] = {}
    for branch in each["branches"]:
        sides.setdefault(branch["line"], []).append((branch["true"], branch["false"]))
    notes: dict[int, list[int]] = {}
    for index, fault in enumerate(findings, 1):
        if fault["file"] == file:
            notes.setdefault(fault["line"], []).append(index)
    shown = highlighted(text.lines(file))
    last = max([len(shown), *covered, *missed])
    lines = []
    for line in range(1, last + 1):
        two = tuple(sides.get(line, ()))
        state = "missed" if line in missed else "covered" if line in covered else ""
        if state == "covered" and not all(true and false for true, false in two):
            state = "partial"
        code = shown[line - 1] if line <= len(shown) else Markup("")
        lines.append(ShownLine(line, code, state, two, tuple(notes.get(line, ())), stretches.get((file, line))))
    if last > LARGE and called:
        near = {line for first, end in called for line in range(first - AROUND, end + AROUND + 1)}
        near |= {line + step for line in notes for step in range(-AROUND, AROUND + 1)}
        lines = list(_folded(lines, near))
    return ShownFile(number, from_here(file), lines, len(covered), len(covered) + len(missed))


def _folded(lines: Sequence[ShownLine], near: Collection[int]) -> Iterator[ShownLine]:
    hidden = 0
    for line in lines:
        if line.number not in near:
            hidden += 1
            continue
        if hidden:
            yield ShownLine(0, Markup(""), folded=hidden)
        hidden = 0
        yield line
    if hidden:
        yield ShownLine(0, Markup(""), folded=hidden)


def highlighted(lines: Sequence[str]) -> list[Markup]:
    """C code with its keywords, comments, numbers and strings marked."""
    made: list[list[str]] = [[]]
    for kind, text in CLexer(stripnl=False, ensurenl=False).get_tokens("\n".join(lines)):
        style = _style(kind)
        for number, part in enumerate(text.split("\n")):
            if number:
                made.append([])
            if part:
                made[-1].append(f'<i class="{style}">{escape(part)}</i>' if style else str(escape(part)))
    return [Markup("".join(parts)) for parts in made]


def _style(kind: _TokenType) -> str:
    if kind in Token.Text:
        return ""
    return next((style for each, style in _CLASSES.items() if kind in each), "")
