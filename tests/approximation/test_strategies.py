"""What strategies abstract, and that refinement opens what matters."""

from __future__ import annotations

from pathlib import Path

from secateur.approximation.strategy import Calls, Depth, Either, Expansions

from .studying import returned, study

CHAIN = "int f(int x)\n{\n    int a = x + 1;\n    int b = a * 2;\n    int c = b - 3;\n    return c;\n}\n"
CALLS = """static int hash(int v)
{
    return v % 7 == 3;
}

int f(int x, int y)
{
    if (hash(x))
        return 1;
    return y;
}
"""


def test_depth_counts_definitions(tmp_path: Path) -> None:
    texts = [returned(CHAIN, tmp_path, Depth(most)) for most in range(10)]
    assert texts[0] == [("", "*1")]
    assert texts[-1] == [("", "x * 2 - 1")]
    for less in ("*1 - 3", "*1 * 2 - 3", "*1 * 2 - 1"):
        assert [("", less)] in texts


def test_a_call_can_be_left_out_by_name(tmp_path: Path) -> None:
    assert sorted(returned(CALLS, tmp_path, Calls(["hash"]))) == [("", "1"), ("", "y")]
    assert ("", "y") not in returned(CALLS, tmp_path, Calls(["other"]))


def test_the_library_can_be_left_out(tmp_path: Path) -> None:
    text = '#include <stdlib.h>\nint f(int x) { return abs(x) + (int)strtol("12", 0, 10); }'
    assert "*" in returned(text, tmp_path, Calls())[0][1]


def test_expansions_are_counted(tmp_path: Path) -> None:
    found = study(CHAIN, tmp_path, Expansions(3))
    assert "*" in found.observed(["return"])["return"][0].value
    assert found.approximation.expansions == 3


def test_either_abstracts_what_one_of_them_does(tmp_path: Path) -> None:
    assert returned(CHAIN, tmp_path, Either(Depth(9), Expansions(0))) == [("", "*1")]


def test_a_goal_that_was_missed_opens_what_it_depended_on(tmp_path: Path) -> None:
    """No guess of the result of `hash` helps: the function must be expanded."""
    found = study(CALLS, tmp_path, Calls(["hash"])).reach(9, 20.0)
    assert found.model is not None
    assert (found.refined, found.guaranteed) == (1, True)


def test_a_loop_gets_more_rounds_when_needed(tmp_path: Path) -> None:
    text = "int f(int n)\n{\n    int s = 0;\n    for (int i = 0; i < n; i++)\n        s += i;\n"
    text += "    if (s == 15)\n        return 1;\n    return 0;\n}\n"
    asked = study(text, tmp_path, rounds=1)
    found = asked.reach(7, 30.0)
    assert found.model is not None
    assert found.model[asked.machine.variables["n", 32, "signed"].args[0]] == 6


def test_what_no_input_reaches_is_proved(tmp_path: Path) -> None:
    text = "int f(int x)\n{\n    if (x > 3 && x < 3)\n        return 1;\n    return 0;\n}\n"
    assert study(text, tmp_path).reach(4, 10.0).impossible


def test_a_run_that_ends_before_the_line_does_not_count(tmp_path: Path) -> None:
    """All inputs for which the condition holds end in the division, so none reaches the line."""
    text = "int g;\nint f(int x)\n{\n    g = 1 / x;\n    if (x == 0)\n        return 1;\n    return 0;\n}\n"
    found = study(text, tmp_path, rounds=16).reach(6, 5.0)
    assert (found.model, found.impossible) == (None, True)


def test_checks_are_proved_refuted_or_open(tmp_path: Path) -> None:
    text = "int f(int x) { unsigned n = x; int r = 0; while (n) { n &= n - 1; r++; } return r > 32 ? -1 : r & 31; }"
    found = study(text, tmp_path, checks=("result >= -1", "result < 2"), rounds=1)
    assert found.check(1, 20.0).impossible
    refuted = found.check(2, 20.0)
    assert refuted.model is not None
