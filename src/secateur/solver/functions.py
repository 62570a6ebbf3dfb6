"""Functions of math.h in conditions: uninterpreted for the back end, with what is known about them as conditions.

The back end sees a number without a definition for each application, so *unsatisfiable* is right. What always holds is
added: equal arguments give equal results, and the range of a function. A model that does not satisfy the conditions is
refined: at its arguments the functions have these values. Near it, and at simple numbers, inputs are tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random
from time import monotonic

from secateur.expr import Expr, Value, eq, evaluate, fabs, fcmp, ne, not_, or_, post_order, to_bits, wrap
from secateur.expr.functions import PREFIX, is_application
from secateur.solver.answer import Answer, Model, Sat, Unknown, Unsat
from secateur.solver.backend import Backend, bounded

_ROUNDS = 12
"""Maximum number of models that are refined."""
_PAIRS = 60
"""Maximum number of pairs of applications whose arguments are compared."""
_TRIALS = 200
_SIMPLE = (0.0, 1.0, -1.0, 0.5, 2.0, 3.0, -2.0, 10.0, 0.1, 100.0, 1e-3, 1e3, -0.5, 1.5707963, 3.1415926, 0.7853981, 1e6)

_UP_TO_ONE = ("sin", "cos", "tanh", "erf")
_NOT_NEGATIVE = ("exp", "exp2", "exp10", "cosh", "acos", "erfc", "hypot")
#: NaN of nothing but NaN.
_TOTAL = ("exp", "exp2", "exp10", "expm1", "sinh", "cosh", "tanh", "atan", "asinh", "cbrt", "erf", "erfc")


class WithFunctions:
    """A back end that also answers about such functions."""

    def __init__(self, backend: Backend) -> None:
        self.backend = backend
        self.name = backend.name

    def bounded(self, most: int) -> WithFunctions:
        return WithFunctions(bounded(self.backend, most))

    def check(self, conditions: Sequence[Expr], timeout: float) -> Answer:
        nodes = [node for node in post_order(*conditions) if is_application(node)]
        if not nodes:
            return self.backend.check(conditions, timeout)
        inputs = [node for node in post_order(*conditions) if node.op == "var"]
        found = _trial(conditions, inputs, ())
        if found is not None:
            return Sat(found)
        return self._refined(conditions, nodes, inputs, monotonic() + timeout)

    def _refined(self, conditions: Sequence[Expr], nodes: list[Expr], inputs: list[Expr], deadline: float) -> Answer:
        known = [fact for fact in _facts(nodes) if isinstance(fact, Expr)]
        for _ in range(_ROUNDS):
            left = deadline - monotonic()
            if left <= 0:
                break
            answer = self.backend.check([*conditions, *known], left)
            if isinstance(answer, Unsat):
                return Unsat(tuple(each for each in answer.core if each in conditions) or tuple(conditions))
            if isinstance(answer, Sat) or answer.model is None:
                return answer
            found = _trial(conditions, inputs, answer.model)
            if found is not None:
                return Sat(found)
            new = [fact for node in nodes if isinstance(fact := _at(node, answer.model), Expr) and fact not in known]
            if not new:
                break
            known += new
        return Unknown("no input was found for functions of math.h, and none was excluded")


def _facts(nodes: Sequence[Expr]) -> Iterator[Value]:
    for node in nodes:
        yield from _range(node)
    for first, second in list(combinations(nodes, 2))[:_PAIRS]:
        if first.op == second.op and first.width == second.width:
            width = first.width
            differs: Value = False
            for x, y in zip(first.args, second.args, strict=True):
                differs = or_(differs, ne(x, y, width), 1)
            yield or_(differs, eq(first, second, width), 1)


def _range(node: Expr) -> Iterator[Value]:
    """What holds for every argument."""
    name, width = node.op.removeprefix(PREFIX), node.width
    is_nan = fcmp("uno", node, node, width)
    if name in _UP_TO_ONE:
        yield or_(is_nan, fcmp("ole", fabs(node, width), to_bits(1.0, width), width), 1)
    if name in _NOT_NEGATIVE:
        yield or_(is_nan, fcmp("oge", node, 0, width), 1)
    if name in _TOTAL:
        argument = node.args[0]
        yield or_(not_(is_nan), fcmp("uno", argument, argument, width), 1)


def _at(node: Expr, model: Model) -> Value:
    """If the arguments are those of the model, so is the result."""
    differs: Value = False
    for argument in node.args:
        differs = or_(differs, ne(argument, evaluate(argument, model), node.width), 1)
    return or_(differs, eq(node, evaluate(node, model), node.width), 1)


def _trial(conditions: Sequence[Expr], inputs: Sequence[Expr], near: Model) -> Model | None:
    """An input found by trying: simple numbers, and numbers near a model."""
    size = max((node.args[0] for node in inputs), default=-1) + 1
    start = [*near, *[0] * (size - len(near))]
    random = Random(len(conditions))
    for number in range(_TRIALS):
        model = list(start)
        for node in inputs:
            if number and random.random() < 0.7:
                model[node.args[0]] = _tried(node, random, start[node.args[0]])
        candidate = tuple(model)
        if all(evaluate(condition, candidate) for condition in conditions):
            return candidate
    return None


def _tried(node: Expr, random: Random, present: int) -> int:
    if node.width == 1:
        return random.random() < 0.5
    if node.kind in ("f32", "f64", "f80"):
        value = random.choice((*_SIMPLE, random.uniform(-10, 10), random.gauss(0, 1000)))
        return to_bits(value, node.width)
    steps = (
        present + random.randint(-3, 3),
        random.randint(-2, 20),
        random.randint(-200, 200),
        random.getrandbits(node.width),
    )
    return wrap(random.choice(steps), node.width)
