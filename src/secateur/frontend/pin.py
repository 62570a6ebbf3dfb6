"""Keeps `sroa` to what cannot go wrong: scalar variables that are only ever loaded and stored by name.

`sroa` also takes arrays, structs and variables with an address apart, and on the way it drops accesses that lie
outside of them and forgets where their life ends: just the faults that a user wants to hear of. Such variables are
handed to an unknown function, which `sroa` must respect; the calls are taken out again when it is done.
"""

from __future__ import annotations

import re

_KEEP = "__secateur_keep"
_DECLARATION = f"\ndeclare void @{_KEEP}(ptr)\n"
_ALLOCA = re.compile(r'^  (%(?:[-\w.$]+|"[^"]*")) = alloca (.*)$')
_SCALAR = re.compile(r"(i\d+|ptr|float|double)(?:, align \d+)?(?:, !dbg !\d+)?$")
_NAME = re.compile(r'%(?:[-\w.$]+|"[^"]*")')
_PLAIN = re.compile(
    r'  (?:%\S+ = load (?:volatile )?(\w+)|store (?:volatile )?(\w+) (?!ptr ).*?), ptr (%(?:[-\w.$]+|"[^"]*"))[,\s]'
)
_HARMLESS = ("    #dbg_", "  call void @llvm.lifetime.", "  call void @llvm.dbg.")


def pin(text: str) -> str:
    """Mark the variables of every function that must stay in memory."""
    if f"@{_KEEP}" in text:
        return text
    out: list[str] = []
    body: list[str] | None = None
    for line in text.split("\n"):
        if body is None:
            out.append(line)
            if line.startswith("define "):
                body = []
        elif line == "}":
            out += [*_pinned(body), line]
            body = None
        else:
            body.append(line)
    return "\n".join(out) + _DECLARATION


def unpin(text: str) -> str:
    """Take the marks out again."""
    return "\n".join(line for line in text.split("\n") if f"@{_KEEP}(" not in line)


def _pinned(body: list[str]) -> list[str]:
    scalars: dict[str, str] = {}
    others: set[str] = set()
    for line in body:
        found = _ALLOCA.match(line)
        if found:
            scalar = _SCALAR.match(found[2])
            if scalar:
                scalars[found[1]] = scalar[1]
            else:
                others.add(found[1])
    if not scalars and not others:
        return body
    others.update(name for line in body for name in _addressed(line, scalars))
    out = []
    for line in body:
        out.append(line)
        found = _ALLOCA.match(line)
        if found and found[1] in others:
            out.append(f"  call void @{_KEEP}(ptr {found[1]})")
    return out


def _addressed(line: str, scalars: dict[str, str]) -> list[str]:
    """The scalars that a line does more with than load or store them as what they are."""
    names = [name for name in _NAME.findall(line) if name in scalars]
    if not names or line.startswith(_HARMLESS) or _ALLOCA.match(line):
        return []
    plain = _PLAIN.match(line + " ")
    if plain and plain[3] in scalars and (plain[1] or plain[2]) == scalars[plain[3]]:
        names.remove(plain[3])
    return names
