"""The example of "SPA: Symbolic Program Approximation" (Santelices and Harrold), from the user's point of view.

Statement n of Figure 1 is on line 20 + n.
"""

from __future__ import annotations

import re
from typing import Any, Unpack

import pytest

import secateur
from secateur.options.keywords import ApproximateKeywords

from .answers import EXAMPLES, is_clean, printed

ABSTRACTED = ("hasKey", "getVal")


def add_elem(**options: Unpack[ApproximateKeywords]) -> tuple[secateur.ApproximateAnswer, dict[str, Any]]:
    """What is asked about addElem, whose map may be null: the answer, and its JSON."""
    options["nullable"] = ["m"]
    answer = secateur.approximate(f"{EXAMPLES}/spa.c:addElem", **options)
    return answer, printed(answer)


@pytest.mark.parametrize(
    "options",
    [{"to": 32}, {"to": 32, "abstract": ABSTRACTED}, {"to": 32, "depth": 2}],
    ids=["whole", "abstracted", "depth"],
)
def test_the_path_family_to_line_12_is_11t(options: ApproximateKeywords) -> None:
    _, found = add_elem(**options)
    assert found["edges"] == [["31T"]]


def test_the_three_values_of_the_condition() -> None:
    """Section 3.1: one value for each of <4T, 6F>, <4T, 6T> and <4F>."""
    _, found = add_elem(to=32, abstract=ABSTRACTED)
    assert sorted(re.sub(r"\*\d+", "*", each) for each in found["conditions"]) == [
        "(m_is_null ? 0 : m->size) + c + 1 <= 1",
        "(m_is_null ? 0 : m->size) + c <= 1",
        "* >= (m_is_null ? 0 : m->size) + c",
    ]
    whys = {
        "the result of hasKey",
        "read through an unknown pointer",
        "uninitialised",
    }  # the last: memory inside calloc
    assert {star["why"] for star in found["stars"]} == whys


def test_an_input_reaches_line_12_whatever_the_stars_are() -> None:
    """As in the paper: a map without entries, and no tolerance."""
    answer, found = add_elem(to=32, abstract=ABSTRACTED, solve=True)
    assert is_clean(answer)
    assert (found["reached"], found["guaranteed"], found["confirmed"]) == (True, True, True)
    assert found["input"]["c"] == 0
    assert found["input"]["m_is_null"] or found["input"]["m"]["size"] == 0


def test_what_cannot_be_guaranteed_is_found_by_refining() -> None:
    """For 11F no input satisfies all values of the condition (section 3.1)."""
    answer, found = add_elem(to=34, abstract=ABSTRACTED, solve=True)
    assert is_clean(answer)
    assert (found["edges"], found["reached"], found["confirmed"]) == ([["31F"]], True, True)
    assert not found["guaranteed"]


@pytest.mark.parametrize(
    ("options", "key"),
    [
        ({"to": 35, "value": ["sz"], "abstract": ABSTRACTED}, "values"),
        ({"at": "exit", "abstract": ABSTRACTED}, "exit"),
    ],
    ids=["line", "exit"],
)
def test_the_size_at_line_15(options: ApproximateKeywords, key: str) -> None:
    """Section 4.2: an invariant of the result of addElem."""
    _, found = add_elem(**options)
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
    answer, found = add_elem(abstract=ABSTRACTED, prove=[at_most_one, "m_is_null || result == m->size"])
    assert answer.found
    assert [check["verdict"] for check in found["checks"]] == ["proved", "refuted"]
    assert found["checks"][1]["confirmed"]


def test_the_family_between_two_lines() -> None:
    """Section 3.2: from 2 to 7 it is <4T, 6T>; 1T comes earlier."""
    _, found = add_elem(start_line=22, to=27, abstract=ABSTRACTED)
    assert found["edges"] == [["24T", "26T"]]


def test_the_size_of_an_empty_map_is_known_when_nothing_is_abstracted() -> None:
    """The imprecision that section 4.2 mentions: without a map, hasKey is false, so the size is 1."""
    _, found = add_elem(at="exit")
    assert {case["value"] for case in found["exit"]["return"] if case["when"] == "m_is_null"} == {"1"}
