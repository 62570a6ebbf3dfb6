"""Source for integer arithmetic, comparisons and casts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from secateur.ir.model import Binary, Cast, Compare, Int, Operand
from secateur.ir.types import EXTENDED, FloatType
from secateur.machine.addresses import is_address
from secateur.machine.fault import FaultKind
from secateur.machine.memory import SHIFT
from secateur.machine.path import OWN_FILES
from secateur.machine.widths import width_of

if TYPE_CHECKING:
    from secateur.machine.emit import Emitter

_SIGNS = {"add": "+", "sub": "-", "mul": "*", "and": "&", "or": "|", "xor": "^"}
_SYMBOLIC = {"and": "and_", "or": "or_"}
_RELATIONS = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}


def binary(emitter: Emitter, instruction: Binary) -> None:
    op, result = instruction.op, instruction.result
    x, y = emitter.value(instruction.left), emitter.value(instruction.right)
    width = width_of(result.type)
    general = f"{_SYMBOLIC.get(op, op)}({x}, {y}, {width})"
    if width == 1:
        if op in _SYMBOLIC:
            general = f"{x} {_SIGNS[op]} {y} if type({x}) is bool and type({y}) is bool else {general}"
        emitter.line(f"r{result.index} = {general}")
        emitter.define(result)
        return
    if op not in ("add", "sub"):
        _use_as_numbers(emitter, instruction.left, instruction.right)
    guard = emitter.guard(instruction.left, instruction.right)
    r, half = f"r{result.index}", 1 << (width - 1)
    if op in ("and", "or", "xor"):
        emitter.either(result, guard, [f"{r} = {x} {_SIGNS[op]} {y}"], general)
    elif op in ("add", "sub", "mul"):
        fits = f"if not {-half} <= {r} < {half}:"
        concrete = [f"{r} = {x} {_SIGNS[op]} {y}"]
        if op == "sub" and _are_addresses(emitter, instruction):
            general = f"subtract_addresses(S, {x}, {y})"
            concrete = [f"{r} = {x} - {y} if not ({x} ^ {y}) >> {SHIFT} else {general}"]
        elif "nsw" in instruction.flags and emitter.on(FaultKind.SIGNED_OVERFLOW):
            site = emitter.check_site(FaultKind.SIGNED_OVERFLOW, f"signed overflow in {width}-bit {_SIGNS[op]}")
            concrete.append(f"{fits} S.fail({site})")
            general = f"{op}_checked(S, {x}, {y}, {width}, {site})"
        else:
            concrete.append(f"{fits} {r} = ({r} + {half} & {(1 << width) - 1}) - {half}")
        emitter.either(result, guard, concrete, general)
    elif op in ("shl", "lshr", "ashr"):
        _shift(emitter, instruction, x, y, width, guard)
    else:
        _divide(emitter, instruction, x, y, width, guard)


def _shift(emitter: Emitter, instruction: Binary, x: str, y: str, width: int, guard: str) -> None:
    op, result = instruction.op, instruction.result
    r, half, mask = f"r{result.index}", 1 << (width - 1), (1 << width) - 1
    kind = FaultKind.SHIFT if emitter.on(FaultKind.SHIFT) else FaultKind.UNREACHABLE
    signed = op == "shl" and emitter.on(FaultKind.SHIFT) and {"nuw", "nsw"} <= set(instruction.flags)
    what = ", or the value is negative or does not fit" if signed else ""
    site = emitter.check_site(kind, f"shift amount outside 0 … {width - 1}{what}")
    concrete = []
    if not (isinstance(instruction.right, Int) and 0 <= instruction.right.value < width):
        if emitter.on(FaultKind.SHIFT):
            concrete.append(f"if not 0 <= {y} < {width}: S.fail({site})")
        else:
            concrete.append(f"y = {y} & {width - 1}")
            y = "y"
    match op:
        case "shl" if signed:
            concrete += [f"{r} = {x} << {y}", f"if {x} < 0 or {r} >= {half}: S.fail({site})"]
        case "shl":
            concrete += [
                f"{r} = {x} << {y}",
                f"if not {-half} <= {r} < {half}: {r} = ({r} + {half} & {mask}) - {half}",
            ]
        case "lshr":
            concrete.append(f"{r} = ({x} & {mask}) >> {y} if {y} else {x}")
        case _:
            concrete.append(f"{r} = {x} >> {y}")
    right = emitter.value(instruction.right)
    word = "signed shl" if signed else op
    emitter.either(result, guard, concrete, f"shift(S, {word!r}, {x}, {right}, {width}, {site})")


def _divide(emitter: Emitter, instruction: Binary, x: str, y: str, width: int, guard: str) -> None:
    op, result = instruction.op, instruction.result
    r, half, mask = f"r{result.index}", 1 << (width - 1), (1 << width) - 1
    zero = emitter.check_site(FaultKind.DIVISION_BY_ZERO, "division by zero")
    overflow = emitter.check_site(FaultKind.SIGNED_OVERFLOW, f"signed overflow in {width}-bit division by -1")
    concrete = [f"if {y} == 0: S.fail({zero})"]
    if op in ("sdiv", "srem"):
        concrete.append(f"if {y} == -1 and {x} == {-half}: S.fail({overflow})")
    match op:
        case "sdiv":
            concrete += [f"{r} = abs({x}) // abs({y})", f"if ({x} < 0) != ({y} < 0): {r} = -{r}"]
        case "srem":
            concrete += [f"{r} = abs({x}) % abs({y})", f"if {x} < 0: {r} = -{r}"]
        case _:
            sign = "//" if op == "udiv" else "%"
            concrete += [
                f"{r} = ({x} & {mask}) {sign} ({y} & {mask})",
                f"if {r} >= {half}: {r} -= {mask + 1}",
            ]
    emitter.either(result, guard, concrete, f"divide(S, {op!r}, {x}, {y}, {width}, {zero}, {overflow})")


def compare(emitter: Emitter, instruction: Compare) -> None:
    predicate, result = instruction.predicate, instruction.result
    x, y = emitter.value(instruction.left), emitter.value(instruction.right)
    width = width_of(instruction.left.type)
    general = f"compare({predicate!r}, {x}, {y}, {width})"
    if width == 1:
        emitter.line(f"r{result.index} = {general}")
        emitter.define(result)
        return
    if predicate[0] == "u":
        mask = (1 << width) - 1
        x, y = _unsigned(instruction.left, x, mask), _unsigned(instruction.right, y, mask)
    relation = _RELATIONS[predicate[-2:]]
    guard = emitter.guard(instruction.left, instruction.right)
    concrete = f"r{result.index} = {x} {relation} {y}"
    if _are_addresses(emitter, instruction):
        a, b = emitter.value(instruction.left), emitter.value(instruction.right)
        general = f"compare_addresses(S, {predicate!r}, {a}, {b})"
        other = general if relation not in ("==", "!=") else f"are_different(S, {predicate!r}, {a}, {b})"
        concrete = f"r{result.index} = {a} {relation} {b} if not ({a} ^ {b}) >> {SHIFT} else {other}"
    emitter.either(result, guard, [concrete], general)


def _are_addresses(emitter: Emitter, instruction: Binary | Compare) -> bool:
    """Is this about two addresses in the user's code? Then it matters whether they belong to the same object."""
    if instruction.position.file.startswith(OWN_FILES):
        return False
    left, right = instruction.left, instruction.right
    return width_of(left.type) == 64 and all(is_address(o, emitter.code.addresses) for o in (left, right))


