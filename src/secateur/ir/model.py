"""The program as the machine and the analyses see it: LLVM's instructions with the user's source positions.

Everything here is plain data. The reader (`secateur.ir.reader`) builds it from LLVM's text, one function at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import CodeType

from secateur.ir.types import FunctionType, Type
from secateur.options import Uninitialised


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """A position in the user's source. Line 0 stands for code that has no line of its own."""

    file: str
    line: int
    column: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" if self.line else self.file


START = "__secateur_start"
WORLD = "__secateur_world"
"""Makes the command line, and what else a program is given. A variable says whether the environment is."""
GIVEN_ENVIRONMENT = "__secateur_given_environment"
NOWHERE = Position("<unknown>", 0)
DONE = "secateur.done"
"""The block in which a function returns from an endless loop (`frontend/volatile_access.py`)."""


# --- operands -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Register:
    """An SSA value of a function; `index` counts arguments first, then results in textual order."""

    index: int
    type: Type
    name: str


@dataclass(frozen=True, slots=True)
class Int:
    """An integer constant, in two's complement signed form (an `i1` is 0 or 1)."""

    type: Type
    value: int


@dataclass(frozen=True, slots=True)
class Float:
    """A `float` or `double` constant as its IEEE bit pattern, which keeps NaNs and -0.0 distinct.
    In the initialiser of a global it may also be an `x86_fp80`, with its 80 bits."""

    type: Type
    bits: int


@dataclass(frozen=True, slots=True)
class Null:
    """The null pointer."""

    type: Type


@dataclass(frozen=True, slots=True)
class Undefined:
    """`undef` or `poison`: any value."""

    type: Type


@dataclass(frozen=True, slots=True)
class Zero:
    """`zeroinitializer`."""

    type: Type


@dataclass(frozen=True, slots=True)
class Aggregate:
    """A constant array, struct or vector."""

    type: Type
    items: tuple[Constant, ...]


@dataclass(frozen=True, slots=True)
class Bytes:
    """A constant array of `i8` written as a string."""

    type: Type
    data: bytes


@dataclass(frozen=True, slots=True)
class Symbol:
    """The address of a global variable or function, by name (without `@`)."""

    type: Type
    name: str


@dataclass(frozen=True, slots=True)
class Folded:
    """A constant expression. `op` is LLVM's keyword; `source` is the element type of a `getelementptr`."""

    type: Type
    op: str
    operands: tuple[Constant, ...]
    source: Type | None = None


Constant = Int | Float | Null | Undefined | Zero | Aggregate | Bytes | Symbol | Folded
Operand = Register | Constant


# --- instructions ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Binary:
    """`add` … `xor`, `fadd` … `frem`; `flags` holds `nsw`, `nuw`, `exact`, `disjoint`."""

    result: Register
    op: str
    left: Operand
    right: Operand
    flags: frozenset[str]
    position: Position


@dataclass(frozen=True, slots=True)
class Negate:
    """`fneg`."""

    result: Register
    value: Operand
    position: Position


@dataclass(frozen=True, slots=True)
class Compare:
    """`icmp` (predicates `eq`, `slt`, …) or `fcmp` (`oeq`, `une`, …, `true`), depending on the operands' type."""

    result: Register
    predicate: str
    left: Operand
    right: Operand
    position: Position


@dataclass(frozen=True, slots=True)
class Cast:
    """`trunc`, `zext`, `sext`, `fptrunc`, `fpext`, `fptosi`, `fptoui`, `sitofp`, `uitofp`, `ptrtoint`, `inttoptr`,
    `bitcast`, `addrspacecast`. The new type is `result.type`."""

    result: Register
    op: str
    value: Operand
    flags: frozenset[str]
    position: Position


@dataclass(frozen=True, slots=True)
class Select:
    result: Register
    condition: Operand
    if_true: Operand
    if_false: Operand
    position: Position


@dataclass(frozen=True, slots=True)
class Freeze:
    result: Register
    value: Operand
    position: Position


@dataclass(frozen=True, slots=True)
class Alloca:
    result: Register
    type: Type
    count: Operand
    align: int
    position: Position


@dataclass(frozen=True, slots=True)
class Load:
    """The loaded type is `result.type`. `align`: what the address is a multiple of; 0 if it is not said."""

    result: Register
    address: Operand
    position: Position
    align: int = 0
    is_volatile: bool = False


@dataclass(frozen=True, slots=True)
class Store:
    value: Operand
    address: Operand
    position: Position
    align: int = 0
    is_volatile: bool = False


