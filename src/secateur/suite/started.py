"""How a test starts a program: the words, bytes, files and variables that its inputs stand for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from secateur.harness.invocation import GivenContents, OptionalWords, StartPlan, Word
from secateur.suite.test import Test


@dataclass(frozen=True, slots=True)
class StartedTest:
    """A command line with everything around it. `stdin` is None if nothing is said about it: then it is empty."""

    words: tuple[bytes, ...]
    stdin: bytes | None
    files: tuple[tuple[str, bytes], ...]
    variables: tuple[tuple[str, bytes], ...]


def started(plan: StartPlan, test: Test) -> StartedTest:
    """The test as a user would type it."""
    given = {each.name: each.data for each in test.recorded}
    words: list[bytes] = []
    for each in plan.words:
        inside = each.words if isinstance(each, OptionalWords) else (each,)
        count = len(inside)
        if isinstance(each, OptionalWords) and each.name in given:
            count = int.from_bytes(given[each.name], "little", signed=True)
        words += [_text(word, given) for word in inside[:count]]
    stdin = None if plan.stdin is None else _contents(plan.stdin, given)
    files = tuple((name, _contents(each, given)) for name, each in plan.files)
    variables = (_text(each, given).partition(b"=") for each in plan.variables)
    return StartedTest(tuple(words), stdin, files, tuple((name.decode(), value) for name, _, value in variables))


def _text(word: Word, given: Mapping[str, bytes]) -> bytes:
    """A word ends at its first NUL."""
    return (word.text + (given.get(word.name, b"") if word.length else b"")).partition(b"\0")[0]


def _contents(contents: GivenContents, given: Mapping[str, bytes]) -> bytes:
    data = given.get(contents.name, b"") if contents.most else b""
    size = given.get(f"{contents.name} size")
    count = len(data) if size is None else int.from_bytes(size, "little", signed=True)
    return contents.text + data[:count]
