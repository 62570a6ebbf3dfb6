"""Which names a C file may define, read off its text: quick, and a little too much, as whoever needs one of them
compiles the file to be sure. Of a macro that defines something, the words between its parentheses count.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

from secateur.frontend.cache import Cache

_FORMAT = "3"
_HIDDEN = re.compile(
    r"""\bextern\s+"C"\s*\{|"""
    r"""//[^\n]*|/\*.*?(?:\*/|\Z)|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|^[ \t]*\#(?:\\\n|[^\n])*""",
    re.DOTALL | re.MULTILINE,
)
_BRACE = re.compile(r"^[{}]|[{}]", re.MULTILINE)
_CALLED = re.compile(r"([A-Za-z_]\w*)\s*\(")
_VARIABLE = re.compile(r"([A-Za-z_]\w*)\s*(?:\[[^\]]*\]\s*)*(?:=|,|\Z)")
_MACRO = re.compile(r"\b[A-Z][A-Z0-9_]+\s*\(([^()]*)\)")
_WORD = re.compile(r"[A-Za-z_]\w*")
_RENAMED = r"^[ \t]*#[ \t]*define[ \t]+(\w+)[ \t]+{}[ \t]*$"
_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*["<]([^">\n]+)[">]', re.MULTILINE)
_ELSEWHERE = ("extern", "typedef")


def defined_names(path: Path, store: Cache) -> frozenset[str]:
    """The names that a file may define; kept in `store` by its content. Empty for a file that cannot be read."""
    try:
        text = path.read_text(errors="replace")
    except OSError:
        return frozenset()
    key = store.key("definitions", _FORMAT, text)
    hit = store.load(key)
    if hit is not None:
        return frozenset(json.loads(hit.data))
    found = frozenset(names_in(text))
    store.save(key, json.dumps(sorted(found)).encode(), ())
    return found


def included_names(text: str) -> tuple[str, ...]:
    """The headers that a text includes, without their folders."""
    return tuple(dict.fromkeys(name.rpartition("/")[2] for name in _INCLUDE.findall(text)))


def renamed_to(name: str, text: str) -> list[str]:
    """The names that macros of a text replace by this one."""
    return re.findall(_RENAMED.format(re.escape(name)), text, re.MULTILINE) if name in text else []


def names_in(text: str) -> Iterator[str]:
    """The names that a text may define."""
    for part, is_body in _outside(_HIDDEN.sub(" ", text)):
        for arguments in _MACRO.findall(part):
            yield from _WORD.findall(arguments)
        *statements, last = part.split(";")
        for statement in statements:
            if "(" not in statement or "=" in statement:
                yield from _variables(statement)
        if not is_body:
            continue
        if "=" in last:
            yield from _variables(last)
            continue
        head = next((each for each in (last, *reversed(statements)) if "(" in each), "")  # or it is as of 1989
        yield from _CALLED.findall(head)


def _variables(statement: str) -> Iterator[str]:
    words = statement.split(None, 1)
    if words and words[0] not in _ELSEWHERE:
        yield from _VARIABLE.findall(statement.partition("=")[0] + "=" if "=" in statement else statement.rstrip())


def _outside(text: str) -> Iterator[tuple[str, bool]]:
    """The parts of a text outside of all braces, each with whether a brace follows. A brace at the beginning of a line
    is an outermost one: branches of `#if` may open a block twice."""
    depth, start = 0, 0
    for found in _BRACE.finditer(text):
        is_first = found.start() == 0 or text[found.start() - 1] == "\n"
        if found[0] == "{":
            if depth == 0 or is_first:
                yield (text[start : found.start()], True) if depth == 0 else ("", False)
                depth = 0
            depth += 1
        elif depth:
            depth = 0 if is_first else depth - 1
            start = found.end()
    if depth == 0:
        yield text[start:], False
