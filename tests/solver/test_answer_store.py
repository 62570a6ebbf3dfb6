"""Answers of earlier runs: the same with and without them, and no damage can make one wrong."""

from __future__ import annotations

import gc
import os
import sqlite3
import weakref
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from secateur import expr
from secateur.expr import Expr
from secateur.solver import Answer, Sat, Solver, Unknown, Unsat, isolated
from secateur.solver.answer_store import AnswerStore
from secateur.solver.bitwuzla import BitwuzlaBackend
from secateur.solver.isolated import Isolated

X, Y = (expr.variable(name, 64, index, "unsigned") for index, name in enumerate("xy"))


def hard(value: int) -> Expr:
    term: expr.Value = X
    for step in range(4):
        term = expr.udiv(expr.add(term, step, 64), Y, 64)
    found = expr.eq(term, value, 64)
    assert isinstance(found, Expr)
    return found


def below(limit: int) -> Expr:
    found = expr.ult(Y, limit, 64)
    assert isinstance(found, Expr)
    return found


class Bitwuzla(BitwuzlaBackend):
    """Writes down each question in a file, because it runs in another process."""

    def __init__(self, log: Path) -> None:
        super().__init__()
        self._log = log

    def check(self, conditions: Sequence[Expr], timeout: float) -> Answer:
        with self._log.open("a") as file:
            file.write("asked\n")
        return super().check(conditions, timeout)


@pytest.fixture(autouse=True)
def everything_is_worth_keeping(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(isolated, "_WORTH_KEEPING", 0.0)


def test_the_same_answers_without_asking(tmp_path: Path) -> None:
    log = tmp_path / "log"
    groups = [[hard(3), below(4)], [hard(0), below(4), expr.eq(Y, 5, 64)]]
    without = [Isolated(Bitwuzla(log)).check(group, 20) for group in groups]  # type: ignore[arg-type]
    for _ in range(3):
        backend = Isolated(Bitwuzla(log), store=AnswerStore(tmp_path / "store"))
        assert [backend.check(group, 20) for group in groups] == without  # type: ignore[arg-type]
    assert isinstance(without[0], Sat)
    assert isinstance(without[1], Unsat)
    assert len(log.read_text().split()) == 4


def test_only_what_was_decided_is_stored(tmp_path: Path) -> None:
    store = AnswerStore(tmp_path)
    store.save(b"a", ("unknown", "too hard"), 1.0)
    store.save(b"b", ("sat", [1] * 10_000), 1.0)
    store.save(b"c", ("sat", [1, -1]), 1.0)
    assert [store.load(key, 5.0) for key in (b"a", b"b", b"c", b"d")] == [None, None, ("sat", [1, -1]), None]


def test_an_answer_that_the_limit_would_not_allow_is_not_used(tmp_path: Path) -> None:
    store = AnswerStore(tmp_path)
    store.save(b"key", ("unsat", [0]), 3.0)
    assert store.load(b"key", 2.0) is None
    assert store.load(b"key", 3.0) == ("unsat", [0])


def test_the_oldest_answers_make_room(tmp_path: Path) -> None:
    store = AnswerStore(tmp_path, entries=3)
    for number in range(6):
        store.save(bytes([number]), ("unsat", [number]), 0.1)
    kept = [number for number in range(6) if store.load(bytes([number]), 1.0)]
    assert kept == [3, 4, 5]


def test_a_damaged_entry_is_no_answer(tmp_path: Path) -> None:
    store = AnswerStore(tmp_path)
    store.save(b"key", ("sat", [7]), 0.1)
    file = next(tmp_path.glob("*.sqlite"))
    with sqlite3.connect(file) as connection:
        connection.execute("""UPDATE answers SET reply = '["unsat", [0]]'""")
    connection.close()
    assert AnswerStore(tmp_path).load(b"key", 1.0) is None


def test_a_damaged_file_is_replaced(tmp_path: Path) -> None:
    AnswerStore(tmp_path).save(b"key", ("sat", [7]), 0.1)
    file = next(tmp_path.glob("*.sqlite"))
    file.write_bytes(b"no database" * 1000)
    store = AnswerStore(tmp_path)
    assert store.load(b"key", 1.0) is None
    store.save(b"key", ("sat", [8]), 0.1)
    store.save(b"key", ("sat", [9]), 0.1)
    assert AnswerStore(tmp_path).load(b"key", 1.0) == ("sat", [9])


def test_a_folder_that_cannot_be_used_is_no_store(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    store = AnswerStore(blocked / "folder")
    store.save(b"key", ("sat", [7]), 0.1)
    assert store.load(b"key", 1.0) is None


def test_processes_share_it(tmp_path: Path) -> None:
    store = AnswerStore(tmp_path)
    store.save(b"ours", ("sat", [1]), 0.1)
    children = []
    for number in range(4):
        child = os.fork()
        if child == 0:
            try:
                for step in range(20):
                    store.save(bytes([number, step]), ("unsat", [number, step]), 0.1)
            finally:
                os._exit(0)
        children.append(child)
    for child in children:
        os.waitpid(child, 0)
    found = [store.load(bytes([number, step]), 1.0) for number in range(4) for step in range(20)]
    wrong = [reply for i, reply in enumerate(found) if reply not in (None, ("unsat", [i // 20, i % 20]))]
    assert not wrong
    assert sum(reply is not None for reply in found) >= 20
    assert store.load(b"ours", 1.0) == ("sat", [1])


def test_a_wrong_model_in_the_store_is_not_used(tmp_path: Path) -> None:
    """Whoever can write the store cannot make an input out of thin air."""

    class Liar(AnswerStore):
        def load(self, key: bytes, limit: float) -> tuple[str, list[int]]:
            return "sat", [1, 1]

    backend = Isolated(BitwuzlaBackend(), store=Liar(tmp_path))
    assert isinstance(backend.check([hard(1000), below(4)], 20), Unknown)


def test_the_solver_finds_the_same_with_a_store_and_with_a_race(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from secateur.solver import race  # noqa: PLC0415
    from secateur.solver.z3 import Z3Backend  # noqa: PLC0415

    monkeypatch.setattr(race, "core_is_free", lambda: True)
    monkeypatch.setattr(race, "_HEAD_START", 0.0)

    def answers(backend: Isolated) -> list[Answer]:
        solver = Solver(backend, 20.0, stages=())
        return [solver.solve([hard(value), below(3), expr.ult(1, Y, 64)], (0, 0)) for value in (2, 3)]

    plain = answers(Isolated(BitwuzlaBackend()))
    assert all(isinstance(answer, Sat) for answer in plain)
    store = AnswerStore(tmp_path)
    for _ in range(2):
        assert answers(Isolated(BitwuzlaBackend(), store=store)) == plain
    assert answers(Isolated(BitwuzlaBackend(), second=Z3Backend())) == plain


def test_a_store_may_end_in_another_thread(tmp_path: Path) -> None:
    """Garbage is collected wherever it is."""
    stores = [AnswerStore(tmp_path / "answers")]
    stores[0].save(b"key", ("unsat", []), 0.1)
    ended = weakref.finalize(stores[0], int)
    with ThreadPoolExecutor(1) as pool:
        pool.submit(stores.clear).result()
    gc.collect()
    assert not ended.alive
