"""The order that looks for one line: nearest and newest in turn; slices of an exploration add up to the whole."""

from __future__ import annotations

from pathlib import Path

from secateur.exploration.code_graph import FAR
from secateur.exploration.led import PlaceDistances, places_at
from secateur.exploration.loop import Explorer
from secateur.exploration.techniques.full import Full
from secateur.harness.subject import load
from secateur.machine.machine import Machine
from secateur.options import Compiling, Inputs
from secateur.solver import Solver, by_name

TEXT = """static int deep(int x)
{
    if (x > 3)
        return x * 2;
    return x;
}

int f(int a, int b)
{
    int sum = 0;
    for (int i = 0; i < (a & 3); i++)
        if (b & (1 << i))
            sum += deep(b);
    if (sum == 40)
        return 1;
    return 0;
}
"""


def machine_of(folder: Path) -> tuple[Machine, str]:
    source = folder / "f.c"
    source.write_text(TEXT)
    return Machine(load([f"{source}:f"], Compiling(), Inputs()).program), str(source)


def explorer(machine: Machine, line: tuple[str, int] | None) -> Explorer:
    lead_to = () if line is None else places_at(machine, *line)
    return Explorer(machine, Solver(by_name("bitwuzla")), Full(), lead_to=lead_to)


def test_slices_find_the_same_paths(tmp_path: Path) -> None:
    machine, file = machine_of(tmp_path)
    whole = explorer(machine, None).run()
    led = explorer(machine_of(tmp_path)[0], (file, 15))
    steps = 0
    while led.run_slice(lambda: True):
        led.run_slice(iter([False, True]).__next__)
        steps += 1
    result = led.conclude()
    assert steps > 2
    assert result.complete
    assert result.counts.completed == whole.counts.completed
    assert result.coverage.lines == whole.coverage.lines


def test_distances_lead_to_the_line(tmp_path: Path) -> None:
    machine, file = machine_of(tmp_path)
    assert {function for function, _, _ in places_at(machine, file, 4)} == {"deep"}
    assert not places_at(machine, file, 1)
    near = PlaceDistances(machine, places_at(machine, file, 4))
    explored = Explorer(machine, Solver(by_name("bitwuzla")), Full())
    explored.run_slice(lambda: True)
    path = explored.result.paths[0]
    tasks = list(Full().tasks(path, None))
    places = [near.place(task) for task in tasks]
    assert any(place is not None and near.distance(place) < FAR for place in places)
