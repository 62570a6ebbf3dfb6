"""A user's questions about a program: how a line is reached, what a variable can be there, what holds at the end."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from time import monotonic

from secateur import expr
from secateur.approximation.access import Reader, TypesOf, parse, require
from secateur.approximation.approximation import Approximation
from secateur.approximation.attempts import Attempts, covers
from secateur.approximation.cases import cases
from secateur.approximation.failing_conditions import fails_to_evaluate
from secateur.approximation.families import EdgeList, Families
from secateur.approximation.frames import Point
from secateur.approximation.guarded_values import Guarded, GuardedValues
from secateur.approximation.legend import Legend
from secateur.approximation.places import NoSuchPlace, Variables, lines_of, nodes_at
from secateur.approximation.solving import ApproximateQuestion, Attempt, Model, Refinement, Solved
from secateur.approximation.stars import Star
from secateur.approximation.strategy import Either, Refining, Strategy, Until
from secateur.dependence.static import Static
from secateur.expr import Value
from secateur.ir.ctype import CPointer, resolved, size_of
from secateur.ir.model import Call, Program, Symbol
from secateur.ir.types import PointerType, Type
from secateur.machine.fault import DEFAULT_CHECKS, FaultKind
from secateur.machine.machine import Machine
from secateur.machine.path import DRIVER, Path
from secateur.options import Limits
from secateur.provided import facts_of
from secateur.solver import Solver

#: Prefix of the driver's names for the conditions to check.
CHECK = "check "


@dataclass(frozen=True, slots=True)
class Family:
    """All paths to a line. `condition` is their common condition over inputs and stars; `values` are the conditions
    that remain when choices that depend on stars are resolved either way; `edges` are the sides of branches."""

    condition: Value
    values: tuple[Value, ...]
    edges: tuple[EdgeList, ...]
    points: tuple[Point, ...]


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
        self.attempts = Attempts(self.machine)
        self.file = program.functions[function].position.file
        self.function = function
        self.start = -1 if line is None else self._first(line)
        self._until = None if until is None else Until(until)
        shown = self.strategy if self._until is None else Refining(Either(strategy, self._until))
        self.approximation = self._approximation(shown, rounds)
        self._refinements: list[Refinement] = []
        self.shown = GuardedValues(self.approximation, self.machine, function, solver)

    def show_until(self, moment: float) -> None:
        """Another moment for `until`."""
        if self._until is not None:
            self._until.deadline = moment

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

    @property
    def legend(self) -> Legend:
        """What the stars of the texts are."""
        return self.shown.legend

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
        self.require_line(line)

        def attempt(model: Model) -> Attempt:
            machine = self.attempts.machine()
            path = machine.run(*machine.start(model, concrete=True))
            return self.attempts.shown(model, path, covers(machine, self.file, line))

        return ApproximateQuestion(lambda a: self._reached(a, self._points(a, line)), attempt)

    def reach(self, line: int, timeout: float) -> Solved:
        """An input whose run reaches a line, or the finding that there is none."""
        return self._solve(self.line_question(line), timeout)

    def refinement(self, question: ApproximateQuestion) -> Refinement:
        """The search for an answer, which can be suspended. It begins with what is known for showing, unless something
        was left out of that."""
        first = None if self.is_late else self.approximation
        strategy = Refining(self.strategy.base)
        made = Refinement(self._approximation, question, strategy, self.solver, self.rounds, first)
        self._refinements.append(made)
        return made

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
                where = self.shown.where(point) if len(points) > 1 else ""
                steps = self._step(point, name) if isinstance(kind, PointerType) else 0
                shown += [g for g in self.shown.of(value, kind, where, steps) if g not in shown]
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
        return {name: self.shown.of(*self._sight(self.approximation, seen[name])[1:]) for name in names}

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
        """For which input does a condition that the driver checks not hold, or have no value? If there is none, the
        condition is proved for every run in which the function returns."""
        name = check_name(number)
        node = self._sights()[name]
        check = self.static.code.items[node]
        assert isinstance(check, Call)
        machine = self.attempts.machine()

        def goal(approximation: Approximation) -> Value:
            reached, value, _ = self._sight(approximation, node)
            is_broken = expr.and_(reached, expr.eq(value, 0, 64), 1)
            return expr.or_(is_broken, fails_to_evaluate(approximation, check), 1)

        def attempt(model: Model) -> Attempt:
            path = machine.run(*machine.start(model, concrete=True))
            return self.attempts.shown(model, path, breaks(path, number))

        return ApproximateQuestion(goal, attempt)

    def check(self, number: int, timeout: float) -> Solved:
        """Search for an input that breaks a condition."""
        return self._solve(self.check_question(number), timeout)

    # --- more

    @property
    def expansions(self) -> int:
        """How many uses were traced back for what is shown."""
        return self.approximation.expansions - sum(made.shared for made in self._refinements)

    @property
    def is_late(self) -> bool:
        """Was something left out of what is shown, as it would have taken too long?"""
        return self._until is not None and self._until.is_late

    def path(self, model: Model) -> Path:
        """The path that an input takes."""
        machine = self.attempts.machine()
        return replace(machine.run(*machine.start(model, concrete=True)), model=model)

    def stars(self) -> dict[str, Star]:
        """The stars that the answers so far mention, by name."""
        return self.legend.stars


def plain(text: str) -> str:
    """One spelling for `*p` and `p[0]`, `p->x` and `p[0].x`."""
    text = re.sub(r"\s+", "", text).replace("->", "[0].")
    found = re.fullmatch(r"\(?\*(\w+(?:\[\d+\]|\.\w+)*)\)?(.*)", text)
    return f"{found[1]}[0]{found[2]}" if found else text


def breaks(path: Path, number: int) -> bool:
    """Does a run break the condition with this number, or fail when it is evaluated?"""
    seen = {each.name: each.value for each in path.observations}
    if check_name(number) in seen:
        return seen[check_name(number)] == 0
    is_next = number == 1 or check_name(number - 1) in seen
    return is_next and path.fault is not None and path.fault.position.file == DRIVER


def check_name(number: int) -> str:
    """What the driver calls the condition with this number."""
    return f"{CHECK}{number}"
