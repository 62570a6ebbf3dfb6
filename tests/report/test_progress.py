"""The line that shows how far an exploration has come, on a terminal and in a log."""

from __future__ import annotations

from dataclasses import replace

from secateur.exploration.progress import Progress
from secateur.report.progress import log_of, logged_line, progress_line

EARLY = Progress(1234, 2, 56, 0.256, 7.89)
FULL = Progress(1234, 2, 56, 0.256, 7.89, 310.4, (40, 52), (61, 80), 123, 52.3, "null-pointer at f.c:12", 4)


def test_the_live_line() -> None:
    line = progress_line(EARLY).plain
    for word in ("1,234 paths", "2 faulty", "56 waiting", "solver 26%", "7.9 s"):
        assert word in line
    for word in ("lines", "MiB", "left", "newest", "workers"):
        assert word not in line


def test_what_is_known_is_shown() -> None:
    for line in (progress_line(FULL).plain, logged_line(FULL)):
        for word in ("lines 40/52", "branches 61/80", "310 paths/s", "123 MiB", "52 s left", "4 workers"):
            assert word in line
        assert line.endswith("newest: null-pointer at f.c:12")


def test_a_log_has_a_line_every_half_minute() -> None:
    lines: list[str] = []
    report = log_of(lines.append)
    for second in range(100):
        report(replace(FULL, elapsed=float(second)))
    assert [line.count("\n") for line in lines] == [0, 0, 0]
    assert "60.0 s" in lines[1]


def test_each_exploration_has_its_own_half_minutes() -> None:
    lines: list[str] = []
    report = log_of(lines.append)
    for second in (40.0, 5.0, 31.0):
        report(replace(FULL, elapsed=second))
    assert len(lines) == 2
