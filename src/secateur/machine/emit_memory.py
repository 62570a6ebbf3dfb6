"""Source for loads, stores, address arithmetic and stack allocation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from secateur.ir.model import Alloca, GetElement, Int, Load, Operand, Register, Store, Symbol, Undefined
from secateur.ir.types import (
    EXTENDED,
    ArrayType,
    FloatType,
    IntType,
    PointerType,
    StructType,
    Type,
    VectorType,
    align_of,
    field_offset,
    size_of,
    store_size_of,
)
from secateur.machine.aggregates import require_plain
from secateur.machine.emit_sums import Steps, checked
from secateur.machine.fault import FaultKind
from secateur.machine.memory import CODES, SHIFT, Region, Shape
from secateur.machine.widths import width_of

if TYPE_CHECKING:
    from secateur.machine.emit import Emitter


def load(emitter: Emitter, instruction: Load) -> None:
    _load(emitter, instruction)
    _record(emitter, instruction.address)


def _record(emitter: Emitter, address: Operand) -> None:
    """Record the address of an access."""
    if emitter.code.machine.traces:
        p = emitter.value(address)
        emitter.line(f"T.append({p} if type({p}) is int else S.resolved)")


def _load(emitter: Emitter, instruction: Load) -> None:
    result, kind = instruction.result, instruction.result.type
    r, p = f"r{result.index}", emitter.value(instruction.address)
    site = emitter.check_site(FaultKind.OUT_OF_BOUNDS, "read outside the object that the pointer refers to")
    if isinstance(kind, ArrayType | StructType | VectorType):
        require_plain(kind)
        emitter.line(f"{r} = load_aggregate(S, {p}, {emitter.code.bind('T', kind)}, {site})")
        emitter.define(result)
        return
    size, width = store_size_of(kind), width_of(kind)
    if kind == EXTENDED:
        _aligned_at_all(emitter, instruction.align, p)
        emitter.line(f"{r} = A.load_extended(S, {p}, {site})")
        emitter.define(result)
        return
    if isinstance(kind, IntType) and (width != size * 8 or size not in CODES):
        emitter.line(f"{r} = extract(A.load_int(S, {p}, None, {size}, {site}), 0, {width}, {size * 8})")
        emitter.define(result)
        return
    slow, fast = ("load_float", "float") if isinstance(kind, FloatType) else ("load_int", "int")
    always, rarely, symbolic = _alignment(emitter, instruction.align, size, p)
    lines = [
        *always,
        f"o = M.get({p} >> {SHIFT})",
        f"{r} = None if o is None else o.cells.get({p} << 3 | {CODES[size]})",
        f"if type({r}) is not {fast}:",
        *rarely,
        f"    {r} = A.{slow}(S, {p}, {r}, {size}, {site})",
    ]
    _access(emitter, instruction.address, lines, f"{symbolic}{r} = A.{slow}(S, {p}, None, {size}, {site})")
    emitter.define(result)


def _access(emitter: Emitter, address: Operand, concrete: list[str], symbolic: str) -> None:
    """The `concrete` lines if the address is a number, else `symbolic`."""
    emitter.uses_memory = True
    guard = emitter.guard(address)
    if guard:
        emitter.line(f"if {guard}:")
        concrete = [*("    " + text for text in concrete), f"else: {symbolic}"]
    for text in concrete:
        emitter.line(text)


def store(emitter: Emitter, instruction: Store) -> None:
    _store(emitter, instruction)
    _record(emitter, instruction.address)


def _store(emitter: Emitter, instruction: Store) -> None:
    kind = instruction.value.type
    if isinstance(instruction.value, Undefined):
        forget(emitter, emitter.value(instruction.address), str(store_size_of(kind)))
        return
    v, p = emitter.value(instruction.value), emitter.value(instruction.address)
    site = emitter.check_site(FaultKind.OUT_OF_BOUNDS, "write outside the object that the pointer refers to")
    if isinstance(kind, ArrayType | StructType | VectorType):
        require_plain(kind)
        emitter.line(f"store_aggregate(S, {p}, {v}, {emitter.code.bind('T', kind)}, {site})")
        return
    size, width = store_size_of(kind), width_of(kind)
    if kind == EXTENDED:
        _aligned_at_all(emitter, instruction.align, p)
        emitter.line(f"A.store_extended(S, {p}, {v}, {site})")
        return
    if isinstance(kind, IntType) and (width != size * 8 or size not in CODES):
        emitter.line(f"A.store(S, {p}, zext({v}, {width}, {size * 8}), {size}, {site})")
        return
    slow = f"A.store(S, {p}, {v}, {size}, {site})"
    always, rarely, symbolic = _alignment(emitter, instruction.align, size, p)
    lines = [
        *always,
        f"o = M.get({p} >> {SHIFT}); k = {p} << 3 | {CODES[size]}",
        f"if o is not None and o.owner is S.memory.owner and k in o.cells: o.cells[k] = {v}",
        "else:",
        *rarely,
        f"    {slow}",
    ]
    _access(emitter, instruction.address, lines, f"{symbolic}{slow}")


def _alignment(emitter: Emitter, align: int, size: int, p: str) -> tuple[list[str], list[str], str]:
    """Source of the check of an address: for every access, for those that take the slow way, for a symbolic address.

    A cell that is found is aligned to its size, so a check is seldom needed for every access.
    """
    if align <= 1 or not emitter.on(FaultKind.MISALIGNED) or emitter.is_own():
        return [], [], ""
    site = emitter.check_site(FaultKind.MISALIGNED, f"the address is not a multiple of {align}")
    check = f"if {p} & {align - 1}: S.fail({site})"
    symbolic = f"aligned(S, {p}, {align}, {site}); "
    return ([check], [], symbolic) if align > size else ([], [f"    {check}"], symbolic)


def _aligned_at_all(emitter: Emitter, align: int, p: str) -> None:
    """The check for an access that always takes the slow way."""
    if align > 1 and emitter.on(FaultKind.MISALIGNED) and not emitter.is_own():
        site = emitter.check_site(FaultKind.MISALIGNED, f"the address is not a multiple of {align}")
        emitter.line(f"aligned(S, {p}, {align}, {site})")


def forget(emitter: Emitter, address: str, length: str) -> None:
    """Stores of an undefined value mark where a variable begins to exist."""
    site = emitter.check_site(FaultKind.OUT_OF_BOUNDS, "write outside the object that the pointer refers to")
    emitter.line(f"A.forget(S, {address}, {length}, {site})")


def unwritten(emitter: Emitter, result: Register) -> None:
    """The indeterminate value of a variable in a register."""
    name, kind = emitter.code.names.get(result.index), FaultKind.UNINITIALISED
    if name is None and result.name.startswith("retval"):
        label, kind = emitter.code.title, FaultKind.MISSING_RETURN
    else:
        label = f"'{name or result.name.partition('.unwritten')[0]}'"
    emitter.line(f"r{result.index} = S.unwritten({label!r}, {result.index}, {width_of(result.type)}, {kind.value!r})")
    emitter.define(result)


def element(emitter: Emitter, instruction: GetElement) -> None:
    """`getelementptr`. Array indices are checked against the length, unless the array may be a flexible one."""
    offset = 0
    steps: Steps = []
    result, base = instruction.result, instruction.base
    beyond = not (result.index in emitter.code.accessed and not _is_sum(result))
    kind: Type = instruction.source
    last = isinstance(base, Register) and base.index in emitter.code.trailing
    for number, index in enumerate(instruction.indices):
        if number == 0:
            scale, length = size_of(kind), _decayed(emitter, instruction)
        elif isinstance(kind, StructType):
            assert isinstance(index, Int)
            last = index.value == len(kind.fields) - 1
            offset += field_offset(kind, index.value)
            kind = kind.fields[index.value]
            continue
        else:
            assert isinstance(kind, ArrayType | VectorType)
            length = _length(emitter, kind, last, number == 1 and _may_be_member(emitter, base))
            last, kind = False, kind.element
            scale = size_of(kind)
        length = None if length is None else length + beyond
        if isinstance(index, Int) and (length is None or 0 <= index.value < length):
            offset += index.value * scale
        else:
            steps.append((index, scale, length))
    _address(emitter, instruction, offset, steps)


def _member_align(emitter: Emitter, instruction: GetElement) -> int:
    """The alignment that `p` must have in `p->member`; 1 if that need not be checked, or was before in the segment."""
    base, kind, first = instruction.base, instruction.source, instruction.indices[0]
    if not isinstance(kind, StructType) or len(instruction.indices) < 2 or not isinstance(first, Int) or first.value:
        return 1
    if not isinstance(base, Register) or base.index in emitter.code.pointer_use.parts:
        return 1
    if emitter.code.machine.program.has_aligned_names:
        return 1
    align = align_of(kind)
    if align <= emitter.aligned.get(base.index, 1) or not emitter.on(FaultKind.MISALIGNED) or emitter.is_own():
        return 1
    emitter.aligned[base.index] = align
    return align


def _is_sum(result: Register) -> bool:
    """Is this `p + i`, which may lead to the end of an array, and not `p[i]`? Recognised by clang's name for it."""
    return result.name.startswith(("add.ptr", "incdec.ptr"))


