"""Checks the guarantee of an approximation: it contains whatever a run computes.

For every executed instruction there must be a copy of it in the approximation whose condition the run's input can
satisfy, with the value that the run computed; stars may have any value.

    python -m properties.containment 1000 0        (in tests/)

surveys many programs and continues after failures; each failing program is shrunk and shown. Kinds of programs and
names of approximations may follow, and `few`, for fewer runs and values of each program.
"""

from __future__ import annotations

import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from random import Random
from typing import Any, Protocol, TypeAlias

from hypothesis import Phase, given, seed, settings

from dependence.random_programs import Program as RandomProgram
from secateur.approximation.approximation import Approximation
from secateur.approximation.operations import Held
from secateur.approximation.strategy import Calls, Depth, Either, Expansions, Never, Strategy
from secateur.expr import Expr, Substitution, Value, conj, eq, ne, size, to_bits, to_c, variables_of
from secateur.frontend.errors import FrontendError
from secateur.harness.errors import HarnessError
from secateur.harness.subject import load
from secateur.ir.model import Program
from secateur.ir.types import FloatType, IntType, PointerType, Type
from secateur.machine.memory import BIAS, SHIFT
from secateur.options import Compiling, Inputs
from secateur.solver import Solver, by_name
from secateur.solver.answer import Sat, Unknown

from . import random_float, random_library
from .differential import MANY, compiled
from .instances import Instance, Observatory, Observed
from .random_c import RandomProgram as CProgram
from .random_c import programs as programs_of_c
from .random_faulty import FaultyProgram, faulty_program
from .random_faulty import programs as faulty_programs
from .random_shapes import Shapes
from .smaller import smaller
from .written import written

Point: TypeAlias = Any


class Approximates(Protocol):
    """The interface of an approximation. A point is a copy of an instruction."""

    def points(self, node: int) -> Iterable[Point]: ...

    def condition(self, point: Point) -> Value: ...

    def value(self, point: Point) -> Held: ...


Make: TypeAlias = Callable[[Observatory], Approximates]


@dataclass(frozen=True)
class Sample:
    """What is checked of a program."""

    runs: int = 5  # on inputs of an exploration, and as many random ones
    instances: int = 5  # maximum number of executions of one instruction, over all runs
    seconds: float = 10.0  # of CPU time; then the remaining instructions are skipped


USUAL = Sample()
#: For many programs in little time.
FEW = Sample(runs=3, instances=2, seconds=4.0)


@dataclass(frozen=True)
class Failure:
    """A value that a run computed, and what the approximation has instead."""

    function: str
    line: int
    instruction: str
    value: object
    inputs: str
    said: tuple[str, ...]

    @property
    def kind(self) -> tuple[str, bool]:
        """What stays the same while a program is shrunk."""
        return self.instruction.split("(")[0], self.value is None

    def __str__(self) -> str:
        said = "\n    ".join(self.said) or "nothing: there is no such point"
        return (
            f"{self.function}, line {self.line}: {self.instruction} is {self.value} for {self.inputs}\n"
            f"  the approximation says\n    {said}"
        )


@dataclass
class Tally:
    programs: int = 0
    checked: int = 0
    exact: int = 0  # decided without a star
    solved: int = 0
    undecided: int = 0
    unfinished: int = 0
    seconds: float = 0.0  # of the approximation and the check
    failures: list[tuple[str, str, Failure]] = field(default_factory=list)
    raised: Counter[str] = field(default_factory=Counter)
    examples: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        left = f" ({self.unfinished} not to the end)" if self.unfinished else ""
        raised = "".join(f"; {count} × {text} ({self.examples[text]})" for text, count in self.raised.items())
        return (
            f"{self.programs:,} programs{left}, {self.checked:,} instances "
            f"({self.exact:,} exact, {self.solved:,} solved, {self.undecided} undecided), "
            f"{len(self.failures)} not contained, {self.seconds:.1f} s{raised}"
        )


