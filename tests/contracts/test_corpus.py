"""The corpus is what its manifest says: valid calls of correct functions pass the sanitizers, seeded bugs do not."""

from __future__ import annotations

import os
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest

CORPUS = Path(__file__).parent / "corpus"
FUNCTIONS: list[dict[str, Any]] = tomllib.loads((CORPUS / "manifest.toml").read_text())["function"]
FLAGS = ("-std=gnu11", "-g", "-w", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
#: An allocation of 64 GiB returns NULL.
ENVIRONMENT = "detect_leaks=0:max_allocation_size_mb=1024:allocator_may_return_null=1"


def _run(program: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"ASAN_OPTIONS": ENVIRONMENT}
    return subprocess.run(
        [program, *arguments], capture_output=True, text=True, check=False, timeout=60, env=environment
    )


def test_the_manifest_has_enough_functions_and_bugs() -> None:
    assert len(FUNCTIONS) >= 60
    assert sum("bug" in each for each in FUNCTIONS) == 25
    assert all(each["valid"] for each in FUNCTIONS)


@pytest.mark.parametrize("file", sorted({each["file"] for each in FUNCTIONS}))
def test_seeded_lines_are_marked(file: str) -> None:
    marked = [n for n, line in enumerate((CORPUS / file).read_text().splitlines(), 1) if "/* seeded: " in line]
    assert marked == sorted(each["bug"]["line"] for each in FUNCTIONS if each["file"] == file and "bug" in each)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("gcc") is None, reason="needs gcc with sanitizers")
@pytest.mark.parametrize("file", sorted({each["file"] for each in FUNCTIONS}))
def test_sanitizers_agree_with_the_manifest(file: str, tmp_path: Path) -> None:
    program = tmp_path / "check"
    subprocess.run(["gcc", *FLAGS, CORPUS / "checks" / file, "-o", program], check=True, timeout=60)
    passed = _run(program)
    assert passed.returncode == 0, passed.stderr
    for each in FUNCTIONS:
        if each["file"] == file and "bug" in each:
            shown = _run(program, each["name"])
            assert shown.returncode != 0
            assert f"{file}:{each['bug']['line']}" in shown.stderr, shown.stderr
