"""`longjmp` is plain control flow: where calls are tested, where `setjmp` goes on, which variables stay open."""

from __future__ import annotations

from pathlib import Path

import pytest

from secateur.frontend.build import build
from secateur.ir.model import Body, Call, ConditionalJump, Program, Symbol
from secateur.ir.reader import read

THROWS = """
#include <setjmp.h>
static jmp_buf target;
static int plain(int x) { return x + 1; }
static void leave(int x) { if (x) longjmp(target, x); }
static int through(int x) { leave(x); return plain(x); }
int main(void) { int seen = 0; if (setjmp(target)) return seen; seen = 1; return through(2); }
"""


@pytest.fixture
def program(tmp_path: Path) -> Program:
    path = tmp_path / "throws.c"
    path.write_text(THROWS)
    return read(build([path]).text)


def asks(body: Body) -> int:
    """How often a function asks whether it is being left."""
    jumps = (block.terminator for block in body.blocks.values())
    return sum(isinstance(jump, ConditionalJump) and jump.if_true == "jump.left" for jump in jumps)


def called(body: Body) -> list[str]:
    found = (i.callee for block in body.blocks.values() for i in block.instructions if isinstance(i, Call))
    return [callee.name for callee in found if isinstance(callee, Symbol)]


def test_only_calls_that_may_jump_are_followed_by_a_test(program: Program) -> None:
    bodies = {name: program.functions[name].body for name in ("plain", "leave", "through", "main")}
    assert {name: asks(body) for name, body in bodies.items()} == {"plain": 0, "leave": 1, "through": 1, "main": 1}


def test_setjmp_marks_the_function(program: Program) -> None:
    assert "__secateur_mark" in called(program.functions["main"].body)
    assert "_setjmp" not in called(program.functions["main"].body)


def test_the_result_is_zero_or_the_value_of_the_jump(program: Program) -> None:
    blocks = program.functions["main"].body.blocks
    phis = [phi for block in blocks.values() for phi in block.phis if "jump.to.1" in phi.incoming]
    (phi,) = phis
    assert len(phi.incoming) == 2


def test_a_changed_variable_is_an_assumption(program: Program) -> None:
    assert called(program.functions["main"].body).count("__secateur_jumped") == 1


def test_programs_without_jumps_stay_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "plain.c"
    path.write_text("static int g(int x) { return x; } int main(void) { int (*f)(int) = g; return f(3); }")
    assert asks(read(build([path]).text).functions["main"].body) == 0
