"""How a function's dependence graph meets those of its callers and callees."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from secateur.dependence.control.choices import Side


class Way(Enum):
    """What passes between a function and its caller."""

    RUN = "that it is called at all"
    PARAMETER = "a parameter"
    REST = "the variable arguments"
    MEMORY = "what memory holds"
    RESULT = "what is returned"


@dataclass(frozen=True, slots=True)
class Port:
    """`vertex` is in the graph of the function itself. `locations`: of memory, what callers can have in common with it.
    `is_sure`: the function leaves nothing there of what it found."""

    way: Way
    vertex: int
    number: int = 0
    locations: int = 0
    is_sure: bool = False


@dataclass(slots=True, eq=False)
class Interface:
    """The first input is that the function runs."""

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
    """A vertex whose value depends on the edge by which a block is entered; `incoming` gives the vertex for each
    predecessor, -1 for a constant, and `keys` numbers of the values, the same for the same value."""

    vertex: int
    block: int
    incoming: dict[int, int]
    keys: dict[int, int]


@dataclass(frozen=True, slots=True, eq=False)
class Leave:
    """A vertex that sees what the last round of a loop has left: the sides that ended the loop."""

    vertex: int
    source: int
    sides: tuple[Side, ...]
