"""The quick readers of usual instructions agree with the general ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from secateur.ir import body_reader
from secateur.ir.model import Program
from secateur.ir.reader import read

from .clang import CORPUS, promoted

PROGRAMS = sorted(CORPUS.glob("*.c"))

LINES = """\
  %1 = load i32, ptr %p, align 4
  %2 = load volatile i32, ptr %p, align 4
  %3 = load i64, ptr @g
  %4 = getelementptr inbounds nuw %struct.S, ptr %p, i32 0, i32 1
  %5 = getelementptr i8, ptr %p, i64 -1
  %6 = icmp samesign ult i32 %1, -5
  %7 = icmp eq ptr %p, null
  %8 = add nuw nsw i32 %1, 2147483647
  %9 = or disjoint i32 %8, 1
  %10 = zext nneg i32 %9 to i64
  %11 = trunc i64 %10 to i1
  %12 = load i1, ptr %p, align 1
  store i8 200, ptr %p, align 1
  store ptr @g, ptr %p, align 8
  store i1 true, ptr %p, align 1
  store double 1.0, ptr %p, align 8
  br i1 true, label %a.b, label %"c d"
"""


def text_of(lines: str) -> str:
    head = "%struct.S = type { i32, i32 }\n@g = global i64 0\n"
    return f'{head}define void @f(ptr %p) {{\nentry:\n{lines}a.b:\n  ret void\n"c d":\n  br label %a.b\n}}\n'


def without_usual(text: str, monkeypatch: pytest.MonkeyPatch) -> Program:
    """Read everything by the general readers."""
    monkeypatch.setattr(body_reader, "read_usual", lambda *_: None)
    program = read(text)
    _ = [each.body for each in program.functions.values() if not each.is_declaration]
    monkeypatch.undo()
    return program


def agree(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    slow, quick = without_usual(text, monkeypatch), read(text)
    for name, function in quick.functions.items():
        if not function.is_declaration:
            assert function.body == slow.functions[name].body


def test_forms_of_instructions(monkeypatch: pytest.MonkeyPatch) -> None:
    agree(text_of(LINES), monkeypatch)


def test_an_unknown_register_is_an_instruction_that_cannot_be_run(monkeypatch: pytest.MonkeyPatch) -> None:
    agree(text_of("  %1 = add i32 %nobody, 1\n  br label %a.b\n"), monkeypatch)


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_programs(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    agree(promoted(path.read_text()), monkeypatch)
