"""What an answer assumes about the inputs: sizes, shapes, pointers that are never NULL or the same, globals."""

from __future__ import annotations

from pathlib import Path

import pytest

from secateur.assumption import AssumptionKind
from secateur.harness.subject import load
from secateur.options import Compiling, Inputs

NODE = "struct node { int v; struct node *next; };\n"


def assumed(text: str, function: str, folder: Path, inputs: Inputs | None = None) -> list[tuple[str, str, str]]:
    source = folder / "source.c"
    source.write_text(text)
    subject = load([f"{source}:{function}"], Compiling(), inputs or Inputs())
    return [(a.kind.value, a.subject, a.details) for a in subject.assumptions]


def changed(text: str, function: str, folder: Path, inputs: Inputs | None = None) -> dict[str, str]:
    """The globals that may have changed before the call."""
    source = folder / "source.c"
    source.write_text(text)
    found = load([f"{source}:{function}"], Compiling(), inputs or Inputs()).program.assumed
    assert found is not None
    return {name: details for name, details in found.items() if name != "__secateur_errno"}


def of_kind(kind: AssumptionKind, found: list[tuple[str, str, str]]) -> list[tuple[str, str]]:
    return [(subject, details) for each, subject, details in found if each == kind]


def test_plain_numbers_are_not_narrowed(tmp_path: Path) -> None:
    assert assumed("int f(int x, double y) { return x > y; }", "f", tmp_path) == []


def test_strings_buffers_and_bytes_have_a_size(tmp_path: Path) -> None:
    found = assumed("int f(const char *s, int *a, void *m) { return *s + *a; }", "f", tmp_path, Inputs(string=2))
    assert of_kind(AssumptionKind.SIZE, found) == [("s", "characters:2"), ("a", "elements:4"), ("m", "bytes:4")]
    assert of_kind(AssumptionKind.NOT_NULL, found) == [("s", ""), ("a", ""), ("m", "")]


def test_the_end_of_a_long_array_and_a_flexible_array(tmp_path: Path) -> None:
    text = "struct s { int n; int t[300]; int rest[]; }; int f(struct s *p) { return p->t[p->n]; }"
    found = assumed(text, "f", tmp_path, Inputs(buffer=1))
    assert ("size", "p->t", "elements:256") in found
    assert ("size", "p->rest", "elements:1") in found


def test_a_flexible_array_beside_pointers_is_empty(tmp_path: Path) -> None:
    text = "struct s { int *n; int rest[]; }; int f(struct s *p) { return *p->n; }"
    assert ("size", "p->rest", "elements:0") in assumed(text, "f", tmp_path, Inputs(buffer=1))


def test_a_list_has_two_nodes(tmp_path: Path) -> None:
    found = assumed(NODE + "int f(struct node *list) { return list->next->v; }", "f", tmp_path)
    assert found == [
        ("shape", "list", "nodes:2"),
        ("not-null", "list", ""),
        ("not-null", "list->next", ""),
        ("no-alias", "list, list->next", ""),
    ]


def test_pointers_beyond_the_depth_or_to_unknown_types_are_null(tmp_path: Path) -> None:
    text = "struct q; struct s { struct q *q; char **v; }; int f(struct s *s) { return !s->q; }"
    found = assumed(text, "f", tmp_path)
    assert of_kind(AssumptionKind.SHAPE, found) == [("s->q", "null"), ("s->v[]", "null")]


def test_function_pointers_call_nothing(tmp_path: Path) -> None:
    text = "struct ops { int (*get)(void *); void *ctx; }; int use(struct ops *o) { return o->get ? 1 : 0; }"
    assert ("callee", "o->get", "null") in assumed(text, "use", tmp_path)


def test_pointers_of_the_same_type_are_distinct(tmp_path: Path) -> None:
    text = "int f(int *a, const int *b, char *c, char **v) { return *a + *b + *c; }"
    found = assumed(text, "f", tmp_path)
    assert of_kind(AssumptionKind.NO_ALIAS, found) == [("a, b", ""), ("c, v[]", "")]


def test_a_nullable_parameter_may_be_null(tmp_path: Path) -> None:
    found = assumed("int f(int *p, int *q) { return *q; }", "f", tmp_path, Inputs(nullable=("p",)))
    assert of_kind(AssumptionKind.NOT_NULL, found) == [("q", "")]


GLOBALS = """
static int limit;
static int table[3] = {1, 2, 3};
static int written_only;
int visible;
static int unrelated;
void set_limit(int l) { limit = l; unrelated = l; }
static int count(void) { static int calls; return ++calls; }
static int called_back(int x) { return x + visible; }
static int (*const callback)(int) = called_back;
int clip(int v) {
    written_only = v;
    if (limit && v > limit) return limit;
    return table[v & 1] + count() + callback(v);
}
"""


def test_globals_that_are_read_and_may_have_changed(tmp_path: Path) -> None:
    """`table` is never written, `written_only` and `unrelated` are never read; the setter is not even called."""
    assert changed(GLOBALS, "clip", tmp_path) == {"limit": "", "count.calls": "fixed", "visible": ""}


def test_a_symbolic_global_is_not_assumed(tmp_path: Path) -> None:
    found = changed(GLOBALS, "clip", tmp_path, Inputs(symbolic=("limit",)))
    assert found == {"count.calls": "fixed", "visible": ""}


@pytest.mark.parametrize("use", ["return *where;", "return where[0];"])
def test_a_global_behind_a_pointer_of_another_file(use: str, tmp_path: Path) -> None:
    (tmp_path / "other.c").write_text("static int hidden; int *where = &hidden;")
    source = tmp_path / "source.c"
    source.write_text(f"extern int *where; int f(void) {{ {use} }}")
    subject = load([f"{source}:f", str(tmp_path / "other.c")], Compiling(), Inputs())
    assert subject.program.assumed is not None
    assert {"where", "hidden"} <= set(subject.program.assumed)


def test_a_name_that_two_files_define_is_assumed_whatever_a_run_reads(tmp_path: Path) -> None:
    """The linker renames one of them."""
    other, source = tmp_path / "other.c", tmp_path / "source.c"
    other.write_text("static int n; int up(void) { return ++n; }")
    source.write_text("static int n; int up(void); int f(int x) { n = x; return n + up(); }")
    subject = load([f"{source}:f", str(other)], Compiling(), Inputs())
    assert [(a.kind, a.subject) for a in subject.assumptions] == [(AssumptionKind.GLOBALS, "n")]


def test_a_program_starts_with_its_initial_values(tmp_path: Path) -> None:
    source = tmp_path / "source.c"
    source.write_text("int level; int main(int argc, char **argv) { return level + argc + *argv[0]; }")
    for spec in (str(source), f"{source}:main"):
        assert load([spec], Compiling(), Inputs()).program.assumed is None
