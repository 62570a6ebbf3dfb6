"""What watching a function shows after each save."""

from __future__ import annotations

from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from typing import Any

from rich.console import Console

from secateur.jobs.watch import Look, LookChange, watch
from secateur.options.jobs import WatchOptions
from secateur.report.watch import look_json, show_look

FIRST = '#include "f.h"\nint f(int x)\n{\n    if (x > LIMIT)\n        return 1;\n    return 10 / x;\n}\n'


def test_each_save_shows_what_changed(tmp_path: Path) -> None:
    source, header = tmp_path / "f.c", tmp_path / "f.h"
    saves = [
        (source, FIRST.replace("int f", "\n\nint f")),  # lines move
        (source, FIRST.replace("return 10", "return x == 0 ? 0 : 10").replace("return 1;", "return 2;")),
        (source, "int f(int x) {"),
        (source, FIRST),
        (header, "#define LIMIT -1\n"),
    ]
    source.write_text(FIRST)
    header.write_text("#define LIMIT 5\n")
    shown: list[str] = []
    told: list[dict[str, Any]] = []

    def show(look: Look, change: LookChange | None) -> None:
        out = StringIO()
        show_look(Console(file=out, width=1000), look, change)
        shown.append(out.getvalue())
        told.append(look_json(look, change))

    def wait(files: Sequence[Path]) -> bool:
        assert header in files or look_failed(shown[-1])
        if not saves:
            return False
        file, text = saves.pop(0)
        file.write_text(text)
        return True

    watch([f"{source}:f"], WatchOptions(), show, wait)
    first, moved, changed, broken, back, narrower = shown
    assert "1 finding" in first
    assert "division-by-zero at" in first
    assert "nothing changed" in moved
    assert "- division-by-zero in f is gone: return 10 / x;" in changed
    assert "~ x=6: return 1 → return 2" in changed
    assert {"inputs": {"x": 6}, "old": "return 1", "new": "return 2"} in told[2]["changed"]["outcomes"]
    assert [each["changed"] is None for each in told] == [True, False, False, True, False, False]
    assert "error:" in broken
    assert "+ division-by-zero at" in back, "compared with the last one that could be compiled"
    assert "- division-by-zero in f is gone" in narrower, "a header counts, too"


def look_failed(text: str) -> bool:
    return "error:" in text
