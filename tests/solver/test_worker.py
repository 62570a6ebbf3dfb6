"""The process that answers hard questions: it lasts, its CPU time is limited, and it never outlives who asks."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from secateur import expr
from secateur.expr import Expr
from secateur.solver import Answer, Sat, Unknown, Unsat
from secateur.solver.bitwuzla import BitwuzlaBackend
from secateur.solver.question import Question, Reply, conditions_of, reply_to
from secateur.solver.worker import Worker

X = expr.variable("x", 32, 5, "signed")
Y = expr.variable("y", 32, 2, "signed")


def condition(value: int) -> Expr:
    found = expr.eq(expr.mul(X, Y, 32), value, 32)
    assert isinstance(found, Expr)
    return found


class Process:
    """Answers with the number of its process; is killed, or never ends, for some conditions."""

    name = "process"

    def check(self, conditions: Sequence[Expr], timeout: float) -> Answer:
        wanted = conditions[0].args[1]
        if wanted == 111:
            os.kill(os.getpid(), signal.SIGKILL)
        while wanted == 222:
            pass
        if wanted == 333:
            return Unknown(str(len(bytes(400 << 20))))
        return Unknown(str(os.getpid()))


def asked(worker: Worker, value: int, seconds: float = 5) -> Reply:
    worker.ask(Question([condition(value)]).text, seconds)
    reply = worker.reply()
    assert reply is not None
    return reply


def test_its_memory_is_limited(capfd: pytest.CaptureFixture[str]) -> None:
    worker = Worker(Process())
    assert asked(worker, 333) == ("unknown", str(400 << 20))
    worker.memory = 200
    kind, why = asked(worker, 333)
    assert (kind, "200 MiB are allowed" in why) == ("unknown", True)
    worker.memory = None
    assert asked(worker, 333) == ("unknown", str(400 << 20))
    assert capfd.readouterr().err == ""
    worker.stop()


def test_it_lasts() -> None:
    worker = Worker(Process())
    first = asked(worker, 1)
    assert asked(worker, 2) == first
    assert first[1] != str(os.getpid())
    worker.stop()


@pytest.mark.parametrize(
    ("value", "message"), [(111, "ended unexpectedly (signal 9)"), (222, "took longer than 0.1 s")]
)
def test_a_crash_or_too_much_work_loses_only_the_question(value: int, message: str) -> None:
    worker = Worker(Process())
    before = asked(worker, 1)
    reply = asked(worker, value, 0.1)
    assert reply[0] == "unknown"
    assert message in reply[1]
    after = asked(worker, 2)
    assert after[0] == "unknown"
    assert after[1].isdigit()
    assert after != before
    worker.stop()


def test_the_limit_is_cpu_time() -> None:
    """Waiting costs nothing: a back end that sleeps is not ended by a limit shorter than its sleep."""

    class Sleeper(Process):
        def check(self, conditions: Sequence[Expr], timeout: float) -> Answer:
            time.sleep(0.6)
            return Unknown("slept")

    worker = Worker(Sleeper())
    assert asked(worker, 1, 0.2) == ("unknown", "slept")
    worker.stop()


def test_an_answer_that_is_not_there_yet() -> None:
    worker = Worker(Process())
    worker.ask(Question([condition(222)]).text, 20)
    assert worker.reply(time.monotonic() + 0.05) is None
    worker.stop()


def test_a_worker_that_was_killed_while_idle_is_replaced() -> None:
    worker = Worker(Process())
    process = int(asked(worker, 1)[1])
    os.kill(process, signal.SIGKILL)
    while _is_running(process):
        time.sleep(0.01)
    assert asked(worker, 2)[1].isdigit()
    worker.stop()


def test_a_forked_process_has_a_worker_of_its_own() -> None:
    worker = Worker(Process())
    ours = asked(worker, 1)
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.write(writing, asked(worker, 1)[1].encode())
            worker.stop()
        finally:
            os._exit(0)
    os.close(writing)
    os.waitpid(child, 0)
    theirs = os.read(reading, 100).decode()
    os.close(reading)
    assert theirs.isdigit()
    assert theirs != ours[1]
    assert asked(worker, 2) == ours
    worker.stop()


def test_nothing_is_left_of_a_worker_that_nobody_needs() -> None:
    worker = Worker(Process())
    process = int(asked(worker, 1)[1])
    del worker
    assert not _is_running(process)


@pytest.mark.skipif(sys.platform != "linux", reason="needs the kernel's help")
def test_a_worker_does_not_outlive_who_asks() -> None:
    """Not even if that is killed in the middle of a question that never ends."""
    script = (
        "import os, signal\n"
        "from tests.solver.test_worker import Process, Worker, Question, condition, asked\n"
        "worker = Worker(Process())\n"
        "print(asked(worker, 1)[1], flush=True)\n"
        "worker.ask(Question([condition(222)]).text, 1000)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    root = Path(__file__).parent.parent.parent
    run = subprocess.run([sys.executable, "-c", script], cwd=root, capture_output=True, text=True, check=False)
    process = int(run.stdout)
    for _ in range(100):
        if not _is_running(process):
            return
        time.sleep(0.05)
    os.kill(process, signal.SIGKILL)
    pytest.fail("the worker is still running")


def _is_running(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in "ZX"


def test_questions_do_not_depend_on_names_and_numbers() -> None:
    other = [expr.variable(name, 32, index, "unsigned") for name, index in (("a", 7), ("b", 0))]
    same = expr.eq(expr.mul(other[0], other[1], 32), 6, 32)
    swapped = expr.eq(expr.sub(X, Y, 32), 6, 32)
    assert isinstance(same, Expr)
    assert isinstance(swapped, Expr)
    assert Question([condition(6)]).text == Question([same]).text
    assert Question([condition(6)]).key("z3") != Question([condition(6)]).key("bitwuzla")
    assert Question([condition(6)]).text != Question([condition(7)]).text
    assert Question([condition(6)]).text != Question([swapped]).text


def test_answers_come_back_in_terms_of_the_conditions() -> None:
    small = expr.ult(X, 100, 32)
    assert isinstance(small, Expr)
    for group in ([condition(35), small], [condition(35), small, condition(36)]):
        question = Question(group)
        there = conditions_of(question.text)
        answer = question.answer(reply_to(BitwuzlaBackend().check(there, 10), there), "bitwuzla")
        if len(group) == 2:
            assert isinstance(answer, Sat)
            assert all(expr.evaluate(c, answer.model) for c in group)
        else:
            assert answer == Unsat((condition(35), condition(36)))


def test_a_wrong_model_is_no_answer() -> None:
    assert isinstance(Question([condition(35)]).answer(("sat", [1, 1]), "bitwuzla"), Unknown)


def test_a_deep_question_can_be_sent() -> None:
    term: expr.Value = X
    for step in range(5000):
        term = expr.udiv(expr.add(term, step, 32), Y, 32)
    deep = expr.eq(term, 1, 32)
    assert isinstance(deep, Expr)
    assert conditions_of(Question([deep]).text)[0].op == "eq"
