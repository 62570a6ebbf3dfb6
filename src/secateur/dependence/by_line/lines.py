"""Dependences as the user sees them: between source lines; the line of a branch has its side (`6T`, `6F`).

An instruction is represented by its line. Everything that is not user code is dropped: the driver, our C library,
instructions without a line, and what LLVM adds to a statement (temporaries within a line, addresses of locals, jumps to
the end of a block, the single `ret` after several `return` statements).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from secateur.dependence.control.code import Code, Unit
from secateur.ir.model import Alloca, ConditionalJump, IndirectJump, Jump, Phi, Position, Return
from secateur.machine.path import OWN_FILES


class DependenceKind(StrEnum):
    """The four kinds of dependence that a user can ask for."""

    CONTROL = "control"
    DATA = "data"
    POTENTIAL = "potential"
    INTERACTIVE = "interactive"


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a function. `side` is T or F for a branch that takes this side, empty for the statement itself."""

    file: str
    line: int
    side: str
    function: str

    def __str__(self) -> str:
        return f"{self.line}{self.side}"

    @property
    def order(self) -> tuple[str, int, int, str, str]:
        """Source order; for a branch, T before F."""
        return self.file, self.line, "TF".find(self.side), self.side, self.function


@dataclass(frozen=True, slots=True)
class Dependence:
    """`target` depends on `source`; `variable` carries a data or potential dependence, if it has a name."""

    kind: DependenceKind
    source: Place
    target: Place
    variable: str | None = None


class ControlLike(Protocol):
    @property
    def branch(self) -> int: ...
    @property
    def side(self) -> int: ...
    @property
    def target(self) -> int: ...


class DataLike(Protocol):
    @property
    def source(self) -> int: ...
    @property
    def target(self) -> int: ...
    @property
    def variable(self) -> str | None: ...


class PotentialLike(ControlLike, Protocol):
    @property
    def variable(self) -> str | None: ...


#: The source text from a position to the end of its line; empty if it cannot be read.
Text = Callable[[Position], str]

_LEAVING = ("break", "continue", "goto", "return")


class Lines:
    """The places of a program's instructions."""

    def __init__(self, code: Code, text: Text = lambda _: "") -> None:
        self.code = code
        self._text = text
        self._places: dict[int, Place | None] = {}

    def units(self) -> list[Unit]:
        """The user's functions."""
        return [unit for unit in self.code.units.values() if _is_users(unit.function.position)]

    def place(self, node: int) -> Place | None:
        """The line that represents an instruction; None if it is not a statement of the user's."""
        if node not in self._places:
            self._places[node] = self._find(node)
        return self._places[node]

    def sides(self, node: int) -> tuple[Place, ...]:
        """The line of a branch, once per side; for any other statement the line alone."""
        place = self.place(node)
        if place is None:
            return ()
        match self.code.items[node]:
            case ConditionalJump():
                return tuple(self._on_side(place, node, side) for side in (0, 1))
            case IndirectJump(targets=targets):
                return tuple(self._on_side(place, node, side) for side in range(len(targets)))
        return (place,)

    def side(self, node: int, side: int) -> Place | None:
        """A branch that takes this side."""
        place = self.place(node)
        return None if place is None else self._on_side(place, node, side)

    def _on_side(self, place: Place, node: int, side: int) -> Place:
        item = self.code.items[node]
        if isinstance(item, ConditionalJump):
            letter = "T" if (side == 0) != item.inverted else "F"
        else:
            letter = f"#{side + 1}"  # a computed goto: targets by number
        return Place(place.file, place.line, letter, place.function)

    def _find(self, node: int) -> Place | None:
        item, unit = self.code.items[node], self.code.owner[node]
        position = item.position
        if not position.line or not _is_users(position):
            return None
        match item:
            case Phi() | Alloca():
                return None
            case Jump():
                if not self._text(position).startswith(_LEAVING):
                    return None
            case Return():
                if self._text(position).startswith("}"):
                    return None  # of a function with several return statements, each with its own line
        return Place(position.file, position.line, "", unit.function.name)


def control_by_line(edges: Iterable[ControlLike], lines: Lines) -> Iterator[Dependence]:
    """DGSE, Definition 1."""
    for edge in edges:
        source, target = lines.side(edge.branch, edge.side), lines.place(edge.target)
        if source and target and _apart(lines.code, edge.branch, edge.target):
            yield Dependence(DependenceKind.CONTROL, source, target)


def data_by_line(edges: Iterable[DataLike], lines: Lines) -> Iterator[Dependence]:
    """DGSE, Definition 2. Within a line only named variables count; the others are values of subexpressions."""
    for edge in edges:
        source, target = lines.place(edge.source), lines.place(edge.target)
        if source and target and (source != target or edge.variable is not None):
            yield Dependence(DependenceKind.DATA, source, target, edge.variable)


def potential_by_line(edges: Iterable[PotentialLike], lines: Lines) -> Iterator[Dependence]:
    """DGSE, Definition 3."""
    for edge in edges:
        source, target = lines.side(edge.branch, edge.side), lines.place(edge.target)
        if source and target and _apart(lines.code, edge.branch, edge.target):
            yield Dependence(DependenceKind.POTENTIAL, source, target, edge.variable)


def ordered(found: Iterable[Dependence]) -> list[Dependence]:
    """Without duplicates, by kind and place. An unnamed dependence is dropped if the same one exists with a name."""
    each = list(dict.fromkeys(found))
    named = {(d.kind, d.source, d.target) for d in each if d.variable is not None}
    kept = [d for d in each if d.variable is not None or (d.kind, d.source, d.target) not in named]
    rank = {kind: number for number, kind in enumerate(DependenceKind)}
    return sorted(kept, key=lambda d: (rank[d.kind], d.source.order, d.target.order, d.variable or ""))


def _apart(code: Code, branch: int, target: int) -> bool:
    """Are these two statements? On one line only if the target comes before the branch: it then belongs to the next
    iteration of a loop and is not the second half of `a && b`."""
    if code.position(branch).line != code.position(target).line or code.owner[branch] is not code.owner[target]:
        return True
    return code.owner[branch].flow.dominates(code.block_of(target), code.block_of(branch))


def _is_users(position: Position) -> bool:
    return not position.file.startswith(OWN_FILES)