def _length(emitter: Emitter, kind: ArrayType | VectorType, last: bool, member: bool) -> int | None:
    """The length that indices are checked against; None for an array that may be longer than declared.

    By default that is a last member of a struct or union, as for gcc and clang (`-fstrict-flex-arrays=0`); in the
    strict reading only an array without a length.
    """
    lax = not emitter.on(FaultKind.STRICT_BOUNDS)
    return None if kind.count == 0 or (lax and (last or member)) else kind.count


def _may_be_member(emitter: Emitter, base: Operand) -> bool:
    """Can the address of an array be that of a member of a union, for which there is no instruction?"""
    program = emitter.code.machine.program
    if not program.has_unions:
        return False
    if isinstance(base, Symbol):
        item = program.globals.get(base.name)
        return item is None or not isinstance(item.type, ArrayType)
    return not (isinstance(base, Register) and base.index in emitter.code.arrays)


def _decayed(emitter: Emitter, instruction: GetElement) -> int | None:
    """In `array + i` the array has decayed to a pointer, but its length is still known."""
    base = instruction.base
    last = member = False
    kind: Type | None = None
    if isinstance(base, Symbol):
        item = emitter.code.machine.program.globals.get(base.name)
        kind = None if item is None else item.type
    elif isinstance(base, Register) and base.index in emitter.code.decayed:
        whole = emitter.code.decayed[base.index]
        kind, member = whole.source, _may_be_member(emitter, whole.base)
        last = isinstance(whole.base, Register) and whole.base.index in emitter.code.trailing
    if not isinstance(kind, ArrayType) or kind.element != instruction.source:
        return None
    return _length(emitter, kind, last, member)


