"""LLVM's intrinsics."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

from secateur import expr
from secateur.expr import Expr, ieee
from secateur.ir.types import EXTENDED, FloatType, align_of, size_of, store_size_of
from secateur.machine.blocks import copy_bytes, fill_bytes
from secateur.machine.compiler import CallSite
from secateur.machine.fault import FaultKind
from secateur.machine.floats import binary, lift, lower
from secateur.machine.library.builtin import Builtin
from secateur.machine.memory import SHIFT, Object, Region, Shape
from secateur.machine.nan_signs import with_sign_of_nan
from secateur.machine.state import State
from secateur.machine.widths import width_of

Bits = Expr | int


# --- memory


def copy(state: State, arguments: tuple[Any, ...], site: CallSite) -> None:
    """`memcpy`: the blocks may be the same, but not overlap otherwise."""
    copy_bytes(state, arguments[0], arguments[1], arguments[2], site, FaultKind.OVERLAP in state.machine.checks)


def move(state: State, arguments: tuple[Any, ...], site: CallSite) -> None:
    copy_bytes(state, arguments[0], arguments[1], arguments[2], site)


def fill(state: State, arguments: tuple[Any, ...], site: CallSite) -> None:
    fill_bytes(state, arguments[0], arguments[1], arguments[2], site)


def object_size(state: State, arguments: tuple[Any, ...], site: CallSite) -> int:
    return 0 if arguments[1] else -1


def zero(state: State, arguments: tuple[Any, ...], site: CallSite) -> int:
    return 0


def never(state: State, arguments: tuple[Any, ...], site: CallSite) -> bool:
    return False


def first(state: State, arguments: tuple[Any, ...], site: CallSite) -> Any:
    return arguments[0]


def lifetime_start(state: State, arguments: tuple[Any, ...], site: CallSite) -> None:
    """On entry to a block, its variable is alive; if it was dead, it becomes a fresh object."""
    number = arguments[-1] >> SHIFT
    born = state.frames[-1].allocas.get(number)
    if born is not None and number not in state.memory.objects:
        state.memory.objects[number] = Object(number, born.size, born.shape, None, state.memory.owner)


def lifetime_end(state: State, arguments: tuple[Any, ...], site: CallSite) -> None:
    """On exit from a block, its variable is dead."""
    state.memory.objects.pop(arguments[-1] >> SHIFT, None)


def masked_pointer(state: State, arguments: tuple[Any, ...], site: CallSite) -> Bits:
    """`llvm.ptrmask`, from `__builtin_align_down` and `va_arg`. The mask may be narrower than the pointer."""
    pointer, mask = arguments
    return expr.and_(pointer, expr.sext(mask, width_of(site.types[1]), 64), 64)


# --- atomics: one thread, plain access


def _size(site: CallSite) -> int:
    return store_size_of(site.types[1])


def _modify(operation: Callable[[Any, Any, int], Any]) -> Builtin:
    """`atomicrmw`: stores the new value, returns the old one."""

    def call(state: State, arguments: tuple[Any, ...], site: CallSite) -> Any:
        address, value = arguments
        size, accessor = _size(site), state.machine.accessor
        is_float = isinstance(site.types[1], FloatType)
        load = accessor.load_float if is_float else accessor.load_int
        old = load(state, address, None, size, site)
        accessor.store(state, address, operation(old, value, size * 8), size, site)
        return old

    return call


def _larger(less: Callable[[Bits, Bits, int], Bits], is_least: bool = False) -> Builtin:
    def choose(old: Bits, new: Bits, width: int) -> Bits:
        is_less = less(old, new, width)
        return expr.ite(is_less, old, new, width) if is_least else expr.ite(is_less, new, old, width)

    return _modify(choose)


def exchange(state: State, arguments: tuple[Any, ...], site: CallSite) -> tuple[Bits, Bits]:
    """`cmpxchg`."""
    address, expected, value = arguments
    size, accessor = _size(site), state.machine.accessor
    old = accessor.load_int(state, address, None, size, site)
    same = expr.eq(old, expected, size * 8)
    accessor.store(state, address, expr.ite(same, value, old, size * 8), size, site)
    return old, same


# --- variable arguments: all of them in the "stack" area of the x86-64 and AArch64 va_list

_TAGS = {"x86_64": ((0, 4, 48), (4, 4, 176), (8, 8, None)), "aarch64": ((0, 8, None), (24, 4, 0), (28, 4, 0))}


def va_start(state: State, arguments: tuple[Any, ...], site: CallSite) -> None:
    accessor, frame = state.machine.accessor, state.frames[-1]
    tag = state.choose(arguments[0], site) if isinstance(arguments[0], Expr) else arguments[0]
    first = len(frame.code.function.parameters)
    call = frame.call
    structs = {} if call is None else {n: size_of(t) for n, t in call.by_value.items()}
    wide = set() if call is None else {n for n, t in call.by_value.items() if align_of(t) >= 16}
    long_doubles = set() if call is None else {n for n, kind in enumerate(call.types) if kind == EXTENDED}
    offsets, end = [], 0
    for number in range(first, first + len(frame.varargs)):
        end += end & 8 if number in long_doubles | wide else 0  # aligned to 16 bytes
        offsets.append(end)
        end += 16 if number in long_doubles else (structs.get(number, 8) + 7) // 8 * 8
    own = state.machine.private_numbers.of_extra(state)
    area = state.memory.allocate(end, Shape(Region.STACK, "variable arguments", unit=8), number=own)
    frame.allocas[area.number] = area
    for number, (value, offset) in enumerate(zip(frame.varargs, offsets, strict=True), first):
        place = area.start + offset
        if number in structs:
            assert not isinstance(value, float)
            copy_bytes(state, place, value, structs[number], site)
        elif number in long_doubles:
            assert not isinstance(value, float)
            accessor.store_extended(state, place, value, site)
        else:
            whole = value
            if isinstance(value, Expr) and value.width < 64:
                whole = expr.zext(value, value.width, 64)
            area.write(place, 8, whole)
    layout = _TAGS["aarch64" if "aarch64" in state.machine.program.triple else "x86_64"]
    for offset, size, content in layout:
        accessor.store(state, tag + offset, area.start if content is None else content, size, site)


def va_copy(state: State, arguments: tuple[Any, ...], site: CallSite) -> None:
    size = 32 if "aarch64" in state.machine.program.triple else 24
    copy_bytes(state, arguments[0], arguments[1], size, site)


# --- integers

_Test = Callable[[Bits, Bits, int, bool], Bits]
_Operation = Callable[[Bits, Bits, int], Bits]


def _width(site: CallSite) -> int:
    return width_of(site.types[0])


def _with_overflow(operation: _Operation, test: _Test, signed: bool) -> Builtin:
    def call(state: State, arguments: tuple[Any, ...], site: CallSite) -> tuple[Bits, Bits]:
        x, y, width = arguments[0], arguments[1], _width(site)
        return operation(x, y, width), test(x, y, width, signed)

    return call


def _saturating(operation: _Operation, test: _Test, signed: bool) -> Builtin:
    def call(state: State, arguments: tuple[Any, ...], site: CallSite) -> Bits:
        x, y, width = arguments[0], arguments[1], _width(site)
        if signed:
            limit = expr.ite(expr.slt(x, 0, width), -1 << (width - 1), (1 << (width - 1)) - 1, width)
        else:
            limit = 0 if operation is expr.sub else -1
        return expr.ite(test(x, y, width, signed), limit, operation(x, y, width), width)

    return call


def _extreme(less: _Operation, greatest: bool) -> Builtin:
    def call(state: State, arguments: tuple[Any, ...], site: CallSite) -> Bits:
        x, y, width = arguments[0], arguments[1], _width(site)
        smaller = less(x, y, width)
        return expr.ite(smaller, y, x, width) if greatest else expr.ite(smaller, x, y, width)

    return call


def absolute(state: State, arguments: tuple[Any, ...], site: CallSite) -> Bits:
    """`llvm.abs(x, must_fit)`: C's `abs` is undefined for the smallest number."""
    x, width = arguments[0], _width(site)
    if arguments[1] and FaultKind.SIGNED_OVERFLOW in state.machine.checks:
        message = f"the absolute value does not fit in {width} bits"
        least = expr.eq(x, -1 << (width - 1), width)
        state.check(least, state.machine.fault_site(site, FaultKind.SIGNED_OVERFLOW, message))
    return expr.ite(expr.slt(x, 0, width), expr.sub(0, x, width), x, width)


