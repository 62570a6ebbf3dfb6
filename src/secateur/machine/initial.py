"""Variables that a function finds as they are when a program starts, although the program may have changed them before
the call. An answer rests on that only if a run reads such a variable before it writes it."""

from __future__ import annotations

from dataclasses import replace

from secateur.assumption import AT_START, Assumption, AssumptionKind
from secateur.ir.model import Program
from secateur.machine.memory import Object
from secateur.machine.path import DRIVER, Site
from secateur.machine.state import State

#: What our C library keeps from one call to the next (`frontend/runtime`), by symbol.
_LIBRARY = {
    "__secateur_errno": Assumption(AssumptionKind.GLOBALS, "errno"),
    "__secateur_random": Assumption(AssumptionKind.GLOBALS, "rand", AT_START),
    "__secateur_random48": Assumption(AssumptionKind.GLOBALS, "drand48", AT_START),
    "__secateur_token": Assumption(AssumptionKind.GLOBALS, "strtok", AT_START),
    "__secateur_options": Assumption(AssumptionKind.GLOBALS, "getopt", AT_START),
    "__secateur_words": Assumption(AssumptionKind.GLOBALS, "hsearch", AT_START),
    "__secateur_actions": Assumption(AssumptionKind.GLOBALS, "raise", AT_START),
    "__secateur_at_end": Assumption(AssumptionKind.STDIN, "feof"),
}


def initial_value(program: Program, symbol: str) -> Assumption | None:
    """What is assumed by a run that reads the initial value of a global; None if it cannot be another one."""
    if program.assumed is None:
        return None
    details, of_library = program.assumed.get(symbol), _LIBRARY.get(symbol)
    if of_library is not None:
        return of_library if not details else replace(of_library, details=details)
    return None if details is None else Assumption(AssumptionKind.GLOBALS, symbol, details)


def of_library(symbol: str) -> Assumption | None:
    """What is assumed about a variable in which our C library keeps something from one call to the next."""
    return _LIBRARY.get(symbol)


def symbol_of(assumption: Assumption) -> str:
    """The symbol of the global that an assumption is about."""
    is_same = (assumption.kind, assumption.subject).__eq__
    return next((name for name, each in _LIBRARY.items() if is_same((each.kind, each.subject))), assumption.subject)


def rely_on_initial(state: State, target: Object, address: int, size: int, site: Site) -> None:
    """Some bytes are read: records the assumption if any of them has its initial value, and keeps that as a cell. The
    driver reads globals only to observe them."""
    assert target.shape.assumed is not None
    if site.position.file == DRIVER:
        return
    made = target.shape.assumed
    if made not in state.machine.assumptions and target.has_initial(address, size):
        state.rest_on(made.kind, made.subject, made.details)
    target.keep_initial(address, size)
