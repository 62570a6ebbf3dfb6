"""Shrinks a failing C program: removes lines and blocks and replaces expressions while it still fails."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator


def smaller(text: str, fails: Callable[[str], bool], most: int = 600) -> str:
    """`fails` is called at most `most` times; it must be false for programs that do not compile."""
    left = most
    for attempts in (_without_lines, _simplified, _without_lines):
        progress = True
        while progress and left > 0:
            progress = False
            for attempt in attempts(text):
                left -= 1
                if fails(attempt):
                    text, progress = attempt, True
                    break
                if left <= 0:
                    break
    return text


def _without_lines(text: str) -> Iterator[str]:
    """Without a range of lines, long ranges first; a range must close the blocks that it opens. Or without the two
    lines around a block."""
    lines = text.splitlines()
    depths = [0]
    for line in lines:
        depths.append(depths[-1] + line.count("{") - line.count("}"))
    size = len(lines) // 2
    while size:
        for start in range(len(lines) - size, -1, -1):
            inside = depths[start : start + size + 1]
            if inside[0] == inside[-1] == min(inside) and size in (1, 2, 3, *(4 * n for n in range(1, 100))):
                yield "\n".join([*lines[:start], *lines[start + size :]]) + "\n"
        size -= 1
    for start, line in enumerate(lines):
        if not line.endswith("{"):
            continue
        end = next((n for n in range(start + 1, len(lines)) if depths[n + 1] == depths[start]), None)
        if end is not None:
            yield "\n".join([*lines[:start], *lines[start + 1 : end], *lines[end + 1 :]]) + "\n"


def _simplified(text: str) -> Iterator[str]:
    """With an innermost pair of parentheses or brackets, an operand or a variable replaced by something shorter."""
    for pattern, texts in (
        (r"\([^()]*\)", ("", "(1)", "(a)")),
        (r"\[[^\[\]]*[a-z][^\[\]]*\]", ("[0]", "[1]")),
        (r"\s(&&|\|\||[-+*&|^])\s[\w.\[\]>*-]+", ("",)),
        (r"\? [^:;]* : [^:;)]*", ("",)),
        (r"(?<== )[^=;{]+(?=;)", ("0", "1", "a")),
        (r"\b(x|y|z|b|k|h)\b", ("a",)),
    ):
        for found in reversed(list(re.finditer(pattern, text))):
            for each in texts:
                if len(each) < len(found.group()) or re.fullmatch(r"\w", found.group()):
                    yield text[: found.start()] + each + text[found.end() :]
