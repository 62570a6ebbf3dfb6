"""Random functions with callers, and what the callers really bring about, by running them in Python.

python -m tests.contracts.random_calls 1000 1
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import secateur

BYTES = 256


class Faulted(Exception):
    """A run ended at this line."""

    def __init__(self, line: int, kind: str) -> None:
        super().__init__(line, kind)
        self.place = (line, kind)


@dataclass
class State:
    a: list[int]
    n: int
    k: int
    s: int = 0

    def read(self, index: int, line: int) -> int:
        if not 0 <= index < len(self.a):
            raise Faulted(line, "out-of-bounds")
        return self.a[index]


Step = tuple[str, Callable[[State, int], None]]


def _loop(rng: random.Random) -> Step:
    more, step, low = rng.choice((0, 0, 0, 1)), rng.choice((1, 1, 2)), rng.choice((0, 0, 1))

    def run(state: State, line: int) -> None:
        for i in range(low, state.n + more, step):
            state.s ^= state.read(i, line)

    return f"for (unsigned i = {low}; i < n + {more}; i += {step}) s ^= a[i];", run


def _last(rng: random.Random) -> Step:
    least, back = rng.randrange(0, 3), rng.randrange(1, 3)

    def run(state: State, line: int) -> None:
        if state.n > least:
            state.s ^= state.read(state.n - back if state.n >= back else 1 << 32, line)

    return f"if (n > {least}) s ^= a[n - {back}];", run


def _at(rng: random.Random) -> Step:
    index, chosen = rng.randrange(0, 6), rng.randrange(0, 4)
    guard = rng.random() < 0.7

    def run(state: State, line: int) -> None:
        if state.k == chosen and (not guard or state.n > index):
            state.s ^= state.read(index, line)

    condition = f"k == {chosen} && n > {index}" if guard else f"k == {chosen}"
    return f"if ({condition}) s ^= a[{index}];", run


def _divide(rng: random.Random) -> Step:
    value, least = rng.randrange(0, 5), rng.randrange(0, 8)

    def run(state: State, line: int) -> None:
        if state.n > least and state.k == value:
            raise Faulted(line, "division-by-zero")

    return f"if (n > {least}) s ^= 8 / (k - {value});", run


STEPS = (_loop, _loop, _last, _at, _divide)


@dataclass
class Caller:
    """`g(x)` calls `f` with an array of `size` elements if `x < below`."""

    name: str
    size: int
    below: int
    factor: int
    plus: int

    def text(self) -> str:
        call = f"f(a, x / {self.factor} + {self.plus}, x % 4)"
        body = f"int a[{self.size}] = {{1, 2}}; return x < {self.below} ? {call} : 0;"
        return f"int {self.name}(unsigned char x) {{ {body} }}"

    def calls(self) -> list[State]:
        content = [1, 2, *[0] * self.size][: self.size]
        return [State(list(content), x // self.factor + self.plus, x % 4) for x in range(min(self.below, BYTES))]


@dataclass
class Program:
    steps: list[Step]
    callers: list[Caller]

    def text(self) -> str:
        lines = ["static int f(const int *a, unsigned n, int k)", "{", "    int s = 0;"]
        lines += [f"    {text}" for text, _ in self.steps]
        return "\n".join([*lines, "    return s;", "}", *(each.text() for each in self.callers)]) + "\n"

    def real(self) -> set[tuple[int, str]]:
        """The faults that callers bring about: line and kind."""
        found = set()
        for caller in self.callers:
            for state in caller.calls():
                try:
                    for number, (_, run) in enumerate(self.steps):
                        run(state, 4 + number)
                except Faulted as fault:
                    found.add(fault.place)
        return found


def random_program(seed: int) -> Program:
    rng = random.Random(seed)
    steps = [rng.choice(STEPS)(rng) for _ in range(rng.randrange(2, 5))]
    callers = []
    for number in range(rng.randrange(1, 3)):
        size, factor = rng.randrange(2, 8), rng.choice((1, 8, 32))
        fitting = max(1, size * factor - rng.choice((0, 0, factor, -factor)))
        callers.append(Caller(f"g{number}", size, min(fitting, 255), factor, rng.choice((0, 0, 1))))
    return Program(steps, callers)


def wrong(program: Program, folder: Path) -> str:
    """What explore says wrongly about a program; empty if nothing."""
    file = folder / "source.c"
    file.write_text(program.text())
    run = secateur.explore(f"{file}:f", callers=1, out=folder / "out", confirm=False)
    real = program.real()
    findings = {(each.line, each.kind) for each in run.findings}
    called = {(each.fault.line, each.fault.kind) for each in run.callers.findings}
    dropped = {(each.line, each.kind) for each in run.callers.dropped}
    if real - findings - called:
        return f"no findings: {sorted(real - findings - called)}"
    if called - real:
        return f"invented: {sorted(called - real)}"
    if dropped & (real - findings - called):
        return f"dropped: {sorted(dropped & real)}"
    return ""


def main() -> None:
    count, seed = int(sys.argv[1]), int(sys.argv[2])
    real = bad = 0
    for number in range(seed, seed + count):
        program = random_program(number)
        real += len(program.real())
        with tempfile.TemporaryDirectory() as folder:
            problem = wrong(program, Path(folder))
        if problem:
            bad += 1
            print(f"seed {number}: {problem}\n{program.text()}", flush=True)
        if not (number - seed + 1) % 50:
            print(f"{number - seed + 1} programs, {real} real faults, {bad} judged wrongly", flush=True)
    print(f"{count} programs, {real} real faults, {bad} judged wrongly")


if __name__ == "__main__":
    main()
