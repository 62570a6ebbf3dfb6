"""`auto`: as full exploration on small programs, and wherever every path is needed; with cuts where they pay."""

from __future__ import annotations

from pathlib import Path

import pytest

import secateur
from secateur.exploration.balance import Pace
from secateur.exploration.result import TechniqueStage
from secateur.exploration.techniques.auto import Auto
from secateur.exploration.techniques.full import Full
from secateur.options import Budget

from .exploring import explored
from .test_pse import by

#: Each byte is looked at by itself: everything after it is the same.
BYTES = """int main(void)
{
    int n = 0;
    for (int i = 0; i < 8; i++) if (INT > 3) n++;
    return 0;
}
"""
#: Trials are so short that it is too early to say, halfway, that cuts are far from paying.
QUICK = Pace(first=6_000, trial=20_000, hopeless=1_000, doubtful=1_000)


def test_small_programs_are_explored_as_by_full(tmp_path: Path) -> None:
    full, result = explored(BYTES, tmp_path), by(Auto(), BYTES, tmp_path)
    assert [path.model for path in result.paths] == [path.model for path in full.paths]
    assert result.promise == Full.promise
    assert result.used == [TechniqueStage("full", 1)]


def test_cuts_are_taken_where_they_pay(tmp_path: Path) -> None:
    full, result = explored(BYTES, tmp_path), by(Auto(pace=QUICK), BYTES, tmp_path)
    assert result.complete
    assert result.explored < full.counts.completed // 4
    assert [stage.technique for stage in result.used] == ["full", "pse"]
    assert result.used[1].first_run > 1
    assert "was cut" in result.promise


ALL_PATHS: dict[str, dict[str, object]] = {
    "order": {"order": "bfs"},
    "merge": {"merge": True},
    "leaks": {"check": "+leak"},
    "summaries": {"summaries": "auto"},
}


@pytest.mark.parametrize("options", ALL_PATHS.values(), ids=ALL_PATHS)
def test_every_path_is_explored_where_cuts_are_no_use(
    options: dict[str, object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = Pace.__init__.__defaults__
    monkeypatch.setattr(Pace.__init__, "__defaults__", (QUICK.first, QUICK.trial, *(made or ())[2:]))
    source = tmp_path / "f.c"
    source.write_text(
        "int low(int x) { if (x > 3) return 1; return 0; }\n"
        "int f(const int *x) { int n = 0; for (int i = 0; i < 8; i++) if (low(x[i])) n += 2; return 0; }\n"
    )
    plain = secateur.explore(f"{source}:f", buffer=8, confirm=False)
    assert plain.data()["paths"]["cut"] > 0
    run = secateur.explore(f"{source}:f", buffer=8, confirm=False, **options)  # type: ignore[arg-type]
    assert run.data()["technique"] == "auto"
    assert run.data()["paths"]["cut"] == 0
    assert run.data()["used"] == [{"technique": "full", "first_run": 1}]


#: What follows a byte depends on those before it, but not much.
STATES = """int main(void)
{
    int n = 0, state = 0;
    for (int i = 0; i < 7; i++) {
        int c = INT;
        if (c == 3) state = 0;
        else if (c == 4) state = 1;
        else if (c > 9 && state) state = 2;
        else n++;
    }
    return 0;
}
"""


def test_a_time_limit_does_not_keep_it_from_cutting(tmp_path: Path) -> None:
    """If each fourth task were the oldest one, what follows a branch would hardly ever be done, and cover anything."""
    free = by(Auto(pace=QUICK), STATES, tmp_path)
    limited = by(Auto(pace=QUICK), STATES, tmp_path, budget=Budget(timeout=1_000.0))
    assert limited.complete
    assert limited.explored < 2 * free.explored
