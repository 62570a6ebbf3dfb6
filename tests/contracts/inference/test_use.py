"""What a function does with its parameters, and what its callers pass."""

from __future__ import annotations

from pathlib import Path

import pytest

from secateur.contracts.inference.evidence import LARGE

from .inferred import evidence_of, inferred

HEAD = "#include <stddef.h>\n#include <stdlib.h>\n#include <string.h>\n"
NODE = "struct node { int key; struct node *next; };\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("long f(const int *p, const int *q) { long s = 0; while (p != q) s ^= *p++; return s; }", "inside(q, p)"),
        ("void f(char *p) { free(p); }", "heap(p)"),
        ("struct v { int *data; }; static void g(struct v *v) { free(v->data); } void f(struct v *v) { g(v); }",
         "heap(v->data)"),
        ("void f(char **slot) { free(*slot); *slot = 0; }", "heap(slot[0])"),
        ("int f(const int *p) { return p == NULL ? 0 : *p; }", "valid(p) || p == 0"),
        (NODE + "int f(struct node *list) { while (list) list = list->next; return 0; }", "shape(list, 0..3)"),
        (NODE + "int f(struct node *list) { return list->key; }", "shape(list, 1..3)"),
        (NODE + "void f(struct node *list) { while (list) { struct node *n = list->next; free(list); list = n; } }",
         "heap(list->next->next)"),
        ("enum e { A, B, C }; int f(enum e e) { return e; }", "e <= 2"),
        ("enum e { A = 1, B = 2, C = 4 }; int f(enum e e) { return e; }", "e <= 7"),
        ("int f(int (*get)(int)) { return get(1); }", "calls(get, any)"),
    ],
)  # fmt: skip
def test_a_part(text: str, expected: str, tmp_path: Path) -> None:
    assert expected in inferred(HEAD + text, "f", tmp_path)


def test_lists_may_be_empty_where_most_functions_ask(tmp_path: Path) -> None:
    text = f"""{NODE}
    int a(struct node *list) {{ return list != 0; }}
    int b(struct node *list) {{ return list == 0 ? 0 : list->key; }}
    int f(struct node *list) {{ return list->key; }}
    """
    assert "shape(list, 0..3)" in inferred(text, "f", tmp_path)


def test_a_result_that_is_compared_is_not_the_parameter(tmp_path: Path) -> None:
    found = inferred(HEAD + "int f(const char *s) { return strchr(s, 'a') != NULL; }", "f", tmp_path)
    assert not [each for each in found if each.startswith("valid")]


def test_two_arrays_that_are_compared_are_not_one(tmp_path: Path) -> None:
    for text in ("return a == b ? 0 : *a - *b;", "return a == b ? 0 : a[0];", "return b != a && *a == 'x';"):
        found = inferred(f"int f(const char *a, const char *b) {{ {text} }}", "f", tmp_path)
        assert not [each for each in found if each.startswith("inside")]


def test_callers_pass_arrays_and_lengths(tmp_path: Path) -> None:
    text = """
    void f(int *out, char *text, unsigned n) { for (unsigned i = 0; i < n; i++) { out[0] += 1; text[i] = 'a'; } }
    void g(void) { int a[3]; char b[16]; f(a, b, 15); }
    """
    found = inferred(text, "f", tmp_path)
    assert "size(out) >= 3" in found
    assert "n > 0" not in found  # one caller is not all
    assert "n > 0" in inferred(text.replace("15", "16"), "f", tmp_path)  # the size of an array
    assert "n > 0" in inferred(text + "void h(int *a, char *b) { f(a, b, 3); }", "f", tmp_path)
    assert "n > 0" in inferred(text.replace("void f", "static void f"), "f", tmp_path)


def test_an_earlier_length_is_at_most_the_length(tmp_path: Path) -> None:
    text = "int f(const char *buf, size_t len, size_t *num, size_t last_len) { *num = 1; return buf[last_len] + len; }"
    assert inferred(HEAD + text, "f", tmp_path) == ["size(buf) >= len", "last_len <= len"]


def test_numbers_of_one_caller_are_not_all_numbers(tmp_path: Path) -> None:
    found = inferred("int f(int n) { return 10 / n; } int g(void) { return f(1); }", "f", tmp_path)
    assert found == []


def test_what_lies_before_a_pointer_is_made_by_a_function(tmp_path: Path) -> None:
    text = """
    typedef char *text;
    static size_t *header(text t) { return (size_t *)(t - sizeof(size_t)); }
    text text_new(const char *initial)
    {
        size_t *h = malloc(sizeof *h + strlen(initial) + 1);
        if (h == NULL) return NULL;
        *h = strlen(initial);
        return strcpy((char *)(h + 1), initial);
    }
    size_t f(text t) { return *header(t); }
    """
    assert inferred(HEAD + text, "f", tmp_path) == ["made(t, text_new)", "t != 0", "terminated(t_initial)"]


