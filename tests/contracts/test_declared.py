"""What the user's files say: comments, `secateur.toml`, types, attributes, CBMC's macros."""

from __future__ import annotations

from pathlib import Path

import pytest

import secateur
from secateur.contracts.declared.acsl import from_acsl
from secateur.contracts.declared.project import ProjectFileError
from secateur.contracts.errors import ContractError

from .explored import explored, shown

ATTRIBUTES = """\
#include <stddef.h>
#define __counted_by(member)
#define __CPROVER_requires(part)
#define __CPROVER_ensures(part)
#define __CPROVER_assigns(...)
struct vector { unsigned len; int *items __counted_by(len); };
#define FEW 4 /* elements */
#if 1
#define SOME 3
#else
#define SOME 4
#endif
int macro(int a[static FEW], int b[static SOME], int c[static GIVEN]) { return a[3] + b[0] + c[1]; }
int constant(int a[static 4]) { return a[3]; }
int variable(int n, int a[static n]) { return a[n - 1]; }
int likely(int n, int a[n]) { return a[0]; }
__attribute__((nonnull(1), access(read_only, 1, 2))) int attributes(const char *p, size_t n) { return p[n]; }
[[gnu::nonnull]] int all_nonnull(const int *p, const int *q) { return *p + *q; }
int nullable(const int *_Nonnull p, const int *_Nullable q) { return *p + *q; }
int counted(struct vector *v) { return v->items[v->len - 1]; }
int prototype(int, const char s[static 2]);
int prototype(int k, const char *text) { return text[k]; }
int cprover(const int *p, int n, char *q)
__CPROVER_requires(__CPROVER_is_fresh(p, n * sizeof(int)) && n > 0)
__CPROVER_requires(__CPROVER_is_fresh(q, n))
__CPROVER_requires(__CPROVER_forall { int i; i < n ==> p[i] })
__CPROVER_assigns(*q)
__CPROVER_ensures(__CPROVER_return_value >= __CPROVER_old(n))
{ return p[n - 1]; }
static int uses(int n) { int a[2] = {n, n}; return likely(n, a); }
int called(int n, const int *p) { return p[n]; }
void calls(int m[static 2], int *q[2])
{
    (void)called(1, m);
    if (m[0]) called(m[1], q[9]);
    while (m[0]) called(2, q[8]);
    for (int i = 0; i < 2; i++) called(i, q[7]);
    do called(1, q[6]); while (m[0]);
    m[0] + called(0, q[5]);
    (*called)(0, q[4]);
}
void *malloc(size_t);
__attribute__((alloc_size(1))) void *half(unsigned char n) { return malloc(n / 2); }
__attribute__((returns_nonnull)) int *same(int *p) { return p; }
"""


def parts(text: str, function: str, folder: Path, **options: object) -> list[str]:
    file = folder / "source.c"
    file.write_text(text)
    return secateur.contract(f"{file}:{function}", **options).parts  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("function", "told"),
    [
        ("macro", ["size(a) >= 4", "size(c) >= 2"]),
        ("constant", ["size(a) >= 4"]),
        ("variable", ["size(a) >= n"]),
        ("likely", []),
        ("attributes", ["valid(p)", "size(p) >= n"]),
        ("all_nonnull", ["valid(p)", "valid(q)"]),
        ("nullable", ["valid(p)", "valid(q) || q == 0"]),
        ("counted", ["size(v->items) >= v->len"]),
        ("prototype", ["size(text) >= 2"]),
        ("cprover", ["size(p) >= n && n > 0", "size(q) >= n", "ensures result >= old(n)"]),
        ("called", []),
        ("half", ["ensures result == 0 || size(result) >= old(n)"]),
        ("same", ["ensures valid(result)"]),
    ],
)
def test_types_and_attributes(function: str, told: list[str], tmp_path: Path) -> None:
    assert parts(ATTRIBUTES, function, tmp_path, infer=False, define=["GIVEN=2"]) == told


def test_an_array_parameter_is_likely_as_large_as_it_says(tmp_path: Path) -> None:
    assert parts(ATTRIBUTES, "likely", tmp_path, define=["GIVEN=2"]) == ["size(a) >= n"]


def test_calls_are_no_declarations(tmp_path: Path) -> None:
    assert parts(ATTRIBUTES, "called", tmp_path, define=["GIVEN=2"]) == []


def test_a_block_that_is_smaller_than_alloc_size_says(tmp_path: Path) -> None:
    run = explored(ATTRIBUTES, "half", tmp_path, define=["GIVEN=2"])
    line = ATTRIBUTES[: ATTRIBUTES.index("*half(")].count("\n") + 1
    assert [(kind, line) for kind, line, *_ in shown(run)] == [("postcondition", line)]
    assert run.findings[0].confirmed


ACSL = r"""
/*@ requires \valid_read(buf + (0 .. len - 1)) && len >= 0;
  @ requires mode == 0 || mode == 1;
  @ requires \forall integer i; 0 <= i < len ==> buf[i] > 0;
  @ assigns \nothing;
  @ ensures \result >= \old(mode);
  @ behavior empty:
  @   assumes len == 0;
  @   ensures \result == 0;
  @*/
static inline
int weight(const unsigned char *buf, int len, int mode)
{
    int s = mode;
    for (int i = 0; i < len; i++) s += buf[i];
    return s;
}

//@ requires size(p) >= 2
//@ ensures result != 7
int second(const int *p) { return p[1]; }

/*@ requires 1 == 2; */
int other(void) { return weight(0, 0, 0); }
"""