def _unsigned(operand: object, text: str, mask: int) -> str:
    return str(operand.value & mask) if isinstance(operand, Int) else f"({text} & {mask})"


def _use_as_numbers(emitter: Emitter, *operands: Operand) -> None:
    """Those of the operands that are addresses, outside of the C library."""
    if emitter.position is not None and emitter.position.file.startswith(OWN_FILES):
        return
    for operand in operands:
        if is_address(operand, emitter.code.addresses):
            emitter.line(f"use_as_number(S, {emitter.value(operand)})")


def cast(emitter: Emitter, instruction: Cast) -> None:
    op, result, value = instruction.op, instruction.result, instruction.value
    x, r = emitter.value(value), f"r{instruction.result.index}"
    if isinstance(value.type, FloatType) or isinstance(result.type, FloatType):
        emitter.line(f"{r} = {_float_cast(emitter, instruction, x)}")
        emitter.define(result)
        return
    source, target = width_of(value.type), width_of(result.type)
    if op in ("ptrtoint", "inttoptr", "bitcast", "addrspacecast"):
        op = "zext" if target > source else "trunc"
    if source == target:
        emitter.line(f"{r} = {x}")
        emitter.define(result, emitter.is_int(value))
    elif op == "trunc":
        _use_as_numbers(emitter, value)
        _truncate(emitter, instruction, x, source, target)
    elif source == 1:
        one = 1 if op == "zext" else -1
        emitter.line(f"{r} = {one} if {x} is True else 0 if {x} is False else {op}({x}, 1, {target})")
        emitter.define(result)
    else:
        concrete = f"{r} = {x} & {(1 << source) - 1}" if op == "zext" else f"{r} = {x}"
        emitter.either(result, emitter.guard(value), [concrete], f"{op}({x}, {source}, {target})")


