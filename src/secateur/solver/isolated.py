"""A hard time limit. Back ends check their clock only occasionally: not while rewriting or bit-blasting a division.

Queries that could take long run in a child process, which is killed when time is up. Others run in this process:
a child process would cost more than the answer.
"""

from __future__ import annotations

import os
import pickle
import select
import signal
import time
from collections.abc import Sequence

from secateur.expr import Expr, post_order
from secateur.solver.answer import Answer, Sat, Unknown, Unsat
from secateur.solver.backend import Backend

#: The cost of each operator, to be multiplied by the square of its width.
_COSTS = {"mul": 1, "udiv": 3, "urem": 3, "sdiv": 3, "srem": 3}
_FLOATS = ("fadd", "fsub", "fmul", "fdiv", "frem", "fsqrt", "fround", "fp_", "int_to_fp")
#: About ten 32-bit divisions, or a few float operations.
_CHEAP = 30_000
#: Seconds that an answer may come after the time limit.
_GRACE = 0.2


class Isolated:
    """A back end whose long queries run in a child process."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self.name = backend.name

    def check(self, conditions: Sequence[Expr], timeout: float) -> Answer:
        if effort(conditions) <= _CHEAP or not hasattr(os, "fork"):
            return self._backend.check(conditions, timeout)
        return self._ask_child(conditions, timeout)

    def _ask_child(self, conditions: Sequence[Expr], timeout: float) -> Answer:
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            self._answer_as_child(conditions, timeout, writing)
        os.close(writing)
        try:
            data = _read_until(reading, time.monotonic() + timeout + _GRACE)
        finally:
            os.close(reading)
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
        if not data:
            return Unknown(f"{self.name} took longer than {timeout:g} s")
        kind, content = pickle.loads(data)
        if kind == "sat":
            return Sat(content)
        return Unsat(tuple(conditions[i] for i in content)) if kind == "unsat" else Unknown(content)

    def _answer_as_child(self, conditions: Sequence[Expr], timeout: float, writing: int) -> None:
        """Never returns."""
        try:
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent
            answer = self._backend.check(conditions, timeout)
            if isinstance(answer, Sat):
                message: tuple[str, object] = ("sat", answer.model)
            elif isinstance(answer, Unsat):
                numbers = {condition: i for i, condition in enumerate(conditions)}
                message = ("unsat", [numbers[c] for c in answer.core])
            else:
                message = ("unknown", answer.reason)
            with os.fdopen(writing, "wb") as pipe:
                pipe.write(pickle.dumps(message))
        finally:
            os._exit(0)


def effort(conditions: Sequence[Expr]) -> int:
    """A rough measure of how large the query becomes when bit-blasted."""
    seen: set[Expr] = set()
    total = 0
    for condition in conditions:
        for node in post_order(condition):
            if node in seen:
                continue
            seen.add(node)
            op = node.op
            if op in _COSTS and isinstance(node.args[1], Expr | int):
                constant = not isinstance(node.args[1], Expr)
                total += node.width * node.width * _COSTS[op] // (4 if constant else 1)
            elif op.startswith(_FLOATS):
                total += 4 * 64 * 64
    return total


def _read_until(reading: int, deadline: float) -> bytes:
    """Everything up to the end of the pipe; nothing if the end is not reached in time."""
    data = b""
    while True:
        left = deadline - time.monotonic()
        if left <= 0 or not select.select([reading], [], [], left)[0]:
            return b""
        part = os.read(reading, 1 << 16)
        if not part:
            return data
        data += part
