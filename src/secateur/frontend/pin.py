"""Restricts `sroa` to safe promotions, and preserves the source lines that it would lose.

`sroa` also splits arrays, structs and address-taken variables; in doing so it drops out-of-bounds accesses and the
ends of lifetimes, which are exactly the faults that users want reported. Such variables are passed to an unknown
function, so that `sroa` leaves them alone; the calls are removed afterwards. Only scalars that are merely loaded and
stored by name are promoted to registers.

Assignments to those disappear, with their lines: `a = 2;` is no longer an instruction. So the assigned value passes
through another unknown function, which becomes a `freeze`: a copy, with the line of the assignment. The same tells
`p = &a[i]`, where i may be the length of the array, from the access `a[i]`, where it may not.
"""

from __future__ import annotations

import re

_KEEP = "__secateur_keep"
_COPY = "__secateur_copy"
_TYPES = ("i1", "i8", "i16", "i32", "i64", "i128", "ptr", "float", "double")
_DECLARATIONS = "\n".join(["", f"declare void @{_KEEP}(ptr)", *(f"declare {t} @{_COPY}.{t}({t})" for t in _TYPES), ""])
_ALLOCA = re.compile(r'^  (%(?:[-\w.$]+|"[^"]*")) = alloca (.*)$')
_SCALAR = re.compile(r"(i\d+|ptr|float|double)(?:, align \d+)?(?:, !dbg !\d+)?$")
_NAME = re.compile(r'%(?:[-\w.$]+|"[^"]*")')
_PLAIN = re.compile(
    r'  (?:%\S+ = load (?:volatile )?(\w+)|store (?:volatile )?(\w+) (?!ptr ).*?), ptr (%(?:[-\w.$]+|"[^"]*"))[,\s]'
)
_ASSIGNMENT = re.compile(r'  store (?:volatile )?(\w+) (.+), ptr (%(?:[-\w.$]+|"[^"]*"))(, align \d+)?(, !dbg !\d+)$')
_RESULT = re.compile(r'  (%(?:[-\w.$]+|"[^"]*")) = (\w+)')
_COPIED = re.compile(rf"call \S+ @{_COPY}\.\w+\((.+)\)")
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
    return "\n".join(out) + _DECLARATIONS


def unpin(text: str) -> str:
    """Remove the marks; copies become `freeze`."""
    out = []
    for line in text.split("\n"):
        if f"@{_KEEP}(" in line or (_COPY in line and line.startswith("declare")):
            continue
        out.append(_COPIED.sub(r"freeze \1", line) if _COPY in line else line)
    return "\n".join(out)


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
    out: list[str] = []
    computed = ""  # the result of the previous instruction, unless it is a load, a phi or an address in an array
    for line in body:
        store = _ASSIGNMENT.match(line)
        align = "" if store is None else store[4] or ""
        if store and store[3] in scalars and store[3] not in others and store[2] != computed and store[1] in _TYPES:
            copy = f"%secateur.{len(out)}"
            out.append(f"  {copy} = call {store[1]} @{_COPY}.{store[1]}({store[1]} {store[2]}){store[5]}")
            out.append(f"  store {store[1]} {copy}, ptr {store[3]}{align}{store[5]}")
        else:
            out.append(line)
        found = _ALLOCA.match(line)
        if found and found[1] in others:
            out.append(f"  call void @{_KEEP}(ptr {found[1]})")
        result = _RESULT.match(line)
        if not line.startswith("    #dbg"):
            plain = result is None or result[2] in ("load", "phi") or result[1].startswith(("%arraydecay", "%arrayidx"))
            computed = "" if plain or result is None else result[1]
    return out


def _addressed(line: str, scalars: dict[str, str]) -> list[str]:
    """The scalars that a line uses other than by loading or storing them at their own type."""
    names = [name for name in _NAME.findall(line) if name in scalars]
    if not names or line.startswith(_HARMLESS) or _ALLOCA.match(line):
        return []
    plain = _PLAIN.match(line + " ")
    if plain and plain[3] in scalars and (plain[1] or plain[2]) == scalars[plain[3]]:
        names.remove(plain[3])
    return names
