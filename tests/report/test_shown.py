"""Inputs in one line."""

from __future__ import annotations

import pytest

from secateur.report.shown import input_texts, show_differing, show_inputs
from secateur.suite.test import Json

NODES: Json = {"value": 1, "next": {"value": 2, "next": {"value": 3}}}


@pytest.mark.parametrize(
    ("inputs", "expected"),
    [
        ({"n": 3, "s": "ab"}, 'n=3, s="ab"'),
        ({"list_is_null": True, "list_next_is_null": False, "list": NODES}, "list=null"),
        (
            {"list_is_null": False, "list_next_is_null": True, "list": NODES},
            'list={"value": 1, "next": null}',
        ),
        ({"b_is_a": True, "a": [1, 2], "b": [0, 0]}, "a=[1, 2], b=a"),
        ({"is_null": True, "x_is_null": 1, "x": 4}, "is_null=true, x_is_null=1, x=4"),
        ({"p_0_is_null": True, "p": ["a", "b"]}, 'p_0_is_null=true, p=["a", "b"]'),
        ({"p_0_is_null": True, "p": [{"x": 1}, {"x": 2}]}, 'p=[null, {"x": 2}]'),
    ],
)
def test_pointers_that_lead_elsewhere(inputs: dict[str, Json], expected: str) -> None:
    assert show_inputs(inputs) == expected


def test_members_on_which_nothing_depends_are_left_out() -> None:
    inputs: dict[str, Json] = {"s": {"len": 1, "cap": 2, "data": [1, 2], "in": {"x": 5}, "text": "ab"}, "n": 0}
    assert show_inputs(inputs, {"s->cap", "n"}).startswith('s={"len": 1, "data": [1, 2], "in": {"x": 5}, ')
    quiet = {"s->len", "s->cap", "s->data[0]", "s->in.x", "s->text[0]", "s->text[1]"}
    assert show_inputs(inputs, quiet) == 's={"data": [1, 2], …}, n=0'
    assert show_inputs(inputs, {*quiet, "s->data[1]"}) == "s={…}, n=0"


def test_only_what_differs_from_the_first_test_is_shown() -> None:
    first = input_texts({"x": 0, "s": "", "p": {"n": 1}, "p_is_null": False})
    assert first == {"x": "0", "s": '""', "p": '{"n": 1}'}
    assert show_differing(first, {}) == 'x=0, s="", p={"n": 1}'
    other = input_texts({"x": 2, "s": "", "p": {"n": 1}, "p_is_null": True})
    assert show_differing(other, first) == "x=2, p=null, …"
    assert show_differing(first, first) == "…"
