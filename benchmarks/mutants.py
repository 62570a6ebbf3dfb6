"""DiSE against full exploration on seeded mutants: `python benchmarks/mutants.py`.

As in Tables II and III of Yang, Person, Rungta and Khurshid, "Directed Incremental Symbolic Execution". Every mutant of
a subject has one small change: an operator, an operand, a constant, or a missing statement. For each, it shows how many
path conditions and instructions `dise` and full exploration need, whether behaviour differs, and whether every
difference was confirmed natively.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import statistics
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from secateur.assumption import AssumptionKind
from secateur.evolve.behaviour.outcomes import Equality
from secateur.exploration.loop import Explorer
from secateur.exploration.techniques.full import Full
from secateur.frontend.errors import FrontendError
from secateur.harness.subject import load
from secateur.jobs.compared_pair import Compared, PairPlan
from secateur.machine.fault import DEFAULT_CHECKS
from secateur.machine.machine import Machine
from secateur.options import Budget, Compiling, Inputs, Limits, Search, Solving
from secateur.report.impacted_lines import impacted_lines, user_changes
from secateur.report.source_text import SourceText
from secateur.solver import Solver, by_name

ROOT = Path(__file__).parent.parent
SUBJECTS: dict[str, tuple[str, tuple[str, ...]]] = {
    "wheel_brake": ("brake_step", ()),
    "collision_avoidance": ("avoid", ()),
    "scheduler": ("schedule", ("COMMANDS=3",)),
}
COUNT = 20
SECONDS = 60.0

_OPERATORS = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&", "+": "-", "-": "+",
    "*": "+", "/": "*", "++": "--", "--": "++",
}  # fmt: skip
_OPERATOR = re.compile(r"(?<= )(<=|>=|==|!=|&&|\|\||[<>+*/-])(?= )|(?<=\w)(\+\+|--)(?=;)")
_CONSTANT = re.compile(r"(?<![\w.#])\d+(?![\w.])")
_OPERAND = re.compile(r"(?<![\w.>])[a-z_]\w*(?![\w(.\[]|->)")
_STATEMENT = re.compile(r"^\s+[\w.>\[\]-]+(\+\+|--| [-+*|&]?= [^;{}]+);$")
_KEYWORDS = frozenset(
    [
        "if",
        "else",
        "for",
        "while",
        "do",
        "return",
        "break",
        "continue",
        "switch",
        "case",
        "default",
        "int",
        "char",
        "unsigned",
        "long",
        "short",
        "static",
        "const",
        "struct",
        "enum",
        "void",
        "sizeof",
        "uint8_t",
        "uint16_t",
        "uint32_t",
        "int8_t",
        "int16_t",
        "int32_t",
        "define",
        "ifdef",
        "ifndef",
        "include",
        "endif",
    ]
)


@dataclass(frozen=True, slots=True)
class Row:
    mutant: int
    kind: str
    line: int
    changed: int
    impacted: int
    dise_paths: int
    full_paths: int
    dise_instructions: int
    full_instructions: int
    dise_seconds: float
    full_seconds: float
    diff_seconds: float
    status: str
    differences: int
    confirmed: int

    @property
    def ratio(self) -> float:
        return self.full_paths / max(1, self.dise_paths)


class Mutants:
    """Texts with one small change each, without duplicates; `kinds` in turn, at random lines inside functions."""

    kinds = ("operator", "operand", "constant", "deletion")

    def __init__(self, text: str, seed: int) -> None:
        self._chance = random.Random(seed)
        self._lines = text.split("\n")
        code = [n for n, line in enumerate(self._lines) if line.startswith("    ")]
        self._inside = [n for n in code if not self._lines[n].strip().startswith(("/*", "*"))]
        words = {w for n in self._inside for w in _OPERAND.findall(self._lines[n])}
        self._names = sorted(words - _KEYWORDS)
        self._seen = {text}

    def next(self, kind: str) -> tuple[int, str]:
        """The changed line and the whole text."""
        while True:
            line = self._chance.choice(self._inside)
            made = _mutated(self._lines[line], kind, self._chance, self._names)
            if made is not None:
                text = "\n".join([*self._lines[:line], made, *self._lines[line + 1 :]])
                if text not in self._seen:
                    self._seen.add(text)
                    return line + 1, text


def _mutated(line: str, kind: str, chance: random.Random, names: list[str]) -> str | None:
    if kind == "deletion":
        return re.sub(r"\S.*", ";", line) if _STATEMENT.match(line) else None
    pattern = {"operator": _OPERATOR, "operand": _OPERAND, "constant": _CONSTANT}[kind]
    found = [m for m in pattern.finditer(line) if m[0] not in _KEYWORDS]
    if not found or re.match(r"\s+(case|static|struct|enum)\b", line):
        return None
    one = chance.choice(found)
    if kind == "operator":
        other = _OPERATORS[one[0]]
    elif kind == "constant":
        other = str(int(one[0]) + chance.choice((-1, 1, 2)))
    else:
        other = chance.choice(names)
    return line[: one.start()] + other + line[one.end() :]


def measure(subject: str, count: int, seed: int) -> Iterator[Row]:
    """Mutants that do not compile or do not change anything are skipped."""
    function, defines = SUBJECTS[subject]
    source = ROOT / "benchmarks" / "subjects" / f"{subject}.c"
    options = Compiling((str(source.parent),), defines)
    inputs = Inputs()
    old = load([f"{source}:{function}"], options, inputs)
    done = 0
    made = Mutants(source.read_text(), seed)
    with tempfile.TemporaryDirectory() as folder:
        while done < count:
            kind = Mutants.kinds[done % 4]
            line, text = made.next(kind)
            changed = Path(folder) / f"mutant{done}_{line}" / source.name
            changed.parent.mkdir(exist_ok=True)
            changed.write_text(text)
            try:
                new = load([f"{changed}:{function}"], options, inputs)
            except FrontendError:
                continue
            plan = PairPlan(
                DEFAULT_CHECKS,
                Limits(),
                Budget(SECONDS),
                Search(),
                Solving(),
                Equality(),
                accepted=frozenset(AssumptionKind),
            )
            compared = Compared(old, new, plan)
            if compared.pair.matching.is_same:
                continue
            started = time.monotonic()
            told = compared.run()
            seconds = time.monotonic() - started
            machine = Machine(new.program, "main", DEFAULT_CHECKS)
            full = Explorer(machine, Solver(by_name("bitwuzla"), 10.0), Full(), "dfs", Budget(SECONDS)).run()
            done += 1
            shown = [*told.differences, *told.unconfirmed]
            yield Row(
                done,
                kind,
                line,
                len(user_changes(compared.pair.matching, SourceText())),
                len(impacted_lines(compared.pair.impact, SourceText())),
                told.result.counts.completed,
                full.counts.completed,
                told.result.instructions,
                full.instructions,
                told.result.seconds,
                full.seconds,
                seconds,
                str(told.status),
                len(shown),
                sum(s.confirmed is True for s in shown),
            )


def show(console: Console, subject: str, rows: list[Row]) -> None:
    table = Table(
        "mutant", "kind", "line", "impacted lines", "paths dise", "full", "ratio", "instr. dise", "full", "s dise",
        "full", "s diff", "behaviour", "confirmed", title=subject,
    )  # fmt: skip
    for row in rows:
        table.add_row(
            f"m{row.mutant}", row.kind, str(row.line), str(row.impacted), f"{row.dise_paths:,}",
            f"{row.full_paths:,}", f"{row.ratio:.1f}", f"{row.dise_instructions:,}", f"{row.full_instructions:,}",
            f"{row.dise_seconds:.2f}", f"{row.full_seconds:.2f}", f"{row.diff_seconds:.2f}", row.status,
            f"{row.confirmed}/{row.differences}",
        )  # fmt: skip
    console.print(table)
    ratios = [row.ratio for row in rows]
    states = [row.full_instructions / max(1, row.dise_instructions) for row in rows]
    console.print(
        f"{subject}: median reduction {statistics.median(ratios):.1f} × in path conditions (from {min(ratios):.1f} to "
        f"{max(ratios):.1f}), {statistics.median(states):.1f} × in instructions; "
        f"{sum(r.status == 'different' for r in rows)} different, {sum(r.status == 'equivalent' for r in rows)} "
        f"equivalent, {sum(r.status == 'unknown' for r in rows)} unknown"
    )


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    words.add_argument("subjects", nargs="*", default=list(SUBJECTS))
    words.add_argument("--count", type=int, default=COUNT)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--json", type=Path, help="also write the rows to this file")
    given = words.parse_args()
    console = Console(width=180)
    found: dict[str, list[Row]] = {}
    for subject in given.subjects:
        found[subject] = list(measure(subject, given.count, given.seed))
        show(console, subject, found[subject])
    if given.json:
        given.json.write_text(json.dumps({s: [asdict(r) for r in rows] for s, rows in found.items()}, indent=1))


if __name__ == "__main__":
    main()
