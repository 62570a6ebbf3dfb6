"""Inputs that are tried where the solver gives up: near an input that is known, and at random with a fixed seed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from secateur import expr
from secateur.expr import Expr

Model = tuple[int, ...]

#: Values tried for one input at a time.
PROBES = (0, 1, 10, -1, 7, 100, 255, -100, 1 << 20, -(1 << 31))
FLOATS = (0.0, 1.0, -1.0, 0.5, 10.0, -100.0, 1e3, 1e6, -1e9, 1e-6)
#: Number of random inputs; every other one keeps most of the known input.
RANDOM = 400

_IS_FLOAT = ("f32", "f64", "f80")


def trials(model: Model, variables: Sequence[Expr], seed: int = 0) -> Iterator[Model]:
    """Inputs for these variables, the nearest to the given one first."""
    count = 1 + max((v.args[0] for v in variables), default=-1)
    whole = [model[n] if n < len(model) else 0 for n in range(count)]
    for variable in variables:
        for value in _near(variable, whole[variable.args[0]]):
            yield tuple(value if n == variable.args[0] else each for n, each in enumerate(whole))
    chance = Random(seed)
    for number in range(RANDOM):
        made = list(whole)
        for variable in variables:
            if number % 2 or chance.random() < 0.3:
                made[variable.args[0]] = _random(variable, chance)
        yield tuple(made)


def _near(variable: Expr, value: int) -> list[int]:
    width = variable.width
    if variable.kind in _IS_FLOAT:
        return [expr.to_bits(each, width) for each in FLOATS]
    ends = (1 << (width - 1), (1 << (width - 1)) - 1)
    return [expr.wrap(each, width) for each in (*(value + step for step in (1, -1, 2, -2)), *PROBES, *ends)]


def _random(variable: Expr, chance: Random) -> int:
    if variable.kind in _IS_FLOAT:
        return expr.to_bits(chance.uniform(-1.0, 1.0) * 10.0 ** chance.randint(-3, 9), variable.width)
    return expr.wrap(chance.getrandbits(chance.randint(1, variable.width)), variable.width)
