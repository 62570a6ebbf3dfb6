"""Summaries in the machine: a value stands in for a call, and its unknown parts are variables but not inputs."""

from __future__ import annotations

from pathlib import Path

from secateur import expr
from secateur.frontend.build import build
from secateur.ir.reader import read
from secateur.machine.machine import Machine
from secateur.machine.path import Value
from secateur.machine.summary import Fresh, Summary
from secateur.machine.views import OpenNumber, PointerTarget

HEADER = "extern int __VERIFIER_nondet_int(void);\n#define INT __VERIFIER_nondet_int()\n"


class Anything:
    reads: tuple[str, ...] = ()

    def apply(self, arguments: tuple[Value, ...], fresh: Fresh) -> Value:
        return fresh(32, "signed")


class OneMore:
    reads: tuple[str, ...] = ()

    def apply(self, arguments: tuple[Value, ...], fresh: Fresh) -> Value:
        (x,) = arguments
        assert not isinstance(x, float)
        return expr.add(x, 1, 32)


class Nothing:
    reads: tuple[str, ...] = ()

    def apply(self, arguments: tuple[Value, ...], fresh: Fresh) -> None:
        return None


def _machine(text: str, folder: Path, **summaries: Summary) -> Machine:
    source = folder / "program.c"
    source.write_text(HEADER + text)
    return Machine(read(build([source]).text), summaries=summaries)


TWICE = """static int g(int x) { return x > 0 ? 1 : 2; }
int main(void) { int a = INT, b = INT; return g(a) * 16 + g(b); }
"""


def test_a_star_is_a_variable_but_no_input(tmp_path: Path) -> None:
    machine = _machine(TWICE, tmp_path, g=Anything())
    path = machine.run(*machine.start((0, 0, 3, 4)))
    assert path.status == 0x34
    assert [v.name for v in machine.variables.values()][2:] == ["*g#1.0", "*g#2.0"]
    assert len(path.inputs) == 2
    assert not any(branch.site.function == "g" for branch in path.branches)
    assert [application.stars for _, application in path.applied] == [1, 1]


def test_the_same_arguments_have_the_same_star(tmp_path: Path) -> None:
    machine = _machine(TWICE.replace("g(b)", "g(a)"), tmp_path, g=Anything())
    path = machine.run(*machine.start((0, 0, 3)))
    assert path.status == 0x33
    assert path.applied[0][1] is path.applied[1][1]


def test_numbers_are_no_matter_for_a_summary(tmp_path: Path) -> None:
    machine = _machine(TWICE.replace("g(b)", "g(7)"), tmp_path, g=OneMore())
    path = machine.run(*machine.start((4, 0)))
    assert path.status == 0x51
    assert len(path.applied) == 1


def test_a_concrete_run_has_no_summaries(tmp_path: Path) -> None:
    machine = _machine(TWICE, tmp_path, g=Anything())
    path = machine.run(*machine.start((4, -4, 7, 7), concrete=True))
    assert path.status == 0x12
    assert not path.applied


def test_a_pointer_to_a_function_and_a_function_without_a_result(tmp_path: Path) -> None:
    text = """static int g(int x) { return x > 0; }
    static void h(int x) { if (x > 3) return; }
    static int (*const table[])(int) = {g};
    int main(void) { int a = INT; h(a); return table[0](a); }
    """
    machine = _machine(text, tmp_path, g=OneMore(), h=Nothing())
    path = machine.run(*machine.start((41,)))
    assert path.status == 42
    assert [application.function for _, application in path.applied] == ["h", "g"]
    assert not [branch for branch in path.branches if branch.site.function in ("g", "h")]


