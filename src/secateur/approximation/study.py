"""A user's questions about a program: how a line is reached, what a variable can be there, what holds at the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from secateur import expr
from secateur.approximation.approximation import Approximation
from secateur.approximation.cases import Case, cases
from secateur.approximation.families import EdgeList, Families
from secateur.approximation.frames import Point
from secateur.approximation.objects import Home
from secateur.approximation.places import NoSuchPlace, Variables, lines_of, nodes_at
from secateur.approximation.solving import Attempt, Model, Solved, solve
from secateur.approximation.stars import Star
from secateur.approximation.strategy import Refining, Strategy
from secateur.dependence.static import Static
from secateur.dependence.trace.graphs import Graphs
from secateur.expr import Value
from secateur.ir.model import Call, Jump, Program, Symbol
from secateur.ir.types import PointerType, Type
from secateur.machine.fault import DEFAULT_CHECKS, FaultKind
from secateur.machine.machine import Machine
from secateur.machine.memory import SHIFT
from secateur.machine.path import ENDED, Ending, Path
from secateur.options import Limits
from secateur.provided import facts_of
from secateur.solver import Solver

#: Prefix of the driver's names for the conditions to check.
CHECK = "check "


#: Ends before the goal, which no other input on the same path can avoid.
_EARLY = frozenset({Ending.FAULT, Ending.EXITED, Ending.ASSUMPTION})
_GOES_ON = frozenset({FaultKind.UNINITIALISED, FaultKind.MISSING_RETURN})


@dataclass(frozen=True, slots=True)
class Family:
    """All paths to a line. `condition` is their common condition over inputs and stars; `values` are the conditions
    that remain when choices that depend on stars are resolved either way; `edges` are the sides of branches."""

    condition: Value
    values: tuple[Value, ...]
    edges: tuple[EdgeList, ...]
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Guarded:
    """A value that a variable can have. `where`: the activation, and the rounds of the enclosing loops, if there are
    several."""

    when: str
    value: str
    where: str = ""


class Study:
    """One program, one start, one strategy. `line` is where it starts; by default, at the start of the program."""

    def __init__(
        self,
        program: Program,
        function: str,
        solver: Solver,
        strategy: Strategy,
        rounds: int,
        line: int | None = None,
        checks: frozenset[FaultKind] = DEFAULT_CHECKS,
        limits: Limits | None = None,
    ) -> None:
        self.program = program
        self.solver = solver
        self.rounds = rounds
        self.strategy = Refining(strategy)
        self.static = Static(program, "main")
        self.machine = Machine(program, "main", checks, limits)
        self.file = program.functions[function].position.file
        self.function = function
        self.start = -1 if line is None else self._first(line)
        self.approximation = self._approximation(self.strategy, rounds)
        self._told: list[Value] = []

    def _approximation(self, strategy: Strategy, rounds: int) -> Approximation:
        return Approximation(self.static, self.machine, strategy, rounds, start=self.start)

    def _nodes(self, line: int) -> list[int]:
        found = nodes_at(self.static.code, self.file, line)
        if not found:
            lines = lines_of(self.static.code, self.file)
            near = ", ".join(map(str, sorted(sorted(lines, key=lambda n: abs(n - line))[:6])))
            raise NoSuchPlace(
                f"{self.file}:{line} has no code that {self.function} can reach; nearest lines with code: {near}"
            )
        return found

    def _first(self, line: int) -> int:
        inside = [n for n in self._nodes(line) if self.static.code.owner[n].function.name == self.function]
        if not inside:
            raise NoSuchPlace(f"{self.file}:{line} is not in {self.function}; --from must be a line of that function")
        return inside[0]

    # --- reaching a line

    def to(self, line: int) -> Family:
        points = self._points(self.approximation, line)
        condition = self._reached(self.approximation, points)
        stars = self.approximation.stars.mask
        found = dict.fromkeys(case.value for case in cases(condition, stars, guards=False))
        values = tuple(value for value in found if value is not False) or (False,)
        edges = Families(self.approximation).of(points)
        self._told.append(condition)
        return Family(condition, values, edges, tuple(points))

    def _points(self, approximation: Approximation, line: int) -> list[Point]:
        return [point for node in self._nodes(line) for point in approximation.points(node)]

    def _reached(self, approximation: Approximation, points: Sequence[Point]) -> Value:
        condition: Value = False
        for point in points:
            condition = expr.or_(condition, approximation.condition(point), 1)
        return condition

    def reach(self, line: int, timeout: float) -> Solved:
        """An input whose run reaches a line, or the finding that there is none."""
        nodes = self._nodes(line)
        graphs = Graphs(self._runner(record=True), self.static)
        jumps = any(isinstance(self.static.code.items[node], Jump) for node in nodes)

        def attempt(model: Model) -> Attempt:
            if jumps:  # they leave no instance in the graph
                machine = self._runner()
                path = machine.run(*machine.start(model, concrete=True))
                covered = {(p.file, p.line) for code in machine.codes() for p in code.covered}
                return self._trial(model, path, (self.file, line) in covered)
            path = graphs.machine.run(*graphs.machine.start(model, concrete=True))
            return self._trial(model, path, not set(nodes).isdisjoint(graphs.graph(path).record.nodes))

        return self._solve(lambda a: self._reached(a, self._points(a, line)), attempt, timeout)

    def _trial(self, model: Model, path: Path, is_met: bool) -> Attempt:
        """What a concrete run has shown. All inputs that take the path of an early end do not get further either; but a
        program that decides by what nothing has written does go on."""
        if path.ending in ENDED and is_met:
            return Attempt(True)
        if path.ending not in _EARLY or (path.fault is not None and path.fault.kind in _GOES_ON):
            return Attempt(False)
        machine = self._runner()
        ends: Value = True
        for condition in machine.run(*machine.start(model)).conditions:
            ends = expr.and_(ends, condition, 1)
        return Attempt(False, ends)

    def _runner(self, record: bool = False) -> Machine:
        """A machine that has run nothing yet."""
        machine = Machine(self.program, "main", self.machine.checks, self.machine.limits, record)
        machine.variables = self.machine.variables
        return machine

    def _solve(
        self, goal: Callable[[Approximation], Value], attempt: Callable[[Model], Attempt], timeout: float
    ) -> Solved:
        return solve(
            self._approximation, goal, attempt, Refining(self.strategy.base), self.solver, self.rounds, timeout
        )

    # --- values

    def values(self, name: str, points: Sequence[Point]) -> dict[str, list[Guarded]]:
        """The possible values of a variable at some points; for a struct or array, of each of its parts."""
        variables = Variables(self.approximation)
        found: dict[str, list[Guarded]] = {}
        for point in points:
            for part, value, kind in variables.at(point, name):
                shown = found.setdefault(part, [])
                where = self._where(point) if len(points) > 1 else ""
                shown += [g for g in self._guarded(value, kind, where) if g not in shown]
        return found

    def _guarded(self, value: Value, kind: Type | None, where: str = "") -> list[Guarded]:
        self._told.append(value)
        split = cases(value, self.approximation.stars.mask, self.solver)
        return [Guarded(_condition(case), self._text(case.value, kind), where) for case in split]

    def _text(self, value: Value, kind: Type | None) -> str:
        if isinstance(kind, PointerType) and isinstance(value, int):
            home = self.approximation.expansion.objects.home(value >> SHIFT)
            if home is not None:
                offset = value - home.start
                return self._object(home) + (f" + {offset} bytes" if offset else "")
            return self.machine.function_at(value) or ("NULL" if value == 0 else str(value))
        return expr.to_c(value)

    def _object(self, home: Home) -> str:
        if home.made is None or home.maker is None:
            return f"&{home.abstract.name}"
        line = self.approximation.place_of(home.maker, home.made[2]).line
        return f"an object allocated at line {line}"

    def _where(self, point: Point) -> str:
        graph = point.frame.graph
        words = []
        if point.frame.is_anywhere:
            words.append("any call")
        elif point.frame.caller is not None and point.frame.name != self.function:
            line = self.static.code.position(point.frame.node).line
            words.append(f"called at line {line}")
        rounds = graph.copies[point.copy].rounds
        words += [f"round {n + 1}" if n < graph.rounds else f"round {n + 1} or later" for n in rounds]
        return ", ".join(words)

    # --- the end

    def observed(self, wanted: Sequence[str] = ()) -> dict[str, list[Guarded]]:
        """The possible values of what is visible after the call; `wanted` are names such as `return`."""
        seen = self._sights()
        unknown = [name for name in wanted if name not in seen]
        if unknown:
            known = ", ".join(n for n in seen if not n.startswith(CHECK))
            raise NoSuchPlace(f"'{unknown[0]}' is not visible after the call; visible names: {known}")
        names = wanted or [name for name in seen if not name.startswith(CHECK)]
        return {name: self._guarded(*self._sight(self.approximation, seen[name])[1:]) for name in names}

    def _sights(self) -> dict[str, int]:
        """The driver's calls that report a value, by the name of the value."""
        found: dict[str, int] = {}
        for node, item in enumerate(self.static.code.items):
            if isinstance(item, Call) and isinstance(item.callee, Symbol) and facts_of(item.callee.name).observes:
                for point in self.approximation.points(node):
                    address = self.approximation.operand(point, item.arguments[0])
                    name = self.approximation.expansion.objects.text_at(address) if isinstance(address, int) else None
                    if name is not None:
                        found[name] = node
        return found

    def _sight(self, approximation: Approximation, node: int) -> tuple[Value, Value, Type | None]:
        """The condition under which a value is reported, the value, and its type."""
        item = self.static.code.items[node]
        assert isinstance(item, Call)
        (point,) = approximation.points(node)
        value = approximation.operand(point, item.arguments[1])
        assert not isinstance(value, tuple)
        return approximation.condition(point), value, item.arguments[1].type

    def check(self, number: int, timeout: float) -> Solved:
        """Search for an input for which a condition that the driver checks does not hold. If that is impossible, the
        condition is proved for every run in which the function returns."""
        name = f"{CHECK}{number}"
        node = self._sights()[name]
        machine = self._runner()

        def goal(approximation: Approximation) -> Value:
            reached, value, _ = self._sight(approximation, node)
            return expr.and_(reached, expr.eq(value, 0, 64), 1)

        def attempt(model: Model) -> Attempt:
            path = machine.run(*machine.start(model, concrete=True))
            return self._trial(model, path, any(o.name == name and o.value == 0 for o in path.observations))

        return self._solve(goal, attempt, timeout)

    # --- more

    def path(self, model: Model) -> Path:
        """The path that an input takes."""
        machine = self._runner()
        return replace(machine.run(*machine.start(model, concrete=True)), model=model)

    def stars(self) -> list[Star]:
        """The stars that the answers so far depend on."""
        stars = self.approximation.stars
        return list(dict.fromkeys(star for value in self._told for star in stars.of(value)))


def _condition(case: Case) -> str:
    return "" if case.when is True else expr.to_c(case.when)
