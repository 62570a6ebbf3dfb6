"""Parts of variables, as `--value` takes them: what they are at a line, and errors that point at the user's text."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from secateur.approximation.access import BadAccess, parse
from secateur.approximation.strategy import Strategy
from secateur.approximation.study import Study, plain
from secateur.frontend.build import compile_source
from secateur.harness.subject import load
from secateur.ir.ctype import CType
from secateur.ir.debuginfo import DebugInfo
from secateur.options import Compiling, Inputs
from secateur.solver import Solver, by_name

TEXT = """struct item { int key; struct item *next; };
struct pair { short x; struct item in[2]; };
int table[8];
int f(int n, int *p)
{
    struct item last = { n, 0 };
    struct pair pair = { 3, { { n + 1, &last }, { 5, &pair.in[0] } } };
    struct pair *q = &pair;
    int *slot = &table[n & 3];
    p[1] = 9;
    return q->x + last.key + *slot + p[0];
}
"""


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Study:
    source = tmp_path_factory.mktemp("access") / "program.c"
    source.write_text(TEXT)
    subject = load([f"{source}:f"], Compiling(), Inputs())
    info = DebugInfo(compile_source(source, Compiling()).text)

    def types(function: str) -> Mapping[str, CType]:
        named = {each.name: each.type for each in info.globals()}
        named |= {each.name: each.type for each in info.signature(function).parameters}
        return named | dict(info.locals_of(function))

    return Study(subject.program, "f", Solver(by_name("bitwuzla")), Strategy(), 2, types=types)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("p[1]", {"p[1]": "9"}),
        ("*p", {"*p": "p[0]"}),
        ("q->x", {"q->x": "3"}),
        ("(*q).in[1].key", {"(*q).in[1].key": "5"}),
        ("q->in[0].next->key", {"q->in[0].next->key": "n"}),
        ("pair.in[0]", {"pair.in[0].key": "n + 1", "pair.in[0].next": "&last"}),
        ("*q->in", {"(*q->in).key": "n + 1", "(*q->in).next": "&last"}),
        ("table[2]", {"table[2]": "0"}),
        ("slot", {"slot": "&table[n & 3]"}),
    ],
)
def test_values_of_parts(study: Study, text: str, values: dict[str, str]) -> None:
    found = study.values(text, study.to(11).points)
    assert {name: " | ".join(each.value for each in cases) for name, cases in found.items()} == values


@pytest.mark.parametrize(
    ("text", "place", "problem"),
    [
        ("q->y", "   ^", "struct pair has no member 'y'; its members: x, in"),
        ("q.x", "  ^", "for a pointer write ->"),
        ("nobody[0]", "^^^^^^", "there is no variable 'nobody' in f"),
        ("n[0]", " ^", "neither a pointer nor an array"),
        ("p[", "  ^", "something is missing here"),
        ("p + 1", "  ^", "'+' cannot be read here"),
        ("p[0] q", "     ^", "too much here"),
        ("q->3", "   ^", "the name of a member is expected"),
    ],
)
def test_errors_point_at_the_text(study: Study, text: str, place: str, problem: str) -> None:
    points = study.to(11).points
    with pytest.raises(BadAccess) as raised:
        study.values(text, points)
    message = str(raised.value)
    assert problem in message
    assert message.splitlines()[-2:] == [f"  {text}", f"  {place}"]


def test_a_text_has_one_spelling() -> None:
    assert plain("*p") == plain("p[0]") == "p[0]"
    assert plain("p->x") == plain("(*p).x") == "p[0].x"
    assert parse("a[i].b").name.text == "a"
