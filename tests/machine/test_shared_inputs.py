"""Inputs and their names: made once for all runs of a machine, where every run has the same."""

from __future__ import annotations

from pathlib import Path as FilePath

from .running import machine_for

NAMES = """\
extern int klee_range(int, int, const char *);
int main(void)
{
    char name[2] = "a";
    int first = klee_range(0, 5, name);
    name[0] = 'b';
    return first + klee_range(0, 5, name) + klee_range(0, 5, "n") + klee_range(0, 5, "n");
}
"""


def test_a_name_that_the_program_changes_is_read_again(tmp_path: FilePath) -> None:
    machine = machine_for(NAMES, tmp_path)
    for _ in range(2):
        path = machine.run(*machine.start(()))
        assert [each.name for each in path.inputs] == ["a", "b", "n", "n"]
    assert [name for name, _, _ in machine.variables] == ["a", "b", "n", "n#2"]


def test_runs_hold_the_same_inputs(tmp_path: FilePath) -> None:
    machine = machine_for(NAMES, tmp_path)
    one, other = (machine.run(*machine.start(model)) for model in ((), (1, 2, 3, 4)))
    assert all(a is b for a, b in zip(one.inputs, other.inputs, strict=True))


def test_inputs_are_made_of_the_variables_that_a_machine_was_given(tmp_path: FilePath) -> None:
    one, other = machine_for(NAMES, tmp_path), machine_for(NAMES, tmp_path)
    one.run(*one.start(()))
    given = one.variables | {("z", 32, "signed"): one.variable("z", 32, "signed")}
    other.run(*other.start(()))
    other.variables = dict(reversed(given.items()))
    path = other.run(*other.start(()))
    assert all(each.cells[0][0] is given[key] for each, key in zip(path.inputs, list(given), strict=False))
