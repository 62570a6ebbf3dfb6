"""The declarations of a function as they are written: what stands before its name, its parameters, and what follows
them. Debug information has no attributes, and LLVM's text only some."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

_HIDDEN = re.compile(
    r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|^[ \t]*#(?:\\\n|[^\n])*", re.DOTALL | re.MULTILINE
)
_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"', re.MULTILINE)
MOST_AFTER = 4000
_MACRO = re.compile(
    r"^[ \t]*#[ \t]*define[ \t]+(\w+)[ \t]+\(?(0[xX][0-9a-fA-F]+|\d+)[uUlL]*\)?[ \t]*(?:/[/*].*)?$", re.MULTILINE
)
_HEAD = re.compile(r"[^;{}=]*\Z")
_NO_DECLARATION = re.compile(
    r"[()!~&|+/<>?:%^,.\[\]-]|\b(?:if|while|for|do|else|switch|case|default|return|goto|sizeof|_Alignof|typeof)\b"
)


@dataclass(frozen=True, slots=True)
class Declaration:
    """`line` is that of the name."""

    file: str
    line: int
    before: str
    parameters: tuple[str, ...]
    after: str

    @property
    def attributes(self) -> str:
        return f"{self.before} {self.after}"


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file of the user; `text` is without comments, strings and directives, but with the same places. `macros` are
    those that stand for a number."""

    name: str
    text: str
    macros: tuple[tuple[str, str], ...] = ()


def with_headers(source: Path, folders: Sequence[str] = ()) -> list[SourceFile]:
    """A source and the headers that it includes by name (`"ring.h"`), each once."""
    found: dict[Path, SourceFile] = {}
    waiting = [source]
    while waiting:
        path = waiting.pop(0)
        if path in found or not path.is_file():
            continue
        text = path.read_text(errors="replace")
        found[path] = SourceFile(str(path), _HIDDEN.sub(_blank, text), tuple(_MACRO.findall(text)))
        for name in _INCLUDE.findall(text):
            places = (folder / name for folder in (path.parent, *map(Path, folders)))
            waiting += [place for place in places if place.is_file()][:1]
    return list(found.values())


def macros(files: Sequence[SourceFile], defined: Sequence[str] = ()) -> dict[str, str]:
    """The macros that stand for one number, whatever the preprocessor leaves out; those of the command line win."""
    found: dict[str, set[str]] = {}
    for name, value in (pair for file in files for pair in file.macros):
        found.setdefault(name, set()).add(value)
    known = {name: next(iter(values)) for name, values in found.items() if len(values) == 1}
    given = (text.partition("=") for text in defined)
    return known | {name: value or "1" for name, _, value in given}


def expanded(text: str, known: Mapping[str, str]) -> str:
    return re.sub(r"\b[A-Za-z_]\w*\b", lambda match: known.get(match.group(), match.group()), text)


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match.group())


def declarations_of(function: str, files: Sequence[SourceFile]) -> Iterator[Declaration]:
    """All declarations of a function, its definition among them."""
    name = re.compile(rf"(?<![\w.>]){re.escape(function)}\s*\(")
    for file in files:
        for match in name.finditer(file.text):
            made = _declaration(file, match.start(), match.end())
            if made is not None:
                yield made


def _declaration(file: SourceFile, start: int, opened: int) -> Declaration | None:
    """None if it is a call."""
    text = file.text
    head = _HEAD.search(text[max(0, start - 600) : start])
    before = head.group() if head else ""
    closed = closing(text, opened - 1)
    if closed is None or not _is_specifiers(bare(before)):
        return None
    after = _until_body(text[closed + 1 : closed + 1 + MOST_AFTER])
    if after is None or re.match(r"\s*[^\s_\[a-zA-Z]", after):
        return None
    inside = text[opened:closed]
    line = text.count("\n", 0, start) + 1
    return Declaration(file.name, line, before, tuple(split_top(inside)), after)


def _is_specifiers(text: str) -> bool:
    """Can it stand before the name of a function that is declared? Before a call there is nothing, a cast, an operator
    or a statement that it belongs to."""
    outside = re.sub(r"\([^()]*\)", " ", re.sub(r"\([^()]*\)", " ", text))
    return re.search(r"[A-Za-z_]", outside) is not None and not _NO_DECLARATION.search(outside)


def _until_body(text: str) -> str | None:
    """What stands before the body, or before the end of a declaration."""
    depth = 0
    for place, sign in enumerate(text):
        depth += {"(": 1, ")": -1}.get(sign, 0)
        if depth < 0 or (not depth and sign in "=,+-*/<>&|?!"):
            return None
        if not depth and sign in "{;":
            return text[:place]
    return None


def bare(text: str) -> str:
    """Without attributes."""
    text = re.sub(r"\[\[.*?\]\]", " ", text, flags=re.DOTALL)
    while (match := re.search(r"__attribute__\s*\(", text)) is not None:
        closed = closing(text, match.end() - 1)
        text = f"{text[: match.start()]} {text[closed + 1 :] if closed is not None else ''}"
    return text


def closing(text: str, opened: int) -> int | None:
    """The place of the parenthesis that closes the one at a place."""
    depth = 0
    for place in range(opened, len(text)):
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        if not depth:
            return place
    return None


def split_top(text: str) -> list[str]:
    """The parts between commas outside of parentheses and brackets."""
    parts, depth, start = [], 0, 0
    for place, sign in enumerate(text):
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(sign, 0)
        if sign == "," and depth == 0:
            parts.append(text[start:place].strip())
            start = place + 1
    return [*parts, text[start:].strip()]
