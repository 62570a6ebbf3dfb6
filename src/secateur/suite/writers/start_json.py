"""How a program is started, as JSON and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from secateur.harness.invocation import GivenContents, OptionalWords, StartPlan, Word


def dump_start(plan: StartPlan) -> dict[str, Any]:
    return {
        "words": [_dump_words(each) for each in plan.words],
        "stdin": None if plan.stdin is None else _dump_contents(plan.stdin),
        "files": [[name, _dump_contents(each)] for name, each in plan.files],
        "variables": [_dump_word(each) for each in plan.variables],
        "failing": plan.failing,
    }


def load_start(data: Mapping[str, Any]) -> StartPlan:
    return StartPlan(
        tuple(_load_words(each) for each in data["words"]),
        None if data["stdin"] is None else _load_contents(data["stdin"]),
        tuple((name, _load_contents(each)) for name, each in data["files"]),
        tuple(_load_word(each) for each in data["variables"]),
        data["failing"],
    )


def _dump_words(each: Word | OptionalWords) -> dict[str, Any]:
    if isinstance(each, Word):
        return _dump_word(each)
    return {"name": each.name, "least": each.least, "of": [_dump_word(word) for word in each.words]}


def _load_words(data: Mapping[str, Any]) -> Word | OptionalWords:
    if "of" not in data:
        return _load_word(data)
    return OptionalWords(data["name"], data["least"], tuple(_load_word(each) for each in data["of"]))


def _dump_word(word: Word) -> dict[str, Any]:
    return {"name": word.name, "text": word.text.decode("utf-8", "surrogateescape"), "length": word.length}


def _load_word(data: Mapping[str, Any]) -> Word:
    return Word(data["name"], data["text"].encode("utf-8", "surrogateescape"), data["length"])


def _dump_contents(contents: GivenContents) -> list[Any]:
    text = contents.text.decode("utf-8", "surrogateescape")
    return [contents.name, text, contents.least, contents.most]


def _load_contents(data: list[Any]) -> GivenContents:
    name, text, least, most = data
    return GivenContents(name, text.encode("utf-8", "surrogateescape"), least, most)
