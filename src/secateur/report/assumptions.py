"""What an answer rests on, in words: a short phrase for the line "complete for: …", a sentence for each assumption, and
the option that lifts it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from secateur.assumption import (
    AFTER_JUMP,
    ANY_FUNCTION,
    AT_START,
    FREED,
    UNDEFINED,
    UNSEEN,
    USUAL,
    WRITES_NOTHING,
    WRITTEN,
    Assumption,
    AssumptionKind,
    Ledger,
)

#: Names that a phrase lists; more are counted.
MOST_NAMES = 3

_UNITS = {"characters": ("strings up to", "up to"), "elements": ("buffers of", "of"), "bytes": ("buffers of", "of")}

_MACRO = re.compile(r"#if(?:def)? (?:defined ?\(? ?)?(\w+)(?: ?\))?")
"""A condition that a single macro decides."""

_AFTER = "after:"
"""Before the number of allocations that may fail."""


# --- one assumption


def assumption_text(assumption: Assumption) -> str:
    """One assumption in a sentence."""
    name, details = assumption.subject, assumption.details
    match assumption.kind:
        case AssumptionKind.CONDITION:
            return f"the inputs satisfy {_quoted(name)}"
        case AssumptionKind.SIZE:
            return f"{_quoted(name)} has {_limit_word(details)} {_amount(details)}"
        case AssumptionKind.SHAPE if details == "null":
            return f"{_quoted(name)} is always NULL"
        case AssumptionKind.SHAPE:
            return f"{_quoted(name)} leads to at most {_amount(details)}"
        case AssumptionKind.NOT_NULL:
            return f"{_quoted(name)} is never NULL"
        case AssumptionKind.NO_ALIAS:
            return f"{_listed(_names(name))} never point into the same object"
        case AssumptionKind.CALLEE if details == "null":
            return f"the function pointer {_quoted(name)} is always NULL"
        case AssumptionKind.CALLEE if details == ANY_FUNCTION:
            return f"the function pointer {_quoted(name)} leads to a function that returns anything and writes nothing"
        case AssumptionKind.CALLEE:
            return f"the function pointer {_quoted(name)} leads to {' or '.join(_names(details))}"
        case AssumptionKind.GLOBALS if details == AT_START:
            return f"{_quoted(name)} is called as if for the first time in the program"
        case AssumptionKind.GLOBALS if details == UNSEEN:
            return f"{_quoted(name)} has the same value in both versions at the end; it was not compared"
        case AssumptionKind.GLOBALS:
            return f"the global {_quoted(name)} has its initial value"
        case AssumptionKind.PARAMETERS if ":" in details:
            old, _, new = details.partition(":")
            return f"{_quoted(name)} has {new} instead of {old}, and only what both can hold is compared"
        case AssumptionKind.PARAMETERS if details == "reordered":
            return f"the members of {_quoted(name)} have another order, for which all other code is compiled"
        case AssumptionKind.PARAMETERS:
            return f"{_quoted(name)} was {details}, and has a value with which nothing else changes"
        case _:
            return _world_text(assumption)


def _world_text(assumption: Assumption) -> str:
    name, details = assumption.subject, assumption.details
    at = f" ({details})" if details else ""
    match assumption.kind:
        case AssumptionKind.ALLOCATION if details.isdecimal():
            return f"{name} always fails for more than {_gibibytes(details)}"
        case AssumptionKind.ALLOCATION:
            return f"{name} {_reliability(details)}"
        case AssumptionKind.ARGUMENTS:
            return f"{_quoted(name)} holds {_arguments(details)}"
        case AssumptionKind.ENVIRONMENT:
            return f"{name} finds no environment variable"
        case AssumptionKind.STDIN:
            return f"standard input is empty: {name} reads nothing"
        case AssumptionKind.FILES:
            return f"there are no files but those that are given: {name} finds no other"
        case AssumptionKind.OUTPUT if details == WRITTEN:
            return f"what was printed before {name} has left the buffers of its streams, as {name} does not write them"
        case AssumptionKind.OUTPUT:
            return f"{name} never fails"
        case AssumptionKind.CLOCK:
            return f"the clock stands still: {name} always finds the same time, and timers never expire"
        case AssumptionKind.SYSTEM:
            return f"{name} finds the same computer, users and process as every run does"
        case AssumptionKind.LOCALE:
            return f'{name} works as in the locale "C", although the program chooses a locale'
        case AssumptionKind.STAND_IN if details == WRITES_NOTHING:
            return (
                f"a stand-in returns what {_quoted(name)} might return and writes nothing through its pointers, though "
                f"{_quoted(name)} may"
            )
        case AssumptionKind.STAND_IN:
            return f"a stand-in returns what {_quoted(name)} might return"
        case AssumptionKind.UNINITIALISED if details == AFTER_JUMP:
            return f"{_quoted(name)} keeps its latest value when longjmp returns to its function, as it is not volatile"
        case AssumptionKind.UNINITIALISED:
            return f"{_quoted(name)} decides something before it has a value{at}"
        case AssumptionKind.ADDRESS if details == FREED:
            return f"no later object has the address of {name}"
        case AssumptionKind.ADDRESS:
            return f"the address of {_quoted(name)} is used as a number; only one was tried"
        case AssumptionKind.ADDRESS_ORDER:
            return f"{_listed(_names(name))} are unrelated objects; only one order of their addresses was tried"
        case AssumptionKind.EVALUATION_ORDER:
            return f"{' comes before '.join(map(_quoted, _names(name)))}{at}; C leaves the order open"
        case AssumptionKind.WEAK if details == UNDEFINED:
            return f"{_quoted(name)} is weak, and no other file defines it: it is NULL"
        case AssumptionKind.WEAK:
            return f"{_quoted(name)} is weak, and no other file defines it"
        case AssumptionKind.CONCRETE:
            return f"{name}{at}"
        case AssumptionKind.NOT_COMPILED:
            return f"{_quoted(name)} was not compiled, so it was not analysed{at}"
        case AssumptionKind.UNREACHED:
            return f"the changed line {name} is executed by no input of these sizes"
        case _:
            return f"{_quoted(name)} cannot be run: paths end there{at}"


def lift(assumption: Assumption) -> str | None:
    """The option with which the answer no longer rests on it: one that widens the inputs or, if there is none and the
    answer is in doubt, the one that accepts it."""
    name, details = assumption.subject, assumption.details
    match assumption.kind:
        case AssumptionKind.SIZE:
            unit, _, number = details.partition(":")
            more = max(1, 2 * int(number))
            return f"--string {more}" if unit == "characters" else f"--buffer {more}"
        case AssumptionKind.NOT_NULL:
            return f"--nullable {_for_a_shell(name)}"
        case AssumptionKind.NO_ALIAS:
            names = _names(name)
            return f"--alias {_for_a_shell(','.join(names))}" if len(names) == 2 else "--alias all"
        case AssumptionKind.GLOBALS if not details:
            return f"--symbolic {name}"
        case AssumptionKind.ALLOCATION if not details.isdecimal():
            return "--malloc-fails all"
        case AssumptionKind.CLOCK:
            return "--clock any"
        case AssumptionKind.UNINITIALISED if details != AFTER_JUMP:
            return "--uninitialised any"
        case AssumptionKind.NOT_COMPILED if (found := _MACRO.fullmatch(details)) is not None:
            return f"-D {found[1]}"
        case kind:
            return None if kind in USUAL else f"--accept {kind}"


def assumption_json(assumption: Assumption) -> dict[str, Any]:
    return {
        "kind": str(assumption.kind),
        "subject": assumption.subject,
        "text": assumption_text(assumption),
        "lift": lift(assumption),
    }


# --- all of them


def claim(ledger: Ledger, word: str = "complete") -> str:
    """What an answer that left nothing out holds for."""
    return f"{word} for: {phrases(ledger.assumptions) or 'all inputs'}"


def open_text(ledger: Ledger) -> str:
    """What the user has to accept before the answer counts as complete; empty if there is nothing."""
    if not ledger.open:
        return ""
    kinds = " ".join(f"--accept {kind}" for kind in dict.fromkeys(each.kind for each in ledger.open))
    wider = [text for each in ledger.open if (text := lift(each)) and not text.startswith("--accept")]
    lifted = f"lift it with {' '.join(wider)}, or " if 0 < len(wider) <= MOST_NAMES else ""
    return f"this rests on: {phrases(ledger.open)} ({lifted}accept it with {kinds})"


def phrases(assumptions: Iterable[Assumption]) -> str:
    """All of them in one line, those of a kind together."""
    groups: dict[AssumptionKind, list[Assumption]] = {kind: [] for kind in AssumptionKind}
    for each in assumptions:
        groups[each.kind].append(each)
    return ", ".join(phrase for kind, group in groups.items() if group for phrase in _PHRASES[kind](group))


def _sizes(group: Sequence[Assumption]) -> Iterator[str]:
    """`strings up to 4 characters` if all have the same size, otherwise by name."""
    for unit, (plural, single) in _UNITS.items():
        of_unit = [each for each in group if each.details.startswith(f"{unit}:")]
        different = list(dict.fromkeys(each.details for each in of_unit))
        if len(different) == 1:
            yield f"{plural} {_amount(different[0])}"
            continue
        for details in different:
            yield f"{_counted([e.subject for e in of_unit if e.details == details], unit)} {single} {_amount(details)}"


def _counted(names: Sequence[str], unit: str) -> str:
    return _several(names, "strings" if unit == "characters" else "buffers")


def _shapes(group: Sequence[Assumption]) -> Iterator[str]:
    absent = [each.subject for each in group if each.details == "null"]
    for details in dict.fromkeys(each.details for each in group if each.details != "null"):
        yield f"{_several([e.subject for e in group if e.details == details], 'inputs')} of up to {_amount(details)}"
    if absent:
        yield f"{_several(absent, 'pointers')} always NULL"


def _callees(group: Sequence[Assumption]) -> Iterator[str]:
    absent = [each.subject for each in group if each.details == "null"]
    if absent:
        yield f"{_several(absent, 'function pointers')} always NULL"
    called = [each for each in group if each.details != "null"]
    if len(called) > MOST_NAMES:
        yield f"{len(called)} function pointers to functions of the program"
        return
    for each in called:
        what = "anything" if each.details == ANY_FUNCTION else " or ".join(_names(each.details))
        yield f"{_quoted(each.subject)} calling {what}"


def _no_aliases(group: Sequence[Assumption]) -> Iterator[str]:
    if len(group) > 1:
        yield "pointers never overlapping"
    else:
        yield f"{_listed(_names(group[0].subject))} never overlapping"


def _globals(group: Sequence[Assumption]) -> Iterator[str]:
    held = _subjects([each for each in group if each.details not in (AT_START, UNSEEN)])
    started = _subjects([each for each in group if each.details == AT_START])
    left = _subjects([each for each in group if each.details == UNSEEN])
    if held:
        yield f"{_several(held, 'globals')} at {'its initial value' if len(held) == 1 else 'their initial values'}"
    if started:
        yield f"{_several(started, 'functions')} as at the start of a program"
    if left:
        yield f"{_several(left, 'globals')} left with the same {'value' if len(left) == 1 else 'values'}"


def _parameters(group: Sequence[Assumption]) -> Iterator[str]:
    for word in dict.fromkeys(each.details for each in group if ":" not in each.details):
        names = _subjects([each for each in group if each.details == word])
        yield f"{_several(names, 'inputs')}, which {'was' if len(names) == 1 else 'were'} {word}, changing nothing"
    typed = _subjects([each for each in group if ":" in each.details])
    if typed:
        yield f"{_several(typed, 'values')} within both of {'its' if len(typed) == 1 else 'their'} types"


def _gibibytes(details: str) -> str:
    return f"{int(details) >> 30:,} GiB"


def _reliability(details: str) -> str:
    if not details:
        return "never fails"
    first = int(details.removeprefix(_AFTER))
    return f"never fails after the first {'allocation' if first == 1 else f'{first} allocations'}"


def _allocations(group: Sequence[Assumption]) -> Iterator[str]:
    for details in dict.fromkeys(each.details for each in group if each.details.isdecimal()):
        yield f"allocations of up to {_gibibytes(details)}"
    for each in group:
        if each.details.startswith(_AFTER):
            yield f"{each.subject} {_reliability(each.details)}"
    names = _subjects([each for each in group if not each.details])
    if not names:
        return
    if len(names) > MOST_NAMES:
        yield "allocations never fail"
    else:
        yield f"{', '.join(names)} never {'fails' if len(names) == 1 else 'fail'}"


def _argument_lists(group: Sequence[Assumption]) -> Iterator[str]:
    for details in dict.fromkeys(each.details for each in group):
        yield _arguments(details)


def _addresses(group: Sequence[Assumption]) -> Iterator[str]:
    used = _subjects([each for each in group if each.details != FREED])
    if used:
        yield f"one address of {_several(used, 'objects')}"
    if len(group) > len(used):
        yield "addresses never used again"


def _orders(group: Sequence[Assumption]) -> Iterator[str]:
    if len(group) > 1:
        yield "one order of the addresses of unrelated objects"
    else:
        yield f"one order of the addresses of {_listed(_names(group[0].subject))}"


def _concrete(group: Sequence[Assumption]) -> Iterator[str]:
    places = list(dict.fromkeys(each.details for each in group))
    yield f"concrete values at {', '.join(places)}" if len(places) <= MOST_NAMES else "values made concrete"


def _stand_ins(group: Sequence[Assumption]) -> Iterator[str]:
    yield f"stand-ins for {_several(_subjects(group), 'functions')}"
    silent = _subjects([each for each in group if each.details == WRITES_NOTHING])
    if silent:
        one = len(silent) == 1
        pointers = "through its pointers" if one else "through their pointers"
        yield f"{_several(silent, 'functions')} {'writes' if one else 'write'} nothing {pointers}"


def _naming(pattern: str, noun: str) -> Callable[[Sequence[Assumption]], Iterator[str]]:
    """A phrase with the subjects in place of `{}`."""
    return lambda group: iter([pattern.format(_several(_subjects(group), noun))])


def _fixed(phrase: str) -> Callable[[Sequence[Assumption]], Iterator[str]]:
    return lambda _: iter([phrase])


def _output(group: Sequence[Assumption]) -> Iterator[str]:
    lost = [each.subject for each in group if each.details == WRITTEN]
    if lost:
        yield f"nothing in the buffers of streams at {_listed(lost)}"
    if len(lost) < len(group):
        yield "output never fails"


def _uninitialised(group: Sequence[Assumption]) -> Iterator[str]:
    jumped = [each for each in group if each.details == AFTER_JUMP]
    if jumped:
        yield f"latest values of {_several(_subjects(jumped), 'variables')} after longjmp"
    others = [each for each in group if each.details != AFTER_JUMP]
    if others:
        yield f"what uninitialised {_several(_subjects(others), 'objects')} holds"


_PHRASES: dict[AssumptionKind, Callable[[Sequence[Assumption]], Iterator[str]]] = {
    AssumptionKind.CONDITION: _naming("inputs with {}", "conditions"),
    AssumptionKind.SHAPE: _shapes,
    AssumptionKind.SIZE: _sizes,
    AssumptionKind.NOT_NULL: _naming("{} never NULL", "pointers"),
    AssumptionKind.NO_ALIAS: _no_aliases,
    AssumptionKind.CALLEE: _callees,
    AssumptionKind.GLOBALS: _globals,
    AssumptionKind.PARAMETERS: _parameters,
    AssumptionKind.ALLOCATION: _allocations,
    AssumptionKind.ARGUMENTS: _argument_lists,
    AssumptionKind.ENVIRONMENT: _fixed("no environment variables"),
    AssumptionKind.STDIN: _fixed("standard input is empty"),
    AssumptionKind.FILES: _fixed("no other files"),
    AssumptionKind.OUTPUT: _output,
    AssumptionKind.CLOCK: _fixed("one time of day"),
    AssumptionKind.SYSTEM: _fixed("one computer, user and process"),
    AssumptionKind.LOCALE: _fixed('the locale "C"'),
    AssumptionKind.STAND_IN: _stand_ins,
    AssumptionKind.UNINITIALISED: _uninitialised,
    AssumptionKind.ADDRESS: _addresses,
    AssumptionKind.ADDRESS_ORDER: _orders,
    AssumptionKind.EVALUATION_ORDER: _fixed("one order of evaluation"),
    AssumptionKind.CONCRETE: _concrete,
    AssumptionKind.NOT_COMPILED: _naming("code compiled without {}", "parts"),
    AssumptionKind.WEAK: _naming("{} defined nowhere else", "weak functions"),
    AssumptionKind.UNREACHED: _naming("no input executing {}", "changed lines"),
    AssumptionKind.NOT_RUN: _naming("paths without {}, which cannot be run", "functions"),
}


# --- words


def _for_a_shell(name: str) -> str:
    return f"'{name}'" if ">" in name or "[" in name else name


def _quoted(name: str) -> str:
    return f"`{name}`"


def _listed(names: Sequence[str]) -> str:
    return ", ".join(map(_quoted, names))


def _several(names: Sequence[str], noun: str) -> str:
    return _listed(names) if len(names) <= MOST_NAMES else f"{len(names)} {noun}"


def _subjects(group: Sequence[Assumption]) -> list[str]:
    return list(dict.fromkeys(each.subject for each in group))


def _names(text: str) -> list[str]:
    return [word.strip() for word in text.split(",")]


def _amount(details: str) -> str:
    """`4 characters` for `characters:4`."""
    unit, _, number = details.partition(":")
    return f"{number} {unit.removesuffix('s')}" if number == "1" else f"{number} {unit}"


def _limit_word(details: str) -> str:
    return "at most" if details.startswith("characters:") else "exactly"


def _arguments(details: str) -> str:
    """`details` is `argc`, which counts the name of the program."""
    count = int(details or 1) - 1
    if not count:
        return "no command-line arguments"
    return f"{count} command-line {'argument' if count == 1 else 'arguments'}"
