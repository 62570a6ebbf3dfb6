"""Reads the notation: C expressions with the words of `terms.WORDS`. Errors point at the user's text.

Beyond C: `a ==> b` (as in ACSL) is `!a || b`, and `0 <= n <= 3` is `0 <= n && n <= 3`.
"""

from __future__ import annotations

import re
from difflib import get_close_matches

from secateur.contracts.errors import ContractError
from secateur.contracts.terms import (
    BINDS,
    STANDING_ALONE,
    WORDS,
    Chosen,
    Named,
    Numeral,
    Operation,
    Prefixed,
    Said,
    Term,
    conjuncts,
    parts_of,
)

_TOKEN = re.compile(
    r"""
      (?P<space> \s+ )
    | (?P<number> 0[xX][0-9a-fA-F]+[uUlL]* | \d+[uUlL]* )
    | (?P<character> '(?:\\x[0-9a-fA-F]+|\\[0-7]{1,3}|\\.|[^'\\])' )
    | (?P<name> [A-Za-z_]\w* )
    | (?P<sign> ==> | \.\. | -> | && | \|\| | << | >> | [=!<>]= | [-+*/%&|^~!<>?:.,()\[\]] )
    """,
    re.VERBOSE,
)
_ESCAPES = {"n": 10, "t": 9, "r": 13, "0": 0, "a": 7, "b": 8, "f": 12, "v": 11}
_COMPARISONS = ("<", "<=", ">", ">=")
_CHANGES = "= changes a variable"


class _Token:
    __slots__ = ("column", "kind", "text")

    def __init__(self, kind: str, text: str, column: int) -> None:
        self.kind, self.text, self.column = kind, text, column


def parse(text: str, where: str = "") -> Term:
    """The term of a part; `where` is named in errors. Raises ContractError."""
    return _Parser(text, where).whole()


