"""What a driver sets and observes: the C variables it declares, as trees whose leaves are single inputs.

The plan is plain data, built once (`secateur.harness.inputs`, `secateur.harness.sights`) and written twice: as
the driver, where each leaf calls an input primitive, and as a test in C, where each leaf is a literal.

Every node has a `name`, the user's own spelling (`buf[0]`, `p->next->value`), and a `place`, the C lvalue in
the driver. They differ for values reached through pointers: `p->text[0]` is stored in `p_text[0]`, so that writing
it needs neither a cast from a const pointee nor a pointer that the function under test may have changed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from secateur.ir.ctype import CPointer, CType, spelling


@dataclass(frozen=True, slots=True)
class Leaf:
    """One input. `kind` is the suffix of its primitive (`i32`, `char`, `f64`, `bits` …), `width` its bits.

    `enumerators` are the names that an enumeration gives to values, for readable tests.
    """

    name: str
    place: str
    kind: str
    width: int
    signed: bool
    enumerators: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Items:
    """An array of `count` items in C; those past `nodes` (the NUL of a string, a long tail) stay zero."""

    name: str
    place: str
    nodes: tuple[Node, ...]
    count: int

    @property
    def is_text(self) -> bool:
        return bool(self.nodes) and all(isinstance(n, Leaf) and n.kind == "char" for n in self.nodes)


@dataclass(frozen=True, slots=True)
class Members:
    """A struct, or the one member of a union that holds its inputs: pairs of designator and node.

    An anonymous member's designator is empty: its own members are reached without one.
    """

    name: str
    place: str
    members: tuple[tuple[str, Node], ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """Where a pointer leads if a condition over inputs holds: to NULL, or to the object that `other` leads to."""

    condition: str
    target: str
    other: str | None = None


@dataclass(frozen=True, slots=True)
class Address:
    """A pointer to the driver's own storage. `const` means that the function may not write through it.

    The first of the `choices` whose condition holds decides where it leads instead.
    """

    name: str
    place: str
    storage: Variable
    const: bool
    choices: tuple[Choice, ...] = ()

    @property
    def value(self) -> str:
        """The pointer in C."""
        return "".join(f"{c.condition} ? {c.target} : " for c in self.choices) + self.storage.identifier

    @property
    def is_nullable(self) -> bool:
        return any(choice.other is None for choice in self.choices)

    @property
    def others(self) -> tuple[str, ...]:
        """The pointers that may lead to the same object."""
        return tuple(choice.other for choice in self.choices if choice.other is not None)


@dataclass(frozen=True, slots=True)
class Pointer:
    """A pointer that is only observed to be null or not; its type, if something may be looked at behind it."""

    name: str
    place: str
    type: CType | None = None


class ZeroReason(Enum):
    """Why a value stays zero."""

    DEPTH = "NULL, because it is beyond the pointer depth"
    INCOMPLETE = "NULL, because {} points to an incomplete type"
    FUNCTION = "NULL, because a function pointer cannot be symbolic"
    CONST = "zero, because it is a const bit-field"
    NOT_OBSERVED = "not observed"


@dataclass(frozen=True, slots=True)
class FixedZero:
    """A value that cannot be an input and stays zero (e.g. a null pointer) of this type."""

    name: str
    place: str
    reason: ZeroReason
    type: CType

    @property
    def why(self) -> str:
        """For the user."""
        return self.reason.value.format(spelling(self.type))


Node = Leaf | Items | Members | Address | Pointer | FixedZero


@dataclass(frozen=True, slots=True)
class Variable:
    """A C variable. `declaration` has no initialiser or semicolon; it is empty if the source declares it.

    `pointer` is the type of a pointer whose storage it is. `block`: it is a pointer to a block on the heap, whose
    content an array with this declaration would have. `flexible`: the member at the end of its structure that is an
    array without a size. `kept`: no function frees its block.
    """

    identifier: str
    declaration: str
    node: Node
    pointer: CPointer | None = None
    block: str = ""
    flexible: str = ""
    kept: bool = False

    @property
    def is_lasting(self) -> bool:
        """Is it still there after the call?"""
        return self.kept or not self.block

    @property
    def room(self) -> int:
        """How many elements the array at the end of its structure has."""
        members = self.node.members if isinstance(self.node, Members) else ()
        return sum(len(each.nodes) for name, each in members if name == self.flexible and isinstance(each, Items))

    @property
    def bytes(self) -> str:
        """Of its block, in C."""
        whole = f"{self.count} * sizeof *{self.identifier}"
        return f"{whole} + {self.room} * sizeof *{self.identifier}->{self.flexible}" if self.flexible else whole

    @property
    def block_name(self) -> str:
        """Of that array."""
        found = re.search(r"\w+_block\w*", self.block)
        return found.group() if found else ""

    @property
    def count(self) -> int:
        """How many elements its storage has."""
        return self.node.count if isinstance(self.node, Items) else 1


def walk(node: Node) -> Iterator[Node]:
    """The node and all nodes below it, through pointers, in the order in which inputs are requested."""
    for each in walk_here(node):
        yield each
        if isinstance(each, Address):
            yield from walk(each.storage.node)


def storages(variable: Variable) -> Iterator[Variable]:
    """The variable and those that it points to, each before the ones that hold its address."""
    for node in walk_here(variable.node):
        if isinstance(node, Address):
            yield from storages(node.storage)
    yield variable


def storages_below(variable: Variable) -> Iterator[Variable]:
    """The variable and everything that it leads to."""
    yield variable
    yield from (node.storage for node in walk(variable.node) if isinstance(node, Address))


def walk_here(node: Node) -> Iterator[Node]:
    """Like `walk`, but within the variable: does not follow pointers."""
    yield node
    match node:
        case Items(nodes=nodes):
            for item in nodes:
                yield from walk_here(item)
        case Members(members=members):
            for _, member in members:
                yield from walk_here(member)


def assignments(nodes: Iterable[Node], value: Callable[[Leaf], str]) -> Iterator[str]:
    """C statements that give each leaf its value and each pointer its object."""
    for node in nodes:
        if isinstance(node, Leaf):
            yield f"{node.place} = {value(node)};"
        elif isinstance(node, Address):
            yield f"{node.place} = {node.value};"
