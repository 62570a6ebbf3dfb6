"""What SPA says of a function, for people and for scripts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.console import Console
from rich.text import Text

from secateur import __version__, expr
from secateur.approximation.families import EdgeList
from secateur.approximation.solving import Solved
from secateur.approximation.stars import Star
from secateur.approximation.study import Family, Guarded, Study
from secateur.machine.path import OWN_FILES
from secateur.report.terminal import show_inputs
from secateur.suite.test import Test

#: Lines of one answer that are shown; the JSON has all.
MOST_LINES = 24
#: Characters of one condition that are shown.
LONGEST = 600


@dataclass(frozen=True, slots=True)
class Witness:
    """An input with what it does. `confirmed`: it does so natively, too."""

    test: Test
    confirmed: bool


@dataclass(frozen=True, slots=True)
class Checked:
    """A condition that shall hold after the call."""

    text: str
    solved: Solved
    witness: Witness | None

    @property
    def verdict(self) -> str:
        if self.solved.impossible:
            return "proved"
        return "unknown" if self.solved.model is None else "refuted"


@dataclass(slots=True)
class Answers:
    """What was asked, and what came out."""

    title: str
    source: str
    function: str
    study: Study
    to: int | None
    family: Family | None = None
    values: dict[str, list[Guarded]] = field(default_factory=dict)
    solved: Solved | None = None
    witness: Witness | None = None
    observed: dict[str, list[Guarded]] = field(default_factory=dict)
    checks: list[Checked] = field(default_factory=list)

    @property
    def stars(self) -> list[Star]:
        return self.study.stars()


def approximate_json(answers: Answers) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "tool": "secateur",
        "version": __version__,
        "source": answers.source,
        "function": answers.function,
    }
    if answers.family is not None:
        family, solved = answers.family, answers.solved
        shown |= {
            "to": answers.to,
            "condition": expr.to_c(family.condition),
            "conditions": [expr.to_c(value) for value in family.values],
            "edges": [[str(edge) for edge in way] for way in family.edges],
            "values": {name: [_guarded_json(g) for g in found] for name, found in answers.values.items()},
            "input": None if answers.witness is None else dict(answers.witness.test.inputs),
            "reached": None if solved is None else _reached(solved),
        }
        if answers.witness is not None:
            shown["confirmed"] = answers.witness.confirmed
        if solved is not None:
            shown |= {"guaranteed": solved.guaranteed, "refined": solved.refined, "tried": solved.tried}
    if answers.observed:
        shown["exit"] = {name: [_guarded_json(g) for g in found] for name, found in answers.observed.items()}
    if answers.checks:
        shown["checks"] = [_check_json(check) for check in answers.checks]
    shown["stars"] = [{"line": star.position.line, "why": star.why} for star in answers.stars]
    shown["expansions"] = answers.study.approximation.expansions
    return shown


def _reached(solved: Solved) -> bool | None:
    """Whether some input reaches the line; None if that is not known."""
    return False if solved.impossible else None if solved.model is None else True


def _guarded_json(guarded: Guarded) -> dict[str, str]:
    shown = {"when": guarded.when or "1", "value": guarded.value}
    return shown | ({"where": guarded.where} if guarded.where else {})


def _check_json(check: Checked) -> dict[str, Any]:
    shown: dict[str, Any] = {"expression": check.text, "verdict": check.verdict, "refined": check.solved.refined}
    if check.witness is not None:
        shown |= {"input": dict(check.witness.test.inputs), "confirmed": check.witness.confirmed}
    return shown


def show_answers(console: Console, answers: Answers) -> None:
    _line(console, answers.title, "bold")
    if answers.family is not None:
        _show_family(console, answers)
    for name, found in answers.values.items():
        _show_values(console, f"{name} at line {answers.to}", found)
    for name, found in answers.observed.items():
        _show_values(console, f"{name} at exit", found)
    for check in answers.checks:
        _show_check(console, check)
    if answers.solved is not None:
        _show_solved(console, answers)
    _show_stars(console, answers)


def _show_family(console: Console, answers: Answers) -> None:
    family = answers.family
    assert family is not None
    _line(console, f"line {answers.to} is reached by {_edges(family.edges)}")
    if len(family.values) == 1:
        _line(console, f"  when {_always(family.condition)}")
        return
    texts = list(dict.fromkeys(_always(value) for value in family.values))
    _line(console, f"  when, whatever * is, one of these {len(texts)} holds:")
    for text in texts[:MOST_LINES]:
        _line(console, f"    {text}")


def _always(condition: expr.Value) -> str:
    if not isinstance(condition, expr.Expr):
        return "always" if condition else "never"
    return _short(expr.to_c(condition))


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}… (--json has all of it)"


def _edges(ways: Sequence[EdgeList]) -> str:
    if not ways:
        return "no path"
    if ways == ((),):
        return "every path"
    shown = [f"<{', '.join(map(str, way))}>" if way else "the other paths" for way in ways[:8]]
    return " or ".join(shown) + (f" or {len(ways) - 8} more" if len(ways) > 8 else "")


def _show_values(console: Console, title: str, found: Sequence[Guarded]) -> None:
    _line(console, f"{title}:")
    grouped: dict[tuple[str, str], list[str]] = {}
    for guarded in found:
        grouped.setdefault((guarded.where, guarded.when), []).append(guarded.value)
    for (where, when), values in list(grouped.items())[:MOST_LINES]:
        shown = values[0] if len(values) == 1 else "{ " + ", ".join(values) + " }"
        case = f"case {when}: " if when else ""
        _line(console, f"  {_short(case)}{_short(shown)}" + (f"   ({where})" if where else ""))
    if len(grouped) > MOST_LINES:
        _line(console, f"  … and {len(grouped) - MOST_LINES} more cases (--json has them)", "dim")


def _show_check(console: Console, check: Checked) -> None:
    style = {"proved": "bold green", "refuted": "bold red"}.get(check.verdict, "yellow")
    _line(console, f"{check.text}: {check.verdict}", style)
    if check.witness is not None:
        _show_witness(console, check.witness)
    elif check.verdict == "unknown":
        count = check.solved.tried
        _line(console, f"  {count} input{'s' * (count != 1)} tried, and what is left as * could not be narrowed down")


def _show_solved(console: Console, answers: Answers) -> None:
    solved = answers.solved
    assert solved is not None
    if solved.impossible:
        _line(console, f"no input reaches line {answers.to}", "bold")
    elif answers.witness is None:
        _line(console, f"no input was found that reaches line {answers.to} ({solved.tried} were tried)", "yellow")
    else:
        sure = ", whatever * is" if solved.guaranteed and answers.stars else ""
        _line(console, f"line {answers.to} is reached by this input{sure}:", "bold green")
        _show_witness(console, answers.witness)


def _show_witness(console: Console, witness: Witness) -> None:
    _line(console, f"  {show_inputs(witness.test.inputs)}")
    native = "confirmed natively" if witness.confirmed else "NOT confirmed natively"
    _line(console, f"  {witness.test.outcome} ({native})")


def _show_stars(console: Console, answers: Answers) -> None:
    grouped: dict[str, list[int]] = {}
    for star in answers.stars:
        lines = grouped.setdefault(star.why, [])
        if star.position.line not in lines and not star.position.file.startswith(OWN_FILES):
            lines.append(star.position.line)
    words = [f"{why} ({_lines(lines)})" for why, lines in grouped.items()]
    if words:
        _line(console, "* is " + "; ".join(words), "dim")
    count = answers.study.approximation.expansions
    _line(console, f"{count} uses were traced back to their definitions", "dim")


def _lines(lines: Sequence[int]) -> str:
    return f"line {', '.join(map(str, sorted(lines)[:6]))}" if lines else "in the C library"


def _line(console: Console, text: str, style: str = "") -> None:
    console.print(Text(text, style), soft_wrap=True)
