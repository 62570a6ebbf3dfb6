"""Inputs in readable form: leaves such as `p[1].x` nested into JSON, and back.

    {"x": 2, "buf": [1, 2], "v": {"a": 1}, "s": "ab"}

Arrays of char are strings without their trailing NULs, one character per byte (latin-1). Floats are the
shortest decimal for the same number; "nan", "inf" and "-inf" are strings, and a NaN with an unusual bit
pattern is "nan:0x…". Inputs that a hand-written test leaves out are zero.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from secateur.errors import SecateurError
from secateur.harness.driver import Driver
from secateur.suite.scalars import OutOfRangeError, decode, encode
from secateur.suite.test import Described, Json, Recorded


class InputMismatchError(SecateurError):
    """Inputs that do not fit the function; the message says which and why."""


def describe(driver: Driver) -> tuple[Described, ...]:
    """The inputs that every test of a driver has."""
    return tuple(Described(leaf.name, leaf.kind, leaf.width, leaf.signed) for leaf in driver.inputs)


@dataclass(frozen=True, slots=True)
class _Text:
    """An array of char: the numbers of its inputs."""

    first: int
    count: int


_Tree = int | _Text | dict[str, "_Tree"] | list["_Tree"]
"""The nesting of a suite's inputs; an int is the number of a leaf."""

_STEP = re.compile(r"\[(\d+)\]|(?:\.|->)(\w+)")


class InputTree:
    """The nesting of the inputs that every test of a suite has, built once and used for each test."""

    def __init__(self, described: Sequence[Described]) -> None:
        self.described = tuple(described)
        self._tree = self._build()

    def to_json(self, recorded: Sequence[Recorded]) -> dict[str, Json]:
        """The inputs of one test, which must be those described, in the same order; missing ones are zero."""
        for told, given in zip(self.described, recorded, strict=False):
            if told.name != given.name:
                raise InputMismatchError(f"found input '{given.name}' where '{told.name}' was expected")
        return {name: self._fill(tree, recorded) for name, tree in self._tree.items()}

    def from_json(self, inputs: Mapping[str, Json]) -> tuple[Recorded, ...]:
        """What the driver receives for these inputs."""
        self._refuse_unknown(inputs, self._tree, "")
        values: list[Json] = [0] * len(self.described)
        for name, tree in self._tree.items():
            if name in inputs:
                for number, value in self._spread(tree, inputs[name], name):
                    values[number] = value
        return tuple(self._record(d, v) for d, v in zip(self.described, values, strict=True))

    def _build(self) -> dict[str, _Tree]:
        roots: dict[str, _Tree] = {}
        for number, leaf in enumerate(self.described):
            root = re.match(r"(::)?\w+(::\w+)*", leaf.name)
            if root is None:
                raise InputMismatchError(f"'{leaf.name}' is not a valid input name")
            steps: list[str | int] = [root.group()]
            steps += [m[2] or int(m[1]) for m in _STEP.finditer(leaf.name, root.end())]
            _plant(roots, steps, number)
        return {name: self._texts(tree) for name, tree in roots.items()}

    def _texts(self, tree: _Tree) -> _Tree:
        """Turn arrays of char into texts."""
        match tree:
            case dict():
                return {name: self._texts(below) for name, below in tree.items()}
            case list() if tree and all(self._is_char(item) for item in tree):
                first = tree[0]
                assert isinstance(first, int)
                return _Text(first, len(tree))
            case list():
                return [self._texts(item) for item in tree]
            case _:
                return tree

    def _is_char(self, tree: _Tree) -> bool:
        return isinstance(tree, int) and self.described[tree].kind == "char"

    def _fill(self, tree: _Tree, recorded: Sequence[Recorded]) -> Json:
        match tree:
            case int():
                leaf = self.described[tree]
                return decode(leaf.kind, leaf.signed, recorded[tree].data) if tree < len(recorded) else 0
            case _Text(first, count):
                data = b"".join(r.data for r in recorded[first : first + count])
                return data.rstrip(b"\0").decode("latin-1")
            case dict():
                return {name: self._fill(below, recorded) for name, below in tree.items()}
            case _:
                return [self._fill(item, recorded) for item in tree]

    def _spread(self, tree: _Tree, value: Json, name: str) -> Iterator[tuple[int, Json]]:
        """The leaves under `tree` with their part of `value`."""
        match tree, value:
            case int(), bool() | int() | float() | str():
                yield tree, value
            case _Text(first, count), str():
                if len(value) > count:
                    raise InputMismatchError(f"'{name}' has {len(value)} characters, but only {count} fit")
                yield from ((first + i, ord(c)) for i, c in enumerate(value))
            case _Text(first, count), list():
                yield from self._spread(list(range(first, first + count)), value, name)
            case dict(), dict():
                self._refuse_unknown(value, tree, f"{name}.")
                for member, below in tree.items():
                    if member in value:
                        yield from self._spread(below, value[member], f"{name}.{member}")
            case list(), list():
                if len(value) > len(tree):
                    raise InputMismatchError(f"'{name}' has {len(value)} items, but only {len(tree)} fit")
                for i, (below, item) in enumerate(zip(tree, value, strict=False)):
                    yield from self._spread(below, item, f"{name}[{i}]")
            case _:
                raise InputMismatchError(f"'{name}' cannot be {value!r}: it is {_describe(tree)}")

    def _record(self, leaf: Described, value: Json) -> Recorded:
        try:
            return Recorded(leaf.name, leaf.kind, encode(leaf.kind, leaf.width, leaf.signed, value))
        except OutOfRangeError as error:
            raise InputMismatchError(f"'{leaf.name}' cannot be {value!r}: {error}") from None

    @staticmethod
    def _refuse_unknown(given: Mapping[str, Json], known: Mapping[str, _Tree], prefix: str) -> None:
        for name in given:
            if name not in known:
                have = ", ".join(prefix + each for each in known) or "none"
                raise InputMismatchError(f"there is no input '{prefix}{name}'; available inputs: {have}")


