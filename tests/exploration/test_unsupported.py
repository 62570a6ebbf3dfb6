"""What cannot be run ends the path that reaches it, and no other: every kind, every technique."""

from __future__ import annotations

from pathlib import Path

import pytest

from secateur.assumption import AssumptionKind
from secateur.exploration.loop import Explorer
from secateur.exploration.result import Result
from secateur.exploration.technique import Technique
from secateur.exploration.techniques.dgse import Dgse
from secateur.exploration.techniques.full import Full
from secateur.exploration.techniques.pse import Pse
from secateur.exploration.techniques.rsc import Rsc
from secateur.frontend.build import build
from secateur.ir.reader import read
from secateur.machine.limit import LimitKind
from secateur.machine.unsupported import UnsupportedKind
from secateur.report.sentences import summary
from secateur.solver import Solver, by_name

from .exploring import FIRST, HEADER, explored, statuses

TECHNIQUES: list[type[Technique]] = [Full, Dgse, Pse]


def explored_by(technique: type[Technique], text: str, folder: Path) -> Result:
    source = folder / "program.c"
    source.write_text(HEADER + text)
    made = technique()
    return Explorer(made.machine(read(build([source]).text)), Solver(by_name("bitwuzla")), made).run()


def faults(result: Result) -> list[tuple[str, int]]:
    return [(str(fault.kind), fault.position.line - FIRST + 1) for fault, _ in result.faults()]


#: Faults before, beside and after a call of something unknown; the tests expect all three.
AROUND = """int away(int);
int main(void) {
    int x = INT, y = INT, z = 0;
    if (x == 7) abort();
    if (x == 5) z = away(y);
    if (y == 3) return 10 / (y - 3);
    if (y == 4) assert(x != 9);
    return z;
}
"""


@pytest.mark.parametrize("technique", TECHNIQUES, ids=lambda t: t.name)
def test_one_path_ends_and_everything_else_is_found(technique: type[Technique], tmp_path: Path) -> None:
    result = explored_by(technique, AROUND, tmp_path)
    assert faults(result) == [("abort", 4), ("division-by-zero", 6), ("assertion", 7)]
    assert not result.complete
    (use,) = result.unsupported
    assert (use.kind, use.name, use.position.line) == (UnsupportedKind.FUNCTION, "away", FIRST + 4)
    assert result.counts.limited == use.paths >= 1
    assert [limit.kind for limit in result.limits] == [LimitKind.UNSUPPORTED]


#: What is after the call depends on `y` alone, so these techniques need only one value of `x`: not the one that ends.
HIDING = """int away(int);
int main(void) {
    int x = INT, y = INT, r = 0;
    if (x == 0) away(1);
    if (y > 10) r = 1;
    if (y > 20) r = 2;
    if (y > 30) assert(y != 77);
    return r;
}
"""


@pytest.mark.parametrize("technique", [*TECHNIQUES, Rsc], ids=lambda t: t.name)
def test_what_the_first_run_hides_is_still_reached(technique: type[Technique], tmp_path: Path) -> None:
    """The first input is all 0, so the very first run ends at the call."""
    result = explored_by(technique, HIDING, tmp_path)
    seen = {path.status for path in result.paths if path.fault is None}
    assert seen == ({0, 2} if technique is Dgse else {0, 1, 2})  # nothing can fail or decide by an `r` of 1
    assert technique is Rsc or all(all(sides) for sides in result.coverage.branches.values())
    assert faults(result) == ([("assertion", 7)] if technique.seeks_faults else [])
    assert not result.complete


@pytest.mark.parametrize("technique", TECHNIQUES, ids=lambda t: t.name)
def test_branches_before_the_end_are_flipped(technique: type[Technique], tmp_path: Path) -> None:
    text = (
        "int away(int);\nint main(void) { int x = INT; if (x > 5) return 1; if (x < -5) return 2; return away(x); }\n"
    )
    result = explored_by(technique, text, tmp_path)
    assert statuses(result) == [1, 2]
    assert [use.paths for use in result.unsupported] == [1]


