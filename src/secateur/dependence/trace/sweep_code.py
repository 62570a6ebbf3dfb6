"""Compiles a recipe to Python source: the effect of a segment on the relevant decisions of registers.

A register holds a bit set, so most instructions become one line, `r7 = p | r3 | r5`, where `p` are the decisions that
control them. `S` is the sweep, `F` the frame, `R` its registers, `T` the trace, `n` the position in it at the start of
the segment (each access is one entry, so positions inside are constants), `D` the position of the next decision.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from secateur.dependence.control.code import Unit
from secateur.dependence.control.flow import Flow
from secateur.dependence.trace.control_rules import Sides
from secateur.dependence.trace.fallible import Fallible
from secateur.dependence.trace.recipe import Do, Step
from secateur.ir.model import Cast, Compare, Freeze, Phi
from secateur.provided import facts_of

if TYPE_CHECKING:
    from secateur.dependence.trace.decision_sweep import SweepCode

#: Of the branch of a block.
SidesOf = Callable[[Unit, int], Sides]

_QUIET = (Compare, Freeze)
_QUIET_CASTS = frozenset({"trunc", "zext", "sext", "ptrtoint", "inttoptr", "bitcast"})


class BlockMarks:
    """Blocks of a function that need extra work on entry: where control regions end, where phis are, and those whose
    entry time is needed."""

    def __init__(self, unit: Unit) -> None:
        flow = unit.flow
        self.meets = frozenset(flow.ipdom)
        self.joins = frozenset(b for b in range(flow.exit) if isinstance(unit.items[unit.starts[b] - unit.first], Phi))
        self.timed = self.joins | {flow.idom[b] for b in self.joins} | _looping(flow)


def compile_steps(
    unit: Unit, marks: BlockMarks, sides: SidesOf, steps: Sequence[Step], fallible: Fallible | None
) -> SweepCode:
    """A function over (sweep, frame) that performs these steps. `fallible`: if criteria are wanted."""
    writer = _SegmentWriter(unit, marks, sides, fallible)
    for step in steps:
        writer.step(step)
    writer.finish()
    source = "def run(S, F):\n" + "\n".join("    " + line for line in writer.lines) + "\n"
    namespace: dict[str, Any] = writer.names
    exec(compile(source, f"<sweep of {unit.function.name}>", "exec"), namespace)
    run: SweepCode = namespace["run"]
    return run


def _looping(flow: Flow) -> frozenset[int]:
    """Blocks that can run again: those on a cycle."""
    found = set()
    for block in range(flow.exit):
        seen: set[int] = set()
        todo = list(flow.successors[block])
        while todo and block not in seen:
            here = todo.pop()
            if here not in seen:
                seen.add(here)
                todo += flow.successors[here]
        if block in seen:
            found.add(block)
    return frozenset(found)


class _SegmentWriter:
    def __init__(self, unit: Unit, marks: BlockMarks, sides: SidesOf, fallible: Fallible | None) -> None:
        self.fallible = fallible
        self.unit = unit
        self.marks = marks
        self.sides = sides
        self.names: dict[str, Any] = {}
        self.lines = ["R = F.registers; T = S.trace; n = S.position; N = S.length; D = S.due; p = F.parent"]
        self.known: set[int] = set()
        self.offset = 0
        self.phis: list[Step] = []
        self.is_over = False

    def step(self, step: Step) -> None:
        if step.do is Do.PHI:
            self._phi(step)
            return
        self._end_phis()
        match step.do:
            case Do.BLOCK:
                self._block(step)
            case Do.COMPUTE:
                self._compute(step)
            case Do.LOAD | Do.STORE | Do.ALLOCATE:
                self._access(step)
            case Do.BRANCH:
                self._branch(step)
            case Do.RETURN:
                self._fallible(step)
                self._here(step, self._union(step))
                self._leave_segment()
                self.lines.append("S.leave(F, v)")
            case Do.CALL:
                self._call(step)
            case Do.PROVIDED:
                self._provided(step)

    def finish(self) -> None:
        """A segment may also end in a jump to another one."""
        self._end_phis()
        if not self.is_over:
            self._leave_segment()

    # --- pieces

    def _bind(self, value: object) -> str:
        name = f"K{len(self.names)}"
        self.names[name] = value
        return name

    @property
    def position(self) -> str:
        return f"n + {self.offset}" if self.offset else "n"

    def _register(self, index: int) -> str:
        return f"r{index}" if index in self.known else f"R[{index}]"

    def _union(self, step: Step) -> str:
        """Everything that an instruction uses and is controlled by; for a register from a loop also the loop's end."""
        parts = ["p", *(self._register(r) for r in step.uses)]
        parts += [self._ending(*crossing) for crossing in step.crossing]
        return " | ".join(parts)

    def _ending(self, register: int, block: int, side: int, home: int) -> str:
        return f"S.left(F, {block}, {side}, {home})"

    def _define(self, step: Step, value: str) -> None:
        self.lines.append(f"R[{step.result}] = r{step.result} = {value}")
        self.known.add(step.result)

    def _here(self, step: Step, value: str) -> None:
        """Set `v` to the value, including the choices made in this instruction."""
        self.lines.append(f"v = {value}")
        place = self._bind(step.place)
        self.lines.append(
            f"if D == {self.position}: v = S.decide(F, {step.node}, {place}, v, {self.position}); D = S.due"
        )

    def _criterion(self, value: str) -> None:
        """Something may fail or be decided here, by what these decisions determine."""
        if self.fallible is not None:
            self.lines.append(f"c = {value}")
            self.lines.append("if c: S.criteria[c] = None")

    def _fallible(self, step: Step) -> None:
        """The criterion of a computation or an output, if it can fail."""
        if self.fallible is not None:
            registers = self.fallible.deciding(self.unit, self.unit.items[step.node - self.unit.first])
            if registers:
                self._criterion(" | ".join(["p", *(self._argument(step, r) for r in registers)]))

    def _leave_segment(self) -> None:
        self.is_over = True
        self.lines.append(f"S.position = {self.position}")

    # --- steps

    def _block(self, step: Step) -> None:
        block, flow = step.block, self.unit.flow
        if block in self.marks.meets:
            self.lines.append(f"if F.open[-1][0] == {block}: p = S.meet(F, {block})")
        if block in self.marks.joins:
            self.lines.append(f"F.since = max(F.entered.get({flow.idom[block]}, -1), F.entered.get({block}, -1))")
        if block in self.marks.timed:
            self.lines.append(f"F.entered[{block}] = len(S.relevant)")
        if block in flow.endless:
            self.lines.append(f"S.again(F, {block})")

    def _phi(self, step: Step) -> None:
        parts = [self._union(step)]
        parts += [
            f"S.chosen(F, {block}, {tuple(s for s, m in enumerate(matters) if m)!r})" for block, matters in step.chosen
        ]
        self.lines.append(f"x{step.result} = {' | '.join(parts)}")
        self.phis.append(step)

    def _end_phis(self) -> None:
        """Phis are evaluated simultaneously: none sees the new value of another."""
        for step in self.phis:
            self._define(step, f"x{step.result}")
        self.phis = []

    def _compute(self, step: Step) -> None:
        item = self.unit.items[step.node - self.unit.first]
        self._fallible(step)
        if isinstance(item, _QUIET) or (isinstance(item, Cast) and item.op in _QUIET_CASTS):
            self._define(step, self._union(step))
            return
        self._here(step, self._union(step))
        if step.result >= 0:
            self._define(step, "v")
        self.lines.append(f"if {self.position} >= N and S.is_end({self._bind(step.place)}, {self.position}, v): return")

    def _branch(self, step: Step) -> None:
        here, sides = self._bind(step), self._bind(self.sides(self.unit, step.block))
        self.lines.append(f"v = {self._union(step)}")
        self._criterion("v")
        self._leave_segment()
        self.lines.append(f"if D == {self.position}: v = S.pass_branch(F, {here}, {sides}, v)")
        self.lines.append(f"S.branch(F, {here}, {sides}, v)")

    def _access(self, step: Step) -> None:
        """What is decided in an access depends on the address and on the object, not on the value that is stored."""
        if step.do is Do.ALLOCATE:
            self._allocate(step)
            return
        entry = f"T[{self.position}]"
        self.lines.append(f"b = {self._argument(step, step.address)}")
        self.lines.append("a = p | b")
        self.lines.append(f"if S.sizes: a |= S.extent({self.position})")
        self.lines.append(f"v = {self._union(step)}")
        decide = f"S.decide(F, {step.node}, {self._bind(step.place)}, a, {self.position})"
        self.lines.append(f"if D == {self.position}: a = {decide}; v |= a; D = S.due")
        self.lines.append(f"if {self.position} >= N: S.fail(v); return")
        if self.fallible is not None and step.address >= 0:
            self.lines.append("if b: a = b = S.turns.turn(a); v |= a")
        self._criterion(f"a | S.alive({entry})")
        if step.do is Do.LOAD:
            self._define(step, f"S.load({entry}, {step.size}, {step.node}, v)")
        else:
            self.lines.append(f"S.store({entry}, {step.size}, {step.node}, v, b, {self.position})")
        self.offset += 1

    def _allocate(self, step: Step) -> None:
        self._here(step, self._union(step))
        self.lines.append(f"if {self.position} >= N: S.fail(v); return")
        self._criterion("v")
        self.lines.append(f"S.allocate(T[{self.position}], {step.node}, v)")
        self._define(step, "v")
        self.offset += 1

    def _call(self, step: Step) -> None:
        arguments = "".join(f"{self._argument(step, r)}, " for r in step.arguments)
        self._here(step, f"p | {self._argument(step, step.address)}" if step.address >= 0 else "p")
        if step.address >= 0:
            self._criterion("v")
        self._leave_segment()
        self.lines.append(f"S.call(F, {self._bind(step)}, v, ({arguments}))")

    def _argument(self, step: Step, register: int) -> str:
        if register < 0:
            return "0"
        ends = [self._ending(*crossing) for crossing in step.crossing if crossing[0] == register]
        return " | ".join([self._register(register), *ends])

    def _provided(self, step: Step) -> None:
        """What the function reads may affect the decisions made in it, so the reads come first."""
        arguments = "".join(f"{self._argument(step, r)}, " for r in step.arguments)
        here = self._bind(step)
        self.lines.append(f"v = {self._union(step)}")
        self.lines.append(f"if {self.position} >= N: S.fail_call(F, {here}, v); return")
        if facts_of(step.name).observes:  # very common, and changes nothing
            decided = f"S.decide(F, {step.node}, {here}.place, v, {self.position})"
            self.lines.append(f"if D == {self.position}: {decided}; D = S.due")  # an uninitialised result
            self.lines.append("S.observed.append(v)")
            self._fallible(step)
        else:
            call = f"S.provided(F, {here}, v, ({arguments}), T[{self.position}], {self.position})"
            self.lines.append(f"v = {call}; D = S.due")
        if step.result >= 0:
            self._define(step, "v")
        self.offset += 1