class Judge:
    """Compares an approximation with runs of the same program."""

    def __init__(self, observatory: Observatory, approximation: Approximates, tally: Tally) -> None:
        self._observatory = observatory
        self._approximation = approximation
        self._tally = tally
        self._solver = Solver(by_name("bitwuzla"), timeout=1.0)
        self._known: dict[int, list[tuple[Value, Held | None]]] = {}
        self._inputs = [v for (name, *_), v in observatory.machine.variables.items() if not name.startswith("*")]

    def failures(self, runs: Sequence[Observed], chance: Random, sample: Sample = USUAL) -> Iterator[Failure]:
        """At most one per instruction."""
        deadline = time.process_time() + sample.seconds
        seen: dict[int, dict[tuple[int, str], Instance]] = {}
        for number, run in enumerate(runs):
            for instance in run.instances:
                seen.setdefault(instance.node, {}).setdefault((number, repr(instance.value)), instance)
        for node in chance.sample(sorted(seen), len(seen)):
            if time.process_time() > deadline:
                self._tally.unfinished += 1
                return
            instances = sorted(seen[node])
            for number, text in chance.sample(instances, min(sample.instances, len(instances))):
                found = self._check(runs[number], seen[node][number, text])
                if found is not None:
                    yield found
                    break

    def _check(self, run: Observed, instance: Instance) -> Failure | None:
        fixed = Substitution({variable: _given(run, variable) for variable in self._inputs})
        said = self._said(instance.node)
        conditions = (fixed.apply(conj([when, self._agreement(instance, value)])) for when, value in said)
        if possible(conditions, self._solver, self._tally) is not False:
            return None
        code = self._observatory.code
        item = code.items[instance.node]
        inputs = {i.name: _given(run, c) for i in run.path.inputs for c, _ in i.cells if isinstance(c, Expr)}
        function = code.owner[instance.node].function.name
        return Failure(function, item.position.line, repr(item), instance.value, str(inputs), shown(said))

    def _said(self, node: int) -> list[tuple[Value, Held | None]]:
        found = self._known.get(node)
        if found is None:
            result = getattr(self._observatory.code.items[node], "result", None)
            asked = self._approximation
            found = self._known[node] = [
                (asked.condition(p), None if result is None else asked.value(p)) for p in asked.points(node)
            ]
        return found

    def _agreement(self, instance: Instance, value: Held | None) -> Value:
        """The condition that the value of the approximation equals that of the run. Pointers are compared only for
        being null: the addresses of objects are unknown."""
        item = self._observatory.code.items[instance.node]
        if instance.value is None or value is None or isinstance(value, tuple):
            return True
        kind: Type = item.result.type  # type: ignore[union-attr]
        match kind:
            case PointerType():
                return eq(value, 0, 64) if instance.value == 0 else ne(value, 0, 64)
            case IntType(width=width) if isinstance(instance.value, int) and not _is_address(instance.value):
                return eq(value, instance.value, width)
            case FloatType() if isinstance(instance.value, float) and instance.value == instance.value:  # not NaN
                width = 64 if kind.name == "double" else 32
                return eq(value, to_bits(instance.value, width), width)
            case _:
                return True


def possible(conditions: Iterable[Value], solver: Solver, tally: Tally) -> bool | None:
    """Can one of them hold for some values of the stars? None if unknown."""
    tally.checked += 1
    left: list[Value] = []
    for condition in conditions:
        if condition is True:
            tally.exact += 1
            return True
        if condition is not False:
            left.append(condition)
    unknown = False
    for condition in left:
        answer = solver.solve([condition], ())
        if isinstance(answer, Sat):
            tally.solved += 1
            return True
        unknown = unknown or isinstance(answer, Unknown)
    tally.undecided += unknown
    return None if unknown else False


def shown(said: Sequence[tuple[Value, Held | None]]) -> tuple[str, ...]:
    return tuple(f"{_shown(value)} if {_shown(condition)}" for condition, value in said[:8])


def _is_address(number: int) -> bool:
    """Is the number most likely a pointer?"""
    return number >> SHIFT > 0 and BIAS // 2 < number % (1 << SHIFT) < BIAS * 3 // 2


def _given(run: Observed, variable: Expr) -> int:
    number = variable.args[0]
    value = run.path.model[number] if number < len(run.path.model) else 0
    return value != 0 if variable.width == 1 else value


def _shown(value: Held | None) -> str:
    if not isinstance(value, Expr):
        return str(value)
    stars = ", ".join(v.name for v in variables_of(value))
    return to_c(value) if size(value) < 60 else f"({size(value)} nodes over {stars})"


# --- programs


@lru_cache(maxsize=8)
def program_of(text: str, nullable: bool = False) -> Program:
    """The program from its `main`, or `f` with inputs by type; its pointer `q` may be NULL if `nullable`. The last ones
    are kept: a program is checked under several approximations."""
    if re.search(r"\bint main\(", text):
        return compiled(text)
    with written(text) as source:
        names = ("q",) if nullable and "struct item *q)" in text else ()
        return load([f"{source}:f"], Compiling(), Inputs(buffer=2, nullable=names)).program


def texts(kind: str, count: int, start: int) -> list[str]:
    """Programs of one of the generators, by its name in `KINDS`."""
    if kind in ("shapes", "small"):
        return [Shapes(start + n, small=kind == "small").text for n in range(count)]
    if kind == "writing":
        return [_called(faulty_program(Random(start + n), pure=True, writing=True).text) for n in range(count)]
    if kind == "dependence":
        return [RandomProgram(start + n).text for n in range(count)]
    if kind in ("float", "library"):
        write = random_float.write if kind == "float" else random_library.write
        return [write(Random(start + n).randint, depth=1).text for n in range(count)]
    found: list[str] = []

    @seed(start)
    @settings(max_examples=count, phases=[Phase.generate], **MANY)  # type: ignore[arg-type]
    @given(faulty_programs() if kind == "faulty" else programs_of_c(depth=1))
    def collect(program: FaultyProgram | CProgram) -> None:
        found.append(program.text)

    collect()
    return found


