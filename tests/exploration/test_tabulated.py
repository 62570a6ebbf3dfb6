"""Functions of math.h on one byte are exact: every path is found, and the run is complete. Else, inputs are tried."""

from __future__ import annotations

from pathlib import Path

from .exploring import explored, statuses

MATH = "#include <math.h>\n"


def test_functions_of_a_byte_are_tabulated(tmp_path: Path) -> None:
    text = """
    int main(void) {
        unsigned char c = __VERIFIER_nondet_char();
        double wave = sin(c * 0.1);
        if (wave > 0.9995) return c == 16 || c == 204 ? 1 : 9;
        if (pow(c, 2) == 169) return c == 13 ? 2 : 9;
        if (pow(2, c) == INFINITY) return 9;
        if (logf(c) < -1) return c == 0 ? 3 : 9;
        return 0;
    }
    """
    result = explored(MATH + text, tmp_path)
    assert result.complete
    assert set(statuses(result)) == {0, 1, 2, 3}


def test_of_two_bytes_both_sides_are_found_by_trying(tmp_path: Path) -> None:
    text = """
    int main(void) {
        unsigned char c = __VERIFIER_nondet_char(), d = __VERIFIER_nondet_char();
        if (sin(c * 0.1 + d) > 0.5) return sin(c * 0.1 + d) > 0.4 ? 1 : 9;
        return 0;
    }
    """
    assert set(statuses(explored(MATH + text, tmp_path))) == {0, 1}
