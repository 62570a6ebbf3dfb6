"""Values that nothing has written: reading one is no fault, deciding by one is.

Memory that was never written holds *indeterminate* values: variables that all share one number, told apart by their
names, so that copies and arithmetic keep them exact by the rules for expressions (`x & 0` is 0). Where the program
decides something by a value (a branch, an address, an output, its result), the value is *settled*: either it is the
same whatever the indeterminate parts are, for the inputs of this run, or the run ends in a fault. So no condition of a
path contains indeterminate values, and no model has values for them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from secateur import expr
from secateur.assumption import Assumption, AssumptionKind
from secateur.expr import HAS_INDETERMINATE, INDETERMINATE, Expr
from secateur.machine.fault import FaultKind
from secateur.machine.path import BranchKind, Formatted, Site, SymbolicText, Value
from secateur.options import Uninitialised

if TYPE_CHECKING:
    from secateur.machine.state import State

Bits = Expr | int

#: Checks of plain arithmetic: an indeterminate operand makes the result indeterminate, which is no fault yet.
_LENIENT = frozenset({"signed-overflow", "shift", "float-to-int", "pointer-overflow", "invalid-bool", "misaligned"})
#: Values tried in place of an indeterminate one; constants of the expression are tried as well.
_PATTERNS = (0, -1, 0x5555_5555_5555_5555, 1)
_MOST_PATTERNS = 8


def fresh(state: State, label: str, unique: str, width: int, kind: FaultKind = FaultKind.UNINITIALISED) -> Expr:
    """The content of unwritten memory; the same label and the same unique mark give the same value."""
    machine = state.machine
    if machine.uninitialised is Uninitialised.ANY:
        variable = machine.variable(f"{label}?{unique}", width, "signed")
        machine.arbitrary |= variable.variables
        return variable
    machine.has_indeterminate = True
    return expr.variable(f"{label}?{unique}", width, INDETERMINATE, kind)


def note_arbitrary(state: State) -> None:
    """Mark a run that needs a certain value of unwritten memory, where that may hold any: nothing was assumed, but
    another build need not show the same."""
    mask = state.machine.arbitrary
    seen = [*(branch.condition for branch in state.branches), *(each.value for each in state.observations)]
    for value in (*seen, *_printed(state)):
        if isinstance(value, Expr) and value.variables & mask:
            for variable in expr.variables_of(value):
                if variable.variables & mask:
                    label = variable.name.partition("?")[0]
                    state.depend_on(Assumption(AssumptionKind.UNINITIALISED, label.strip("'")))


def _printed(state: State) -> Iterator[Value]:
    for _, piece in state.output:
        part = piece.value if isinstance(piece, Formatted) else piece
        if isinstance(part, SymbolicText):
            yield from part.cells
        elif not isinstance(part, bytes):
            yield part


def _rest_on(state: State, label: str) -> None:
    """The run depends on what unwritten memory holds, so another build may do something else."""
    state.rest_on(AssumptionKind.UNINITIALISED, label.strip("'"), portable=False)


def is_indeterminate(value: object) -> bool:
    return isinstance(value, Expr) and value.variables & HAS_INDETERMINATE != 0


def settle_condition(state: State, condition: Expr, site: Site) -> Bits:
    """The condition of a decision, without indeterminate parts."""
    if site.kind is BranchKind.CHECK and site.fault in _LENIENT:  # it fails if it fails in any case
        return expr.conj([_with(condition, pattern) for pattern in _patterns(condition)])
    return settled(state, condition, site, _DECISIONS[site.kind])


_DECISIONS = {
    BranchKind.CONDITION: "the condition",
    BranchKind.CHECK: "an operand",
    BranchKind.CHOICE: "an address or a size",
    BranchKind.PINNED: "an address or a size",
    BranchKind.ASSUMPTION: "an assumption",
}


def settled(state: State, value: Bits, site: Site, what: str) -> Bits:
    """The value without indeterminate parts; a fault if it depends on them under the inputs of this run. Inputs under
    which it would depend on them are the failing side of a check."""
    if not isinstance(value, Expr):
        return value
    if not value.variables & HAS_INDETERMINATE:
        state.rely_on(value)
        return value
    varying = _varies(state, value)
    label, kind = labels_in(varying or value)[0]
    if state.machine.uninitialised is not Uninitialised.REPORT or kind not in state.machine.checks:
        if varying:
            _rest_on(state, label)
        return _with(value, 0)
    message = _message(what, label, kind)
    first = _with(value, 0)
    differs: Bits = False
    for pattern in _patterns(value)[1:]:
        differs = expr.or_(differs, expr.ne(first, _with(value, pattern), value.width), 1)
    state.check(differs, state.machine.fault_site(site, kind, message))
    if varying:  # between other values than those that were tried
        state.fail(site, kind, message)
    return first


def determinate(state: State, value: Bits) -> Bits | None:
    """The value without indeterminate parts; None if it depends on them under the inputs of this run."""
    if not is_indeterminate(value):
        return value
    assert isinstance(value, Expr)
    return None if _varies(state, value) else _with(value, 0)


def labels_in(value: Expr) -> list[tuple[str, FaultKind]]:
    """What the indeterminate parts of an expression are called, and which fault deciding by them is."""
    return [(v.name.partition("?")[0], FaultKind(v.kind)) for v in _parts(value)]


def _message(what: str, label: str, kind: FaultKind) -> str:
    if kind is FaultKind.MISSING_RETURN:
        return f"{what} depends on the result of '{label}', which returned without a value"
    return f"{what} depends on uninitialised {label}"


def _parts(value: Expr) -> list[Expr]:
    return sorted((v for v in expr.variables_of(value) if v.args[0] == INDETERMINATE), key=lambda v: v.name)


def _varies(state: State, value: Expr) -> Expr | None:
    """What remains of the value under the inputs of this run, if it depends on indeterminate parts."""
    given = {v: expr.evaluate(v, state.model) for v in expr.variables_of(value) if v.args[0] != INDETERMINATE}
    left = expr.substitute(value, given)
    return left if isinstance(left, Expr) else None


def _with(value: Expr, pattern: int) -> Bits:
    """The value if all indeterminate parts have this pattern."""
    return expr.substitute(value, {v: _pattern(pattern, v.width) for v in _parts(value)})


def _pattern(pattern: int, width: int) -> int:
    return bool(pattern & 1) if width == 1 else expr.wrap(pattern, width)


def _patterns(value: Expr) -> list[int]:
    constants = [a for node in expr.post_order(value) for a in node.args if not isinstance(a, Expr)]
    return list(dict.fromkeys((*_PATTERNS, *constants)))[:_MOST_PATTERNS]
