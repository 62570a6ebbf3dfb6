"""The common part of ACSL, the language of Frama-C, in our notation."""

from __future__ import annotations

import re

_BLOCK = re.compile(r"\\valid(?:_read)?\s*\(\s*(?P<name>[\w.>-]+?)\s*\+\s*\(\s*0\s*\.\.\s*(?P<last>[^()]+|.+?)\)\s*\)")
_ARRAY = re.compile(r"\\valid(?:_read)?\s*\(\s*(?P<name>[\w.>-]+?)\s*\[\s*0\s*\.\.\s*(?P<last>[^\]]+)\]\s*\)")
_SINGLE = re.compile(r"\\valid(?:_read)?\s*\(\s*(?P<name>[\w.>-]+)\s*\)")
_STRING = re.compile(r"\\?\bvalid(?:_read)?_string\s*\(\s*(?P<name>[\w.>-]+)\s*\)")
_LAST = re.compile(r"(?P<count>.+?)\s*-\s*1\s*$")
_WORDS = {r"\\result\b": "result", r"\\old\b": "old", r"\\null\b": "0", r"\\true\b": "1", r"\\false\b": "0"}
_SIGNS = {"≤": "<=", "≥": ">=", "≠": "!=", "∧": "&&", "∨": "||", "⇒": "==>", "¬": "!"}
_BEYOND = re.compile(r"\\|\b(?:forall|exists|let)\b|<==>|\^\^")


def is_acsl(text: str) -> bool:
    """Does it use what only ACSL has?"""
    strings = ("valid_string", "valid_read_string")
    return "\\" in text.replace("'\\", "") or any(sign in text for sign in (*strings, *_SIGNS))


def from_acsl(text: str) -> str | None:
    """In our notation; None if it says more than that can."""
    for sign, ours in _SIGNS.items():
        text = text.replace(sign, ours)
    text = _BLOCK.sub(_sized, text)
    text = _ARRAY.sub(_sized, text)
    text = _STRING.sub(r"terminated(\g<name>)", text)
    text = _SINGLE.sub(r"valid(\g<name>)", text)
    for word, ours in _WORDS.items():
        text = re.sub(word, ours, text)
    return None if _BEYOND.search(text) else text


def _sized(match: re.Match[str]) -> str:
    """`p + (0 .. n - 1)` has n elements."""
    last = match["last"].strip()
    ends = _LAST.fullmatch(last)
    return f"size({match['name']}) >= {ends['count'] if ends else f'{last} + 1'}"