def swap_bytes(state: State, arguments: tuple[Any, ...], site: CallSite) -> Bits:
    x, width = arguments[0], _width(site)
    result = expr.extract(x, width - 8, 8, width)
    for low in range(width - 16, -1, -8):
        done = width - 8 - low
        result = expr.concat(expr.extract(x, low, 8, width), result, 8, done)
    return result


def _bit(x: Bits, place: int, width: int) -> Bits:
    return expr.extract(x, place, 1, width)


def count_ones(state: State, arguments: tuple[Any, ...], site: CallSite) -> Bits:
    x, width = arguments[0], _width(site)
    total: Bits = 0
    for place in range(width):
        total = expr.add(total, expr.zext(_bit(x, place, width), 1, width), width)
    return total


def _count_zeros(leading: bool) -> Builtin:
    def call(state: State, arguments: tuple[Any, ...], site: CallSite) -> Bits:
        x, width = arguments[0], _width(site)
        if arguments[1] and FaultKind.INVALID_BUILTIN in state.machine.checks:
            message = "zeros are counted in a number without ones"
            state.check(expr.eq(x, 0, width), state.machine.fault_site(site, FaultKind.INVALID_BUILTIN, message))
        result: Bits = width
        places = range(width) if leading else range(width - 1, -1, -1)
        for place in places:
            count = width - 1 - place if leading else place
            result = expr.ite(_bit(x, place, width), count, result, width)
        return result

    return call


