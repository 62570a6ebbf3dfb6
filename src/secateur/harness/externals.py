"""Stand-ins for functions without a body, as C text that runs in the machine and in the replay.

A function with a known contract keeps it (`contracts.py`). Any other returns any value of its type; a pointer is NULL
or leads to new memory. It writes nothing, which is an assumption (`WRITES_NOTHING`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from secateur.frontend.compile import EXTERNALS_NAME, OWN_FOLDER
from secateur.harness.declared import TypeDefinitions
from secateur.harness.external_contracts import CONTRACTS, IRREPLACEABLE, RANGES, ExternalContract
from secateur.harness.memory_layout import is_opaque, layout_of, pointers_in, ranges_in
from secateur.harness.scalars import scalar
from secateur.ir.ctype import CField, CFloat, CFunctionPointer, CInt, CPointer, CStruct, CType, resolved
from secateur.ir.ctype import size_of as size_of_type
from secateur.ir.debuginfo import Parameter, Prototype
from secateur.ir.model import Function, Program
from secateur.ir.types import FloatType, IntType, StructType, Type, VoidType, field_offset, size_of
from secateur.options import Inputs

#: The files of our C library with functions that see a fixed world, unless the program is given one.
_OF_THE_WORLD = frozenset(
    f"{OWN_FOLDER}{name}.c"
    for name in (
        "clock", "descriptors", "environment", "execute", "file_status", "folders", "stream", "stream_files",
        "stream_input", "stream_scan", "system", "users",
    )
)  # fmt: skip
#: The size of memory whose type is not known, in bytes.
_UNKNOWN_SIZE = 4096


@cache
def _helpers() -> str:
    return files("secateur.harness").joinpath("stand_ins.c").read_text(encoding="utf-8")


def stand_ins(prototypes: Sequence[Prototype], inputs: Inputs, sets_errno: bool) -> str:
    """The C text of all functions. `sets_errno`: somebody reads errno."""
    bounds = ProvidedSizes(inputs.buffer, inputs.buffer if inputs.string is None else inputs.string)
    types = TypeDefinitions()
    made = [_function(each, bounds, types) for each in prototypes]
    return "\n".join(
        [
            f'#line 1 "{EXTERNALS_NAME}"',
            *(["#define SECATEUR_ERRNO"] if sets_errno else []),
            f"#define SECATEUR_BUFFER {bounds.buffer}ul",
            f"#define SECATEUR_STRING {bounds.string}ul",
            _helpers(),
            *types.lines,
            *made,
        ]
    )


def wanted_stand_ins(
    program: Program, declared: Mapping[str, Prototype], is_known: Callable[[str], bool], has_world: bool = False
) -> list[Prototype]:
    """The functions that need a stand-in: those without a body and, unless the program is given a world of its own,
    those of our C library that see a fixed one."""
    wanted = []
    for name, function in program.functions.items():
        if name.startswith("llvm.") or name in IRREPLACEABLE:
            continue
        contract = CONTRACTS.get(name)
        is_ours = function.position.file in _OF_THE_WORLD and not has_world
        is_replaced = is_ours and (contract is not None or name in declared)
        if is_replaced or (function.is_declaration and not is_known(name)):
            wanted.append(declared.get(name) or _bare(function))
    return wanted


def _bare(function: Function) -> Prototype:
    """A prototype for a function that the debug information does not describe."""
    kind = function.type
    parameters = tuple(Parameter("", _bare_type(each) or CPointer(None)) for each in kind.parameters)
    return Prototype(function.name, "", 0, _bare_type(kind.result), parameters, kind.varargs, static=False)


def _bare_type(kind: Type) -> CType | None:
    match kind:
        case IntType(1):
            return CInt("_Bool", 1, signed=False, is_bool=True)
        case IntType(width):
            names = {8: "signed char", 16: "short", 32: "int", 64: "long", 128: "__int128"}
            return CInt(names.get(width, "long"), width // 8, signed=True)
        case FloatType(name):
            return CFloat({"x86_fp80": "long double"}.get(name, name), size_of(kind))
        case StructType(fields):
            members = [(field_offset(kind, n), _bare_type(f) or CPointer(None)) for n, f in enumerate(fields)]
            return CStruct("", "struct", size_of(kind), tuple(CField(f"m{o}", f, o * 8) for o, f in members))
        case VoidType():
            return None
        case _:
            return CPointer(None)


@dataclass(frozen=True, slots=True)
class ProvidedSizes:
    """How many elements, and how many characters, an unknown function writes at most."""

    buffer: int
    string: int


def _function(prototype: Prototype, bounds: ProvidedSizes, types: TypeDefinitions) -> str:
    contract = CONTRACTS.get(prototype.name, ExternalContract())
    if contract.arguments > len(prototype.parameters):  # another function of the same name
        contract = ExternalContract()
    is_known = CONTRACTS.get(prototype.name) is contract
    parameters = [types.declare(_passed(p.type), f"a{n}") for n, p in enumerate(prototype.parameters)]
    rest = ["..."] if prototype.variadic and parameters else []
    head = types.declare(_passed(prototype.result), f"{prototype.name}({', '.join([*parameters, *rest])})")
    silent = int(_may_write(prototype, contract, is_known))
    lines = [f'secateur_stand_in("{prototype.name}", {silent});', *_body(prototype, contract, is_known, bounds, types)]
    return "\n".join([head, "{", *(f"    {line}" for line in lines), "}", ""])


def _may_write(prototype: Prototype, contract: ExternalContract, is_known: bool) -> bool:
    """May the function write through its pointers what the stand-in does not?"""
    if is_known:
        return contract.partial
    return any(_leads_to_memory(parameter.type) for parameter in prototype.parameters)


def _leads_to_memory(kind: CType) -> bool:
    """Is it a pointer to something that the function may write, and the program may read?"""
    pointer = resolved(kind)
    if not isinstance(pointer, CPointer) or pointer.const:
        return False
    to = None if pointer.to is None else resolved(pointer.to)
    return not is_opaque(to) and not _is_stream(to)


def _is_stream(kind: CType | None) -> bool:
    return isinstance(kind, CStruct) and kind.name == "_IO_FILE"


def _passed(kind: CType | None) -> CType | None:
    """A type that needs no other definitions: what a pointer leads to does not matter."""
    match None if kind is None else resolved(kind):
        case CPointer() | CFunctionPointer():
            return CPointer(None)
        case other:
            return other


def _body(
    prototype: Prototype, contract: ExternalContract, is_known: bool, bounds: ProvidedSizes, types: TypeDefinitions
) -> Iterator[str]:
    name, result = prototype.name, _passed(prototype.result)
    if result is None:
        return
    if isinstance(result, CStruct):
        yield f"{types.declare(result, 'result')};"
        yield from _filled(name, "&result", result, bounds, is_known)
        yield "return result;"
        return
    value = _expression(contract, name) if contract.result else _any(prototype, bounds)
    yield f"{types.declare(result, 'result')} = {value};"
    filled = list(_effects(prototype, contract, bounds, is_known))
    if filled:
        yield "if (result) {" if isinstance(result, CPointer) else "if (result >= 0) {"
        yield from (f"    {line}" for line in filled)
        yield "}"
    yield "return result;"


def _expression(contract: ExternalContract, name: str) -> str:
    return contract.result.replace("NAMES", f'NAMES("{name}")').replace("$", "a")


def _any(prototype: Prototype, bounds: ProvidedSizes) -> str:
    """Any value of the type of the result."""
    name, kind = prototype.name, prototype.result
    assert kind is not None
    match resolved(kind):
        case CPointer() as pointer:
            return _any_pointer(name, pointer, bounds)
        case CFunctionPointer():
            return "0"
        case plain:
            leaf = scalar("", "", plain)
            primitive = leaf.kind if leaf is not None else "f64" if isinstance(plain, CFloat) else "i64"
            return f'secateur_havoc_{primitive}("{name}()")'


def _any_pointer(name: str, pointer: CPointer, bounds: ProvidedSizes) -> str:
    to = None if pointer.to is None else resolved(pointer.to)
    if _is_stream(to):
        return f'secateur_stream(NAMES("{name}"))'
    if is_opaque(to):
        return f'secateur_handle(NAMES("{name}"))'
    if isinstance(to, CInt) and to.is_char:
        return f'secateur_text(NAMES("{name}"))'
    return f'secateur_memory(NAMES("{name}"), {_memory_size(to, bounds)})'


def _memory_size(to: CType | None, bounds: ProvidedSizes) -> int:
    size = 0 if to is None else size_of_type(to)
    if isinstance(to, CStruct):
        return size
    return size * bounds.buffer or _UNKNOWN_SIZE


def _effects(prototype: Prototype, contract: ExternalContract, bounds: ProvidedSizes, is_known: bool) -> Iterator[str]:
    """What is written when the function succeeds."""
    name = prototype.name
    for number in contract.fills:
        target = _target(prototype.parameters[number].type)
        if target is not None:
            yield f"if (a{number}) {{"
            yield from (f"    {line}" for line in _filled(name, f"a{number}", target, bounds, is_known))
            yield "}"
    target = None if prototype.result is None else _target(prototype.result)
    if contract.result or prototype.result is None:
        return
    if target is not None and not is_opaque(target) and not (isinstance(target, CInt) and target.is_char):
        yield from _filled(name, "result", target, bounds, is_known)
    elif isinstance(resolved(prototype.result), CPointer) and target is None:
        count = 8 * bounds.buffer
        yield f'secateur_bounded("{name}()", "bytes", {count}, {_UNKNOWN_SIZE});'
        yield f'secateur_havoc_bytes(result, {_UNKNOWN_SIZE}, {count}, {count}, "{name}().data");'


def _target(kind: CType) -> CType | None:
    """What a pointer leads to, if that is known and can be filled."""
    pointer = resolved(kind)
    if not isinstance(pointer, CPointer) or pointer.to is None:
        return None
    to = resolved(pointer.to)
    return to if size_of_type(to) else None


def _filled(name: str, place: str, kind: CType, bounds: ProvidedSizes, is_known: bool) -> Iterator[str]:
    """Statements that fill an object: numbers are any, strings end, other pointers are NULL."""
    count = 1 if isinstance(kind, CStruct) or place != "result" else bounds.buffer
    size = size_of_type(kind) * count
    layout = layout_of(kind, count, bounds.string, ends_texts=is_known)
    yield f'secateur_havoc_object({place}, {size}, "{layout}", "{name}().data");'
    if is_known:
        for offset, size, (low, high) in ranges_in(kind, RANGES):
            value = f"*(const {'long' if size == 8 else 'int'} *)((const char *)({place}) + {offset})"
            yield f"secateur_assume(({value} >= {low}) & ({value} <= {high}));"
    for offset, member in pointers_in(kind):
        yield f'*(void **)((char *)({place}) + {offset}) = secateur_new_text("{name}().{member}");'
