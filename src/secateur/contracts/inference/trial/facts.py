"""What held whenever a function was entered, as parts of a contract.

A relation is believed only if it was met near its border: `head <= cap` needs a state where they are equal or differ by
one. What never came near its border may be chance.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

from secateur.contracts.inference.by_type import LIST, TREE
from secateur.contracts.inference.trial.program import COUNT
from secateur.contracts.inference.trial.run import Entry, Pointed

FEWEST = 6
"""Entries from which on something is believed."""

FEWEST_VALUES = 3
"""Different values from which on a relation is believed."""

ENOUGH = 200
"""Entries from which on `<` is believed instead of `<=`."""

SEVERAL = 16
"""Larger numbers are seldom met exactly: many different values must come near."""

MANY, SMALL, MILLION = 30, 4096, 1_000_000
"""A number that was small so often, although any numbers were passed, stays below a million."""

Value = int | Pointed | str
Values = Sequence[dict[str, Value]]


@dataclass(frozen=True, slots=True)
class Hints:
    """What makes a relation more than chance. `related`: members that the code compares with each other, or computes
    with. `limits`: the numbers that a member is compared with. `enums`: the names of the values of a member. `signed`:
    members that may overflow. `parameters`: arrays that are passed, and their lengths."""

    related: frozenset[frozenset[str]]
    limits: Mapping[str, frozenset[int]]
    enums: Mapping[str, Mapping[int, str]]
    signed: frozenset[str] = frozenset()
    parameters: frozenset[str] = frozenset()


def facts(entries: Sequence[Entry], pooled: frozenset[str], hints: Hints) -> Iterator[str]:
    """Parts about the objects that the module made, from all entries; parts about anything, from those where the module
    itself called the function."""
    own = [_about(each.values, pooled) for each in entries]
    found = list(_facts([each for each in own if each], hints))
    yield from found
    inner = [each.values for each in entries if not each.direct]
    if len(inner) >= FEWEST:
        yield from (text for text in _across(inner, pooled, hints) if text not in found)
    else:
        yield from _at_first([each.values for each in entries if each.initial], pooled, hints)


def _about(values: dict[str, Value], roots: frozenset[str]) -> dict[str, Value]:
    """The values inside of some parameters; nothing if one of their objects is gone, or one that they lead to."""
    for name, value in values.items():
        is_gone = isinstance(value, Pointed) and value.address and not value.extent
        if is_gone and _root(name) in roots and (name in roots or (isinstance(value, Pointed) and value.size > 1)):
            return {}
    return {name: value for name, value in values.items() if _root(name) in roots and _root(name) != name}


def _root(name: str) -> str:
    return name.partition("->")[0].partition(".")[0]


def _facts(states: Values, hints: Hints) -> Iterator[str]:
    if len(states) < FEWEST:
        return
    names = list(dict.fromkeys(name for state in states for name in state))
    numbers = [
        name
        for name in names
        if name not in hints.enums and COUNT not in name and all(isinstance(s.get(name, 0), int) for s in states)
    ]
    nodes = [name for name in names if COUNT in name]
    pointers = [name for name in names if any(isinstance(state.get(name), Pointed) for state in states)]
    lengths: set[str] = set()
    pairs: list[tuple[str, str]] = []
    for a, b in permutations(pointers, 2):
        if _parent(a) == _parent(b) and (b, a) not in pairs and _is_inside(a, b, states):
            pairs.append((a, b))
    for pointer in pointers:
        if pointer not in {b for _, b in pairs}:
            for text in _of_pointer(pointer, [n for n in numbers if _parent(n) == _parent(pointer)], states):
                lengths |= {n for n in numbers if text.endswith(f">= {n}")}
                yield text
                size = text.removeprefix(f"size({pointer}) >= ")
                if size != text:
                    yield from (f"{b} - {a} < {size}" for a, b in pairs if a == pointer and _is_before_end(b, states))
    yield from (f"inside({b}, {a})" for a, b in pairs)
    for name in nodes:
        own = [n for n in numbers if _parent(n) == _parent(name.partition(COUNT)[0])]
        yield from (text for n in own for text in _node_count(n, name, states))
    yield from (text for name in names for text in _callees(name, states))
    yield from _relations(numbers, states, hints)
    for name in numbers:
        bounds = list(_bounds(name, states, hints.limits.get(_member(name), frozenset()), name in lengths))
        yield from bounds or (_counted(name, states) if name in hints.signed else ())
    for name, values in hints.enums.items():
        yield from _by_case(name, values, numbers, states, hints)


def _parent(name: str) -> str:
    return name[: max(name.rfind("->"), name.rfind("."))]


def _member(name: str) -> str:
    return re.split(r"->|\.", name)[-1]


def _both(a: str, b: str, states: Values) -> list[tuple[int, int]]:
    pairs = [(state.get(a), state.get(b)) for state in states]
    return [(x, y) for x, y in pairs if isinstance(x, int) and isinstance(y, int)]


# --- pointers


def _of_pointer(name: str, numbers: Sequence[str], states: Values) -> Iterator[str]:
    met = [(state, value) for state in states if isinstance(value := state.get(name), Pointed)]
    real = [(state, value) for state, value in met if value.address]
    if not real:
        return
    if len(real) < len(met):
        yield f"valid({name}) || {name} == 0"
        empty = [n for n in numbers if all(state.get(n) == 0 for state, value in met if not value.address)]
        sizes = list(_sizes(name, numbers, real))
        yield from (f"{name} != 0 || {n} == 0" for n in empty if any(n in size for size in sizes) or _counts(n, met))
    else:
        sizes = list(_sizes(name, numbers, real))
    yield from sizes[:1]
    if sizes and sizes[0].endswith(" + 1") and all(value.closed for _, value in real):
        last = f"{name}[{sizes[0].removeprefix(f'size({name}) >= ').removesuffix(' + 1')}] == 0"
        yield f"{name} == 0 || {last}" if len(real) < len(met) else last
    is_string = all(value.size == 1 and value.ended for _, value in real)
    if is_string and len(real) >= FEWEST and not sizes:
        yield f"terminated({name})"


def _counts(number: str, met: Sequence[tuple[dict[str, Value], Pointed]]) -> bool:
    """Is a number 0 exactly where the pointer is NULL, and otherwise different ones? `head` and `len` of a list."""
    others = {state.get(number) for state, value in met if value.address}
    return 0 not in others and len(others) >= FEWEST_VALUES and len(met) >= MANY


def _node_count(number: str, nodes: str, states: Values) -> Iterator[str]:
    """Is a number how many nodes a list has? `nodes`: `s->head#next#1`."""
    head, link, own = nodes.split(COUNT)
    pairs = [(state.get(number), state.get(nodes)) for state in states]
    if len(pairs) < MANY or any(x != y for x, y in pairs) or len({x for x, _ in pairs}) < FEWEST_VALUES:
        return
    most = LIST - 1 if own == "1" else TREE - 1  # that a member leads to
    ways = [f"{head}{f'->{link}' * step}" for step in range(most + 1)]
    yield f"{head} != 0 || {number} == 0"
    for count in range(1, most + 1):
        before = " || ".join(f"{way} == 0" for way in ways[:count])
        yield f"{before} || {ways[count]} != 0 || {number} == {count}"


def _sizes(name: str, numbers: Sequence[str], real: Sequence[tuple[dict[str, Value], Pointed]]) -> Iterator[str]:
    """How many elements there are: exactly as many as a number says, or a product, or at least as many."""
    extents = [value.elements for _, value in real]
    if len(set(extents)) < 2 or len(extents) < FEWEST:
        return

    def column(n: str) -> list[int]:
        return [value if isinstance(value := state.get(n), int) else -1 for state, _ in real]

    for n in numbers:
        for more in (0, 1):
            if [each + more for each in column(n)] == extents:
                yield f"size({name}) >= {n}" + (f" + {more}" if more else "")
    for a in numbers:
        for b in numbers:
            if a < b and [x * y for x, y in zip(column(a), column(b), strict=True)] == extents:
                yield f"size({name}) >= {a} * {b}"
    for n in numbers:
        values = column(n)
        is_near = any(0 < each == extent for each, extent in zip(values, extents, strict=True))
        if (
            all(0 <= each <= extent for each, extent in zip(values, extents, strict=True))
            and is_near
            and len(set(values)) > 2
        ):
            yield f"size({name}) >= {n}"


def _is_inside(a: str, b: str, states: Values) -> bool:
    """Do two pointers always lead into one object, the second not before the first, or are both NULL? Two that are
    always equal count, as something may move one of them."""
    pairs = [
        (x, y) for state in states if isinstance(x := state.get(a), Pointed) and isinstance(y := state.get(b), Pointed)
    ]
    real = [(x, y) for x, y in pairs if x.address and y.address]
    is_order = all(x.end == y.end and x.address <= y.address for x, y in real)
    is_one = all(bool(x.address) == bool(y.address) for x, y in pairs)
    is_moved = any(x.address < y.address for x, y in real)
    is_copy = len(real) >= MANY and len({x.elements for x, _ in real}) >= FEWEST_VALUES  # of an array
    return len(real) >= FEWEST and is_one and is_order and (is_moved or is_copy)


def _is_before_end(name: str, states: Values) -> bool:
    """Does a pointer always lead to an element, although it comes to the last one?"""
    real = [value for state in states if isinstance(value := state.get(name), Pointed) and value.address]
    return len(real) >= MANY and all(each.extent for each in real) and any(each.elements == 1 for each in real)


def _callees(name: str, states: Values) -> Iterator[str]:
    """The functions that a pointer calls, if they are all known; or that it never calls one."""
    met = sorted({value for state in states if isinstance(value := state.get(name), str)})
    if met == ["0"]:
        yield f"{name} == 0"
    elif met and "any" not in met and "0" not in met:
        yield f"calls({name}, {', '.join(met)})"


# --- numbers


def _relations(numbers: Sequence[str], states: Values, hints: Hints) -> Iterator[str]:
    for a, b in permutations(numbers, 2):
        if _parent(a) != _parent(b) or frozenset((_member(a), _member(b))) not in hints.related:
            continue
        pairs = _both(a, b, states)
        if len({y for _, y in pairs}) < FEWEST_VALUES or len({x for x, _ in pairs}) < FEWEST_VALUES:
            continue
        is_near = any(x > 0 and y - x <= 1 for x, y in pairs)
        if all(x < y for x, y in pairs) and is_near and len(pairs) >= ENOUGH:
            yield f"{a} < {b}"
        elif all(x <= y for x, y in pairs) and is_near:
            yield f"{a} <= {b}"
        elif all(x <= 8 * y for x, y in pairs) and any(0 < x == 8 * y for x, y in pairs):
            yield f"{a} <= {b} * 8"


def _bounds(name: str, states: Values, limits: frozenset[int], is_length: bool) -> Iterator[str]:
    """Bounds that the code itself names, and that were met more than once; a length that is never 0."""
    values = [value for state in states if isinstance(value := state.get(name), int)]
    if len(values) < FEWEST:
        return
    low, high, different = min(values), max(values), len(set(values))
    if is_length and different >= FEWEST_VALUES and low > 0 and len(values) > 20:
        yield f"{name} > 0"
    is_near = any(high - 1 <= limit <= high + 1 for limit in limits)
    larger = sorted(limit for limit in limits if limit > high and limit > SEVERAL)
    if different >= FEWEST_VALUES and high > 1 and is_near and values.count(high) + values.count(high - 1) > 2:
        yield f"{name} <= {high}"
    elif different >= SEVERAL and larger and larger[0] - high <= 4:
        yield f"{name} < {larger[0]}"


def _counted(name: str, states: Values) -> Iterator[str]:
    """A number that the module computes itself: it grows with the number of calls, not with what is passed."""
    values = [value for state in states if isinstance(value := state.get(name), int)]
    if len(values) >= MANY and all(abs(value) < SMALL for value in values):
        yield f"{-MILLION if min(values) < 0 else 0} <= {name} && {name} <= {MILLION}"


def _by_case(
    name: str, values: Mapping[int, str], numbers: Sequence[str], states: Values, hints: Hints
) -> Iterator[str]:
    """What holds only in one state of a state machine."""
    for number, word in values.items():
        here = [state for state in states if state.get(name) == number]
        general = set(_relations(numbers, states, hints))
        for text in _relations(numbers, here, hints) if len(here) >= FEWEST else ():
            if text not in general and _stronger(text, general):
                yield f"{name} == {word if word.isupper() else number} ==> {text}"


def _stronger(text: str, general: Iterable[str]) -> bool:
    """`a < b` where only `a <= b` holds otherwise."""
    return text.replace(" < ", " <= ") in set(general)


# --- between parameters


def _across(entries: Values, pooled: frozenset[str], hints: Hints) -> Iterator[str]:
    """Sizes of parameters that callers inside the module pass, by a number that they pass too; members that never
    exceed a parameter with which the code compares them."""
    names = list(dict.fromkeys(name for entry in entries for name in entry))
    numbers = [n for n in names if all(isinstance(entry.get(n, 0), int) for entry in entries)]
    tops = [n for n in names if _root(n) == n and n not in pooled]
    for a in numbers:
        for b in numbers:
            if _root(a) in pooled and b in tops and frozenset((_member(a), b)) in hints.related:
                pairs = _both(a, b, entries)
                if len(pairs) == len(entries) and all(x <= y for x, y in pairs):
                    yield f"{a} <= {b}"
    for name in tops:
        real = [(entry, value) for entry in entries if isinstance(value := entry.get(name), Pointed) and value.address]
        if len(real) < FEWEST or len(real) < len(entries):
            continue
        for other in tops:
            if _is_before(name, other, entries):
                yield f"{name} < {other}"
        yield from _sizes_across(name, [n for n in numbers if _root(n) != name], real)


def _at_first(states: Values, pooled: frozenset[str], hints: Hints) -> Iterator[str]:
    """Members that the code compares with other parameters, where no caller shows how they belong together: their
    values in an object that was just initialised."""
    for name in states[0] if len(states) >= FEWEST else ():
        values = [state.get(name) for state in states]
        is_one = isinstance(values[0], int) and len(set(values)) == 1
        if is_one and any(frozenset((_member(name), other)) in hints.related for other in hints.parameters - pooled):
            yield f"{name} == {values[0]}"


def _is_before(a: str, b: str, entries: Values) -> bool:
    """Does the first of two pointers into one object always lead to something before the second?"""
    pairs = [(entry.get(a), entry.get(b)) for entry in entries]
    real = [(x, y) for x, y in pairs if isinstance(x, Pointed) and isinstance(y, Pointed)]
    is_order = all(x.end == y.end and x.address < y.address for x, y in real)
    return a != b and len(real) == len(entries) and is_order and any(x.address + x.size == y.address for x, y in real)


def _sizes_across(name: str, numbers: Sequence[str], real: Sequence[tuple[dict[str, Value], Pointed]]) -> Iterator[str]:
    for n in numbers:
        pairs = [(state.get(n), value.elements) for state, value in real]
        known = [(x, y) for x, y in pairs if isinstance(x, int)]
        if (
            len(known) == len(real)
            and all(0 <= x <= y for x, y in known)
            and len({x for x, _ in known}) >= FEWEST_VALUES
        ):
            yield f"size({name}) >= {n}"
