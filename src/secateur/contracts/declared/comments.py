"""Contracts in comments before a function: `/*@ requires size(buf) >= len; ensures result >= 0; */`, `//@ requires …`.

Parts are in our notation, or in the common part of ACSL, the language of Frama-C: `\\valid(p + (0 .. n-1))`,
`\\result`, `\\old(x)`, `assigns` … What else ACSL can say (quantifiers, logic functions, behaviours) is left out:
without it more calls are valid, and less is checked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from secateur.contracts.declared.acsl import from_acsl, is_acsl
from secateur.contracts.declared.assigns import unchanged
from secateur.contracts.declared.declarations import split_top
from secateur.contracts.errors import ContractError
from secateur.contracts.model import Basis, Clause, Origin, clause
from secateur.ir.debuginfo import Prototype

_COMMENT = re.compile(r"/\*@(?P<block>.*?)\*/|(?P<lines>(?://@[^\n]*\n\s*)+)", re.DOTALL)
_BETWEEN = re.compile(
    r"(?>\s+|/\*(?!@).*?\*/|//(?!@)[^\n]*\n|__attribute__\s*\(\(.*?\)\)|\[\[.*?\]\]|[\w*]+)*+", re.DOTALL
)
_NEXT = r"(?=;|\b(?:requires|ensures|assigns|assumes|decreases|terminates|complete|disjoint)\b|\Z)"
_PART = re.compile(rf"\b(?P<when>requires|ensures)\s+(?P<text>[^;]*?){_NEXT}", re.DOTALL)
_ASSIGNS = re.compile(r"\bassigns\s+(?P<text>[^;]*);")
_BEHAVIOUR = re.compile(r"\bbehavior\s+\w+\s*:")


@dataclass(frozen=True, slots=True)
class _Comment:
    text: str
    line: int


def from_comments(text: str, file: str, signature: Prototype) -> Iterator[Clause]:
    """The parts in the comments before each declaration of a function, and its definition. Raises ContractError for a
    part in our notation that cannot be read."""
    for comment in _before(text, signature.name):
        general = _BEHAVIOUR.split(comment.text)[0]
        for match in _PART.finditer(general):
            line = comment.line + comment.text[: match.start()].count("\n")
            made = _made(match["text"], Origin(Basis.DECLARED, f"{file}:{line}"), match["when"] == "ensures")
            if made is not None:
                yield made
        yield from _kept(general, signature, comment.line, file)


def _kept(text: str, signature: Prototype, first: int, file: str) -> Iterator[Clause]:
    """What `assigns` does not name."""
    found = list(_ASSIGNS.finditer(text))
    targets = [target for each in found for target in split_top(each["text"])]
    line = first + (text[: found[0].start()].count("\n") if found else 0)
    for part in unchanged(targets, signature) if found else ():
        yield clause(part, Origin(Basis.DECLARED, f"{file}:{line}"), after=True)


def _made(text: str, origin: Origin, after: bool) -> Clause | None:
    plain = " ".join(line.strip(" \t@") for line in text.splitlines()).strip()
    if not is_acsl(plain):
        return clause(plain, origin, after)
    rewritten = from_acsl(plain)
    try:
        return None if rewritten is None else clause(rewritten, origin, after)
    except ContractError:
        return None


def _before(text: str, function: str) -> Iterator[_Comment]:
    """Comments that stand directly before the name of a function in a declaration."""
    for match in _COMMENT.finditer(text):
        rest = re.compile(rf"\b{re.escape(function)}\s*\(").search(text, match.end())
        if rest is None or _BETWEEN.fullmatch(text, match.end(), rest.start()) is None:
            continue
        body = match["block"] if match["block"] is not None else match["lines"].replace("//@", "   ")
        start = match.start("block") if match["block"] is not None else match.start("lines")
        yield _Comment(body, text.count("\n", 0, start) + 1)
