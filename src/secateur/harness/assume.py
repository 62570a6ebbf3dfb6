"""Assumptions without branches.

In C, `a && b` and `a || b` branch. An assumption that branches would appear in every path and multiply the
number of paths by the ways to satisfy it, so `&&` becomes several assumptions and `||` becomes `|` of truth
values, where the order of evaluation cannot matter. A condition that needs the order (`i < n && a[i]`) is kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from secateur.harness.errors import HarnessError

_TOKEN = re.compile(
    r"'(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\"|&&|\|\||<<=|>>=|[=!<>]=|[-+*/%&|^]=|->|<<|>>|\+\+|--|\w[\w.]*|\S"
)
_ORDER_MATTERS = re.compile(
    r"""
      \w \s* \( (?<! \b sizeof \( )    # a call
    | \[ \s* (?! \d+ \s* \] )          # an index that is not a number
    | [/%] \s* (?! 0*[1-9] )           # a divisor that may be zero
    | -> \s* \w+ \s* ( -> | \[ )       # a pointer reached through a pointer
    | \+\+ | -- | (?<! [=!<>] ) = (?! = ) | \? | ,
    """,
    re.VERBOSE,
)


_CHANGES = re.compile(r"\+\+ | -- | << = | >> = | (?<! [=!<>] ) = (?! = )", re.VERBOSE)


def eager(condition: str, nullable: Sequence[str] = ()) -> tuple[str, ...]:
    """Conditions whose conjunction is the given one, without short-circuit branches where possible.

    A condition on what a `nullable` pointer leads to, which does not ask whether it is NULL, holds if it is.
    Raises HarnessError for a condition that would change the inputs.
    """
    plain = re.sub(r"'(\\.|[^'\\])+'", "0", condition)
    if _CHANGES.search(plain):
        raise HarnessError(f"--assume '{condition}' changes a variable", advice="compare with == instead")
    followed = [name for name in nullable if re.search(_followed(name), plain)]
    if followed:
        unasked = (name for name in followed if not re.search(_asked(name), plain))
        guards = "".join(f"!{name} || " for name in unasked)
        return (f"{guards}({condition.strip()})" if guards else condition.strip(),)
    if _ORDER_MATTERS.search(plain):
        return (condition.strip(),)
    return tuple(_conjuncts(condition))


def needs_order(condition: str) -> bool:
    """Whether its evaluation may fault, unless other conditions hold."""
    return _ORDER_MATTERS.search(re.sub(r"'(\\.|[^'\\])+'", "0", condition)) is not None


def _followed(name: str) -> str:
    """Where a condition uses what a pointer leads to."""
    return rf"(?<![\w.>]){re.escape(name)}\s*(->|\[)|(?<![\w)\]]) *\*\s*{re.escape(name)}(?!\w)"


def _asked(name: str) -> str:
    """Where a condition uses the pointer itself."""
    return rf"(?<![\w.>*])(?<!\* ){re.escape(name)}(?!\w|\s*(->|\[))"


def _conjuncts(condition: str) -> Iterator[str]:
    condition = _bare(condition)
    parts = _split(condition, "&&")
    if len(_split(condition, "||")) > 1 or len(parts) == 1:
        yield _value(condition)
        return
    for part in parts:
        yield from _conjuncts(part)


def _value(condition: str) -> str:
    """An expression with the same truth value and no `&&` or `||` at the top levels."""
    condition = _bare(condition)
    for branching, eager_operator in (("||", "|"), ("&&", "&")):
        parts = _split(condition, branching)
        if len(parts) > 1:
            return f" {eager_operator} ".join(f"!!({_value(part)})" for part in parts)
    if condition.startswith("!") and _bare(condition[1:]) != condition[1:].strip():
        return f"!({_value(condition[1:])})"
    return condition


def _bare(condition: str) -> str:
    """The condition without enclosing parentheses."""
    condition = condition.strip()
    while condition.startswith("("):
        depth = 0
        for token in _TOKEN.finditer(condition):
            depth += {"(": 1, ")": -1}.get(token.group(), 0)
            if depth == 0:
                break
        if token.end() != len(condition) or depth:
            return condition
        condition = condition[1:-1].strip()
    return condition


def _split(condition: str, operator: str) -> list[str]:
    """The operands of an operator outside parentheses and brackets."""
    parts, depth, start = [], 0, 0
    for token in _TOKEN.finditer(condition):
        word = token.group()
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(word, 0)
        if depth == 0 and word == operator:
            parts.append(condition[start : token.start()])
            start = token.end()
    return [*parts, condition[start:]]