def _funnel(left: bool) -> Builtin:
    def call(state: State, arguments: tuple[Any, ...], site: CallSite) -> Bits:
        high, low, amount = arguments
        width = _width(site)
        n = expr.urem(amount, width, width)
        back = expr.sub(width, n, width)
        if left:
            shifted = expr.or_(expr.shl(high, n, width), expr.lshr(low, back, width), width)
            return expr.ite(expr.eq(n, 0, width), high, shifted, width)
        shifted = expr.or_(expr.lshr(low, n, width), expr.shl(high, back, width), width)
        return expr.ite(expr.eq(n, 0, width), low, shifted, width)

    return call


# --- floats

#: In LLVM's masks of classes.
_INFINITE = 1 << 2 | 1 << 9


def _unary(operation: Callable[[Bits, int], Bits]) -> Builtin:
    def call(state: State, arguments: tuple[Any, ...], site: CallSite) -> Any:
        width = _width(site)
        return lift(operation(lower(arguments[0], width), width), width)

    return call


def _binary(operation: _Operation) -> Builtin:
    def call(state: State, arguments: tuple[Any, ...], site: CallSite) -> Any:
        width = _width(site)
        return lift(operation(lower(arguments[0], width), lower(arguments[1], width), width), width)

    return call


def _arithmetic(operation: Callable[[Bits, int], Bits]) -> Builtin:
    """A NaN that is passed on stays as it is; one that is made of a number is negative."""

    def compute(x: Bits, width: int) -> Bits:
        result = operation(x, width)
        if isinstance(x, Expr) or isinstance(result, Expr) or not ieee.is_nan(result, width):
            return result
        return x | 1 << ieee.FRACTION[width] - 1 if ieee.is_nan(x, width) else result + ieee.SIGN[width]

    return _unary(compute)


def _rounding(mode: str) -> Builtin:
    return _arithmetic(lambda x, width: expr.fround(mode, x, width))


def copy_sign(x: Bits, y: Bits, width: int) -> Bits:
    sign = -1 << (width - 1)
    return expr.or_(expr.and_(x, ~sign, width), expr.and_(y, sign, width), width)


def split_number(state: State, arguments: tuple[Any, ...], site: CallSite) -> tuple[Any, Any]:
    """`llvm.modf`: the fraction and the whole part, both with the sign of the number."""
    width = _width(site)
    x = lower(arguments[0], width)
    whole = expr.fround("trunc", x, width)
    is_infinite = expr.is_fpclass(x, width, _INFINITE)
    fraction = copy_sign(expr.ite(is_infinite, 0, expr.fsub(x, whole, width), width), x, width)
    return lift(fraction, width), lift(whole, width)


def multiply_add(state: State, arguments: tuple[Any, ...], site: CallSite) -> Any:
    """`llvm.fmuladd`: rounded twice, as in code for plain x86-64."""
    width = _width(site)
    x, y, z = arguments
    return binary("fadd", binary("fmul", x, y, width), z, width)


def fused_multiply_add(state: State, arguments: tuple[Any, ...], site: CallSite) -> Any:
    """`fma`: rounded once. A NaN has the sign that `secateur.machine.nan_signs` gives it."""
    width = _width(site)
    x, y, z = (lower(a, width) for a in arguments)
    result = lift(expr.fma(x, y, z, width), width)
    if isinstance(result, float) and math.isnan(result):
        passed_on = (a for a in arguments if isinstance(a, float) and math.isnan(a))
        return next(passed_on, lift(ieee.NAN[width] + ieee.SIGN[width], width))
    return result


