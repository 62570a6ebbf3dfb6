"""What calls may read and write."""

from __future__ import annotations

from pathlib import Path

from dependence.analysing import Names

TEXT = """
int x, y, z, *where = &z;
struct big { int a[8]; };
static void inner(int *p) { *p = x; }
static void outer(void) {
    int own = 1;
    inner(&own);
    inner(&y);
}
static void through(void) { *where = 1; }
static int down(int n) {
    int own = n;
    inner(&own);
    return n ? down(n - 1) : own;
}
static int take(struct big b) { return b.a[x & 7]; }
int main(void) {
    struct big mine = {{1}};
    outer();
    if (x)
        through();
    return down(3) + take(mine);
}
"""


def test_what_a_function_writes_and_reads(tmp_path: Path) -> None:
    names = Names(TEXT, tmp_path)
    assert names.mod("inner") == {"own", "y"}
    assert names.ref("inner") == {"x"}
    assert names.mod("through") == {"z"}
    assert names.ref("through") == {"where"}


def test_own_variables_are_dead_afterwards(tmp_path: Path) -> None:
    names = Names(TEXT, tmp_path)
    analysis = names.points_to
    own = {x.object.owner: 1 << x.number for x in analysis.locations if x.name == "own"}
    assert not names.mod_ref.mod["outer"] & own["outer"]
    assert "y" in names.mod("outer")
    assert names.mod_ref.mod["down"] & own["down"], "another activation may be alive"


def test_copies_of_arguments_come_from_outside(tmp_path: Path) -> None:
    names = Names(TEXT, tmp_path)
    assert names.ref("take") == {"b.0[]", "x"}
    assert "b.0[]" not in names.ref("main") | names.mod("main")
    assert "mine.0[]" not in names.mod("main")


def test_blocks(tmp_path: Path) -> None:
    names = Names(TEXT, tmp_path)
    unit = names.points_to.code.units["main"]
    blocks = {label: names.named(names.mod_ref.block_mod(unit, n)) for n, label in enumerate(unit.flow.labels)}
    assert blocks["if.then"] == {"z"}
    assert "z" not in blocks["entry"]
    assert {"y", "mine.0[]"} <= blocks["entry"]


def test_instructions_with_what_they_call(tmp_path: Path) -> None:
    names = Names(TEXT, tmp_path)
    (call,) = names.points_to.callers("through")
    assert names.named(names.mod_ref.writes(call)) == {"z"}
    assert names.named(names.mod_ref.reads(call)) == {"where"}
    assert names.points_to.writes(call) == 0


def test_a_copy_can_be_written_by_a_function_that_is_handed_its_address(tmp_path: Path) -> None:
    text = """struct s { int a, b[6]; };
        static void set(struct s *p) { p->a = 5; }
        static int take(struct s own) { set(&own); return own.a; }
        int main(void) { struct s mine = {1}; return take(mine); }"""
    names = Names(text, tmp_path)
    assert "own.0" in names.mod("set")
    assert "own.0" not in names.mod("take") | names.mod("main")
