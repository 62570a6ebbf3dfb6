"""LLVM text as the front end passes it to the reader: clang without optimisation, promoted by llvmlite."""

from __future__ import annotations

import subprocess
import tempfile
from functools import cache
from pathlib import Path

import llvmlite.binding as llvm
import ziglang

CORPUS = Path(__file__).parent / "corpus"
_FLAGS = (
    *("-S", "-emit-llvm", "-g", "-O0", "-w", "-Xclang", "-disable-O0-optnone"),
    *("-fno-sanitize=all", "-fno-discard-value-names", "-target", "x86_64-linux-gnu"),
)


@cache
def compiled(source: str, name: str = "test.c") -> str:
    """clang's output for C text in a file of this name."""
    zig = Path(ziglang.__file__).parent / "zig"
    with tempfile.TemporaryDirectory() as directory:
        Path(directory, name).write_text(source)
        command = [str(zig), "cc", *_FLAGS, name, "-o", "out.ll"]
        ran = subprocess.run(command, cwd=directory, capture_output=True, text=True, check=False)
        assert ran.returncode == 0, ran.stderr
        return Path(directory, "out.ll").read_text()


@cache
def promoted(source: str, name: str = "test.c") -> str:
    """The same with local variables in registers."""
    module = llvm.parse_assembly(compiled(source, name))
    target = llvm.Target.from_triple("x86_64-unknown-linux-gnu").create_target_machine()
    passes = llvm.create_new_module_pass_manager()
    passes.add_sroa_pass()
    passes.run(module, llvm.create_pass_builder(target, llvm.create_pipeline_tuning_options()))
    module.verify()
    return str(module)


def corpus(name: str) -> str:
    """A file of the corpus, promoted."""
    return promoted((CORPUS / f"{name}.c").read_text(), f"{name}.c")


def initialize() -> None:
    llvm.initialize_native_target()


initialize()
