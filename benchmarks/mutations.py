"""All small changes of a C text, always the same ones: the mutants of `kill_rates.py` and of `mutants.py`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

#: The programs whose mutants are measured: the function, and macros.
SUBJECTS: dict[str, tuple[str, tuple[str, ...]]] = {
    "wheel_brake": ("brake_step", ()),
    "collision_avoidance": ("avoid", ()),
    "scheduler": ("schedule", ("COMMANDS=3",)),
}

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

#: The kinds of changes, as the columns of Table 11 of the DGSE paper have them: RO, AO, LO; constants are our own.
KINDS = ("relational", "arithmetic", "logical", "constant")
#: Those of the DiSE paper in addition: another variable, a missing statement.
ALL_KINDS = (*KINDS, "operand", "deletion")

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


#: A name that is a value: not called, and neither the array, the structure nor the member of an access.
_VARIABLE = re.compile(r"(?<![\w.>])[a-z_]\w*(?!\w|\s*[(.\[]|->)")
_STATEMENT = re.compile(r"^[ \t]+([\w.>\[\]-]+(?:\+\+|--| [-+*|&]?= [^;{}]+);)$", re.MULTILINE)
_KEYWORDS = {
    "if", "else", "for", "while", "do", "return", "break", "continue", "switch", "case", "default", "sizeof", "static",
    "const", "struct", "enum", "void", "int", "char", "unsigned", "long", "short", "uint8_t", "uint16_t", "uint32_t",
    "int8_t", "int16_t", "int32_t",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Mutant:
    """The original with `before`, at an offset, replaced by `after`."""

    kind: str
    line: int
    before: str
    after: str
    original: str
    offset: int

    @property
    def text(self) -> str:
        return self.original[: self.offset] + self.after + self.original[self.offset + len(self.before) :]


def mutants(text: str, kinds: Sequence[str] = KINDS) -> Iterator[Mutant]:
    """In the order of the text. Only inside braces; variables and statements only inside functions, where a variable is
    replaced by others of the function. Some mutants do not compile."""
    tokens = [token for token in _TOKEN.finditer(text) if token.lastgroup != "skip"]
    bodies = _bodies(tokens)
    statements = {m.start(1): m[1] for m in _STATEMENT.finditer(text)}
    depth, previous = 0, ""
    for token, body in zip(tokens, bodies, strict=True):
        kind, word, offset = token.lastgroup or "", token[0], token.start()
        if word in "{}":
            depth += 1 if word == "{" else -1
        elif depth and previous != "case":
            line = text.count("\n", 0, offset) + 1
            if body is not None and offset in statements and "deletion" in kinds:
                yield Mutant("deletion", line, statements[offset], ";", text, offset)
            if body is not None and word in body and _is_variable(token):
                kind, others = "operand", _neighbours(body, word)
            else:
                others = _others(kind, word, _is_operand(previous)) if kind in KINDS else ()
            if kind in kinds:
                yield from (Mutant(kind, line, word, other, text, offset) for other in others)
        previous = word


def _bodies(tokens: Sequence[re.Match[str]]) -> list[list[str] | None]:
    """For each token, the variables of the function that it is in; None outside of functions."""
    found: list[list[str] | None] = []
    body: list[str] | None = None
    depth, previous = 0, ""
    for token in tokens:
        word = token[0]
        if word in "{}":
            depth += 1 if word == "{" else -1
            if depth == 1 and word == "{":
                body = [] if previous == ")" else None
            elif depth == 0:
                body = None
        elif body is not None and word not in body and _is_variable(token):
            body.append(word)
        found.append(body)
        previous = word
    return found


def _is_variable(token: re.Match[str]) -> bool:
    return token[0] not in _KEYWORDS and _VARIABLE.match(token.string, token.start()) is not None


def _neighbours(names: Sequence[str], word: str) -> tuple[str, ...]:
    """The names before and after it."""
    at = names.index(word)
    return tuple(dict.fromkeys(n for n in (names[at - 1], names[(at + 1) % len(names)]) if n != word))


def _is_operand(word: str) -> bool:
    return word != "return" and (word[-1:].isalnum() or word[-1:] in ("_", ")", "]"))


def _others(kind: str, word: str, after_operand: bool) -> tuple[str, ...]:
    if kind == "constant":
        number = int(word, 0)
        return tuple(str(n) for n in dict.fromkeys((number + 1, max(number - 1, 0), 0)) if n != number)
    if kind == "arithmetic" and not after_operand and word not in ("++", "--"):
        return ()  # a sign, or an address
    return _OPERATORS[kind][word]


def spread(found: Sequence[Mutant], count: int) -> list[Mutant]:
    """The given number of them, spread evenly over the kinds and the text."""
    chosen: list[Mutant] = []
    kinds = [kind for kind in KINDS if any(each.kind == kind for each in found)]
    for number, kind in enumerate(kinds):
        of_kind = [each for each in found if each.kind == kind]
        share = count // len(kinds) + (number < count % len(kinds))
        step = max(1.0, len(of_kind) / max(1, share))
        chosen += [of_kind[int(n * step)] for n in range(min(share, len(of_kind)))]
    return chosen
