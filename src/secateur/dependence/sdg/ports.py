"""The interface of a function's dependence graph to those of its callers and callees."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from secateur.dependence.control.choices import Side


class Way(Enum):
    """What passes between a function and its caller."""

    RUN = "the call itself"
    PARAMETER = "a parameter"
    REST = "the variable arguments"
    MEMORY = "memory contents"
    RESULT = "the return value"


@dataclass(frozen=True, slots=True)
class Port:
    """`vertex` is in the function's own graph. `locations`: for memory, the locations that callers can share.
    `is_sure`: the function overwrites all of them."""

    way: Way
    vertex: int
    number: int = 0
    locations: int = 0
    is_sure: bool = False


@dataclass(slots=True, eq=False)
class Interface:
    """The first input is the execution of the function."""

    inputs: list[Port] = field(default_factory=list)
    outputs: list[Port] = field(default_factory=list)


@dataclass(frozen=True, slots=True, eq=False)
class CallVertices:
    """A call of a function with a body: the caller's vertices for the callee's inputs and outputs, in their order."""

    node: int
    callee: str
    inputs: list[int]
    outputs: list[int]


@dataclass(frozen=True, slots=True, eq=False)
class Join:
    """A vertex whose value depends on the edge by which a block is entered; `incoming` gives the vertex of each
    predecessor, -1 for a constant, and `keys` numbers the values, equal for equal values."""

    vertex: int
    block: int
    incoming: dict[int, int]
    keys: dict[int, int]


@dataclass(frozen=True, slots=True, eq=False)
class Leave:
    """A vertex that sees the value of a loop's last iteration, with the sides that left the loop."""

    vertex: int
    source: int
    sides: tuple[Side, ...]