def _address(emitter: Emitter, instruction: GetElement, offset: int, steps: Steps) -> None:
    base, result = instruction.base, instruction.result
    r, p = f"r{result.index}", emitter.value(base)
    terms, checks, parts = [p] + ([str(offset)] if offset else []), [], []
    site = emitter.check_site(FaultKind.OUT_OF_BOUNDS, "index outside the array")
    for index, scale, length in steps:
        i, width = emitter.value(index), width_of(index.type)
        terms.append(i if scale == 1 else f"{i} * {scale}")
        bound = length if emitter.on(FaultKind.OUT_OF_BOUNDS) else None
        if bound is not None:
            checks.append(f"if not 0 <= {i} < {bound}: S.fail({site})")
        parts.append(f"({i}, {width}, {scale}, {bound}), ")
    guard = emitter.guard(base, *(s[0] for s in steps))
    shifted = f"moved({p}, {offset})" if offset else p
    symbolic = f"A.element(S, {shifted}, ({''.join(parts)}), {site})" if steps else shifted
    align = _member_align(emitter, instruction)
    if align > 1:
        place = emitter.check_site(
            FaultKind.MISALIGNED, f"a member of a struct whose address is not a multiple of {align}"
        )
        checks.append(f"if {p} & {align - 1}: S.fail({place})")
        symbolic = f"(aligned(S, {p}, {align}, {place}), {symbolic})[1]" if guard else symbolic
    sums, symbolic = checked(emitter, instruction, offset, steps, symbolic)
    emitter.either(result, guard, [*checks, *sums, f"{r} = {' + '.join(terms)}"], symbolic)


def alloca(emitter: Emitter, instruction: Alloca) -> None:
    result, kind = instruction.result, instruction.type
    name = emitter.code.names.get(result.index, result.name)
    shape = emitter.code.bind("T", Shape(Region.STACK, name, kind, unit_of(kind)))
    count = emitter.value(instruction.count)
    width = width_of(instruction.count.type)
    size = str(size_of(kind)) if count == "1" else f"mul(sext({count}, {width}, 64), {size_of(kind)}, 64)"
    if isinstance(instruction.count, Int) and instruction.count.value != 1:
        size = str(size_of(kind) * instruction.count.value)
    if isinstance(instruction.count, Int):
        key = _key_of_private(emitter, result)
        emitter.line(f"r{result.index} = allocate_local(S, {size}, {shape}, {key})")
    else:
        bad = "None"
        if emitter.on(FaultKind.VLA_BOUND) and result.name.lstrip("%").startswith("vla"):  # not a call of alloca
            bad = emitter.check_site(FaultKind.VLA_BOUND, "the length of a variable-length array is not positive")
        deep = emitter.check_site(FaultKind.STACK_OVERFLOW, "a variable-length array is larger than the stack")
        emitter.line(f"r{result.index} = allocate_variable(S, {count}, {size}, {shape}, {bad}, {deep})")
    if emitter.code.machine.traces:
        emitter.line(f"T.append(r{result.index})")
    emitter.define(result, True)


def _key_of_private(emitter: Emitter, result: Register) -> int:
    """0 unless no pointer to a local variable is left when its function returns. Those that begin to exist later in the
    function may be made again."""
    code = emitter.code
    if emitter.place[0] != code.body.entry.label or not code.machine.private_numbers.privacy.is_private(
        code.function, result.index
    ):
        return 0
    return result.index + 1


def unit_of(kind: Type) -> int:
    """The size of the scalars of an array; 1 for mixed types."""
    while isinstance(kind, ArrayType):
        kind = kind.element
    if isinstance(kind, IntType | FloatType | PointerType):
        size = size_of(kind)
        return size if size in CODES else 1
    return 1
