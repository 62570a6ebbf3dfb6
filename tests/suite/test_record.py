"""From a path to a test: inputs as the native run reads them, outcomes as it will report them."""

from __future__ import annotations

import struct
from pathlib import Path

from secateur.frontend.build import build
from secateur.harness.subject import Subject, load
from secateur.ir.reader import read
from secateur.machine.machine import Machine
from secateur.options import Compiling, Inputs
from secateur.suite.record import Recorder, outcome_of
from secateur.suite.test import Test


def _subject(text: str, folder: Path, **options: object) -> Subject:
    source = folder / "f.c"
    source.write_text(text)
    return load([f"{source}:f"], Compiling(), Inputs(**options))  # type: ignore[arg-type]


def _tested(subject: Subject, values: dict[str, int]) -> Test:
    """The test of a run in which the named inputs have these values and the others are 0."""
    machine = Machine(subject.program)
    first = machine.run(*machine.start(()))
    model = tuple(values.get(given.name, 0) for given in first.inputs)
    return Recorder(subject.driver).test(machine.run(*machine.start(model)), 7)


def test_scalars_of_every_kind(tmp_path: Path) -> None:
    text = """#include <stdbool.h>
    enum e { A, B = 5 };
    int f(signed char a, unsigned short b, long c, bool d, float e, double g, enum e h, char i) { return a < b; }
    """
    bits = struct.unpack("<q", struct.pack("<d", -2.5))[0]
    values = {"a": -2, "b": -1, "c": -(2**40), "d": 1, "e": 0x3FC00000, "g": bits, "h": 5, "i": 65}
    test = _tested(_subject(text, tmp_path), values)
    assert test.name == "test000007"
    assert test.inputs["a"] == -2
    assert test.inputs["b"] == 65535
    assert test.inputs["c"] == -(2**40)
    assert test.inputs["d"] in (True, 1)
    assert test.inputs["e"] == 1.5
    assert test.inputs["g"] == -2.5
    assert test.inputs["h"] == 5
    recorded = {r.name: (r.kind, r.data) for r in test.recorded}
    assert recorded["a"] == ("i8", b"\xfe")
    assert recorded["b"] == ("u16", b"\xff\xff")
    assert recorded["c"] == ("i64", struct.pack("<q", -(2**40)))
    assert recorded["d"] == ("bool", b"\1")
    assert recorded["e"] == ("f32", struct.pack("<f", 1.5))
    assert recorded["g"] == ("f64", struct.pack("<d", -2.5))
    assert recorded["i"] == ("char", b"A")
    assert test.outcome.observations == (("return", "1"),)


def test_buffers_structs_and_bit_fields(tmp_path: Path) -> None:
    text = """struct s { int a; struct { short x, y; } in[2]; unsigned lo : 3; int hi : 5; };
    void f(struct s *p, int *v, const char *t) { p->a++; v[1] = t[0]; }
    """
    subject = _subject(text, tmp_path, buffer=2)
    values = {"p[0].a": 4, "p[0].in[1].y": -3, "p[0].lo": -1, "p[0].hi": -2, "v[0]": 9, "t[0]": 104, "t[1]": 105}
    test = _tested(subject, values)
    assert test.inputs["v"] == [9, 0]
    assert test.inputs["t"] == "hi"
    first = test.inputs["p"][0]  # type: ignore[index]
    assert first == {"a": 4, "in": [{"x": 0, "y": 0}, {"x": 0, "y": -3}], "lo": 7, "hi": -2}
    recorded = {r.name: (r.kind, r.data) for r in test.recorded}
    assert recorded["p[0].lo"] == ("bits", (7).to_bytes(8, "little"))
    assert recorded["p[0].hi"] == ("bits", (-2).to_bytes(8, "little", signed=True))
    seen = dict(test.outcome.observations)
    assert (seen["p[0].a"], seen["v[0]"], seen["v[1]"], seen["p[0].hi"]) == ("5", "9", "104", "-2")


