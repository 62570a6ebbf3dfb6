"""Functions as LLVM prints them, to see quickly that one is the same in two versions: most are, in most commits.

Only positions, numbers of metadata and numbers of string literals are left out. What differs in this form need not
differ in the canonical one, which is the one that decides (`secateur.evolve.matching.canonical`).
"""

from __future__ import annotations

import re
from collections.abc import Collection

from secateur.ir.lexer import name_of, token_of
from secateur.ir.module_text import ModuleText

_NUMBERS = re.compile(r"(?:, )?![a-z.]* ?!\d+|!\d+| #\d+\b")
_LITERAL = re.compile(r"@(?:\.str|__const\.|switch\.table|__func__)[\w.$-]*")
_NAMED = re.compile(r'@(?:"[^"]*"|[\w.$-]+)')
_TYPE = re.compile(r'%(?:"(?:struct|union)\.[^"]*"|(?:struct|union)\.[\w.$-]+)')


class PrintedFunctions:
    """The functions of a module. None stands for one that has to be compared in another way."""

    def __init__(self, module: ModuleText) -> None:
        self._module = module
        self._names: dict[str, tuple[str, ...]] = {}

    def names(self, name: str) -> tuple[str, ...]:
        """The functions and variables that a function names, in the order of the text; none for a declaration."""
        if name not in self._names:
            tokens = dict.fromkeys(_NAMED.findall("\n".join(self._lines(name))))
            self._names[name] = tuple(name_of(token) for token in tokens)
        return self._names[name]

    def size(self, name: str) -> int:
        """Its number of instructions."""
        return sum(line.startswith("  ") for line in self._lines(name))

    def _lines(self, name: str) -> list[str]:
        found = self._module.functions.get(token_of(name, "@"))
        body = None if found is None else found.body
        return [line for line in body or () if not line.startswith("    #dbg_")]

    def of(self, name: str) -> str | None:
        found = self._module.functions.get(token_of(name, "@"))
        if found is None or found.body is None:
            return None
        text = _NUMBERS.sub("", "\n".join([found.head.text, *self._lines(name)]))
        literals = {token: self._literal(token) for token in dict.fromkeys(_LITERAL.findall(text))}
        if None in literals.values():
            return None
        return _LITERAL.sub(lambda match: literals[match[0]] or "", text) if literals else text

    def _literal(self, token: str) -> str | None:
        line = self._module.globals.get(token)
        content = None if line is None else _NUMBERS.sub("", line.text.partition(" = ")[2])
        return None if content is None or "@" in content else f"<{content}>"

    def types(self) -> dict[str, str]:
        return {name: line.text for name, line in self._module.types.items()}


class SameFunctions:
    """Which functions two versions of a file print alike. `touched`: names that mean something else in the other
    version."""

    def __init__(self, old: PrintedFunctions, new: PrintedFunctions, touched: Collection[str]) -> None:
        self._old, self._new = old, new
        self._touched = frozenset(token_of(name, "@") for name in touched)
        self._types = _changed_types(old.types(), new.types())

    def is_same(self, name: str) -> bool:
        """True only if it is; the other way round, nothing is known."""
        text = self._new.of(name)
        if text is None or text != self._old.of(name):
            return False
        return self._touched.isdisjoint(_NAMED.findall(text)) and self._types.isdisjoint(_TYPE.findall(text))


def _changed_types(old: dict[str, str], new: dict[str, str]) -> frozenset[str]:
    """The types that are not the same, or that contain one that is not."""
    changed = {name for name in (*old, *new) if old.get(name) != new.get(name)}
    grown = True
    while grown:
        inside = {n for n, text in new.items() if n not in changed and not changed.isdisjoint(_TYPE.findall(text))}
        changed |= inside
        grown = bool(inside)
    return frozenset(changed)
