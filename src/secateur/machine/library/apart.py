"""`__secateur_apart`: a string that is copied must not overlap the place that it is copied to."""

from __future__ import annotations

from typing import Any

from secateur import expr
from secateur.expr import Expr
from secateur.machine.compiler import CallSite
from secateur.machine.fault import FaultKind
from secateur.machine.library.builtin import Builtin
from secateur.machine.memory import SHIFT, Object
from secateur.machine.resolve import linear
from secateur.machine.state import State

Bits = Expr | int


def apart(state: State, arguments: tuple[Any, ...], site: CallSite) -> None:
    """`__secateur_apart(start, end, from, limit, appends)`: the string `from`, or its first `limit` bytes, will be
    copied to `end`; what lies from `start` to `end` belongs to the result. If it `appends`, there is a NUL at `end`,
    and one is written after the copy.

    Copied and written bytes meet if the string does not end before: one check, over the bytes up to there. Objects do
    not overlap, so that only matters within one. A pointer that may lead to several objects is not followed.
    """
    start, end, source, limit, appends = arguments
    target = _object(state, source)
    if FaultKind.OVERLAP not in state.machine.checks or target is None or _object(state, start) is not target:
        return
    before, written = _known(state, expr.sub(source, start, 64), site), _known(state, expr.sub(end, start, 64), site)
    if appends and before == written:  # nothing is appended
        return
    if before < 0:
        count, least = -before, -before
    elif before < written:
        count, least = 0, 0
    else:
        count, least = before - written, before - written - appends
    if _is_inside(target, source, count):
        meets = expr.and_(expr.ult(least, limit, 64), _has_no_end(state, source, count, site), 1)
        message = "a string is copied to a place that overlaps it"
        state.check(meets, state.machine.fault_site(site, FaultKind.OVERLAP, message))


def _object(state: State, address: Bits) -> Object | None:
    number = linear(state.settle(address))[0] if isinstance(address, Expr) else address
    return state.memory.objects.get(number >> SHIFT)


def _known(state: State, value: Bits, site: CallSite) -> int:
    return state.choose(value, site) if isinstance(value, Expr) else value


def _is_inside(target: Object, source: Bits, count: int) -> bool:
    """A string that leaves its object is another fault."""
    if not isinstance(target.size, int):
        return False
    return isinstance(source, Expr) or source + count <= target.start + target.size


def _has_no_end(state: State, source: Bits, count: int, site: CallSite) -> Bits:
    """Is none of the first `count` bytes a NUL?"""
    longer: Bits = True
    for n in range(count):
        byte = state.machine.accessor.load_int(state, expr.add(source, n, 64), None, 1, site)
        longer = expr.and_(longer, expr.ne(byte, 0, 8), 1)
        if longer is False:
            return False
    return longer


BUILTINS: dict[str, Builtin] = {"__secateur_apart": apart}
