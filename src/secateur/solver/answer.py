"""What a satisfiability question can be answered with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from secateur.expr import Expr

Model: TypeAlias = tuple[int, ...]
"""The canonical value of each variable, by index."""


@dataclass(frozen=True, slots=True)
class Sat:
    """There is an input; here is one."""

    model: Model


@dataclass(frozen=True, slots=True)
class Unsat:
    """There is none: these of the conditions already contradict each other."""

    core: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Unknown:
    """Nobody could tell (a time limit, a gap in a back end). Never to be read as Unsat."""

    reason: str


Answer: TypeAlias = Sat | Unsat | Unknown
