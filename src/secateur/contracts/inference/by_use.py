"""What a function does with its parameters: two ends of one array, blocks that are freed, pointers that are compared
with NULL, lists and trees."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from secateur.contracts.inference.by_type import LIST, TREE, links
from secateur.contracts.inference.evidence import Evidence
from secateur.contracts.inference.flow import ParameterFlow, Parameters
from secateur.contracts.model import Basis, Clause, Origin, clause
from secateur.ir.ctype import CInt, CPointer, CStruct, CType, resolved
from secateur.ir.debuginfo import Parameter
from secateur.ir.model import Binary, Call, Cast, Compare, Load, Null, Operand, Register, Store

MOST_COPIES = 4
"""`uint8_t *p = buf;` is one."""


@dataclass(frozen=True)
class ParameterUse:
    """A function with the names and types of its parameters."""

    evidence: Evidence
    flow: ParameterFlow
    parameters: tuple[Parameter, ...]

    def pointer(self, number: int) -> CPointer | None:
        kind = resolved(self.parameters[number].type) if number < len(self.parameters) else None
        return kind if isinstance(kind, CPointer) else None

    def is_number(self, number: int) -> bool:
        kind = resolved(self.parameters[number].type) if number < len(self.parameters) else None
        return isinstance(kind, CInt) and not kind.is_bool

    def one(self, found: Parameters) -> int | None:
        return next(iter(found)) if len(found) == 1 else None

    def is_start(self, operand: Operand) -> bool:
        """Is it a parameter itself, or a copy of it, not a place behind it?"""
        for _ in range(MOST_COPIES):
            made = self.flow.made_by(operand)
            if not isinstance(made, Load):
                return made is None
            local = self.flow.local(made.address)
            values = self.flow.stored.get(local, []) if local is not None else []
            if len(values) != 1 or not self.flow.based(values[0]):
                return False
            operand = values[0]
        return False


def use_of(evidence: Evidence) -> ParameterUse | None:
    """None for structures that are passed as several values."""
    flow = evidence.flows.by_name.get(evidence.function)
    parameters = evidence.signature.parameters
    if flow is None or len(flow.function.parameters) != len(parameters):
        return None
    return ParameterUse(evidence, flow, parameters)


def by_use(evidence: Evidence) -> Iterator[Clause]:
    use = use_of(evidence)
    if use is None:
        return
    found: dict[str, Clause] = {}
    for text, line in (*_ends(use), *_shapes(use), *_blocks(use), *_nulls(use)):
        place = f"line {line}" if line else "the code"
        found.setdefault(text, clause(text, Origin(Basis.INFERRED, place)))
    taken: set[tuple[str, str]] = set()
    for part in found.values():  # the first about a pointer counts
        if not part.topics & taken:
            taken |= part.topics
            yield part


# --- begin and end


def _ends(use: ParameterUse) -> Iterator[tuple[str, int]]:
    """Two pointers that are compared or subtracted, of which one only says where the other one ends."""
    followed = use.flow.followed
    for each in use.flow.instructions:
        if isinstance(each, Compare) or (isinstance(each, Binary) and each.op == "sub"):
            left, right = (use.one(use.flow.based(_address(use.flow, side))) for side in (each.left, each.right))
            if left is None or right is None or left == right or {left, right} <= followed:
                continue
            if _is_identity(use, each):
                continue
            pair = sorted((left, right))
            if _same(*(use.pointer(number) for number in pair)):
                yield f"inside({use.parameters[pair[1]].name}, {use.parameters[pair[0]].name})", each.position.line


def _is_identity(use: ParameterUse, each: Compare | Binary) -> bool:
    """`a == b` of the parameters themselves asks whether they are the same, not where one ends."""
    if not isinstance(each, Compare) or each.predicate not in ("eq", "ne"):
        return False
    return use.is_start(each.left) and use.is_start(each.right)


def _same(a: CPointer | None, b: CPointer | None) -> bool:
    return (
        a is not None and b is not None and a.to is not None and b.to is not None and resolved(a.to) == resolved(b.to)
    )


def _address(flow: ParameterFlow, operand: Operand) -> Operand:
    made = flow.made_by(operand)
    return made.value if isinstance(made, Cast) and made.op == "ptrtoint" else operand


# --- lists, the heap, NULL


def _shapes(use: ParameterUse) -> Iterator[tuple[str, int]]:
    for number, parameter in enumerate(use.parameters):
        for name, struct in _nodes(parameter.name, parameter.type):
            own = links(struct)
            if own:
                low = 0 if name != parameter.name or _may_be_empty(use, number, struct) else 1
                yield f"shape({name}, {low}..{LIST if len(own) == 1 else TREE})", 0


def _nodes(name: str, kind: CType) -> Iterator[tuple[str, CStruct]]:
    """A pointer to a node, or to such a pointer."""
    target = resolved(kind)
    to = resolved(target.to) if isinstance(target, CPointer) and target.to is not None else None
    if isinstance(to, CStruct) and to.complete:
        yield name, to
    elif isinstance(to, CPointer) and to.to is not None:
        inner = resolved(to.to)
        if isinstance(inner, CStruct) and inner.complete:
            yield f"{name}[0]", inner


def _may_be_empty(use: ParameterUse, number: int, struct: CStruct) -> bool:
    """Does this function ask whether the pointer is NULL, or do most others that take one? Beside the object that holds
    the list, it is one of its nodes."""
    if _asks(use.flow, number):
        return True
    if any(_holds(parameter.type, struct) for parameter in use.parameters):
        return False
    others = []
    for name, flow in use.evidence.flows.by_name.items():
        parameters = use.evidence.info.signature(name).parameters
        for other, parameter in enumerate(parameters[: len(flow.function.parameters)]):
            inner = next(iter(_nodes("x", parameter.type)), ("", None))
            if name != use.evidence.function and inner == ("x", struct):
                others.append(_asks(flow, other))
    return not use.evidence.signature.static and sum(others) * 2 > len(others)


def _holds(kind: CType, struct: CStruct) -> bool:
    """Does a pointer lead to another structure with a list of such nodes?"""
    target = resolved(kind)
    to = resolved(target.to) if isinstance(target, CPointer) and target.to is not None else None
    members = [resolved(member.type) for member in to.fields] if isinstance(to, CStruct) and to != struct else []
    return any(isinstance(each, CPointer) and each.to is not None and resolved(each.to) == struct for each in members)


def _asks(flow: ParameterFlow, number: int) -> bool:
    """Is the parameter compared with NULL? After `s = strchr(s, c)`, its variable holds something else."""
    for each in flow.comparisons():
        for here, there in ((each.left, each.right), (each.right, each.left)):
            if isinstance(there, Null) and number in flow.held(here) and not _is_replaced(flow, here):
                return True
    return False


def _is_replaced(flow: ParameterFlow, operand: Operand) -> bool:
    """Was something else than a parameter stored to a variable before it was loaded, in the same block?"""
    load = flow.made_by(operand)
    count = len(flow.function.parameters)
    for block in flow.function.body.blocks.values():
        if load not in block.instructions or not isinstance(load, Load):
            continue
        before = block.instructions[: block.instructions.index(load)]
        stores = [each.value for each in before if isinstance(each, Store) and each.address == load.address]
        return any(not (isinstance(value, Register) and value.index < count) for value in stores)
    return False


def _nulls(use: ParameterUse) -> Iterator[tuple[str, int]]:
    for number, parameter in enumerate(use.parameters):
        pointer = use.pointer(number)
        if pointer is None or any(True for _, s in _nodes(parameter.name, parameter.type) if links(s)):
            continue
        if _asks(use.flow, number):
            yield f"valid({parameter.name}) || {parameter.name} == 0", 0


def _blocks(use: ParameterUse) -> Iterator[tuple[str, int]]:
    """Parameters that are freed or moved, and nodes of lists that are."""
    flow = use.flow
    for number, member in sorted(use.evidence.flows.freed_members[use.evidence.function]):
        struct = struct_in_code(use.pointer(number))
        if struct is None or member >= len(struct.fields) or struct.fields[member].name in links(struct):
            continue
        if isinstance(resolved(struct.fields[member].type), CPointer):
            own = links(struct)
            nodes = _below(use.parameters[number].name, own, LIST if len(own) == 1 else TREE if own else 1)
            yield from ((f"heap({node}->{struct.fields[member].name})", 0) for node in nodes)
    freed = use.evidence.flows.freed
    for callee, call in flow.calls():
        wanted = {0} if callee in ("free", "realloc") else set(freed.get(callee, ()))
        for number in sorted(wanted):
            if number < len(call.arguments):
                yield from _block(use, call, number)


def struct_in_code(pointer: CPointer | None) -> CStruct | None:
    """A structure whose members are numbered as in the code."""
    to = None if pointer is None or pointer.to is None else resolved(pointer.to)
    is_plain = isinstance(to, CStruct) and to.tag == "struct" and all(each.bit_width is None for each in to.fields)
    return to if is_plain and isinstance(to, CStruct) else None


def _block(use: ParameterUse, call: Call, number: int) -> Iterator[tuple[str, int]]:
    argument = call.arguments[number]
    for each in sorted(use.flow.based(argument) | use.flow.reached(argument)):
        if each >= len(use.parameters):
            continue
        parameter = use.parameters[each]
        for name, struct in _nodes(parameter.name, parameter.type):
            own = links(struct)
            if own:
                nodes = _below(name, own, LIST if len(own) == 1 else TREE)
                yield from ((f"heap({node})", call.position.line) for node in nodes)
                return
        if each in use.flow.based(argument) and use.is_start(argument):
            yield f"heap({parameter.name})", call.position.line
        elif _is_content(use, argument, each):
            yield f"heap({parameter.name}[0])", call.position.line
            yield f"size({parameter.name}) >= 1", call.position.line
            yield f"valid({parameter.name}[0]) || {parameter.name}[0] == 0", call.position.line


def _is_content(use: ParameterUse, argument: Operand, number: int) -> bool:
    """Is it what a parameter points to, a pointer itself?"""
    made = use.flow.made_by(argument)
    pointer = use.pointer(number)
    to = None if pointer is None or pointer.to is None else resolved(pointer.to)
    return (
        isinstance(made, Load)
        and isinstance(to, CPointer)
        and use.is_start(made.address)
        and number in use.flow.based(made.address)
    )


def _below(name: str, own: list[str], depth: int) -> Iterator[str]:
    if depth > 0:
        yield name
        for link in own:
            yield from _below(f"{name}->{link}", own, depth - 1)