#: For the programs below.
WIDE = (UnsupportedKind.TYPE, "arithmetic on `__float128`")
OTHER = (UnsupportedKind.CODE, "a call of none with other types than it has")
TEXT = (UnsupportedKind.CODE, "printing a number as text")
INTEGER = (UnsupportedKind.CODE, "printing a floating-point number as an integer")
STRUCT = "extern struct s { int a[9]; } away;"
KINDS = [
    ("function", "int away(int);", "x = away(x);", UnsupportedKind.FUNCTION, "away"),
    ("pointer", "int away(int); int (*call)(int) = away;", "x = call(x);", UnsupportedKind.FUNCTION, "away"),
    ("global read", "extern int away;", "x += away;", UnsupportedKind.GLOBAL, "away"),
    ("global written", "extern int away[4];", "away[x - 4] = 1;", UnsupportedKind.GLOBAL, "away"),
    ("global index", "extern int away[4];", "x = away[INT & 3];", UnsupportedKind.GLOBAL, "away"),
    ("global copied", STRUCT, "struct s b = away; x = b.a[1];", UnsupportedKind.GLOBAL, "away"),
    ("opaque global", "extern struct s away; void use(struct s *);", "use(&away);", UnsupportedKind.FUNCTION, "use"),
    ("assembly", "", '__asm__ volatile("incl %0" : "+r"(x));', UnsupportedKind.ASSEMBLY, "inline assembly"),
    ("asm goto", "", '__asm__ goto("" : : : : out); out: x++;', UnsupportedKind.ASSEMBLY, "inline assembly"),
    ("wide", "", "__float128 w = x; x = w * 2 > 3;", *WIDE),
    ("types", "void none(int x) { x++; }", "x = ((int (*)())none)(x) + 1;", *OTHER),
    ("late types", "void none(int x) { x++; } void (*at)(int) = none;", "x = ((int (*)())at)(x) + 1;", *OTHER),
    ("number as text", "", 'printf(x > 3 ? "%s" : "", 1.5);', *TEXT),
    ("number as integer", "", 'printf(x > 3 ? "%d" : "", 1.5);', *INTEGER),
    ("fork", "int fork(void);", "x = fork();", UnsupportedKind.PARALLEL, "fork"),
]


@pytest.mark.parametrize(("before", "code", "kind", "name"), [k[1:] for k in KINDS], ids=[k[0] for k in KINDS])
@pytest.mark.parametrize("technique", [Full, Dgse], ids=lambda t: t.name)
def test_every_kind_ends_its_path_alone(
    technique: type[Technique], before: str, code: str, kind: UnsupportedKind, name: str, tmp_path: Path
) -> None:
    text = (
        f"{before}\nint main(void) {{ int x = INT; if (x == 3) abort();\nif (x > 3 && x < 8) {{ {code} return x; }}\n"
    )
    result = explored_by(technique, f"{text}return 0; }}\n", tmp_path)
    assert [str(fault.kind) for fault, _ in result.faults()] == ["abort"]
    assert 0 in statuses(result)
    met = [use for use in result.unsupported if use.paths]
    assert [(use.kind, use.name) for use in met] == [(kind, name)]
    assert not result.complete


def test_a_global_that_is_only_pointed_to_ends_nothing(tmp_path: Path) -> None:
    """Also in the initial value of another global."""
    text = "extern int away; int *table[2] = {0, &away};\nint main(void) { return table[INT & 1] == &away; }\n"
    result = explored(text, tmp_path)
    assert statuses(result)
    assert {bool(path.status) for path in result.paths} <= {False, True}
    assert result.complete
    assert not result.unsupported


def test_all_missing_names_come_at_once(tmp_path: Path) -> None:
    """Also those that no path has reached, in functions that are called directly or through a pointer."""
    text = """int away(int), beyond(int), hidden(int), never(int); extern int data;
static int late(int x) { return hidden(x) + data; }
static int (*table[1])(int) = {late};
static int unused(int x) { return never(x); }
int main(void) { int x = INT; if (x > 3) { x = away(x); x += beyond(x); return table[0](x); } return 0; }
"""
    result = explored(text, tmp_path)
    found = [(use.name, use.paths) for use in result.unsupported]
    assert found == [("away", 1), ("beyond", 0), ("hidden", 0), ("data", 0)]
    assert summary(result) == (
        f"incomplete: 1 path ended at away ({result.unsupported[0].position}): not defined; "
        "also called but not defined: beyond, hidden; also used but not defined: data. "
        "Give the C file that defines them, or use --external havoc"
    )


def test_places_of_one_name_are_one_sentence(tmp_path: Path) -> None:
    text = "int away(int);\nint main(void) { int x = INT;\nif (x == 1) away(1);\nif (x == 2) away(2);\nreturn 0; }\n"
    result = explored(text, tmp_path)
    assert [use.position.line - FIRST + 1 for use in result.unsupported] == [4, 3]
    assert summary(result).startswith("incomplete: 2 paths ended at away (")


def test_what_an_exploration_by_output_leaves_out_is_an_assumption(tmp_path: Path) -> None:
    """It need not run the call, which does not matter to the output; but what the call does is not known."""
    text = "int away(void);\nint main(void) { int x = INT, y = INT; if (x) away(); return y > 3; }\n"
    result = explored_by(Rsc, text, tmp_path)
    assert [(a.kind, a.subject) for a in result.assumptions] == [(AssumptionKind.NOT_RUN, "away")]
