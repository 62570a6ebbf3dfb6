"""What holds whenever a function is entered, if the module's own functions make the states."""

from __future__ import annotations

from pathlib import Path

import pytest

from secateur.contracts.inference.trial import run
from secateur.contracts.inference.trial.facts import FEWEST, Hints, facts
from secateur.contracts.inference.trial.run import Entry, Pointed
from secateur.frontend.build import build

from .inferred import inferred

RING = """
#include <stddef.h>
struct ring { unsigned char *buf; size_t cap, head, count; };
void ring_init(struct ring *r, unsigned char *storage, size_t cap)
{ r->buf = storage; r->cap = cap; r->head = r->count = 0; }
int ring_put(struct ring *r, unsigned char byte)
{
    if (r->count == r->cap) return -1;
    r->buf[(r->head + r->count) %% r->cap] = byte;
    r->count++;
    return 0;
}
int ring_get(struct ring *r)
{
    if (r->count == 0) return -1;
    int byte = r->buf[r->head++];
    if (r->head %s r->cap) r->head = 0;
    r->count--;
    return byte;
}
"""


def test_the_states_of_a_ring(tmp_path: Path) -> None:
    found = inferred(RING % "==", "ring_get", tmp_path)
    assert "size(r->buf) >= r->cap" in found
    assert "r->count <= r->cap" in found
    assert "r->head <= r->cap" in found or "r->head < r->cap" in found


def test_a_state_that_a_bug_brings_about_is_not_excluded(tmp_path: Path) -> None:
    found = inferred(RING % ">", "ring_get", tmp_path)
    assert "r->head <= r->cap" in found
    assert "r->head < r->cap" not in found


def test_states_of_a_state_machine(tmp_path: Path) -> None:
    text = """
    enum state { IDLE, BUSY };
    struct machine { enum state state; unsigned char have, need; };
    void machine_init(struct machine *m) { m->state = IDLE; m->have = m->need = 0; }
    void machine_step(struct machine *m, unsigned char byte)
    {
        if (m->state == IDLE) { m->need = byte % 9; m->have = 0; m->state = m->need ? BUSY : IDLE; return; }
        m->have++;
        if (m->have == m->need) m->state = IDLE;
    }
    """
    found = inferred(text, "machine_step", tmp_path)
    assert "m->have <= m->need" in found
    assert "!(m->state == BUSY) || m->have < m->need" in found


def test_callers_inside_the_module_show_what_belongs_together(tmp_path: Path) -> None:
    text = """
    struct parser { unsigned next; };
    void parser_init(struct parser *p) { p->next = 0; }
    int last(struct parser *p, const int *tokens) { return p->next ? tokens[p->next - 1] : 0; }
    int parse(const int *given, unsigned n)
    {
        struct parser p;
        int tokens[8];
        parser_init(&p);
        while (p.next < n && p.next < 8) tokens[p.next] = given[p.next], p.next++;
        return last(&p, tokens);
    }
    """
    assert "size(tokens) >= p->next" in inferred(text, "last", tmp_path)


def test_without_callers_an_object_is_as_it_was_initialised(tmp_path: Path) -> None:
    text = """
    struct parser { unsigned next; };
    void parser_init(struct parser *p) { p->next = 0; }
    int add(struct parser *p, int *tokens, unsigned count)
    {
        if (p->next >= count) return 0;
        tokens[p->next++] = 1;
        return 1;
    }
    """
    assert "p->next == 0" in inferred(text, "add", tmp_path)


def test_functions_that_members_call(tmp_path: Path) -> None:
    text = """
    struct hooks { int (*get)(int); int (*never)(int); int n; };
    static int twice(int x) { return x ^ x; }
    void hooks_init(struct hooks *h) { h->get = twice; h->never = 0; h->n = 0; }
    int f(struct hooks *h) { return h->never ? h->never(1) : h->get(h->n); }
    """
    found = inferred(text, "f", tmp_path)
    assert "calls(h->get, twice)" in found
    assert "h->never == 0" in found
    assert "calls(h->never, any)" not in found


def test_inferring_is_deterministic(tmp_path: Path) -> None:
    assert inferred(RING % ">", "ring_put", tmp_path) == inferred(RING % ">", "ring_put", tmp_path)


# --- facts from entries

HINTS = Hints(frozenset({frozenset(("a", "b"))}), {"a": frozenset({8})}, {})