def float_class(state: State, arguments: tuple[Any, ...], site: CallSite) -> Bits:
    width = _width(site)
    return expr.is_fpclass(lower(arguments[0], width), width, int(arguments[1]))


BUILTINS: dict[str, Builtin] = {
    "llvm.memcpy": copy,
    "llvm.memmove": move,
    "llvm.memset": fill,
    "llvm.objectsize": object_size,
    "llvm.lifetime.start": lifetime_start,
    "llvm.lifetime.end": lifetime_end,
    "llvm.is.constant": never,
    "llvm.expect": first,
    "llvm.fence": zero,
    "llvm.cmpxchg": exchange,
    "llvm.atomicrmw.xchg": _modify(lambda old, new, width: new),
    "llvm.atomicrmw.add": _modify(expr.add),
    "llvm.atomicrmw.sub": _modify(expr.sub),
    "llvm.atomicrmw.and": _modify(expr.and_),
    "llvm.atomicrmw.or": _modify(expr.or_),
    "llvm.atomicrmw.xor": _modify(expr.xor),
    "llvm.atomicrmw.nand": _modify(lambda old, new, width: expr.bvnot(expr.and_(old, new, width), width)),
    "llvm.atomicrmw.max": _larger(expr.slt),
    "llvm.atomicrmw.min": _larger(expr.slt, is_least=True),
    "llvm.atomicrmw.umax": _larger(expr.ult),
    "llvm.atomicrmw.umin": _larger(expr.ult, is_least=True),
    "llvm.atomicrmw.fadd": _modify(partial(binary, "fadd")),
    "llvm.atomicrmw.fsub": _modify(partial(binary, "fsub")),
    "llvm.modf": split_number,
    "llvm.va_start": va_start,
    "llvm.va_copy": va_copy,
    "llvm.sadd.with.overflow": _with_overflow(expr.add, expr.add_overflows, True),
    "llvm.uadd.with.overflow": _with_overflow(expr.add, expr.add_overflows, False),
    "llvm.ssub.with.overflow": _with_overflow(expr.sub, expr.sub_overflows, True),
    "llvm.usub.with.overflow": _with_overflow(expr.sub, expr.sub_overflows, False),
    "llvm.smul.with.overflow": _with_overflow(expr.mul, expr.mul_overflows, True),
    "llvm.umul.with.overflow": _with_overflow(expr.mul, expr.mul_overflows, False),
    "llvm.sadd.sat": _saturating(expr.add, expr.add_overflows, True),
    "llvm.uadd.sat": _saturating(expr.add, expr.add_overflows, False),
    "llvm.ssub.sat": _saturating(expr.sub, expr.sub_overflows, True),
    "llvm.usub.sat": _saturating(expr.sub, expr.sub_overflows, False),
    "llvm.smax": _extreme(expr.slt, True),
    "llvm.smin": _extreme(expr.slt, False),
    "llvm.umax": _extreme(expr.ult, True),
    "llvm.umin": _extreme(expr.ult, False),
    "llvm.abs": absolute,
    "llvm.ptrmask": masked_pointer,
    "llvm.bswap": swap_bytes,
    "llvm.ctpop": count_ones,
    "llvm.ctlz": _count_zeros(True),
    "llvm.cttz": _count_zeros(False),
    "llvm.fshl": _funnel(True),
    "llvm.fshr": _funnel(False),
    "llvm.fabs": _unary(expr.fabs),
    "llvm.sqrt": _arithmetic(expr.fsqrt),
    "llvm.floor": _rounding("floor"),
    "llvm.ceil": _rounding("ceil"),
    "llvm.trunc": _rounding("trunc"),
    "llvm.round": _rounding("round"),
    "llvm.rint": _rounding("rint"),
    "llvm.nearbyint": _rounding("nearbyint"),
    "llvm.roundeven": _rounding("roundeven"),
    "llvm.copysign": _binary(lambda x, y, width: copy_sign(x, with_sign_of_nan(y, width), width)),
    "llvm.minnum": _binary(expr.fmin),
    "llvm.maxnum": _binary(expr.fmax),
    "llvm.fmuladd": multiply_add,
    "llvm.fma": fused_multiply_add,
    "llvm.is.fpclass": float_class,
}
