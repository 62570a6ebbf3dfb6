"""What a line did in a run, and with which values: enough to decide whether a rewritten line still does the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from secateur.dependence.trace.dynamic import Dynamic
from secateur.ir.model import Call, Load, Store
from secateur.machine.path import Value

#: A value that leaves the line, the places written, or the functions called.
LineEffect = tuple[str, object]


class Effects:
    """The effects of the instances of one run, by line. Values are over the inputs, places and functions have names, so
    that effects of two versions can be compared."""

    def __init__(self, graph: Dynamic, values: Iterable[tuple[str, int, Value]]) -> None:
        self.graph = graph
        self._values = self._by_instance(values)

    def of(self, instances: Iterable[int]) -> list[LineEffect]:
        """The combined effect of these instances, all of one line, without values used only within the line."""
        here = set(instances)
        record, static = self.graph.record, self.graph.static
        served = {d for i in here if i in self._values for d in record.data[i]}
        found: list[LineEffect] = []
        for instance in sorted(here):
            node = record.nodes[instance]
            item = static.code.items[node]
            if isinstance(item, Store):
                places = static.points_to.writes(node)
                names = (static.points_to.locations[n].name for n in range(places.bit_length()) if places >> n & 1)
                found.append(("writes", frozenset(names)))
            elif isinstance(item, Call):
                found.append(("calls", frozenset(static.points_to.callees(node))))
            if instance in self._values and instance not in served:
                found.append(("value", self._shown(instance)))
        return found

    def inputs(self, instances: Iterable[int], line: Callable[[int], int]) -> list[tuple[tuple[int, ...], object]]:
        """The values that these instances get from elsewhere, each with the lines that produced it (`line` gives the
        line of an instance)."""
        here = set(instances)
        record, items = self.graph.record, self.graph.static.code.items
        found: list[tuple[tuple[int, ...], object]] = []
        for instance in sorted(here):
            outside = [d for d in record.data[instance] if d not in here]
            if isinstance(items[record.nodes[instance]], Load):
                found.append((tuple(sorted({line(d) for d in outside})), self._shown(instance)))
            else:
                found += [((line(d),), self._shown(d)) for d in outside]
        return found

    def _shown(self, instance: int) -> object:
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
