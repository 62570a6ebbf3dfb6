"""Which kinds of faults `--check` chooses."""

from __future__ import annotations

import pytest

from secateur.errors import OptionError
from secateur.jobs.target import wanted_checks
from secateur.machine.fault import ALL_CHECKS, ALWAYS, DEFAULT_CHECKS, ON_REQUEST, FaultKind
from secateur.options import Checks

SHIFT, OVERFLOW, STRICT = FaultKind.SHIFT, FaultKind.SIGNED_OVERFLOW, FaultKind.STRICT_BOUNDS


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (None, DEFAULT_CHECKS),
        ("default", DEFAULT_CHECKS),
        ("all", ALL_CHECKS),
        ("none", ALWAYS),
        ("shift, signed-overflow", ALWAYS | {SHIFT, OVERFLOW}),
        ("division-by-zero", ALWAYS),
        ("+strict-bounds", DEFAULT_CHECKS | {STRICT}),
        ("-shift", DEFAULT_CHECKS - {SHIFT}),
        ("-shift,+strict-bounds", (DEFAULT_CHECKS - {SHIFT}) | {STRICT}),
        ("all,-shift", ALL_CHECKS - {SHIFT}),
        ("default,strict-bounds", DEFAULT_CHECKS | {STRICT}),
    ],
)
def test_words_add_and_take_away_kinds(text: str | None, expected: frozenset[FaultKind]) -> None:
    assert wanted_checks(Checks(text), ["f.c:f"], every_path=True) == expected


def test_the_default_leaves_out_what_is_found_in_working_code() -> None:
    assert DEFAULT_CHECKS == ALL_CHECKS - ON_REQUEST
    assert not ON_REQUEST & ALWAYS


def test_arithmetic_of_a_compiler_is_not_checked_unless_asked() -> None:
    assert wanted_checks(Checks(None), ["f.ll:f"], every_path=True) == ALWAYS
    assert wanted_checks(Checks("+shift"), ["f.bc:f"], every_path=True) == ALWAYS | {SHIFT}
    assert wanted_checks(Checks("all"), ["f.ll:f"], every_path=True) == ALL_CHECKS


@pytest.mark.parametrize("text", ["-null-pointer", "-all", "default,-abort"])
def test_what_ends_a_program_in_any_case_cannot_be_left_out(text: str) -> None:
    with pytest.raises(OptionError, match="cannot be left out"):
        wanted_checks(Checks(text), ["f.c:f"], every_path=True)


@pytest.mark.parametrize("text", ["shfit", "-shfit", "+shfit"])
def test_an_unknown_kind_lists_the_known_ones(text: str) -> None:
    with pytest.raises(OptionError, match="shift"):
        wanted_checks(Checks(text), ["f.c:f"], every_path=True)


def test_leaks_are_looked_for_only_if_every_path_is_explored() -> None:
    assert wanted_checks(Checks("all"), ["f.c:f"]) == ALL_CHECKS - {FaultKind.LEAK}
    with pytest.raises(OptionError, match="any branch can decide about a leak"):
        wanted_checks(Checks("+leak"), ["f.c:f"])
