"""What is inferred for a function in a piece of C text."""

from __future__ import annotations

from pathlib import Path

from secateur.contracts.inference import infer
from secateur.contracts.inference.evidence import Evidence
from secateur.frontend.build import compile_source
from secateur.ir.debuginfo import DebugInfo
from secateur.options import Compiling


def evidence_of(text: str, function: str, folder: Path) -> Evidence:
    source = folder / "source.c"
    source.write_text(text)
    module = compile_source(source).text
    info = DebugInfo(module)
    return Evidence(info.signature(function), source, info, [module], [source], Compiling())


def inferred(text: str, function: str, folder: Path) -> list[str]:
    return [str(each) for each in infer(evidence_of(text, function, folder))]
