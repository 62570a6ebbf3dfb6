"""All small changes of a C text, always the same ones: the mutants of `benchmarks/kill_rates.py`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_RELATIONAL = {"<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<"), "==": ("!=",), "!=": ("==",)}
_ARITHMETIC = {
    "+": ("-", "*"), "-": ("+", "*"), "*": ("+", "/"), "/": ("*", "-"), "%": ("/", "*"), "++": ("--",), "--": ("++",),
}  # fmt: skip
_LOGICAL = {"&&": ("||",), "||": ("&&",), "!": ("",)}
_OPERATORS: dict[str, dict[str, tuple[str, ...]]] = {
    "relational": dict(_RELATIONAL),
    "arithmetic": dict(_ARITHMETIC),
    "logical": dict(_LOGICAL),
}

#: The kinds of changes, as the columns of Table 11 have them: RO, AO, LO; constants are our own.
KINDS = ("relational", "arithmetic", "logical", "constant")

#: Comments, texts, characters and directives are skipped; a sign is an operator if it stands between operands.
_TOKEN = re.compile(
    r"""(?P<skip>//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+'|^[ \t]*\#(?:\\\n|[^\n])*|->|<<=?|>>=?)
      |(?P<word>[A-Za-z_]\w*)
      |(?P<constant>(?:0[xX][0-9a-fA-F]+|\d+)(?![\w.]))
      |(?P<relational><=|>=|==|!=|<|>)
      |(?P<logical>&&|\|\||!)
      |(?P<arithmetic>\+\+|--|[-+*/%](?!=))
      |(?P<other>\S)""",
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class Mutant:
    kind: str
    line: int
    before: str
    after: str
    text: str


def mutants(text: str) -> Iterator[Mutant]:
    """In the order of the text. Only inside functions, and not in declarations of types; some do not compile."""
    depth, previous = 0, ""
    for token in _TOKEN.finditer(text):
        kind, word = token.lastgroup, token[0]
        if kind == "skip":
            continue
        if word in "{}":
            depth += 1 if word == "{" else -1
        elif depth and previous != "case" and kind in KINDS:
            line = text.count("\n", 0, token.start()) + 1
            for other in _others(kind, word, _is_operand(previous)):
                changed = text[: token.start()] + other + text[token.end() :]
                yield Mutant(kind, line, word, other, changed)
        previous = word


def _is_operand(word: str) -> bool:
    return word != "return" and (word[-1:].isalnum() or word[-1:] in ("_", ")", "]"))


def _others(kind: str, word: str, after_operand: bool) -> tuple[str, ...]:
    if kind == "constant":
        number = int(word, 0)
        return tuple(str(n) for n in dict.fromkeys((number + 1, max(number - 1, 0), 0)) if n != number)
    if kind == "arithmetic" and not after_operand and word not in ("++", "--"):
        return ()  # a sign, or an address
    return _OPERATORS[kind][word]


def spread(found: list[Mutant], count: int) -> list[Mutant]:
    """The given number of them, spread evenly over the kinds and the text."""
    chosen: list[Mutant] = []
    kinds = [kind for kind in KINDS if any(each.kind == kind for each in found)]
    for number, kind in enumerate(kinds):
        of_kind = [each for each in found if each.kind == kind]
        share = count // len(kinds) + (number < count % len(kinds))
        step = max(1.0, len(of_kind) / max(1, share))
        chosen += [of_kind[int(n * step)] for n in range(min(share, len(of_kind)))]
    return chosen