@dataclass(frozen=True, slots=True)
class GetElement:
    """`getelementptr`: `source` is the type that the first index steps over."""

    result: Register
    source: Type
    base: Operand
    indices: tuple[Operand, ...]
    flags: frozenset[str]
    position: Position


@dataclass(frozen=True, slots=True)
class ExtractValue:
    """`extractvalue`, and `extractelement` with a constant lane: the aggregate may be a vector."""

    result: Register
    aggregate: Operand
    indices: tuple[int, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class InsertValue:
    """`insertvalue`, and `insertelement` with a constant lane: the aggregate may be a vector."""

    result: Register
    aggregate: Operand
    value: Operand
    indices: tuple[int, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class Call:
    """`result` is None for `void`. `callee` is a `Symbol` for a direct call (intrinsics too: `llvm.memcpy.…`).
    `by_value` maps an argument number to the type of a `byval` pointer argument."""

    result: Register | None
    type: FunctionType
    callee: Operand
    arguments: tuple[Operand, ...]
    by_value: Mapping[int, Type]
    position: Position


@dataclass(frozen=True, slots=True)
class VaArg:
    """The `va_arg` instruction; its type is `result.type`."""

    result: Register
    list: Operand
    position: Position


@dataclass(frozen=True, slots=True)
class Phi:
    """`incoming` maps a predecessor's label to the value on that edge."""

    result: Register
    incoming: Mapping[str, Operand]
    position: Position


@dataclass(frozen=True, slots=True)
class Unsupported:
    """An instruction that was read but cannot be executed (inline assembly, …); an error when it is reached."""

    result: Register | None
    text: str
    reason: str
    position: Position


# --- terminators ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Jump:
    target: str
    position: Position


@dataclass(frozen=True, slots=True)
class JoinedTest:
    """One of the tests that a jump joins: `value` is true; with `equals`, `value` is that number. `places`: what runs
    only if the test is made."""

    value: Register
    equals: int | None
    inverted: bool
    position: Position
    places: tuple[Position, ...] = ()


@dataclass(frozen=True, slots=True)
class JoinedWay:
    """An outcome of joined tests: those that decide it, with their outcomes, and how many were made before, in vain.
    Ways with the same `exit` lead to the same block."""

    exit: int
    steps: tuple[tuple[int, bool], ...]
    before: int = 0

    @property
    def sides(self) -> Sequence[tuple[int, bool]]:
        """All tests that were made, with their outcomes."""
        return [*((test, False) for test in range(self.before)), *self.steps] if self.before else self.steps


@dataclass(frozen=True, slots=True)
class Joined:
    """Several tests of the source that are decided together: labels with the same target, `c == 'a' || c == 'b'`. Which
    of them were made is known for every input, and coverage is counted by it. Of a `switch`, way number k is that of
    label number k, and the last way is the default."""

    tests: tuple[JoinedTest, ...]
    ways: tuple[JoinedWay, ...]
    is_switch: bool = False


@dataclass(frozen=True, slots=True)
class ConditionalJump:
    """`inverted`: the source's condition is the negation of the instruction's (clang swaps the targets for `!`),
    so the user's *true* side is `if_false`. `exits`: which ways through `joined` tests go to `if_true` and to
    `if_false`, if this jump decides that; the last `moved` instructions before it belong to tests after the first."""

    condition: Operand
    if_true: str
    if_false: str
    inverted: bool
    position: Position
    joined: Joined | None = None
    exits: tuple[int | None, int | None] = (None, None)
    moved: int = 0


@dataclass(frozen=True, slots=True)
class Switch:
    """`cases` in source order; several values may share a target."""

    value: Operand
    default: str
    cases: tuple[tuple[int, str], ...]
    position: Position


@dataclass(frozen=True, slots=True)
class IndirectJump:
    """`indirectbr` (GNU computed goto)."""

    address: Operand
    targets: tuple[str, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class Return:
    value: Operand | None
    position: Position


@dataclass(frozen=True, slots=True)
class Unreachable:
    position: Position


Terminator = Jump | ConditionalJump | Switch | IndirectJump | Return | Unreachable
Instruction = (
    Binary
    | Negate
    | Compare
    | Cast
    | Select
    | Freeze
    | Alloca
    | Load
    | Store
    | GetElement
    | ExtractValue
    | InsertValue
    | Call
    | VaArg
    | Unsupported
)


#: In `Function.nonnull`.
RESULT = -1


# --- functions and programs -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Block:
    label: str
    phis: tuple[Phi, ...]
    instructions: tuple[Instruction, ...]
    terminator: Terminator


@dataclass(frozen=True, slots=True)
class LocalVariable:
    """A local variable of the source, from the `#dbg_value` / `#dbg_declare` record of a register.
    `address`: the register holds the variable's address, not its value."""

    name: str
    register: int
    position: Position
    address: bool = False


@dataclass(frozen=True, slots=True)
class Body:
    """The parsed body of a function. `blocks` keeps textual order; the first is the entry.
    `register_count` includes the arguments. `variables` gives the user's names for registers."""

    blocks: Mapping[str, Block]
    register_count: int
    variables: tuple[LocalVariable, ...]

    @property
    def entry(self) -> Block:
        return next(iter(self.blocks.values()))


@dataclass(frozen=True)
class Function:
    """A function. `body` is read on first access; a declaration has none.
    `by_value` maps the number of a `byval` argument to its type. `nonnull` are the numbers of the arguments that must
    not be null; RESULT stands for the result."""

    name: str
    type: FunctionType
    parameters: tuple[Register, ...]
    position: Position
    reader: Callable[[], Body] | None = field(repr=False)
    by_value: Mapping[int, Type] = field(default_factory=dict)
    internal: bool = False
    nonnull: frozenset[int] = frozenset()

    @property
    def is_declaration(self) -> bool:
        return self.reader is None

    @cached_property
    def body(self) -> Body:
        if self.reader is None:
            raise ValueError(f"{self.name} is declared but not defined")
        return self.reader()


@dataclass(frozen=True, slots=True)
class Global:
    """A global variable. `initializer` is None for an external one."""

    name: str
    type: Type
    initializer: Constant | None
    constant: bool
    align: int
    position: Position
    internal: bool = False
    thread_local: bool = False


Outline = tuple[tuple[tuple[str, int], ...], tuple[tuple[str, int, int], ...]]
"""(file, line) of the instructions of a function; (file, line, column) of its tests, in the order of the text."""


@dataclass(frozen=True)
class Program:
    """A whole linked module. `aliases` maps an alias to the constant it stands for. `has_unions`: some access may be to
    a member of a union, for which there is no instruction. `weak` names are defined nowhere: they are null.
    `has_aligned_names`: some type has a second name with another alignment, which instructions do not show.
    `bounded`: pointers of the inputs that a bound made NULL, by symbol and offset, with their names. `labels`: what the
    user calls an object of the driver, by symbol.
    `is_beyond`: the inputs lie beyond the contract that was inferred, instead of within it.
    `judged`: what the driver observes under this name must not be 0; if it is, that is a fault.
    Functions that are `replaceable` are weak, too: a file that is not part of the program may have another definition.
    `uninitialised`: what memory holds before it is written. The first `failing_allocations` of a run may fail.
    `clock_moves`: each look at the clock is an input.
    `assumed`: if a function is called in the middle of a program, the globals that may have changed before, by symbol;
    "fixed" are those that no option makes an input. `compiled`: code that was made of segments of it, by their text.
    `digest`: of the text that it was read from; empty if that is not known. `outlines`: the lines and branches of
    functions, by name, so that their bodies need not be read to know them. `by_label`: the same with a branch for each
    label, if branches were joined (`secateur.ir.targets`)."""

    functions: Mapping[str, Function]
    globals: Mapping[str, Global]
    aliases: Mapping[str, Constant]
    triple: str
    has_unions: bool = True
    weak: frozenset[str] = frozenset()
    has_aligned_names: bool = True
    uninitialised: Uninitialised = Uninitialised.REPORT
    failing_allocations: int = 0
    clock_moves: bool = False
    assumed: Mapping[str, str] | None = None
    replaceable: frozenset[str] = frozenset()
    bounded: Mapping[str, Mapping[int, str]] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)
    is_beyond: bool = False
    judged: str = ""
    compiled: dict[bytes, CodeType] = field(default_factory=dict, compare=False, repr=False)
    digest: str = field(default="", compare=False, repr=False)
    outlines: dict[str, Outline] = field(default_factory=dict, compare=False, repr=False)
    by_label: Program | None = field(default=None, compare=False, repr=False)

    def start_of(self, entry: str) -> str:
        """The function that runs first: what runs before `main` is a function of its own (`frontend.start`)."""
        return START if entry == "main" and START in self.functions else entry
