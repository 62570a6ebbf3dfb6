"""The possible answers to a satisfiability query."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from secateur.expr import Expr

Model: TypeAlias = tuple[int, ...]
"""The canonical value of each variable, by index."""


@dataclass(frozen=True, slots=True)
class Sat:
    """Satisfiable, with a model."""

    model: Model


@dataclass(frozen=True, slots=True)
class Unsat:
    """Unsatisfiable, with a subset of the conditions that already contradict each other."""

    core: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Unknown:
    """Undecided (a time limit, an unsupported feature of a back end). Must never be treated as Unsat."""

    reason: str
    #: One that satisfies what the back end knows of the conditions, but not the conditions.
    model: Model | None = None


Answer: TypeAlias = Sat | Unsat | Unknown
