"""The example of "SPA: Symbolic Program Approximation" (Santelices and Harrold), from the user's point of view.

Statement n of Figure 1 is on line 20 + n.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from typer.testing import CliRunner

from .commands import EXAMPLES

ADD_ELEM = (f"{EXAMPLES}/spa.c:addElem", "--nullable", "m")
ABSTRACTED = ("--abstract", "hasKey", "--abstract", "getVal")


def approximate(*arguments: str) -> tuple[int, dict[str, Any]]:
    from secateur.cli import app  # noqa: PLC0415

    done = CliRunner().invoke(app, ["approximate", *arguments, "--json"], catch_exceptions=False)
    assert done.stdout, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return done.exit_code, found


@pytest.mark.parametrize("options", [(), ABSTRACTED, ("--depth", "2")], ids=["whole", "abstracted", "depth"])
def test_the_path_family_to_line_12_is_11t(options: tuple[str, ...]) -> None:
    _, found = approximate(*ADD_ELEM, "--to", "32", *options)
    assert found["edges"] == [["31T"]]


def test_the_three_values_of_the_condition() -> None:
    """Section 3.1: one value for each of <4T, 6F>, <4T, 6T> and <4F>."""
    _, found = approximate(*ADD_ELEM, "--to", "32", *ABSTRACTED)
    assert sorted(found["conditions"]) == [
        "(m_is_null ? 0 : m->size) + c + 1 <= 1",
        "(m_is_null ? 0 : m->size) + c <= 1",
        "* >= (m_is_null ? 0 : m->size) + c",
    ]
    assert {star["why"] for star in found["stars"]} == {"the result of hasKey", "read through an unknown pointer"}


def test_an_input_reaches_line_12_whatever_the_stars_are() -> None:
    """As in the paper: a map without entries, and no tolerance."""
    code, found = approximate(*ADD_ELEM, "--to", "32", *ABSTRACTED, "--solve")
    assert (code, found["reached"], found["guaranteed"], found["confirmed"]) == (0, True, True, True)
    assert found["input"]["c"] == 0
    assert found["input"]["m_is_null"] or found["input"]["m"]["size"] == 0


def test_what_cannot_be_guaranteed_is_found_by_refining() -> None:
    """For 11F no input satisfies all values of the condition (section 3.1)."""
    code, found = approximate(*ADD_ELEM, "--to", "34", *ABSTRACTED, "--solve")
    assert (code, found["edges"], found["reached"], found["confirmed"]) == (0, [["31F"]], True, True)
    assert not found["guaranteed"]


@pytest.mark.parametrize(("place", "key"), [(("--to", "35", "--value", "sz"), "values"), (("--at", "exit"), "exit")])
def test_the_size_at_line_15(place: tuple[str, ...], key: str) -> None:
    """Section 4.2: an invariant of the result of addElem."""
    _, found = approximate(*ADD_ELEM, *place, *ABSTRACTED)
    (cases,) = found[key].values()
    assert sorted((case["when"], case["value"]) for case in cases) == [
        ("!m_is_null", "m->size"),
        ("!m_is_null", "m->size + 1"),
        ("m_is_null", "0"),
        ("m_is_null", "1"),
    ]


def test_the_invariant_is_enough_to_verify() -> None:
    """Nothing is removed, and at most one entry is added; an input refutes that nothing is added."""
    at_most_one = "m_is_null ? result <= 1 : result - m->size <= 1"
    code, found = approximate(
        *ADD_ELEM, *ABSTRACTED, "--check", at_most_one, "--check", "m_is_null || result == m->size"
    )
    assert code == 1
    assert [check["verdict"] for check in found["checks"]] == ["proved", "refuted"]
    assert found["checks"][1]["confirmed"]


def test_the_family_between_two_lines() -> None:
    """Section 3.2: from 2 to 7 it is <4T, 6T>; 1T comes earlier."""
    _, found = approximate(*ADD_ELEM, "--from", "22", "--to", "27", *ABSTRACTED)
    assert found["edges"] == [["24T", "26T"]]


def test_the_size_of_an_empty_map_is_known_when_nothing_is_abstracted() -> None:
    """The imprecision that section 4.2 mentions: without a map, hasKey is false, so the size is 1."""
    _, found = approximate(*ADD_ELEM, "--at", "exit")
    assert {case["value"] for case in found["exit"]["return"] if case["when"] == "m_is_null"} == {"1"}
