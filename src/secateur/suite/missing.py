"""Names that the sources of a suite use but nobody defines. Other functions of a file may need them, and a plain linker
wants them all, although no test does."""

from __future__ import annotations

import ctypes
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from secateur.errors import SecateurError
from secateur.frontend.build import compile_source
from secateur.frontend.link import UnitSymbols, symbols
from secateur.provided import TABLE
from secateur.suite.native.link import NativeLinkError, system_libraries
from secateur.suite.test import Suite

_LINKED_STATICALLY = frozenset(
    ("atexit", "at_quick_exit", "pthread_atfork", "stat", "fstat", "lstat", "fstatat", "mknod", "mknodat")
)
"""Functions of the C library that its shared object need not contain."""


@dataclass(frozen=True, slots=True)
class Missing:
    """`weak`: only the included source refers to these. Other sources need a definition of the rest."""

    weak: tuple[str, ...] = ()
    functions: tuple[str, ...] = ()
    variables: tuple[str, ...] = ()


def missing(suite: Suite, included: str) -> Missing:
    """What is missing when `included` is compiled as a part of `tests.c`, and the other sources beside it."""
    options = suite.compiling
    try:
        units = {path: symbols(compile_source(Path(path), options).text) for path in suite.own_sources}
    except (SecateurError, OSError):
        return Missing()  # the compiler that builds the tests says what is wrong
    defined = {name for unit in units.values() for name in unit.defined}
    others = {path: unit for path, unit in units.items() if path != included}
    functions = _unknown((name for unit in others.values() for name in unit.functions), defined)
    variables = _unknown((name for unit in others.values() for name in unit.variables), defined)
    own = units.get(included, UnitSymbols())
    weak = _unknown((*own.functions, *own.variables), {*defined, *functions, *variables})
    return Missing(weak, functions, variables)


def _unknown(names: Iterable[str], defined: Collection[str]) -> tuple[str, ...]:
    return tuple(sorted({name for name in names if name not in defined and not _is_known(name)}))


@cache
def _is_known(name: str) -> bool:
    """Does the C library define it, or `tests.c` itself, or is it for the headers of another C library, or for us?"""
    if name in _LINKED_STATICALLY or name.startswith(("__isoc", "__secateur_", "secateur_give_")):
        return True
    if name in TABLE and TABLE[name].native:
        return True
    return any(hasattr(library, name) for library in _libraries())


@cache
def _libraries() -> tuple[ctypes.CDLL, ...]:
    try:
        return tuple(ctypes.CDLL(path) for path in system_libraries().objects)
    except (NativeLinkError, OSError):
        return ()
