"""The signature of a function that the machine provides."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from secateur.machine.compiler import CallSite
from secateur.machine.state import State

#: (state, arguments, call site) -> result. Aggregates are tuples, `void` is None.
Builtin = Callable[[State, tuple[Any, ...], CallSite], Any]
