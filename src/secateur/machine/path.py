"""One execution: the branches that it passed, how it ended, and what could be seen of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import TYPE_CHECKING

from secateur.expr import Expr
from secateur.ir.model import Position
from secateur.machine.fault import Fault, FaultKind
from secateur.machine.limit import Limit, LimitKind

if TYPE_CHECKING:
    from secateur.machine.library.format import Directive
    from secateur.machine.state import Snapshot
    from secateur.machine.summary import Application

Value = Expr | int | float

#: Source files of our own: faults are reported at the user's line that called into them.
OWN_FILES = "<secateur>"


class BranchKind(StrEnum):
    """Why a path could have gone another way."""

    CONDITION = "condition"  # an `if`, a loop, `&&`, `?:`, a `case`
    CHECK = "check"  # a failure that did not, or did, happen
    CHOICE = "choice"  # which object a pointer points to, which size, which callee
    ASSUMPTION = "assumption"  # `--assume`, `klee_assume`, `__VERIFIER_assume`
    PINNED = "pinned"  # made concrete because we cannot do better; the run is marked incomplete


@dataclass(frozen=True, slots=True, eq=False)
class Site:
    """A place in the program where a path can branch. `number` is unique in a machine, in order of compilation;
    `place` is the block and the number of the instruction in it."""

    number: int
    kind: BranchKind
    position: Position
    function: str
    place: tuple[str, int]
    fault: FaultKind | None = None
    message: str = ""
    inverted: bool = False


class Branch:
    """One passage through a site. `condition` held on the path, `negation` is the other side; `outcome` is the side
    taken, in the user's sense.

    `implied`: an earlier condition of the same path already decides it.
    `resume`: the state just before, if the other side can go on from there.
    `marks`: how many inputs, observations, outputs and notes the path had then.
    `fault`: for a check that was passed, what its failing side is.
    `traced`: how long the trace was then.
    """

    __slots__ = ("condition", "fault", "frame", "implied", "marks", "negation", "outcome", "resume", "site", "traced")

    def __init__(
        self,
        site: Site,
        condition: Expr,
        negation: Expr,
        outcome: bool,
        implied: bool,
        frame: int,
        marks: tuple[int, int, int, int],
        resume: Snapshot | None,
        traced: int = 0,
    ) -> None:
        self.site = site
        self.condition = condition
        self.negation = negation
        self.outcome = outcome
        self.implied = implied
        self.frame = frame
        self.marks = marks
        self.resume = resume
        self.traced = traced
        self.fault: Fault | None = None

    def __repr__(self) -> str:
        return f"Branch({self.label}, {self.site.kind})"

    @property
    def label(self) -> str:
        """As users see it: the line and T or F."""
        return f"{self.site.position.line}{'T' if self.outcome else 'F'}"


class Ending(Enum):
    """The ways a path can end."""

    RETURNED = "returned"
    EXITED = "exited"
    FAULT = "fault"
    ASSUMPTION = "assumption"  # its input violates one
    LOOP_BOUND = "loop-bound"
    DEPTH = "depth"
    INSTRUCTIONS = "instructions"
    INTERRUPTED = "interrupted"  # it was running when time or memory was used up
    CUT = "cut"  # by the technique


#: Ends of the program's own: what it does is known.
ENDED = frozenset({Ending.RETURNED, Ending.EXITED, Ending.FAULT})

#: Ends that are due to a budget: there may be more behind them.
LIMITED = frozenset({Ending.LOOP_BOUND, Ending.DEPTH, Ending.INSTRUCTIONS, Ending.INTERRUPTED})


@dataclass(frozen=True, slots=True)
class Input:
    """One symbolic input as it was handed out: `kind` says which C type, `cells` are its variables (or constants)."""

    name: str
    kind: str
    cells: tuple[tuple[Value, int], ...]


@dataclass(frozen=True, slots=True)
class Observation:
    """A value that the driver shows after the call: `return`, an output buffer, a global."""

    name: str
    kind: str
    value: Value


@dataclass(frozen=True, slots=True)
class SymbolicText:
    """Bytes that were printed, some of them symbolic. With `terminated`, they end before the first NUL."""

    cells: tuple[Value, ...]
    terminated: bool
    precision: int | None = None


@dataclass(frozen=True, slots=True)
class Formatted:
    """A symbolic value that was printed with a conversion such as `%5d`; `width` is the value's, in bits."""

    directive: Directive
    value: Value | SymbolicText
    width: int


Piece = bytes | Formatted | SymbolicText


@dataclass(frozen=True, slots=True)
class Note:
    """Something that makes a run less than complete, or its outcome less than certain. `kind` says how, if the run is
    `incomplete`."""

    text: str
    position: Position
    incomplete: bool
    kind: LimitKind = LimitKind.IGNORED


@dataclass(frozen=True, slots=True, eq=False)
class Path:
    """A finished run under the input `model`."""

    branches: Sequence[Branch]
    ending: Ending
    model: tuple[int, ...]
    status: int
    fault: Fault | None
    inputs: Sequence[Input]
    observations: Sequence[Observation]
    output: Sequence[tuple[int, Piece]]
    notes: Sequence[Note]
    instructions: int
    reason: str = ""  # why the technique cut it
    limit: Limit | None = None  # what stopped it, if the program did not end by itself
    trace: Sequence[object] = ()  # what a recording machine wrote down, see `secateur.machine.trace`
    place: tuple[str, int] | None = None  # of the instruction in the middle of which the run ended
    visits: Sequence[Snapshot] = ()  # states before concrete branches, if the machine keeps them
    result: Value | None = None  # what the entry returned, if it did
    left: Value | None = None  # what `exit` was called with, if it was
    applied: Sequence[tuple[int, Application]] = ()  # summaries that stood in, and after how many branches

    @property
    def conditions(self) -> list[Expr]:
        return [branch.condition for branch in self.branches]

    @property
    def labels(self) -> tuple[str, ...]:
        """The path in the user's lines: `("2T", "4F")`. What our C library decides has no line of the user's."""
        return tuple(
            b.label
            for b in self.branches
            if b.site.kind is BranchKind.CONDITION and not b.site.position.file.startswith(OWN_FILES)
        )
