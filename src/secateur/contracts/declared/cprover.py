"""Contracts as CBMC has them: `__CPROVER_requires(…)` and `__CPROVER_ensures(…)` between a declaration and its body.

Quantifiers are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from secateur.contracts.declared.assigns import unchanged
from secateur.contracts.declared.declarations import closing, split_top
from secateur.ir.ctype import CPointer, resolved, size_of
from secateur.ir.debuginfo import Prototype

_PART = re.compile(r"\b__CPROVER_(?P<when>requires|ensures)\s*\(")
_READY = re.compile(r"\b__CPROVER_(?:is_fresh|r_ok|w_ok|rw_ok)\s*\(\s*(?P<name>[\w.>-]+)\s*,\s*")
_SIZEOF = re.compile(r"sizeof\s*\([^()]*\)|sizeof\s*\*?\s*\w+")


def from_cprover(text: str, signature: Prototype) -> Iterator[tuple[str, bool]]:
    """Parts in our notation, and whether they hold after the call."""
    targets: list[str] | None = None
    for match in re.finditer(r"\b__CPROVER_assigns\s*\(", text):
        closed = closing(text, match.end() - 1)
        if closed is not None:
            targets = [*(targets or []), *split_top(text[match.end() : closed])]
    if targets is not None:
        yield from ((part, True) for part in unchanged(targets, signature))
    for match in _PART.finditer(text):
        closed = closing(text, match.end() - 1)
        if closed is not None:
            told = _rewritten(text[match.end() : closed].strip(), signature)
            if told is not None:
                yield told, match["when"] == "ensures"


def _rewritten(text: str, signature: Prototype) -> str | None:
    text = text.replace("__CPROVER_return_value", "result").replace("__CPROVER_old", "old")
    while (match := _READY.search(text)) is not None:
        closed = closing(text, text.index("(", match.start()))
        told = None if closed is None else _sized(match["name"], text[match.end() : closed].strip(), signature)
        if told is None:
            return None
        text = f"{text[: match.start()]}{told}{text[closed + 1 :]}"  # type: ignore[operator]
    return None if "__CPROVER_" in text else text


def _sized(name: str, size: str, signature: Prototype) -> str | None:
    """A number of bytes as a number of elements: `n * sizeof(*p)`, `sizeof(*p)`, or of bytes themselves."""
    units = _SIZEOF.findall(size)
    if len(units) == 1:
        rest = size.replace(units[0], "").strip().strip("*").strip()
        return f"valid({name})" if not rest else f"size({name}) >= {rest}"
    kinds = {each.name: resolved(each.type) for each in signature.parameters}
    kind = kinds.get(name)
    element = 1 if not isinstance(kind, CPointer) or kind.to is None else size_of(kind.to)
    return f"size({name}) >= {size}" if element == 1 and not units else None
