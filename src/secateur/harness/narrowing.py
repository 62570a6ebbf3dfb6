"""How a driver narrows the inputs of a function: what it assumes about pointers, as data.

A pointer in an array of pointers is named without its number (`argv[]`), as all of them are treated alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from secateur.assumption import Assumption, AssumptionKind
from secateur.harness.choices import general, type_name
from secateur.harness.plan import Address, FixedZero, Items, Node, Variable, ZeroReason, walk_here
from secateur.ir.ctype import CInt, CPointer, CType, resolved


@dataclass(frozen=True, slots=True)
class Reference:
    """A pointer that the driver sets: its name, and its own object. `around` are the types of the objects that lead to
    it, `others` the pointers that may lead to the same object."""

    name: str
    storage: Variable
    around: tuple[str, ...]
    is_nullable: bool = False
    others: tuple[str, ...] = ()


def narrowed(variables: Sequence[Variable]) -> tuple[Assumption, ...]:
    """What the driver assumes about these variables, each once."""
    pointers = [each for variable in variables for each in references(variable)]
    found = [a for p in pointers if (a := _extent(p)) is not None]
    found += (
        Assumption(AssumptionKind.SIZE, f"{general(p.name)}->{p.storage.flexible}", f"elements:{p.storage.room}")
        for p in pointers
        if p.storage.flexible
    )
    found += (a for variable in variables for a in _fixed(variable))
    found += (Assumption(AssumptionKind.NOT_NULL, general(p.name)) for p in pointers if not p.is_nullable)
    found += _distinct(pointers)
    return tuple(dict.fromkeys(found))


def references(variable: Variable) -> Iterator[Reference]:
    """The pointers of a variable and of everything that it leads to."""
    if variable.pointer is None:
        yield from _within(variable.node, ())
    else:
        yield from _through(Reference(variable.node.name, variable, ()))


def _through(pointer: Reference) -> Iterator[Reference]:
    yield pointer
    yield from _within(pointer.storage.node, (*pointer.around, target_type(pointer.storage)))


def _within(node: Node, around: tuple[str, ...]) -> Iterator[Reference]:
    for each in walk_here(node):
        if isinstance(each, Address):
            yield from _through(Reference(each.name, each.storage, around, each.is_nullable, each.others))


def target_type(storage: Variable) -> str:
    """The type of what a pointer leads to; pointers with the same could lead to the same object."""
    assert storage.pointer is not None
    return type_name(storage.pointer)


def _extent(pointer: Reference) -> Assumption | None:
    """How large the object is; None for a node that belongs to a list or tree that is described already."""
    kind, node = target_type(pointer.storage), pointer.storage.node
    if kind in pointer.around:
        return None
    name = general(pointer.name)
    if isinstance(node, Items):
        return Assumption(AssumptionKind.SIZE, name, f"{_unit(pointer.storage.pointer)}:{len(node.nodes)}")
    if _is_recursive(pointer.storage):
        inside = (p for p in _within(node, (kind,)) if target_type(p.storage) == kind)
        return Assumption(AssumptionKind.SHAPE, name, f"nodes:{1 + sum(1 for _ in inside)}")
    return Assumption(AssumptionKind.SIZE, name, "elements:1")


def _unit(pointer: CPointer | None) -> str:
    kind: CType | None = None if pointer is None else pointer.to
    if kind is None:
        return "bytes"
    target = resolved(kind)
    return "characters" if isinstance(target, CInt) and target.is_char else "elements"


def _is_recursive(storage: Variable) -> bool:
    """Whether a struct leads to another one of the same type."""
    kind = target_type(storage)
    return any(type_name(p) == kind for p in _pointers_in(storage.node))


def _pointers_in(node: Node) -> Iterator[CPointer]:
    for each in walk_here(node):
        if isinstance(each, Address) and each.storage.pointer is not None:
            yield each.storage.pointer
            yield from _pointers_in(each.storage.node)
        elif isinstance(each, FixedZero) and isinstance(each.type, CPointer):
            yield each.type


def _fixed(variable: Variable, around: tuple[str, ...] = ()) -> Iterator[Assumption]:
    """Values that are always zero. The end of a list is not mentioned, as its number of nodes is."""
    if variable.pointer is not None:
        around = (*around, target_type(variable))
    for node in walk_here(variable.node):
        match node:
            case FixedZero() if not variable.declaration:  # in a global: as the program initialises it
                yield Assumption(AssumptionKind.GLOBALS, general(node.name), "fixed")
            case FixedZero(reason=ZeroReason.FUNCTION):
                yield Assumption(AssumptionKind.CALLEE, general(node.name), "null")
            case FixedZero(type=CPointer() as pointer):
                if type_name(pointer) not in around:
                    yield Assumption(AssumptionKind.SHAPE, general(node.name), "null")
            case Items(nodes=nodes, count=count) if variable.pointer is None or node is not variable.node:
                if len(nodes) < count or not count:  # a long tail, a flexible array
                    yield Assumption(AssumptionKind.SIZE, general(node.name), f"elements:{len(nodes)}")
            case Address():
                yield from _fixed(node.storage, around)


def _distinct(pointers: Iterable[Reference]) -> Iterator[Assumption]:
    """Pointers of the same type that never lead to the same object: all of one type at once, if there are no others."""
    groups: dict[str, list[Reference]] = {}
    for pointer in pointers:
        groups.setdefault(target_type(pointer.storage), []).append(pointer)
    for group in groups.values():
        if not any(pointer.others for pointer in group):
            sets = [group] if len(group) > 1 else []
        else:
            sets = [[a, b] for a, b in combinations(group, 2) if a.name not in b.others]
        for names in sets:
            yield Assumption(AssumptionKind.NO_ALIAS, ", ".join(dict.fromkeys(general(p.name) for p in names)))
