"""Twenty questions with known answers: lines, tests, cuts of several techniques, merging, faults, assumptions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import secateur
from secateur import RunExplanation, SecateurError

EXAMPLES = Path(__file__).parents[2] / "examples"

LINES = """#include <stdlib.h>
int limit = 3;
static int other(int x)
{
    return x + 1;
}
static int never(int x)
{
    return x + 2;
}
int f(int a, int b, const char *s)
{
    int r = 0;
    if (a > 10)
        r = 1;
    if (a < 5 && r == 1)
        r = 77;
    if (b > 300)
        r = other(r);
    if (limit > 5)
        r = 9;
    if (s == NULL)
        return 8;
    if (s[0] == 'x' && s[1] == 'y')
        r = 100;
    if (a == 4 && b == 3)
        r = 5 / (r - 2);
    char *p = malloc(1);
    if (p == NULL)
        return 6;
    free(p);
    return r;
}
int (*pointer)(int) = never;
"""

BRANCHES = """int f(int x, int y, int z)
{
    int a = 0;
    if (x > 0)
        a += 1;
    if (y > 0)
        a += 2;
    if (z > 7)
        return 1;
    return a;
}
"""


class Asked:
    """Stored runs by name, and answers; each is made when it is first needed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._answers: dict[tuple[str, str], RunExplanation] = {}
        for name, text in (("lines", LINES), ("branches", BRANCHES)):
            (folder / f"{name}.c").write_text(text)

    def run(self, name: str) -> Path:
        place = self._folder / name
        if not place.exists():
            self._make(name, place)
        return place

    def _make(self, name: str, place: Path) -> None:
        lines, branches = (str(self._folder / f"{each}.c") for each in ("lines", "branches"))
        if name == "change":
            wheels = [str(EXAMPLES / f"wheel_{each}.c") for each in ("old", "new")]
            place.write_text(json.dumps(secateur.diff(*wheels, function="update", confirm=False).to_json()))
            return
        source, options = {
            "lines": (f"{lines}:f", {"assume": ["b < 100"], "string": 1, "infer": False}),
            "short": (f"{lines}:f", {"max_paths": 2, "technique": "full", "string": 2, "infer": False}),
            "dgse": (f"{EXAMPLES}/dgse.c:test", {"technique": "dgse"}),
            "pse": (f"{EXAMPLES}/regexp.c:matches_hello", {"technique": "pse", "string": 3}),
            "rsc": (f"{branches}:f", {"technique": "rsc"}),
            "merged": (f"{branches}:f", {"technique": "full", "merge": True}),
        }[name]
        given: Any = options
        secateur.explore(source, out=place, confirm=False, jobs=1, **given).write()

    def answer(self, run: str, what: str) -> RunExplanation:
        key = (run, what)
        if key not in self._answers:
            self._answers[key] = secateur.explain(self.run(run), what, timeout=40.0)
        return self._answers[key]


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Asked:
    return Asked(tmp_path_factory.mktemp("explained"))


#: The run, the question, the verdict, and words of the answer.
QUESTIONS = [
    ("lines", "lines.c:15", "reached", "is reached, first by test"),
    ("lines", "17", "impossible", "its conditions contradict each other"),
    ("lines", "19", "excluded", "--assume 'b < 100' excludes it"),
    ("lines", "5", "excluded", "--assume 'b < 100' excludes it"),
    ("lines", "21", "excluded", "globals have their initial values"),
    ("lines", "23", "excluded", "pointers are never NULL"),
    ("lines", "25", "excluded", "the inputs are too small"),
    ("lines", "30", "excluded", "allocations never fail"),
    ("lines", "3", "no-code", "has no code of its own"),
    ("short", "25", "missed", "the run was not complete"),
    ("dgse", "test000001", "test", "2 of 3 decisions"),
    ("dgse", "fault:2", "fault", "division-by-zero at"),
    ("dgse", "cut:1", "cut", "nothing depends on both this and `y < 1` on line 12"),
    ("dgse", "assumption:1", "assumption", "malloc never fails"),
    ("pse", "cut:1", "cut", "everything that can follow is covered by paths that were explored"),
    ("rsc", "cut:1", "cut", "other runs take this side after the same decisions"),
    ("merged", "test000001", "test", "decide that"),
    ("change", "cut:3", "not-impacted", "dise did not try 3 of its sides"),
    ("change", "wheel_new.c:10", "impacted", "is affected: PedalCmd = PedalCmd + 2;"),
    ("change", "14", "not-impacted", "no chain of dependences"),
]


