"""What the definitions of a unit refer to, by name: from this it follows what a program needs of other files."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from secateur.frontend.build import compile_source
from secateur.frontend.cache import Cache
from secateur.ir.lexer import NAME, name_of
from secateur.ir.module_text import split
from secateur.options import Compiling

_FORMAT = "1"
_SYMBOL = re.compile(rf"@{NAME}")
_STRING = re.compile(r'\bc"[^"]*"')
_STATIC = ("internal", "private")
_LISTS = ("llvm.global_ctors", "llvm.global_dtors", "llvm.used", "llvm.compiler.used")


@dataclass(frozen=True, slots=True)
class UnitUses:
    """`defined`: by name, what each definition refers to. `static`: those of them that no other file sees."""

    defined: Mapping[str, tuple[str, ...]]
    static: frozenset[str]

    def offers(self, name: str) -> bool:
        return name in self.defined and name not in self.static

    @property
    def always(self) -> Iterator[str]:
        """What is part of the program even if nothing refers to it: constructors, and what is marked as used."""
        return (name for each in _LISTS for name in self.defined.get(each, ()))


def unit_uses(path: Path, options: Compiling, store: Cache) -> UnitUses:
    """The definitions of a source; kept in `store` by the text that the compiler makes. Raises CompileError."""
    text = compile_source(path, options, store).text
    key = store.key("uses", _FORMAT, text)
    hit = store.load(key)
    if hit is None:
        found = uses_in(text)
        kept = {"defined": found.defined, "static": sorted(found.static)}
        store.save(key, json.dumps(kept).encode(), ())
        return found
    kept = json.loads(hit.data)
    return UnitUses({name: tuple(uses) for name, uses in kept["defined"].items()}, frozenset(kept["static"]))


def uses_in(text: str) -> UnitUses:
    """The same for LLVM text."""
    module = split(text)
    defined: dict[str, tuple[str, ...]] = {}
    static: set[str] = set()
    for token, line in module.globals.items():
        words = line.text[len(token) : len(token) + 60].split()
        if "external" in words or "extern_weak" in words:
            continue
        defined[name_of(token)] = _symbols(_STRING.sub("", line.text[len(token) :]))
        if any(word in _STATIC for word in words[:3]):
            static.add(name_of(token))
    for token, function in module.functions.items():
        if function.body is not None:
            defined[name_of(token)] = _symbols("\n".join(function.body))
            if function.head.text.split(None, 2)[1] in _STATIC:
                static.add(name_of(token))
    return UnitUses(defined, frozenset(static))


def _symbols(text: str) -> tuple[str, ...]:
    names = (name_of(token) for token in dict.fromkeys(_SYMBOL.findall(text)))
    return tuple(name for name in names if not name.startswith("llvm."))
