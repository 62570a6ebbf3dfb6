"""The names that compiled code can use, and calls and jumps to addresses, which only such code makes."""

from __future__ import annotations

from typing import Any

from secateur import expr
from secateur.expr import Expr
from secateur.machine import arithmetic, extended, floats, nan_signs
from secateur.machine.access import Accessor
from secateur.machine.addresses import are_different, compare_addresses, subtract_addresses, use_as_number
from secateur.machine.aggregates import insert, load_aggregate, store_aggregate
from secateur.machine.alignment import aligned
from secateur.machine.bounded import moved
from secateur.machine.compiler import CallSite, Segment
from secateur.machine.emit import ROUNDS
from secateur.machine.fault import FaultKind
from secateur.machine.library.process import allocate_local, allocate_variable
from secateur.machine.path import BranchKind, Site, Value
from secateur.machine.pointer_sums import check_index, check_sum
from secateur.machine.prototypes import Fit, complaint, refusal
from secateur.machine.resolve import object_at
from secateur.machine.state import Code, State
from secateur.machine.summary import stand_in
from secateur.machine.value_parts import piece


def call_pointer(state: State, callee: Expr | int, arguments: tuple[Value, ...], site: CallSite) -> Code:
    """A call through a pointer."""
    machine = state.machine
    if isinstance(callee, Expr):
        callee = state.choose(callee, site)
    name = machine.function_at(callee)
    if name is None:
        object_at(state, callee, site)
        state.fail(site, FaultKind.OUT_OF_BOUNDS, "call through a pointer that does not point to a function")
    assert name is not None
    if machine.stands_in(name) and site.type == machine.program.functions[name].type:
        return stand_in(state, name, arguments, site)
    match machine.fit(name, site):
        case Fit.WRONG:
            state.fail(site, FaultKind.WRONG_CALL, complaint(name))
        case Fit.UNSUPPORTED:
            reason = refusal(name)
            state.refuse(reason.kind, reason.name, site)
    if machine.is_defined(name):
        return state.enter(machine.code(name), arguments, site)
    before = state.memory.made
    value = machine.builtin(name)(state, arguments, site)
    if machine.traces:
        state.trace.append((name, arguments, state.memory.made_since(before)))
    if site.result >= 0:
        state.registers[site.result] = value
    assert site.resume is not None
    return site.resume.run


def jump(state: State, address: Expr | int, targets: dict[int, Segment], site: Site) -> Code:
    """A computed goto: each label is tried, then any other address, which is a fault."""
    choice = state.machine.site_for(site, BranchKind.CHOICE)
    for label, target in targets.items():
        same = expr.eq(address, label, 64)
        if state.decide(same, choice) if isinstance(same, Expr) else same:
            return target.run
    state.fail(site)
    raise AssertionError("not reached")


def namespace(accessor: Accessor) -> dict[str, Any]:
    """The names that compiled code can use."""
    return {
        "A": accessor,
        "ROUNDS": range(ROUNDS),
        **{
            name: getattr(expr, name)
            for name in (
                "add", "sub", "mul", "and_", "or_", "xor", "zext", "sext", "extract", "eq",
            )
        },
        "add_checked": arithmetic.add_checked,
        "sub_checked": arithmetic.sub_checked,
        "mul_checked": arithmetic.mul_checked,
        "divide": arithmetic.divide,
        "shift": arithmetic.shift,
        "aligned": aligned,
        "check_index": check_index,
        "check_sum": check_sum,
        "load_bool": arithmetic.load_bool,
        "compare": arithmetic.compare,
        "compare_addresses": compare_addresses,
        "are_different": are_different,
        "moved": moved,
        "subtract_addresses": subtract_addresses,
        "use_as_number": use_as_number,
        "single": floats.single,
        "float_binary": floats.binary,
        "float_negate": floats.negate,
        "float_compare": floats.compare,
        "float_convert": floats.convert,
        "float_to_int": floats.to_int,
        "float_to_int_checked": arithmetic.float_to_int,
        "float_from_int": floats.from_int,
        "float_lift": floats.lift,
        "float_lower": floats.lower,
        "float_bits": nan_signs.bits_as_computed,
        "extended_from_memory": extended.from_memory,
        "extended_to_memory": extended.to_memory,
        "insert": insert,
        "piece": piece,
        "load_aggregate": load_aggregate,
        "store_aggregate": store_aggregate,
        "allocate_local": allocate_local,
        "allocate_variable": allocate_variable,
        "call_pointer": call_pointer,
        "jump": jump,
        "stand_in": stand_in,
    }  # fmt: skip