def test_observations_of_every_kind(tmp_path: Path) -> None:
    text = """unsigned long wide; float single; void *where; static int hidden = 3;
    double f(int x) { wide = (unsigned long)x; single = x / 4.0f; where = x ? &wide : 0; hidden += x; return x * 0.5; }
    """
    subject = _subject(text, tmp_path)
    seen = dict(_tested(subject, {"x": -1}).outcome.observations)
    assert seen["wide"] == str(2**64 - 1)
    assert float.fromhex(seen["single"]) == -0.25
    assert float.fromhex(seen["return"]) == -0.5
    assert (seen["where"], seen["hidden"]) == ("non-null", "2")
    assert dict(_tested(subject, {"x": 0}).outcome.observations)["where"] == "null"


def test_a_fault_keeps_what_was_seen_before(tmp_path: Path) -> None:
    text = '#include <stdio.h>\nint f(int x)\n{\n    printf("x is %d\\n", x);\n    return 10 / x;\n}\n'
    test = _tested(_subject(text, tmp_path), {"x": 0})
    fault = test.outcome.fault
    assert fault is not None
    assert (test.outcome.kind, fault.kind, fault.line, fault.function) == ("fault", "division-by-zero", 5, "f")
    assert test.outcome.output == b"x is 0\n"
    assert test.outcome.observations == ()
    assert str(test.outcome) == f"division-by-zero at {tmp_path / 'f.c'}:5"


def test_the_failing_side_of_a_check_has_all_that_came_before_it(tmp_path: Path) -> None:
    text = """#include <stdio.h>
    int f(int x) { puts("before"); x = 10 / x; puts("after"); return x; }
    """
    subject = _subject(text, tmp_path)
    machine = Machine(subject.program)
    path = machine.run(*machine.start((5,)))
    index = next(i for i, b in enumerate(path.branches) if b.fault is not None and b.fault.kind == "division-by-zero")
    failing = Recorder(subject.driver).test(machine.failing_side(path, index, (0,)), 1)
    rerun = Recorder(subject.driver).test(machine.run(*machine.start((0,))), 1)
    assert failing == rerun
    assert failing.outcome.output == b"before\n"
    assert outcome_of(path).output == b"before\nafter\n"


def test_output_and_error_are_kept_apart_and_rendered(tmp_path: Path) -> None:
    text = """#include <stdio.h>
    #include <stdlib.h>
    void f(int x) { printf("%04x", x); fprintf(stderr, "e%d", x); exit(x); }
    """
    outcome = _tested(_subject(text, tmp_path), {"x": 255}).outcome
    assert (outcome.output, outcome.error, outcome.kind, outcome.status) == (b"00ff", b"e255", "exit", 255)
    assert str(outcome) == "exit 255"


def test_a_whole_program_names_its_inputs_as_it_asks_for_them(tmp_path: Path) -> None:
    source = tmp_path / "main.c"
    source.write_text(
        "#include <stddef.h>\nint __VERIFIER_nondet_int(void); void klee_make_symbolic(void *, size_t, const char *);\n"
        "int main(void) { short pair[2]; int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();\n"
        'klee_make_symbolic(pair, sizeof pair, "pair"); return a == 1 && b == 2 && pair[1] == -3; }\n'
    )
    machine = Machine(read(build([source]).text))
    test = Recorder(None).test(machine.run(*machine.start((1, 2, 0, -3))), 1)
    assert test.inputs == {"nondet_int": 1, "nondet_int#2": 2, "pair": [0, -3]}
    assert [(r.name, r.kind, r.data) for r in test.recorded] == [
        ("nondet_int", "i32", struct.pack("<i", 1)),
        ("nondet_int", "i32", struct.pack("<i", 2)),
        ("pair", "object", struct.pack("<hh", 0, -3)),
    ]
    assert (test.outcome.kind, test.outcome.status) == ("return", 1)
