"""The vocabulary of a function: the numbers before the call and after it that a line can be about.

A name is only used where it means the same to the driver and to a reader: what a parameter itself points to, globals
that are inputs, and the result. What lies behind further pointers is left out, as the function may have changed where
these lead to.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from secateur.contracts.terms import Named, Operation, Said, Term
from secateur.harness.driver import Driver
from secateur.harness.plan import Address, Items, Leaf, Members, Node, Pointer, Variable, walk_here

_ROOT = re.compile(r"\w+")
_INDEX = re.compile(r"\[(\d+)\]")
_FLOATS = ("f32", "f64")

#: The driver's name for the result, and the notation's.
RETURN, RESULT = "return", "result"
#: Maximum number of quantities of each side: large tables would swamp everything else.
MOST_QUANTITIES = 96


@dataclass(frozen=True)
class Quantity:
    """`name` is the driver's name, of an input or of an observation. `null_guard`: the parameter that must not be NULL
    for it to exist. `is_pointer`: only comparisons with NULL mean something."""

    name: str
    term: Term
    width: int
    signed: bool
    is_after: bool
    is_pointer: bool = False
    is_char: bool = False
    null_guard: str = ""
    enumerators: Mapping[int, str] | None = None

    def __hash__(self) -> int:
        return hash((self.name, self.is_after))

    @cached_property
    def text(self) -> str:
        return str(self.term)

    @property
    def low(self) -> int:
        return -(1 << self.width - 1) if self.signed else 0

    @property
    def high(self) -> int:
        return (1 << self.width - 1) - 1 if self.signed else (1 << self.width) - 1

    @cached_property
    def array(self) -> str:
        """The text with `[]` for each index: what its elements have in common. Empty if it is no element."""
        return _INDEX.sub("[]", self.text) if _INDEX.search(self.text) else ""

    @property
    def is_result(self) -> bool:
        return self.name == RETURN or self.name.startswith((f"{RETURN}.", f"{RETURN}["))


@dataclass(frozen=True, slots=True)
class Quantities:
    """`before` are inputs, `after` what is seen when the function has returned. `same`: by the driver's name for it,
    the comparison of the result with a parameter."""

    before: tuple[Quantity, ...]
    after: tuple[Quantity, ...]
    same: Mapping[str, Quantity]

    @property
    def all(self) -> tuple[Quantity, ...]:
        return (*self.before, *self.after, *self.same.values())

    def old(self, quantity: Quantity) -> Quantity | None:
        """The value before the call of something that is seen after it."""
        return next((each for each in self.before if each.name == quantity.name), None)


def vocabulary(driver: Driver, same: Mapping[str, str], requires: tuple[object, ...] = ()) -> Quantities:
    """`same`: the driver's name of each check that compares the result with a parameter, and that parameter.
    `requires`: the parts of the contract."""
    passed = set(_ROOT.findall(driver.call.partition("(")[2]))
    moved = {text.partition(" = ")[0] for text in driver.prepared}
    if driver.result is not None:
        moved.add(RESULT)  # the name means what is returned
    guards: dict[str, str] = {}
    inputs: dict[str, Leaf] = {}
    texts: dict[str, str] = {}
    for variable in driver.parameters:
        if variable.node.name in passed and variable.node.name not in moved:
            sized = f"size({variable.node.name})" in "".join(map(str, requires))
            for leaf, guard in _reached(variable):
                text = leaf.name if sized else _single(variable.node.name, leaf.name, variable)
                if text:
                    inputs[leaf.name], guards[leaf.name], texts[leaf.name] = leaf, guard, text
    named = [variable for variable in driver.symbolic if variable.node.name not in moved]
    inputs |= {leaf.name: leaf for variable in named for leaf in _leaves(variable.node)}
    globals_ = {variable.node.name for variable in named}
    seen = {sight.name: sight for sight in driver.observations}
    before = [_before(leaf, texts.get(name, name), name in seen, guards.get(name, "")) for name, leaf in inputs.items()]
    before += _pointers(driver, passed - moved)
    after = []
    for name, sight in seen.items():
        root = _ROOT.match(name)
        known = name in inputs or (root is not None and root.group() in (RETURN, *globals_))
        if known and not (isinstance(sight, Leaf) and sight.kind in _FLOATS):
            after.append(_after(sight, texts.get(name, name), guards.get(name, "")))
    checks = {name: _check(name, parameter) for name, parameter in same.items()}
    return Quantities(tuple(before)[:MOST_QUANTITIES], tuple(after)[:MOST_QUANTITIES], checks)


def pointer_parameters(driver: Driver) -> list[str]:
    """The parameters that are pointers to objects of the driver."""
    passed = _ROOT.findall(driver.call.partition("(")[2])
    found = {v.node.name for v in driver.parameters if isinstance(v.node, Address) or v.pointer is not None}
    found |= {v.node.name for v in driver.parameters if not isinstance(v.node, Leaf)}
    return [name for name in passed if name in found]


def _reached(variable: Variable) -> Iterator[tuple[Leaf, str]]:
    """The numbers in a parameter, or in what it points to, each with the parameter if that may be NULL."""
    node, guard = variable.node, ""
    if isinstance(node, Address):
        if node.others:
            return
        guard = node.name if node.is_nullable else ""
        node = node.storage.node
    for leaf in _leaves(node):
        yield leaf, guard


def _single(parameter: str, name: str, variable: Variable) -> str:
    """A pointer to a structure leads to one, as far as anybody knows: `p->x` instead of `p[0].x`, and no `p[1].x`."""
    node = variable.node.storage.node if isinstance(variable.node, Address) else variable.node
    if not isinstance(node, Items) or not all(isinstance(each, Members) for each in node.nodes):
        return name
    first = f"{parameter}[0]."
    return f"{parameter}->{name.removeprefix(first)}" if name.startswith(first) else ""


def _leaves(node: Node) -> Iterator[Leaf]:
    return (each for each in walk_here(node) if isinstance(each, Leaf) and each.kind not in _FLOATS)


def _before(leaf: Leaf, text: str, is_seen: bool, guard: str) -> Quantity:
    named = Named(text)
    term: Term = Said("old", (named,)) if is_seen else named
    return Quantity(
        leaf.name, term, leaf.width, leaf.signed, False, False, leaf.kind == "char", guard, _enumerators(leaf)
    )


def _pointers(driver: Driver, passed: set[str]) -> Iterator[Quantity]:
    """Parameters that may be NULL: an input of its own says whether they are."""
    for variable in driver.parameters:
        node = variable.node
        if isinstance(node, Address) and node.name in passed and len(node.choices) == 1 and node.is_nullable:
            condition = node.choices[0].condition
            if _ROOT.fullmatch(condition):
                yield Quantity(condition, Named(node.name), 1, False, False, is_pointer=True)


def _after(sight: Leaf | Pointer, text: str, guard: str) -> Quantity:
    name = sight.name
    named = Named(RESULT + name[len(RETURN) :] if name == RETURN or name.startswith(("return.", "return[")) else text)
    if isinstance(sight, Pointer):
        return Quantity(name, named, 64, False, True, is_pointer=True, null_guard=guard)
    return Quantity(
        name, named, sight.width, sight.signed, True, False, sight.kind == "char", guard, _enumerators(sight)
    )


def _check(name: str, parameter: str) -> Quantity:
    return Quantity(name, Operation("==", Named(RESULT), Named(parameter)), 1, False, True)


def _enumerators(leaf: Leaf) -> dict[int, str] | None:
    """Each number with its first name."""
    found: dict[int, str] = {}
    for name, value in leaf.enumerators:
        found.setdefault(value, name)
    return found or None
