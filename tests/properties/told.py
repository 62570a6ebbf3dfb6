"""What `secateur approximate` reports about lines and variables, compared with what a print at that line shows.

A copy of the program prints its variables at the beginning of its lines; the questions are about the original.

    python -m properties.told 300 0        (in tests/)
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from secateur.approximation.places import NoSuchPlace, Variables
from secateur.approximation.strategy import Depth, Expansions, Strategy
from secateur.approximation.study import Study
from secateur.expr import Expr, Substitution, Value, conj, eq, wrap
from secateur.machine.machine import Machine
from secateur.machine.widths import width_of
from secateur.solver import Solver, by_name

from .containment import Failure, Tally, possible, program_of, shown
from .instances import Observatory
from .random_shapes import Shapes
from .smaller import smaller

#: Variables of `f` that are integers.
NAMES = ("x", "y", "z", "a", "b", "k", "g", "h", "l")

_STATEMENT = re.compile(
    r"    +(?!int |else|case|default|break|continue|goto|out|again|inagain|struct|union|char|long|static)[^}].*;"
)
_STRATEGIES: tuple[Callable[[], Strategy], ...] = (Strategy, lambda: Depth(2), lambda: Depth(4), lambda: Expansions(30))


@dataclass(frozen=True)
class Sight:
    """The values at the beginning of a line."""

    line: int
    values: dict[str, int]


def talking(text: str) -> tuple[str, dict[int, tuple[str, ...]]]:
    """The program with prints, and the variables printed at each line."""
    lines = text.splitlines()
    printed: dict[int, tuple[str, ...]] = {}
    for start, line in enumerate(lines):
        if re.match(r"(static )?int (f|other)\(int a", line):
            printed |= _talking(lines, start)
    head = next(n for n, line in enumerate(lines) if line.startswith("struct "))
    lines[head] += " int printf(const char *, ...);"
    return "\n".join(lines) + "\n", printed


def _talking(lines: list[str], start: int) -> dict[int, tuple[str, ...]]:
    """Add prints to the function that begins at a line: to the statements after its declarations."""
    end = lines.index("}", start)
    declared = " ".join(lines[start:end])
    names = tuple(n for n in NAMES if n in "abkgh" or re.search(rf"\b(int|long) {n} =", declared))
    first = start + 2
    while re.match(r"    ((int|struct|union|char|long) .*=|if \(fuel)", lines[first]):
        first += 1
    printed = {}
    for number in range(first, end):
        if _STATEMENT.fullmatch(lines[number]):
            values = ", ".join(f"(long){n}" for n in names)
            words = " ".join("%ld" for _ in names)
            lines[number] = f'printf("@{number + 1} {words}\\n", {values}); {lines[number].strip()}'
            printed[number + 1] = names
    return printed


def sights(output: bytes, printed: dict[int, tuple[str, ...]]) -> Iterator[Sight]:
    for found in re.finditer(rb"@(\d+)((?: -?\d+)+)\n", output):
        line = int(found[1])
        yield Sight(line, dict(zip(printed[line], map(int, found[2].split()), strict=True)))


class Teller:
    """A program, and runs of its printing copy."""

    def __init__(self, text: str, number: int) -> None:
        self.chance = Random(number)
        self.text = text
        nullable = number % 2 == 0
        self.observatory = Observatory(program_of(text, nullable))
        loud, self.printed = talking(text)
        machine = Machine(program_of(loud, nullable))
        models = [run.path.model for run in self.observatory.runs(self.chance, explored=5, random=5)]
        machine.variables = self.observatory.machine.variables
        self.runs: list[tuple[tuple[int, ...], list[Sight]]] = []
        for model in models:
            path = machine.run(*machine.start(model, concrete=True))
            output = b"".join(piece for _, piece in path.output if isinstance(piece, bytes))
            self.runs.append((model, list(sights(output, self.printed))))
        self.inputs = dict(self.observatory.machine.variables)

    def study(self, line: int | None, tally: Tally) -> Study:
        program = self.observatory.machine.program
        solver = Solver(by_name("bitwuzla"), timeout=1.0)
        return Study(program, "f", solver, self.chance.choice(_STRATEGIES)(), self.chance.randint(0, 2), line)

    def failures(self, tally: Tally, seconds: float = 8.0) -> Iterator[Failure]:
        """From the program's start."""
        study = self.study(None, tally)
        deadline = time.monotonic() + seconds
        for model, seen in self.runs:
            given = {name: _given(model, v) for (name, *_), v in self.inputs.items()}
            yield from self._compared(study, given, seen, tally, deadline)

    def failures_from(self, tally: Tally, seconds: float = 8.0) -> Iterator[Failure]:
        """From a line in the middle: its variables are the inputs."""
        inside = self.text.splitlines().index(next(t for t in self.text.splitlines() if t.startswith("int f(")))
        lines = sorted({s.line for _, seen in self.runs for s in seen if s.line > inside})
        if not lines:
            return
        line = self.chance.choice(lines)
        try:
            study = self.study(line, tally)
        except NoSuchPlace:
            return
        deadline = time.monotonic() + seconds
        for _, seen in self.runs:
            places = [n for n, s in enumerate(seen) if s.line == line]
            if places:
                place = self.chance.choice(places)
                study.to(line)
                yield from self._compared(study, seen[place].values, seen[place:], tally, deadline)

    def _compared(
        self,
        study: Study,
        given: dict[str, int],
        seen: list[Sight],
        tally: Tally,
        deadline: float,
    ) -> Iterator[Failure]:
        approximation, variables = study.approximation, Variables(study.approximation)
        for sight in self.chance.sample(seen, min(6, len(seen))):
            if time.monotonic() > deadline:
                tally.unfinished += 1
                return
            try:
                points = study.to(sight.line).points
            except NoSuchPlace:
                continue
            name = self.chance.choice(sorted(sight.values))
            said: list[tuple[Value, Value]] = []
            matches: list[Value] = []
            for point in points:
                ((_, value, kind),) = variables.at(point, name)
                width = value.width if isinstance(value, Expr) else width_of(kind)
                condition = approximation.condition(point)
                said.append((condition, value))
                matches.append(conj([condition, eq(value, wrap(sight.values[name], width), width)]))
            fixed = _fixed(study, given)
            if possible((fixed.apply(m) for m in matches), study.solver, tally) is False:
                where = f"{name} with {type(study.strategy.base).__name__}, {study.rounds} rounds, from {study.start}"
                yield Failure("f", sight.line, where, sight.values[name], str(given), shown(said))


