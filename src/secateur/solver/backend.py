"""The interface of a back end, and the check that every model must pass before it is used."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from secateur.errors import OptionError
from secateur.expr import Expr, evaluate
from secateur.solver.answer import Answer, Model, Sat, Unknown

if TYPE_CHECKING:
    from secateur.solver.answer_store import AnswerStore


class Backend(Protocol):
    """Decides a conjunction of conditions within `timeout` seconds."""

    @property
    def name(self) -> str: ...

    def check(self, conditions: Sequence[Expr], timeout: float) -> Answer: ...


@runtime_checkable
class BoundedBackend(Backend, Protocol):
    """One whose effort can be bounded by counted steps: a question has the same answer on any computer."""

    def bounded(self, most: int) -> Backend: ...


def bounded(backend: Backend, most: int) -> Backend:
    """A back end that gives up after so many steps, with an own process and memory for nothing else. Back ends without
    such a limit remain as they are. `timeout` still ends a question: it should be so long that it does not."""
    return backend.bounded(most) if isinstance(backend, BoundedBackend) else backend


def validated(model: Model, conditions: Sequence[Expr], name: str) -> Answer:
    """Sat with the model, if our own evaluation agrees that it satisfies every condition; else Unknown."""
    for condition in conditions:
        if not evaluate(condition, model):
            return Unknown(f"{name} returned a model that does not satisfy the conditions", model)
    return Sat(model)


def by_name(name: str, portfolio: bool = False, store: Path | None = None) -> Backend:
    """The back end called "bitwuzla" or "z3", with a hard time limit. The library is imported on first use.

    With `portfolio` the other one helps with hard questions when a core is free. `store`: the folder for answers that
    are kept for later runs.
    """
    from secateur.solver.functions import WithFunctions  # noqa: PLC0415 - it needs this module
    from secateur.solver.isolated import Isolated  # noqa: PLC0415 - so does it

    backends = {"bitwuzla": _bitwuzla, "z3": _z3}
    if name not in backends:
        raise OptionError("solver", name, known=tuple(backends))
    second = next(other for other in backends if other != name) if portfolio else None
    helper = None if second is None else Later(second, backends[second])
    return WithFunctions(Isolated(backends[name](), helper, None if store is None else _answers(store)))


def _answers(folder: Path) -> AnswerStore:
    from secateur.solver.answer_store import AnswerStore  # noqa: PLC0415 - it needs a database

    return AnswerStore(folder)


def _bitwuzla() -> Backend:
    from secateur.solver.bitwuzla import BitwuzlaBackend  # noqa: PLC0415

    return BitwuzlaBackend()


def _z3() -> Backend:
    from secateur.solver.z3 import Z3Backend  # noqa: PLC0415

    return Z3Backend()


class Later:
    """A back end whose library is imported only when it is asked."""

    def __init__(self, name: str, make: Callable[[], Backend]) -> None:
        self.name = name
        self._make = make

    def check(self, conditions: Sequence[Expr], timeout: float) -> Answer:
        return self._make().check(conditions, timeout)
