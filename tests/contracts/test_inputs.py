"""How the parts of a contract become inputs: what a valid call is, and that the objects are no larger than needed."""

from __future__ import annotations

from pathlib import Path

import pytest

from secateur.contracts.errors import ContractError

from .explored import explored, shown

SUM = """\
int sum(const unsigned char *buf, unsigned len)
{
    int s = 0;
    for (unsigned i = 0; i {} len; i++)
        s += buf[i];
    return s;
}
"""


def test_a_length_is_no_larger_than_the_buffer(tmp_path: Path) -> None:
    run = explored(SUM.replace("{}", "<"), "sum", tmp_path)
    assert run.contract.texts == ["size(buf) >= len"]
    assert not run.found
    assert run.complete
    assert shown(run) == [("out-of-bounds", 5, "outside", "len > size(buf)")]


def test_one_element_too_many_is_a_finding_for_every_length(tmp_path: Path) -> None:
    run = explored(SUM.replace("{}", "<="), "sum", tmp_path)
    assert run.found
    assert shown(run) == [("out-of-bounds", 5, "within", "")]
    assert run.findings[0].confirmed
    lengths = {test.inputs["len"] for test in run.tests if test.outcome.fault}
    assert lengths == {0, 1, 2, 3, 4}


def test_without_inference_everything_is_a_finding(tmp_path: Path) -> None:
    run = explored(SUM.replace("{}", "<"), "sum", tmp_path, infer=False)
    assert run.contract.texts == []
    assert shown(run) == [("out-of-bounds", 5, "within", "")]


def test_a_part_can_be_refused(tmp_path: Path) -> None:
    run = explored(SUM.replace("{}", "<"), "sum", tmp_path, requires=["any(buf)"])
    assert run.contract.texts == []
    assert run.found


def test_an_option_replaces_what_was_inferred(tmp_path: Path) -> None:
    run = explored(SUM.replace("{}", "<"), "sum", tmp_path, requires=["size(buf) > len"])
    assert run.contract.texts == ["size(buf) > len"]
    assert shown(run) == []


ENCODE = """\
unsigned encode(char *out, const unsigned char *in, unsigned len)
{
    unsigned n = 0;
    for (unsigned i = 0; i < len; i++) {
        out[n++] = "0123456789abcdef"[in[i] >> 4];
        out[n++] = "0123456789abcdef"[in[i] & 15];
        if (len % 3 == 2 && i + 1 == len) out[n++] = '=';
    }
    out[n] = 0;
    return n;
}
"""


def test_an_output_buffer_has_exactly_the_size_that_is_needed(tmp_path: Path) -> None:
    """The fault is there for a length of 2 only, where the buffer must be smaller than for a length of 4."""
    parts = ["size(in) >= len", "size(out) >= 2 * len + 1"]
    run = explored(ENCODE, "encode", tmp_path, requires=parts)
    assert shown(run) == [("out-of-bounds", 9, "within", "")]
    assert {test.inputs["len"] for test in run.tests if test.outcome.fault} == {2}
    assert run.findings[0].confirmed


END = """\
int count(const char *p, const char *end)
{
    int n = 0;
    while (p < end)
        n += *p++ == ',';
    return n;
}
int last(const char *p, const char *end) { return p == end ? 0 : *end; }
"""


def test_an_end_pointer_is_inside(tmp_path: Path) -> None:
    run = explored(END, "count", tmp_path)
    assert run.contract.texts == ["inside(end, p)"]
    assert run.findings == ()
    assert {test.inputs["end"] for test in run.tests} == {0, 1, 2, 3, 4}


def test_nothing_can_be_read_at_the_end(tmp_path: Path) -> None:
    run = explored(END, "last", tmp_path)
    assert shown(run) == [("out-of-bounds", 8, "within", "")]
    assert run.findings[0].confirmed


