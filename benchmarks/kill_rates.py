"""How many mutants the tests of each technique kill: `python benchmarks/kill_rates.py` (part of `make bench`).

As in Tables 10 and 11 of Wang et al., "Dependence Guided Symbolic Execution". The tests of a technique are its paths,
one input each. A test kills a mutant if both behave differently: another result, output or end. Mutants are not
filtered: some are equivalent to the original, and no test kills them.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from mutations import KINDS, SUBJECTS, Mutant, mutants, spread
from rich.console import Console
from table import show_by_subject

from secateur.exploration.result import Result
from secateur.expr import Expr
from secateur.frontend.errors import FrontendError
from secateur.harness.subject import Subject, load
from secateur.jobs.plan import Plan
from secateur.machine.fault import DEFAULT_CHECKS
from secateur.machine.machine import Machine
from secateur.options import Budget, Compiling, Inputs, Limits, Solving

ROOT = Path(__file__).parent.parent
TECHNIQUES = ("full", "dgse", "dgse-published", "pse", "rsc")
COUNT = 60
#: A mutant that runs longer than this on one input loops, and behaves differently.
LONGEST = 100_000

Variables = dict[tuple[str, int, str], Expr]
Model = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class KillRow:
    """`kills`: mutants killed, and how many there are, by kind. `unique`: killed by these tests, but not by those of
    full exploration; `lost`: the other way round."""

    subject: str
    technique: str
    tests: int
    killed: int
    mutants: int
    unique: int
    lost: int
    seconds: float
    kills: Mapping[str, tuple[int, int]]


def explored(subject: Subject, technique: str, variables: Variables) -> Result:
    """All explorations share the variables, so that their models can be exchanged."""
    plan = Plan(subject, DEFAULT_CHECKS, Limits(), Budget(), Solving(answer_cache=False))
    made = plan.technique(technique)
    machine = made.machine(subject.program, "main", DEFAULT_CHECKS)
    machine.variables = variables
    result = plan.explore(made, machine=machine)
    if result.counts.limited or result.counts.unknown:
        raise SystemExit(f"{technique} did not finish on {subject.source}")
    return result


class Behaviour:
    """Runs one version on given inputs."""

    def __init__(self, subject: Subject, variables: Variables) -> None:
        limits = Limits(max_instructions=LONGEST)
        self._machine = Machine(subject.program, "main", DEFAULT_CHECKS, limits)
        self._machine.variables = variables

    def on(self, model: Model) -> tuple[object, ...]:
        path = self._machine.run(*self._machine.start(model, concrete=True))
        fault = path.fault and (path.fault.kind, path.fault.position.line)
        observed = tuple((each.name, each.value) for each in path.observations)
        return path.ending, path.status, fault, observed, tuple(path.output)


def compiled(text: str, like: Path, folder: Path, function: str, defines: tuple[str, ...]) -> Subject | None:
    """None if it does not compile."""
    file = folder / like.name
    file.write_text(text)
    try:
        return load([f"{file}:{function}"], Compiling((str(like.parent),), defines), Inputs())
    except FrontendError:
        return None


def killers(
    mutant: Behaviour, expected: Mapping[Model, tuple[object, ...]], suites: list[frozenset[Model]]
) -> list[bool]:
    """By suite: does it kill the mutant? An input of several suites is run once."""
    killed = [False] * len(suites)
    for model, wanted in expected.items():
        open_ones = [n for n, suite in enumerate(suites) if not killed[n] and model in suite]
        if open_ones and mutant.on(model) != wanted:
            for number in open_ones:
                killed[number] = True
            if all(killed):
                break
    return killed


def measure(name: str, count: int, techniques: tuple[str, ...]) -> list[KillRow]:
    function, defines = SUBJECTS[name]
    source = ROOT / "benchmarks" / "subjects" / f"{name}.c"
    text = source.read_text()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        original = compiled(text, source, folder, function, defines)
        assert original is not None
        variables: Variables = {}
        results = [explored(original, technique, variables) for technique in techniques]
        suites = [frozenset(path.model for path in result.paths) for result in results]
        behaviour = Behaviour(original, variables)
        expected = {p.model: behaviour.on(p.model) for result in results for p in result.paths}
        tried: list[tuple[Mutant, list[bool]]] = []
        for mutant in spread(list(mutants(text)), count):
            changed = compiled(mutant.text, source, folder, function, defines)
            if changed is not None:
                tried.append((mutant, killers(Behaviour(changed, variables), expected, suites)))
    return [_row(name, technique, results[n], n, tried) for n, technique in enumerate(techniques)]


def _row(subject: str, technique: str, result: Result, number: int, tried: list[tuple[Mutant, list[bool]]]) -> KillRow:
    """`full` is the first technique."""
    by_kind = {
        kind: (sum(k[number] for m, k in tried if m.kind == kind), sum(m.kind == kind for m, _ in tried))
        for kind in KINDS
    }
    return KillRow(
        subject,
        technique,
        len(result.paths),
        sum(killed[number] for _, killed in tried),
        len(tried),
        sum(killed[number] and not killed[0] for _, killed in tried),
        sum(killed[0] and not killed[number] for _, killed in tried),
        result.seconds,
        by_kind,
    )


def show(console: Console, rows: Iterable[KillRow]) -> None:
    titles = ("technique", "tests", "mutants", "killed", "rate", "only by it", "only by full", *KINDS, "seconds")
    show_by_subject(
        console,
        titles,
        (
            (
                row.subject, row.technique, f"{row.tests:,}", str(row.mutants), str(row.killed),
                _rate(row.killed, row.mutants), str(row.unique), str(row.lost),
                *(_rate(*row.kills[kind]) for kind in KINDS), f"{row.seconds:.2f}",
            )
            for row in rows
        ),
    )  # fmt: skip


def _rate(killed: int, count: int) -> str:
    return f"{killed / count:.1%}" if count else "–"


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    words.add_argument("subjects", nargs="*", default=list(SUBJECTS))
    words.add_argument("--count", type=int, default=COUNT, help="mutants per subject")
    words.add_argument("--techniques", default=",".join(TECHNIQUES), help="the first is the one to compare with")
    words.add_argument("--json", type=Path, help="also write the rows to this file")
    given = words.parse_args()
    techniques = tuple(given.techniques.split(","))
    rows = [row for subject in given.subjects for row in measure(subject, given.count, techniques)]
    show(Console(width=180), rows)
    if given.json:
        given.json.write_text(json.dumps([asdict(row) for row in rows], indent=1))


if __name__ == "__main__":
    main()
