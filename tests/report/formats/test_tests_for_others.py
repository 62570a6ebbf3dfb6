"""Tests for KLEE and for Test-Comp's validators, path conditions for solvers."""

from __future__ import annotations

import struct
from xml.etree import ElementTree

import z3

from secateur.jobs.run import Run
from secateur.report.formats import conditions, csv, ktest, smtlib, testcomp
from secateur.report.material import Material, StatisticsRow


def read_ktest(data: bytes) -> tuple[list[bytes], list[tuple[bytes, bytes]]]:
    """As KLEE's documentation of the format has it: numbers are big-endian, texts and data have their size before."""
    at = 0

    def number() -> int:
        nonlocal at
        (value,) = struct.unpack_from(">i", data, at)
        at += 4
        return int(value)

    def sized() -> bytes:
        nonlocal at
        size = number()
        at += size
        return data[at - size : at]

    assert data[:5] == b"KTEST"
    at = 5
    assert number() == 3
    arguments = [sized() for _ in range(number())]
    number(), number()  # symbolic arguments: how many, how long
    objects = [(sized(), sized()) for _ in range(number())]
    assert at == len(data)
    return arguments, objects


def test_ktest(material: Material, hostile_run: Run) -> None:
    files = dict(ktest.FORMAT.files(material))
    assert sorted(files) == sorted(f"ktest/{test.name}.ktest" for test in hostile_run.tests)
    for test in hostile_run.tests:
        _, objects = read_ktest(files[f"ktest/{test.name}.ktest"])
        assert objects == [(each.name.encode(), each.data) for each in test.recorded]


def test_testcomp(material: Material, hostile_run: Run) -> None:
    files = dict(testcomp.FORMAT.files(material))
    metadata = ElementTree.fromstring(files.pop("test-suite/metadata.xml"))
    assert metadata.findtext("entryfunction") == "check"
    for test in hostile_run.tests:
        case = ElementTree.fromstring(files[f"test-suite/{test.name}.xml"])
        given = {each.get("variable"): (each.get("type"), each.text) for each in case}
        assert given["x"] == ("int", str(test.inputs["x"]))
        assert (case.get("coversError") == "true") == (test.outcome.fault is not None)


def test_smtlib_is_satisfied_by_the_test(material: Material, hostile_run: Run) -> None:
    files = dict(smtlib.FORMAT.files(material))
    for test in hostile_run.tests:
        solver = z3.Solver()
        solver.from_string(files[f"smt2/{test.name}.smt2"].decode())
        solver.add(z3.BitVec("x", 32) == test.inputs["x"])
        assert solver.check() == z3.sat
    faulty = next(test for test in hostile_run.tests if test.outcome.fault)
    solver = z3.Solver()
    solver.from_string(files[f"smt2/{faulty.name}.smt2"].decode())
    solver.add(z3.BitVec("x", 32) != 7)
    assert solver.check() == z3.unsat, "only 7 divides by zero"


def test_conditions_are_c(material: Material) -> None:
    text = conditions.to_conditions(material)
    assert "  && x > 3\n" in text
    assert "division-by-zero" in text


def test_csv_has_a_row_per_measurement(material: Material) -> None:
    row = StatisticsRow(1.5, 1.0, 10, 20, 30, 1, 4, 0.25, 100)
    run = material.runs[0]
    measured = type(run)(run.data, statistics=[row])
    head, line = csv.to_csv(Material(material.origin, material.data, (measured,))).splitlines()
    assert head.split(",")[:3] == ["run", "seconds", "cpu"]
    assert line.endswith(",1.500000,1.000000,10,20,30,1,4,0.250000,100")
