"""How a call can end, with the values before and after it: one end per explored path, or one for all paths at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from secateur import expr
from secateur.approximation.approximation import Approximation
from secateur.approximation.strategy import Expansions, Strategy
from secateur.conjectures.claim import Claim
from secateur.conjectures.evaluation import WIDE, Env, NoValue, Row, holds
from secateur.conjectures.quantity import Quantities, Quantity
from secateur.dependence.static import Static
from secateur.expr import HAS_INDETERMINATE, Expr, Value
from secateur.ir.model import Call, Program, Symbol
from secateur.machine.machine import Machine
from secateur.machine.path import Ending, Path
from secateur.provided import facts_of
from secateur.solver import Sat, Solver, Unsat

Model = tuple[int, ...]
Variables = dict[tuple[str, int, str], Expr]

#: Uses that an approximation traces back before the rest is unknown.
MOST_EXPANSIONS = 6_000


@dataclass(frozen=True, slots=True)
class Checked:
    """Whether a line holds at all ends; if not, `model` may be an input that breaks it."""

    holds: bool
    model: Model | None = None


UNKNOWN = Checked(False)
HOLDS = Checked(True)


class Ends(Protocol):
    """All ends of the call that are known."""

    def check(self, claim: Claim) -> Checked: ...


@dataclass(frozen=True, slots=True)
class CallEnd:
    """The call returns if `conditions` hold, with these values."""

    conditions: tuple[Value, ...]
    env: Env
    model: Model


@dataclass(slots=True)
class ExploredEnds:
    """The ends of explored paths."""

    ends: Sequence[CallEnd]
    solver: Solver
    _settled: dict[tuple[int, Expr], bool] = field(default_factory=dict)

    def check(self, claim: Claim) -> Checked:
        term = claim.term
        for number, end in enumerate(self.ends):
            try:
                value = holds(term, end.env)
            except NoValue:
                return UNKNOWN
            found = self._always(number, end, value)
            if not found.holds:
                return found
        return HOLDS

    def _always(self, number: int, end: CallEnd, value: Value) -> Checked:
        if not isinstance(value, Expr):
            return HOLDS if value else Checked(False, end.model)
        if self._settled.get((number, value)):
            return HOLDS
        if not expr.evaluate(value, _long(end.model, value)):
            return Checked(False, end.model)
        answer = self.solver.solve([*end.conditions, expr.not_(value)], end.model)
        if isinstance(answer, Unsat):
            self._settled[number, value] = True
            return HOLDS
        return Checked(False, answer.model) if isinstance(answer, Sat) else UNKNOWN


def _long(model: Model, value: Expr) -> Model:
    """A model with a number for every variable of an expression: those that it leaves out are 0."""
    return model + (0,) * max(0, value.variables.bit_length() - len(model))


@dataclass(slots=True)
class ApproximatedEnd:
    """All paths at once: one end, whose values contain stars. What holds for all values of the stars is proved."""

    condition: Value
    env: Env
    solver: Solver
    variables: Variables

    def check(self, claim: Claim) -> Checked:
        try:
            value = holds(claim.term, self.env)
        except NoValue:
            return UNKNOWN
        broken = expr.and_(self.condition, expr.not_(value), 1)
        if not isinstance(broken, Expr):
            return HOLDS if not broken else UNKNOWN
        answer = self.solver.solve([broken], (0,) * len(self.variables))
        if isinstance(answer, Unsat):
            return HOLDS
        return Checked(False, answer.model) if isinstance(answer, Sat) else UNKNOWN


# --- making them


@dataclass(frozen=True, slots=True, order=True)
class Failure:
    """A way not to return: a fault at a place, or the end of the program (`kind` is `exit`)."""

    file: str
    line: int
    kind: str


def failure_of(path: Path) -> Failure | None:
    if path.fault is not None:
        place = path.fault.position
        return Failure(place.file, place.line, str(path.fault.kind))
    return Failure("", 0, "exit") if path.ending is Ending.EXITED else None


def explored_end(path: Path, words: Quantities) -> CallEnd | None:
    """The end of a path on which the call returned."""
    if path.ending is not Ending.RETURNED:
        return None
    return CallEnd(tuple(path.conditions), env_of(path, words), path.model)


def env_of(path: Path, words: Quantities) -> dict[str, Value]:
    """The values of a path by their text. What nothing has written has none."""
    env = dict(_inputs({each.name: each.cells for each in path.inputs}, words.before))
    seen = {each.name: (each.value, each.kind) for each in path.observations}
    for quantity in (*words.after, *words.same.values()):
        value, kind = seen.get(quantity.name, (None, ""))
        if value is None or isinstance(value, float) or kind in ("f32", "f64"):
            continue
        if not (isinstance(value, Expr) and value.variables & HAS_INDETERMINATE):
            env[quantity.text] = _wide(value, 64, kind == "signed")
    return env


def row_of(path: Path, words: Quantities, model: Model) -> Row:
    """The numbers of a run on an input."""
    found = env_of(path, words).items()
    return {text: int(expr.evaluate(v, model)) if isinstance(v, Expr) else int(v) for text, v in found}


def _inputs(
    cells: Mapping[str, Sequence[tuple[Value | float, int]]], before: Iterable[Quantity]
) -> Iterator[tuple[str, Value]]:
    for quantity in before:
        found = cells.get(quantity.name, ())
        if len(found) == 1 and not isinstance(found[0][0], float):
            yield quantity.text, _before(quantity, *found[0])


def _before(quantity: Quantity, value: Value | float, width: int) -> Value:
    assert not isinstance(value, float)
    wide = _wide(value, width, quantity.signed)
    return expr.sub(1, wide, WIDE) if quantity.is_pointer else wide  # the input says whether it is NULL


def _wide(value: Value, width: int, signed: bool) -> Value:
    if isinstance(value, bool):
        return int(value)
    return expr.sext(value, width, WIDE) if signed else expr.zext(value, width, WIDE)


def approximated_end(
    program: Program, variables: Variables, words: Quantities, solver: Solver, rounds: int, strategy: Strategy | None
) -> ApproximatedEnd | None:
    """None if the driver's observations cannot be found in one place."""
    static = Static(program, "main")
    machine = Machine(program, "main")
    machine.variables = variables
    approximation = Approximation(static, machine, strategy or Expansions(MOST_EXPANSIONS), rounds)
    env: dict[str, Value] = {}
    wanted = {each.name: each for each in (*words.after, *words.same.values())}
    condition: Value = approximation.assumed
    is_first = True
    for node, item in enumerate(static.code.items):
        if not (isinstance(item, Call) and isinstance(item.callee, Symbol) and facts_of(item.callee.name).observes):
            continue
        points = approximation.points(node)
        if len(points) != 1:
            return None
        address = approximation.operand(points[0], item.arguments[0])
        name = approximation.expansion.objects.text_at(address) if isinstance(address, int) else None
        if name not in wanted:
            continue
        value = approximation.operand(points[0], item.arguments[1])
        if isinstance(value, tuple) or (isinstance(value, Expr) and value.variables & HAS_INDETERMINATE):
            continue
        env[wanted[name].text] = _wide(value, 64, item.callee.name.endswith("_signed"))
        if is_first:
            condition, is_first = expr.and_(condition, approximation.condition(points[0]), 1), False
    by_name = {name: (found, width) for (name, width, _), found in variables.items()}
    for quantity in words.before:
        if quantity.name in by_name:
            env[quantity.text] = _before(quantity, *by_name[quantity.name])
    return ApproximatedEnd(condition, env, solver, variables)
