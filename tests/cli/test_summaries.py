"""`explore --summaries`: what is reported, what is rejected, and that every fault is confirmed without summaries."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from .commands import refused, secateur, snapshot

#: A hash with 2^10 paths, called twice; a division that it guards, and one that it makes unreachable.
TEXT = """extern int printf(const char *, ...); extern void *malloc(unsigned long); static int seen;
static unsigned hash(unsigned x)
{
    unsigned s = 0;
    for (int i = 0; i < 10; i++) {
        if (x & 1u << i) s += i * 3 + 1;
        else s ^= 5;
    }
    return s;
}
static int count(int x) { if (x) seen++; return seen; }
static int last(int x) { if (x > 3) __builtin_trap(); return x; }
static int plus(int x) { return x < 5 ? x : 5; }
static int prints(int x) { return x ? printf("x") : 1; }
static int *kept(int x) { return x ? malloc(4) : 0; }
int f(unsigned x, int y)
{
    unsigned h = hash(x), k = hash(x + 1);
    if (h > 100000 || k > 100000) return 1 / (y - y);
    if (h == 60) return 7 / y;
    if (h == 12345678) return prints(y) + *kept(y);
    return plus(y) ^ (y > 3 ? count(y) : last(y));
}
"""


@pytest.fixture
def source() -> str:
    Path("f.c").write_text(TEXT)
    return "f.c:f"


def _run(*arguments: str) -> tuple[int, dict[str, Any]]:
    done = secateur("explore", *arguments, "--json", "--out", "out")
    assert done.stderr == ""
    found: dict[str, Any] = json.loads(done.stdout)
    return done.exit_code, found


def test_auto_takes_what_can_be_summarised(source: str) -> None:
    code, run = _run(source, "--summaries", "auto")
    assert code == 1
    assert set(run["summaries"]) == {"hash", "plus", "count", "last"}
    assert run["summaries"]["hash"]["calls"] >= 2
    exact = {name for name, one in run["summaries"].items() if one["exact"] == one["calls"]}
    assert exact == {"plus", "count", "last"}
    assert run["summarised"]["paths"] >= run["paths"]["completed"]
    assert len(run["tests"]) < 12
    assert [(f["kind"], f["line"], f["confirmed"]) for f in run["faults"]] == [
        ("division-by-zero", 20, True),
    ]


def test_what_is_left_out_is_said(source: str) -> None:
    _, run = _run(source, "--summaries", "hash,plus")
    assert run["complete"] is False
    assert "faults inside hash were not looked for" in run["summary"]
    shown = secateur("explore", source, "--summaries", "hash", "--out", "out").stdout
    assert "approximate summaries stood in for 1 function: hash (2 calls)" in shown
    assert "faults inside hash were not looked for" in " ".join(shown.split())


def test_every_test_replays(source: str) -> None:
    secateur("explore", source, "--summaries", "auto", "--out", "out")
    assert secateur("replay", "out").exit_code == 0


def test_the_same_files_again(source: str) -> None:
    for folder in ("one", "two"):
        secateur("explore", source, "--summaries", "auto", "--out", folder)
    one, two = snapshot(Path("one")), snapshot(Path("two"))
    assert {name for name in one if one[name] != two[name]} == {"run.json", "run.sqlite"}  # they contain times


def test_an_audit_tells_what_was_missed() -> None:
    """The function has too many paths for an exact summary."""
    body = "for (int i = 0; i < 12; i++) if (x >> i & 1) s += i + 1; if (s == 30 && x > 99) return 9 / (x - x);"
    Path("f.c").write_text(
        f"static int part(int x) {{ int s = 0; {body} return s; }}\nint f(int x) {{ return part(x) == 1 ? x : 0; }}\n"
    )
    _, run = _run("f.c:f", "--summaries", "part", "--audit")
    assert run["audit"]["verdict"] in ("missed", "not-decided", "incomplete"), run["audit"]


def test_exact_summaries_keep_an_exploration_complete() -> None:
    """Also what is wrong inside: there the call is entered."""
    Path("f.c").write_text(
        "static int part(int x) { if (x > 3) return 1; return 9 / (x + 7); }\n"
        "int f(int x) { return part(x) == 1 ? x : 0; }\n"
    )
    _, run = _run("f.c:f", "--summaries", "part", "--audit")
    assert (run["complete"], run["audit"]["verdict"]) == (True, "sound")
    assert [(fault["kind"], fault["line"]) for fault in run["faults"]] == [("division-by-zero", 1)]
    shown = secateur("explore", "f.c:f", "--summaries", "part", "--out", "out").stdout
    assert "exact summaries stood in for 1 function: part (1 call)" in shown
    _, run = _run("f.c:f", "--summaries", "part", "--technique", "pse")
    assert run["complete"] is True
    assert [(fault["kind"], fault["line"]) for fault in run["faults"]] == [("division-by-zero", 1)]


def test_a_switch_forks_by_target_with_summaries_too() -> None:
    Path("f.c").write_text(
        "static int part(int x, int y) { switch (x) { case 1: case 2: return y; case 9: return 9 / y; } return 0; }\n"
        "int f(int x, int y, int z)\n"
        "{ int s = 0; switch (z) { case 1: case 2: case 3: s = 5; break; case 7: s = 6; } return s ^ part(x, y); }\n"
    )
    found = {}
    for switch in ("targets", "labels"):
        _, run = _run("f.c:f", "--summaries", "part", "--technique", "full", "--switch", switch)
        branches = run["coverage"]["branches"]
        assert (run["complete"], branches["covered"]) == (True, branches["total"])
        assert {(fault["kind"], fault["line"]) for fault in run["faults"]} == {("division-by-zero", 1)}
        found[switch] = run["paths"]["completed"]
    assert found["targets"] < found["labels"]


def test_auto_without_anything_to_take_is_full_exploration() -> None:
    Path("g.c").write_text("static int n;\nint g(int x) { n += x > 3 ? 1 : 2; return n; }\n")
    code, run = _run("g.c:g", "--summaries", "auto", "--accept", "globals")
    assert (code, run["complete"]) == (0, True)
    assert "no function can be summarised" in run["notes"][0]["text"]


def test_without_summaries_there_is_no_word_of_them(source: str) -> None:
    Path("g.c").write_text("int g(int x) { return x > 3; }\n")
    _, run = _run("g.c:g")
    assert "summaries" not in run
    assert "summar" not in secateur("explore", "g.c:g", "--out", "out").stdout


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        ("f", "--summaries f: it cannot be summarised, as it is being explored"),
        ("hash,prints", "--summaries prints: it cannot be summarised, as it calls printf, which prints"),
        (
            "kept",
            "--summaries kept: it cannot be summarised, as it calls malloc: what it allocates or frees has no value",
        ),
        ("nobody", "--summaries nobody: it cannot be summarised, as it does not exist"),
        (",", "--summaries ,: give auto, or a comma-separated list of functions"),
    ],
)
def test_what_cannot_be_summarised_is_refused(source: str, wanted: str, message: str) -> None:
    assert refused("explore", source, "--summaries", wanted).startswith(message)


@pytest.mark.parametrize("technique", ["dgse", "rsc"])
def test_other_techniques_are_refused(source: str, technique: str) -> None:
    message = refused("explore", source, "--summaries", "auto", "--technique", technique)
    assert message == (
        f"--summaries auto: {technique} follows each value through the instructions that compute it, and a summary has "
        "none; use auto, full or pse\n"
    )
