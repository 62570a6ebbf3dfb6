"""Program counters map to lines, whatever DWARF version the user's flags select."""

from __future__ import annotations

from pathlib import Path

import pytest

from secateur.frontend.cache import Cache
from secateur.options import Compiling
from secateur.suite.native.build import build
from secateur.suite.native.run import run


@pytest.mark.parametrize("version", [4, 5])
def test_line_in_a_header_of_another_folder(
    version: int, store: Cache, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("part").mkdir()
    Path("part/inner.h").write_text("static int\ninner(int *p)\n{\n    return\n        p[4];\n}\n")
    Path("main.c").write_text(
        '#include <stdlib.h>\n#include "part/inner.h"\nint main(void) { return inner(malloc(16)); }\n'
    )
    options = Compiling(flags=(f"-gdwarf-{version}",))
    fault = run(build(None, [Path("main.c")], options, store=store), []).fault
    assert fault is not None
    assert (fault.file, fault.line, fault.column, fault.function) == ("part/inner.h", 5, 9, "inner")


def test_no_lines_without_debug_information(store: Cache, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("main.c").write_text("#include <stdlib.h>\nint main(void) { abort(); }\n")
    fault = run(build(None, [Path("main.c")], Compiling(flags=("-g0",)), store=store), []).fault
    assert fault is not None
    assert (fault.kind, fault.file, fault.line) == ("abort", "", 0)
