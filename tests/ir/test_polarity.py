"""The names that clang gives its blocks must tell which operands of a condition the user has negated."""

from __future__ import annotations

import random
from dataclasses import dataclass

import pytest

from secateur.ir.model import NOWHERE, Block, Body, Compare, ConditionalJump, Int, Register
from secateur.ir.polarity import inverted_blocks
from secateur.ir.reader import read
from secateur.ir.types import I1

from .clang import compiled, promoted


@dataclass(frozen=True)
class Condition:
    """A condition in C, and for each operand whether an odd number of `!` stands over it."""

    text: str
    negated: dict[str, bool]


def _condition(choose: random.Random, depth: int, names: list[str], over: bool = False) -> Condition:
    kind = choose.choice(["name", "!", "&&", "||", "?:"]) if depth else "name"
    if kind == "name":
        name = f"x{len(names)}"
        names.append(name)
        return Condition(name, {name: over})
    if kind == "!":
        inner = _condition(choose, depth - 1, names, not over)
        return Condition(f"!({inner.text})", inner.negated)
    if kind == "?:":  # the condition of `?:` stands for itself
        test = _condition(choose, depth - 1, names)
        yes = _condition(choose, depth - 1, names, over)
        no = _condition(choose, depth - 1, names, over)
        text = f"({test.text} ? {yes.text} : {no.text})"
        return Condition(text, {**test.negated, **yes.negated, **no.negated})
    left = _condition(choose, depth - 1, names, over)
    right = _condition(choose, depth - 1, names, over)
    return Condition(f"({left.text} {kind} {right.text})", {**left.negated, **right.negated})


def _branches(body: Body) -> dict[str, bool]:
    """Which parameter each conditional branch tests, and whether it is inverted."""
    tests = {
        i.result: i.left.name
        for b in body.blocks.values()
        for i in b.instructions
        if isinstance(i, Compare) and isinstance(i.left, Register) and i.left.name[0] == "x"
    }
    found = {}
    for block in body.blocks.values():
        branch = block.terminator
        if isinstance(branch, ConditionalJump) and isinstance(branch.condition, Register) and branch.condition in tests:
            found[tests[branch.condition]] = branch.inverted
    return found


_STATEMENTS = {
    "if": "if ({}) return 1; return 0;",
    "if else": "if ({}) r = 1; else r = 2; return r;",
    "conditional operator": "return {} ? f(r) : g(r);",
    "right operand": "return f(r) && ({}) ? f(r) : g(r);",
    "with calls": "return f(g(1) && r) || {} || f(3) ? f(r) : g(r);",
}


@pytest.mark.parametrize("statement", _STATEMENTS)
def test_random_conditions(statement: str) -> None:
    choose = random.Random(statement)
    conditions = []
    source = ["int f(int); int g(int);"]
    for number in range(60):
        names: list[str] = []
        condition = _condition(choose, 5, names)
        conditions.append(condition)
        parameters = ", ".join(f"int {n}" for n in names)
        code = _STATEMENTS[statement].format(condition.text)
        source.append(f"int c{number}({parameters}) {{ int r = 0; {code} }}")
    program = read(promoted("\n".join(source)))
    for number, condition in enumerate(conditions):
        assert _branches(program.functions[f"c{number}"].body) == condition.negated, condition.text


def test_a_loop_is_never_inverted() -> None:
    source = """
    void f(int a, int b) {
        while (!a) b++;
        do b--; while (!b);
        for (; !(a > b); ) a++;
    }"""
    for block in read(compiled(source)).functions["f"].body.blocks.values():
        assert not isinstance(block.terminator, ConditionalJump) or not block.terminator.inverted


@pytest.mark.parametrize(
    ("if_true", "if_false", "answer"),
    [
        ("if.then", "if.end", False),
        ("if.end12", "if.then11", True),
        ("land.lhs.true", "if.then", True),
        ("lor.lhs.false", "if.then3", True),
        ("land.end", "land.rhs", True),
        ("lor.end", "lor.rhs", False),
        ("somewhere", "else", False),
        ("12", "13", False),
        ("while.body", "while.end", False),
    ],
)
def test_roles(if_true: str, if_false: str, answer: bool) -> None:
    branch = ConditionalJump(Int(I1, 1), if_true, if_false, False, NOWHERE)
    blocks = [Block("entry", (), (), branch)]
    assert inverted_blocks(blocks) == ({"entry"} if answer else set())
