"""Nodes: identity is structure, keys are stable, unused expressions are freed, deep ones do not overflow the stack."""

from __future__ import annotations

import copy
import gc
import pickle
import subprocess
import sys

from secateur import expr
from secateur.expr.expr import intern2, table_size

X = expr.variable("x", 32, 0, "signed")
Y = expr.variable("y", 32, 1, "signed")


def test_equal_structure_is_one_object() -> None:
    assert expr.add(X, 5, 32) is expr.add(X, 5, 32)
    assert expr.add(X, Y, 32) is expr.add(Y, X, 32)
    assert expr.variable("x", 32, 0, "signed") is X


def test_variables_differ_by_name_kind_width_and_index() -> None:
    others = [("z", 32, 0, "signed"), ("x", 8, 0, "signed"), ("x", 32, 1, "signed"), ("x", 32, 0, "unsigned")]
    assert len({X, *(expr.variable(*other) for other in others)}) == 5


def test_attributes() -> None:
    e = expr.add(X, Y, 32)
    assert isinstance(e, expr.Expr)
    assert (e.op, e.args, e.width, e.variables) == ("add", (X, Y), 32, 0b11)
    assert (X.name, X.kind, X.args, X.variables) == ("x", "signed", (0,), 1)


def test_keys_tell_minus_one_from_minus_two() -> None:
    """Python hashes -1 and -2 alike."""
    assert intern2("add", X, -1, 32).key != intern2("add", X, -2, 32).key


def test_keys_are_the_same_in_every_process() -> None:
    program = (
        "from secateur import expr\n"
        "x = expr.variable('x', 32, 0, 'signed')\n"
        "print(expr.slt(expr.mul(x, x, 32), 7, 32).key)"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program],
            check=True,
            capture_output=True,
            text=True,
            env={"PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }
    condition = expr.slt(expr.mul(X, X, 32), 7, 32)
    assert isinstance(condition, expr.Expr)
    assert outputs == {f"{condition.key}\n"}


def test_a_hash_collision_keeps_both_nodes_apart() -> None:
    first = intern2("collide", X, 1, 32)
    second = expr.expr._insert("collide", (X, 2), 32, 1, first.key)
    assert second is not first
    assert expr.expr._insert("collide", (X, 2), 32, 1, first.key) is second
    assert intern2("collide", X, 1, 32) is first


def test_unused_expressions_are_forgotten() -> None:
    gc.collect()
    before = table_size()
    kept = [expr.mul(X, expr.add(Y, i, 32), 32) for i in range(1, 100)]
    assert table_size() > before
    del kept
    gc.collect()
    assert table_size() == before


def test_pickling_and_copying_keep_identity() -> None:
    e = expr.ite(expr.slt(X, 3, 32), expr.add(Y, 1, 32), 7, 32)
    assert pickle.loads(pickle.dumps(e)) is e
    assert copy.deepcopy([e])[0] is e
    assert copy.copy(e) is e


def test_deep_expressions_are_built_walked_evaluated_and_freed() -> None:
    e: expr.Value = X
    for i in range(50_000):
        e = expr.xor(expr.mul(e, 3, 32), Y, 32) if i % 2 else expr.add(e, Y, 32)
    assert isinstance(e, expr.Expr)
    assert expr.size(e) > 50_000
    low, high = expr.signed_range(e, 32)
    assert low <= expr.evaluate(e, (1, 2)) <= high
    assert expr.to_c(e)
    assert expr.substitute(e, {X: 1, Y: 2}) == expr.evaluate(e, (1, 2))
    del e


def test_repr_is_short() -> None:
    assert repr(expr.add(expr.mul(X, Y, 32), 3, 32)) == "<add(mul(…), 3): 32>"
