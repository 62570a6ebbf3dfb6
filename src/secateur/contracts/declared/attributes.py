"""What types and attributes in declarations say: `a[static n]`, `nonnull`, `access`, `_Nullable`, `counted_by` …"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from secateur.contracts.declared.cprover import from_cprover
from secateur.contracts.declared.declarations import (
    Declaration,
    SourceFile,
    bare,
    declarations_of,
    expanded,
    macros,
    split_top,
)
from secateur.contracts.errors import ContractError
from secateur.contracts.model import Basis, Clause, Origin, all_names, clause
from secateur.contracts.places import member_of
from secateur.ir.ctype import CArray, CField, CPointer, CStruct, resolved
from secateur.ir.debuginfo import Prototype

_STATIC = re.compile(r"\[\s*(?:const\s+|restrict\s+)*static\s+(?:const\s+|restrict\s+)*(?P<count>[^\]]+)\]")
_ARRAY = re.compile(r"\w\s*\[\s*(?P<count>[^\]\s][^\]]*)\]")
_COUNTED = re.compile(r"\b(?:__)?counted_by(?:__)?\s*\(\s*(?P<count>\w+)\s*\)")
_MEMBER = re.compile(rf"\b(?P<name>\w+)\s*(?:\[\s*\]\s*)?(?:__attribute__\s*\(\(\s*)?{_COUNTED.pattern}")
_NONNULL = re.compile(r"(?<!returns_)\b(?:__)?nonnull(?:__)?\b(?:\s*\((?P<numbers>[\d\s,]*)\))?")
_ACCESS = re.compile(r"\b(?:__)?access(?:__)?\s*\(\s*(?:__)?(?P<mode>\w+?)(?:__)?\s*,\s*(?P<numbers>[\d\s,]+)\)")
_STRING = re.compile(r"\b(?:__)?null_terminated_string_arg(?:__)?\s*\((?P<number>\d+)\)")
_BLOCK = re.compile(r"\b(?:__)?alloc_size(?:__)?\s*\((?P<numbers>[\d\s,]+)\)")
_RETURNS = re.compile(r"\b(?:__)?returns_nonnull(?:__)?\b")


def from_attributes(signature: Prototype, files: Sequence[SourceFile], defined: Sequence[str] = ()) -> Iterator[Clause]:
    """The parts that the declarations of a function imply. What cannot be said in the notation is left out. `defined`:
    macros of the command line, `N=4`."""
    known = macros(files, defined)
    for declaration in declarations_of(signature.name, files):
        origin = Origin(Basis.DECLARED, f"{declaration.file}:{declaration.line}")
        renamed = _Renaming(signature, declaration)
        texts = [*_of_parameters(signature, declaration, renamed), *_of_attributes(signature, declaration)]
        for text, is_sure, after in texts:
            own = origin if is_sure else Origin(Basis.INFERRED, f"its declaration, line {declaration.line}")
            yield from _made(expanded(text, known), own, after, signature)
        for text, after in from_cprover(declaration.after, signature):
            yield from _made(expanded(renamed(text), known), origin, after, signature)
    yield from _counted_members(signature, files)


def _made(text: str, origin: Origin, after: bool, signature: Prototype) -> Iterator[Clause]:
    """Nothing for what the notation cannot say, such as a macro that only a compiler can expand."""
    try:
        made = clause(text, origin, after)
    except ContractError:
        return
    if all_names(made) <= {"result", *(each.name for each in signature.parameters)}:
        yield made


class _Renaming:
    """A prototype may have other names than the definition, or none."""

    def __init__(self, signature: Prototype, declaration: Declaration) -> None:
        own = [_declared_name(text) for text in declaration.parameters]
        pairs = zip(own, signature.parameters, strict=False)
        self.names = {name: each.name for name, each in pairs if name and each.name and name != each.name}

    def __call__(self, text: str) -> str:
        if not self.names:
            return text
        pattern = "|".join(map(re.escape, self.names))
        return re.sub(rf"(?<![\w.>])(?:{pattern})\b", lambda match: self.names[match.group()], text)


def _declared_name(text: str) -> str:
    plain = re.sub(r"\[[^\]]*\]|\b_N\w+\b|\([^()]*\)\s*$", " ", bare(text))
    found = re.findall(r"[A-Za-z_]\w*", plain)
    return found[-1] if len(found) > 1 else ""


def _of_parameters(
    signature: Prototype, declaration: Declaration, renamed: _Renaming
) -> Iterator[tuple[str, bool, bool]]:
    """Text, whether it is declared (or only likely), whether it holds after the call."""
    for text, parameter in zip(declaration.parameters, signature.parameters, strict=False):
        if not isinstance(resolved(parameter.type), CPointer) or not parameter.name:
            continue
        name = parameter.name
        if (found := _STATIC.search(text)) is not None or (found := _COUNTED.search(text)) is not None:
            yield f"size({name}) >= {renamed(found['count'].strip())}", True, False
        elif (found := _ARRAY.search(text)) is not None:
            yield f"size({name}) >= {renamed(found['count'].strip())}", False, False
        if re.search(r"\b_Nullable\b", text):
            yield f"valid({name}) || {name} == 0", True, False
        elif re.search(r"\b_Nonnull\b", text):
            yield f"valid({name})", True, False


def _of_attributes(signature: Prototype, declaration: Declaration) -> Iterator[tuple[str, bool, bool]]:
    text, parameters = declaration.attributes, signature.parameters
    names = {number: each.name for number, each in enumerate(parameters, 1) if each.name}
    pointers = [n for n, each in enumerate(parameters, 1) if isinstance(resolved(each.type), CPointer)]
    for match in _NONNULL.finditer(text):
        for number in _numbers(match["numbers"] or "") or pointers:
            if number in names:
                yield f"valid({names[number]})", True, False
    for match in _ACCESS.finditer(text):
        numbers = _numbers(match["numbers"])
        if match["mode"] != "none" and all(number in names for number in numbers):
            if len(numbers) > 1:
                yield f"size({names[numbers[0]]}) >= {names[numbers[1]]}", True, False
            else:
                yield f"valid({names[numbers[0]]})", True, False
    for match in _STRING.finditer(text):
        if int(match["number"]) in names:
            yield f"terminated({names[int(match['number'])]})", True, False
    for match in _BLOCK.finditer(text):
        factors = [names[number] for number in _numbers(match["numbers"]) if number in names]
        if factors and isinstance(signature.result and resolved(signature.result), CPointer):
            yield f"result == 0 || size(result) >= {' * '.join(f'old({each})' for each in factors)}", True, True
    if _RETURNS.search(text):
        yield "valid(result)", True, True


def _numbers(text: str) -> list[int]:
    return [int(each) for each in split_top(text) if each.strip().isdecimal()]


def _counted_members(signature: Prototype, files: Sequence[SourceFile]) -> Iterator[Clause]:
    """Pointers and arrays at the end of structures with `counted_by`: those that a parameter leads to."""
    for file in files:
        for match in _MEMBER.finditer(file.text):
            line = file.text.count("\n", 0, match.start()) + 1
            for parameter in signature.parameters:
                kind = resolved(parameter.type)
                struct = resolved(kind.to) if isinstance(kind, CPointer) and kind.to is not None else None
                if not isinstance(struct, CStruct) or not parameter.name:
                    continue
                member, count = member_of(struct, match["name"]), member_of(struct, match["count"])
                if member is not None and count is not None and _is_counted(member):
                    text = f"size({parameter.name}->{match['name']}) >= {parameter.name}->{match['count']}"
                    yield from _made(text, Origin(Basis.DECLARED, f"{file.name}:{line}"), False, signature)


def _is_counted(member: CField) -> bool:
    kind = resolved(member.type)
    return isinstance(kind, CPointer) or (isinstance(kind, CArray) and not kind.count)
