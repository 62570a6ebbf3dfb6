"""The examples, from the question to natively confirmed tests."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from secateur.options.keywords import ExploreKeywords

from .answers import EXAMPLES, explore, is_clean, replay, without_seconds


def _line(source: str, text: str) -> int:
    lines = (EXAMPLES / source).read_text().splitlines()
    return next(number for number, line in enumerate(lines, 1) if text in line)


def _assert_replays(out: Path, tests: int) -> None:
    answer, report = replay(out)
    assert report["failed"] == []
    assert (is_clean(answer), report["tests"], report["confirmed"]) == (True, tests, tests)


def test_the_example_of_dgse_has_eight_paths_and_two_confirmed_faults(tmp_path: Path) -> None:
    answer, run = explore("dgse.c:test", tmp_path / "out")
    assert (answer.found, run["complete"]) == (True, True)
    assert run["paths"] == {
        "completed": 8,
        "faulty": 4,
        "cut": 0,
        "limited": 0,
        "unknown": 0,
        "infeasible": 0,
        "runs": 8,
        "covering": 0,
    }
    a, b, c = (_line("dgse.c", text) for text in ("if (x > 1)", "if (y < 1)", "if (z < 2)"))
    paths = [tuple(test["path"]) for test in run["tests"]]
    assert len(paths) == 8
    assert set(paths) == {(f"{a}{x}", f"{b}{y}", f"{c}{z}") for x in "TF" for y in "TF" for z in "TF"}
    write, divide = _line("dgse.c", "*s = "), _line("dgse.c", "return 1 /")
    assert [(f["kind"], f["line"], f["function"], f["confirmed"]) for f in run["faults"]] == [
        ("out-of-bounds", write, "test", True),
        ("division-by-zero", divide, "test", True),
    ]
    _assert_replays(tmp_path / "out", 8)


def test_the_faults_of_dgse_lie_on_the_paths_of_the_paper(tmp_path: Path) -> None:
    """a is 2 or 4 and b is 0 or 2, so a-b is 0 for a=2, b=2; a-c is 0 for a=4, c=4."""
    _, run = explore("dgse.c:test", tmp_path / "out", confirm=False)
    for test in run["tests"]:
        x, y, z = (test["inputs"][name] for name in "xyz")
        a, b, c = 2 if x > 1 else 4, 0 if y < 1 else 2, 7 if z < 2 else 4
        expected = "out-of-bounds" if a == b else "division-by-zero" if a == c else "return 0"
        assert test["outcome"].startswith(expected), test
    assert [f["confirmed"] for f in run["faults"]] == [None, None]


@pytest.mark.parametrize("count", [4, 8])
def test_independent_branches_have_all_their_paths_for_few_queries(count: int, tmp_path: Path) -> None:
    answer, run = explore("branches.c:branches", tmp_path / "out", define=[f"N={count}"], buffer=count)
    assert (is_clean(answer), run["complete"]) == (True, True)
    assert run["paths"]["completed"] == 2**count
    assert run["solver"]["queries"] <= 30
    signs = {tuple(value > 0 for value in test["inputs"]["x"]) for test in run["tests"]}
    assert len(signs) == 2**count
    for test in run["tests"]:
        assert test["outcome"] == f"return {sum(value > 0 for value in test['inputs']['x'])}"
    assert run["coverage"]["branches"] == {"covered": 4, "total": 4}
    if count == 4:
        _assert_replays(tmp_path / "out", 16)


def test_sorting_five_integers_has_one_path_for_each_order(tmp_path: Path) -> None:
    answer, run = explore("sort.c:sort5", tmp_path / "out", buffer=5)
    assert (is_clean(answer), run["complete"], run["faults"]) == (True, True, [])
    assert run["paths"]["completed"] == 120
    for test in run["tests"]:
        given = test["inputs"]["a"]
        assert [int(test["observed"][f"a[{i}]"]) for i in range(5)] == sorted(given)
    _assert_replays(tmp_path / "out", 120)


def test_a_bug_in_the_sort_is_found_and_confirmed(tmp_path: Path) -> None:
    answer, run = explore("sort.c:sort5", tmp_path / "out", buffer=5, define=["BUG"])
    assert answer.found
    assert [(f["kind"], f["line"], f["function"], f["confirmed"]) for f in run["faults"]] == [
        ("assertion", _line("sort.c", "assert(a[i]"), "sort5", True)
    ]
    _assert_replays(tmp_path / "out", run["paths"]["completed"])


def test_every_test_of_the_matcher_replays(tmp_path: Path) -> None:
    answer, run = explore("regexp.c:matches_hello", tmp_path / "out", buffer=3)
    assert (is_clean(answer), run["complete"], run["paths"]["faulty"]) == (True, True, 0)
    assert {test["outcome"] for test in run["tests"]} == {"return 0", "return 1"}
    assert len({test["inputs"]["expression"] for test in run["tests"]}) == len(run["tests"])
    _assert_replays(tmp_path / "out", run["paths"]["completed"])


def test_the_map_of_lists_is_safe_for_every_input(tmp_path: Path) -> None:
    """Sizes and lengths of any value, and a null map; the statements are on the lines that the example documents."""
    answer, run = explore("spa.c:addElem", tmp_path / "out", nullable=["m"], buffer=1)
    assert (is_clean(answer), run["complete"], run["faults"]) == (True, True, [])
    nulls = [test for test in run["tests"] if test["inputs"]["m_is_null"]]
    assert {test["outcome"] for test in nulls} == {"return 1"}
    _assert_replays(tmp_path / "out", run["paths"]["completed"])
    statements = {1: "if (m == NULL)", 3: "sz = ", 4: "if (hasKey", 10: "sz++", 11: ">= sz + c", 15: "return sz"}
    assert all(_line("spa.c", text) == 20 + number for number, text in statements.items())


@pytest.mark.parametrize(
    ("spec", "options"),
    [
        ("dgse.c:test", {}),
        ("sort.c:sort5", {"buffer": 4, "order": "random", "seed": 5}),
        ("regexp.c:matches_hello", {"buffer": 2, "order": "coverage"}),
    ],
    ids=["dgse", "sort-random", "regexp-coverage"],
)
def test_the_same_question_gives_the_same_answer_twice(spec: str, options: ExploreKeywords, tmp_path: Path) -> None:
    first_run, first = explore(spec, tmp_path / "first", **options)
    second_run, second = explore(spec, tmp_path / "second", **options)
    assert (first_run.found, first_run.complete) == (second_run.found, second_run.complete)
    assert json.dumps(without_seconds(first)) == json.dumps(without_seconds(second))
    for name in ("tests.json", "tests.c", "coverage.lcov"):
        assert (tmp_path / "first" / name).read_bytes() == (tmp_path / "second" / name).read_bytes()
