"""Dependence chains from a change: paper 003 (Symbolic Program Approximation), section 5.1.

A chain is a sequence of statements that begins at a changed one, each directly dependent on the one before it, by
control or by data: the way along which the effect of the change can travel. A statement is a line of a function, as the
user sees it; what the compiler makes of it, our C library and the driver are no stations of their own.

Chains are found breadth first over the vertices of the dependence graphs (`Web`), not over pairs of lines: what enters
a call by one argument does not go on by another. No statement is twice in a chain.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property

from secateur.dependence.by_line.lines import DependenceKind, Lines, Place, Text
from secateur.dependence.static import Static
from secateur.evolve.impact.impact import VersionImpact
from secateur.exploration.criteria import PRINTED, RETURN
from secateur.ir.model import Bytes, Call, Operand, Phi, Return, Symbol
from secateur.machine.path import OWN_FILES
from secateur.provided import facts_of

#: So many chains are followed by default.
MOST = 256
#: More statements than any chain has.
UNREACHABLE = 1 << 30


@dataclass(frozen=True, slots=True, eq=False)
class Chain:
    """A change, or a chain with one more statement. `by` is the dependence on the statement before (None for a change).
    `nodes` are the instructions of the last statement that the effect comes to. `is_output`: it is seen from outside,
    with no further statement between."""

    number: int
    place: Place
    by: DependenceKind | None
    before: Chain | None
    nodes: frozenset[int]
    is_output: bool

    @property
    def all(self) -> tuple[Chain, ...]:
        """The chains that it continues, from the change on, and itself."""
        found: list[Chain] = []
        here: Chain | None = self
        while here is not None:
            found.append(here)
            here = here.before
        return tuple(found[::-1])

    @property
    def places(self) -> tuple[Place, ...]:
        return tuple(chain.place for chain in self.all)

    @property
    def lines(self) -> tuple[int, ...]:
        return tuple(place.line for place in self.places)

    @property
    def distance(self) -> int:
        return len(self.all) - 1


@dataclass(frozen=True, slots=True)
class Chains:
    """The chains of one version, shorter ones first. `cut`: at this distance some were left out, None if none were."""

    found: tuple[Chain, ...]
    cut: int | None = None


@dataclass(slots=True)
class _Flood:
    """What is reached from some vertices without passing another statement. `inside`: vertices of the statement itself;
    `beyond`: those of others, by place; `data`: the places that are reached by data alone."""

    inside: set[int] = field(default_factory=set)
    beyond: dict[Place, list[int]] = field(default_factory=dict)
    data: set[Place] = field(default_factory=set)
    is_output: bool = False


class ChainSearch:
    """Finds the chains of one version. `text` reads the source, to tell statements from what compilers add; `counts`
    says which outputs matter, by name."""

    def __init__(
        self, side: VersionImpact, text: Text = lambda _: "", counts: Callable[[str], bool] = lambda _: True
    ) -> None:
        self._web = side.web
        self._changed = side.changed
        self._lines = Lines(side.static.code, text)
        self._outputs = output_nodes(side.static, counts)

    def run(self, distance: int, most: int = MOST) -> Chains:
        """All chains up to a distance. If they are more than `most`, each distance gets its share, and chains that end
        in an output, or are near to one, come first."""
        found: list[Chain] = []
        level = self._changes()
        cut = None
        for length in range(distance + 1):
            room = (most - len(found)) // (distance + 1 - length)
            if len(level) > room:
                cut = length if cut is None else cut
                level = sorted(level, key=lambda made: self._rank(made[0], made[1]))[:room]
            numbered = [(replace(chain, number=len(found) + n), flood) for n, (chain, flood) in enumerate(level)]
            found += [chain for chain, _ in numbered]
            level = [made for chain, flood in numbered for made in self._following(chain, flood)]
        return Chains(tuple(found), cut)

    def _rank(self, chain: Chain, flood: _Flood) -> tuple[bool, int]:
        nearest = min((self._remaining.get(v, UNREACHABLE) for v in flood.inside), default=UNREACHABLE)
        return not chain.is_output, nearest

    def _changes(self) -> list[tuple[Chain, _Flood]]:
        """Chains of nothing but a change. Where it is no statement of the user's, they begin at the next ones."""
        starts: dict[Place, list[int]] = {}
        for node in sorted(self._changed):
            vertices = self._web.own.get(node, [])
            place = self.place(node)
            if place is not None:
                starts.setdefault(place, []).extend(vertices)
                continue
            for reached, beyond in self._flood(vertices, None).beyond.items():
                starts.setdefault(reached, []).extend(beyond)
        return [self._made(place, starts[place], None, None) for place in sorted(starts, key=lambda p: p.order)]

    def _following(self, chain: Chain, flood: _Flood) -> list[tuple[Chain, _Flood]]:
        passed = set(chain.places)
        return [
            self._made(
                place,
                flood.beyond[place],
                chain,
                DependenceKind.DATA if place in flood.data else DependenceKind.CONTROL,
            )
            for place in sorted(flood.beyond, key=lambda p: p.order)
            if place not in passed
        ]

    def _made(
        self, place: Place, vertices: Iterable[int], before: Chain | None, by: DependenceKind | None
    ) -> tuple[Chain, _Flood]:
        flood = self._flood(vertices, place)
        shown = self._web.shown
        nodes = frozenset(shown[v] for v in flood.inside if shown[v] >= 0)
        return Chain(-1, place, by, before, nodes, flood.is_output), flood

    def _flood(self, vertices: Iterable[int], place: Place | None) -> _Flood:
        web, made = self._web, _Flood(set(vertices))
        todo = [(vertex, False) for vertex in sorted(made.inside)]
        seen = set(todo)
        while todo:
            here, decided = todo.pop()
            node = web.shown[here]
            made.is_output = made.is_output or (node in self._outputs and not decided)
            for following in web.forward[here]:
                at = self._station(following)
                chooses = following in web.choosing
                state = (following, chooses or (decided and at != place))
                if state in seen:
                    continue
                seen.add(state)
                if at is None or at == place:
                    if at is not None:
                        made.inside.add(following)
                    todo.append(state)
                    continue
                reached = made.beyond.setdefault(at, [])
                if following not in reached:
                    reached.append(following)
                if not state[1]:
                    made.data.add(at)
        return made

    @cached_property
    def _remaining(self) -> dict[int, int]:
        """By vertex, the number of statements that still lie between it and an output."""
        web = self._web
        found: dict[int, int] = {}
        todo: deque[tuple[int, int, Place | None]] = deque()
        for vertex, node in enumerate(web.shown):
            if node in self._outputs:
                todo.append((vertex, 0, None))
        while todo:
            here, count, ahead = todo.popleft()
            if here in found:
                continue
            found[here] = count
            for earlier in web.backward[here]:
                at = self._station(earlier)
                if at is None or at == ahead:
                    todo.appendleft((earlier, count, ahead))
                elif ahead is None:
                    todo.appendleft((earlier, count, at))
                else:
                    todo.append((earlier, count + 1, at))
        return found

    def _station(self, vertex: int) -> Place | None:
        """The statement of a vertex; None where something is only handed on, as arguments of a call are."""
        node = self._web.shown[vertex]
        return self.place(node) if node >= 0 and vertex in self._web.own.get(node, ()) else None

    def place(self, node: int) -> Place | None:
        """The statement of an instruction; what `?:` chooses belongs to it, too."""
        item, function = self._lines.code.items[node], self._lines.code.owner[node].function
        if isinstance(item, Phi) and item.position.line and not item.position.file.startswith(OWN_FILES):
            return Place(item.position.file, item.position.line, "", function.name)
        return self._lines.place(node)


def output_nodes(static: Static, counts: Callable[[str], bool] = lambda _: True) -> frozenset[int]:
    """The instructions through which a program is seen: what the driver shows, what prints, and what it returns."""
    code = static.code
    entry = code.units[static.entry]
    found = set()
    for node, item in enumerate(code.items):
        match item:
            case Call(callee=Symbol(name=name), arguments=(shown, *_)) if facts_of(name).observes:
                if counts(_text(static, shown)):
                    found.add(node)
            case Call() if static.printing.at_node(node) and counts(PRINTED):
                found.add(node)
            case Return() if code.owner[node] is entry and counts(RETURN):
                found.add(node)
    return frozenset(found)


def _text(static: Static, operand: Operand) -> str:
    """The string literal that an operand points to."""
    held = static.program.globals[operand.name].initializer if isinstance(operand, Symbol) else None
    return bytes(b & 255 for b in held.data).rstrip(b"\0").decode() if isinstance(held, Bytes) else ""
