"""The lines of functions as text: a table, assertions in C, parts of a contract."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from secateur.contracts.terms import Named, Numeral, Operation, Prefixed, Said, Term, walk_term
from secateur.report.assumptions import phrases
from secateur.report.sentences import count_of

if TYPE_CHECKING:
    from secateur.conjectures.line import InvariantLine
    from secateur.jobs.function_invariants import FunctionInvariants
    from secateur.jobs.invariants import InvariantsAnswer

_WORD = re.compile(r"\W+")


def as_table(answer: InvariantsAnswer) -> str:
    return "\n".join(line for each in answer.functions for line in _table(each, answer.options.every)) + "\n"


def _table(function: FunctionInvariants, every: bool) -> Iterator[str]:
    yield function.title
    if function.problem:
        yield f"  {function.problem.splitlines()[0]}"
        return
    shown = function.shown(every)
    width = max((len(line.text) for line in shown), default=0)
    for line in shown:
        yield f"  {line.text:<{min(width, 90)}}  {line.status}"
    if not function.lines:
        yield "  nothing was found"
    yield from (f"  {text}" for text in _remarks(function, len(function.lines) - len(shown)))


def _remarks(function: FunctionInvariants, hidden: int) -> Iterator[str]:
    if hidden:
        yield f"… and {count_of(hidden, 'more line')} (--all)"
    if function.spent is not None:
        yield f"not everything was looked at: {function.spent} (raise --timeout)"
    assumed = phrases(function.ledger.assumptions)
    if assumed:
        yield f"for: {assumed}"


def as_ensures(answer: InvariantsAnswer) -> str:
    """A comment for each function. What is only explored is marked, and does not count as a part."""
    return "\n".join(_comment(each, answer.options.every) for each in answer.functions if not each.problem)


def _comment(function: FunctionInvariants, every: bool) -> str:
    parts = [f"//@ ensures {part};" for line in _proved(function, every) for part in line.ensures]
    return "\n".join((f"// {function.title}", *parts, *_others(function, every))) + "\n"


def _proved(function: FunctionInvariants, every: bool) -> list[InvariantLine]:
    return [line for line in function.shown(every) if line.claims and line.status.is_proof]


def _others(function: FunctionInvariants, every: bool) -> Iterator[str]:
    """What is no postcondition, or not proved, as remarks."""
    for line in function.shown(every):
        if not line.claims or not line.status.is_proof:
            yield f"// {line.text} ({line.status})"


def as_asserts(answer: InvariantsAnswer) -> str:
    """For each function: what to keep before a call, and what to assert after it, where `result` is its result."""
    return "\n".join(_asserted(each, answer.options.every) for each in answer.functions if not each.problem)


def _asserted(function: FunctionInvariants, every: bool) -> str:
    kept: dict[str, str] = {}
    claims = [claim for line in _proved(function, every) for claim in line.claims]
    asserts = [f"assert({_c(claim.term, kept)});" for claim in claims]
    before = [f"const __typeof__({name}) {variable} = {name};" for name, variable in kept.items()]
    parts = [f"/* {function.title}: before the call */", *before] if before else []
    parts += [f"/* {function.title}: after the call */", *asserts]
    return "\n".join((*parts, *(f"/* {text[3:]} */" for text in _others(function, every)))) + "\n"


def _c(term: Term, kept: dict[str, str], wide: bool | None = None) -> str:
    """C in which no number wraps around or becomes unsigned."""
    wide = _is_arithmetic(term) if wide is None else wide
    match term:
        case Said("old", (inner,)):
            name = str(inner)
            variable = kept.setdefault(name, f"old_{_WORD.sub('_', name).strip('_')}")
            return f"(__int128){variable}" if wide else variable
        case Numeral():
            return term.text
        case Prefixed(operator, operand):
            return f"{operator}({_c(operand, kept)})"
        case Operation("&&" | "||" | "==" | "!=", left, right) if not _is_number(left):
            return f"({_c(left, kept)}) {term.operator} ({_c(right, kept)})"
        case Operation(operator, left, right):
            inner_wide = wide or _is_arithmetic(term)
            return f"{_side(left, kept, inner_wide)} {operator} {_side(right, kept, inner_wide)}"
        case _:
            return f"(__int128){term}" if wide else str(term)


def _side(term: Term, kept: dict[str, str], wide: bool) -> str:
    text = _c(term, kept, wide)
    return f"({text})" if isinstance(term, Operation) else text


def _is_number(term: Term) -> bool:
    """Not a condition."""
    if isinstance(term, Operation):
        return term.operator in ("+", "-", "%")
    return not (isinstance(term, Prefixed) and term.operator == "!")


def _is_arithmetic(term: Term) -> bool:
    """Are there numbers of different things, whose types may differ, or a sum?"""
    if not isinstance(term, Operation) or term.operator in ("&&", "||") or not _is_number(term.left):
        return False
    named = {str(each).removeprefix("old(").removesuffix(")") for each in walk_term(term) if _is_value(each)}
    return len(named) > 1 or any(isinstance(each, Operation) and each.operator in "+-%" for each in walk_term(term))


def _is_value(term: Term) -> bool:
    return isinstance(term, Named | Said)
