"""The two meanings of a line agree, and numbers are those of mathematics."""

from __future__ import annotations

from random import Random

import pytest

from secateur import expr
from secateur.conjectures.claim import Claim, ClaimKind, notation, number, without_old
from secateur.conjectures.evaluation import WIDE, NoValue, amount, holds, value_in
from secateur.contracts.parser import parse
from secateur.contracts.terms import Named, Operation, Prefixed, Said, Term

A, B = Named("a"), Said("old", (Named("b"),))


def test_sums_do_not_wrap() -> None:
    big = (1 << 64) - 1
    term = Operation("<", A, Operation("+", A, number(1)))
    assert holds(term, {"a": big}) is True
    assert value_in(term, {"a": big}) == 1


def test_what_has_no_value_is_said() -> None:
    with pytest.raises(NoValue):
        amount(A, {})
    with pytest.raises(KeyError):
        value_in(A, {})


def test_both_meanings_agree_on_random_terms() -> None:
    chance = Random(5)
    a, b = (expr.variable(name, 32, index, "i32") for index, name in enumerate("ab"))
    env = {"a": expr.sext(a, 32, WIDE), "old(b)": expr.sext(b, 32, WIDE)}
    for _ in range(200):
        term = _condition(chance, 3)
        model = tuple(chance.choice((0, 1, -1, 7, -(1 << 31), (1 << 31) - 1)) for _ in range(2))
        value = holds(term, env)
        symbolic = expr.evaluate(value, model) if isinstance(value, expr.Expr) else value
        assert bool(symbolic) == bool(value_in(term, {"a": model[0], "old(b)": model[1]})), notation(term)


def test_the_text_of_a_line_can_be_read_again() -> None:
    exactly = Claim(
        ClaimKind.EXACTLY, "return", Operation("==", A, number(1)), Operation(">", B, number(3)), exactly=True
    )
    assert exactly.text == "(a == 1) == (old(b) > 3)"
    assert parse(exactly.text) == exactly.term
    under = Claim(ClaimKind.WHEN, "a", Operation("==", A, B), Operation("<", B, number(3)))
    assert under.text == "old(b) < 3 ==> a == old(b)"
    assert parse(under.text) == under.term
    assert str(without_old(under.term)) == "!(b < 3) || a == b"


def _condition(chance: Random, depth: int) -> Term:
    if depth == 0 or chance.random() < 0.4:
        operator = chance.choice(("==", "!=", "<", "<=", ">", ">="))
        return Operation(operator, _number(chance, 2), _number(chance, 2))
    match chance.randrange(4):
        case 0:
            return Prefixed("!", _condition(chance, depth - 1))
        case 1:
            return Operation("==", _condition(chance, depth - 1), _condition(chance, depth - 1))
        case _:
            operator = chance.choice(("&&", "||"))
            return Operation(operator, _condition(chance, depth - 1), _condition(chance, depth - 1))


def _number(chance: Random, depth: int) -> Term:
    if depth == 0 or chance.random() < 0.5:
        return chance.choice((A, B, number(chance.randrange(9))))
    return Operation(chance.choice("+-"), _number(chance, depth - 1), _number(chance, depth - 1))
