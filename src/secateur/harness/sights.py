"""What a driver observes after the call: the returned value, writable buffers, globals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice

from secateur.harness.inputs import widest
from secateur.harness.plan import Address, FixedZero, Items, Leaf, Members, Node, Pointer, Variable, ZeroReason
from secateur.harness.scalars import bit_field, scalar
from secateur.ir.debuginfo import (
    CArray,
    CField,
    CFunctionPointer,
    CPointer,
    CStruct,
    CType,
    declaration,
    resolved,
)

MOST_LEAVES = 64
"""Maximum number of observations per variable."""

MOST_IN_ALL = 256

Sight = Leaf | Pointer
"""A single observation; of a pointer, only whether it is null."""


def returned(identifier: str, kind: CType, call: str) -> Variable:
    """The result of `call`; an anonymous type is expressed as the type of the call."""
    text = declaration(kind, identifier)
    if "(anonymous)" in text:
        text = f"__typeof__({call}) {identifier}"
    return Variable(identifier, text, view("return", identifier, kind))


def existing(identifier: str, name: str, kind: CType) -> Variable:
    """A global variable, which the source declares."""
    return Variable(identifier, "", view(name, identifier, kind))


def view(name: str, place: str, kind: CType) -> Node:
    """The plan of a value that is only observed: pointers are not followed, unobservable parts are left out."""
    target = resolved(kind)
    leaf = scalar(name, place, target)
    if leaf is not None:
        return leaf
    match target:
        case CPointer() | CFunctionPointer():
            return Pointer(name, place)
        case CArray():
            count = target.count or 0
            seen = range(min(count, MOST_LEAVES))
            nodes = tuple(view(f"{name}[{i}]", f"{place}[{i}]", target.element) for i in seen)
            return Items(name, place, nodes, count)
        case CStruct():
            fields = target.fields if target.tag != "union" else widest(target.fields)
            named = [f for f in fields if f.name or f.bit_width is None]  # the others are padding
            return Members(name, place, tuple((f.name, _view_field(name, place, f)) for f in named))
        case _:
            return FixedZero(name, place, ZeroReason.NOT_OBSERVED, target)


def _view_field(name: str, place: str, member: CField) -> Node:
    link = f".{member.name}" if member.name else ""
    if member.bit_width is not None:
        return bit_field(name + link, place + link, member)
    return view(name + link, place + link, member.type)


def effects(node: Node, writable: bool = True) -> Iterator[Sight]:
    """The leaves of a node, and of what it points to, that the function may have written.

    `writable` is false for values that the function received as a copy or through a pointer to const; values
    that a pointer in there points to may be writable again.
    """
    match node:
        case Leaf() | Pointer():
            if writable:
                yield node
        case Items():
            for item in node.nodes:
                yield from effects(item, writable)
            if writable and node.is_text and node.count == len(node.nodes) + 1:
                yield _terminator(node)
        case Members():
            for _, member in node.members:
                yield from effects(member, writable)
        case Address():
            if writable:
                yield Pointer(node.name, node.place)
            yield from effects(node.storage.node, writable=not node.const)


def _terminator(text: Items) -> Leaf:
    """The NUL after the inputs of a string: not an input itself, but the function can overwrite it."""
    first, end = text.nodes[0], f"[{len(text.nodes)}]"
    assert isinstance(first, Leaf)
    return replace(first, name=text.name + end, place=text.place + end)


def of_parameter(variable: Variable, kind: CType) -> Iterator[Sight]:
    """What the function can change through an argument, as seen by the caller."""
    target = resolved(kind)
    if isinstance(variable.node, Address):  # the pointer itself is a copy
        return effects(variable.node, writable=False)
    return effects(variable.node, writable=isinstance(target, CPointer) and not target.const)


def is_whole(node: Node) -> bool:
    """Does a view show all of a variable?"""
    match node:
        case Items():
            return node.count == len(node.nodes) and all(map(is_whole, node.nodes))
        case Members():
            return all(is_whole(member) for _, member in node.members)
        case FixedZero():
            return False
        case _:
            return True


def limited(variables: Iterable[Iterable[Sight]]) -> tuple[Sight, ...]:
    """The observations of each variable, within the limits, so that a large table does not swamp the test."""
    few = (sight for sights in variables for sight in islice(sights, MOST_LEAVES))
    return tuple(islice(few, MOST_IN_ALL))
