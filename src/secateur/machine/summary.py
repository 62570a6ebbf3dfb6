"""Summaries: a value that stands in for a call, so that the function is not entered.

A summary may leave open what it does not know. For each such thing it asks for a *star*, a variable that can be
anything. Stars are variables like those of inputs, so that the solver finds values for them, but they are no inputs:
whoever uses a summary has to find out by a run without summaries whether the real function agrees.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from secateur.expr import Expr
from secateur.machine.path import Value

if TYPE_CHECKING:
    from secateur.machine.compiler import CallSite
    from secateur.machine.state import Code, State

#: Makes a star: of so many bits, of a kind as inputs have it (`signed`, `unsigned`, `f32` …).
Fresh = Callable[[int, str], Expr]


class Summary(Protocol):
    """What a function gives back, as far as it is known. The function must depend on its arguments only and do nothing
    else: what it gives is the same each time."""

    def apply(self, arguments: tuple[Value, ...], fresh: Fresh) -> Value | None:
        """The result of a call; None if the function has none. Every value that the function can give must be one that
        the result has for some value of its stars."""


@dataclass(frozen=True, slots=True, eq=False)
class Application:
    """A summary used for certain arguments. There is one for each function and its arguments in a machine, on whatever
    path: what depends on the arguments only is the same star everywhere."""

    function: str
    arguments: tuple[Value, ...]
    value: Value | None
    stars: int


def stand_in(state: State, name: str, arguments: tuple[Value, ...], site: CallSite) -> Code:
    """A call of a function that has a summary. With numbers only it is entered all the same: that is exact, and no
    path more."""
    machine = state.machine
    if not any(isinstance(argument, Expr) for argument in arguments):
        return state.enter(machine.code(name), arguments, site)
    application = machine.application(name, arguments)
    state.applied.append((len(state.branches), application))
    if site.result >= 0:
        assert application.value is not None
        state.registers[site.result] = application.value
    assert site.resume is not None
    return site.resume.run
