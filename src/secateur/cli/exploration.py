"""What every command that explores asks: which faults, how far, by which solver. And the exploration itself."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import typer

from secateur.cli.errors import fail
from secateur.exploration.budget import Budget
from secateur.exploration.criteria import DEFAULT, Criterion
from secateur.exploration.frontier import ORDERS
from secateur.exploration.loop import Explorer, Progress
from secateur.exploration.options import options_of, parse_options
from secateur.exploration.plugins import registry
from secateur.exploration.postconditions import Journal
from secateur.exploration.result import Result
from secateur.exploration.setup import Setup
from secateur.exploration.technique import Technique
from secateur.exploration.techniques.pse import Pse
from secateur.frontend.compile import Options
from secateur.harness.driver import DriverOptions
from secateur.harness.subject import Havoc, Subject, load
from secateur.machine.fault import ALL_CHECKS, OPTIONAL_CHECKS, FaultKind
from secateur.machine.library import find_builtin
from secateur.machine.machine import Machine
from secateur.machine.state import Limits
from secateur.machine.summary import Summary
from secateur.solver import Solver, by_name

BACKENDS = ("bitwuzla", "z3")
EXTERNALS = ("error", "havoc")
MOST_INSTRUCTIONS = Limits().instructions

Order = Annotated[str, typer.Option(help=f"Which path next: {', '.join(ORDERS)}.")]
Seed = Annotated[int, typer.Option(help="For --order random.")]
Check = Annotated[
    str | None,
    typer.Option(
        help="Checks that can be chosen: all, none, or a list of " + ", ".join(sorted(OPTIONAL_CHECKS)) + ". "
        "The other kinds are always reported. Default: all for C, none for .ll and .bc, where a compiler made "
        "the arithmetic.",
        show_default=False,
    ),
]
Timeout = Annotated[float | None, typer.Option(help="Stop after this many seconds.", min=0)]
MaxPaths = Annotated[int | None, typer.Option(help="Stop after this many paths.", min=1)]
MaxDepth = Annotated[int | None, typer.Option(help="Stop a path after this many symbolic branches.", min=1)]
MaxInstructions = Annotated[
    int, typer.Option(help="Stop a path after this many instructions (an endless loop).", min=1)
]
LoopBound = Annotated[
    int | None,
    typer.Option(help="Stop a path when a symbolic branch is passed more often than this in one call.", min=0),
]
Memory = Annotated[int | None, typer.Option(help="Stop when this many MiB are in use.", min=1)]
Recursion = Annotated[int, typer.Option(help="More calls inside each other than this are a stack overflow.", min=1)]
External = Annotated[str, typer.Option(help="Unknown functions: error, or havoc (return any value).")]
SolverName = Annotated[str, typer.Option(help=f"Solver: {', '.join(BACKENDS)}.")]
SolverTimeout = Annotated[float, typer.Option(help="Seconds that one query may take.", min=0.001)]
Confirm = Annotated[bool, typer.Option("--confirm/--no-confirm", help="Run each fault natively, with sanitizers.")]


Start = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME=NUMBER", help="An input of the first run (default: all are 0). Can be repeated."),
]
Tune = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME=VALUE",
        help="An optimisation of pse: "
        + ", ".join(f"{each.name} ({each.default})" for each in options_of(Pse))
        + ". Can be repeated. docs/pse.md tells what each does.",
    ),
]


@dataclass(frozen=True, slots=True)
class Exploration:
    """A subject and how to explore it, apart from the technique."""

    subject: Subject
    checks: frozenset[FaultKind]
    limits: Limits
    budget: Budget
    order: str
    seed: int
    solver: str
    solver_timeout: float
    criterion: Criterion = DEFAULT
    start: Mapping[str, int] = field(default_factory=dict)
    tuning: Mapping[str, str] = field(default_factory=dict)
    summaries: Mapping[str, Summary] = field(default_factory=dict)

    def run(
        self,
        technique: str,
        report: Callable[[Progress], None] | None = None,
        budget: Budget | None = None,
        journal: Journal | None = None,
    ) -> Result:
        """Explore with a machine and a solver that know nothing yet; within another budget, if one is given."""
        kind = registry().find(technique)
        options = parse_options(kind, self.tuning if kind.options is not None else {})
        made = kind.make(Setup(options=options, criterion=self.criterion, journal=journal))
        return self.explore(made, report, budget)

    def explore(
        self,
        made: Technique,
        report: Callable[[Progress], None] | None = None,
        budget: Budget | None = None,
        machine: Machine | None = None,
    ) -> Result:
        """The same with a technique at hand, and perhaps a machine."""
        if machine is None and self.summaries:
            machine = Machine(self.subject.program, "main", self.checks, self.limits, summaries=self.summaries)
        machine = machine or made.machine(self.subject.program, "main", self.checks, self.limits)
        budget = budget or self.budget
        return Explorer(machine, self.engine(), made, self.order, budget, self.seed, report, self.start).run()

    def machine(self, record: bool = False) -> Machine:
        return Machine(self.subject.program, "main", self.checks, self.limits, record)

    def engine(self) -> Solver:
        return Solver(by_name(self.solver), self.solver_timeout)


def compiled(sources: list[str], options: Options, inputs: DriverOptions, external: str, folder: Path) -> Subject:
    """The subject; stand-ins for unknown functions, if they are to be had, are kept in `folder`."""
    havoc = Havoc(folder / "externals.ll", lambda name: find_builtin(name) is not None)
    return load(sources, options, inputs, havoc if external == "havoc" else None)


def require_known(*choices: tuple[str, str, Collection[str]]) -> None:
    """Each of (option, value, the values that there are), or an error for the user."""
    for name, value, known in choices:
        if value not in known:
            raise fail(f"{name} {value}: unknown; choose one of {', '.join(known)}")


def parse_start(words: list[str] | None) -> dict[str, int]:
    """`["a=-10", "x[0]=3"]` as numbers by name."""
    found = {}
    for name, text in parse_pairs("--start", words).items():
        try:
            found[name] = int(text, 0)
        except ValueError:
            raise fail(f"--start {name}={text}: give a whole number") from None
    return found


def parse_tuning(words: list[str] | None) -> dict[str, str]:
    found = parse_pairs("--tune", words)
    try:
        parse_options(Pse, found)
    except ValueError as error:
        raise fail(f"--tune {error}") from None
    return found


def parse_pairs(option: str, words: list[str] | None) -> dict[str, str]:
    found = {}
    for word in words or ():
        name, equals, value = word.partition("=")
        if not equals or not name.strip():
            raise fail(f"{option} {word}: give NAME=VALUE")
        found[name.strip()] = value.strip()
    return found


def folder_name(sources: list[str]) -> str:
    """`brake-update` for `src/brake.c:update`."""
    target = next((s for s in sources if not Path(s).exists()), sources[0])
    path, _, function = target.partition(":")
    return f"{Path(path).stem}-{function or 'main'}"


def default_checks(sources: list[str]) -> str:
    """Optimised bitcode computes what it does not use, so overflow there says nothing about the source."""
    bitcode = any(s.partition(":")[0].endswith((".ll", ".bc")) for s in sources)
    return "none" if bitcode else "all"


def parse_checks(text: str) -> frozenset[FaultKind]:
    """The kinds to look for. Those that end a program in any case cannot be left out."""
    if text == "all":
        return ALL_CHECKS
    wanted = set() if text == "none" else {word.strip() for word in text.split(",") if word.strip()}
    unknown = wanted - {str(kind) for kind in ALL_CHECKS}
    if unknown:
        raise fail(f"--check {min(unknown)}: unknown; choose from {', '.join(sorted(OPTIONAL_CHECKS))}, all, none")
    return (ALL_CHECKS - OPTIONAL_CHECKS) | {FaultKind(word) for word in wanted}
