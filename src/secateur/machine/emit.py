"""Translates a segment to Python source.

Each operation is emitted twice: as plain integer arithmetic for concrete operands, and as a call for the case that one
is symbolic; the types of the operands decide at run time. Within a segment, values are Python locals; values that
another segment reads go to the register list `R`. `S` is the state, `M` its objects, `A` the memory accessor.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from types import CodeType
from typing import TYPE_CHECKING

from secateur.assumption import UNDEFINED, AssumptionKind
from secateur.ir.model import (
    GIVEN_ENVIRONMENT,
    Alloca,
    Binary,
    Block,
    Call,
    Cast,
    Compare,
    ConditionalJump,
    ExtractValue,
    Freeze,
    GetElement,
    IndirectJump,
    InsertValue,
    Instruction,
    Jump,
    Load,
    Negate,
    Operand,
    Position,
    Register,
    Return,
    Store,
    Symbol,
    Terminator,
    Undefined,
    Unreachable,
    Unsupported,
    VaArg,
)
from secateur.ir.types import EXTENDED, FloatType, IntType, PointerType, Type, VectorType
from secateur.machine import emit_calls, emit_integer, emit_memory
from secateur.machine.compiler import CallSite, FunctionCode, Segment
from secateur.machine.constants import constant_value
from secateur.machine.errors import UnsupportedCode
from secateur.machine.fault import FaultKind
from secateur.machine.join import MERGED
from secateur.machine.path import OWN_FILES, BranchKind, Site
from secateur.machine.state import BranchSite, Code
from secateur.machine.unsupported import UnsupportedKind, kind_of_reason
from secateur.machine.widths import width_of
from secateur.provided import facts_of
from secateur.provided.record import FILL

if TYPE_CHECKING:
    from secateur.machine.machine import Machine

#: Maximum number of instructions of a segment after which jumps are no longer followed.
LONGEST = 400
#: Number of iterations after which a segment that loops on itself returns control, so that time limits work.
ROUNDS = 200


def compile_segment(code: FunctionCode, segment: Segment) -> Code:
    source = Emitter(code, segment).source()
    made = _compiled(source, f"<compiled {code.function.name}:{segment.label}:{segment.index}>", code.machine)
    exec(made, code.namespace)
    run: Code = code.namespace.pop("run")
    return run


def _compiled(source: str, name: str, machine: Machine) -> CodeType:
    """Python needs longer to compile a segment than to emit it, so the code is kept by its text."""
    digest = blake2b(f"{name}\n{source}".encode("utf-8", "surrogatepass"), digest_size=16).digest()
    known = machine.program.compiled
    made = known.get(digest)
    if made is None:
        made = known[digest] = _code(source, name)
        machine.freshly_compiled += 1
    machine.compiled[digest] = made
    return made


@lru_cache(maxsize=1024)
def _code(source: str, name: str) -> CodeType:
    """Programs that a process explores one after the other share functions: those of the C library, or of a file."""
    return compile(source, name, "exec")


class Emitter:
    """Emits one segment. `line` adds source; `value` returns the expression for an operand."""

    def __init__(self, code: FunctionCode, segment: Segment) -> None:
        self.code = code
        self.segment = segment
        self.lines: list[str] = []
        self.indent = 1
        self.locals: set[int] = set()
        self.ints: set[int] = set()  # registers known to be concrete
        self.aligned: dict[int, int] = {}  # alignments of pointers that were checked
        self.count = 0
        self.uses_memory = False
        self.loops = False
        self.position: Position | None = None
        self.place: tuple[str, int] = ("", 0)  # block and index of the instruction
        self.begun = 0  # number of lines before it

    # --- the whole segment

    def source(self) -> str:
        try:
            self._blocks()
        except UnsupportedCode as reason:
            self._refuse(reason)
        head = [f"S.steps += {self.count}"]
        if self.code.machine.traces:
            head.append(f"T = S.trace; T.append({self.code.bind('G', self.segment)})")
        if self.uses_memory:
            head.append("M = S.memory.objects")
        body = ["    " + text for text in head] + self.lines
        if self.loops:
            body = ["    for _ in ROUNDS:", *("    " + text for text in body)]
            body.append(f"    return {self.segment.name}")
        return "def run(R, S):\n" + "\n".join(body) + "\n"

    def _blocks(self) -> None:
        segment = self.segment
        block = self.code.body.blocks[segment.label]
        start, origin = segment.index, segment.origin
        visited = {segment.label}
        while True:
            following = self._block(block, start, origin)
            if following is None:
                return
            is_join = following in self.code.joins.values()
            if not is_join and self._is_self(following, block.label):
                self.line("continue")
                return
            if is_join or following in visited or self.count > LONGEST:
                self.line(f"return {self.code.segment(following, 0, block.label).name}")
                return
            visited.add(following)
            block, start, origin = self.code.body.blocks[following], 0, block.label

    def _refuse(self, reason: UnsupportedCode) -> None:
        """The instruction at hand cannot be run: a path that reaches it ends there."""
        del self.lines[self.begun :]
        assert self.position is not None
        site = self.code.site(Site, self.place, BranchKind.CHECK, self.position)
        self.line(f"S.refuse({self.code.bind('U', reason.kind)}, {reason.name!r}, {site})")

    def _is_self(self, label: str, origin: str) -> bool:
        segment = self.segment
        same = segment.index == 0 and segment.label == label and segment.origin == origin
        self.loops |= same
        return same

    def _block(self, block: Block, start: int, origin: str | None) -> str | None:
        """Everything up to the end of the segment; the label to continue with if it ends in a jump."""
        self.segment.parts.append((block.label, start, origin))
        if start == 0:
            self._phis(block, origin)
        first_moved = len(block.instructions) - getattr(block.terminator, "moved", 0)
        for index in range(start, len(block.instructions)):
            instruction = block.instructions[index]
            self.begin(instruction, (block.label, index), is_moved=index >= first_moved)
            if self.code.leaves_segment(instruction):
                assert isinstance(instruction, Call)
                self._enter(instruction, self.code.segment(block.label, index + 1, None))
                return None
            self._instruction(instruction)
        self.begin(block.terminator, (block.label, len(block.instructions)))
        if isinstance(block.terminator, Jump):
            return block.terminator.target
        self._terminator(block.terminator, block.label)
        return None

    def begin(self, item: Instruction | Terminator, place: tuple[str, int], is_moved: bool = False) -> None:
        """`is_moved`: of a joined test, which counts as run only if the source makes it."""
        self.count += 1
        self._reach(item, place)
        if not isinstance(item, Alloca) and not is_moved:
            self.segment.positions.append(item.position)

    def _reach(self, item: Instruction | Terminator, place: tuple[str, int]) -> None:
        self.position = item.position
        self.place = place
        self.begun = len(self.lines)

    def _phis(self, block: Block, origin: str | None) -> None:
        if not block.phis or origin == MERGED:
            return
        assert origin is not None
        emit_calls.choose_result(self, block, origin)
        self._reach((*block.instructions, block.terminator)[0], (block.label, 0))
        values = [self.value(phi.incoming[origin]) for phi in block.phis]
        concrete = [self.is_int(phi.incoming[origin]) for phi in block.phis]
        names = [f"r{phi.result.index}" for phi in block.phis]
        self.line(f"{', '.join(names)} = {', '.join(values)}")
        for phi, known in zip(block.phis, concrete, strict=True):
            self.define(phi.result, known)
            self.count += 1
        self._returns(block, origin)

    def _returns(self, block: Block, origin: str) -> None:
        """The `return` statements of a function meet in one block: of those whose result may be reported, the run keeps
        which one it was."""
        end = block.terminator
        result = next((phi for phi in block.phis if isinstance(end, Return) and phi.result == end.value), None)
        if result is None or not isinstance(result.incoming[origin], Register):
            return
        if not result.result.name.startswith("retval"):  # a variable that the only `return` statement returns
            return
        before = self.code.body.blocks[origin]
        if before.terminator.position.line and self.code.function.name in self.code.machine.reported:
            place = (origin, len(before.instructions))
            kind, position = BranchKind.CHECK, before.terminator.position
            site = self.code.site(Site, place, kind, position, fault=FaultKind.UNINITIALISED)
            self.line(f"S.ended = {site}")

    # --- shared by the parts of the emitter

    def line(self, text: str) -> None:
        self.lines.append("    " * self.indent + text)

    def define(self, result: Register, concrete: bool = False) -> None:
        """`r<index>` has just been assigned."""
        index = result.index
        self.locals.add(index)
        if concrete:
            self.ints.add(index)
        else:
            self.ints.discard(index)
        if index in self.code.escaping:
            self.line(f"R[{index}] = r{index}")
        if self.code.machine.values:
            self.line(f"S.values.append(({self.code.function.name!r}, {index}, r{index}))")

    def value(self, operand: Operand) -> str:
        """A Python expression without side effects for an operand."""
        if isinstance(operand, Register):
            index = operand.index
            if index not in self.locals:
                self.line(f"r{index} = R[{index}]")
                self.locals.add(index)
            return f"r{index}"
        if isinstance(operand, Symbol):
            self._assume(operand.name)
        constant = constant_value(operand, self.code.machine)
        if isinstance(constant, bool):
            return repr(constant)
        if isinstance(constant, int):
            return f"({constant})" if constant < 0 else str(constant)
        return self.code.bind("C", constant)

    def _assume(self, name: str) -> None:
        """What is assumed by code that uses a symbol."""
        given = GIVEN_ENVIRONMENT in self.code.machine.program.globals
        if name in ("environ", "__environ") and not self.is_own() and not given:
            self.line(f"S.rest_on({self.code.bind('K', AssumptionKind.ENVIRONMENT)}, {name!r})")
        elif name in self.code.machine.program.weak and not self.code.machine.address_of(name):
            self.line(f"S.rest_on({self.code.bind('K', AssumptionKind.WEAK)}, {name!r}, {UNDEFINED!r})")

    def is_int(self, operand: Operand) -> bool:
        """Is the operand certainly a concrete integer?"""
        if isinstance(operand, Register):
            return operand.index in self.ints
        return isinstance(operand.type, IntType | PointerType)

    def guard(self, *operands: Operand) -> str:
        """The condition under which all operands are concrete integers; empty if that is certain."""
        tests = dict.fromkeys(f"type({self.value(o)}) is int" for o in operands if not self.is_int(o))
        return " and ".join(tests)

    def either(self, result: Register, guard: str, concrete: list[str], symbolic: str) -> None:
        """The `concrete` lines under the guard, else `r = symbolic`."""
        if not guard:
            for text in concrete:
                self.line(text)
            self.define(result, True)
            return
        self.line(f"if {guard}:")
        for text in concrete:
            self.line("    " + text)
        self.line("else:")
        self.line(f"    r{result.index} = {symbolic}")
        self.define(result)

    def check_site(self, kind: FaultKind, message: str) -> str:
        assert self.position is not None
        return self.code.site(Site, self.place, BranchKind.CHECK, self.position, fault=kind, message=message)

    def on(self, kind: FaultKind) -> bool:
        return kind in self.code.machine.checks

    def is_own(self) -> bool:
        """Is this code of ours, in which the user cannot do anything about a fault?"""
        return self.position is None or self.position.file.startswith(OWN_FILES)

    # --- instructions

    def _instruction(self, instruction: Instruction) -> None:
        match instruction:
            case Binary():
                if isinstance(instruction.result.type, FloatType):
                    self._float_binary(instruction)
                else:
                    emit_integer.binary(self, instruction)
            case Compare():
                self._compare(instruction)
            case Cast():
                emit_integer.cast(self, instruction)
            case Load():
                emit_memory.load(self, instruction)
            case Store():
                emit_memory.store(self, instruction)
            case GetElement():
                emit_memory.element(self, instruction)
            case Alloca():
                emit_memory.alloca(self, instruction)
            case Call():
                self._builtin(instruction)
            case _:
                self._rare(instruction)

    def _rare(self, instruction: Instruction) -> None:
        match instruction:
            case Negate(result=result, value=value):
                self.line(f"r{result.index} = float_negate({self.value(value)}, {width_of(result.type)})")
                self.define(result)
            case Freeze(result=result, value=Undefined()):
                emit_memory.unwritten(self, result)
            case Freeze(result=result, value=value):
                self.line(f"r{result.index} = {self.value(value)}")
                self.define(result, self.is_int(value))
            case ExtractValue(result=result, aggregate=aggregate, indices=indices):
                _require_lane(aggregate.type, indices)
                path = "".join(f"[{i}]" for i in indices)
                self.line(f"r{result.index} = {self.value(aggregate)}{path}")
                self.define(result)
            case InsertValue(result=result, aggregate=aggregate, value=value, indices=indices):
                _require_lane(aggregate.type, indices)
                whole, part = self.value(aggregate), self.value(value)
                self.line(f"r{result.index} = insert({whole}, {indices!r}, {part})")
                self.define(result)
            case VaArg():
                raise UnsupportedCode("the va_arg instruction")
            case Unsupported(reason=reason):
                kind, what = kind_of_reason(reason)
                raise UnsupportedCode(what, kind)

    def _float_binary(self, instruction: Binary) -> None:
        x, y, result = self.value(instruction.left), self.value(instruction.right), instruction.result
        width = width_of(result.type)
        simple = {"fadd": "+", "fsub": "-", "fmul": "*"}.get(instruction.op)
        general = f"float_binary({instruction.op!r}, {x}, {y}, {width})"
        if simple is None or result.type == EXTENDED:
            self.line(f"r{result.index} = {general}")
        else:
            sum_ = f"{x} {simple} {y}" if width == 64 else f"single({x} {simple} {y})"
            number = f"{sum_} if type({x}) is float and type({y}) is float else {general}"
            register = f"r{result.index}"
            self.line(f"if ({register} := {number}) != {register}: {register} = {general}")  # which NaN it is
        self.define(result)

    def _compare(self, instruction: Compare) -> None:
        if isinstance(instruction.left.type, FloatType):
            x, y = self.value(instruction.left), self.value(instruction.right)
            width = width_of(instruction.left.type)
            self.line(f"r{instruction.result.index} = float_compare({instruction.predicate!r}, {x}, {y}, {width})")
            self.define(instruction.result)
        else:
            emit_integer.compare(self, instruction)

    # --- calls

    def _call_site(self, instruction: Call, resume: Segment | None) -> str:
        result = -1 if instruction.result is None else instruction.result.index
        return self.code.site(
            CallSite,
            self.place,
            BranchKind.CHECK,
            instruction.position,
            result=result,
            resume=resume,
            used=result in self.code.used,
            type=instruction.type,
            types=tuple(a.type for a in instruction.arguments),
            by_value=instruction.by_value,
            fault=FaultKind.OUT_OF_BOUNDS,
            message=f"access outside the object that a pointer refers to, in a call to {_name(instruction.callee)}",
        )

    def _enter(self, instruction: Call, resume: Segment) -> None:
        arguments = "".join(f"{self.value(a)}, " for a in instruction.arguments)
        site = self._call_site(instruction, resume)
        if isinstance(instruction.callee, Symbol) and self._has_summary(instruction, instruction.callee.name):
            self.line(f"return stand_in(S, {instruction.callee.name!r}, ({arguments}), {site})")
        elif isinstance(instruction.callee, Symbol):
            emit_calls.enter_named(self, instruction, instruction.callee.name, site)
        else:
            callee = self.value(instruction.callee)
            self.line(f"return call_pointer(S, {callee}, ({arguments}), {site})")

    def _has_summary(self, instruction: Call, name: str) -> bool:
        """Does a summary stand in for the call? Not where something is checked or assumed about it."""
        machine = self.code.machine
        if not machine.stands_in(name) or name in machine.program.replaceable:
            return False
        function = machine.program.functions[name]
        return instruction.type == function.type and not function.nonnull

    def _builtin(self, instruction: Call) -> None:
        assert isinstance(instruction.callee, Symbol)
        name = instruction.callee.name
        if facts_of(name).is_dropped:
            return
        if len(instruction.arguments) < facts_of(name).effect.fewest:  # declared nowhere, or wrongly
            raise UnsupportedCode(f"a call of {name} with too few arguments")
        arguments = "".join(f"{self.value(a)}, " for a in instruction.arguments if not _is_metadata(a.type))
        if facts_of(name).effect is FILL and isinstance(instruction.arguments[1], Undefined):
            emit_memory.forget(self, self.value(instruction.arguments[0]), self.value(instruction.arguments[2]))
            if self.code.machine.traces:
                self.line(f"T.append(({name!r}, ({arguments}), ()))")
            return
        emit_calls.trust(self, instruction, name)
        function = self.code.bind("B", self.code.machine.builtin(name))
        call = f"{function}(S, ({arguments}), {self._call_site(instruction, None)})"
        record = self.code.machine.traces
        if record:
            self.line("n = S.memory.made")
        if instruction.result is None:
            self.line(call)
        else:
            self.line(f"r{instruction.result.index} = {call}")
            self.define(instruction.result)
        if record:
            self.line(f"T.append(({name!r}, ({arguments}), S.memory.made_since(n)))")

    # --- terminators

    def _terminator(self, terminator: Terminator, label: str) -> None:
        match terminator:
            case ConditionalJump():
                self._branch(terminator, label)
            case Return(value=value):
                emit_calls.leave(self, value)
            case Unreachable():
                message = "unreachable code was reached"
                self.line(f"S.fail({self.check_site(FaultKind.UNREACHABLE, message)})")
            case IndirectJump(address=address, targets=targets):
                machine, name = self.code.machine, self.code.function.name
                segments = {machine.label_address(name, t): self.code.segment(t, 0, label) for t in targets}
                site = self.check_site(FaultKind.OUT_OF_BOUNDS, "goto to an address that is not a label")
                self.line(f"return jump(S, {self.value(address)}, {self.code.bind('J', segments)}, {site})")
            case _:
                raise AssertionError(f"{type(terminator).__name__} should have been lowered by the reader")

    def _branch(self, branch: ConditionalJump, label: str) -> None:
        sides = []
        for target in (branch.if_true, branch.if_false):
            is_join = target in self.code.joins.values()
            go = "continue" if not is_join and self._is_self(target, label) else None
            sides.append(go or f"return {self.code.segment(target, 0, label).name}")
        condition = self.value(branch.condition)
        marks = None if branch.joined is None else self.code.marks(branch.joined)
        site = self.code.site(
            BranchSite,
            self.place,
            BranchKind.CONDITION,
            branch.position,
            inverted=branch.inverted,
            if_true=self.code.segment(branch.if_true, 0, label),
            if_false=self.code.segment(branch.if_false, 0, label),
            marks=marks,
            exits=branch.exits,
            join=self.code.joins.get(label),
        )
        if marks is not None:
            self.line(f"if type({condition}) is bool and {site}.marks.is_open: S.tested({condition}, {site})")
        if self.code.machine.visits:
            self.line(f"if type({condition}) is bool: S.visit({condition}, {site})")
        self.line(f"if {condition} is True: {sides[0]}")
        self.line(f"if {condition} is False: {sides[1]}")
        self.line(f"return S.branch({condition}, {site})")


def _require_lane(kind: Type, indices: tuple[int, ...]) -> None:
    """Of a vector, the compiler also accepts an index outside; the value is then undefined."""
    if isinstance(kind, VectorType) and not 0 <= indices[0] < kind.count:
        raise UnsupportedCode("a vector index outside the vector", UnsupportedKind.TYPE)


def _name(callee: Operand) -> str:
    """The name in the source: `memset` for `llvm.memset.p0.i64`."""
    if not isinstance(callee, Symbol):
        return "a function pointer"
    return callee.name.removeprefix("llvm.").partition(".")[0]


def _is_metadata(kind: Type) -> bool:
    return getattr(kind, "name", "") == "metadata"
