"""What a symbolic address can point to.

An address is brought into the form *constant + Σ factor × term*; the constant identifies the object. Only places inside
it remain to choose from: being outside is one check with one failing side, not a separate choice for each place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd
from typing import NoReturn

from secateur import expr
from secateur.expr import HAS_INDETERMINATE, Expr
from secateur.ir.types import ArrayType
from secateur.machine.bounded import why_null
from secateur.machine.fault import FaultKind
from secateur.machine.indeterminate import settled
from secateur.machine.memory import SHIFT, Object, Region
from secateur.machine.path import Site
from secateur.machine.state import State
from secateur.machine.unsupported import UnsupportedKind
from secateur.machine.value_parts import wrap

#: Maximum size of an object in bytes.
LONGEST = 1 << 30
#: A size of which only the bits are known is between 0 and this: numbers in registers have a sign.
LARGEST_SIZE = (1 << 64) - 1
#: Maximum number of values tried one by one; if there may be more, one is taken and the run is marked incomplete.
MOST_VALUES = 4096


@dataclass(frozen=True, slots=True)
class Range:
    """Where a symbolic address can point: `low + stride * i` for i < count, inside one object. `index` is that i."""

    target: Object
    low: int
    stride: int
    count: int
    index: Expr

    @property
    def addresses(self) -> range:
        return range(self.low, self.low + self.stride * self.count, self.stride)


def object_at(state: State, address: int, site: Site) -> Object:
    """The object that an address belongs to; a fault if there is none."""
    target = state.memory.objects.get(address >> SHIFT)
    if target is None:
        _no_object(state, address, site)
    assert target is not None
    if target.shape.region is Region.UNKNOWN:
        _refuse(state, target, site)
    return target


def _refuse(state: State, target: Object, site: Site) -> NoReturn:
    """The content of a global is not known: it is declared only, or its initialiser is not supported."""
    reason = state.machine.unknown.get(target.number)
    if reason is None:
        state.refuse(UnsupportedKind.GLOBAL, target.shape.name, site)
    state.refuse(reason.kind, reason.name, site)


def _no_object(state: State, address: int, site: Site) -> None:
    number = address >> SHIFT
    if number in (0, -1):
        state.fail(site, FaultKind.NULL_POINTER, f"null pointer dereference{why_null(address)}")
    if state.memory.was_made(number):
        state.fail(site, FaultKind.USE_AFTER_FREE, "use of memory that is no longer allocated")
    state.fail(site, FaultKind.OUT_OF_BOUNDS, "access through an invalid pointer")


def resolve(state: State, address: Expr, size: int, site: Site, most: int) -> Range | int:
    """The places in one object, at most `most`, or one concrete address (other paths take the others)."""
    if address.variables & HAS_INDETERMINATE:
        plain = settled(state, address, site, "an address")
        if not isinstance(plain, Expr):
            return plain
        address = plain
    wraps = _wraps(state, address)
    where = _resolve(state, state.settle(address), size, site, most, wraps)
    state.resolved = where if isinstance(where, int) else (where.addresses[0], where.addresses[-1] + size)
    return where


def _wraps(state: State, address: Expr) -> Expr | int:
    """When the computation of an address wraps around: then it is outside, wherever it leads."""
    return state.wrapping[1] if state.wrapping is not None and state.wrapping[0] is address else False


def _resolve(state: State, address: Expr, size: int, site: Site, most: int, wraps: Expr | int) -> Range | int:
    based = _based(state, address, site)
    if not isinstance(based, Expr):
        state.check(wraps, site)
        return based
    constant, terms = linear(based)
    target = object_at(state, constant, site)
    bounds = state.bounded.get(based)
    stride = _stride(terms)
    if bounds is not None and isinstance(target.size, int) and _holds(target, bounds, size):
        low, high = bounds[0], bounds[1] + size
    else:
        low, high = target.start, target.start + _reach(state, target, based, size, site, wraps)
    low += (constant - low) % stride
    count = max(0, (high - size - low) // stride + 1)
    if not 0 < count <= most:
        reason = f"an index into {describe(target)} with {count:,} possible places was made concrete"
        return state.pin(based, site, reason)
    return Range(target, low, stride, count, _index(based, constant, terms, low, stride))


def place(state: State, address: Expr | int, size: int, site: Site, when: Expr | int = True) -> int:
    """One concrete address of `size` bytes inside its object; other paths take the others.

    `when`: the condition under which the bytes must be inside.
    """
    address = settled(state, address, site, "an address")
    if not isinstance(address, Expr):
        return address
    wraps = _wraps(state, address)
    based = _based(state, state.settle(address), site)
    if isinstance(based, Expr):
        target = object_at(state, linear(based)[0], site)
        _reach(state, target, based, size, site, wraps, when)
        based = state.choose(based, site)
    state.resolved = based
    return based


def _holds(target: Object, bounds: tuple[int, int], size: int) -> bool:
    assert isinstance(target.size, int)
    return target.start <= bounds[0] and bounds[1] + size <= target.start + target.size


def _based(state: State, address: Expr, site: Site) -> Expr | int:
    """The address with a constant that identifies a live object; if it has none, a value of its pointer is chosen."""
    constant, terms = linear(address)
    number = constant >> SHIFT
    if number in state.memory.objects and number > 0:
        return address
    pointers = [term for factor, term in terms if factor == 1 and not _narrow(term)]
    if number in state.memory.objects and not pointers:  # an object at a fixed low address
        return address
    if state.memory.was_made(number) or (number in (0, -1) and not pointers):
        _no_object(state, constant, site)
    if len(pointers) != 1:
        return state.choose(address, site)
    pointer = pointers[0]
    chosen = state.choose(pointer, site)
    rest = expr.add(expr.sub(address, pointer, 64), chosen, 64)
    return _based(state, rest, site) if isinstance(rest, Expr) else rest


def _reach(
    state: State,
    target: Object,
    address: Expr,
    size: int,
    site: Site,
    wraps: Expr | int = False,
    when: Expr | int = True,
) -> int:
    """Check that `size` bytes at the address are inside; return how far from the start they can reach."""
    offset = expr.sub(address, target.start, 64)
    too_short = expr.ult(target.size, size, 64)
    if too_short is True and when is True:
        state.fail(site, FaultKind.OUT_OF_BOUNDS, outside(linear(address)[0] - target.start, target))
    beyond = expr.or_(wraps, expr.ult(expr.sub(target.size, size, 64), offset, 64), 1)
    state.check(expr.and_(when, expr.or_(too_short, beyond, 1), 1), site)
    if isinstance(target.size, int):
        return target.size
    farthest = expr.unsigned_range(offset, 64)[1] + size
    if farthest <= MOST_VALUES * 16:
        return farthest
    return state.choose(target.size, site)


def linear(address: Expr) -> tuple[int, list[tuple[int, Expr]]]:
    """An address as constant + Σ factor × term, where no term is itself a sum."""
    constant, terms = 0, []
    work: list[tuple[int, Expr | int]] = [(1, address)]
    while work:
        factor, item = work.pop()
        if not isinstance(item, Expr):
            constant += factor * item
        elif item.op == "add":
            work += [(factor, a) for a in item.args]
        elif item.op == "sub":
            work += [(factor, item.args[0]), (-factor, item.args[1])]
        elif item.op == "mul" and not isinstance(item.args[1], Expr):
            work.append((factor * item.args[1], item.args[0]))
        elif item.op == "shl" and not isinstance(item.args[1], Expr):
            work.append((factor << item.args[1], item.args[0]))
        else:
            terms.append((factor, item))
    return wrap(constant, 64), terms


def describe(target: Object) -> str:
    shape = target.shape
    if shape.region is Region.HEAP:
        return f"a heap block of {_size(target.size)}"
    return f"'{shape.name}'" if shape.name else f"{shape.region} object"


def describe_part(target: Object, offset: int, size: int) -> str:
    """A part of an object as C would write it, where its elements have one size."""
    shape = target.shape
    if shape.region is Region.HEAP or not shape.name:
        return f"memory at offset {offset} of {describe(target)}"
    if offset == 0 and size == target.size:
        return f"'{shape.name}'"
    if isinstance(shape.type, ArrayType) and size == shape.unit:
        return f"'{shape.name}[{offset // size}]'"
    return f"bytes of '{shape.name}' at offset {offset}"


def outside(offset: int, target: Object) -> str:
    size = "" if target.shape.region is Region.HEAP else f" ({_size(target.size)})"
    return f"offset {offset} is outside {describe(target)}{size}"


def _size(size: Expr | int) -> str:
    if isinstance(size, Expr):
        return f"{expr.to_c(size)} bytes"
    return "1 byte" if size == 1 else f"{size} bytes"


def _narrow(term: Expr) -> bool:
    """Is the term an extension of at most 32 bits, so that small multiples of it do not wrap?"""
    if term.op not in ("zext", "sext"):
        return False
    inner = term.args[0]
    return isinstance(inner, Expr) and inner.width <= 32


def _stride(terms: Sequence[tuple[int, Expr]]) -> int:
    """The distance between possible addresses; beyond 32 bits only powers of two survive wrapping."""
    step = gcd(*(abs(k) for k, _ in terms))
    if all(_narrow(t) and abs(k) < 1 << 24 for k, t in terms):
        return step
    return step & -step


def _index(address: Expr, constant: int, terms: Sequence[tuple[int, Expr]], low: int, stride: int) -> Expr:
    """(address - low) / stride, in its simplest form."""
    exact = all(_narrow(t) and abs(k) < 1 << 24 for k, t in terms)
    result: Expr | int
    if exact:
        result = (constant - low) // stride
        for factor, term in terms:
            result = expr.add(result, expr.mul(term, factor // stride, 64), 64)
    else:
        result = expr.udiv(expr.sub(address, low, 64), stride, 64)
    assert isinstance(result, Expr)
    return result
