"""Conditions and values in words that can stand in a name: `width < 0` is `width_is_negative`."""

from __future__ import annotations

import re

#: A longer phrase says too little for its length.
LONGEST = 48

_COMPARED = re.compile(r"(?P<left>.+?) (?P<op>==|!=|<=|>=|<|>) (?P<right>.+)")
_NUMBER = re.compile(r"-?\d+[uUlL]*|-?0x[0-9a-fA-F]+[uUlL]*")
_CHARACTER = re.compile(r"'(\\.[0-7]*|[^\\])'")
_NAMES = {
    " ": "space", "+": "plus", "-": "minus", "*": "star", "/": "slash", ".": "dot", ",": "comma", ":": "colon",
    ";": "semicolon", "_": "underscore", "=": "equals", "<": "less", ">": "greater", "(": "open", ")": "close",
    "[": "open_bracket", "]": "close_bracket", "{": "open_brace", "}": "close_brace", "#": "hash", "%": "percent",
    "&": "and", "|": "bar", "!": "bang", "?": "question", "@": "at", "^": "caret", "~": "tilde", "$": "dollar",
    '"': "quote", "'": "apostrophe", "`": "backquote", "\\": "backslash",
}  # fmt: skip
_ESCAPES = {r"\0": "nul", r"\n": "newline", r"\t": "tab", r"\r": "return", r"\\": "backslash", r"\'": "apostrophe"}
_ZERO = {
    "<": "is_negative",
    ">=": "is_not_negative",
    ">": "is_positive",
    "<=": "is_not_positive",
    "==": "is_0",
    "!=": "is_not_0",
}
_VERBS = {"==": "is", "!=": "is_not", "<": "is_below", "<=": "is_at_most", ">": "is_above", ">=": "is_at_least"}
_MIRRORED = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
_OPERATORS = {"+": "plus", "-": "minus", "*": "times", "/": "divided_by", "%": "modulo"}


def condition_words(text: str) -> str | None:
    """A condition in C, as printed over the inputs; None if it is too long or too strange for a name."""
    found = _COMPARED.fullmatch(text)
    if found is None:
        return None
    left, op, right = found["left"].strip(), found["op"], found["right"].strip()
    if _literal(left) is not None and _literal(right) is None:
        left, right, op = right, left, _MIRRORED[op]
    subject, value = value_words(left), value_words(right)
    if subject is None or value is None:
        return None
    words = f"{subject}_{_ZERO[op]}" if value == "0" else f"{subject}_{_VERBS[op]}_{value}"
    return words if len(words) <= LONGEST else None


def value_words(text: str) -> str | None:
    """A number, a character, an input, or a short sum of these."""
    literal = _literal(text)
    if literal is not None:
        return literal
    plain = re.sub(r"\((?:unsigned |signed )?(?:char|short|int|long|long long)\)", "", text)
    if not re.fullmatch(r"[\w\s.\[\]>*/%+()-]+", plain) or len(plain) > LONGEST:
        return None
    parts = re.split(r"\s+([-+*/%])\s+", plain.strip("()"))
    words = [_OPERATORS[part] if part in _OPERATORS else _literal(part) or name_words(part) for part in parts]
    return "_".join(words) if all(words) else None


def name_words(text: str) -> str:
    """`r->count` is `r_count`, and so is `r[0].count`, where there is one; `s[0]` is `s_0`."""
    return "_".join(re.findall(r"\w+", text.replace("[0].", " ").replace("->", " ")))


def number_words(value: int) -> str:
    return f"minus_{-value}" if value < 0 else str(value)


def _literal(text: str) -> str | None:
    if _NUMBER.fullmatch(text):
        return number_words(int(text.rstrip("uUlL"), 0))
    found = _CHARACTER.fullmatch(text)
    if found is None:
        return None
    letter = found[1]
    if letter.startswith("\\"):
        return _ESCAPES.get(letter, f"character_{letter[1:]}" if letter[1:].isalnum() else None)
    if letter.isdigit():
        return f"digit_{letter}"
    return letter if letter.isalpha() and letter.isascii() else _NAMES.get(letter)
