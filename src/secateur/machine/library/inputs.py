"""Sources of symbolic values: the driver's inputs, KLEE's and SV-COMP's; and the driver's observations."""

from __future__ import annotations

from typing import Any

from secateur import expr
from secateur.assumption import AssumptionKind
from secateur.expr import Expr
from secateur.ir.model import Call, Symbol
from secateur.machine.compiler import CallSite
from secateur.machine.fault import FaultKind
from secateur.machine.floats import bits_of, of_bits
from secateur.machine.indeterminate import determinate, is_indeterminate, settled
from secateur.machine.library.builtin import Builtin
from secateur.machine.library.leaves import is_long_double, leaves_of, long_doubles_of
from secateur.machine.library.text import read_name
from secateur.machine.memory import SHIFT, Region
from secateur.machine.path import BranchKind, Observation, Site, Value
from secateur.machine.state import State
from secateur.provided.inputs import NONDET_PREFIX
from secateur.provided.scalars import NONDET, OBSERVED, SCALARS

#: The observation that is a scalar result.
RESULT = "return"


def _named(kind: str) -> Builtin:
    scalar = SCALARS[kind]

    def call(state: State, arguments: tuple[Any, ...], site: CallSite) -> Value:
        name = read_name(state, arguments[0], site)
        return state.new_input(name, kind, scalar.width, scalar.variable)

    return call


def _unnamed(name: str, kind: str) -> Builtin:
    scalar = SCALARS[kind]

    def call(state: State, arguments: tuple[Any, ...], site: CallSite) -> Value:
        return state.new_input(name, kind, scalar.width, scalar.variable)

    return call


def bit_field(state: State, arguments: tuple[Any, ...], site: CallSite) -> Expr | int:
    """`secateur_bits(name, width, is_signed)`: an input extended to 64 bits."""
    name = read_name(state, arguments[0], site)
    width, signed = int(arguments[1]), bool(arguments[2])
    kind = "bool" if width == 1 and not signed else "signed" if signed else "unsigned"
    made = state.new_input(name, "bits", width, kind)
    assert not isinstance(made, float)
    return expr.sext(made, width, 64) if signed else expr.zext(made, width, 64)


def assume(state: State, arguments: tuple[Any, ...], site: CallSite) -> None:
    condition: Expr | int = arguments[0]
    width = getattr(site.types[0], "width", 32)
    state.assume(expr.ne(condition, 0, width), site)


# --- KLEE


