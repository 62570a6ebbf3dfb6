"""Finding the C library of the computer, and linking without it."""

from __future__ import annotations

from pathlib import Path

import pytest

from secateur.frontend.cache import Cache
from secateur.suite.native import link
from secateur.suite.native.build import build
from secateur.suite.native.run import run


def test_the_c_library_of_this_process() -> None:
    found = link.system_libraries()
    assert Path(found.loader).exists()
    assert any(Path(name).name.startswith(("libc", "ld-musl")) for name in found.objects)
    assert found.identity == link.system_libraries().identity


@pytest.mark.slow
def test_linking_with_zigs_own_c_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def not_found() -> list[str]:
        return []

    monkeypatch.setattr(link, "_mapped_files", not_found)
    monkeypatch.chdir(tmp_path)
    Path("program.c").write_text('#include <stdio.h>\nint main(void) { puts("hello"); return 3; }\n')
    outcome = run(build(None, [Path("program.c")], store=Cache(tmp_path / "cache")), [])
    assert (outcome.kind, outcome.status, outcome.output) == ("return", 3, b"hello\n")
