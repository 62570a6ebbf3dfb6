"""Keeps the names of the program and those of the runtime apart.

The runtime wraps some functions of the C library: it defines `secateur_checked_strlen`, and the program's references to
`strlen` are changed to that, while the runtime itself keeps calling the library's. A function of the program whose name
the runtime needs itself (such as the program's own `strlen`) is renamed too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from secateur.suite.native import elf

_CHECKED = "secateur_checked_"
_OWN = "secateur_own_"


def separate(program: Sequence[bytes], runtime: Sequence[bytes]) -> list[bytes]:
    """The program's objects with symbols renamed where necessary."""
    strong = {name for data in runtime for name, is_weak in _global_names(data) if not is_weak} - {"main"}
    checked = {
        name.removeprefix(_CHECKED) for data in runtime for name, _ in _global_names(data) if name.startswith(_CHECKED)
    }
    theirs = list(_symbols(program))
    own = {symbol.name for symbol in theirs if symbol.defined}
    asked = {symbol.name for symbol in theirs} & checked - own
    names = {name: _CHECKED + name for name in asked} | {name: _OWN + name for name in own & strong}
    return [elf.rename(data, names) for data in program] if names else list(program)


def checked(data: bytes) -> bytes:
    """An object of the runtime whose functions and variables stand for those of the C library."""
    found = {symbol.name for symbol in _symbols([data]) if symbol.defined and not symbol.name.startswith("__secateur")}
    return elf.rename(data, {name: _CHECKED + name for name in found})


def original(name: str) -> str:
    """The name of a function in the program."""
    return name.removeprefix(_OWN)


@lru_cache(maxsize=64)
def _global_names(data: bytes) -> tuple[tuple[str, bool], ...]:
    """The global names of an object of the runtime, which every program is linked with; and whether each is weak."""
    return tuple((symbol.name, symbol.weak) for symbol in _symbols([data]))


def _symbols(objects: Sequence[bytes]) -> Iterable[elf.ElfSymbol]:
    return (symbol for data in objects for symbol in elf.symbols(data) if not symbol.local)
