"""What counts as a difference between a prediction and a native run, and what does not."""

from __future__ import annotations

import pytest

from secateur.suite.native.outcome import NativeOutcome
from secateur.suite.prediction import differences
from secateur.suite.test import FaultRecord, Outcome

DIVISION = FaultRecord("division-by-zero", "src/f.c", 14)


@pytest.mark.parametrize(
    ("predicted", "actual"),
    [
        (Outcome("return", 0, (("return", "3"),)), NativeOutcome("return", 0, (("return", "3"),))),
        (Outcome("return", 0, (("return", "0x1p+0"),)), NativeOutcome("return", 0, (("return", "0x1.0p0"),))),
        (Outcome("return", 0, (("return", "nan"),)), NativeOutcome("return", 0, (("return", "nan"),))),
        (  # a long double beyond every double, as two compilers spell it
            Outcome("return", 0, (("return", "0x1.8p+13287"),)),
            NativeOutcome("return", 0, (("return", "0xcp+13284"),)),
        ),
        (Outcome("exit", 256 + 3), NativeOutcome("exit", 3)),
        (
            Outcome("fault", 1, fault=DIVISION),
            NativeOutcome("fault", 134, fault=FaultRecord(DIVISION.kind, "/a/f.c", 14)),
        ),
        (Outcome("fault", 1, fault=DIVISION), NativeOutcome("fault", 134, fault=FaultRecord(DIVISION.kind, "", 0))),
    ],
)
def test_same(predicted: Outcome, actual: NativeOutcome) -> None:
    assert differences(predicted, actual, is_program=False) == ()


def test_the_last_bits_of_a_long_double_count() -> None:
    one, other = (("return", "0x1.000000000000000cp+0"),), (("return", "0x1p+0"),)
    assert differences(Outcome("return", 0, one), NativeOutcome("return", 0, other), is_program=False)


@pytest.mark.parametrize(
    ("predicted", "actual", "message"),
    [
        (
            Outcome("return", 0, (("return", "3"), ("g", "1"))),
            NativeOutcome("return", 0, (("return", "4"), ("g", "1"))),
            "predicted return = 3, natively 4",
        ),
        (
            Outcome("return", 0, (("return", "0x0p+0"),)),
            NativeOutcome("return", 0, (("return", "-0x0p+0"),)),
            "predicted return = 0.0, natively -0.0",
        ),
        (Outcome("return", output=b"a"), NativeOutcome("return", 0, output=b"b"), "predicted output 'a', natively 'b'"),
        (Outcome("exit", 3), NativeOutcome("exit", 4), "predicted exit status 3, natively 4"),
        (Outcome("exit", 3), NativeOutcome("return", 3), "predicted: it calls exit; natively: it returns"),
        (
            Outcome("return"),
            NativeOutcome("fault", 134, fault=DIVISION),
            "predicted: it returns; natively: division-by-zero at src/f.c:14",
        ),
        (
            Outcome("fault", fault=DIVISION),
            NativeOutcome("fault", 134, fault=FaultRecord("shift", "src/f.c", 14)),
            "predicted division-by-zero at src/f.c:14, natively shift at src/f.c:14",
        ),
        (
            Outcome("fault", fault=DIVISION),
            NativeOutcome("fault", 134, fault=FaultRecord(DIVISION.kind, "src/f.c", 15)),
            "predicted division-by-zero at src/f.c:14, natively src/f.c:15",
        ),
        (Outcome("return"), NativeOutcome("timeout", 137), "predicted: it returns; natively: it times out"),
        (
            Outcome("return"),
            NativeOutcome("mismatch", 0, detail="no more inputs"),
            "predicted: it returns; natively: it requests different inputs (no more inputs)",
        ),
    ],
)
def test_different(predicted: Outcome, actual: NativeOutcome, message: str) -> None:
    assert differences(predicted, actual, is_program=False) == (message,)


def test_a_program_may_return_or_exit() -> None:
    assert differences(Outcome("exit", 2), NativeOutcome("return", 2), is_program=True) == ()


def test_a_printed_pointer_may_be_any_number() -> None:
    predicted = Outcome("return", output=b"at (pointer)!\n")
    assert differences(predicted, NativeOutcome("return", 0, output=b"at 0x7ffc00ff!\n"), False) == ()
    assert differences(predicted, NativeOutcome("return", 0, output=b"at nowhere!\n"), False)