def make_symbolic(state: State, arguments: tuple[Any, ...], site: CallSite) -> None:
    """`klee_make_symbolic(address, size, name)`: the object's own type determines its variables."""
    address, size = arguments[0], arguments[1]
    name = read_name(state, arguments[2], site)
    if isinstance(address, Expr):
        address = state.choose(address, site)
    if isinstance(size, Expr):
        size = state.choose(size, site)
    target = state.memory.owned(state.machine.accessor.target(state, address, size, site, writing=True))
    leaves = leaves_of(target, address, size)
    made = state.new_object(name, [(suffix, width, kind) for _, suffix, width, kind in leaves])
    for (offset, _, width, _), variable in zip(leaves, made, strict=True):
        target.write(address + offset, width // 8, variable)
    for position in long_doubles_of(target, address, size):
        state.assume(is_long_double(made[position : position + 10]), site)


def text(state: State, arguments: tuple[Any, ...], site: CallSite) -> None:
    """`secateur_bytes(address, size, name)`: the characters of an argument, a file or the like."""
    address, size = arguments[0], arguments[1]
    name = read_name(state, arguments[2], site)
    target = state.memory.owned(state.machine.accessor.target(state, address, size, site, writing=True))
    made = state.new_object(name, [(f"[{i}]", 8, "char") for i in range(size)])
    for offset, variable in enumerate(made):
        target.write(address + offset, 1, variable)


def klee_range(state: State, arguments: tuple[Any, ...], site: CallSite) -> Expr | int:
    """`klee_range(begin, end, name)`: an int in [begin, end)."""
    name = read_name(state, arguments[2], site)
    made = state.new_input(name, "i32", 32, "signed")
    assert not isinstance(made, float)
    low, high = expr.sle(arguments[0], made, 32), expr.slt(made, arguments[1], 32)
    state.assume(expr.and_(low, high, 1), site)
    return made


def is_symbolic(state: State, arguments: tuple[Any, ...], site: CallSite) -> int:
    return int(isinstance(arguments[0], Expr))


def choose(state: State, arguments: tuple[Any, ...], site: CallSite) -> Value:
    """`klee_choose(count)`: an input in [0, count)."""
    (made,) = state.new_object("klee_choose", [("", 64, "unsigned")])
    assert not isinstance(made, float)
    state.assume(expr.ult(made, arguments[0], 64), site)
    return made


def _one_value(width: int | None = None) -> Builtin:
    """`klee_get_value_*(x)`: the value that x has on this path; paths with other values are given up."""

    def call(state: State, arguments: tuple[Any, ...], site: CallSite) -> Value:
        value = arguments[0]
        if not isinstance(value, Expr):
            return value  # type: ignore[no-any-return]
        chosen = int(expr.evaluate(value, state.model))
        same = expr.eq(value, chosen, value.width)
        if isinstance(same, Expr):
            state.decide(same, state.machine.site_for(site, BranchKind.PINNED))
            position, _ = state.place(site.position, site.function)
            state.rest_on(AssumptionKind.CONCRETE, expr.to_c(value), str(position))
        return chosen if width is None else of_bits(chosen, width)

    return call


def nothing(state: State, arguments: tuple[Any, ...], site: CallSite) -> int:
    return 0


# --- observations


def _merging(step: int) -> Builtin:
    """`klee_open_merge()` and `klee_close_merge()`: in between, what can be merged is merged, whatever it costs."""

    def call(state: State, arguments: tuple[Any, ...], site: CallSite) -> None:
        state.merging = max(0, state.merging + step)

    return call


def _end_of_callee(state: State, site: CallSite) -> Site:
    """The end of the function that the driver calls."""
    body = state.frames[-1].code.body
    calls = (i for block in body.blocks.values() for i in block.instructions if isinstance(i, Call))
    named = (i.callee.name for i in calls if isinstance(i.callee, Symbol))
    machine = state.machine
    users = {f.name for f in machine.user_functions()}
    called = next((name for name in named if name in users), None)
    return site if called is None else machine.end_of(called, state, site)


def _judgement(state: State, name: str, site: CallSite) -> Site:
    """The check that an observed condition holds (`Program.judged`)."""
    return state.machine.fault_site(site, FaultKind.POSTCONDITION, f"{name} does not hold")


def _observer(kind: str) -> Builtin:
    def call(state: State, arguments: tuple[Any, ...], site: CallSite) -> None:
        name = read_name(state, arguments[0], site)
        value = arguments[1]
        if name == RESULT:
            if is_indeterminate(value):
                value = settled(state, value, _end_of_callee(state, site), "the result")
            elif isinstance(value, Expr):
                state.rely_on(value)
        elif is_indeterminate(value):
            if determinate(state, value) is None:  # a part of what the function leaves that nobody needs to look at
                return
            value = settled(state, value, site, f"'{name}'")
        if name == state.machine.program.judged:
            state.check(expr.eq(value, 0, 64), _judgement(state, name, site))
        address = _address_in(state, value) if kind == "f64" else None
        if address is not None:
            state.observations.append(Observation(name, "pointer", address))
        else:
            state.observations.append(Observation(name, kind, value))

    return call


def _address_in(state: State, value: Value) -> int | None:
    """A union is seen through one member. If that is a `double`, but holds the address of an object, this is all that
    can be said about it: the number is another one in each run."""
    if not isinstance(value, float):
        return None
    bits = bits_of(value, 64)
    target = state.memory.objects.get(bits >> SHIFT)
    is_inside = target is not None and isinstance(target.size, int) and 0 <= bits - target.start <= target.size
    return bits if is_inside else None


def extent(state: State, arguments: tuple[Any, ...], site: CallSite) -> Value:
    """`secateur_extent(pointer)`: how many bytes can be read there, up to the end of the object; 0 if there is none."""
    address = arguments[0]
    if isinstance(address, Expr):
        address = state.choose(address, site)
    target = state.memory.objects.get(address >> SHIFT)
    if target is None or target.shape.region is Region.FUNCTION:
        return 0
    offset = address - target.start
    if offset < 0:
        return 0
    if isinstance(target.size, int):
        return max(0, target.size - int(offset))
    return expr.ite(expr.ult(offset, target.size, 64), expr.sub(target.size, offset, 64), 0, 64)


BUILTINS: dict[str, Builtin] = {
    **{f"secateur_{kind}": _named(kind) for kind in SCALARS},
    **{f"{NONDET_PREFIX}{word}": _unnamed(f"nondet_{word}", kind) for word, kind in NONDET.items()},
    **{f"secateur_see_{kind}": _observer(kind) for kind in OBSERVED},
    **{f"secateur_havoc_{kind}": _named(kind) for kind in SCALARS},
    "secateur_bits": bit_field,
    "secateur_bytes": text,
    "secateur_extent": extent,
    "secateur_assume": assume,
    "klee_make_symbolic": make_symbolic,
    "klee_range": klee_range,
    "klee_is_symbolic": is_symbolic,
    "klee_choose": choose,
    "klee_get_value_i32": _one_value(),
    "klee_get_valuef": _one_value(32),
    "klee_get_valued": _one_value(64),
    "klee_prefer_cex": nothing,
    "klee_open_merge": _merging(1),
    "klee_close_merge": _merging(-1),
}
