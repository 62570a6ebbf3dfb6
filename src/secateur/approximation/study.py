"""A user's questions about a program: how a line is reached, what a variable can be there, what holds at the end."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from time import monotonic

from secateur import expr
from secateur.approximation.access import Reader, TypesOf, parse, require
from secateur.approximation.addresses import parts
from secateur.approximation.approximation import Approximation
from secateur.approximation.cases import Case, cases
from secateur.approximation.families import EdgeList, Families
from secateur.approximation.frames import Point
from secateur.approximation.legend import Legend
from secateur.approximation.objects import Home
from secateur.approximation.places import NoSuchPlace, Variables, lines_of, nodes_at
from secateur.approximation.solving import ApproximateQuestion, Attempt, Model, Refinement, Solved
from secateur.approximation.stars import Star
from secateur.approximation.strategy import Either, Refining, Strategy, Until
from secateur.dependence.static import Static
from secateur.dependence.trace.graphs import Graphs
from secateur.expr import Value
from secateur.ir.ctype import CPointer, resolved, size_of
from secateur.ir.model import Call, Jump, Program, Symbol
from secateur.ir.types import ArrayType, PointerType, Type, store_size_of
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
#: Ends of runs of which everything is known.
_KNOWN = _EARLY | {Ending.RETURNED}
#: Faults after which a program goes on.
GOES_ON = frozenset({FaultKind.UNINITIALISED, FaultKind.MISSING_RETURN})


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
    """One program, one start, one strategy. `line` is where it starts; by default, at the start of the program.
    `types`: the user's types of the variables of a function. `until`: from then on, what is shown has `*` for whatever
    is not known yet; it does not limit what is solved."""

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
        until: float | None = None,
        types: TypesOf | None = None,
    ) -> None:
        self.program = program
        self.types: TypesOf = types or (lambda function: {})
        self.solver = solver
        self.rounds = rounds
        self.strategy = Refining(strategy)
        self.static = Static(program, "main")
        self.machine = Machine(program, "main", checks, limits)
        self.file = program.functions[function].position.file
        self.function = function
        self.start = -1 if line is None else self._first(line)
        self._until = None if until is None else Until(until)
        shown = self.strategy if self._until is None else Refining(Either(strategy, self._until))
        self.approximation = self._approximation(shown, rounds)
        self.legend = Legend(self.approximation.stars)

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
        self.legend.notice(condition)
        return Family(condition, values, edges, tuple(points))

    def _points(self, approximation: Approximation, line: int) -> list[Point]:
        return [point for node in self._nodes(line) for point in approximation.points(node)]

    def _reached(self, approximation: Approximation, points: Sequence[Point]) -> Value:
        condition: Value = False
        for point in points:
            condition = expr.or_(condition, approximation.condition(point), 1)
        return condition

    def line_question(self, line: int) -> ApproximateQuestion:
        """Which input reaches a line?"""
        nodes = self._nodes(line)
        graphs = Graphs(self._runner(record=True), self.static)
        jumps = any(isinstance(self.static.code.items[node], Jump) for node in nodes)

        def attempt(model: Model) -> Attempt:
            if jumps:  # they leave no instance in the graph
                machine = self._runner()
                path = machine.run(*machine.start(model, concrete=True))
                return self._trial(model, path, covers(machine, self.file, line))
            path = graphs.machine.run(*graphs.machine.start(model, concrete=True))
            return self._trial(model, path, not set(nodes).isdisjoint(graphs.graph(path).record.nodes))

        return ApproximateQuestion(lambda a: self._reached(a, self._points(a, line)), attempt)

    def reach(self, line: int, timeout: float) -> Solved:
        """An input whose run reaches a line, or the finding that there is none."""
        return self._solve(self.line_question(line), timeout)

    def _trial(self, model: Model, path: Path, is_met: bool) -> Attempt:
        """What a concrete run has shown. All inputs that take the path of a run that misses the goal miss it, too; but
        a program that decides by what nothing has written does go on."""
        if is_met and path.ending in ENDED:
            return Attempt(True)
        if path.ending not in _KNOWN or (path.fault is not None and path.fault.kind in GOES_ON):
            return Attempt(False)
        machine = self._runner()
        misses: Value = True
        for condition in machine.run(*machine.start(model)).conditions:
            misses = expr.and_(misses, condition, 1)
        return Attempt(False, misses, path.ending in _EARLY)

    def _runner(self, record: bool = False) -> Machine:
        """A machine that has run nothing yet."""
        machine = Machine(self.program, "main", self.machine.checks, self.machine.limits, record)
        machine.variables = self.machine.variables
        return machine

    def refinement(self, question: ApproximateQuestion) -> Refinement:
        """The search for an answer, which can be suspended."""
        return Refinement(self._approximation, question, Refining(self.strategy.base), self.solver, self.rounds)

    def _solve(self, question: ApproximateQuestion, timeout: float) -> Solved:
        search = self.refinement(question)
        return search.work(monotonic() + timeout) or search.unknown()

    # --- values

    def values(self, name: str, points: Sequence[Point]) -> dict[str, list[Guarded]]:
        """The possible values of a variable, or of a part such as `p[0]`, at some points; for a struct or array, of
        each of its parts."""
        variables = Variables(self.approximation)
        access = None if self._is_variable(name, points) else parse(name)
        reader = Reader(self.approximation, self.types)
        found: dict[str, list[Guarded]] = {}
        for point in points:
            for part, value, kind in variables.at(point, name) if access is None else reader.at(point, access):
                shown = found.setdefault(part, [])
                where = self._where(point) if len(points) > 1 else ""
                steps = self._step(point, name) if isinstance(kind, PointerType) else 0
                shown += [g for g in self._guarded(value, kind, where, steps) if g not in shown]
        return found

    def require_line(self, line: int) -> None:
        """Raises `NoSuchPlace` for a line without code."""
        self._nodes(line)

    def require_value(self, name: str, line: int) -> None:
        """Raises `NoSuchPlace` for what cannot be shown at a line."""
        functions = dict.fromkeys(self.static.code.owner[node].function.name for node in self._nodes(line))
        variables = Variables(self.approximation)
        if any(variables.has(function, name) for function in functions):
            return
        access = parse(name)
        for function in functions:
            require(access, function, self.types(function))

    def _is_variable(self, name: str, points: Sequence[Point]) -> bool:
        variables = Variables(self.approximation)
        return all(variables.has(point.frame.name, name) for point in points)

    def _step(self, point: Point, name: str) -> int:
        """The size of what a pointer variable points to; 0 if that is not known."""
        kind = self.types(point.frame.name).get(name)
        pointer = None if kind is None else resolved(kind)
        return size_of(pointer.to) if isinstance(pointer, CPointer) and pointer.to is not None else 0

    def _guarded(self, value: Value, kind: Type | None, where: str = "", step: int = 0) -> list[Guarded]:
        self.legend.notice(value)
        split = cases(value, self.approximation.stars.mask, self.solver)
        found = [Guarded(self._condition(case), self._text(case.value, kind, step), where) for case in split]
        return list(dict.fromkeys(found))

    def _text(self, value: Value, kind: Type | None, step: int = 0) -> str:
        """`step`: for a pointer, the size of what it points to."""
        if not isinstance(kind, PointerType):
            return self.legend.text(value)
        constant, terms = parts(value)
        home = self.approximation.expansion.objects.home(constant >> SHIFT)
        if home is None and not isinstance(value, expr.Expr):
            return self.machine.function_at(value) or ("NULL" if value == 0 else str(value))
        if home is None:
            return self.legend.text(value)
        offset = expr.sub(value, home.start, 64)
        name = self._object(home)
        if offset == 0:
            return name
        step = step or self._element(home)
        if not step or any(number % step for number in (constant - home.start, *(factor for factor, _ in terms))):
            return f"{name} + {self.legend.text(offset)} bytes"
        index: Value = (constant - home.start) // step
        for factor, term in terms:
            index = expr.add(index, expr.mul(term, factor // step, 64), 64)
        return f"{name}[{self.legend.text(index)}]"

    def _element(self, home: Home) -> int:
        """The size of an element of an object that is an array; 0 if it is none."""
        found = self.program.globals.get(home.abstract.name)
        kind = None if found is None else found.type
        return store_size_of(kind.element) if isinstance(kind, ArrayType) else 0

    def _condition(self, case: Case) -> str:
        return "" if case.when is True else self.legend.text(case.when)

    def _object(self, home: Home) -> str:
        if home.made is None or home.maker is None:
            name = home.abstract.name
            return f"&{self.program.labels.get(name, name)}"
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
        spelled = {plain(name): name for name in reversed(seen)}
        wanted = [name if name in seen else spelled.get(plain(name), name) for name in wanted]
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

    def check_question(self, number: int) -> ApproximateQuestion:
        """For which input does a condition that the driver checks not hold? If there is none, the condition is proved
        for every run in which the function returns."""
        name = check_name(number)
        node = self._sights()[name]
        machine = self._runner()

        def goal(approximation: Approximation) -> Value:
            reached, value, _ = self._sight(approximation, node)
            return expr.and_(reached, expr.eq(value, 0, 64), 1)

        def attempt(model: Model) -> Attempt:
            path = machine.run(*machine.start(model, concrete=True))
            return self._trial(model, path, any(o.name == name and o.value == 0 for o in path.observations))

        return ApproximateQuestion(goal, attempt)

    def check(self, number: int, timeout: float) -> Solved:
        """Search for an input that breaks a condition."""
        return self._solve(self.check_question(number), timeout)

    # --- more

    @property
    def is_late(self) -> bool:
        """Was something left out of what is shown, as it would have taken too long?"""
        return self._until is not None and self._until.is_late

    def path(self, model: Model) -> Path:
        """The path that an input takes."""
        machine = self._runner()
        return replace(machine.run(*machine.start(model, concrete=True)), model=model)

    def stars(self) -> dict[str, Star]:
        """The stars that the answers so far mention, by name."""
        return self.legend.stars


def plain(text: str) -> str:
    """One spelling for `*p` and `p[0]`, `p->x` and `p[0].x`."""
    text = re.sub(r"\s+", "", text).replace("->", "[0].")
    found = re.fullmatch(r"\(?\*(\w+(?:\[\d+\]|\.\w+)*)\)?(.*)", text)
    return f"{found[1]}[0]{found[2]}" if found else text


def check_name(number: int) -> str:
    """What the driver calls the condition with this number."""
    return f"{CHECK}{number}"


def covers(machine: Machine, file: str, line: int) -> bool:
    """Has a run of the machine come to a line?"""
    return any((each.file, each.line) == (file, line) for code in machine.codes() for each in code.covered)