class _Parser:
    """Recursive descent; binary operators by how strongly they bind."""

    def __init__(self, text: str, where: str) -> None:
        self.text, self.where = text, where
        self.tokens = self._split()
        self.position = 0
        self.columns: dict[int, int] = {}

    def whole(self) -> Term:
        if self.next.kind == "end":
            raise self.error("there is nothing to require")
        term = self.term()
        if self.next.kind != "end":
            raise self.error(f"expected an operator or the end, not '{self.next.text}'")
        self._require_words_alone(term)
        return term

    # --- tokens

    def _split(self) -> list[_Token]:
        found, at = [], 0
        while at < len(self.text):
            match = _TOKEN.match(self.text, at)
            if match is None:
                if self.text[at] == "=":
                    raise ContractError(_CHANGES, self.text, at, self.where, "compare with == instead")
                raise ContractError(f"'{self.text[at]}' is not part of the notation", self.text, at, self.where)
            if match.lastgroup != "space":
                found.append(_Token(match.lastgroup or "", match.group(), at))
            at = match.end()
        return [*found, _Token("end", "the end", len(self.text))]

    @property
    def next(self) -> _Token:
        return self.tokens[self.position]

    def take(self) -> _Token:
        token = self.next
        self.position += 1
        return token

    def accept(self, *signs: str) -> bool:
        if self.next.kind == "sign" and self.next.text in signs:
            self.position += 1
            return True
        return False

    def expect(self, sign: str, why: str = "") -> None:
        if not self.accept(sign):
            raise self.error(f"expected '{sign}'{why}, not {self._named(self.next)}")

    @staticmethod
    def _named(token: _Token) -> str:
        return token.text if token.kind == "end" else f"'{token.text}'"

    def error(self, problem: str, column: int | None = None, advice: str = "") -> ContractError:
        place = self.next.column if column is None else column
        return ContractError(problem, self.text, place, self.where, advice)

    # --- terms

    def term(self) -> Term:
        """An implication, or what binds more."""
        left = self.conditional()
        if self.accept("==>"):
            return Operation("||", Prefixed("!", left), self.term())
        return left

    def conditional(self) -> Term:
        condition = self.joined(min(BINDS.values()))
        if not self.accept("?"):
            return condition
        then = self.term()
        self.expect(":", " of the condition")
        return Chosen(condition, then, self.conditional())

    def joined(self, level: int) -> Term:
        """Operands of operators that bind at least this much."""
        left = self.prefixed()
        while self.next.kind == "sign" and BINDS.get(self.next.text, 0) >= level:
            operator = self.take().text
            right = self.joined(BINDS[operator] + 1)
            left = self._compared(operator, left, right)
        return left

    @staticmethod
    def _compared(operator: str, left: Term, right: Term) -> Term:
        """`a <= b <= c` compares each pair."""
        last = list(conjuncts(left))[-1]
        if operator in _COMPARISONS and isinstance(last, Operation) and last.operator in _COMPARISONS:
            return Operation("&&", left, Operation(operator, last.right, right))
        return Operation(operator, left, right)

    def prefixed(self) -> Term:
        for operator in ("!", "-", "~", "+", "*", "&"):
            if self.accept(operator):
                operand = self.prefixed()
                if operator == "*" and isinstance(operand, Named):
                    return Named(f"*{operand.name}")
                return Prefixed(operator, operand)
        return self.primary()

    def primary(self) -> Term:
        token = self.take()
        if token.kind == "number":
            return Numeral(token.text, _value_of(token.text))
        if token.kind == "character":
            return Numeral(token.text, _character(token.text[1:-1]))
        if token.kind == "name":
            return self._after_name(token)
        if token.text == "(" and token.kind == "sign":
            term = self.term()
            self.expect(")")
            return term
        self.position -= 1
        raise self.error(f"expected a value, not {self._named(token)}")

    def _after_name(self, token: _Token) -> Term:
        if self.next.text == "(" and self.next.kind == "sign":
            if token.text == "sizeof":
                return self._sizeof()
            return self._said(token)
        name = token.text
        while True:
            if self.accept("->", "."):
                operator = self.tokens[self.position - 1].text
                member = self.take()
                if member.kind != "name":
                    raise self.error("expected the name of a member", member.column)
                name += operator + member.text
            elif self.accept("["):
                name += f"[{self.term()}]"
                self.expect("]")
            else:
                return Named(name)

    def _sizeof(self) -> Term:
        """Any text up to the closing parenthesis: only a compiler knows types."""
        start, depth = self.next.column, 0
        while True:
            token = self.take()
            if token.kind == "end":
                self.position -= 1
                raise self.error("expected ')' after sizeof")
            depth += {"(": 1, ")": -1}.get(token.text, 0)
            if not depth:
                return Numeral(f"sizeof{self.text[start : token.column + 1]}", None)

    # --- words

    def _said(self, token: _Token) -> Term:
        word = token.text
        if word not in WORDS:
            near = get_close_matches(word, WORDS, 1)
            advice = f"did you mean {near[0]}?" if near else f"the words are {', '.join(WORDS)}"
            raise self.error(f"'{word}' is not a word of the notation", token.column, advice)
        self.expect("(")
        if word == "calls":
            return self._calls(token)
        arguments, low, high = [self.term()], 0, None
        while self.accept(","):
            if word == "shape" and len(arguments) == 1:
                low, high = self._range()
                break
            arguments.append(self.term())
        self.expect(")", f" after {word}")
        self._require_count(token, len(arguments) + (high is not None))
        made = Said(word, tuple(arguments), low, high)
        self._require_pointer(made, token)
        return made

    def _range(self) -> tuple[int, int]:
        """`0..3`, or `3` alone."""
        low = self._number()
        high = self._number() if self.accept("..") else low
        if high < low:
            raise self.error(f"{low}..{high} is empty", self.tokens[self.position - 1].column)
        return low, high

    def _number(self) -> int:
        token = self.take()
        if token.kind != "number":
            self.position -= 1
            raise self.error("expected a number of nodes, such as 0..3")
        return _value_of(token.text)

    def _calls(self, token: _Token) -> Term:
        """`calls(get, any)`, `calls(get, f, g)`, `calls(get, any | f, g)`."""
        arguments: list[Term] = [self._after_name(self._name())]
        self.expect(",", " and the functions that may be called")
        while True:
            arguments.append(Named(self._name().text))
            if not self.accept(",", "|"):
                break
        self.expect(")", " after calls")
        made = Said("calls", tuple(arguments))
        self._require_count(token, len(arguments))
        return made

    def _name(self) -> _Token:
        token = self.take()
        if token.kind != "name":
            self.position -= 1
            raise self.error(f"expected a name, not {self._named(token)}")
        return token

    def _require_count(self, token: _Token, count: int) -> None:
        fewest, most = WORDS[token.text]
        if count < fewest or (most is not None and count > most):
            wanted = f"{fewest}" if fewest == most else f"at least {fewest}"
            raise self.error(f"{token.text} takes {wanted} argument{'s' * (wanted != '1')}, not {count}", token.column)

    def _require_pointer(self, said: Said, token: _Token) -> None:
        if said.word != "old" and not all(isinstance(each, Named) for each in said.arguments):
            raise self.error(f"{said.word} is about a name, such as {said.word}(p)", token.column)

    def _require_words_alone(self, term: Term) -> None:
        """Words that describe inputs cannot be operands."""
        for each in conjuncts(term):
            for inner in _below(each):
                if isinstance(inner, Said) and inner.word in STANDING_ALONE:
                    column = self.text.find(f"{inner.word}")
                    advice = "write it as a part of its own"
                    raise self.error(f"{inner.word} cannot be combined with other operators than &&", column, advice)


def _below(term: Term) -> list[Term]:
    return [inner for part in parts_of(term) for inner in (part, *_below(part))]


def _value_of(text: str) -> int:
    digits = text.rstrip("uUlL")
    is_octal = len(digits) > 1 and digits[0] == "0" and digits[1].isdigit()
    return int(digits, 8 if is_octal else 0)


def _character(text: str) -> int:
    if not text.startswith("\\"):
        return ord(text)
    if text[1] == "x":
        return int(text[2:], 16)
    if text[1:].isdigit():
        return int(text[1:], 8)
    return _ESCAPES.get(text[1], ord(text[1]))
