"""Macros that a change defines differently, and that no line of the same sources uses: no compiled code shows them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from secateur.assumption import Assumption, AssumptionKind

_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
_DEFINITION = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)([^\n]*)$", re.MULTILINE)
_DIRECTIVE = re.compile(r"^[ \t]*#[^\n]*$", re.MULTILINE)


def unused_changed_macros(old: Sequence[Path], new: Sequence[Path]) -> tuple[Assumption, ...]:
    """By name, with `#define` as the reason why nothing of them was compiled."""
    before, after = _Macros(old), _Macros(new)
    names = dict.fromkeys((*after.bodies, *before.bodies))
    changed = (name for name in names if after.bodies.get(name) != before.bodies.get(name))
    return tuple(
        Assumption(AssumptionKind.NOT_COMPILED, name, "#define")
        for name in changed
        if name in before.bodies and name in after.bodies and name not in before.words | after.words
    )


class _Macros:
    """The macros of some files, and the words of all lines that are no directives."""

    def __init__(self, files: Sequence[Path]) -> None:
        texts = [_COMMENT.sub(" ", path.read_text(errors="replace").replace("\\\n", " ")) for path in files]
        self.bodies: dict[str, list[str]] = {}
        self.words: set[str] = set()
        for text in texts:
            for name, body in _DEFINITION.findall(text):
                self.bodies.setdefault(name, []).append(" ".join(body.split()))
            self.words.update(re.findall(r"\w+", _DIRECTIVE.sub("", text)))
