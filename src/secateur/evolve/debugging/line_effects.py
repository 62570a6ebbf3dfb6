"""What a line did in a run, and with which values: enough to decide whether a rewritten line still does the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from secateur.dependence.trace.dynamic import Dynamic
from secateur.ir.model import Call, Load, Operand, Return, Store
from secateur.ir.types import PointerType
from secateur.machine.path import Value

#: A value that leaves the line, the places written, or the functions called.
LineEffect = tuple[str, object]


class Effects:
    """The effects of the instances of one run, by line. Values are over the inputs, places and functions have names, so
    that effects of two versions can be compared."""

    def __init__(self, graph: Dynamic, values: Iterable[tuple[str, int, Value]]) -> None:
        self.graph = graph
        self._values = self._by_instance(values)

    def of(self, instances: Iterable[int]) -> list[list[LineEffect]]:
        """The effects of these instances, all of one line, without values used only within the line: one list for each
        time that the line was run."""
        here = set(instances)
        record = self.graph.record
        served = {d for i in here if i in self._values for d in record.data[i]}
        rounds: list[list[LineEffect]] = []
        seen: set[int] = set()
        for instance in sorted(here):
            node = record.nodes[instance]
            if node in seen or not rounds:
                rounds.append([])
                seen.clear()
            seen.add(node)
            rounds[-1] += self._effects(instance, instance not in served)
        return rounds

    def _effects(self, instance: int, leaves: bool) -> Iterator[LineEffect]:
        """What one instance does; `leaves`: its value is used outside of the line."""
        static, node = self.graph.static, self.graph.record.nodes[instance]
        item = static.code.items[node]
        if isinstance(item, Store):
            places = static.points_to.writes(node)
            names = (static.points_to.locations[n].name for n in range(places.bit_length()) if places >> n & 1)
            yield "writes", frozenset(names)
        elif isinstance(item, Call):
            yield "calls", (frozenset(static.points_to.callees(node)), self._arguments(item, instance))
        if instance in self._values and leaves:
            yield "value", self._shown(instance)

    def _arguments(self, call: Call, instance: int) -> tuple[object, ...]:
        """What a function is called with; where pointers lead cannot be compared."""
        makers = self.graph.record.passed.get(instance, ())
        numbers = [(each, maker) for each, maker in zip(call.arguments, makers, strict=False) if _is_number(each)]
        return tuple(self._shown(maker) if maker >= 0 else each for each, maker in numbers)

    def inputs(
        self, instances: Iterable[int], line: Callable[[int], tuple[str, int]]
    ) -> list[tuple[tuple[object, ...], object]]:
        """The values that these instances get from elsewhere, each with the lines that produced it (`line` gives the
        line of an instance). Inputs of the test come from no line, and are told apart by their value."""
        here = set(instances)
        record, items = self.graph.record, self.graph.static.code.items
        found: list[tuple[tuple[object, ...], object]] = []
        for instance in sorted(here):
            makers = (*record.data[instance], *(m for m in record.passed.get(instance, ()) if m >= 0))
            outside = [d for d in makers if d not in here]
            if isinstance(items[record.nodes[instance]], Load):
                found.append((tuple(sorted({line(d) for d in outside})), self._shown(instance)))
            else:
                found += [((line(d) if line(d)[1] else self._source(d),), self._shown(d)) for d in outside]
        return found

    def _source(self, instance: int) -> object:
        """What stands for the line of an instance that has none."""
        is_input = isinstance(self.graph.static.code.items[self.graph.record.nodes[instance]], Call)
        return self._shown(instance) if is_input else 0

    def _shown(self, instance: int) -> object:
        """The value of an instance; that of a `return` is what it returns."""
        record, items = self.graph.record, self.graph.static.code.items
        item = items[record.nodes[instance]]
        while isinstance(item, Return):
            if not record.data[instance]:
                return item.value
            instance = record.data[instance][0]
            item = items[record.nodes[instance]]
        value = self._values.get(instance)
        return repr(value) if isinstance(value, float) else value

    def _by_instance(self, values: Iterable[tuple[str, int, Value]]) -> dict[int, Value]:
        """The k-th value of a register belongs to the k-th instance of the instruction that defines it."""
        units = self.graph.static.code.units
        queues: dict[int, list[Value]] = {}
        for function, register, value in values:
            node = units[function].homes[register]
            queues.setdefault(node, []).append(value)
        found: dict[int, Value] = {}
        seen: dict[int, int] = {}
        for instance, node in enumerate(self.graph.record.nodes):
            if node in queues:
                position = seen[node] = seen.get(node, -1) + 1
                if position < len(queues[node]):
                    found[instance] = queues[node][position]
        return found


def _is_number(operand: Operand) -> bool:
    return not isinstance(operand.type, PointerType)
