"""A query in a form that does not depend on names and numbers of inputs, and can be sent to another process.

Inputs are numbered by first use. A back end that is asked through a question sees nothing else, so equal questions have
equal answers, models included: it does not matter whether an answer was computed now, in another run, or elsewhere.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any, TypeAlias

from secateur.expr import Expr, post_order, variable
from secateur.expr.expr import intern
from secateur.solver.answer import Answer, Sat, Unknown, Unsat
from secateur.solver.backend import validated

Reply: TypeAlias = tuple[str, Any]
"""("sat", the values), ("unsat", the numbers of the contradictory conditions) or ("unknown", the reason)."""


class Question:
    """`text` has everything that the answer depends on."""

    def __init__(self, conditions: Sequence[Expr]) -> None:
        self._conditions = conditions
        self._inputs: dict[int, int] = {}
        numbers: dict[Expr, int] = {}
        nodes = []
        for number, node in enumerate(post_order(*conditions)):
            numbers[node] = number
            nodes.append((node.op, node.width, self._args(node, numbers)))
        self.text = json.dumps((nodes, [numbers[condition] for condition in conditions]), separators=(",", ":"))

    def _args(self, node: Expr, numbers: dict[Expr, int]) -> list[Any]:
        """Operands are lists of their number, to be told from constants."""
        if node.op == "var":
            return [self._inputs.setdefault(node.args[0], len(self._inputs))]
        return [[numbers[arg]] if isinstance(arg, Expr) else arg for arg in node.args]

    def key(self, *about: str) -> bytes:
        """A key for the question and what else an answer depends on."""
        return hashlib.sha256("\0".join((*about, self.text)).encode()).digest()

    def answer(self, reply: Reply, name: str) -> Answer:
        """The reply in terms of the conditions. A model that does not satisfy them is no answer."""
        kind, content = reply
        if kind == "unsat":
            return Unsat(tuple(self._conditions[number] for number in content))
        if kind != "sat":
            return Unknown(content)
        values = {index: content[number] for index, number in self._inputs.items()}
        model = tuple(values.get(index, 0) for index in range(max(values, default=-1) + 1))
        return validated(model, self._conditions, name)


def conditions_of(text: str) -> list[Expr]:
    """The conditions of a question, on inputs that are numbered from 0."""
    nodes, roots = json.loads(text)
    built: list[Expr] = []
    for op, width, args in nodes:
        if op == "var":
            built.append(variable(f"v{args[0]}", width, args[0], "unsigned"))
        else:
            built.append(intern(op, tuple(built[arg[0]] if isinstance(arg, list) else arg for arg in args), width))
    return [built[root] for root in roots]


def reply_to(answer: Answer, conditions: Sequence[Expr]) -> Reply:
    """The answer about `conditions_of` a question, as a reply."""
    if isinstance(answer, Sat):
        return "sat", list(answer.model)
    if isinstance(answer, Unsat):
        numbers = {condition: number for number, condition in reversed(list(enumerate(conditions)))}
        return "unsat", sorted(numbers[condition] for condition in answer.core)
    if answer.model is not None:  # it is looked at again by who asked
        return "sat", list(answer.model)
    return "unknown", answer.reason
