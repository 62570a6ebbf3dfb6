"""What a driver sets and sees: the C variables it declares, as trees whose leaves are single inputs.

The plan is plain data, made once (`secateur.harness.inputs`, `secateur.harness.sights`) and written twice: as
the driver, where each leaf calls an input primitive, and as a test in C, where each leaf is a literal.

Every node has a `name`, the user's own spelling (`buf[0]`, `p->next->value`), and a `place`, the C lvalue in
the driver. They differ behind pointers: `p->text[0]` lives at `p_text[0]`, so that writing it needs neither a
cast from a const pointee nor a pointer that the function under test may have changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Leaf:
    """One input. `kind` is the suffix of its primitive (`i32`, `char`, `f64`, `bits` …), `width` its bits.

    `enumerators` are the names that an enumeration gives to values, for tests that people read.
    """

    name: str
    place: str
    kind: str
    width: int
    signed: bool
    enumerators: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Items:
    """An array of `count` in C; items past `nodes` (the NUL of a string, a long tail) stay zero."""

    name: str
    place: str
    nodes: tuple[Node, ...]
    count: int

    @property
    def is_text(self) -> bool:
        return bool(self.nodes) and all(isinstance(n, Leaf) and n.kind == "char" for n in self.nodes)


@dataclass(frozen=True, slots=True)
class Members:
    """A struct, or the one member of a union that carries its inputs: pairs of designator and node.

    An anonymous member's designator is empty: its own members are reached without one.
    """

    name: str
    place: str
    members: tuple[tuple[str, Node], ...]


@dataclass(frozen=True, slots=True)
class Address:
    """A pointer to storage of the driver's own. `const` tells that the function may not write through it."""

    name: str
    place: str
    storage: Variable
    const: bool


@dataclass(frozen=True, slots=True)
class Pointer:
    """A pointer of which only null or not is told (in observations)."""

    name: str
    place: str


@dataclass(frozen=True, slots=True)
class FixedZero:
    """What cannot be an input, and stays zero (a null pointer, say); `why` is told to the user."""

    name: str
    place: str
    why: str


Node = Leaf | Items | Members | Address | Pointer | FixedZero


@dataclass(frozen=True, slots=True)
class Variable:
    """A C variable. `declaration` lacks initialiser and semicolon; it is empty when the source has it."""

    identifier: str
    declaration: str
    node: Node


def walk(node: Node) -> Iterator[Node]:
    """The node and all below it, through pointers, in the order in which inputs are handed out."""
    yield node
    match node:
        case Items(nodes=nodes):
            for item in nodes:
                yield from walk(item)
        case Members(members=members):
            for _, member in members:
                yield from walk(member)
        case Address(storage=storage):
            yield from walk(storage.node)


def storages(variable: Variable) -> Iterator[Variable]:
    """The variables that one needs, itself last: each before those that hold its address."""
    for node in walk_here(variable.node):
        if isinstance(node, Address):
            yield from storages(node.storage)
    yield variable


def walk_here(node: Node) -> Iterator[Node]:
    """Like `walk`, but stays within the variable: does not follow pointers."""
    yield node
    match node:
        case Items(nodes=nodes):
            for item in nodes:
                yield from walk_here(item)
        case Members(members=members):
            for _, member in members:
                yield from walk_here(member)