def _called(text: str) -> str:
    """Without `main`: the inputs are the parameters of `f`, and not stars as those that a program asks for."""
    return text[: text.index("int main(void)")].replace("static int f(", "int f(")


KINDS = ("small", "shapes", "faulty", "writing", "dependence", "c", "float", "library")


# --- approximations


def maker(strategy: Callable[[], Strategy], rounds: int) -> Make:
    return lambda seen: Approximation(seen.graphs.static, seen.machine, strategy(), rounds)


#: Functions of the generators, not to be entered.
_SOME = ("other", "change", "down", "choose", "count", "node", "helper", "first", "twice", "f0")

MAKERS: dict[str, Make] = {
    **{f"never {rounds}": maker(Never, rounds) for rounds in (0, 1, 2)},
    **{f"depth {most}": maker(partial(Depth, most), rounds) for most, rounds in ((1, 2), (2, 1), (3, 2), (4, 2))},
    "depth 0": maker(partial(Depth, 0), 0),
    **{f"expansions {most}": maker(partial(Expansions, most), 2) for most in (3, 20, 100)},
    "library": maker(Calls, 1),
    "calls": maker(partial(Calls, _SOME), 2),
    "either": maker(lambda: Either(Depth(3), Calls(_SOME[:3])), 1),
}


# --- checking


def _observed(text: str, number: int, most: int) -> tuple[Observatory, list[Observed], Random]:
    observatory, runs, state = _runs(text, number, most)
    chance = Random()
    chance.setstate(state)
    return observatory, runs, chance


@lru_cache(maxsize=4)
def _runs(text: str, number: int, most: int) -> tuple[Observatory, list[Observed], tuple[Any, ...]]:
    """The runs of a program, and the state of the generator behind them; kept for the next approximation."""
    chance = Random(number)
    observatory = Observatory(program_of(text, nullable=number % 2 == 0))
    return observatory, observatory.runs(chance, explored=most, random=most), chance.getstate()


def check(text: str, make: Make, number: int, tally: Tally, name: str = "", sample: Sample = USUAL) -> Failure | None:
    """One program under one approximation; the first failure, if any. `number` seeds inputs and samples."""
    observatory, runs, chance = _observed(text, number, sample.runs)
    started = time.process_time()
    judge = Judge(observatory, make(observatory), tally)
    found = next(judge.failures(runs, chance, sample), None)
    tally.programs += 1
    tally.seconds += time.process_time() - started
    if found is not None:
        tally.failures.append((name, text, found))
    return found


def shrunk(text: str, make: Make, number: int, failure: Failure, most: int = 600) -> tuple[str, Failure]:
    """A smaller program that fails in the same way."""
    last = failure

    def fails(attempt: str) -> bool:
        nonlocal last
        try:
            found = check(attempt, make, number, Tally())
        except (FrontendError, HarnessError):
            return False
        if found is None or found.kind != failure.kind:
            return False
        last = found
        return True

    return smaller(text, fails, most), last


def survey(kinds: Sequence[str], names: Sequence[str], count: int, start: int, sample: Sample = USUAL) -> Tally:
    """Each program under one of the approximations, in turn."""
    tally = Tally()
    for kind in kinds:
        for number, text in enumerate(texts(kind, count // len(kinds), start), start):
            name = names[number % len(names)]
            try:
                failure = check(text, MAKERS[name], number, tally, name, sample)
            except Exception as error:  # a survey continues
                tally.raised[f"{type(error).__name__}: {error}"[:150]] += 1
                tally.examples.setdefault(f"{type(error).__name__}: {error}"[:150], f"{kind} {number}, {name}")
                continue
            if failure is not None:
                _show(kind, number, name, text, failure)
    return tally


def _show(kind: str, number: int, name: str, text: str, failure: Failure) -> None:
    less, failure = shrunk(text, MAKERS[name], number, failure)
    print(f"--- {kind} {number} with {name}: {failure}\n{less}", flush=True)


def main(count: str = "500", start: str = "0", kinds: str = "", names: str = "", sample: str = "usual") -> None:
    started = time.process_time()
    chosen = kinds.split(",") if kinds else KINDS, names.split(",") if names else [*MAKERS]
    tally = survey(*chosen, int(count), int(start), FEW if sample == "few" else USUAL)
    print(f"containment: {tally}; {time.process_time() - started:.1f} s of CPU time in all")


if __name__ == "__main__":
    main(*sys.argv[1:])