def _entries(*pairs: tuple[int, int]) -> list[Entry]:
    return [Entry(True, {"s": Pointed(64, 16, 16, False), "s->a": a, "s->b": b}) for a, b in pairs]


def _facts(*pairs: tuple[int, int], hints: Hints = HINTS) -> list[str]:
    return list(facts(_entries(*pairs), frozenset({"s"}), hints))


def test_a_relation_must_have_been_met_near_its_border() -> None:
    far = [(n, 100 + n) for n in range(FEWEST)]
    near = [(n, n + n % 2) for n in range(FEWEST)]
    assert _facts(*far) == []
    assert _facts(*near) == ["s->a <= s->b"]


def test_members_that_the_code_never_compares_are_not_related() -> None:
    near = [(n, n + n % 2) for n in range(FEWEST)]
    assert _facts(*near, hints=Hints(frozenset(), {}, {})) == []


def test_a_bound_is_one_that_the_code_names() -> None:
    assert _facts(*((n % 9, 1) for n in range(40))) == ["s->a <= 8"]
    assert _facts(*((n % 12, 1) for n in range(40))) == []


def test_few_entries_show_nothing() -> None:
    assert _facts(*[(n, n) for n in range(FEWEST - 1)]) == []


BYTES = """
#include <stdlib.h>
#include <string.h>
struct bytes { unsigned char *buf, *at; size_t size; };
struct bytes *bytes_new(size_t n)
{
    struct bytes *b = malloc(sizeof *b);
    if (!b) return 0;
    b->size = n % 16 + 1;
    b->buf = b->at = malloc(b->size);
    if (!b->buf) { free(b); return 0; }
    return b;
}
void bytes_put(struct bytes *b, unsigned char c)
{
    *b->at++ = c;
    if (b->at == b->buf + b->size) b->at = b->buf;
}
"""


def test_a_pointer_that_stays_inside_of_an_object(tmp_path: Path) -> None:
    found = inferred(BYTES, "bytes_put", tmp_path)
    assert "inside(b->at, b->buf)" in found
    assert "b->at - b->buf < b->size" in found


def test_a_pointer_that_comes_to_the_end(tmp_path: Path) -> None:
    """It wraps around one step too late: then it may be at the end, which the next call shows."""
    late = BYTES.replace("if (b->at == b->buf + b->size)", "if (b->at > b->buf + b->size - 1 && c > 100)")
    assert "b->at - b->buf < b->size" not in inferred(late, "bytes_put", tmp_path)


LIST = """
#include <stdlib.h>
struct node { struct node *next; int value; };
struct list { struct node *head; unsigned len; };
struct list *list_new(void) { return calloc(1, sizeof(struct list)); }
void list_push(struct list *l, struct node *n) { n->next = l->head; l->head = n; l->len++; }
void list_remove(struct list *l, struct node *n)
{
    for (struct node **at = &l->head; *at; at = &(*at)->next)
        if (*at == n) { *at = n->next; break; }
    %s
}
int list_second(const struct list *l) { return l->len > 1 ? l->head->next->value : 0; }
"""


def test_a_number_that_counts_nodes(tmp_path: Path) -> None:
    found = inferred(LIST % "l->len--;", "list_second", tmp_path)
    assert "l->head != 0 || l->len == 0" in found
    assert "l->head == 0 || l->head->next != 0 || l->len == 1" in found


def test_a_number_that_counts_wrongly(tmp_path: Path) -> None:
    found = inferred(LIST % ";", "list_second", tmp_path)
    assert not any("l->len == 1" in each for each in found)


def test_a_run_counts_with_its_first_entries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A recursion that does not end would have thousands."""
    monkeypatch.setattr(run, "RUNS", 2)
    source = tmp_path / "many.c"
    source.write_text(
        "int printf(const char *, ...);\n"
        'int main(void) { for (int i = 0; i < 300; i++) printf("entered %d %s=%d\\n", 1, "n", i / 2); }\n'
    )
    assert run._printed(build([source]).text) == [f"{seed} entered 1 n={i}" for seed in range(2) for i in range(150)]
    monkeypatch.setattr(run, "_MOST", 20)
    assert run._printed(build([source]).text) == [f"{seed} entered 1 n={i}" for seed in range(2) for i in range(20)]
