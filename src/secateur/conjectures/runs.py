"""Concrete runs of the function: what lines are proposed from, and the first thing that refutes them."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from secateur.conjectures.claim import Claim
from secateur.conjectures.ends import Failure, Model, Variables, failure_of, row_of
from secateur.conjectures.evaluation import Row, value_in
from secateur.conjectures.quantity import Quantities
from secateur.contracts.terms import Term
from secateur.expr import Expr, wrap
from secateur.ir.model import Program
from secateur.machine.fault import FaultKind
from secateur.machine.machine import Machine
from secateur.machine.path import Ending
from secateur.options import Limits

#: Instructions of one run: an endless loop must not take all the time.
MOST_INSTRUCTIONS = 200_000
_SMALL = 9


class Runs:
    """Runs inputs in the machine, each once. `rows` are those that returned; `failed` the inputs of the others, each
    with where and how it failed."""

    def __init__(
        self, program: Program, variables: Variables, words: Quantities, checks: frozenset[FaultKind], limits: Limits
    ) -> None:
        self._machine = Machine(program, "main", checks, limits)
        self._machine.variables = variables
        self._words = words
        self._seen: set[Model] = set()
        self.rows: list[Row] = []
        self.failed: list[tuple[Row, Failure]] = []

    def add(self, models: Iterable[Model]) -> None:
        for model in models:
            self.row(model)

    def row(self, model: Model) -> Row | None:
        """The numbers of a run, if the call returned; None also if it was run before."""
        model = model + (0,) * (len(self._machine.variables) - len(model))
        if model in self._seen:
            return None
        self._seen.add(model)
        machine = self._machine
        path = machine.run(*machine.start(model, concrete=True))
        found = row_of(path, self._words, model)
        if path.ending is Ending.RETURNED:
            self.rows.append(found)
            return found
        if (failure := failure_of(path)) is not None:
            self.failed.append((found, failure))
        return None

    def refutes(self, claim: Claim) -> bool:
        """Does a run break the line?"""
        term = claim.term
        return any(not is_true(term, row) for row in self.rows)

    def breaks(self, claim: Claim, model: Model) -> bool:
        """Does the run on an input break the line?"""
        row = self.row(model)
        return row is not None and not is_true(claim.term, row)

    def random_models(self, seed: int, count: int, known: Iterable[int]) -> list[Model]:
        """Inputs of all sizes: small numbers, numbers of the program and their neighbours, anything."""
        chance = Random(seed)
        pool = sorted({near for value in known for near in (value - 1, value, value + 1)})
        variables = sorted(self._machine.variables.values(), key=_index)
        return [tuple(_random(each, pool, chance) for each in variables) for _ in range(count)]


def _index(variable: Expr) -> int:
    index: int = variable.args[0]
    return index


def _random(variable: Expr, pool: list[int], chance: Random) -> int:
    kind, width = chance.random(), variable.width
    if width == 1:
        return chance.getrandbits(1)
    if kind < 0.4:
        return int(wrap(chance.randrange(-1, _SMALL), width))
    if kind < 0.7 and pool:
        return int(wrap(chance.choice(pool), width))
    return chance.getrandbits(width) - (1 << width - 1)


def is_true(term: Term, row: Row) -> bool:
    """Does a condition hold in a run? True if the run says nothing about it."""
    try:
        return bool(value_in(term, row))
    except KeyError:
        return True
