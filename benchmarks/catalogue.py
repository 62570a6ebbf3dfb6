"""The programs that are measured: each represents a kind of code that the engine must handle well."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent


@dataclass(frozen=True, slots=True)
class Reference:
    """What another tool needs for the same task. It was not measured by these scripts: see `REFERENCE_NOTE`."""

    paths: int
    seconds: float
    queries: int


REFERENCE_NOTE = (
    "KLEE 3.3: reference figures of the project, not measured in this run; for the regular expressions, KLEE's "
    "program is another matcher of the same kind, so its paths are not the same."
)


@dataclass(frozen=True, slots=True)
class Benchmark:
    """`source` is relative to the project; `buffer` and `string` are the options of `secateur explore`."""

    name: str
    source: str
    function: str
    what: str
    buffer: int = 4
    string: int | None = None
    klee: Reference | None = None

    @property
    def spec(self) -> str:
        return f"{self.source}:{self.function}"


def _own(name: str, what: str, buffer: int = 4, string: int | None = None) -> Benchmark:
    return Benchmark(name, f"benchmarks/programs/{name}.c", name, what, buffer, string)


BENCHMARKS = (
    _own("array_loop", "concrete loops over 100,000 elements"),
    _own("calls", "concrete calls and recursion"),
    _own("pointers", "concrete list and tree on the heap"),
    Benchmark(
        "branches",
        "examples/branches.c",
        "branches",
        "12 independent branches",
        buffer=12,
        klee=Reference(4096, 0.9, 13),
    ),
    Benchmark("sort", "examples/sort.c", "sort5", "bubble sort of 5 ints", buffer=5, klee=Reference(120, 8.0, 665)),
    Benchmark(
        "regexp",
        "examples/regexp.c",
        "matches_hello",
        "regular expressions of 7 bytes",
        string=7,
        klee=Reference(6675, 11.0, 182),
    ),
    _own("tokenizer", "tokenizer and parser on 5 bytes", string=5),
    _own("arithmetic", "products, quotients, overflow"),
    _own("table", "tables with a symbolic index", buffer=6),
    _own("control", "a controller in floating point"),
    _own("statistics", "mean, deviation and outliers of 4 doubles"),
    _own("filter", "a filter of second order, 4 floats"),
    _own("interpolation", "two characteristic curves and a blend"),
    _own("setpoint", "a number read by strtod, 3 bytes", string=3),
)
