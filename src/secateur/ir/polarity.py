"""Which side of a conditional branch is the *true* side of what the user wrote.

For `if (!x)`, clang does not negate: it tests `x` and swaps the targets (`EmitBranchOnBoolExpr`). An operand of a
condition counts as inverted when an odd number of `!` stands over it, as in `!(a && b)`. The roles of the targets
can be told from the names that clang gives its blocks. Loops (`while`, `for`, `do`) evaluate their condition with
its `!` first and are never swapped.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from secateur.ir.model import Block, ConditionalJump

# A whole condition ends in one of these; `&&` and `||` as values go to `….end` as soon as they are decided.
_TRUE = frozenset(("if.then", "cond.true", "land.rhs", "lor.end"))
_FALSE = frozenset(("if.else", "if.end", "cond.false", "land.end", "lor.rhs"))
# A right operand of `&&` or `||` inside a condition begins in one of these.
_OPERAND = frozenset(("land.lhs.true", "lor.lhs.false"))


def inverted_blocks(blocks: Sequence[Block]) -> frozenset[str]:
    """The labels of the blocks that end in an inverted branch; `blocks` are all of the function, in textual order.

    A branch whose name does not tell is not among them.
    """
    before = {block.label: previous for previous, block in pairwise(blocks)}
    true_side: dict[str, str] = {}
    for block in reversed(blocks):
        branch = block.terminator
        if isinstance(branch, ConditionalJump):
            side = _by_role(branch) or _by_skipped_operands(branch, block, before, true_side)
            if side is not None:
                true_side[block.label] = side
    return frozenset(
        block.label
        for block in blocks
        if isinstance(block.terminator, ConditionalJump)
        and block.terminator.if_true != true_side.get(block.label, block.terminator.if_true)
    )


def _by_role(branch: ConditionalJump) -> str | None:
    """The true side of a branch that can decide the whole condition."""
    if_true, if_false = _role(branch.if_true), _role(branch.if_false)
    if if_true in _TRUE or if_false in _FALSE:
        return branch.if_true
    if if_true in _FALSE or if_false in _TRUE:
        return branch.if_false
    return None


def _by_skipped_operands(
    branch: ConditionalJump, block: Block, before: dict[str, Block], true_side: dict[str, str]
) -> str | None:
    """The true side where both targets are further operands of the condition.

    One of them follows in the text. The other is what the operands in between lead to as well, the last of them
    directly: what that target means there (and later operands are known already), it means here.
    """
    if _role(branch.if_true) not in _OPERAND or _role(branch.if_false) not in _OPERAND:
        return None
    following = before.get(branch.if_true) is block
    skipping, other = (branch.if_false, branch.if_true) if following else (branch.if_true, branch.if_false)
    last = before[skipping]
    if last.label not in true_side:
        return None
    return skipping if true_side[last.label] == skipping else other


def _role(label: str) -> str:
    """A block's name without the number that makes it unique."""
    return label.rstrip("0123456789")