def test_what_was_applied_goes_with_a_snapshot_and_with_the_failing_side(tmp_path: Path) -> None:
    text = """static int g(int x) { return x > 0 ? 1 : 2; }
    int main(void)
    {
        int a = INT, b = INT;
        int n = g(a);
        if (n > 5) return 1;
        int m = 100 / g(b);
        return m + g(a + b);
    }
    """
    machine = _machine(text, tmp_path, g=Anything())
    path = machine.run(*machine.start((0, 0, 0, 1)))
    assert [depth for depth, _ in path.applied] == [0, 1, 3]
    first = path.branches[0]
    assert first.resume is not None
    again = machine.run(*machine.resume(first.resume, (0, 0, 3, 1)))
    assert again.applied == path.applied
    other = machine.run(*machine.resume(first.resume, (0, 0, 6, 1)))
    assert other.applied == path.applied[:1]
    division = next(n for n, b in enumerate(path.branches) if b.fault is not None)
    assert machine.failing_side(path, division, (0, 0, 0, 0)).applied == path.applied[:2]


def test_zeros_of_both_signs_are_two_arguments(tmp_path: Path) -> None:
    text = """static int g(double x, int y) { return x > 0 ? y : 2; }
    int main(void) { int a = INT; return g(0.0, a) * 16 + g(-0.0, a); }
    """
    machine = _machine(text, tmp_path, g=Anything())
    assert machine.run(*machine.start((0, 1, 2))).status == 0x12


class Reading(Anything):
    reads = ("level",)


MEMORY = """struct pair { int a; short b[2]; };
static int level;
static int g(const struct pair *p, int k) { return p->b[k & 1] + level > 3 ? 1 : 2; }
int main(void)
{
    struct pair s[2] = {{1, {2, 3}}, {4, {5, 6}}};
    s[1].b[0] = INT;
    level = INT;
    return g(&s[1], 0);
}
"""


def test_what_a_function_reads_goes_with_its_arguments(tmp_path: Path) -> None:
    machine = _machine(MEMORY, tmp_path, g=Reading())
    path = machine.run(*machine.start((7, 8, 9)))
    ((_, application),) = path.applied
    assert path.status == 9
    array, level = application.scene.views
    assert application.scene.parameters == (PointerTarget(0, 8), OpenNumber(32))
    assert (array.size, level.size, level.symbol) == (16, 4, "level")
    places = [place for place, _ in array.numbers]
    held = dict(zip([at for at, _ in places], application.numbers[1:-1], strict=True))
    assert places == [(0, 4), (4, 2), (6, 2), (8, 4), (12, 2), (14, 2)]
    assert (held[0], held[4], held[6], held[8], held[14]) == (1, 2, 3, 4, 6)
    assert isinstance(held[12], expr.Expr)
    assert application.numbers[-1] is machine.variables["nondet_int#2", 32, "signed"]


def test_where_it_lies_does_not_matter(tmp_path: Path) -> None:
    text = """static int g(const int *p) { return *p > 3 ? 1 : 2; }
    int main(void) { int a = INT, b = a, *c = &b; return g(&a) * 16 + g(c); }
    """
    machine = _machine(text, tmp_path, g=Anything())
    path = machine.run(*machine.start((0, 3)))
    assert path.status == 0x33
    assert path.applied[0][1] is path.applied[1][1]


def test_a_function_is_entered_when_what_it_reads_cannot_be_had(tmp_path: Path) -> None:
    text = """#include <stdlib.h>
    static int g(const int *p, int k) { return !p ? 7 : *p + k > 3 ? 1 : 2; }
    int main(void)
    {
        int k = INT, large[300] = {k}, *dead = malloc(4);
        int r = g(0, k) * 16 + g(large, 0);
        free(dead);
        return k > 5 ? g(dead, k) : r;
    }
    """
    machine = _machine(text, tmp_path, g=Anything())
    assert machine.run(*machine.start((4,))).status == 0x71
    fault = machine.run(*machine.start((6,))).fault
    assert fault is not None
    assert fault.function == "g"


def test_a_call_of_another_type_is_no_call_of_the_summary(tmp_path: Path) -> None:
    text = """static int g(int x) { return x > 0 ? 1 : 2; }
    typedef int (*other)(int, int);
    int main(void) { int a = INT; return ((other)(void *)g)(a, 5); }
    """
    machine = _machine(text, tmp_path, g=Anything())
    path = machine.run(*machine.start((4, 9)))
    assert not path.applied
    assert path.fault is not None
