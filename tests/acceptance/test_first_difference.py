"""`diff --first`: one confirmed difference, found early."""

from __future__ import annotations

from pathlib import Path

import pytest

from .running import compared


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


#: The change is reached only if the first character makes a mode, long before it is asked for.
MODES = """static int mode_of(char c) { if (c == '#') return 7; if (c == '+') return 1; return 0; }
int f(const char *s)
{
    int mode = mode_of(s[0]), n = 0;
    for (int i = 1; s[i]; i++) {
        if (s[i] == 'a') n++;
        if (s[i] == 'b') n += 2;
        if (s[i] == 'c') n += 3;
        if (mode == 7 && s[i] == 'd') n += 4;
    }
    return n;
}
"""


def test_one_confirmed_difference_is_enough() -> None:
    new = MODES.replace("n += 4", "n += 5")
    answer = compared(MODES, new, string=3, first=True)
    (only,) = answer.functions[0].differences
    assert (answer.status, answer.complete, only.confirmed) == ("different", False, True)
    assert [str(limit.kind) for limit in answer.functions[0].result.limits] == ["first"]
    everything = compared(MODES, new, string=3)
    assert everything.complete
    assert answer.functions[0].verdict.runs < everything.functions[0].verdict.runs / 4


def test_the_order_leads_to_the_change() -> None:
    new = MODES.replace("n += 4", "n += 5")
    runs = {order: compared(MODES, new, string=6, first=True, order=order) for order in ("dfs", "directed")}
    assert {answer.status for answer in runs.values()} == {"different"}
    counts = {order: answer.functions[0].result.counts.runs for order, answer in runs.items()}
    assert counts["directed"] < counts["dfs"] / 2


def test_without_a_difference_everything_is_compared() -> None:
    answer = compared(MODES, MODES.replace("n += 4", "n += 2, n += 2"), string=2, first=True)
    assert (answer.status, answer.complete) == ("equivalent", True)


def test_a_difference_that_depends_on_a_new_parameter_is_not_the_first() -> None:
    old = "int f(int x) { return x > 3; }\n"
    answer = compared(old, "int f(int x, int more) { return x > 3 && !more; }\n", first=True)
    assert answer.status == compared(old, "int f(int x, int more) { return x > 3 && !more; }\n").status != "different"
