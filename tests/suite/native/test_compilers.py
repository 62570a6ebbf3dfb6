"""Compilers in threads end when nobody wants their results any more."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from secateur.suite.native.compilers import run_compiler, side_by_side


def test_an_interruption_ends_what_runs_and_begins_nothing() -> None:
    ended: list[int] = []
    begun: list[int] = []

    def compiler(number: int) -> Callable[[], bytes]:
        def job() -> bytes:
            begun.append(number)
            ended.append(run_compiler(["sleep", "100"], b"").returncode)
            return b""

        return job

    def interrupted() -> bytes:
        while not begun:
            time.sleep(0.001)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        side_by_side([interrupted, *(compiler(number) for number in range(200))])
    assert 0 < len(begun) < 200
    assert set(ended) <= {-9}


def test_results_are_in_order() -> None:
    assert side_by_side([lambda: run_compiler(["cat"], b"a").stdout, lambda: b"b"]) == [b"a", b"b"]
