"""`secateur augment`: options, exit codes, and the files it writes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from .commands import refused, secateur

OLD = """int level;
static int clamp(int v) { return v > 100 ? 100 : v; }
int set(int by, int lock)
{
    int wanted = clamp(by) - 1;
    if (lock == 77)
        level = wanted;
    return 0;
}
int other(int x) { return x & 1; }
"""
NEW = OLD.replace("v > 100 ? 100", "v > 90 ? 90")


@pytest.fixture
def versions(folder: Path) -> Path:
    (folder / "old.c").write_text(OLD)
    (folder / "new.c").write_text(NEW)
    return folder


def found(*arguments: str) -> tuple[int, dict[str, Any]]:
    done = secateur("augment", *arguments, "--json")
    data: dict[str, Any] = json.loads(done.stdout)
    return done.exit_code, data


@pytest.mark.parametrize("options", [("--exact",), ("--depth", "2"), ("--depth", "8")])
def test_a_new_test_shows_the_difference_natively(versions: Path, options: tuple[str, ...]) -> None:
    code, data = found("old.c", "new.c", "--function", "set", *options)
    assert code == 1
    (test,) = data["tests"]
    assert test["inputs"]["by"] > 90
    assert test["inputs"]["lock"] == 77
    assert test["reveals"] == ["level"]
    assert test["confirmed"] is True
    reached = {tuple(r["chain"]): r for r in data["requirements"]}
    assert reached[2, 5, 7]["output"]
    assert reached[2, 5, 7]["state"] == "solved"
    assert reached[2, 5, 7]["met_by"] == [test["name"]]


def test_existing_tests_are_judged(versions: Path) -> None:
    (versions / "mine.json").write_text(json.dumps([{"by": 95, "lock": 0}, {"by": 5, "lock": 77}]))
    code, data = found("old.c", "new.c", "--function", "set", "--tests", "mine.json")
    reached = {tuple(r["chain"]): r for r in data["requirements"]}
    assert (code, data["revealing"]) == (1, [])
    assert reached[2,]["state"] == reached[2, 5]["state"] == "met"
    assert reached[2, 5]["met_by"] == ["#1"]
    assert reached[2, 5, 7]["state"] == "solved"


def test_an_existing_test_that_shows_the_difference_is_enough(versions: Path) -> None:
    (versions / "mine.json").write_text(json.dumps([{"by": 95, "lock": 77}, {"by": 101, "lock": 77}]))
    code, data = found("old.c", "new.c", "--function", "set", "--tests", "mine.json")
    assert (code, data["revealing"], data["tests"]) == (1, ["#1", "#2"], [])


def test_new_tests_are_written_as_a_suite(versions: Path) -> None:
    done = secateur("augment", "old.c", "new.c", "--function", "set", "--out", "more")
    assert "written to more" in done.stdout
    assert secateur("replay", "more").exit_code == 0


def test_outputs_that_do_not_count_are_no_reason(versions: Path) -> None:
    code, data = found("old.c", "new.c", "--function", "set", "--output", "return")
    assert code != 1
    assert not any(test["reveals"] for test in data["tests"])
    assert not any(requirement["output"] for requirement in data["requirements"])


def test_no_change_needs_no_test(versions: Path) -> None:
    (versions / "tidied.c").write_text(OLD + "/* tidied */\n")
    code, data = found("old.c", "tidied.c", "--function", "set")
    assert (code, data["requirements"], data["tests"]) == (0, [], [])


def test_a_function_that_the_change_does_not_reach_needs_none(versions: Path) -> None:
    code, data = found("old.c", "new.c", "--function", "other")
    assert (code, data["requirements"]) == (0, [])


def test_without_time_it_is_said(versions: Path) -> None:
    code, data = found("old.c", "new.c", "--function", "set", "--timeout", "0")
    assert (code, data["complete"]) == (3, False)
    assert {r["state"] for r in data["requirements"]} == {"unknown"}


def test_people_see_chains_and_tests(versions: Path) -> None:
    done = secateur("augment", "old.c", "new.c", "--function", "set")
    assert "2 → 5 → 7" in done.stdout
    assert "add test000001: by=" in done.stdout


def test_wrong_usage_is_refused(versions: Path) -> None:
    assert "has no function 'nothing'; it defines: " in refused("augment", "old.c", "new.c", "--function", "nothing")
    assert "no such output" in refused("augment", "old.c", "new.c", "--function", "set", "--output", "nothing")
    assert "no such file" in refused("augment", "old.c", "missing.c", "--function", "set")
    (versions / "bad.json").write_text("{")
    assert "not JSON" in refused("augment", "old.c", "new.c", "--function", "set", "--tests", "bad.json")


POINTER = """struct s { int *p; };
int a = 1, b = 2;
int f(struct s *s, int x)
{
    s->p = @;
    if (x > 3)
        return *s->p;
    return 0;
}
"""
STRING = """#include <stdio.h>
int f(int x)
{
    if (x > 3)
        puts(@);
    return 0;
}
"""
COPIED_FROM = """#include <string.h>
int da[4] = {1}, db[4] = {2}, out[4];
int f(int x)
{
    memcpy(out, @, 16);
    return x > 3 ? out[0] : 0;
}
"""
COPIED = """struct c { int lo, hi; };
static void load(struct c *c, int v)
{
    c->hi = v + @;
}
int f(int v, int x)
{
    struct c c, own;
    if (v < 0 || v > 9)
        return 2;
    load(&c, v);
    own = c;
    return x > own.hi;
}
"""
STARTED = """int f(int x, int y)
{
    int a = x + @;
    if (y > 7 && x == 3)
        return a;
    return 0;
}
"""


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        (POINTER, "&a", "&b"),
        (STRING, '"failed"', '"passed"'),
        (COPIED_FROM, "da", "db"),
        (COPIED, "10", "11"),
    ],
    ids=["pointer", "string", "copied from", "copied"],
)
def test_what_is_seen_through_pointers_is_not_impossible(folder: Path, text: str, old: str, new: str) -> None:
    (folder / "one.c").write_text(text.replace("@", old))
    (folder / "two.c").write_text(text.replace("@", new))
    code, data = found("one.c", "two.c", "--function", "f")
    assert code == 1
    assert any(test["reveals"] and test["confirmed"] for test in data["tests"])
    assert not any(requirement["state"] == "impossible" for requirement in data["requirements"])


def test_a_test_that_gets_the_effect_started_is_spread_from(folder: Path) -> None:
    (folder / "one.c").write_text(STARTED.replace("@", "1"))
    (folder / "two.c").write_text(STARTED.replace("@", "2"))
    (folder / "tests.json").write_text('[{"x": 0, "y": 0}]')
    code, data = found("one.c", "two.c", "--function", "f", "--tests", "tests.json")
    assert (code, data["revealing"]) == (1, [])
    assert any(test["reveals"] for test in data["tests"])


def test_tests_of_another_function_are_refused(folder: Path) -> None:
    (folder / "one.c").write_text("int g(int x) { return x; }\nint f(int x) { return x + 1; }\n")
    (folder / "two.c").write_text("int g(int x) { return x; }\nint f(int x) { return x + 2; }\n")
    assert secateur("explore", "one.c:g", "--out", "suite", "--check", "none").exit_code == 0
    assert "another function" in refused("augment", "one.c", "two.c", "--function", "f", "--tests", "suite")
