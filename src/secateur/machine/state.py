"""A running program: frames, memory, and the decisions made so far under one concrete input, the `model`.

The model decides every symbolic branch, so running needs no solver. The alternatives of the path are recorded as
`Branch`es, each with a snapshot from which the other side can continue.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn

from secateur import expr
from secateur.assumption import Assumption, AssumptionKind
from secateur.expr import HAS_INDETERMINATE, Expr
from secateur.ir.model import Position
from secateur.machine.fault import Fault, FaultKind
from secateur.machine.floats import of_bits
from secateur.machine.frame import Frame
from secateur.machine.indeterminate import fresh, note_arbitrary, settle_condition
from secateur.machine.left_files import files_left
from secateur.machine.limit import Limit, LimitKind
from secateur.machine.marks import Goal, Marks, MissingWay
from secateur.machine.memory import Memory
from secateur.machine.path import (
    OWN_FILES,
    Branch,
    BranchKind,
    Ending,
    Input,
    Note,
    Observation,
    Path,
    Piece,
    Site,
    Value,
    numbered,
)
from secateur.machine.snapshot import Snapshot
from secateur.machine.unsupported import UnsupportedKind
from secateur.options import Limits, Uninitialised

if TYPE_CHECKING:
    from secateur.machine.compiler import CallSite, FunctionCode, Segment
    from secateur.machine.machine import Machine
    from secateur.machine.summary import Application
    from secateur.machine.trace import Place

Code = Callable[[list[Value], "State"], "Code"]


#: Maximum number of values of a choice that are explored, each on its own path.
MOST_CHOICES = 256
#: Maximum number of branches of a path, so that loops on symbolic conditions terminate.
MOST_BRANCHES = 1_000_000
#: The same for a recorded path: the number of dependences grows with its square.
MOST_RECORDED = 20_000

#: Finding a member of an enumeration takes Python four times as long as finding a global.
_CHECK, _CONDITION = BranchKind.CHECK, BranchKind.CONDITION


class Stop(Exception):
    """The run is over."""

    def __init__(
        self,
        ending: Ending,
        status: int = 0,
        fault: Fault | None = None,
        reason: str = "",
        site: Site | None = None,
        limit: Limit | None = None,
        others_leave: Expr | int = False,
    ) -> None:
        super().__init__()
        self.site = site  # of the instruction that ended the run in the middle of a segment
        self.ending = ending
        self.status = status
        self.fault = fault
        self.reason = reason
        self.limit = limit
        self.others_leave = others_leave

    def __str__(self) -> str:
        return self.ending.value


@dataclass(frozen=True, slots=True, eq=False)
class BranchSite(Site):
    """A conditional branch, with the code on both sides."""

    if_true: Segment | None = None
    if_false: Segment | None = None
    marks: Marks | None = None  # of joined tests
    exits: tuple[int | None, int | None] = (None, None)
    join: str | None = None  # where the sides meet, if they can be merged


class State:
    """Everything a running path can change. Compiled code calls the methods below where values are symbolic."""

    # Every run makes one, and those with snapshots stay: without slots, a dictionary of forty entries each.
    __slots__ = (
        "applied",
        "bounded",
        "branches",
        "concrete",
        "ended",
        "foreseen",
        "frames",
        "goals",
        "inputs",
        "known",
        "left",
        "limits",
        "machine",
        "memory",
        "merging",
        "mirrored",
        "model",
        "notes",
        "observations",
        "occurrences",
        "output",
        "registers",
        "repeated",
        "resolved",
        "result",
        "returned",
        "script",
        "serial",
        "steps",
        "trace",
        "tried",
        "unportable",
        "values",
        "visits",
        "watch",
        "wide",
        "wrapping",
    )

    #: Is this a copy that tries something? Then nothing that it runs is covered.
    is_speculative = False

    def __init__(self, machine: Machine, memory: Memory, model: tuple[int, ...], limits: Limits) -> None:
        self.machine = machine
        self.memory = memory
        self.model = model
        self.limits = limits
        self.frames: list[Frame] = []
        self.registers: list[Value] = []
        self.branches: list[Branch] = []
        self.known: dict[Expr, bool] = {}
        self.inputs: list[Input] = []
        self.occurrences: dict[str, int] = {}
        self.observations: list[Observation] = []
        self.output: list[tuple[int, Piece]] = []
        self.notes: list[Note] = []
        self.unportable: tuple[Assumption, ...] = ()
        self.goals: list[Goal] = []
        self.foreseen: Container[object] = ()  # ways that are no goals any more: an input for them is known
        self.merging = 0  # calls of klee_open_merge that were not closed
        self.wide = 0  # elements in loads from many of them
        self.applied: list[tuple[int, Application]] = []  # summaries, each with the number of branches before it
        self.bounded: dict[Expr, tuple[int, int]] = {}
        self.wrapping: tuple[Expr | int, Expr | int] | None = None  # an address, and when its computation wraps
        self.serial = 0
        self.steps = 0
        self.repeated = 0  # how often the last branch, an implied one, was repeated
        self.trace: list[object] = []  # filled only by recording machines
        self.visits: list[Snapshot] = []
        self.values: list[tuple[str, int, Value]] = []  # function, register, value; only by machines that keep values
        self.resolved: Place = 0  # where the last symbolic address can point
        self.left: Value | None = None  # the argument of `exit`
        self.concrete = False  # inputs are the values of the model, not variables
        self.mirrored = False  # objects lie in the opposite order, to see whether that matters
        self.ended: Site | None = None  # the last `return` of a function whose result is an output
        self.returned = False  # the entry function has returned, `atexit` handlers are running
        self.result: Value | None = None  # what it returned
        self.tried: Mapping[int, int] = {}  # by number of branch: a value that another process chose there
        self.script: Sequence[Branch] = ()  # branches of an earlier run: no snapshots, the same choices
        self.watch: Callable[[State, Expr | bool, Site], str | None] | None = (
            None  # called before a branch: returns a reason to stop
        )

    def fresh(self, memory: Memory, model: tuple[int, ...]) -> State:
        """A state of the same machine that has done nothing yet."""
        return State(self.machine, memory, model, self.limits)

    # --- decisions

    def decide(self, condition: Expr, site: Site) -> bool:
        """The side that the model takes, recorded as a branch."""
        branches = self.branches
        outcome = self.known.get(condition)
        implied = outcome is not None
        snapshot = None
        if outcome is None:
            if condition.variables & HAS_INDETERMINATE:
                plain = settle_condition(self, condition, site)
                return self.decide(plain, site) if isinstance(plain, Expr) else bool(plain)
            if self.watch is not None:
                self._ask_whether_to_stop(condition, site)
            outcome = bool(expr.evaluate(condition, self.model))
            if isinstance(site, BranchSite) and self._worth_keeping(len(branches)):
                snapshot = Snapshot(self, condition, site)
        opposite = expr.not_(condition)
        assert isinstance(opposite, Expr)
        held, negation = (condition, opposite) if outcome else (opposite, condition)
        marks = (len(self.inputs), len(self.observations), len(self.output), len(self.notes))
        branch = Branch(
            site,
            held,
            negation,
            outcome != site.inverted,
            implied,
            self.frames[-1].serial,
            marks,
            snapshot,
            len(self.trace),
        )
        kind = site.kind
        if kind is _CHECK and not outcome and (not implied or self.machine.record):
            branch.fault = self.fault(site)
        if kind is _CONDITION:
            if implied and not self.machine.record and self._repeats(branch):
                return outcome
            self.repeated = 0
            limits = self.limits
            if limits.loop_bound is not None or limits.max_depth is not None or len(branches) >= MOST_RECORDED:
                self._limit(site)
        branches.append(branch)
        if not implied:
            self.known[held] = True
            self.known[negation] = False
        return outcome

    def _ask_whether_to_stop(self, condition: Expr | bool, site: Site) -> None:
        assert self.watch is not None
        reason = self.watch(self, condition, site)
        if reason is not None:
            raise Stop(Ending.CUT, reason=reason, site=site)

    def _repeats(self, branch: Branch) -> bool:
        """Does an implied branch directly follow itself, as in `while (x > 0) {}`? It adds no information."""
        last = self.branches[-1] if self.branches else None
        if last is None or last.site is not branch.site or not last.implied:
            return False
        if last.frame != branch.frame or last.condition is not branch.condition:
            return False
        self.repeated += 1
        bound = self.limits.loop_bound
        if bound is not None and self.repeated > bound:
            raise Stop(Ending.LOOP_BOUND, limit=Limit(LimitKind.LOOP_BOUND, branch.site.position, bound))
        return True

    def _worth_keeping(self, depth: int) -> bool:
        """Snapshots are thinned out on long paths: a run can also start from an earlier one."""
        return depth >= len(self.script) and (depth < 256 or depth % (depth // 128) == 0)

    def _limit(self, site: Site) -> None:
        limits = self.limits
        most = limits.max_depth
        if most is None:
            most = MOST_RECORDED if self.machine.record else MOST_BRANCHES
        if len(self.branches) >= most:
            raise Stop(Ending.DEPTH, limit=Limit(LimitKind.DEPTH, site.position, most))
        if limits.loop_bound is not None:
            frame = self.frames[-1].serial
            passed = sum(1 for b in self.branches if b.site is site and b.frame == frame)
            if passed > limits.loop_bound:
                raise Stop(Ending.LOOP_BOUND, limit=Limit(LimitKind.LOOP_BOUND, site.position, limits.loop_bound))

    def branch(self, condition: Expr, site: BranchSite) -> Code:
        """A conditional branch on a symbolic condition: the code to continue with."""
        if site.join is not None and (self.machine.merges or self.merging) and self.known.get(condition) is None:
            code = self.machine.merge(self, condition, site)
            if code is not None:
                return code
        return self.take(condition, site)

    def take(self, condition: Expr, site: BranchSite) -> Code:
        """Go to the side that the model takes."""
        assert site.if_true is not None
        assert site.if_false is not None
        outcome = self.decide(condition, site)
        if site.marks is not None and site.marks.is_open:
            self.tested(outcome, site)
        return site.if_true.run if outcome else site.if_false.run

    def tested(self, outcome: bool, site: BranchSite) -> None:
        """A jump has decided joined tests. The way that the model takes through them is covered; other ways to the same
        place are goals, as long as a side of a test is not covered."""
        marks, exit_ = site.marks, site.exits[not outcome]
        assert marks is not None
        if exit_ is None or not marks.open_at(exit_):
            return
        values = marks.values(self)
        way = marks.way(values, self.model)
        if marks.cover(way):
            self.machine.seen_first(marks.names(way))
        if len(self.branches) < len(self.script):
            return
        for number in marks.open_at(exit_):
            target = MissingWay(marks, number)
            if target not in self.foreseen:
                condition = marks.condition(number, values)
                if isinstance(condition, Expr):
                    self.goals.append(Goal(len(self.branches), condition, target))

    def stood_in(self, application: Application) -> None:
        """An exact summary was applied: other paths of the function, which no run has taken, are goals."""
        if len(self.branches) < len(self.script):
            return
        depth = len(self.branches)
        for target, condition in application.open_paths(self.machine.taken):
            if not expr.evaluate(condition, self.model):
                self.goals.append(Goal(depth, condition, target))

    def visit(self, condition: bool, site: BranchSite) -> None:
        """A branch on a concrete condition: the state before the first one after each decision is kept."""
        if not self.machine.visits:
            return
        visits = self.visits
        if not visits or visits[-1].depth != len(self.branches):
            if self.watch is not None:
                self._ask_whether_to_stop(condition, site)
            visits.append(Snapshot(self, condition, site))

    def check(self, fails: Expr | int, site: Site) -> None:
        """A possible failure: end the run if `fails` is true."""
        if isinstance(fails, Expr):
            fails = self.decide(fails, site)
        if fails:
            self.fail(site)

    def choose(self, value: Expr, site: Site) -> int:
        """One concrete value of an expression; other paths take the other values.

        A path to a further value first excludes those tried before it, in the same order: its script. After
        `MOST_CHOICES` values the rest is given up.
        """
        chosen = int(expr.evaluate(value, self.model))
        here = self.machine.site_for(site, BranchKind.CHOICE)
        refused = 0
        while len(self.branches) < len(self.script) and self.script[len(self.branches)].site is here:
            earlier = self.script[len(self.branches)]
            if self._is_chosen(earlier.condition if earlier.outcome else earlier.negation, here, earlier.chosen):
                return chosen
            refused += 1
        while (tried := self.tried.get(len(self.branches))) is not None:
            same = expr.eq(value, tried, value.width)
            if not isinstance(same, Expr) or self._is_chosen(same, here, tried):
                return chosen
            refused += 1
        if refused >= MOST_CHOICES:
            return self.pin(value, site, f"only {refused} values of an expression that must be concrete were tried")
        same = expr.eq(value, chosen, value.width)
        if isinstance(same, Expr):
            self._is_chosen(same, here, chosen)
        return chosen

    def _is_chosen(self, same: Expr, here: Site, value: int | None) -> bool:
        """Decide whether the value is the right one, and note which one it was."""
        number = len(self.branches)
        outcome = self.decide(same, here)
        if len(self.branches) > number:
            self.branches[number].chosen = value
        return outcome

    def settle(self, address: Expr) -> Expr:
        """Hook called before an address is resolved: returns the address to resolve."""
        return address

    def rely_on(self, value: Expr) -> None:
        """Hook called where a value must not be indeterminate."""

    def pin(self, value: Expr, site: Site, reason: str) -> int:
        """One concrete value of an expression; the others are given up, so the run is incomplete from here."""
        chosen = int(expr.evaluate(value, self.model))
        same = expr.eq(value, chosen, value.width)
        if isinstance(same, Expr):
            self.decide(same, self.machine.site_for(site, BranchKind.PINNED))
        self.note(reason, site, incomplete=True, kind=LimitKind.PINNED)
        return chosen

    def assume(self, condition: Expr | int, site: Site) -> None:
        if isinstance(condition, Expr):
            condition = self.decide(condition, self.machine.site_for(site, BranchKind.ASSUMPTION))
        if not condition:
            raise Stop(Ending.ASSUMPTION, site=site)

    # --- reports

    def refuse(self, kind: UnsupportedKind, name: str, site: Site) -> NoReturn:
        """The path cannot go on: what comes next cannot be run."""
        position, _ = self.place(site.position, site.function)
        raise Stop(Ending.UNSUPPORTED, site=site, limit=Limit(LimitKind.UNSUPPORTED, position, details=(kind, name)))

    def fail(self, site: Site, kind: FaultKind | None = None, message: str = "") -> None:
        raise Stop(Ending.FAULT, fault=self.fault(site, kind, message), site=site)

    def fault(self, site: Site, kind: FaultKind | None = None, message: str = "") -> Fault:
        kind = kind or site.fault
        assert kind is not None
        position, function = self.place(site.position, site.function)
        trace = tuple(f.code.title for f in reversed(self.frames))
        return Fault(kind, position, function, message or site.message, trace)

    def place(self, position: Position, function: str) -> tuple[Position, str]:
        """The innermost place in the user's own code."""
        for index in range(len(self.frames) - 1, 0, -1):
            if not position.file.startswith(OWN_FILES):
                break
            call = self.frames[index].call
            if call is not None:
                position, function = call.position, self.frames[index - 1].code.title
        return position, function

    def note(
        self,
        text: str,
        site: Site,
        incomplete: bool = False,
        kind: LimitKind = LimitKind.IGNORED,
        stand_in: str = "",
        may_write: bool = False,
    ) -> None:
        position, _ = self.place(site.position, site.function)
        note = Note(text, position, incomplete, kind, stand_in, may_write)
        if note not in self.notes:
            self.notes.append(note)

    def rest_on(self, kind: AssumptionKind, subject: str, details: str = "", portable: bool = True) -> None:
        """Something about the inputs or the world was assumed here, so the answer holds only under it. If it is not
        `portable`, another build of the same program may behave differently on the same input."""
        made = Assumption(kind, subject, details)
        self.machine.assumptions[made] = None
        if not portable:
            self.depend_on(made)

    def depend_on(self, open_point: Assumption) -> None:
        """This path needs something that a plain build of the program may decide differently."""
        if open_point not in self.unportable:
            self.unportable = (*self.unportable, open_point)

    # --- calls

    def enter(self, code: FunctionCode, arguments: tuple[Value, ...], call: CallSite) -> Code:
        if len(self.frames) >= self.limits.recursion:
            self.fail(call, FaultKind.STACK_OVERFLOW, f"more than {self.limits.recursion} nested calls")
        self.serial += 1
        count = code.parameters
        frame = Frame(code, [*arguments[:count], *code.blank], call, self.serial)  # type: ignore[list-item]
        if len(arguments) > count:
            frame.varargs = arguments[count:]
        for number, kind in code.by_value:
            given = frame.registers[number]
            own = self.machine.private_numbers.of_argument(self, frame, number)
            frame.registers[number] = self.machine.copy_argument(self, frame, given, kind, call, own)
            if self.machine.traces:
                self.trace.append((given, frame.registers[number]))
        self.frames.append(frame)
        self.registers = frame.registers
        return code.entry.run

    def leave(self, value: Value | None) -> Code:
        frame = self.frames.pop()
        objects = self.memory.objects
        for number in frame.allocas:
            objects.pop(number, None)
        call = frame.call
        if not self.frames or call is None:
            return self.machine.finish(self, value)
        caller = self.frames[-1]
        if caller.shared:
            caller = self.frames[-1] = caller.copy()
        if call.result >= 0 and value is not None:
            caller.registers[call.result] = value
        self.registers = caller.registers
        assert call.resume is not None
        return call.resume.run

    # --- inputs

    def unwritten(self, label: str, register: int, width: int, kind: FaultKind) -> Expr:
        """The indeterminate value of a variable that begins to exist."""
        if self.machine.uninitialised is Uninitialised.ANY:
            return fresh(self, label, self._unique(f"?{label}"), width)
        return fresh(self, label, f"{self.frames[-1].serial}.{self.steps}.{register}", width, kind)

    def new_input(self, name: str, kind: str, width: int, variable_kind: str) -> Value:
        """A fresh symbolic value. Each further request for the same name is another input: `n`, `n#2`, …"""
        seen = self.occurrences[name] = self.occurrences.get(name, 0) + 1
        made = self.machine.scalar_input(name, seen, kind, width, variable_kind)
        self.inputs.append(made)
        variable, _ = made.cells[0]
        assert not isinstance(variable, float)
        return self._given(variable) if self.concrete else variable

    def new_object(self, name: str, leaves: list[tuple[str, int, str]]) -> list[Value]:
        """A whole object made symbolic: one variable per leaf (suffix, width, kind); without a kind, it is 0."""
        named = self._unique(name)
        widths = [width for _, width, _ in leaves]
        cells = [self.machine.variable(named + suffix, width, kind) if kind else 0 for suffix, width, kind in leaves]
        self.inputs.append(Input(name, "object", tuple(zip(cells, widths, strict=True))))
        return [self._given(cell) for cell in cells]

    def _given(self, variable: Expr | int) -> Value:
        """The variable itself; in a concrete run, its value under the model."""
        if not self.concrete or not isinstance(variable, Expr):
            return variable
        value = expr.evaluate(variable, self.model)
        return of_bits(value, variable.width) if variable.kind in ("f32", "f64") else value

    def _unique(self, name: str) -> str:
        seen = self.occurrences[name] = self.occurrences.get(name, 0) + 1
        return numbered(name, seen)

    # --- the result

    def path(self, stop: Stop, before: int = 0) -> Path:
        """The run as it ended; its first `before` instructions were executed by another run."""
        if self.machine.arbitrary:
            note_arbitrary(self)
        return Path(
            branches=self.branches,
            ending=stop.ending,
            model=self.model,
            status=stop.status,
            fault=stop.fault,
            inputs=self.inputs,
            observations=self.observations,
            output=self.output,
            notes=self.notes,
            instructions=self.steps - before,
            reason=stop.reason,
            limit=stop.limit,
            trace=self.trace if self.machine.traces else (),
            place=None if stop.site is None else stop.site.place,
            visits=self.visits,
            result=self.result,
            left=self.left,
            applied=self.applied,
            goals=self.goals,
            others_leave=stop.others_leave,
            unportable=self.unportable,
            files=files_left(self) if stop.ending in (Ending.RETURNED, Ending.EXITED) else None,
        )
