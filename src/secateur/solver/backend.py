"""The interface of a back end, and the check that every model must pass before it is used."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from secateur.errors import OptionError
from secateur.expr import Expr, evaluate
from secateur.solver.answer import Answer, Model, Sat, Unknown


class Backend(Protocol):
    """Decides a conjunction of conditions within `timeout` seconds."""

    @property
    def name(self) -> str: ...

    def check(self, conditions: Sequence[Expr], timeout: float) -> Answer: ...


def validated(model: Model, conditions: Sequence[Expr], name: str) -> Answer:
    """Sat with the model, if our own evaluation agrees that it satisfies every condition; else Unknown."""
    for condition in conditions:
        if not evaluate(condition, model):
            return Unknown(f"{name} returned a model that does not satisfy the conditions")
    return Sat(model)


def by_name(name: str) -> Backend:
    """The back end called "bitwuzla" or "z3", with a hard time limit. The library is imported on first use."""
    from secateur.solver.isolated import Isolated  # noqa: PLC0415 - it needs this module

    if name == "bitwuzla":
        from secateur.solver.bitwuzla import BitwuzlaBackend  # noqa: PLC0415

        return Isolated(BitwuzlaBackend())
    if name == "z3":
        from secateur.solver.z3 import Z3Backend  # noqa: PLC0415

        return Isolated(Z3Backend())
    raise OptionError("solver", name, known=("bitwuzla", "z3"))
