"""What SPA says about a function, on a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from secateur import expr
from secateur.approximation.families import EdgeList
from secateur.approximation.solving import ProofStatus
from secateur.approximation.study import Guarded
from secateur.machine.path import OWN_FILES
from secateur.report.assumptions import claim
from secateur.report.native_run import show_not_tried
from secateur.report.open_assumptions import show_open
from secateur.report.shown import first_of, rest_text, show_inputs

if TYPE_CHECKING:
    from secateur.jobs.approximate import ApproximateAnswer, Proof, Witness


#: Lines of one answer that are shown; the JSON has all.
MOST_LINES = 24
#: Line numbers that are listed after one reason for a star; the JSON has all.
MOST_NUMBERS = 6
#: Characters of one condition that are shown.
LONGEST = 600
_STYLES = {ProofStatus.PROVED: "bold green", ProofStatus.REFUTED: "bold red"}


def show_approximate(console: Console, answer: ApproximateAnswer) -> None:
    _line(console, answer.subject.title, "bold")
    if answer.family is not None:
        _show_family(console, answer)
    for name, found in answer.values.items():
        _show_values(console, f"{name} at line {answer.to}", found)
    for name, found in answer.observed.items():
        _show_values(console, f"{name} at exit", found)
    for proof in answer.proofs:
        _show_proof(console, proof)
    if answer.solved is not None:
        _show_solved(console, answer)
    _line(console, claim(answer.ledger, "this holds"), "yellow" if answer.ledger.open else "")
    show_open(console, answer.ledger)
    _show_stars(console, answer)


def _show_family(console: Console, answer: ApproximateAnswer) -> None:
    family = answer.family
    assert family is not None
    _line(console, f"line {answer.to} is reached by {_edges(family.edges)}")
    if len(family.values) == 1:
        _line(console, f"  when {_always(family.condition)}")
        return
    texts = list(dict.fromkeys(_always(value) for value in family.values))
    _line(console, f"  when one of these {len(texts)} holds, for any value of *:")
    for text in texts[:MOST_LINES]:
        _line(console, f"    {text}")
    if len(texts) > MOST_LINES:
        _line(console, f"    {rest_text(len(texts) - MOST_LINES)}", "dim")


def _always(condition: expr.Value) -> str:
    if not isinstance(condition, expr.Expr):
        return "always" if condition else "never"
    return _short(expr.to_c(condition))


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}… (--json shows all of it)"


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
        _line(console, f"  … and {len(grouped) - MOST_LINES} more cases (--json lists all)", "dim")


def _show_proof(console: Console, proof: Proof) -> None:
    style = _STYLES.get(proof.status, "yellow")
    _line(console, f"{proof.text}: {proof.status}", style)
    if proof.witness is not None:
        _show_witness(console, proof.witness)
    elif proof.status is ProofStatus.UNKNOWN:
        count = proof.solved.tried
        _line(console, f"  {count} input{'s' * (count != 1)} tried; the values left as * could not be narrowed down")


def _show_solved(console: Console, answer: ApproximateAnswer) -> None:
    solved = answer.solved
    assert solved is not None
    if solved.impossible:
        _line(console, f"no input reaches line {answer.to}", "bold")
    elif answer.witness is None:
        _line(console, f"no input was found that reaches line {answer.to} ({solved.tried} were tried)", "yellow")
    else:
        sure = ", for any value of *" if solved.guaranteed and answer.stars else ""
        _line(console, f"line {answer.to} is reached by this input{sure}:", "bold green")
        _show_witness(console, answer.witness)


def _show_witness(console: Console, witness: Witness) -> None:
    _line(console, f"  {show_inputs(witness.test.inputs)}")
    native = "not tried natively" if witness.confirmed is None else "confirmed natively"
    if witness.confirmed is False:
        native = "NOT confirmed natively"
    _line(console, f"  {witness.test.outcome} ({native})")
    show_not_tried(console, witness.not_tried)


def _show_stars(console: Console, answer: ApproximateAnswer) -> None:
    grouped: dict[str, list[int]] = {}
    for star in answer.stars:
        lines = grouped.setdefault(star.why, [])
        if star.position.line not in lines and not star.position.file.startswith(OWN_FILES):
            lines.append(star.position.line)
    words = [f"{why} ({_lines(lines)})" for why, lines in grouped.items()]
    if words:
        _line(console, "* is " + "; ".join(words), "dim")
    count = answer.study.approximation.expansions
    _line(console, f"{count} uses were traced back to their definitions", "dim")


def _lines(lines: Sequence[int]) -> str:
    return f"line {first_of([str(line) for line in sorted(lines)], MOST_NUMBERS)}" if lines else "in the C library"


def _line(console: Console, text: str, style: str = "") -> None:
    console.print(Text(text, style), soft_wrap=True)
