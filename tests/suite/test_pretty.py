"""Inputs as JSON and back."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from secateur.suite.pretty import InputMismatchError, InputTree, free_to_json
from secateur.suite.test import Described, Json, Recorded

INT = ("i32", 32, True)
CHAR = ("char", 8, True)
SIZES = {"i8": 1, "u8": 1, "i16": 2, "u16": 2, "i32": 4, "u32": 4, "i64": 8, "u64": 8, "f32": 4, "f64": 8, "char": 1}


def described(*names: str, kind: tuple[str, int, bool] = INT) -> list[Described]:
    return [Described(name, *kind) for name in names]


def test_the_example_of_the_documentation() -> None:
    leaves = [
        *described("x", "buf[0]", "buf[1]", "v.a", "p->next->value"),
        *described("s[0]", "s[1]", "s[2]", kind=CHAR),
    ]
    tree = InputTree(leaves)
    inputs: dict[str, Json] = {
        "x": 2, "buf": [1, -2], "v": {"a": 1}, "p": {"next": {"value": 7}}, "s": "ab",
    }  # fmt: skip
    recorded = tree.from_json(inputs)
    assert [r.data.hex() for r in recorded[:3]] == ["02000000", "01000000", "feffffff"]
    assert b"".join(r.data for r in recorded[5:]) == b"ab\0"
    assert tree.to_json(recorded) == inputs


def test_what_is_left_out_is_zero() -> None:
    tree = InputTree(described("x", "buf[0]", "buf[1]"))
    assert tree.from_json({"buf": [3]}) == tree.from_json({"x": 0, "buf": [3, 0]})


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        ({"y": 1}, "there is no input 'y'; available inputs: x, buf, v, s"),
        ({"v": {"b": 1}}, "there is no input 'v.b'; available inputs: v.a"),
        ({"x": 1 << 31}, "'x' cannot be 2147483648: it must be between -2147483648 and 2147483647"),
        ({"x": 1.5}, "'x' cannot be 1.5: it must be an integer"),
        ({"x": [1]}, r"'x' cannot be \[1\]: it is a number"),
        ({"buf": [1, 2, 3]}, "'buf' has 3 items, but only 2 fit"),
        ({"buf": 3}, "'buf' cannot be 3: it is an array of 2"),
        ({"s": "abc"}, "'s' has 3 characters, but only 2 fit"),
        ({"s": 3}, "'s' cannot be 3: it is a string of at most 2 characters"),
        ({"s": "a€"}, r"'s\[1\]' cannot be 8364: it must be between -128 and 255"),
    ],
)
def test_mistakes_are_explained(inputs: dict[str, Json], message: str) -> None:
    tree = InputTree([*described("x", "buf[0]", "buf[1]", "v.a"), *described("s[0]", "s[1]", kind=CHAR)])
    with pytest.raises(InputMismatchError, match=message):
        tree.from_json(inputs)


def test_inputs_of_another_function_are_refused() -> None:
    with pytest.raises(InputMismatchError, match="found input 'y' where 'x' was expected"):
        InputTree(described("x")).to_json([Recorded("y", "i32", bytes(4))])


def scalars() -> st.SearchStrategy[tuple[str, int, bool]]:
    integers = [(kind, SIZES[kind] * 8, kind[0] == "i") for kind in SIZES if kind[0] in "iu"]
    return st.one_of(
        st.sampled_from([*integers, ("f32", 32, True), ("f64", 64, True), CHAR, ("bool", 1, False)]),
        st.tuples(st.just("bits"), st.integers(2, 63), st.booleans()),
    )


@st.composite
def leaves(draw: st.DrawFn) -> list[Described]:
    """Parameters of all shapes: numbers, arrays, nested arrays, structs with arrays of structs."""
    found: list[Described] = []

    def grow(name: str, depth: int) -> None:
        shape = draw(st.sampled_from(["scalar", "array", "struct"] if depth < 3 else ["scalar"]))
        if shape == "scalar":
            found.append(Described(name, *draw(scalars())))
        elif shape == "array" and draw(st.booleans()):
            kind = draw(scalars())
            found.extend(Described(f"{name}[{i}]", *kind) for i in range(draw(st.integers(1, 4))))
        elif shape == "array":
            for i in range(draw(st.integers(1, 3))):
                grow(f"{name}[{i}]", depth + 1)
        else:
            link = draw(st.sampled_from([".", "->"]))
            for i in range(draw(st.integers(1, 3))):
                grow(f"{name}{link}m{i}", depth + 1)

    for i in range(draw(st.integers(0, 4))):
        grow(draw(st.sampled_from(["", "::"])) + f"p{i}", 0)
    return found


@st.composite
def recordings(draw: st.DrawFn) -> tuple[Sequence[Described], tuple[Recorded, ...]]:
    described = draw(leaves())
    recorded = []
    for leaf in described:
        if leaf.kind == "bool":
            data = draw(st.sampled_from([b"\0", b"\1"]))
        elif leaf.kind == "bits":
            high = 1 << leaf.width - leaf.signed
            number = draw(st.integers(-high if leaf.signed else 0, high - 1))
            data = number.to_bytes(8, "little", signed=leaf.signed)
        else:
            data = draw(st.binary(min_size=SIZES[leaf.kind], max_size=SIZES[leaf.kind]))
        recorded.append(Recorded(leaf.name, leaf.kind, data))
    return described, tuple(recorded)


@given(recordings())
def test_round_trip(example: tuple[Sequence[Described], tuple[Recorded, ...]]) -> None:
    """Through JSON text; nothing is lost, including the bits of NaNs."""
    described, recorded = example
    tree = InputTree(described)
    text = json.dumps(tree.to_json(recorded), allow_nan=False)
    assert tree.from_json(json.loads(text)) == recorded


def test_single_precision_is_shown_shortly() -> None:
    tree = InputTree(described("x", kind=("f32", 32, True)))
    assert tree.to_json(tree.from_json({"x": 0.1})) == {"x": 0.1}


def test_inputs_of_a_program() -> None:
    recorded = [
        Recorded("n", "i32", (-3).to_bytes(4, "little", signed=True)),
        Recorded("n", "i32", bytes(4)),
        Recorded("x", "object", (5).to_bytes(4, "little")),
        Recorded("re", "object", b"^a*\0\0\0\0"),
        Recorded("numbers", "object", bytes([1, 0, 0, 0, 255, 255, 255, 255, 2, 0, 0, 0])),
    ]
    assert free_to_json(recorded) == {"n": -3, "n#2": 0, "x": 5, "re": "^a*", "numbers": [1, -1, 2]}