def _given(model: tuple[int, ...], variable: Expr) -> int:
    number: int = variable.args[0]
    return model[number] if number < len(model) else 0


def _fixed(study: Study, given: dict[str, int]) -> Substitution:
    found: dict[Expr, Value] = {}
    for (name, width, _), variable in study.machine.variables.items():
        if name in given:
            found[variable] = wrap(given[name], width)
    return Substitution(found)


def check(text: str, number: int, tally: Tally) -> Failure | None:
    started = time.perf_counter()
    teller = Teller(text, number)
    found = next(teller.failures(tally), None) if number % 3 else next(teller.failures_from(tally), None)
    tally.programs += 1
    tally.seconds += time.perf_counter() - started
    if found is not None:
        tally.failures.append(("", text, found))
    return found


def main(count: str = "300", start: str = "0") -> None:
    tally = Tally()
    for number in range(int(start), int(start) + int(count)):
        text = Shapes(number, small=number % 2 == 0).text
        try:
            failure = check(text, number, tally)
        except Exception as error:  # a survey continues
            key = f"{type(error).__name__}: {error}"[:150]
            tally.raised[key] += 1
            tally.examples.setdefault(key, str(number))
            continue
        if failure is not None:
            less = smaller(text, lambda attempt, n=number: _fails(attempt, n))  # type: ignore[misc]
            print(f"--- {number}: {failure}\n{less}", flush=True)
    print(f"told: {tally}")


def _fails(text: str, number: int) -> bool:
    try:
        return check(text, number, Tally()) is not None
    except Exception:
        return False


if __name__ == "__main__":
    main(*sys.argv[1:])
