"""Keeps the names of the program and those of the runtime apart.

The runtime wraps some functions of the C library: it defines `secateur_checked_strlen`, and the program's references to
`strlen` are changed to that, while the runtime itself keeps calling the library's. A function of the program whose name
the runtime needs itself (such as the program's own `strlen`) is renamed too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from secateur.suite.native import elf

_CHECKED = "secateur_checked_"
_OWN = "secateur_own_"


def separate(program: Sequence[bytes], runtime: Sequence[bytes]) -> list[bytes]:
    """The program's objects with symbols renamed where necessary."""
    ours = list(_symbols(runtime))
    theirs = list(_symbols(program))
    strong = {symbol.name for symbol in ours if not symbol.weak} - {"main"}
    own = {symbol.name for symbol in theirs if symbol.defined}
    checked = {symbol.name.removeprefix(_CHECKED) for symbol in ours if symbol.name.startswith(_CHECKED)}
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


def _symbols(objects: Sequence[bytes]) -> Iterable[elf.ElfSymbol]:
    return (symbol for data in objects for symbol in elf.symbols(data) if not symbol.local)
