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

COMPARED = 8
"""So many times more are observed if versions are compared."""

Sight = Leaf | Pointer
"""A single observation; of a pointer, only whether it is null."""


def returned(identifier: str, kind: CType, call: str) -> Variable:
    """The result of `call`; an anonymous type is expressed as the type of the call."""
    text = declaration(kind, identifier)
    if "(anonymous)" in text:
        text = f"__typeof__({call}) {identifier}"
    return Variable(identifier, text, view("return", identifier, kind))


def existing(identifier: str, name: str, kind: CType, most: int = MOST_LEAVES) -> Variable:
    """A global variable, which the source declares."""
    return Variable(identifier, "", view(name, identifier, kind, most))


def view(name: str, place: str, kind: CType, most: int = MOST_LEAVES) -> Node:
    """The plan of a value that is only observed: pointers are not followed, unobservable parts are left out. Arrays
    are observed up to `most` elements."""
    target = resolved(kind)
    leaf = scalar(name, place, target)
    if leaf is not None:
        return leaf
    match target:
        case CPointer() | CFunctionPointer():
            return Pointer(name, place, target)
        case CArray():
            count = target.count or 0
            seen = range(min(count, most))
            nodes = tuple(view(f"{name}[{i}]", f"{place}[{i}]", target.element, most) for i in seen)
            return Items(name, place, nodes, count)
        case CStruct(name="__jmp_buf_tag"):  # what `setjmp` keeps there is its own affair
            return FixedZero(name, place, ZeroReason.NOT_OBSERVED, target)
        case CStruct():
            fields = target.fields if target.tag != "union" else widest(target.fields)
            named = [f for f in fields if f.name or f.bit_width is None]  # the others are padding
            return Members(name, place, tuple((f.name, _view_field(name, place, f, most)) for f in named))
        case _:
            return FixedZero(name, place, ZeroReason.NOT_OBSERVED, target)


def _view_field(name: str, place: str, member: CField, most: int) -> Node:
    link = f".{member.name}" if member.name else ""
    if member.bit_width is not None:
        return bit_field(name + link, place + link, member)
    return view(name + link, place + link, member.type, most)


def effects(node: Node, writable: bool = True, unset: bool = False) -> Iterator[Sight]:
    """The leaves of a node, and of what it points to, that the function may have written.

    `writable` is false for values that the function received as a copy or through a pointer to const; values
    that a pointer in there points to may be writable again. `unset`: also pointers that are NULL before the call.
    """
    match node:
        case Leaf() | Pointer():
            if writable:
                yield node
        case Items():
            for item in node.nodes:
                yield from effects(item, writable, unset)
            if writable and node.is_text and node.count == len(node.nodes) + 1:
                yield _terminator(node)
        case Members():
            for _, member in node.members:
                yield from effects(member, writable, unset)
        case Address():
            if writable:
                yield Pointer(node.name, node.place)
            if node.storage.is_lasting:  # a block may have been freed
                yield from effects(node.storage.node, not node.const, unset)
        case FixedZero():
            if writable and unset and isinstance(node.type, CPointer | CFunctionPointer):
                yield Pointer(node.name, node.place)


def _terminator(text: Items) -> Leaf:
    """The NUL after the inputs of a string: not an input itself, but the function can overwrite it."""
    first, end = text.nodes[0], f"[{len(text.nodes)}]"
    assert isinstance(first, Leaf)
    return replace(first, name=text.name + end, place=text.place + end)


def of_parameter(variable: Variable, kind: CType, unset: bool = False) -> Iterator[Sight]:
    """What the function can change through an argument, as seen by the caller."""
    target = resolved(kind)
    if not variable.is_lasting:  # it may have been freed
        return iter(())
    if isinstance(variable.node, Address):  # the pointer itself is a copy
        return effects(variable.node, False, unset)
    if isinstance(variable.node, FixedZero):
        return iter(())
    return effects(variable.node, isinstance(target, CPointer) and not target.const, unset)


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


def limited(variables: Iterable[Iterable[Sight]], times: int = 1) -> tuple[Sight, ...]:
    """The observations of each variable, within the limits, so that a large table does not swamp the test."""
    few = (sight for sights in variables for sight in islice(sights, times * MOST_LEAVES))
    return tuple(islice(few, times * MOST_IN_ALL))
