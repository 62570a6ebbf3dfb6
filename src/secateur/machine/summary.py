"""Summaries: what stands in for a call, so that the function is not entered.

There are two kinds. An *exact* one (`CallEffects`) says what the function returns and writes, and for which arguments
the call has to be entered, because the function fails there or does what no value can describe. An approximate one
(`Summary`) may leave parts of the result open. For each unknown part it asks for a *star*, a variable that can have any
value. Stars are variables like those of inputs, so that the solver finds values for them, but they are not inputs:
the user of a summary must check with a run without summaries whether the real function agrees.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from secateur import expr
from secateur.expr import Expr
from secateur.ir.types import FloatType, Type
from secateur.machine.floats import lift
from secateur.machine.marks import MissingPath, TakenPaths
from secateur.machine.path import Value
from secateur.machine.views import PointerTarget, Scene, Sight, look
from secateur.machine.widths import width_of

if TYPE_CHECKING:
    from secateur.machine.compiler import CallSite
    from secateur.machine.state import Code, State

#: Makes a star with the given width in bits and input kind (`signed`, `unsigned`, `f32` …).
Fresh = Callable[[int, str], Expr]


class Summary(Protocol):
    """The result of a function, as far as it is known. The function must depend only on its arguments, the objects
    they point to, and the globals that it `reads`, and must have no side effects: equal arguments give equal results.
    The result may depend on the contents of objects, not on their addresses."""

    @property
    def reads(self) -> tuple[str, ...]:
        """Globals."""

    def apply(self, arguments: tuple[Value, ...], fresh: Fresh) -> Value | None:
        """The result of a call; None if the function returns nothing. Every value that the function can return must be
        a value of the result for some values of its stars."""


@dataclass(frozen=True, slots=True)
class CellWrite:
    """The content of a place in the object of a view after a call."""

    view: int
    offset: int
    size: int
    value: Expr | int


@dataclass(frozen=True, slots=True)
class CallEffects:
    """What a call does: the bits that it returns, and the places that may have changed. Where `enters` holds, nothing
    is known, and the call is to be entered. `depth`: the greatest number of calls inside each other. `ways`: the
    conditions of each path of the function that is known; `count`: how many there are."""

    value: Expr | int | None
    writes: tuple[CellWrite, ...]
    enters: Expr | int
    depth: int
    count: int = 0
    ways: Callable[[], Sequence[Expr | int]] = field(default=tuple, compare=False)


class ExactSummary(Protocol):
    """What a function does, in full."""

    def effects_of(self, state: State, arguments: tuple[Value, ...]) -> tuple[Sight, CallEffects] | None:
        """What a call sees in a state, and does; None if that is not known, or if everything that it sees is
        concrete."""


@dataclass(frozen=True, slots=True, eq=False)
class Application:
    """A summary applied to certain arguments. A machine has one per function and arguments, shared by all paths: equal
    arguments give the same stars everywhere. An exact one has `effects`, and no stars."""

    function: str
    scene: Scene
    numbers: tuple[Expr | int, ...]
    value: Value | None
    stars: int
    effects: CallEffects | None = None

    def open_paths(self, taken: TakenPaths) -> Iterator[tuple[MissingPath, Expr]]:
        """The paths of the function that no run has taken, with the condition of inputs that take them here."""
        if self.effects is None:
            return
        numbers = [number for number in range(self.effects.count) if taken.is_open(self.key(number))]
        ways = self.effects.ways() if numbers else ()
        for number in numbers:
            condition = ways[number]
            if isinstance(condition, Expr):
                yield MissingPath(taken, self.key(number)), condition

    def key(self, number: int) -> object:
        """Of a path of the function."""
        return self.function, self.scene, number

    def took(self, model: tuple[int, ...], taken: TakenPaths) -> None:
        """The program was run on an input that leads here."""
        for number in range(0 if self.effects is None else self.effects.count):
            if taken.is_open(self.key(number)):
                assert self.effects is not None
                condition = self.effects.ways()[number]
                if expr.evaluate(condition, model) if isinstance(condition, Expr) else condition:
                    taken.take(self.key(number))


#: The value of a pointer for an approximate summary: its result must not depend on addresses.
SOMEWHERE = 1


def stand_in(state: State, name: str, arguments: tuple[Value, ...], site: CallSite) -> Code:
    """A call of a function that has a summary. If everything it reads is concrete, the function is entered anyway: that
    is exact and adds no paths. It is also entered when what it sees cannot be described."""
    machine = state.machine
    exact = machine.exact.get(name)
    if exact is not None:
        code = _stand_in_exactly(state, name, exact, arguments, site)
        if code is not None:
            return code
    summary = machine.summaries.get(name)
    sight = None if summary is None else look(state, name, summary.reads, arguments)
    if sight is None or sight.is_concrete or not _is_plain(sight.scene):
        return state.enter(machine.code(name), arguments, site)
    application = machine.application(name, sight, arguments)
    state.applied.append((len(state.branches), application))
    return _resume(state, site, application.value)


def _is_plain(scene: Scene) -> bool:
    """Is everything written, and no pointer null? An approximation does not know what else there is."""
    pointers = (given for given in scene.parameters if isinstance(given, PointerTarget))
    return not any(view.unwritten for view in scene.views) and all(each.view is not None for each in pointers)


def _stand_in_exactly(
    state: State, name: str, exact: ExactSummary, arguments: tuple[Value, ...], site: CallSite
) -> Code | None:
    """None if an exact summary says nothing about this call."""
    machine = state.machine
    found = exact.effects_of(state, arguments)
    if found is None:
        return None
    sight, effects = found
    if len(state.frames) + effects.depth > state.limits.recursion:
        return None
    enters = effects.enters
    if isinstance(enters, Expr):
        enters = state.decide(enters, machine.entry_site(site))
    if enters:
        return state.enter(machine.code(name), arguments, site)
    application = machine.exact_application(name, sight, effects)
    state.applied.append((len(state.branches), application))
    state.stood_in(application)
    memory = state.memory
    for write in effects.writes:
        target = memory.owned(memory.objects[sight.objects[write.view]])
        target.write(target.start + write.offset, write.size, write.value)
    return _resume(state, site, returned(effects, machine.program.functions[name].type.result))


def returned(effects: CallEffects, kind: Type) -> Value | None:
    """The result of a call as a register holds it."""
    value = effects.value
    return lift(value, width_of(kind)) if isinstance(kind, FloatType) and value is not None else value


def _resume(state: State, site: CallSite, value: Value | None) -> Code:
    if site.result >= 0:
        assert value is not None
        state.registers[site.result] = value
    assert site.resume is not None
    return site.resume.run
