"""Builds and runs small C programs natively, with one cache for all tests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from secateur.frontend.cache import Cache, default_cache
from secateur.suite.native.build import Executable, build
from secateur.suite.native.outcome import NativeOutcome
from secateur.suite.native.run import run
from secateur.suite.test import Recorded

Compile = Callable[[str], Executable]
Execute = Callable[..., NativeOutcome]


@pytest.fixture(scope="session")
def store() -> Cache:
    return default_cache()


@pytest.fixture
def compile_program(store: Cache, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Compile:
    """Builds C text, including its `main`, as `program.c`."""
    monkeypatch.chdir(tmp_path)

    def compiled(text: str) -> Executable:
        Path("program.c").write_text(text)
        return build(None, [Path("program.c")], store=store)

    return compiled


@pytest.fixture
def execute(compile_program: Compile) -> Execute:
    """Builds C text and runs it once."""

    def executed(text: str, recorded: Sequence[Recorded] = (), timeout: float = 10.0) -> NativeOutcome:
        return run(compile_program(text), recorded, timeout)

    return executed
