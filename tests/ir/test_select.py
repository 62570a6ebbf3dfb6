"""A ternary with cheap arms is a branch, as the user wrote it."""

from __future__ import annotations

from secateur.ir.model import ConditionalJump, Int, Jump, Return
from secateur.ir.reader import read
from secateur.ir.types import I32

TEXT = """define i32 @f(i1 %c, i1 %d) {
e:
  %x = select i1 %c, i32 1, i32 2
  %y = select i1 %d, i32 %x, i32 3
  br label %last
last:
  %z = phi i32 [ %y, %e ]
  ret i32 %z
}
"""


def test_a_select_is_a_branch_and_a_phi() -> None:
    body = read(TEXT).functions["f"].body
    assert list(body.blocks) == ["e", "e.true.0", "e.false.0", "e.join.0", "e.true.1", "e.false.1", "e.join.1", "last"]
    first = body.blocks["e"].terminator
    assert isinstance(first, ConditionalJump)
    assert (first.if_true, first.if_false) == ("e.true.0", "e.false.0")
    assert all(isinstance(body.blocks[f"e.{side}.0"].terminator, Jump) for side in ("true", "false"))
    phi = body.blocks["e.join.0"].phis[0]
    assert (phi.result.name, phi.incoming) == ("x", {"e.true.0": Int(I32, 1), "e.false.0": Int(I32, 2)})


def test_later_phis_name_the_last_part() -> None:
    body = read(TEXT).functions["f"].body
    assert set(body.blocks["last"].phis[0].incoming) == {"e.join.1"}
    assert isinstance(body.blocks["last"].terminator, Return)
