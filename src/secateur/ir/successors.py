"""The blocks that may follow a block."""

from __future__ import annotations

from secateur.ir.model import ConditionalJump, IndirectJump, Jump, Terminator


def successors(terminator: Terminator) -> tuple[str, ...]:
    """Their labels; none if the function ends there."""
    match terminator:
        case Jump(target=target):
            return (target,)
        case ConditionalJump(if_true=if_true, if_false=if_false):
            return (if_true, if_false)
        case IndirectJump(targets=targets):
            return targets
    return ()