HEAP = """\
#include <stdlib.h>
struct text { char *data; unsigned len, cap; };
void drop(struct text *t) { free(t->data); t->data = 0; }
int grow(struct text *t)
{
    char *data = realloc(t->data, t->cap + 1);
    if (!data) return 0;
    t->data = data;
    data[t->cap++] = 'x';
    return 1;
}
void twice(char *p) { free(p); free(p); }
"""


def test_a_block_can_be_freed_and_grown(tmp_path: Path) -> None:
    parts = ["heap(t->data)", "size(t->data) >= t->cap"]
    for function in ("drop", "grow"):
        run = explored(HEAP, function, tmp_path, requires=parts, check_tests=True)
        assert shown(run) == []
        assert run.suite_check is not None
        assert not run.suite_check.failures
        assert not run.suite_check.problem


def test_a_block_can_be_freed_once(tmp_path: Path) -> None:
    run = explored(HEAP, "twice", tmp_path, requires=["heap(p)"])
    assert shown(run) == [("invalid-free", 12, "within", "")]
    assert run.findings[0].confirmed


STRING = """\
unsigned length(const unsigned char *s) { unsigned n = 0; while (s[n]) n++; return n; }
"""


def test_a_terminated_string(tmp_path: Path) -> None:
    assert shown(explored(STRING, "length", tmp_path, infer=False))[0][0] == "out-of-bounds"
    run = explored(STRING, "length", tmp_path, requires=["terminated(s)"])
    assert shown(run) == []
    assert len(run.tests) == 5


POINTERS = """\
int count(char **argv) { int n = 0; while (*argv++) n++; return n; }
int pairs(char **argv) { int n = 0; while (argv[n]) n += 2; return n; }
int command(int argc, char **argv) { return argv[argc] == 0 && (argc < 2 || argv[argc - 1] != 0); }
"""


def test_a_list_of_pointers_that_ends(tmp_path: Path) -> None:
    """The list has as many elements as it says: a function that steps over its end is found."""
    assert shown(explored(POINTERS, "count", tmp_path, infer=False))[0][0] == "out-of-bounds"
    run = explored(POINTERS, "count", tmp_path)
    assert shown(run) == []
    assert [test.inputs["argv_length"] for test in run.tests] == [0, 1, 2, 3, 4]
    run = explored(POINTERS, "pairs", tmp_path)
    assert shown(run) == [("out-of-bounds", 2, "within", "")]
    assert run.findings[0].confirmed
    run = explored(POINTERS, "command", tmp_path)
    assert {(test.inputs["argc"], str(test.outcome)) for test in run.tests} == {(n, "return 1") for n in range(5)}


LIST = """\
struct node { int value; struct node *next; };
int total(const struct node *list)
{
    int n = 0;
    for (; list; list = list->next) n++;
    return n;
}
int second(const struct node *list) { return list->next->value; }
"""


def test_lists_of_bounded_length(tmp_path: Path) -> None:
    run = explored(LIST, "total", tmp_path, requires=["shape(list, 0..3)"])
    assert sorted(str(test.outcome) for test in run.tests) == ["return 0", "return 1", "return 2", "return 3"]
    run = explored(LIST, "second", tmp_path, requires=["shape(list, 1..2)"])
    assert shown(run) == [("null-pointer", 8, "within", "")]
    assert shown(explored(LIST, "second", tmp_path, requires=["shape(list, 2..3)"])) == []


CALLS = """\
struct stream { int (*get)(void *), limit; };
int one(void *p) { (void)p; return 1; }
int two(void *p) { (void)p; return 2; }
int read2(struct stream *s)
{
    int a = s->get(s), b = s->get(s);
    if (a > b) return 1;
    return a < b ? -1 : 0;
}
int apply(int (*f)(void *)) { return 10 / (f(0) - 1); }
"""


def test_any_function_may_be_called(tmp_path: Path) -> None:
    run = explored(CALLS, "read2", tmp_path, requires=["calls(s->get, any)"], check_tests=True)
    assert {str(test.outcome) for test in run.tests} == {"return 1", "return -1", "return 0"}
    assert run.complete
    assert run.suite_check is not None
    assert not run.suite_check.failures


