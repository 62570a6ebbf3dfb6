"""Inputs that are guessed: made of the words and numbers in the code, as a fuzzer with a dictionary makes them.

Parsers look for certain characters and words in long texts. An exploration needs many paths for that; a guess that
contains the words gets there at once. The sequence of guesses is always the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from secateur import expr
from secateur.evolve.behaviour.trials import FLOATS
from secateur.expr import Expr
from secateur.ir.model import Aggregate, Bytes, Constant, Function, Int, Program, Symbol
from secateur.ir.operands import operands_of
from secateur.machine.path import OWN_FILES

Model = tuple[int, ...]

_ITEM = re.compile(r"(.*)\[(\d+)\]")
_IS_FLOAT = ("f32", "f64", "f80")
#: Inputs that decide about NULL and about failing calls are seldom set.
_SELDOM = re.compile(r"_is_null$|fail")
_LETTERS = b"abAZ_09 -.\n"
#: Longer literals are messages, not words to look for.
LONGEST_WORD = 16


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The numbers and words in the user's functions."""

    numbers: tuple[int, ...]
    words: tuple[bytes, ...]

    @staticmethod
    def of(*programs: Program) -> Vocabulary:
        numbers: dict[int, None] = {}
        words: dict[bytes, None] = {}
        for program in programs:
            for function in program.functions.values():
                if not function.is_declaration and not function.position.file.startswith(OWN_FILES):
                    _collect(function, program, numbers, words)
        words |= dict.fromkeys(bytes([number]) for number in numbers if 32 <= number < 127 or 9 <= number <= 13)
        return Vocabulary(tuple(numbers), tuple(words))


def _collect(function: Function, program: Program, numbers: dict[int, None], words: dict[bytes, None]) -> None:
    for block in function.body.blocks.values():
        for item in (*block.phis, *block.instructions, block.terminator):
            for operand in operands_of(item):
                if isinstance(operand, Int):
                    numbers[operand.value] = None
                elif isinstance(operand, Symbol):
                    words |= dict.fromkeys(_words_in(operand.name, program))


def _words_in(name: str, program: Program) -> Iterator[bytes]:
    """The words of a literal or of a table of them."""
    seen, todo = {name}, [name]
    while todo:
        item = program.globals.get(todo.pop())
        values: list[Constant] = [] if item is None or item.initializer is None else [item.initializer]
        while values:
            match values.pop():
                case Bytes(data=data) if 1 < len(data) <= LONGEST_WORD:
                    yield data.rstrip(b"\0")
                case Aggregate(items=items):
                    values += reversed(items)
                case Symbol(name=inner) if inner not in seen:
                    seen.add(inner)
                    todo.append(inner)


