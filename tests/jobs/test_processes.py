"""Pieces of work in processes: every piece has a result, in order, whatever becomes of the others."""

from __future__ import annotations

import os
import signal
import time

from secateur.jobs.processes import ProcessPool


def test_results_are_in_the_order_of_the_pieces() -> None:
    def work(piece: int) -> tuple[int, int]:
        time.sleep(0.02 if piece == 0 else 0)
        return piece, os.getpid()

    ended: list[int] = []
    results = ProcessPool(work, lambda piece: (-1, 0), jobs=3).run([0, 1, 2], lambda piece, _: ended.append(piece))
    found = [each for each in results if each is not None]
    assert [piece for piece, _ in found] == [0, 1, 2]
    assert len({pid for _, pid in found} | {os.getpid()}) == 4
    assert sorted(ended) == [0, 1, 2]


def test_a_process_that_dies_loses_only_its_own_piece() -> None:
    def work(piece: int) -> str:
        if piece == 1:
            os.kill(os.getpid(), signal.SIGKILL)
        return "x" * 300_000  # more than a pipe holds

    results = ProcessPool(work, lambda piece: f"lost {piece}", jobs=2).run([0, 1, 2])
    assert [each if each is not None and len(each) < 10 else len(each or "") for each in results] == [
        300_000,
        "lost 1",
        300_000,
    ]


def test_an_interruption_begins_nothing_more_and_keeps_what_is_there() -> None:
    def work(piece: int) -> str:
        if piece == 0:
            return "done"
        try:
            os.kill(os.getppid(), signal.SIGINT)
            time.sleep(10)
        except KeyboardInterrupt:
            return "ended early"
        return "ran on"

    pool = ProcessPool(work, lambda piece: "lost", jobs=1)
    assert pool.run([0, 1, 2]) == ["done", "ended early", None]
    assert pool.was_interrupted


def test_pieces_can_tell_how_far_they_are() -> None:
    heard: list[tuple[int, str]] = []

    def work(piece: str) -> int:
        pool.tell(f"{piece} begins")
        pool.tell("x" * 100_000)  # too long to be sent at once: it is not sent
        return len(piece)

    pool: ProcessPool[str, int] = ProcessPool(
        work, lambda piece: -1, 2, lambda number, message: heard.append((number, message))
    )
    assert pool.run(["a", "bb"]) == [1, 2]
    assert sorted(heard) == [(0, "a begins"), (1, "bb begins")]


def test_a_piece_can_be_changed_before_it_begins() -> None:
    def begin(piece: int, left: int) -> int | None:
        return None if piece == 2 else piece * 10 + left

    pool = ProcessPool(lambda piece: piece, lambda piece: -1, 1, begin=begin)
    assert pool.run([0, 1, 2, 3]) == [4, 13, None, None]