@pytest.mark.parametrize(("check", "expected"), [("if (!p) return 0; ", ["fails(malloc)"]), ("", [])])
def test_allocations_fail_where_the_module_asks(check: str, expected: list[str], tmp_path: Path) -> None:
    text = f"int *a(void) {{ int *p = malloc(4); {check}*p = 1; return p; }} int *f(void) {{ return malloc(8); }}"
    assert inferred(HEAD + text, "f", tmp_path) == expected


def test_of_a_large_file_only_what_is_near_is_looked_at(tmp_path: Path) -> None:
    others = "".join(f"int g{number}(int n) {{ return n ^ {number}; }}\n" for number in range(LARGE))
    text = f"{HEAD}static void h(char *p) {{ free(p); }}\n{others}"
    text += "void f(char *p) { h(p); }\nvoid k(char *p) { f(p); }\n"
    evidence = evidence_of(text, "f", tmp_path)
    assert set(evidence.flows.by_name) == {"f", "h", "k"}
    assert "heap(p)" in inferred(text, "f", tmp_path)


@pytest.mark.parametrize(
    ("comment", "expected"),
    [
        ("/** @param out buffer of at least 16 bytes\n * @param n unused */", "size(out) >= 16 && terminated(out)"),
        ("/* out must have room for n + 1 bytes. */", "size(out) >= n + 1"),
        ("// Writes to out, which must hold WIDE characters.\n", "size(out) >= 24 && terminated(out)"),
        ("/* n is at least 8 bytes long. out is written. */", None),
        ("/* out is set. The block has at least 8 bytes. */", None),
        ("/* out must hold enough bytes. */", None),
    ],
)
def test_comments_say_how_large_an_output_is(comment: str, expected: str | None, tmp_path: Path) -> None:
    text = f"#define WIDE 24\n{comment}\nvoid f(char *out, unsigned n) {{ out[0] = out[n]; }}"
    found = [each for each in inferred(text, "f", tmp_path) if each.startswith("size(out)")]
    assert found == ([expected] if expected else ["size(out) >= n"])


def test_words_of_a_comment_are_no_parameters(tmp_path: Path) -> None:
    head = "int f(const int *in, char *out, int cap)"
    text = f"/* The number of bytes in out, which has room for cap bytes. */ {head} {{ return *in + out[cap]; }}"
    found = inferred(text, "f", tmp_path)
    assert "size(out) >= cap" in found
    assert "size(in) >= cap" not in found


STATES = """
struct decoder { unsigned long left; char state; };
enum { START, BODY, LAST, DONE };
int f(struct decoder *d, char c)
{
    switch (d->state) {
    case START: d->state = BODY; return 0;
    case BODY: d->state = c == 'x' ? LAST : BODY; return 0;
    case LAST: d->state = DONE; return 1;
    case DONE: return 2;
    }
    return 1 / 0;
}
"""


def test_a_state_machine_has_the_states_that_are_stored(tmp_path: Path) -> None:
    stored = STATES.replace("d->state = c == 'x' ? LAST : BODY", "if (c == 'x') d->state = LAST")
    assert "0 <= d->state && d->state <= 3" in inferred(stored, "f", tmp_path)
    assert not inferred(STATES, "f", tmp_path)  # something else than a constant is stored


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("void f(int *a) { for (int i = 0; i < 16; i++) a[i] = i; }", ["size(a) >= 16"]),
        ("void f(int *a) { for (int i = 0; i < 4; i++) { a[i] = i; a[i + 12] = 1; } }", ["size(a) >= 16"]),
        ("void f(int *a, int *b) { int i; for (i = 0; i < 8; i++) a[i] = i; for (i = 0; i < 64; i++) b[i] = i; }",
         ["size(a) >= 8", "size(b) >= 64"]),
        ("void f(const char *in, char *out, size_t len) { while (len--) *out++ = *in++, *out++ = 0; }",
         ["size(in) >= len", "size(out) >= 64"]),
        ("void f(const int *a, int *out, int n) { *out = a[n]; }", ["size(a) >= n"]),
        ("void f(const int *a, int *out, int len) { *out = a[7 % len]; }", ["size(a) >= len && len >= 0"]),
    ],
)  # fmt: skip
def test_sizes_of_what_is_filled(text: str, expected: list[str], tmp_path: Path) -> None:
    assert [each for each in inferred(HEAD + text, "f", tmp_path) if each.startswith("size")] == expected
