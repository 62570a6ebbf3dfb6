"""Compound assignments to signed `_Atomic` objects: clang 22 computes them as if the object were unsigned.

`x >>= 1`, `x /= 2` and `x *= 0.5` become a loop around `cmpxchg`, in which a signed x is extended with zeros, or
converted as an unsigned number. Which sign it has the debug information knows: that of the variable or, for members
and elements, that of all atomic objects of the file with this size. Where there are both, the code is marked as one
that cannot be run. So is `x += y` with a floating-point y: clang rounds y first, and to an unsigned number. (Where y is
a positive constant, that cannot be seen.)
"""

from __future__ import annotations

import re

from secateur.frontend.signed_shifts import replaced_functions

_LOOP = re.compile(r"^atomic_op\d*:.*\n(  (%\S+) = phi i(\d+) .*\n)", re.MULTILINE)
_ROUNDED = re.compile(
    r"^(  (%\S+) = fptoui .*\n)?(  %\S+ = atomicrmw (?:volatile )?(?:add|sub) ptr \S+, i\d+ (\S+) .*\n)", re.MULTILINE
)
"""An addition, and the conversion before it."""
_DECLARED = re.compile(r"#dbg_declare\(ptr (%\S+), (!\d+),")
_GLOBAL = re.compile(r"^(@\S+) = .*!dbg (!\d+)$", re.MULTILINE)
_NODE = re.compile(r"^(!\d+) = (?:distinct )?!DI(\w+)\((.*)\)$", re.MULTILINE)
_FIELD = re.compile(r"(\w+): ([^,()]+)")
_NAMED = ("DW_TAG_typedef", "DW_TAG_const_type", "DW_TAG_volatile_type")
_SIGNED = ("DW_ATE_signed", "DW_ATE_signed_char")
_DEBUG = re.compile(r", !dbg !\d+$", re.MULTILINE)
WRONG = "secateur: a compound assignment to an _Atomic object that clang compiles wrongly"
"""The inline assembly that marks such code."""


_Nodes = dict[str, tuple[str, dict[str, str]]]
"""Of each node of the debug information, its kind and its fields."""


def with_signed_atomics(text: str, marks: bool = True) -> str:
    """`text` with these loops as C has them. `marks`: what cannot be repaired is marked."""
    if marks and " atomicrmw " in text:
        text = _ROUNDED.sub(_without_rounded, text)
    if "\natomic_op" not in text:
        return text
    nodes = {found[1]: (found[2], dict(_FIELD.findall(found[3]))) for found in _NODE.finditer(text)}
    globals_ = dict(_GLOBAL.findall(text))
    return replaced_functions(text, lambda _, body: _repaired(body, nodes, globals_, marks))


def _without_rounded(found: re.Match[str]) -> str:
    is_rounded = found[4] in ("poison", found[2])
    return f"{found[1] or ''}{_mark(found[3])}{found[3]}" if is_rounded else found[0]


def _mark(line: str) -> str:
    """The mark, at the place of a line."""
    place = _DEBUG.search(line)
    return f'  call void asm sideeffect "{WRONG}", ""(){place[0] if place else ""}\n'


def _repaired(body: str, nodes: _Nodes, globals_: dict[str, str], marks: bool) -> str:
    variables = globals_ | dict(_DECLARED.findall(body))
    for phi, number, width in _LOOP.findall(body):
        old = rf"i{width} {re.escape(number)}"
        stored = re.search(rf" cmpxchg (?:volatile )?ptr (\S+), {old}, i{width} (\S+) ", body)
        if stored is None or not re.search(rf"= (?:zext|uitofp) {old} to ", body):
            continue
        signs = _signs_of(variables.get(stored[1]), nodes) or _signs_of_size(width, nodes)
        if signs == {True}:
            body = re.sub(rf"= zext ({old} to )", r"= sext \1", body)
            body = re.sub(rf"= uitofp ({old} to )", r"= sitofp \1", body)
            body = re.sub(rf"(  {re.escape(stored[2])} = )fptoui ", r"\1fptosi ", body)
        elif signs != {False} and marks:
            body = body.replace(phi, phi + _mark(phi))
    return body


def _signs_of(variable: str | None, nodes: _Nodes) -> set[bool]:
    """Whether a variable is signed, if it is itself an atomic number; else nothing."""
    kind, fields = nodes.get(variable or "", ("", {}))
    if kind == "GlobalVariableExpression":
        kind, fields = nodes.get(fields.get("var", ""), ("", {}))
    type_ = fields.get("type", "")
    while _is_named(type_, nodes):
        type_ = nodes[type_][1].get("baseType", "")
    sign = _sign_of_atomic(type_, nodes)
    return set() if sign is None else {sign}


def _signs_of_size(width: str, nodes: _Nodes) -> set[bool]:
    """The signs of all atomic numbers of a size."""
    signs = (_sign_of_atomic(name, nodes, width) for name in nodes)
    return {sign for sign in signs if sign is not None}


def _sign_of_atomic(name: str, nodes: _Nodes, width: str | None = None) -> bool | None:
    kind, fields = nodes.get(name, ("", {}))
    if kind != "DerivedType" or fields.get("tag") != "DW_TAG_atomic_type":
        return None
    below = fields.get("baseType", "")
    while _is_named(below, nodes) or nodes.get(below, ("", {}))[1].get("tag") == "DW_TAG_enumeration_type":
        below = nodes[below][1].get("baseType", "")
    kind, fields = nodes.get(below, ("", {}))
    encoding, size = fields.get("encoding"), fields.get("size")
    if kind != "BasicType" or encoding == "DW_ATE_float" or size != (width or size):
        return None
    return encoding in _SIGNED


def _is_named(name: str, nodes: _Nodes) -> bool:
    """A typedef or a qualifier."""
    kind, fields = nodes.get(name, ("", {}))
    return kind == "DerivedType" and fields.get("tag") in _NAMED
