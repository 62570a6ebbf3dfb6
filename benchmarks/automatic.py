"""Measures `auto` against the best single technique: `python benchmarks/automatic.py` (part of `make bench`).

On every subject of the other benchmarks, with forks by target, as in `explore`. The explorations of a subject run at
the same time on one core, each in a process of its own, so that whatever slows the machine slows all techniques alike:
the seconds of two runs are only comparable if they were measured together. The round with the least seconds in all
counts. The seconds are CPU time with the solver's processes, without compiling. Counted work does not vary: runs,
instructions, questions to the solver's back end, and work by the prices with which `pse` and `auto` decide.

The last columns: CPU of `auto` divided by that of the best technique, and whether this is within the bounds: 1.25 times
the best and 0.2 s more; on slow subjects, where full exploration needs `SLOW` seconds, 1.1 times.
"""

from __future__ import annotations

import gc
import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated

import typer
from catalogue import BENCHMARKS, ROOT
from forks import SUBJECTS as FORKED
from parsers import PARSERS, SIZES, explored
from rich.console import Console
from rich.table import Table
from techniques import SUBJECTS as REDUCED

from secateur.exploration.balance import INFEASIBLE, RUN
from secateur.exploration.techniques.pse import Pse
from secateur.harness.subject import load
from secateur.ir.model import Program
from secateur.ir.targets import by_target
from secateur.options import Compiling, Inputs

TECHNIQUES = ("full", "pse", "dgse", "auto")
#: CPU seconds of full exploration from which a subject is slow.
SLOW = 2.0


@dataclass(frozen=True, slots=True)
class Subject:
    spec: str
    macros: tuple[str, ...] = ()
    buffer: int = 4
    string: int | None = None

    @property
    def name(self) -> str:
        size = "" if self.string is None else f" {self.string} bytes"
        return " ".join([self.spec.rpartition("/")[2].removesuffix(".c"), *self.macros]) + size

    def program(self) -> Program:
        return by_target(load([self.spec], Compiling((), self.macros), Inputs(self.buffer, self.string)).program)


@dataclass(frozen=True, slots=True)
class Run:
    """One exploration. `work`: by the prices of `secateur.exploration.balance`; of techniques that do not count it,
    their runs alone."""

    seconds: float
    complete: bool
    paths: int
    instructions: int
    queries: int
    work: int


def subjects() -> list[Subject]:
    found = [Subject(each.spec, (), each.buffer, each.string) for each in BENCHMARKS]
    found += [_from_options(spec, options) for spec, options in REDUCED]
    found += [Subject(*each) for each in FORKED]
    found += [Subject(f"benchmarks/subjects/{s}", ("BUG",), 4, n) for s in PARSERS.values() for n in SIZES]
    return list(dict.fromkeys(found))


def _from_options(spec: str, options: Sequence[str]) -> Subject:
    given = dict(zip(options[::2], options[1::2], strict=True))
    macros = (given["-D"],) if "-D" in given else ()
    string = int(given["--string"]) if "--string" in given else None
    return Subject(spec, macros, int(given.get("--buffer", "4")), string)


def explore(program: Program, technique: str, limit: float) -> Run:
    gc.collect()
    chosen, result, seconds = explored(program, technique, limit)
    work = result.instructions + RUN * result.explored + INFEASIBLE * result.counts.infeasible
    work = chosen.balance.work if isinstance(chosen, Pse) else work
    return Run(seconds, result.complete, result.explored, result.instructions, result.solver.queries, work)


def together(program: Program, techniques: Sequence[str], limit: float) -> dict[str, Run]:
    """Each in a copy of this process: what one exploration leaves behind must not help or hinder another."""
    started = {technique: _start(program, technique, limit) for technique in techniques}
    found = {}
    for technique, (child, reading) in started.items():
        with os.fdopen(reading) as given:
            told = given.read()
        _, status = os.waitpid(child, 0)
        if status:
            raise SystemExit("an exploration failed")
        found[technique] = Run(**json.loads(told))
    return found


def _start(program: Program, technique: str, limit: float) -> tuple[int, int]:
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        with os.fdopen(writing, "w") as out:
            json.dump(asdict(explore(program, technique, limit)), out)
        os._exit(0)
    os.close(writing)
    return child, reading


def measured(subject: Subject, techniques: Sequence[str], rounds: int, limit: float) -> dict[str, Run]:
    program = subject.program()
    return min(
        (together(program, techniques, limit) for _ in range(rounds)),
        key=lambda found: sum(run.seconds for run in found.values()),
    )


def verdict(found: dict[str, Run]) -> tuple[str, str]:
    """The share of `auto`, and whether it is within the bounds."""
    done = {name: run.seconds for name, run in found.items() if run.complete}
    if "auto" not in done or len(done) < 2:
        return "", ""
    best = min(seconds for name, seconds in done.items() if name != "auto")
    auto = done["auto"]
    is_slow = "full" not in done or done["full"] > SLOW
    within = auto <= (1.1 * best if is_slow else 1.25 * best + 0.2)
    return f"{auto / best:.2f}", "yes" if within else "NO"


def rows(found: dict[str, Run]) -> Iterator[str]:
    for run in found.values():
        yield f"{run.seconds:.2f}" + ("" if run.complete else "+")
    for run in found.values():
        yield f"{run.paths:,}, {run.instructions / 1e6:.2f}, {run.queries}, {run.work / 1e6:.2f}"


def main(
    only: Annotated[list[str] | None, typer.Option(metavar="TEXT", help="Subjects with this in their name.")] = None,
    technique: Annotated[list[str] | None, typer.Option(help="A technique; may be repeated.")] = None,
    repeat: Annotated[int, typer.Option(help="Number of rounds.", min=1)] = 2,
    limit: Annotated[float, typer.Option(help="CPU seconds for each exploration.")] = 60.0,
    to: Annotated[Path | None, typer.Option("--json", metavar="FILE", help="Write the figures as JSON.")] = None,
) -> None:
    """Measure auto against the best single technique."""
    os.chdir(ROOT)
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    techniques = technique or TECHNIQUES
    counted = "runs, M instructions, queries, M work"
    table = Table("subject", *(f"{name}: s" for name in techniques), *(f"{name}: {counted}" for name in techniques))
    table.add_column("auto / best")
    table.add_column("within")
    figures = []
    with Console(stderr=True).status("") as status:
        for subject in subjects():
            if only and not any(text in subject.name for text in only):
                continue
            status.update(subject.name)
            found = measured(subject, techniques, repeat, limit)
            table.add_row(subject.name, *rows(found), *verdict(found))
            figures.append({"subject": subject.name, **{name: asdict(run) for name, run in found.items()}})
            if to is not None:
                to.write_text(json.dumps(figures, indent=1) + "\n")
    Console(width=220).print(table)


if __name__ == "__main__":
    typer.run(main)