def _plant(roots: dict[str, _Tree], steps: list[str | int], number: int) -> None:
    """Add a leaf to the tree, together with the arrays and structs on its path."""
    here: _Tree = roots
    for step, after in zip(steps, [*steps[1:], None], strict=True):
        new: _Tree = number if after is None else {} if isinstance(after, str) else []
        if isinstance(here, dict) and isinstance(step, str):
            here = here.setdefault(step, new)
        elif isinstance(here, list) and isinstance(step, int):
            if step == len(here):
                here.append(new)
            here = here[step]
        else:
            raise InputMismatchError(f"inputs disagree about the type of '{steps[0]}'")


def _describe(tree: _Tree) -> str:
    match tree:
        case int():
            return "a number"
        case _Text(_, count):
            return f"a string of at most {count} characters"
        case dict():
            return "an object with " + ", ".join(tree)
        case _:
            return f"an array of {len(tree)}"


def free_to_json(recorded: Sequence[Recorded]) -> dict[str, Json]:
    """The inputs of a program that requests them as it runs; repeated names are numbered: `n`, `n#2` …"""
    inputs: dict[str, Json] = {}
    times: dict[str, int] = {}
    for each in recorded:
        times[each.name] = nth = times.get(each.name, 0) + 1
        inputs[each.name if nth == 1 else f"{each.name}#{nth}"] = _free_value(each)
    return inputs


def _free_value(recorded: Recorded) -> Json:
    if recorded.kind != "object":
        return decode(recorded.kind, recorded.kind[0] != "u", recorded.data)
    data = recorded.data
    if len(data) in (1, 2, 4, 8):
        return int.from_bytes(data, "little", signed=True)
    text = data.rstrip(b"\0")
    if all(0x20 <= byte < 0x7F for byte in text) or len(data) % 4:
        return text.decode("latin-1")
    return [int.from_bytes(data[i : i + 4], "little", signed=True) for i in range(0, len(data), 4)]
