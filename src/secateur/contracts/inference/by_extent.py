"""How much a pointer leads to: an array with its length, or a string. From what the function does with them (an index
that is compared with a length, a buffer that is passed on with its length, bytes that are compared with 0), then from
the names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from secateur.contracts.inference.by_name import is_length, named_lengths, pointed_lengths
from secateur.contracts.inference.by_use import ParameterUse, use_of
from secateur.contracts.inference.evidence import Evidence
from secateur.contracts.model import Basis, Clause, Origin, clause
from secateur.ir.ctype import CInt, CPointer, resolved
from secateur.ir.debuginfo import NoDebugInfoError
from secateur.ir.model import Binary, Cast, Compare, GetElement, Int, Load, Operand

#: The arguments of functions of the C library that are strings; those that are a buffer, with that of its length.
STRINGS = {
    "strlen": (0,), "strcmp": (0, 1), "strchr": (0,), "strrchr": (0,), "strstr": (0, 1), "strspn": (0, 1),
    "strcspn": (0, 1), "strpbrk": (0, 1), "strcpy": (1,), "strcat": (0, 1), "strdup": (0,), "atoi": (0,), "atol": (0,),
    "strtol": (0,), "strtoul": (0,), "strtod": (0,), "puts": (0,), "strcasecmp": (0, 1), "strtok": (0, 1),
}  # fmt: skip
BUFFERS = {
    "memcpy": ((0, 2), (1, 2)), "memmove": ((0, 2), (1, 2)), "memset": ((0, 2),), "memcmp": ((0, 2), (1, 2)),
    "memchr": ((0, 2),), "llvm.memcpy": ((0, 2), (1, 2)), "llvm.memmove": ((0, 2), (1, 2)), "llvm.memset": ((0, 2),),
    "strncpy": ((0, 2),), "snprintf": ((0, 1),),
}  # fmt: skip

#: Numbers that an index is compared with and that are the size of an array; smaller ones make no difference.
FEWEST, MOST = 4, 4096


def by_extent(evidence: Evidence) -> Iterator[Clause]:
    use = use_of(evidence)
    parameters = evidence.signature.parameters
    sizes: dict[str, tuple[str, str]] = {}  # by pointer: the number, and where it was seen
    strings: dict[str, str] = {}
    passed: set[str] = set()  # strings for sure
    if use is not None:
        for name, number, line in _sizes(use):
            if name not in sizes or len(number) > len(sizes[name][0]):  # a product says more than a factor
                sizes[name] = (number, f"line {line}")
        for name, number, line in _constant_sizes(use):
            if name not in sizes or (sizes[name][0].isdigit() and int(sizes[name][0]) < int(number)):
                sizes[name] = (number, f"line {line}")
        for name, line in _passed_strings(use):
            strings.setdefault(name, f"line {line}")
            passed.add(name)
        for name, line in _compared_strings(use):
            strings.setdefault(name, f"line {line}")
        for name, other in _walked_beside(
            use, strings, {*sizes, *(parameters[n].name for n, _ in named_lengths(parameters))}
        ):
            strings.setdefault(name, strings[other])
    for pointer, length in named_lengths(parameters):
        name, number = parameters[pointer].name, parameters[length].name
        shape = rf"(\w+ \* )?{number}( \* [a-z_]\w*)?|\({number} \+ \d+\) / \d+"
        is_product = name in sizes and re.fullmatch(shape, sizes[name][0])
        is_string = name in strings and not (use is not None and name not in passed and _is_limit(use, length))
        if not is_string and not is_product:
            sizes[name] = (number, "the names")  # its own length, not that of another buffer
    for pointer, length in pointed_lengths(parameters):
        if parameters[pointer].name not in strings:
            sizes.setdefault(parameters[pointer].name, (f"*{parameters[length].name}", "the names"))
    sizes = {name: size for name, size in sizes.items() if name not in passed}
    natural = set() if use is None else set(_natural(use))
    for name, (number, place) in sizes.items():
        sign = f" && {number} >= 0" if number in natural else ""
        yield clause(f"size({name}) >= {number}{sign}", Origin(Basis.INFERRED, place))
    for name, place in strings.items():
        if name not in sizes:
            yield clause(f"terminated({name})", Origin(Basis.INFERRED, place))


# --- lengths


def _natural(use: ParameterUse) -> Iterator[str]:
    """Lengths with a sign, by their names, that the function compares with nothing: a negative one makes no sense. `n`
    is any number."""
    sides = [side for each in use.flow.comparisons() for side in (each.left, each.right)]
    asked = {number for side in sides for number in use.flow.based(side)}
    for number, parameter in enumerate(use.parameters):
        kind = resolved(parameter.type)
        is_named = is_length(parameter) and len(parameter.name) > 2
        if isinstance(kind, CInt) and kind.signed and is_named and number not in asked:
            yield parameter.name


def _sizes(use: ParameterUse) -> Iterator[tuple[str, str, int]]:
    """A buffer and its length are passed on together, or an index is compared with the length."""
    flow = use.flow
    for callee, call in flow.calls():
        for buffer, length in _buffers(use, callee):
            if max(buffer, length) < len(call.arguments):
                pointer, number = (use.one(flow.based(call.arguments[each])) for each in (buffer, length))
                if pointer is not None and number is not None and use.is_start(call.arguments[buffer]):
                    yield from _size(use, pointer, number, "", call.position.line)
    limits = list(_limits(use))
    for each in flow.instructions:
        if not isinstance(each, GetElement) or not each.indices or not use.is_start(each.base):
            continue
        pointer, index = use.one(flow.based(each.base)), each.indices[-1]
        variables = set(flow.variables(index))
        for number, compared, line in limits:
            if pointer is not None and variables & compared:
                shape = _shape(use, index, number)
                if shape is not None:
                    yield from _size(use, pointer, number, shape, line)


def _constant_sizes(use: ParameterUse) -> Iterator[tuple[str, str, int]]:
    """`i < 256` and `a[i]`: the number that the index was last compared with, as the code stands."""
    flow = use.flow
    limits: dict[int, tuple[int, int]] = {}
    for each in flow.instructions:
        if isinstance(each, Compare):
            local = _variable(use, each.left)
            if (
                local is not None
                and isinstance(each.right, Int)
                and each.predicate in ("slt", "sle", "ult", "ule", "ne")
            ):
                limits[local] = each.right.value, each.position.line
        if not isinstance(each, GetElement) or len(each.indices) != 1 or not use.is_start(each.base):
            continue
        pointer, (local, more) = use.one(flow.based(each.base)), _moved(use, each.indices[0])
        number, line = limits.get(local, (0, 0)) if local is not None else (0, 0)
        if pointer is not None and use.pointer(pointer) is not None and FEWEST < number + more <= MOST and more >= 0:
            yield use.parameters[pointer].name, str(number + more), line


def _variable(use: ParameterUse, operand: Operand) -> int | None:
    made = _computed(use, operand)
    return use.flow.local(made.address) if isinstance(made, Load) else None


def _moved(use: ParameterUse, index: Operand) -> tuple[int | None, int]:
    """`i + 12`: the variable and the number."""
    made = _computed(use, index)
    if isinstance(made, Binary) and made.op == "add" and isinstance(made.right, Int):
        return _variable(use, made.left), made.right.value
    return _variable(use, index), 0


def _size(use: ParameterUse, pointer: int, number: int, shape: str, line: int) -> Iterator[tuple[str, str, int]]:
    if use.pointer(pointer) is not None and use.is_number(number):
        name = use.parameters[number].name
        yield use.parameters[pointer].name, shape or name, line


def _shape(use: ParameterUse, index: Operand, number: int) -> str | None:
    """The size if the index is not the variable itself: rows times columns, or a part or multiple of it. None if the
    index says nothing about the size."""
    name = use.parameters[number].name
    made = _computed(use, index)
    if isinstance(made, Binary) and made.op in ("udiv", "sdiv", "lshr") and isinstance(made.right, Int):
        part = made.right.value if made.op != "lshr" else 1 << made.right.value
        return f"({name} + {part - 1}) / {part}" if part > 0 else ""
    if not isinstance(made, Binary) or made.op == "sub":
        return ""
    sides = (made,) if made.op == "mul" else (_computed(use, made.left), _computed(use, made.right))
    for product in sides if made.op in ("add", "mul") else ():
        if isinstance(product, Binary) and product.op == "mul":
            for factor in (product.left, product.right):
                other = use.one(use.flow.based(factor))
                if other is not None and use.is_number(other):
                    return f"{name} * {use.parameters[other].name}"
                if isinstance(factor, Int):
                    return f"{name} * {factor.value}"
    return "" if made.op == "add" else None


def _computed(use: ParameterUse, operand: Operand) -> object:
    made = use.flow.made_by(operand)
    while isinstance(made, Cast):
        made = use.flow.made_by(made.value)
    return made


def _limits(use: ParameterUse) -> Iterator[tuple[int, set[int], int]]:
    """Comparisons of local variables with a parameter: its number, the variables, the line."""
    for each in use.flow.comparisons():
        for here, there in ((each.left, each.right), (each.right, each.left)):
            number = use.one(use.flow.based(_without_constant(use, there)))
            variables = set(use.flow.variables(here))
            if number is not None and use.is_number(number) and variables:
                yield number, variables, each.position.line


def _is_limit(use: ParameterUse, number: int) -> bool:
    """Is a parameter compared with something that is no constant?"""
    for each in use.flow.comparisons():
        for here, there in ((each.left, each.right), (each.right, each.left)):
            if number in use.flow.based(here) and not isinstance(there, Int):
                return True
    return False


def _without_constant(use: ParameterUse, operand: Operand) -> Operand:
    """`n` of `n - 1`."""
    made = _computed(use, operand)
    if isinstance(made, Binary) and made.op in ("add", "sub") and isinstance(made.right, Int):
        return made.left
    return operand


def _buffers(use: ParameterUse, callee: str) -> Iterator[tuple[int, int]]:
    yield from BUFFERS.get(callee.split(".p0", maxsplit=1)[0], ())
    if callee in use.evidence.flows.by_name and callee != use.evidence.function:
        try:
            yield from named_lengths(use.evidence.info.signature(callee).parameters)
        except NoDebugInfoError:
            return


# --- strings


def _passed_strings(use: ParameterUse) -> Iterator[tuple[str, int]]:
    """Bytes that are passed to a function of the C library as a string."""
    flow = use.flow
    for callee, call in flow.calls():
        for number in STRINGS.get(callee, ()):
            if number < len(call.arguments):
                pointer = use.one(flow.based(call.arguments[number]))
                if pointer is not None and _is_bytes(use.pointer(pointer)):
                    yield use.parameters[pointer].name, call.position.line


def _compared_strings(use: ParameterUse) -> Iterator[tuple[str, int]]:
    """Bytes that are compared with 0 one after the other."""
    flow = use.flow
    for each in flow.comparisons():
        if isinstance(each.right, Int) and each.right.value == 0 and each.predicate in ("eq", "ne"):
            loaded = _computed(use, each.left)
            pointer = use.one(flow.based(loaded.address)) if isinstance(loaded, Load) else None
            if pointer is not None and _is_bytes(use.pointer(pointer)) and _moves(use, pointer):
                yield use.parameters[pointer].name, each.position.line


def _walked_beside(use: ParameterUse, strings: Mapping[str, str], sized: set[str]) -> list[tuple[str, str]]:
    """Bytes that are walked along beside a string of the same type, with no length of their own: compared with it."""
    found = []
    for number, parameter in enumerate(use.parameters):
        pointer = use.pointer(number)
        if pointer is None or not pointer.const or not _is_bytes(pointer) or parameter.name in {*strings, *sized}:
            continue
        same = [p.name for p in use.parameters if p.name in strings and resolved(p.type) == pointer]
        if same and _moves(use, number):
            found.append((parameter.name, same[0]))
    return found


def _moves(use: ParameterUse, pointer: int) -> bool:
    """Is the pointer itself moved forward, or used with a variable index?"""
    steps = (e for e in use.flow.instructions if isinstance(e, GetElement) and pointer in use.flow.based(e.base))
    return any(not isinstance(last := each.indices[-1], Int) or last.value == 1 for each in steps)


def _is_bytes(pointer: CPointer | None) -> bool:
    to = None if pointer is None or pointer.to is None else resolved(pointer.to)
    return isinstance(to, CInt) and to.size == 1 and not to.is_bool
