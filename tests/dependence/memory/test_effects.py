"""Functions without a body: all functions provided by the machine are known, the others are unknown."""

from __future__ import annotations

import pytest

from secateur.dependence.memory.effects import NAMED, NOTHING, effect_of
from secateur.machine import library


def test_whatever_the_machine_provides_is_known() -> None:
    assert [name for name in library._BUILTINS if effect_of(name).is_unknown] == []


def test_intrinsics_are_known_with_their_types() -> None:
    names = [n for n in library._BUILTINS if n.startswith("llvm.") and not n.endswith((".f32", ".f64"))]
    assert [name for name in names if effect_of(f"{name}.p0.i64") != effect_of(name)] == []


@pytest.mark.parametrize("name", ["getpid", "llvm.masked.load.v4i32.p0", "open", "llvm"])
def test_others_are_unknown(name: str) -> None:
    assert effect_of(name).is_unknown


def test_copying() -> None:
    effect = effect_of("llvm.memcpy.p0.p0.i64")
    assert (effect.reads, effect.writes, effect.length, effect.copies) == ((1,), (0,), 2, ((0, 1),))


def test_filling() -> None:
    effect = effect_of("llvm.memset.p0.i64")
    assert (effect.reads, effect.writes, effect.length) == ((), (0,), 2)


def test_allocation_and_its_end() -> None:
    assert effect_of("malloc").allocates
    assert effect_of("free").writes == (0,)
    assert effect_of("llvm.va_start.p0").allocates


def test_output_reads_its_arguments() -> None:
    assert (effect_of("printf").reads, effect_of("printf").rest) == ((0,), 1)
    assert effect_of("vprintf").follows == (1,)
    assert effect_of("puts").reads == (0,)


def test_inputs_and_observations_read_their_name() -> None:
    for name in ("secateur_i32", "secateur_see_signed", "secateur_havoc_i64", "secateur_stand_in"):
        assert effect_of(name) == NAMED
    assert effect_of("__VERIFIER_nondet_int") == NOTHING


def test_results_that_are_arguments() -> None:
    assert effect_of("klee_get_value_i64").returns == (0,)
    assert effect_of("llvm.expect.i64").returns == (0,)
    assert effect_of("llvm.umax.i64").computes
