"""An exploration starts with the input that the user gives: nothing else is run before it."""

from __future__ import annotations

from pathlib import Path

import pytest

from secateur.exploration.first_input import UnknownInput, given_input
from secateur.options import Limits

from .exploring import explorer_for

#: With zeros, it does not end for a long time.
TEXT = """
int main(void) {
    int a = INT, n = 0;
    if (a < 5) for (unsigned i = 0; i < 4000000000u; i++) n ^= i;
    int b = INT;
    if (b == 7) return 2;
    return n;
}"""


def test_zeros_are_not_run(tmp_path: Path) -> None:
    machine = explorer_for(TEXT, tmp_path, limits=Limits(max_instructions=10**12)).machine
    looks = 0

    def stop() -> bool:
        nonlocal looks
        looks += 1
        return looks > 20

    name = "nondet_int"
    model = given_input(machine, {name: 9, f"{name}#2": 7}, stop)
    assert sorted(model) == [7, 9]
    assert machine.run(*machine.start(model)).status == 2
    assert looks <= 20


def test_an_input_that_only_others_ask_for(tmp_path: Path) -> None:
    text = "int main(void) { int a = INT; if (a == 0) return INT; return a; }"
    machine = explorer_for(text, tmp_path).machine
    name = "nondet_int"
    model = given_input(machine, {name: 3, f"{name}#2": 4}, lambda: False)
    assert machine.run(*machine.start(model)).status == 3


def test_an_unknown_input(tmp_path: Path) -> None:
    machine = explorer_for("int main(void) { return INT; }", tmp_path).machine
    with pytest.raises(UnknownInput, match="nobody"):
        given_input(machine, {"nobody": 1}, lambda: False)
