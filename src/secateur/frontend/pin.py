"""Restricts `sroa` to safe promotions, and preserves the source lines that it would lose.

`sroa` also splits arrays, structs and address-taken variables; in doing so it drops out-of-bounds accesses and the
ends of lifetimes, which are exactly the faults that users want reported. Such variables are passed to an unknown
function, so that `sroa` leaves them alone; the calls are removed afterwards. Only scalars that are merely loaded and
stored by name are promoted to registers.

Assignments to those disappear, with their lines: `a = 2;` is no longer an instruction. So the assigned value passes
through another unknown function, which becomes a `freeze`: a copy, with the line of the assignment. The same tells
`p = &a[i]`, where i may be the length of the array, from the access `a[i]`, where it may not.

What a variable holds before its first assignment is indeterminate. clang is told to zero such variables, because it
then marks where they begin to exist; here these zeros become `undef`. For a promoted scalar that is a call, too, so
that after `sroa` one register, `NAME.unwritten`, stands for the indeterminate value wherever it is read:
`freeze i32 undef`. Most are never read, and are removed.
"""

from __future__ import annotations

import re

from secateur.frontend.llvm_names import LOCAL

_KEEP = "__secateur_keep"
_COPY = "__secateur_copy"
_UNWRITTEN = "__secateur_unwritten"
_TYPES = ("i1", "i8", "i16", "i32", "i64", "i128", "ptr", "float", "double")
_DECLARATIONS = "\n".join(
    [
        "",
        f"declare void @{_KEEP}(ptr)",
        *(f"declare {t} @{_COPY}.{t}({t})" for t in _TYPES),
        *(f"declare {t} @{_UNWRITTEN}.{t}()" for t in _TYPES),
        "",
    ]
)
_ALLOCA = re.compile(rf"^  ({LOCAL}) = alloca (.*)$")
_SCALAR = re.compile(r"(i\d+|ptr|float|double)(?:, align \d+)?(?:, !dbg !\d+)?$")
_NAME = re.compile(LOCAL)
_PLAIN = re.compile(rf"  (?:%\S+ = load (?:volatile )?(\w+)|store (?:volatile )?(\w+) (?!ptr ).*?), ptr ({LOCAL})[,\s]")
_ASSIGNMENT = re.compile(rf"  store (volatile )?(\w+) (.+), ptr ({LOCAL})(, align \d+)?(, !dbg !\d+)$")
_RESULT = re.compile(rf"  ({LOCAL}) = (\w+)")
_COPIED = re.compile(rf"call \S+ @{_COPY}\.\w+\((.+)\)")
_FRESH = re.compile(rf"  ({LOCAL}) = call (\w+) @{_UNWRITTEN}\.\w+\(\)")
_ZEROED = re.compile(r'^(!\d+) = !\{!"auto-init"\}$', re.MULTILINE)
_ZERO_STORE = re.compile(
    rf"  store (?:volatile )?(\w+) (\S+), ptr ({LOCAL})(, align \d+)?(, !dbg !\d+)?, !annotation (!\d+)$"
)
_ZERO_FILL = re.compile(r"(  call void @llvm\.memset\.\S+\(ptr .*?, i8) 0(, .*), !annotation (!\d+)$")
_RETURNS_TWICE = re.compile(r"@(?:_?setjmp|__sigsetjmp|__secateur_builtin_setjmp)\(")
"""Its callers keep all variables in memory: after a jump they have their latest values (`ir/unwinding.py`)."""
_IN_ARRAY = ("%arraydecay", "%arrayidx")
_HARMLESS = ("    #dbg_", "  call void @llvm.lifetime.", "  call void @llvm.dbg.")


def pin(text: str) -> str:
    """Mark the variables of every function that must stay in memory, and where variables begin to exist."""
    if f"@{_KEEP}" in text:
        return text
    zeroed = _ZEROED.search(text)
    out: list[str] = []
    body: list[str] | None = None
    for line in text.split("\n"):
        if body is None:
            out.append(line)
            if line.startswith("define "):
                body = []
        elif line == "}":
            out += [*_Pinning(body, "" if zeroed is None else zeroed[1]).lines(), line]
            body = None
        else:
            body.append(line)
    return "\n".join(out) + _DECLARATIONS


def without_zeros(text: str) -> str:
    """The text with `undef` for the zeros of uninitialised variables, so that `int x;` is not `int x = 0;`."""
    zeroed = _ZEROED.search(text)
    if zeroed is None:
        return text
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if line.endswith(f"!annotation {zeroed[1]}"):
            stored = _ZERO_STORE.sub(lambda found: found[0].replace(f" {found[2]}, ptr", " undef, ptr", 1), line)
            lines[number] = _ZERO_FILL.sub(r"\1 undef\2", stored)
    return "\n".join(lines)


