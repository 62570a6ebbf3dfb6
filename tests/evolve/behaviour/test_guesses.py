"""Guessed inputs: made of what the code compares with."""

from __future__ import annotations

from secateur import expr
from secateur.evolve.behaviour.guesses import Guesses, Vocabulary
from secateur.ir.reader import read

PROGRAM = """
@.str = private constant [6 x i8] c"begin\\00", align 1
declare i32 @strcmp(ptr, ptr)
define i32 @f(ptr %s, i32 %n) {
  %c = call i32 @strcmp(ptr %s, ptr @.str)
  %x = icmp eq i32 %n, 77
  ret i32 %c
}
"""
TEXT = [expr.variable(f"s[{i}]", 8, i, "char") for i in range(8)]
NUMBER = expr.variable("n", 32, 8, "signed")


def test_words_and_numbers_of_the_code() -> None:
    found = Vocabulary.of(read(PROGRAM))
    assert found.numbers == (77,)
    assert found.words == (b"begin", b"M")


def test_guesses_use_them_and_are_always_the_same() -> None:
    vocabulary = Vocabulary.of(read(PROGRAM))
    first, second = (Guesses([*TEXT, NUMBER], vocabulary) for _ in range(2))
    made = [first.fresh() for _ in range(200)]
    assert made == [second.fresh() for _ in range(200)]
    assert any(bytes(v & 255 for v in model[:5]) == b"begin" for model in made)
    assert any(model[8] == 77 for model in made)


def test_only_what_decided_something_is_changed() -> None:
    guesses = Guesses([*TEXT, NUMBER], Vocabulary.of(read(PROGRAM)))
    known = (97,) * 8 + (5,)
    assert all(guesses.changed(known, 1 << 8)[:8] == known[:8] for _ in range(50))
    assert {guesses.changed(known, 1)[8] for _ in range(50)} == {5}
    assert list(guesses.parts()) == [frozenset(range(8)), frozenset({8})]
