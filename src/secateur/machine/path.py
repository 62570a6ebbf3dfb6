"""One execution: the branches it took, how it ended, and what it showed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import TYPE_CHECKING

from secateur.assumption import Assumption, AssumptionKind
from secateur.expr import Expr, variables_of
from secateur.ir.model import Position
from secateur.machine.fault import Fault, FaultKind
from secateur.machine.limit import Limit, LimitKind

if TYPE_CHECKING:
    from secateur.machine.library.format import Directive
    from secateur.machine.marks import Goal
    from secateur.machine.snapshot import Snapshot
    from secateur.machine.summary import Application

Value = Expr | int | float

#: Prefix of our own source files: faults in them are reported at the user's line that called into them.
OWN_FILES = "<secateur>"
#: The file that calls the function which is explored.
DRIVER = f"{OWN_FILES}/driver.c"


class BranchKind(StrEnum):
    """Why a path could have gone another way."""

    CONDITION = "condition"  # an `if`, a loop, `&&`, `?:`, a `case`
    CHECK = "check"  # a possible failure, whether or not it happened
    CHOICE = "choice"  # the object a pointer points to, a size, a callee
    ASSUMPTION = "assumption"  # `--assume`, `klee_assume`, `__VERIFIER_assume`
    PINNED = "pinned"  # made concrete for lack of anything better; the run is marked incomplete


@dataclass(frozen=True, slots=True, eq=False)
class Site:
    """A place in the program where a path can branch. `number` is unique within a machine, in order of compilation;
    `place` is the block and the index of the instruction in it."""

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
    taken, as the source has it.

    `implied`: an earlier condition of the same path already decides it.
    `resume`: the state just before, if the other side can continue from there.
    `marks`: how many inputs, observations, outputs and notes the path had at that point.
    `fault`: for a check that passed, the fault of its failing side.
    `traced`: the length of the trace at that point.
    `chosen`: for a choice, the value that it is about.
    """

    __slots__ = (
        "chosen",
        "condition",
        "fault",
        "frame",
        "implied",
        "marks",
        "negation",
        "outcome",
        "resume",
        "site",
        "traced",
    )

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
        self.chosen: int | None = None

    def __repr__(self) -> str:
        return f"Branch({self.label}, {self.site.kind})"

    @property
    def label(self) -> str:
        """As shown to users: the line and T or F."""
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
    UNSUPPORTED = "unsupported"  # it reached something that cannot be run
    INTERRUPTED = "interrupted"  # it was running when time or memory was used up
    CUT = "cut"  # by the technique
    ENDLESS = "endless"  # it repeats its state, so it never ends

    __hash__ = object.__hash__  # that of enumerations is a function in Python, and every path is asked for its ending


#: The program itself ended: its behaviour is known.
ENDED = frozenset({Ending.RETURNED, Ending.EXITED, Ending.FAULT})

#: A limit of ours ended the run: the program may do more after it.
LIMITED = frozenset({Ending.LOOP_BOUND, Ending.DEPTH, Ending.INSTRUCTIONS, Ending.UNSUPPORTED, Ending.INTERRUPTED})


@dataclass(frozen=True, slots=True)
class Input:
    """One symbolic input as the program received it: `kind` is the C type, `cells` its variables (or constants)."""

    name: str
    kind: str
    cells: tuple[tuple[Value, int], ...]


def numbered(name: str, number: int) -> str:
    """The name of the variable of the `number`-th input of a name: `n`, `n#2`, …"""
    return name if number == 1 else f"{name}#{number}"


@dataclass(frozen=True, slots=True)
class Observation:
    """A value that the driver reports after the call: `return`, an output buffer, a global."""

    name: str
    kind: str
    value: Value


@dataclass(frozen=True, slots=True)
class SymbolicText:
    """Bytes that were printed, some of them symbolic. If `terminated`, they end before the first NUL."""

    cells: tuple[Value, ...]
    terminated: bool
    precision: int | None = None


@dataclass(frozen=True, slots=True)
class Formatted:
    """A symbolic value that was printed with a conversion such as `%5d`; `width` is the width of the value in bits."""

    directive: Directive
    value: Value | SymbolicText
    width: int


