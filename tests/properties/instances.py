"""Every value that a run computed: what an analysis of all runs must contain."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from secateur.dependence.control.code import Code
from secateur.dependence.trace.graphs import Graphs
from secateur.exploration.loop import Explorer
from secateur.exploration.techniques.full import Full
from secateur.expr import Expr, to_bits, to_float
from secateur.expr.concrete import wrap
from secateur.ir.model import Call, Operand, Program, Register, Return, Symbol
from secateur.machine.constants import constant_value
from secateur.machine.machine import Machine
from secateur.machine.path import Path, Value
from secateur.options import Budget, Limits
from secateur.solver import Solver, by_name

#: Most random inputs are taken from these: programs compare with small numbers, and mask.
FEW = (0, 0, 1, 1, 2, 3, 4, 5, 7, -1, -2, 100, 255, 1 << 31, (1 << 31) - 1)


@dataclass(frozen=True, slots=True)
class Instance:
    """One execution of an instruction. `value` is its result; None if it has none or the run ended in it."""

    node: int
    value: object


@dataclass(frozen=True)
class Observed:
    """A run under an input, from its first instruction to its last."""

    path: Path
    instances: tuple[Instance, ...]


#: Maximum number of instructions of a run that are considered.
LONGEST = 20_000


class Observatory:
    """Runs a program. `machine` is symbolic, and all runs share its variables."""

    def __init__(self, program: Program) -> None:
        limits = Limits(max_instructions=LONGEST)
        self.machine = Machine(program, limits=limits)
        self._concrete = Machine(program, limits=limits, record=True, values=True)
        self._concrete.variables = self.machine.variables
        self.graphs = Graphs(self._concrete)

    @property
    def code(self) -> Code:
        return self.graphs.static.code

    def runs(self, chance: Random, explored: int, random: int) -> list[Observed]:
        """Runs on inputs from an exploration, so that unlikely places are covered, and on random inputs."""
        solver = Solver(by_name("bitwuzla"), timeout=1.0)
        budget = Budget(timeout=2.0, max_paths=4 * explored)
        found = [path.model for path in Explorer(self.machine, solver, Full(), "random", budget).run().paths]
        models = chance.sample(found, min(explored, len(found)))
        variables = list(self.machine.variables.values())
        models += [tuple(_drawn(chance, variable) for variable in variables) for _ in range(random)]
        return [self.run(model) for model in dict.fromkeys(models) if not _has_nan(variables, model)]

    def run(self, model: tuple[int, ...]) -> Observed:
        state, code = self._concrete.start(model, concrete=True)
        path = self._concrete.run(state, code)
        nodes = self.graphs.graph(path).record.nodes
        return Observed(path, tuple(_instances(self.code, self._concrete, nodes, state.values)))


def _has_nan(variables: Sequence[Expr], model: Sequence[int]) -> bool:
    """The payload of a NaN is unspecified."""
    floats = (v for v in variables if v.kind in ("f32", "f64") and v.args[0] < len(model))
    return any(math.isnan(to_float(model[v.args[0]], v.width)) for v in floats)


def _drawn(chance: Random, variable: Expr) -> int:
    if variable.kind in ("f32", "f64"):
        return to_bits(chance.choice((0.0, -0.0, 1.0, -1.0, 0.5, 2.5, 7.0, -100.0, 1e9, float("inf"))), variable.width)
    value = chance.choice(FEW) if chance.random() < 0.8 else chance.getrandbits(64)
    return value & 1 if variable.width == 1 else wrap(value, variable.width)


class _Frame:
    """An activation: its registers as far as they are known, and the call that created it."""

    def __init__(self, call: int | None, registers: dict[int, object]) -> None:
        self.call = call
        self.registers = registers

    def value(self, operand: Operand | None, machine: Machine) -> object:
        if operand is None or isinstance(operand, Register):
            return None if operand is None else self.registers.get(operand.index)
        return constant_value(operand, machine)


def _instances(
    code: Code, machine: Machine, nodes: Sequence[int], values: Sequence[tuple[str, int, Value]]
) -> Iterator[Instance]:
    """Combine what was executed with what was computed; the latter does not include the results of calls of defined
    functions."""
    frames = [_Frame(None, {})]
    computed = iter(values)
    for number, node in enumerate(nodes):
        item, frame = code.items[node], frames[-1]
        if isinstance(item, Return):
            yield Instance(node, None)
            frames.pop()
            if frame.call is None:
                frames.append(_Frame(None, {}))  # functions that run at exit have no caller
                continue
            call = code.items[frame.call]
            assert isinstance(call, Call)
            if call.result is not None:
                value = frames[-1].registers[call.result.index] = frame.value(item.value, machine)
                yield Instance(frame.call, value)
            continue
        following = nodes[number + 1] if number + 1 < len(nodes) else -1
        if isinstance(item, Call) and following == node:
            continue  # one of its instances represents the arguments
        if isinstance(item, Call) and following >= 0 and _enters(code, item, node, following):
            arguments = {n: frame.value(a, machine) for n, a in enumerate(item.arguments) if n not in item.by_value}
            frames.append(_Frame(node, arguments))
            yield Instance(node, None)
            continue
        result: Register | None = getattr(item, "result", None)
        if result is None:
            yield Instance(node, None)
            continue
        function, register, made = next(computed, ("", -1, None))
        if register >= 0:
            assert (function, register) == (code.owner[node].function.name, result.index)
        frame.registers[result.index] = made
        yield Instance(node, made)
    assert next(computed, None) is None, "everything computed was executed"


def _enters(code: Code, call: Call, node: int, following: int) -> bool:
    """Is the next executed instruction inside the called function?"""
    if isinstance(call.callee, Symbol):
        return call.callee.name in code.units
    return code.owner[following] is not code.owner[node] or code.block_of(following) != code.block_of(node)