def unpin(text: str) -> str:
    """Remove the marks; copies and indeterminate values become `freeze`."""
    out: list[str] = []
    body: list[str] = []
    for line in text.split("\n"):
        if f"@{_KEEP}(" in line or (line.startswith("declare") and (_COPY in line or _UNWRITTEN in line)):
            continue
        body.append(_COPIED.sub(r"freeze \1", line) if _COPY in line else line)
        if line == "}":
            out += _without_unread(body)
            body = []
    return "\n".join(out + body)


def _without_unread(body: list[str]) -> list[str]:
    """The function without indeterminate values that nothing reads."""
    made = [_FRESH.match(line) if _UNWRITTEN in line else None for line in body]
    if not any(made):
        return body
    read = {
        name
        for line, found in zip(body, made, strict=True)
        if found is None and not line.startswith("    #dbg_")
        for name in _NAME.findall(line)
    }
    out = []
    for line, found in zip(body, made, strict=True):
        if found is None:
            out.append(line)
        elif found[1] in read:
            out.append(_FRESH.sub(r"  \1 = freeze \2 undef", line))
    return out


class _Pinning:
    """The body of a function with marks. `zeroed` is the annotation of zeros that stand for indeterminate values."""

    def __init__(self, body: list[str], zeroed: str) -> None:
        self._body = body
        self._zeroed = zeroed
        self._scalars: dict[str, str] = {}
        self._others: set[str] = set()
        self._out: list[str] = []
        for line in body:
            found = _ALLOCA.match(line)
            if found:
                scalar = _SCALAR.match(found[2])
                if scalar:
                    self._scalars[found[1]] = scalar[1]
                else:
                    self._others.add(found[1])

    def lines(self) -> list[str]:
        if not self._scalars and not self._others:
            return self._body
        if any(" call " in line and _RETURNS_TWICE.search(line) for line in self._body):
            self._others.update(self._scalars)
        self._others.update(name for line in self._body for name in _addressed(line, self._scalars))
        computed = ""  # the result of the previous instruction, unless it is a load, a phi or an address in an array
        for line in self._body:
            if line.startswith("    #dbg"):
                self._out.append(line)
                continue
            if not self._begins(line) and not self._assigns(line, computed):
                self._out.append(line)
            found = _ALLOCA.match(line) if " = alloca " in line else None
            if found and found[1] in self._others:
                self._out.append(f"  call void @{_KEEP}(ptr {found[1]})")
            elif found and found[1] in self._scalars and not found[1].endswith(".addr"):  # not a parameter
                self._unwritten(self._scalars[found[1]], found[1], "", "")
            result = _RESULT.match(line)
            plain = result is None or result[2] in ("load", "phi") or result[1].startswith(_IN_ARRAY)
            computed = "" if plain or result is None else result[1]
        return self._out

    def _begins(self, line: str) -> bool:
        """A zero that stands for the indeterminate value of a variable that begins to exist."""
        if not self._zeroed or "!annotation" not in line:
            return False
        store = _ZERO_STORE.match(line)
        if store and store[6] == self._zeroed:
            kind, name, align, place = store[1], store[3], store[4] or "", store[5] or ""
            if name in self._scalars and name not in self._others and kind in _TYPES:
                self._unwritten(kind, name, align, place)
            else:
                self._out.append(f"  store {kind} undef, ptr {name}{align}{place}")
            return True
        fill = _ZERO_FILL.match(line)
        if fill and fill[3] == self._zeroed:
            self._out.append(f"{fill[1]} undef{fill[2]}")
            return True
        return False

    def _unwritten(self, kind: str, name: str, align: str, place: str) -> None:
        if kind not in _TYPES:
            return
        quote = '"' if name.endswith('"') else ""
        name_only = "%secateur" if name[1:].isdigit() else name
        fresh = f"{name_only.removesuffix(quote)}.unwritten.{len(self._out)}{quote}"
        self._out.append(f"  {fresh} = call {kind} @{_UNWRITTEN}.{kind}(){place}")
        self._out.append(f"  store {kind} {fresh}, ptr {name}{align}{place}")

    def _assigns(self, line: str, computed: str) -> bool:
        """An assignment to a promoted scalar: the value passes through a copy."""
        store = _ASSIGNMENT.match(line)
        if store is None or store[4] not in self._scalars or store[4] in self._others:
            return False
        volatile, kind, value, address, align, debug = (each or "" for each in store.groups())
        if value == computed or kind not in _TYPES:
            return False
        copy = f"%secateur.{len(self._out)}"
        self._out.append(f"  {copy} = call {kind} @{_COPY}.{kind}({kind} {value}){debug}")
        self._out.append(f"  store {volatile}{kind} {copy}, ptr {address}{align}{debug}")
        return True


def _addressed(line: str, scalars: dict[str, str]) -> list[str]:
    """The scalars that a line uses other than by loading or storing them at their own type."""
    if line.startswith(_HARMLESS):
        return []
    names = [name for name in _NAME.findall(line) if name in scalars]
    if not names or _ALLOCA.match(line):
        return []
    plain = _PLAIN.match(line + " ")
    if plain and plain[3] in scalars and (plain[1] or plain[2]) == scalars[plain[3]]:
        names.remove(plain[3])
    return names