def _truncate(emitter: Emitter, instruction: Cast, x: str, source: int, target: int) -> None:
    result, r = instruction.result, f"r{instruction.result.index}"
    general = f"extract({x}, 0, {target}, {source})"
    if target == 1 and result.name.startswith("loadedv") and emitter.on(FaultKind.INVALID_BOOL):
        site = emitter.check_site(FaultKind.INVALID_BOOL, "a _Bool is neither 0 nor 1")
        emitter.line(f"{r} = {x} == 1 if {x} == 0 or {x} == 1 else load_bool(S, {x}, {source}, {site})")
        emitter.define(result)
        return
    if target == 1:
        emitter.line(f"{r} = {x} & 1 == 1 if type({x}) is int else {general}")
        emitter.define(result)
        return
    half = 1 << (target - 1)
    concrete = f"{r} = {x} if {-half} <= {x} < {half} else ({x} + {half} & {(1 << target) - 1}) - {half}"
    emitter.either(result, emitter.guard(instruction.value), [concrete], general)


def _float_cast(emitter: Emitter, instruction: Cast, x: str) -> str:
    source, target = width_of(instruction.value.type), width_of(instruction.result.type)
    match instruction.op:
        case "fpext" | "fptrunc":
            return f"float_convert({x}, {source}, {target})"
        case "fptosi" | "fptoui":
            signed = instruction.op == "fptosi"
            if not emitter.on(FaultKind.FLOAT_TO_INT) or emitter.is_own():
                return f"float_to_int({x}, {source}, {target}, {signed})"
            message = f"the value does not fit in {target} bits"
            site = emitter.check_site(FaultKind.FLOAT_TO_INT, message)
            return f"float_to_int_checked(S, {x}, {source}, {target}, {signed}, {site})"
        case "sitofp" | "uitofp":
            return f"float_from_int({x}, {source}, {target}, {instruction.op == 'sitofp'})"
        case _ if instruction.result.type == EXTENDED:
            return f"extended_from_memory({x})"
        case _ if instruction.value.type == EXTENDED:
            return f"extended_to_memory({x if emitter.is_own() else f'float_bits({x}, {source})'})"
        case _ if isinstance(instruction.result.type, FloatType):
            return f"float_lift({x}, {target}) if type({x}) is not float else {x}"
        case _:
            # Our own library looks for NaN before it looks at bits.
            return f"{'float_lower' if emitter.is_own() else 'float_bits'}({x}, {target})"