class Guesses:
    """Makes inputs for these variables, and changes known ones."""

    def __init__(self, variables: Iterable[Expr], vocabulary: Vocabulary, seed: int = 0) -> None:
        self._chance = Random(seed)
        self._words = [word for word in vocabulary.words if word] or [b"a"]
        self._numbers = list(vocabulary.numbers) or [0]
        self._texts: dict[str, list[Expr]] = {}
        self._single: list[Expr] = []
        self.count = 0
        for variable in variables:
            self.count = max(self.count, variable.args[0] + 1)
            item = _ITEM.fullmatch(variable.name)
            if item is not None and variable.width == 8:
                self._texts.setdefault(item[1], []).append(variable)
            elif variable.args[0] != expr.INDETERMINATE:
                self._single.append(variable)

    def fresh(self) -> Model:
        """All inputs anew."""
        made = [0] * self.count
        for text in self._texts.values():
            self._write(made, text, self._text(made, len(text)))
        for variable in self._single:
            made[variable.args[0]] = self._value(variable, made)
        return tuple(made)

    def with_sample(self, sample: bytes) -> Iterator[Model]:
        """All inputs anew, with this for one of the texts that have room for it, each in turn."""
        for text in self._texts.values():
            if len(sample) <= len(text):
                made = list(self.fresh())
                self._write(made, text, sample)
                yield tuple(made)

    def changed(self, known: Model, decided: int) -> Model:
        """A few of the inputs anew, of those that decided something (a mask); all of them, if none did."""
        made = [*known, *[0] * (self.count - len(known))]
        texts = [text for text in self._texts.values() if any(decided >> v.args[0] & 1 for v in text)]
        single = [variable for variable in self._single if decided >> variable.args[0] & 1]
        if not texts and not single:
            texts, single = list(self._texts.values()), self._single
        for _ in range(self._chance.choice((1, 1, 2, 3))):
            if texts and (not single or self._chance.random() < 0.7):
                text = self._chance.choice(texts)
                self._write(made, text, self._spliced(_read(made, text), len(text)))
            elif single:
                variable = self._chance.choice(single)
                made[variable.args[0]] = self._value(variable, made)
        return tuple(made)

    def parts(self) -> Iterator[frozenset[int]]:
        """The places of each text, and of each other input."""
        for text in self._texts.values():
            yield frozenset(variable.args[0] for variable in text)
        for variable in self._single:
            yield frozenset((variable.args[0],))

    def _write(self, made: list[int], text: Sequence[Expr], content: bytes) -> None:
        for variable, value in zip(text, content.ljust(len(text), b"\0"), strict=True):
            made[variable.args[0]] = expr.wrap(value, variable.width)

    def _text(self, made: Sequence[int], size: int) -> bytes:
        """Words and letters; sometimes the same as in another text."""
        chance = self._chance
        if chance.random() < 0.2 and self._texts:
            known = _read(made, chance.choice(list(self._texts.values())))
            if known:
                return known[:size]
        wanted, content = chance.randint(0, size), b""
        while len(content) < wanted:
            content += self._piece()
        return content[:size]

    def _piece(self) -> bytes:
        chance = self._chance
        match chance.randint(0, 9):
            case 0 | 1:
                return bytes(chance.choices(b"0123456789", k=chance.randint(1, 4)))
            case 2:
                return bytes(chance.choices(_LETTERS, k=chance.randint(1, 4)))
            case 3:
                return bytes([chance.randrange(1, 256)])
            case 4:
                word = chance.choice(self._words)
                return word[: chance.randint(1, len(word))]
            case _:
                return chance.choice(self._words)

    def _spliced(self, content: bytes, size: int) -> bytes:
        """With a piece added, replaced or removed somewhere."""
        chance = self._chance
        place = chance.randint(0, len(content))
        rest = content[place + chance.choice((0, 0, 1, 2, 4)) :] if chance.random() < 0.8 else b""
        piece = b"" if chance.random() < 0.2 else self._piece()
        return (content[:place] + piece + rest)[:size]

    def _value(self, variable: Expr, made: Sequence[int]) -> int:
        chance = self._chance
        if variable.kind in _IS_FLOAT:
            return expr.to_bits(chance.choice((*FLOATS, *map(float, self._small()))), variable.width)
        if variable.width == 1:
            return int(chance.random() < (0.1 if _SELDOM.search(variable.name) else 0.5))
        match chance.randint(0, 9):
            case 0 | 1 | 2 | 3:
                value = chance.choice(self._small())
            case 4 | 5 | 6:
                value = chance.choice(self._numbers) + chance.choice((0, 0, 1, -1))
            case 7 | 8 if self._texts:
                value = len(_read(made, chance.choice(list(self._texts.values())))) + chance.choice((0, 0, 1, -1))
            case _:
                value = chance.getrandbits(variable.width)
        return expr.wrap(value, variable.width)

    def _small(self) -> tuple[int, ...]:
        return (0, 1, 2, 3, 4, 5, 8, -1)


def _read(made: Sequence[int], text: Sequence[Expr]) -> bytes:
    """A text up to its end."""
    content = bytes(made[variable.args[0]] & 0xFF for variable in text)
    return content.partition(b"\0")[0]