#: Questions that are answered by several searches.
SLOW = ("lines-17", "lines-5", "lines-23", "lines-25", "lines-30", "short-25", "pse-cut:1", "rsc-cut:1")
ASKED = [
    pytest.param(*each, id=f"{each[0]}-{each[1]}", marks=[pytest.mark.slow] * (f"{each[0]}-{each[1]}" in SLOW))
    for each in QUESTIONS
]


def test_there_are_twenty_questions() -> None:
    assert len(QUESTIONS) == 20


@pytest.mark.parametrize(("run", "what", "verdict", "words"), ASKED)
def test_the_answer_is_known(asked: Asked, run: str, what: str, verdict: str, words: str) -> None:
    answer = asked.answer(run, what)
    assert answer.verdict == verdict, (answer.text, answer.details)
    assert words in answer.text, answer.text


def test_an_input_that_is_named_goes_where_it_should(asked: Asked) -> None:
    """They are computed, and they are inputs of the function as it is called."""
    assert asked.answer("lines", "19").facts["inputs"]["b"] > 300
    assert asked.answer("lines", "21").facts["inputs"]["limit"] > 5


@pytest.mark.slow
def test_other_inputs_that_are_named_go_where_they_should(asked: Asked) -> None:
    assert asked.answer("lines", "23").facts["inputs"]["s_is_null"] is True
    assert asked.answer("lines", "25").facts["inputs"]["s"].startswith("xy")
    assert asked.answer("short", "25").facts["inputs"]["s"].startswith("xy")


def test_a_test_says_what_decides_and_which_inputs_matter(asked: Asked) -> None:
    told = asked.answer("dgse", "test000001").facts
    assert (told["deciding"], told["not_deciding"], told["matter"], told["free"]) == (
        ["10F", "16T"],
        ["12T"],
        ["x", "z"],
        ["y"],
    )
    fault = asked.answer("dgse", "fault:2")
    assert fault.facts["matter"] == ["x", "z"]
    assert any("native run with sanitizers" in line or "not tried natively" in line for line in fault.details)


def test_a_cut_names_an_input_and_the_tests_that_cover_it(asked: Asked) -> None:
    """Of dgse: the side is taken by one test, and what was decided before by another."""
    told = asked.answer("dgse", "cut:1").facts
    assert told["technique"] == "dgse"
    assert told["not_covered"] == []
    assert "16F" in {side for sides in told["covered_by"].values() for side in sides}
    assert told["same_outcome"] is not None, "nothing is lost: a test ends with the same fault"


@pytest.mark.slow
def test_a_cut_of_pse_is_covered(asked: Asked) -> None:
    told = asked.answer("pse", "cut:1").facts
    assert (told["technique"], told["not_covered"]) == ("pse", [])
    assert told["same_outcome"] is not None


def test_merged_decisions_are_named(asked: Asked) -> None:
    assert asked.answer("merged", "test000001").facts["merged"] == ["4", "6", "8"]


@pytest.mark.parametrize(
    ("run", "what", "words"),
    [
        ("dgse", "cut:9", "there are cut:1 to cut:1"),
        ("merged", "cut:1", "branches were merged"),
        ("dgse", "test000999", "the last one is test"),
        ("dgse", "nowhere.c:4", "nowhere.c is no file of this program"),
        ("dgse", "why?", "ask about FILE:LINE"),
        ("change", "test000001", "ask about FILE:LINE or cut:N"),
    ],
)
def test_other_questions_are_errors(asked: Asked, run: str, what: str, words: str) -> None:
    with pytest.raises(SecateurError) as caught:
        secateur.explain(asked.run(run), what)
    assert words in str(caught.value)


def test_a_changed_program_is_not_explained(tmp_path: Path) -> None:
    source = tmp_path / "a.c"
    source.write_text("int f(int x) { return x > 2; }\n")
    secateur.explore(f"{source}:f", out=tmp_path / "out").write()
    source.write_text("int f(int x) { return x > 3; }\n")
    with pytest.raises(SecateurError, match="has changed"):
        secateur.explain(tmp_path / "out", "1")
    with pytest.raises(SecateurError, match=r"no run\.json"):
        secateur.explain(tmp_path, "1")