def test_one_of_some_functions_is_called(tmp_path: Path) -> None:
    assert shown(explored(CALLS, "apply", tmp_path, requires=["calls(f, two)"])) == []
    run = explored(CALLS, "apply", tmp_path, requires=["calls(f, one, two)"])
    assert shown(run) == [("division-by-zero", 10, "within", "")]


def test_pointers_that_may_be_null_or_equal(tmp_path: Path) -> None:
    text = "int f(int *a, int *b) { *a = 1; *b = 2; return *a; }"
    run = explored(text, "f", tmp_path, requires=["valid(b) || b == 0", "alias(a, b)"])
    assert shown(run) == [("null-pointer", 1, "within", "")]
    assert {str(test.outcome) for test in run.tests if not test.outcome.fault} == {"return 1", "return 2"}


def test_conditions_do_not_wrap_around(tmp_path: Path) -> None:
    """As numbers, -1 is less than any unsigned one."""
    text = "int f(int i, unsigned n) { if (i >= 0 && (unsigned)i >= n) return 1; return 0; }"
    run = explored(text, "f", tmp_path, requires=["i < n"])
    assert {str(test.outcome) for test in run.tests} == {"return 0"}
    assert any(test.inputs["i"] == -1 or int(str(test.inputs["i"])) < 0 for test in run.tests)


@pytest.mark.parametrize(
    ("part", "problem"),
    [("size(buff) >= len", "there is no 'buff'"), ("buf->x > 3", "is no member"), ("size(buf) >= LEN", "not known")],
)
def test_names_must_exist(part: str, problem: str, tmp_path: Path) -> None:
    with pytest.raises(ContractError, match=problem):
        explored(SUM.replace("{}", "<"), "sum", tmp_path, requires=[part])


@pytest.mark.parametrize("technique", ["dgse", "pse"])
def test_every_technique_keeps_the_contract(technique: str, tmp_path: Path) -> None:
    text = """\
#include <stdlib.h>
struct text { char *data; unsigned len, cap; };
int put(struct text *t, const char *buf, unsigned n, int mode)
{
    unsigned need = t->len + n;
    if (need > t->cap) {
        t->data = realloc(t->data, need);
        t->cap = need;
    }
    for (unsigned i = 0; i < n; i++)
        t->data[t->len++ + (mode == 3 && buf[i] == 'x')] = buf[i];
    return 10 / (mode - 7);
}
"""
    parts = ["heap(t->data) && size(t->data) >= t->cap && t->len <= t->cap", "size(buf) >= n"]
    run = explored(text, "put", tmp_path, requires=parts, buffer=1, technique=technique)
    assert {(kind, line) for kind, line, *_ in shown(run)} == {
        ("out-of-bounds", 11), ("division-by-zero", 12), ("signed-overflow", 12),
    }  # fmt: skip


def test_what_a_null_pointer_leads_to_is_not_asked_for(tmp_path: Path) -> None:
    text = """\
struct part { unsigned len; int *buf, *end; };
//@ requires (valid(p) || p == 0) && size(p->buf) >= p->len
//@ ensures p == 0 || p->len == old(p->len)
int last(const struct part *p) { return p->len ? p->buf[p->len - 1] : 0; }
//@ requires (valid(p) || p == 0) && inside(p->end, p->buf)
int at_end(const struct part *p) { return *p->end; }
//@ requires (valid(b) || b == 0) && inside(e, b)
long length(const char *b, const char *e) { return e - b; }
"""
    assert shown(explored(text, "last", tmp_path)) == [("null-pointer", 4, "within", "")]
    found = shown(explored(text, "at_end", tmp_path))
    assert sorted((kind, line) for kind, line, *_ in found) == [("null-pointer", 6), ("out-of-bounds", 6)]
    run = explored(text, "length", tmp_path)
    assert shown(run) == []
    assert {str(test.outcome) for test in run.tests} >= {"return 0"}