def test_acsl_in_comments(tmp_path: Path) -> None:
    found = parts(ACSL, "weight", tmp_path)
    assert found == ["size(buf) >= len && len >= 0", "mode == 0 || mode == 1", "ensures result >= old(mode)"]


ASSIGNS = """\
#define __CPROVER_assigns(...)
struct counter { int n, most; int *log; };
/*@ requires \\valid(p);
    assigns \\nothing; */
int reads(int *p, int k) { if (k == 7) *p = 1; return k; }
/*@ assigns c->n, q[0 .. 3]; */
int counts(struct counter *c, int *q, const int *r, int *s) { c->n++; *q = 1; *s = c->most; return *r; }
int whole(struct counter *c, int *q)
__CPROVER_assigns(*c)
{ c->n = 1; return *q; }
int asked(int *p, int n)
__CPROVER_assigns(n > 0: *p)
{ return *p = n; }
"""


def test_what_assigns_does_not_name_keeps_its_value(tmp_path: Path) -> None:
    assert parts(ASSIGNS, "reads", tmp_path, infer=False) == ["valid(p)", "ensures p == 0 || *p == old(*p)"]
    assert parts(ASSIGNS, "counts", tmp_path, infer=False) == [
        "ensures c == 0 || c->most == old(c->most)",
        "ensures s == 0 || *s == old(*s)",
    ]
    assert parts(ASSIGNS, "whole", tmp_path, infer=False) == ["ensures q == 0 || *q == old(*q)"]
    assert parts(ASSIGNS, "asked", tmp_path, infer=False) == []
    run = explored(ASSIGNS, "reads", tmp_path)
    assert [(each.kind, each.inputs["k"]) for each in run.faults] == [("postcondition", 7)]
    run = explored(ASSIGNS, "counts", tmp_path, nullable=["c"])
    assert "postcondition" in {each.kind for each in run.faults}


def test_comments_in_our_notation(tmp_path: Path) -> None:
    run = explored(ACSL, "second", tmp_path)
    assert run.contract.texts == ["size(p) >= 2", "ensures result != 7"]
    assert shown(run) == [("postcondition", 21, "within", "")]
    assert run.findings[0].inputs == {"p": [0, 7]}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (r"\valid(p)", "valid(p)"),
        (r"\valid(s->buf + (0 .. n))", "size(s->buf) >= n + 1"),
        (r"\valid(a[0 .. n - 1])", "size(a) >= n"),
        (r"valid_read_string(s)", "terminated(s)"),
        (r"p == \null ⇒ n ≤ 3", "p == 0 ==> n <= 3"),
        (r"\separated(p, q)", None),
    ],
)
def test_the_common_part_of_acsl(text: str, told: str | None) -> None:
    assert from_acsl(text) == told


def test_a_comment_that_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ContractError, match=r"source.c:1: expected '\)'"):
        parts("//@ requires size(p >= 2;\nint f(int *p) { return *p; }\n", "f", tmp_path)


def test_the_project_file(tmp_path: Path) -> None:
    (tmp_path / "secateur.toml").write_text(
        '[contracts]\nf = ["size(p) >= 3", "ensures result > 0"]\n"source.c:g" = "n < 3"\n"other.c:f" = ["n > 9"]\n'
    )
    text = "int f(int *p, int n) { return p[2] + n; }\nint g(int n) { return n; }\n"
    assert parts(text, "f", tmp_path) == ["size(p) >= 3", "ensures result > 0"]
    assert parts(text, "g", tmp_path) == ["n < 3"]
    found = secateur.contract(f"{tmp_path}/source.c:f")
    assert [str(each.origin) for each in found.contract.clauses] == ["declared at secateur.toml:2"] * 2


@pytest.mark.parametrize("text", ["[contracts\n", "contracts = 3\n", "[contracts]\nf = [3]\n"])
def test_a_project_file_that_cannot_be_read(text: str, tmp_path: Path) -> None:
    (tmp_path / "secateur.toml").write_text(text)
    with pytest.raises(ProjectFileError, match=r"secateur\.toml"):
        parts("int f(int n) { return n; }\n", "f", tmp_path)


def test_what_is_printed_can_be_read_again(tmp_path: Path) -> None:
    text = "int f(const char *p, unsigned len, int mode) { return len ? p[len - 1] + mode : 0; }\n"
    given = {"requires": ["0 <= mode <= 3"], "ensures": ["result >= 0"]}
    first = parts(text, "f", tmp_path, **given)
    answer = secateur.contract(f"{tmp_path}/source.c:f", **given)  # type: ignore[arg-type]
    (tmp_path / "secateur.toml").write_text(answer.text("toml"))
    assert parts(text, "f", tmp_path, infer=False) == first
    (tmp_path / "secateur.toml").unlink()
    assert parts(answer.text("comment") + "\n" + text, "f", tmp_path, infer=False) == first


def test_declared_wins_over_options_and_options_over_inferred(tmp_path: Path) -> None:
    text = "int f(const char *buf, unsigned len) { return len ? buf[0] : 0; }\n"
    assert parts(text, "f", tmp_path, requires=["size(buf) >= 2"]) == ["size(buf) >= 2"]
    declared = f"//@ requires size(buf) >= 3\n{text}"
    assert parts(declared, "f", tmp_path, requires=["size(buf) >= 2"]) == ["size(buf) >= 3"]
