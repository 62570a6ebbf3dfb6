"""Compares two versions on the same inputs: how they end, and their observable outputs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from secateur import expr
from secateur.evolve.behaviour.signatures import unequal
from secateur.exploration.criteria import RETURN, is_part, same
from secateur.expr import Expr, extended_text, ieee
from secateur.harness.contents import BYTES
from secateur.machine.fault import FaultKind
from secateur.machine.floats import bits_of, of_bits
from secateur.machine.library.output import STDERR, STDOUT, render
from secateur.machine.path import LIMITED, Ending, Formatted, Observation, Path, Piece, SymbolicText
from secateur.machine.path import Value as Number

OUTPUT, ENDING, STATUS = "output", "ending", "exit status"
#: How faults are compared: `kind` distinguishes them by kind, `any` does not.
FAULTS = ("kind", "any")
#: The program itself ends the run: that is its behaviour.
ENDS_IN_ORDER = frozenset({FaultKind.ASSERTION, FaultKind.ABORT})
_FLOATS = {"f32": 32, "f64": 64, "f80": ieee.EXTENDED}


@dataclass(frozen=True, slots=True)
class Equality:
    """What counts as equal. `only` are the outputs that are compared (all if empty), `ignored` those that are not:
    `return`, `stdout`, globals and buffers by name. `renamed`: prefixes of observation names in the old version, with
    those in the new one. `widths`: outputs of different types, with the number of bits that are compared (1: whether it
    is zero). `texts`: pointers to strings, whose characters count up to the first NUL.
    `expected`: outputs that every run observes, unless the program leaves them without a value. `inner`: pointers in
    what a function was given and in globals, behind which nothing is observed."""

    only: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    faults: str = "kind"
    renamed: Mapping[str, str] = field(default_factory=dict)
    widths: Mapping[str, int] = field(default_factory=dict)
    texts: tuple[str, ...] = ()
    expected: frozenset[str] = frozenset()
    inner: frozenset[str] = frozenset()

    def counts(self, name: str) -> bool:
        if any(is_part(name, each) for each in self.ignored):
            return False
        return not self.only or any(is_part(name, each) for each in self.only)

    def new_name(self, observed: str) -> str:
        for old, new in self.renamed.items():
            if is_part(observed, old):
                return new + observed[len(old) :]
        return observed


@dataclass(frozen=True, slots=True)
class Seen:
    """A value to be compared; for a float, its bits and their number."""

    value: Number
    float_width: int = 0


@dataclass(frozen=True, slots=True)
class Contrast:
    """How two runs on the same input compare, on all inputs that take the same impacted branches. `condition`: when
    they differ (True if always, False if never, None if not expressible); `names`: the outputs that may differ."""

    condition: Expr | bool | None
    names: tuple[str, ...] = ()


def contrast(old: Path, new: Path, equality: Equality) -> Contrast:
    """Compare two runs symbolically. Inputs that violate an assumption are ignored. Of a run that was stopped, the
    outcome is not known."""
    if Ending.ASSUMPTION in (old.ending, new.ending):
        return Contrast(False)
    if old.ending in LIMITED or new.ending in LIMITED:
        return Contrast(None)
    if old.ending is not new.ending:
        return Contrast(True, (ENDING,))
    if old.fault is not None and new.fault is not None:
        differ = equality.faults == "kind" and old.fault.kind is not new.fault.kind
        if differ or not _end_in_order(old, new):
            return Contrast(differ, (ENDING,) if differ else ())
    elif old.ending is Ending.ENDLESS and (old.output or new.output):
        return Contrast(None)  # what is printed in the end is not known
    elif old.ending not in (Ending.RETURNED, Ending.EXITED):
        return Contrast(False)
    conditions: list[Expr | bool | None] = []
    names: list[str] = []
    for name, ours, theirs in _pairs(old, new, equality):
        found = _differ(ours, theirs)
        if found is not False:
            conditions.append(found)
            names.append(name)
    if equality.counts("stdout"):
        for stream in (STDOUT, STDERR):
            printed = _texts_differ(_pieces(old, stream), _pieces(new, stream))
            if printed is not False:
                conditions.append(printed)
                names.append(OUTPUT)
    for name in _valueless(old, new, equality):
        conditions.append(True)
        names.append(name)
    if True in conditions:
        sure = [name for name, c in zip(names, conditions, strict=True) if c is True]
        return Contrast(True, tuple(sure))
    if None in conditions:
        return Contrast(None, tuple(names))
    return Contrast(_any([c for c in conditions if isinstance(c, Expr)]), tuple(names))


def differing(old: Path, new: Path, model: tuple[int, ...], equality: Equality) -> tuple[str, ...]:
    """The outputs in which two runs on this concrete input differ, as far as is known."""
    if Ending.ASSUMPTION in (old.ending, new.ending) or old.ending in LIMITED or new.ending in LIMITED:
        return ()
    if old.ending is not new.ending:
        return (ENDING,)
    if old.ending is Ending.ENDLESS:
        return ()
    if old.fault is not None and new.fault is not None:
        if equality.faults == "kind" and old.fault.kind is not new.fault.kind:
            return (ENDING,)
        if not _end_in_order(old, new):
            return ()
    found = [
        name for name, ours, theirs in _pairs(old, new, equality) if _concrete(ours, model) != _concrete(theirs, model)
    ]
    found += _valueless(old, new, equality)
    if equality.counts("stdout") and _printed(old, model) != _printed(new, model):
        found.append(OUTPUT)
    return tuple(found)


def _end_in_order(old: Path, new: Path) -> bool:
    """Does the program itself end both runs, by `abort` or a failed assertion? What it printed before counts then."""
    return all(path.fault is not None and path.fault.kind in ENDS_IN_ORDER for path in (old, new))


def _printed(path: Path, model: tuple[int, ...]) -> list[bytes]:
    return [render(_pieces(path, stream), model) for stream in (STDOUT, STDERR)]


def _valueless(old: Path, new: Path, equality: Equality) -> list[str]:
    """The outputs that only one version leaves without a value, of two runs that returned."""
    if old.ending is not Ending.RETURNED or new.ending is not Ending.RETURNED:
        return []
    apart = {equality.new_name(o.name) for o in old.observations} ^ {o.name for o in new.observations}
    return sorted(name for name in apart if name in equality.expected and equality.counts(name))


def unmatched(old: Path, new: Path, equality: Equality) -> tuple[str, ...]:
    """Outputs that only one version has; they are not compared."""
    ours = [equality.new_name(o.name) for o in old.observations]
    theirs = [o.name for o in new.observations]
    return tuple([n for n in ours if n not in theirs] + [n for n in theirs if n not in ours])


def _pairs(old: Path, new: Path, equality: Equality) -> list[tuple[str, Seen, Seen]]:
    """The values to compare, by name."""
    theirs = {o.name: o for o in _up_to_nul(new.observations, equality.texts)}
    found: list[tuple[str, Seen, Seen]] = []
    for seen in _up_to_nul(old.observations, equality.texts):
        name = equality.new_name(seen.name)
        if name in theirs and equality.counts(name):
            width = equality.widths.get(name)
            found.append((name, _seen(seen, width), _seen(theirs[name], width)))
    is_program = not old.observations and not new.observations
    if is_program and old.result is not None and new.result is not None and equality.counts(RETURN):
        found.append((RETURN, Seen(_status(old.result)), Seen(_status(new.result))))
    elif old.ending is Ending.EXITED:
        found.append((STATUS, Seen(_left(old)), Seen(_left(new))))
    return found


def _up_to_nul(observations: Sequence[Observation], texts: Sequence[str]) -> list[Observation]:
    """The characters of a string after its NUL count as zero, and so does the size of what a string is in."""
    found = list(observations)
    for text in texts:
        alive: Number = True
        size = None
        for number, each in enumerate(found):
            if each.name == f"{text}{BYTES}":
                size = number
            if not each.name.startswith(f"{text}[") or isinstance(each.value, float) or isinstance(alive, float):
                continue
            found[number] = replace(each, value=expr.ite(alive, each.value, 0, 64))
            alive = expr.conj([alive, expr.ne(each.value, 0, 64)])
        count = None if size is None else found[size].value
        if size is not None and isinstance(count, int | Expr) and not isinstance(alive, float):
            found[size] = replace(found[size], value=expr.ite(alive, count, 0, 64))
    return found


def _status(value: Number) -> Number:
    """The exit status of a process is the lowest byte of what `main` returns."""
    if isinstance(value, Expr):
        return expr.extract(value, 0, 8, value.width)
    return expr.wrap(int(value), 8)


def _left(path: Path) -> Number:
    return _status(path.status if path.left is None else path.left)


def _seen(observation: Observation, width: int | None = None) -> Seen:
    """Pointers are compared only for being null; floats are compared by their bits, but all NaNs are equal."""
    value, kind = observation.value, observation.kind
    if width is not None and not isinstance(value, float):
        return Seen(_narrowed(value, width))
    if kind in _FLOATS:
        width = _FLOATS[kind]
        return Seen(bits_of(value, width) if isinstance(value, float) else value, width)
    if kind != "pointer" or isinstance(value, float):
        return Seen(value)
    return Seen(expr.ne(value, 0, 64) if isinstance(value, Expr) else int(value != 0))


def _narrowed(value: Expr | int, width: int) -> Number:
    if width == 1:
        return expr.ne(value, 0, 64) if isinstance(value, Expr) else int(value != 0)
    return expr.extract(value, 0, width, 64) if isinstance(value, Expr) else expr.wrap(int(value), width)


def _concrete(seen: Seen, model: tuple[int, ...]) -> object:
    value = seen.value
    if isinstance(value, float):
        return repr(value)
    number = expr.evaluate(value, model)
    if seen.float_width == ieee.EXTENDED:
        return extended_text.text(int(number))
    return _float(of_bits(int(number), seen.float_width)) if seen.float_width else number


def _float(value: float) -> str:
    return "nan" if value != value else value.hex()  # noqa: PLR0124


def _differ(ours: Seen, theirs: Seen) -> Expr | bool | None:
    """The condition under which two observations differ."""
    if ours.float_width != theirs.float_width:
        return None
    found = _unequal(ours.value, theirs.value)
    width = ours.float_width
    if width == ieee.EXTENDED and all(type(v) is int and ieee.is_nan(v, width) for v in (ours.value, theirs.value)):
        return False
    if not width or not isinstance(found, Expr) or isinstance(ours.value, float) or isinstance(theirs.value, float):
        return found
    numbers = [expr.not_(expr.fcmp("uno", v, v, width)) for v in (ours.value, theirs.value)]
    both_nan = expr.conj([expr.not_(n) for n in numbers])
    told = expr.conj([found, expr.not_(both_nan)])
    return told if isinstance(told, Expr) else bool(told)


def _unequal(ours: Number, theirs: Number) -> Expr | bool | None:
    if same(ours, theirs):
        return False
    found = unequal(ours, theirs)
    if found is None:
        return None
    return found if isinstance(found, Expr) else bool(found)


def _pieces(path: Path, stream: int) -> list[Piece]:
    """Everything printed to a stream, with adjacent constant pieces joined."""
    found: list[Piece] = []
    for where, piece in path.output:
        if where != stream:
            continue
        if isinstance(piece, bytes) and found and isinstance(found[-1], bytes):
            found[-1] += piece
        elif piece != b"":
            found.append(piece)
    return found


def _texts_differ(ours: list[Piece], theirs: list[Piece]) -> Expr | bool | None:
    """Do two texts differ? The same conversions of equal values print the same text; after equal text, different
    characters make the texts different."""
    found: list[Expr] = []
    for one, other in zip(ours, theirs, strict=False):
        if isinstance(one, bytes) and isinstance(other, bytes):
            if one != other:
                apart = not one.startswith(other) and not other.startswith(one)
                return True if (apart or _constant(ours, theirs)) and not found else None
            continue
        differ = _pieces_differ(one, other)
        if differ is None or differ is True:
            return None
        if isinstance(differ, Expr):
            found.append(differ)
    if len(ours) != len(theirs):
        return True if _constant(ours, theirs) else None
    return _any(found)


def _constant(ours: list[Piece], theirs: list[Piece]) -> bool:
    return all(isinstance(piece, bytes) for piece in (*ours, *theirs))


def _pieces_differ(one: Piece, other: Piece) -> Expr | bool | None:
    if isinstance(one, Formatted) and isinstance(other, Formatted):
        if one.directive != other.directive or one.width != other.width:
            return None
        if isinstance(one.value, SymbolicText) and isinstance(other.value, SymbolicText):
            return _cells_differ(one.value, other.value)
        if isinstance(one.value, SymbolicText) or isinstance(other.value, SymbolicText):
            return None
        return _unequal(one.value, other.value)
    if isinstance(one, SymbolicText) and isinstance(other, SymbolicText):
        return _cells_differ(one, other)
    return None


def _cells_differ(one: SymbolicText, other: SymbolicText) -> Expr | bool | None:
    shapes = [(len(t.cells), t.terminated, t.precision) for t in (one, other)]
    if shapes[0] != shapes[1]:
        return None
    found: list[Expr] = []
    for ours, theirs in zip(one.cells, other.cells, strict=True):
        differ = _unequal(ours, theirs)
        if differ is None or differ is True:
            return None
        if isinstance(differ, Expr):
            found.append(differ)
    return _any(found)


def _any(conditions: list[Expr]) -> Expr | bool:
    """The disjunction of conditions."""
    refused = []
    for condition in conditions:
        negated = expr.not_(condition)
        if not isinstance(negated, Expr):
            if not negated:
                return True
            continue
        refused.append(negated)
    found = expr.not_(expr.conj(refused))
    return found if isinstance(found, Expr) else bool(found)
