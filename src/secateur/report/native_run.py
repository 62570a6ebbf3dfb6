"""What a native run said about a result, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from secateur.suite.test import NEVER_ENDS

if TYPE_CHECKING:
    from rich.console import Console


def unconfirmed_text(rests_on: Sequence[str]) -> str:
    """For a result that rests on stand-ins: a native run with the same stand-ins confirms nothing."""
    return f"not confirmed: rests on {', '.join(f'{name}()' for name in rests_on)}"


def native_text(confirmed: bool | None, rests_on: Sequence[str], outcomes: Sequence[str] = ()) -> str:
    """`outcomes`: what was predicted."""
    if confirmed is None:
        return unconfirmed_text(rests_on) if rests_on else "not tried natively"
    if confirmed and NEVER_ENDS in outcomes:
        return "its state repeats; the native run did not end in time"
    return "confirmed natively" if confirmed else "not confirmed natively"


def show_not_tried(console: Console, reason: str) -> None:
    """Why nothing was run natively."""
    if reason:
        console.print(f"  not tried natively: {reason}", style="yellow", markup=False, highlight=False, soft_wrap=True)
