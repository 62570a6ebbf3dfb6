"""States that agree, in all that matters, with one from which everything has been explored.

What matters is found backward along the tree of paths (`secateur.postcondition.matters`). A state that has the same
values there runs on in the same way; but an input may take a side that was found to be infeasible before. Which
decisions made it so, the *reasons*, is known when the solver says it; the inputs must satisfy those as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from secateur import expr
from secateur.exploration.path_tree import Covered, Location, TreeNode, Waiting, location_at
from secateur.exploration.state_groups import ExploredState, Group, Values
from secateur.exploration.told_summaries import HeardSummaries, Place
from secateur.expr import Expr
from secateur.machine.path import Branch, Path
from secateur.machine.snapshot import Snapshot
from secateur.machine.state import State
from secateur.postcondition.cells import Reading, numbers_of
from secateur.postcondition.general import Start
from secateur.postcondition.matters import NOTHING, Agreement, Stretches, union
from secateur.solver import Sat, Solver, Unsat

#: The work of finding what matters before one stretch, besides running it in general, in instructions of a plain run.
STRETCH = 500

#: Maximum number of summaries that are made because one state may be covered.
MOST_MADE = 4


class SameStates:
    """What is known about states, by location. `heard`: what others have found out. `spent`: the work that it took, in
    instructions."""

    def __init__(self, solver: Solver, heard: HeardSummaries) -> None:
        self.solver = solver
        self.heard = heard
        self.cells = heard.cells
        self.groups: dict[Place, dict[object, Group]] = {}
        self.usual: dict[Location, int] = {}  # the cells that have always mattered there
        self.spent = 0
        self._stretches = Stretches(self.cells)
        self._numbers: dict[int, tuple[int, ...]] = {}

    def learn(self, path: Path) -> None:
        """What a path shows is known from its tree."""

    def place(self, location: Location, condition: Expr | bool) -> Place:
        """The condition itself always matters."""
        return condition, location

    def knows(self, place: object) -> bool:
        assert isinstance(place, tuple)
        return place in self.groups or bool(self.heard.at(*place))

    def at(self, place: Place) -> Iterator[Group]:
        """All that is known at a place."""
        yield from self.groups.get(place, {}).values()
        yield from self.heard.at(*place)

    def told(self) -> list[tuple[int, list[str]]]:
        return []

    # --- what matters at a branch

    def at_end(self) -> Agreement:
        return NOTHING

    def summarise(self, node: TreeNode[Agreement]) -> list[Agreement]:
        """What matters at a branch, if that is known of everything after it."""
        snapshot = node.snapshot
        assert snapshot is not None
        if node.is_lost:
            return []
        place = location_at(snapshot)
        found = [Agreement({}, self.cells.condition(place).variables)]
        before = self._stretches.spent
        state = Start(self.cells, snapshot, ())
        for edge in node.edges:
            after = edge.covered
            start = state.under(edge.model)
            stretch = self._stretches.follow(start, edge.side, edge.target, place) if after else None
            agreement = stretch.before(start, union(after)) if stretch is not None else None
            if agreement is None:
                return []
            found.append(agreement)
        self.spent += self._stretches.spent - before + STRETCH * len(node.edges)
        made = union(found)
        if node.stored:
            self._store(state, made, node)
        return [made]

    def numbers(self, mask: int) -> tuple[int, ...]:
        """The cells of a bit set."""
        found = self._numbers.get(mask)
        if found is None:
            found = self._numbers[mask] = tuple(numbers_of(mask))
        return found

    def values(self, node: TreeNode[Agreement], numbers: Sequence[int]) -> Values:
        """The values of some cells at a branch."""
        snapshot = node.snapshot
        assert snapshot is not None
        reading = Reading(self.cells, snapshot.frames, snapshot.memory, snapshot.condition, (), {})
        return tuple([reading.value(number) for number in numbers])

    def _store(self, state: Start, agreement: Agreement, node: TreeNode[Agreement]) -> None:
        snapshot, reading = state.snapshot, state.reading
        location = location_at(snapshot)
        self.usual[location] = agreement.matters & self.usual.get(location, -1)
        groups = self.groups.setdefault((snapshot.condition, location), {})
        bounds = frozenset(agreement.bounds.items())
        key = (agreement.matters, frozenset(agreement.needs.items()), bounds, agreement.determined)
        group = groups.get(key) or Group(agreement)
        values = group.values(reading, snapshot)
        if None in values[:-1]:  # indeterminate: not even equal to itself
            return
        branches = snapshot.origin.branches
        conditions = {branches[number].condition for number in numbers_of(node.reasons)}
        conditions.update(_checked(snapshot, values))
        groups[key] = group
        group.add(values, frozenset(conditions), node.weight)

    # --- is a path covered?

    def question(self, state: State, condition: Expr | bool, location: Location) -> ValueQuestion:
        return ValueQuestion(self, state, condition, location)


class ValueQuestion:
    """Is a state covered, for all inputs of its path?"""

    def __init__(self, known: SameStates, state: State, condition: Expr | bool, location: Location) -> None:
        self._known = known
        self._state = state
        self._location = location
        self._place = known.place(location, condition)
        self._reading = Reading(known.cells, state.frames, state.memory, condition, state.model, state.occurrences)
        self._made = 0
        self._answered: tuple[ExploredState | None, list[ExploredState]] | None = None

    @cached_property
    def _places(self) -> dict[Expr, int]:
        """By condition that the path has decided on: the number of its branch."""
        return {b.condition: n for n, b in enumerate(self._state.branches) if not b.implied}

    def promising(self, waiting: Waiting[Agreement]) -> TreeNode[Agreement] | None:
        """One with the same values in the cells that have mattered at the location so far."""
        if self._made == MOST_MADE or self._covering()[0] is not None:
            return None
        usual = self._known.usual.get(self._location)
        if usual is None:
            found = next((node for node in reversed(waiting.nodes) if self._admits(node)), None)
        else:
            numbers = self._known.numbers(usual)
            waiting.sort(usual, lambda node: self._known.values(node, numbers))
            found = waiting.pick(tuple([self._reading.value(number) for number in numbers]), self._admits)
        if found is not None:
            self._made += 1
            self._answered = None
        return found

    def _admits(self, node: TreeNode[Agreement]) -> bool:
        """Does the input at hand satisfy its reasons?"""
        snapshot = node.snapshot
        if snapshot is None:
            return False
        branches, places, model = snapshot.origin.branches, self._places, self._state.model
        conditions = (branches[number].condition for number in numbers_of(node.reasons))
        return all(each in places or expr.evaluate(each, model) for each in conditions)

    def answer(self) -> Covered[Agreement] | None:
        """None if nothing covers the state, or if the solver cannot decide. If an input is not covered, the path
        continues with it."""
        known, candidates = self._covering()
        if known is not None:
            places = self._places
            reasons = sum(1 << places[each] for each in known.conditions)
            return Covered([known.agreement], reasons, known.weight)
        return self._ask(candidates) if candidates else None

    def _covering(self) -> tuple[ExploredState | None, list[ExploredState]]:
        """A known state that covers this one without a question, and else the candidates."""
        if self._answered is None:
            self._answered = self._search()
        return self._answered

    def _search(self) -> tuple[ExploredState | None, list[ExploredState]]:
        candidates: list[ExploredState] = []
        for group in self._known.at(self._place):
            for known in group.find(self._reading, self._state):
                if known.conditions <= self._places.keys():
                    return known, []
                candidates.append(known)
        return None, candidates

    def _ask(self, candidates: list[ExploredState]) -> Covered[Agreement] | None:
        """Is there an input of the path that satisfies the conditions of no candidate?"""
        state, places = self._state, self._places
        prefix = list(places)
        used: list[ExploredState] = []
        outside: list[Expr | int] = []
        model = state.model
        while True:
            for number, known in enumerate(candidates):
                if all(expr.evaluate(each, model) for each in known.conditions):
                    used.append(known)
                    outside.append(expr.not_(expr.conj([c for c in known.conditions if c not in places])))
                    del candidates[number]
                    break
            else:
                return None
            answer = self._known.solver.solve([*prefix, *outside], model, len(prefix))
            if isinstance(answer, Unsat):
                mask = 0
                for each in outside:
                    mask |= each.variables if isinstance(each, Expr) else 0
                weight = max(known.weight for known in used)
                return Covered([known.agreement for known in used], related(state.branches, mask), weight)
            if not isinstance(answer, Sat):
                return None
            model = state.model = answer.model


def related(branches: Sequence[Branch], variables: int) -> int:
    """The branches whose conditions restrict some variables, also by way of others, as a bit set."""
    found = 0
    left = [(number, branch.condition.variables) for number, branch in enumerate(branches) if not branch.implied]
    while True:
        rest = []
        before = variables
        for number, mask in left:
            if mask & variables:
                found |= 1 << number
                variables |= mask
            else:
                rest.append((number, mask))
        if variables == before:
            return found
        left = rest


def _checked(snapshot: Snapshot, values: Values) -> list[Expr]:
    """The conditions of checks on an address that need not be made again, as they were made before."""
    if not snapshot.bounded:
        return []
    mask = 0
    for value in values:
        if isinstance(value, Expr):
            mask |= value.variables
    concerned = 0
    for address in snapshot.bounded:
        if address.variables & mask:
            concerned |= address.variables
    branches = snapshot.origin.branches[: snapshot.depth]
    return [branches[number].condition for number in numbers_of(related(branches, concerned))] if concerned else []
