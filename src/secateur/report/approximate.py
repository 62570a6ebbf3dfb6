"""What SPA says about a function, on a terminal: each part as soon as it is known."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from secateur import expr
from secateur.approximation.families import EdgeList
from secateur.approximation.guarded_values import Guarded
from secateur.approximation.legend import Legend
from secateur.approximation.solving import ProofStatus, Solved, SolvedBy
from secateur.approximation.stars import Star
from secateur.approximation.study import Family
from secateur.machine.path import DRIVER, OWN_FILES
from secateur.report.approximate_advice import unknown_lines
from secateur.report.assumptions import claim
from secateur.report.native_run import show_not_tried
from secateur.report.open_assumptions import show_open
from secateur.report.sentences import count_of
from secateur.report.shown import first_of, rest_text, show_inputs

if TYPE_CHECKING:
    from secateur.harness.subject import Subject
    from secateur.jobs.answering import Effort
    from secateur.jobs.approximate_answer import ApproximateAnswer, Proof, Witness
    from secateur.options.jobs import ApproximateOptions

#: The place of a fault in a condition that the user asks about.
_IN_DRIVER = re.compile(rf" at {re.escape(DRIVER)}:\d+")


#: Lines of one answer that are shown; the JSON has all.
MOST_LINES = 24
#: Line numbers that are listed after one reason for a star, and stars of one reason; the JSON has all.
MOST_NUMBERS = 6
#: Characters of one condition that are shown.
LONGEST = 600
_STYLES = {ProofStatus.PROVED: "bold green", ProofStatus.REFUTED: "bold red"}


class ShownParts:
    """Shows each part of an answer when it is told. `working`: shows how a question that is still open goes on."""

    def __init__(
        self, console: Console, options: ApproximateOptions, working: Callable[[Effort], None] | None = None
    ) -> None:
        self._console = console
        self._options = options
        self._working = working
        self._has_title = False

    def subject(self, subject: Subject) -> None:
        if not self._has_title:
            self._has_title = True
            self._line(subject.title, "bold")

    def family(self, line: int, family: Family, legend: Legend) -> None:
        self._line(f"line {line} is reached by {_edges(family.edges)}")
        if len(family.values) == 1:
            self._line(f"  when {_always(family.condition, legend)}")
            return
        texts = list(dict.fromkeys(_always(value, legend) for value in family.values))
        self._line(f"  when one of these {len(texts)} holds, for any value of *:")
        for text in texts[:MOST_LINES]:
            self._line(f"    {text}")
        if len(texts) > MOST_LINES:
            self._line(f"    {rest_text(len(texts) - MOST_LINES)}", "dim")

    def values(self, line: int | None, found: Mapping[str, Sequence[Guarded]]) -> None:
        for name, each in found.items():
            self._values(f"{name} at {'exit' if line is None else f'line {line}'}", each)

    def _values(self, title: str, found: Sequence[Guarded]) -> None:
        self._line(f"{title}:")
        rows = _each_once(found)
        for when, values, where in rows[:MOST_LINES]:
            shown = values[0] if len(values) == 1 else "{ " + ", ".join(values) + " }"
            case = f"case {when}: " if when else ""
            self._line(f"  {_short(case)}{_short(shown)}" + (f"   ({'; '.join(where)})" if where else ""))
        if len(rows) > MOST_LINES:
            self._line(f"  … and {len(rows) - MOST_LINES} more cases (--json lists all)", "dim")

    def solved(self, line: int, solved: Solved, witness: Witness | None, has_stars: bool) -> None:
        if solved.impossible:
            self._line(f"no input reaches line {line}{_explored(solved)}", "bold")
        elif witness is None:
            self._line(f"it is not known whether an input reaches line {line}", "yellow")
            self._unknown(solved)
        else:
            sure = ", for any value of *" if solved.guaranteed and has_stars else ""
            self._line(f"line {line} is reached by this input{sure}:", "bold green")
            self._witness(witness)

    def proof(self, proof: Proof) -> None:
        style = _STYLES.get(proof.status, "yellow")
        explored = _explored(proof.solved) if proof.solved.impossible else ""
        self._line(f"{proof.text}: {proof.status}{explored}", style)
        if proof.witness is not None:
            self._witness(proof.witness)
        elif proof.status is ProofStatus.UNKNOWN:
            self._unknown(proof.solved)

    def effort(self, effort: Effort) -> None:
        if self._working is not None:
            self._working(effort)

    def rest(self, answer: ApproximateAnswer) -> None:
        """What it rests on, and what the stars are."""
        self._line(claim(answer.ledger, "this holds"), "yellow" if answer.ledger.open else "")
        show_open(self._console, answer.ledger)
        for text in star_lines(answer.stars):
            self._line(text, "dim")
        if answer.study.legend.choosing:
            self._line(choosing_line(answer.study.legend.choosing), "dim")
        count = answer.study.expansions
        late = ", when the time was used up" if answer.study.is_late else ""
        self._line(f"{count} uses were traced back to their definitions{late}", "dim")

    def _unknown(self, solved: Solved) -> None:
        for text in unknown_lines(solved, self._options):
            self._line(f"  {text}")

    def _witness(self, witness: Witness) -> None:
        self._line(f"  {show_inputs(witness.test.inputs)}")
        native = "not tried natively" if witness.confirmed is None else "confirmed natively"
        if witness.confirmed is False:
            native = "NOT confirmed natively"
        outcome = _IN_DRIVER.sub(", when the condition is evaluated", str(witness.test.outcome))
        self._line(f"  {outcome} ({native})")
        show_not_tried(self._console, witness.not_tried)

    def _line(self, text: str, style: str = "") -> None:
        self._console.print(Text(text, style), soft_wrap=True)


def show_approximate(console: Console, answer: ApproximateAnswer) -> None:
    """A whole answer."""
    shown = ShownParts(console, answer.options)
    shown.subject(answer.subject)
    if answer.family is not None and answer.to is not None:
        shown.family(answer.to, answer.family, answer.study.legend)
        shown.values(answer.to, answer.values)
        if answer.solved is not None:
            shown.solved(answer.to, answer.solved, answer.witness, bool(answer.stars))
    shown.values(None, answer.observed)
    for proof in answer.proofs:
        shown.proof(proof)
    shown.rest(answer)


def effort_line(effort: Effort) -> Text:
    """What was done so far for a question."""
    tried = count_of(effort.tried, "input")
    words = [f"{effort.expansions:,} uses traced back", f"{tried} tried"]
    if effort.refined:
        words.insert(1, f"{count_of(effort.refined, 'refinement')}")
    if effort.paths:
        words.append(f"{count_of(effort.paths, 'path')} explored")
    return Text(f"{effort.question}: {', '.join(words)} in {effort.seconds:.0f} s", "dim")


def star_lines(stars: Mapping[str, Star]) -> list[str]:
    """What the stars stand for, those of the same kind together."""
    return [
        f"{first_of(names, MOST_NUMBERS)} {'is' if len(names) == 1 else 'are'} {why} ({_lines(lines)})"
        for why, (names, lines) in _by_reason(stars.items()).items()
    ]


def choosing_line(stars: Sequence[Star]) -> str:
    """What was not looked into, though it chooses between the values and conditions that are shown."""
    found = _by_reason(("", star) for star in stars)
    words = [f"{why} ({_lines(lines)})" for why, (_, lines) in found.items()]
    return f"what chooses between them was left open: {'; '.join(words)}"


def _by_reason(stars: Iterable[tuple[str, Star]]) -> dict[str, tuple[list[str], list[int]]]:
    """Why they are unknown → their names, and the lines."""
    grouped: dict[str, tuple[list[str], list[int]]] = {}
    for name, star in stars:
        names, lines = grouped.setdefault(star.why, ([], []))
        names.append(name)
        if star.position.line and star.position.line not in lines and not star.position.file.startswith(OWN_FILES):
            lines.append(star.position.line)
    return grouped


def _each_once(found: Sequence[Guarded]) -> list[tuple[str, tuple[str, ...], list[str]]]:
    """The cases, each once: when, the values, and where that is so."""
    grouped: dict[tuple[str, str], list[str]] = {}
    for guarded in found:
        grouped.setdefault((guarded.where, guarded.when), []).append(guarded.value)
    once: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for (where, when), values in grouped.items():
        places = once.setdefault((when, tuple(dict.fromkeys(values))), [])
        if where and where not in places:
            places.append(where)
    return [(when, values, where) for (when, values), where in once.items()]


def _explored(solved: Solved) -> str:
    """If it took runs to show that there is none."""
    if solved.by is not SolvedBy.EXPLORATION:
        return ""
    return f" (every path was explored: {solved.paths:,})"


def _always(condition: expr.Value, legend: Legend) -> str:
    if not isinstance(condition, expr.Expr):
        return "always" if condition else "never"
    return _short(legend.text(condition))


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}… (--json shows all of it)"


def _edges(ways: Sequence[EdgeList]) -> str:
    if not ways:
        return "no path"
    if ways == ((),):
        return "every path"
    shown = [f"<{', '.join(map(str, way))}>" if way else "the other paths" for way in ways[:8]]
    return " or ".join(shown) + (f" or {len(ways) - 8} more" if len(ways) > 8 else "")


def _lines(lines: Sequence[int]) -> str:
    return f"line {first_of([str(line) for line in sorted(lines)], MOST_NUMBERS)}" if lines else "in the C library"
