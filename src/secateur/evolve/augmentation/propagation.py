"""Does the effect of a change propagate along a chain on one input? Running both versions gives the exact answer.

An input *meets* a chain if, in one of the versions, there are instances of its statements, each dependent on the one
before it (with only code that is not a user's statement in between), and each does something that the other version
does not do at that time: it stores, passes or returns another value, branches the other way, or runs where the other
does not. *At that time* means with the same call stack and the same number of earlier executions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from secateur import expr
from secateur.dependence.trace.dynamic import Dynamic
from secateur.dependence.trace.graphs import Graphs
from secateur.evolve.augmentation.acts import Act, Acts, Deed, unlike
from secateur.evolve.augmentation.counterparts import Counterparts
from secateur.evolve.augmentation.obstacles import obstacle
from secateur.evolve.behaviour.outcomes import Equality, differing
from secateur.evolve.impact.chains import Chain, ChainSearch
from secateur.evolve.impact.pair import Pair
from secateur.expr import Expr, Value
from secateur.ir.model import Call, Return, Symbol
from secateur.machine.machine import Machine
from secateur.machine.path import Path

Model = tuple[int, ...]
#: An instruction in the numbering that both versions share, its call stack, and the number of earlier executions.
_Time = tuple[int, tuple[int, ...], int]


@dataclass(frozen=True, slots=True)
class Trial:
    """The result of one input in the old and the new version. `met`: numbers of the chains that are met; `different`:
    the instructions whose effect differs from the other version; `reveals`: the outputs that differ; `sides`: branches
    of the new version with the sides taken."""

    model: Model
    met: tuple[frozenset[int], frozenset[int]]
    different: tuple[frozenset[int], frozenset[int]]
    reveals: tuple[str, ...]
    paths: tuple[Path, Path]
    sides: frozenset[tuple[int, int]]


@dataclass(frozen=True, slots=True, eq=False)
class _Version:
    """For each instruction: whether it is a user's statement or part of one (`visible`), whether it passes values on,
    as calls and returns do (`passes`), whether it is worth comparing (`tells`), and its number in both versions
    (`shared`)."""

    machine: Machine
    graphs: Graphs
    chains: Sequence[Chain]
    visible: list[bool]
    passes: list[bool]
    tells: list[bool]
    shared: list[int]


#: Maximum number of instructions of a run that are examined; of a longer run only the beginning is.
LONGEST = 200_000


class Propagation:
    """Runs both versions on inputs. `searches` and `chains` are those of the old and the new version."""

    def __init__(
        self,
        pair: Pair,
        searches: tuple[ChainSearch, ChainSearch],
        chains: tuple[Sequence[Chain], Sequence[Chain]],
        counterparts: Counterparts,
        equality: Equality | None = None,
    ) -> None:
        self._equality = equality or Equality()
        self._versions: list[_Version] = []
        self._symbolic: dict[Model, list[tuple[Dynamic, dict[_Time, Act]]]] = {}
        for side, static in enumerate(pair.statics):
            recording = pair.machines[side]
            limits = replace(recording.limits, max_instructions=min(LONGEST, recording.limits.max_instructions))
            machine = Machine(static.program, static.entry, recording.checks, limits, True, values=True)
            machine.variables = recording.variables
            place = searches[side].place
            visible = [place(node) is not None for node in range(len(static.code.items))]
            passes = [
                isinstance(i, Return) or (isinstance(i, Call) and _is_entered(machine, i)) for i in static.code.items
            ]
            told, shared = counterparts.tells[side], counterparts.shared[side]
            graphs = Graphs(machine, static)
            self._versions.append(_Version(machine, graphs, chains[side], visible, passes, told, shared))

    def trial(self, model: Model) -> Trial:
        """Run both versions on a concrete input."""
        runs = [self._run(version, model, concrete=True) for version in self._versions]
        times = [_times(replayed.acts, v) for v, (_, replayed) in zip(self._versions, runs, strict=True)]
        met, nodes = [], []
        for version, (_, replayed), own, other in zip(self._versions, runs, times, times[::-1], strict=True):
            different = {act.instance for time, act in own.items() if _deed(other.get(time)) != act.deed}
            met.append(_met(replayed.graph, version, different))
            nodes.append(frozenset(replayed.graph.record.nodes[instance] for instance in different))
        old, new = runs[0][0], runs[1][0]
        revealed = differing(old, new, model, self._equality)
        record = runs[1][1].graph.record
        sides = frozenset((record.nodes[instance], side) for instance, side in record.sides.items())
        return Trial(model, (met[0], met[1]), (nodes[0], nodes[1]), revealed, (old, new), sides)

    def missing(self, model: Model, side: int, chain: Chain) -> tuple[Value, Expr | None]:
        """What is missing for the last statement of a chain to behave differently in this version than in the other. If
        it is reached: the condition under which it does, on the same path. If not: what keeps the run away."""
        if model not in self._symbolic:
            replays = [self._run(version, model)[1] for version in self._versions]
            times = [_times(replayed.acts, v) for v, replayed in zip(self._versions, replays, strict=True)]
            self._symbolic[model] = [(r.graph, t) for r, t in zip(replays, times, strict=True)]
        (graph, own), (_, others) = self._symbolic[model][side], self._symbolic[model][1 - side]
        nodes = {node for node in chain.nodes if self._versions[side].tells[node]}
        found: Value = False
        is_reached = False
        for time, act in own.items():
            if act.node in nodes:
                is_reached = True
                other = others.get(time)
                found = expr.or_(found, True if other is None else unlike(act.deed, other.deed), 1)
        if is_reached:
            return found, None
        return False, obstacle(graph, nodes)

    def _run(self, version: _Version, model: Model, concrete: bool = False) -> tuple[Path, Acts]:
        state, code = version.machine.start(model, concrete)
        path = version.machine.run(state, code)
        return path, Acts(version.machine, version.graphs.graph(path), state.values)


def _is_entered(machine: Machine, call: Call) -> bool:
    """Does a call enter a function of the program?"""
    return not isinstance(call.callee, Symbol) or machine.is_defined(call.callee.name)


def _deed(act: Act | None) -> Deed | None:
    return None if act is None else act.deed


def _times(acts: Sequence[Act], version: _Version) -> dict[_Time, Act]:
    """The acts that are worth comparing, by time."""
    found: dict[_Time, Act] = {}
    counted: Counter[tuple[int, tuple[int, ...]]] = Counter()
    for act in acts:
        if version.tells[act.node]:
            where = (version.shared[act.node], tuple(version.shared[node] for node in act.calls))
            found[(*where, counted[where])] = act
            counted[where] += 1
    return found


def _met(graph: Dynamic, version: _Version, different: set[int]) -> frozenset[int]:
    """The chains along which one of the `different` instances is reached through instances that are all different."""
    at: dict[int, list[tuple[int, int]]] = {}
    for chain in version.chains:
        before = 0 if chain.before is None else 1 << chain.before.number
        for node in chain.nodes:
            at.setdefault(node, []).append((1 << chain.number, before))
    record, tells, visible = graph.record, version.tells, version.visible
    handed: list[int] = []
    found = 0
    for instance, node in enumerate(record.nodes):
        parent = record.parents[instance]
        carried = handed[parent] if parent >= 0 else 0
        for source in (*record.data[instance], *record.choosing.get(instance, ())):
            carried |= handed[source]
        for span in record.potential.get(instance, ()):
            for source in span.instances:
                carried |= handed[source]
        if not visible[node]:
            handed.append(carried)
            continue
        own = 0
        if not tells[node] or instance in different:
            for bit, before in at.get(node, ()):
                if not before or carried & (before | bit):
                    own |= bit
        if tells[node]:
            found |= own
        handed.append(own | carried if version.passes[node] else own)
    return frozenset(n for n in range(found.bit_length()) if found >> n & 1)
