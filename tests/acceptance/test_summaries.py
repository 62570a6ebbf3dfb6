"""A fault behind a checksum: exploration with summaries reaches it."""

from __future__ import annotations

from pathlib import Path

from .answers import EXAMPLES, explore, is_clean, replay


def test_a_fault_behind_a_check_sum(tmp_path: Path) -> None:
    answer, run = explore("frame.c:receive", tmp_path / "out", summaries="auto")
    lines = (EXAMPLES / "frame.c").read_text().splitlines()
    line = next(number for number, text in enumerate(lines, 1) if "length - 7" in text)
    assert answer.found
    assert [(f["kind"], f["line"], f["function"], f["confirmed"]) for f in run["faults"]] == [
        ("division-by-zero", line, "receive", True),
    ]
    assert run["paths"]["completed"] == len(run["tests"]) == 7
    assert set(run["summaries"]) == {"with_byte"}
    assert (run["summaries"]["with_byte"]["calls"], run["summaries"]["with_byte"]["stars"]) == (3, 0)
    assert run["summarised"] == {"paths": 7, "impossible": 0, "open": 0}
    assert run["coverage"]["branches"]["covered"] == run["coverage"]["branches"]["total"]
    replayed, report = replay(tmp_path / "out")
    assert (is_clean(replayed), report["confirmed"]) == (True, 7)
