"""What a change does to a function, in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from secateur.evolve.behaviour.equivalence import ChangeVerdict
from secateur.evolve.behaviour.outcomes import ENDING, OUTPUT, STATUS
from secateur.report.assumptions import claim, phrases
from secateur.report.outputs import short_ways
from secateur.report.sentences import count_of, limits_text, summary
from secateur.suite.test import Outcome, readable

if TYPE_CHECKING:
    from secateur.jobs.augment import NewTest
    from secateur.jobs.diff_answer import Bound, FunctionDiff, ShownDifference
    from secateur.jobs.matched_inputs import MatchedInputs
    from secateur.machine.fault import Fault


def sentence(one: FunctionDiff) -> str:
    """The verdict in one line."""
    match one.status:
        case ChangeVerdict.UNAFFECTED:
            return "unaffected: nothing that it does has changed"
        case ChangeVerdict.EQUIVALENT:
            return f"equivalent on {_compared(one)}"
        case ChangeVerdict.EQUIVALENT_UNDER if one.is_only_outside:
            more = f"; and under: {phrases(one.ledger.open)}" if one.ledger.open else ""
            return f"equivalent for valid calls{more}; on {_compared(one)}"
        case ChangeVerdict.EQUIVALENT_UNDER:
            return f"equivalent under: {phrases(one.ledger.open)}; on {_compared(one)}"
        case ChangeVerdict.DIFFERENT:
            found = one.differences[0].difference
            return f"differs when {short_ways(found.ways)}" if found.conditions else "differs on every input"
        case ChangeVerdict.UNKNOWN:
            return f"no difference found, but {incomplete_text(one)}"
        case ChangeVerdict.NOT_COMPARED if one.is_vacuous:
            return f"not compared: no run executes the change, for: {phrases(one.assumptions)}; larger inputs may"
        case ChangeVerdict.NOT_COMPARED:
            lines = ", ".join(dict.fromkeys(str(place) for place in one.unreached))
            return f"not compared: both versions fail before {lines} ({behind_text(one.behind)})"


def match_text(match: MatchedInputs) -> str:
    """Which inputs and outputs are the same in both versions, where that is not obvious."""
    parts = [f"{old} is now {new}" for old, new in match.names.items()]
    sides = ((match.removed, "old"), (match.added, "new"))
    parts += [f"only in the {side} version: {', '.join(names)}" for names, side in sides if names]
    parts += [f"{name} is compared by its lowest {width} bits" for name, width in match.widths.items() if width > 1]
    parts += [f"{name} is compared by whether it is zero" for name, width in match.widths.items() if width == 1]
    return "; ".join(parts)


def behind_text(faults: Sequence[Fault]) -> str:
    """`signed-overflow at a.c:3, null-pointer at a.c:7`."""
    return ", ".join(dict.fromkeys(f"{fault.kind} at {fault.position}" for fault in faults))


def _compared(one: FunctionDiff) -> str:
    """`all 3 compared paths, for: strings up to 4 characters`."""
    count, ledger = one.result.counts.completed + one.alike, one.ledger
    paths = f"all {count_of(count, 'compared path')}" if count else "all runs, as none executes the change"
    bound = "" if one.compared_all else f" within the bound ({bound_text(one.bound).removeprefix('bound: ')})"
    rest = [each for each in ledger.assumptions if each not in ledger.open]
    return f"{paths}{bound}, for: {phrases(rest) or 'all inputs'}"


def without_effect(one: FunctionDiff) -> str:
    """`, 3 without effect`: further paths that execute the change."""
    return f", {one.alike:,} without effect" if one.alike else ""


def incomplete_text(one: FunctionDiff) -> str:
    """Why the verdict is not certain; empty if it is."""
    parts = [] if one.result.complete else [summary(one.result)]
    open_limits = [limit for limit in one.verdict.limits if not one.result.accepts(limit)]
    if open_limits:
        parts.append(f"incomplete: {limits_text(open_limits)}")
    if not one.sure and not one.is_same:
        parts.append(f"{one.result.technique} cannot establish equivalence")
    if one.unconfirmed:
        parts.append(f"{len(one.unconfirmed)} predicted differences were not confirmed natively")
    return "; ".join(parts)


def further_text(one: FunctionDiff) -> str:
    """Whether the differences that were found are all there are."""
    return incomplete_text(one) or f"all differences, {claim(one.ledger)}"


def bound_text(bound: Bound) -> str:
    """How far the versions were explored."""
    parts = []
    if bound.loops is not None:
        parts.append(f"loops up to {bound.loops} times")
    if bound.depth is not None:
        parts.append(f"{bound.depth} branches deep")
    return "bound: " + (", ".join(parts) or "none")


def both_outcomes(shown: ShownDifference | NewTest) -> tuple[str, str]:
    """What differs, in the old version and in the new one."""
    names = shown.names
    return part_of_outcome(shown.old.outcome, names), part_of_outcome(shown.new.outcome, names)


def _printed(outcome: Outcome) -> str:
    """What it prints, with the stream if it is not only the standard output."""
    texts = [f"{outcome.output.decode('latin-1')!r}"] if outcome.output or not outcome.error else []
    texts += [f"{outcome.error.decode('latin-1')!r} to stderr"] if outcome.error else []
    return f"prints {' and '.join(texts)}"


def part_of_outcome(outcome: Outcome, names: Sequence[str]) -> str:
    """The part of an outcome that differs."""
    values = dict(outcome.observations)
    shown = []
    for name in names:
        if name == ENDING:
            shown.append(str(outcome))
        elif name == STATUS:
            shown.append(f"exit {outcome.status}")
        elif name == OUTPUT:
            shown.append(_printed(outcome))
        elif name == "return":
            shown.append(str(outcome))
        elif name not in values:
            shown.append(f"{name} has no value")
        else:
            shown.append(f"{name}={readable(values[name])}")
    return ", ".join(shown) or str(outcome)
