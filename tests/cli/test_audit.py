"""`secateur explore --audit`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from .commands import refused, secateur

FAULTY = "int f(int x)\n{\n    if (x > 3) return 2;\n    return 10 / (x ^ 2);\n}\n"
CLEAN = "int f(int x)\n{\n    if (x > 3) return 2;\n    return 1;\n}\n"
MANY = "int f(int x[30])\n{\n    int n = 0;\n    for (int i = 0; i < 30; i++) if (x[i] > 0) n++;\n    return n;\n}\n"

pytestmark = pytest.mark.usefixtures("two_more")


def _audited(text: str, technique: str, *options: str) -> tuple[int, dict[str, Any]]:
    Path("f.c").write_text(text)
    command = ("explore", "f.c:f", "--technique", technique, "--audit", "--out", "out", *options)
    done = secateur(*command, "--json")
    assert done.stderr == ""
    run = json.loads(done.stdout)
    assert json.loads(Path("out/run.json").read_text()) == run
    return done.exit_code, run["audit"]


def _shown(technique: str, *options: str) -> str:
    return secateur("explore", "f.c:f", "--technique", technique, "--audit", "--out", "out", *options).stdout


def test_nothing_was_lost() -> None:
    code, audit = _audited(FAULTY, "same")
    assert code == 1
    assert (audit["verdict"], audit["missed"], audit["invented"]) == ("sound", [], [])
    assert (audit["paths"], audit["faults"]) == (3, 1)
    assert "no fault was missed: full exploration of 3 paths found the same 1 fault" in _shown("same")


def test_a_missed_fault_is_shown_with_its_input_and_changes_the_exit_code() -> None:
    assert secateur("explore", _source(FAULTY), "--technique", "lazy").exit_code == 0
    code, audit = _audited(FAULTY, "lazy")
    assert (code, audit["verdict"]) == (1, "missed")
    (missed,) = audit["missed"]
    assert (missed["kind"], missed["file"], missed["line"]) == ("division-by-zero", "f.c", 4)
    assert (missed["inputs"], missed["confirmed"]) == ({"x": 2}, True)
    text = _shown("lazy")
    assert "audit: 1 fault missed, which full exploration of 3 paths found" in text
    assert "f.c:4 in f" in text
    assert "x=2" in text


def test_nothing_to_miss() -> None:
    assert _audited(CLEAN, "lazy") == (
        0,
        {
            "verdict": "sound",
            "missed": [],
            "invented": [],
            "paths": 2,
            "faults": 0,
            "summary": "no fault was missed: full exploration of 2 paths found no fault either",
        },
    )


def test_a_budget_that_is_too_small() -> None:
    code, audit = _audited(MANY, "lazy", "--buffer", "30", "--audit-budget", "0.3")
    assert (code, audit["verdict"], audit["missed"]) == (0, "undecided", [])
    assert audit["paths"] > 1
    assert "no fault missed so far" in audit["summary"]


def test_without_native_runs() -> None:
    code, audit = _audited(FAULTY, "lazy", "--no-confirm")
    assert (code, audit["missed"][0]["confirmed"]) == (1, None)


def test_deep_recursion_that_the_real_stack_holds_is_not_missed() -> None:
    """It is not a fault of the reduced run, so it must not be one of the full run."""
    text = "static int g(int n) { return n <= 0 ? 0 : 1 + g(n - 1); }\nint f(int x) { return x > 3 ? g(50) : 1; }\n"
    code, audit = _audited(text, "lazy", "--recursion", "20")
    assert (code, audit["verdict"], audit["missed"]) == (0, "undecided", [])
    assert "--recursion" in audit["summary"]


def test_full_exploration_is_not_audited() -> None:
    assert "--audit: compares with full exploration; choose another technique, or summaries" in refused(
        "explore", _source(CLEAN), "--audit", "--technique", "full"
    )


def _source(text: str) -> str:
    Path("f.c").write_text(text)
    return "f.c:f"