Piece = bytes | Formatted | SymbolicText


@dataclass(frozen=True, slots=True)
class LeftFile:
    """A file that a program leaves in its folder. `name` is the way to it from there; `data` are its first bytes (of a
    link, its text), None if they have no value, or nobody looked. A folder has no data."""

    name: tuple[Value, ...]
    kind: str  # as `ls -F` marks it: / for a folder, @ for a link, | for a pipe; nothing for a file
    size: Value
    data: tuple[Value, ...] | None


@dataclass(frozen=True, slots=True)
class Note:
    """Something that makes a run incomplete, or its outcome uncertain. `kind` says how, if the run is `incomplete`.
    `stand_in`: the function that a stand-in was called for; `may_write`: that function might write to memory, which its
    stand-in does not."""

    text: str
    position: Position
    incomplete: bool
    kind: LimitKind = LimitKind.IGNORED
    stand_in: str = ""
    may_write: bool = False


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
    trace: Sequence[object] = ()  # by a recording machine, see `secateur.machine.trace`
    place: tuple[str, int] | None = None  # of the instruction at which the run ended in the middle of a segment
    visits: Sequence[Snapshot] = ()  # states before concrete branches, if the machine keeps them
    result: Value | None = None  # what the entry function returned, if it did
    left: Value | None = None  # the argument of `exit`, if it was called
    applied: Sequence[tuple[int, Application]] = ()  # summaries used, each with the number of branches before it
    goals: Sequence[Goal] = ()  # sides of joined tests that were not covered when the path passed them
    unportable: tuple[Assumption, ...] = ()  # what another build of the program may decide differently
    files: tuple[LeftFile, ...] | None = None  # in the folder of the program at its end; None if that is not known
    lineage: tuple[int, ...] = ()  # where it left the runs that led to it: numbers of branches; none for the first run
    others_leave: Expr | int = False  # which inputs of an endless path may leave the loop in a later round

    @property
    def rank(self) -> tuple[int, ...]:
        """Sort key: the order in which depth first comes to the paths."""
        return tuple([-number for number in self.lineage])

    def led_by(self, lineage: tuple[int, ...]) -> None:
        """Said by whoever made the run, before others see the path. A copy has twenty fields to fill."""
        object.__setattr__(self, "lineage", lineage)

    @property
    def is_endless(self) -> bool:
        """It was shown that the run never ends. States that agree with it in all that decided so far need not."""
        return self.ending is Ending.ENDLESS or (self.fault is not None and self.fault.kind is FaultKind.ENDLESS_LOOP)

    @property
    def conditions(self) -> list[Expr]:
        return [branch.condition for branch in self.branches]

    @property
    def stand_ins(self) -> tuple[str, ...]:
        """The functions without a body that the run called: what it did rests on their stand-ins."""
        return tuple(dict.fromkeys(note.stand_in for note in self.notes if note.stand_in))

    @property
    def rests_on(self) -> tuple[str, ...]:
        """The functions that do here what another build may not see, so that a native run of ours confirms nothing:
        stand-ins on whose values a decision depends, or that write nothing where the function might, and an allocator
        that refuses large blocks."""
        silent = {note.stand_in for note in self.notes if note.may_write}
        decisions = (b.condition for b in self.branches if b.site.kind is not BranchKind.ASSUMPTION)
        names = {v.name for condition in decisions for v in variables_of(condition)} if self.stand_ins else set()
        deciding = (each for each in self.stand_ins if each in silent or any(n.startswith(f"{each}()") for n in names))
        refused = (
            each.subject
            for each in self.unportable
            if each.kind is AssumptionKind.ALLOCATION and each.details.isdigit()
        )
        return tuple(dict.fromkeys((*deciding, *refused)))

    @property
    def labels(self) -> tuple[str, ...]:
        """The path by source lines: `("2T", "4F")`. Branches in our C library are left out: they have no user line."""
        return tuple(
            b.label
            for b in self.branches
            if b.site.kind is BranchKind.CONDITION and not b.site.position.file.startswith(OWN_FILES)
        )
