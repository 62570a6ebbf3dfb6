"""What comments before a function say about the size of its parameters: `@param out buffer of at least 16 bytes`, `dst
must hold len + 1 bytes`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from secateur.contracts.declared.declarations import macros, with_headers
from secateur.contracts.inference.evidence import Evidence
from secateur.contracts.model import Basis, Clause, Origin, clause
from secateur.ir.ctype import CInt, CPointer, resolved
from secateur.ir.debuginfo import Parameter

#: Words after which a size follows; `at least` is enough.
_SIZE = re.compile(
    r"""(?:(?:must|should|can|has\ to)\ (?:hold|have|contain|provide|be)|(?:have|has|with)\ (?:room|space)\ for|of\ size
      |(?:room|space)\ for|buffer\ of|array\ of|holds?|at\ least)(?:\ (?:a|an|the|at\ least|room\ for|space\ for
      |of\ size|large\ enough\ for|a\ buffer\ of|an\ array\ of))*\ (?P<size>\w+(?:\ ?[+*]\ ?\w+)?)
      (?=\ (?:bytes?|chars?|characters|elements|entries|items|octets|long|in\ size)\b)""",
    re.VERBOSE | re.IGNORECASE,
)
#: Text about a parameter that is no more about it.
_ENDS = re.compile(r"[.;]\s|[@\\](?:param|return)")
#: Names that are words of a sentence: they count only after `@param`.
_WORDS = frozenset(["a", "an", "at", "by", "from", "i", "in", "is", "it", "of", "on", "or", "the", "to"])
MOST = 4096


def by_documentation(evidence: Evidence) -> Iterator[Clause]:
    folders = () if evidence.compiling is None else evidence.compiling.include
    files = with_headers(evidence.source, folders) if evidence.text else []
    known = macros(files)
    numbers = {p.name for p in evidence.signature.parameters if not isinstance(resolved(p.type), CPointer)}
    for file in files:
        for comment, line in _comments(Path(file.name).read_text(errors="replace"), evidence.function):
            for parameter in evidence.signature.parameters:
                if parameter.name and isinstance(resolved(parameter.type), CPointer):
                    others = [p.name for p in evidence.signature.parameters if p.name not in (parameter.name, *numbers)]
                    size = _size(comment, parameter.name, others, known, numbers)
                    if size:
                        place = f"the comment at {Path(file.name).name}:{line}"
                        ended = f" && terminated({parameter.name})" if size.isdigit() and _is_text(parameter) else ""
                        yield clause(f"size({parameter.name}) >= {size}{ended}", Origin(Basis.INFERRED, place))


def _is_text(parameter: Parameter) -> bool:
    """Characters are a string, also in an array of a fixed size."""
    kind = resolved(parameter.type)
    to = resolved(kind.to) if isinstance(kind, CPointer) and kind.to is not None else None
    return isinstance(to, CInt) and to.is_char


def _comments(text: str, function: str) -> Iterator[tuple[str, int]]:
    """The comments directly before a declaration of the function, without their decoration, and their lines."""
    comment = r"/\*(?:[^*]|\*(?!/))*\*/|(?://[^\n]*\n\s*)+"
    found = re.compile(rf"(?P<text>{comment})\s*(?P<head>[\w\s*]*?)\b{re.escape(function)}\s*\(")
    for match in found.finditer(text):
        plain = re.sub(r"^\s*(?:/?\*+/?|//+!?)?", "", match["text"], flags=re.MULTILINE)
        yield " ".join(plain.split()), text.count("\n", 0, match.start()) + 1


def _size(comment: str, name: str, others: Sequence[str], known: dict[str, str], numbers: set[str]) -> str:
    """A number, or a sum or product of parameters and numbers; empty if nothing is said. What comes after the name of
    one of the `others` is about that."""
    before = r"[@\\]param(?:\[\w+\])?\s+" if name in _WORDS else r"\b"
    for mention in re.finditer(rf"{before}{re.escape(name)}\b", comment):
        rest = comment[mention.end() :]
        for word in others:
            rest = re.split(rf"\b{re.escape(word)}\b", rest, maxsplit=1)[0] if word else rest
        end = _ENDS.search(rest)
        found = _SIZE.search(rest[: end.start()] if end else rest)
        if found is None:
            continue
        words = [known.get(word, word) for word in re.split(r"\s*[+*]\s*", found["size"])]
        sign = next((each for each in "+*" if each in found["size"]), "")
        if all(word in numbers or (word.isdigit() and 0 < int(word) <= MOST) for word in words):
            return f" {sign} ".join(words)
    return ""
