"""A fault that needs a NULL which only the bound on a shape made says so: longer lists were not tried."""

from __future__ import annotations

from pathlib import Path

import pytest

import secateur

SOURCE = """
struct node { int v; struct node *next; const char *name; };
struct tree { struct tree *l, *r; int k; };
struct box { int n; struct node *head; };
int third(struct node *n) { return n->next->next->v; }
int named(struct node *n) { return n->next->next->name[0]; }
int last(struct node *n) { while (n->next) n = n->next; return n->next->v; }
int copied(struct box *b) { struct node m = *b->head; return m.next->v; }
int swapped(struct tree *t) { struct tree *x = t->l->l; t->l->l = t->r; t->r = x; return t->r->k; }
int own(struct node *n) { struct node *p = 0; while (n) n = n->next; return p->v; }
int nullable(struct node *n) { return n->v & 1; }
"""
#: The pointer that is NULL by the bound.
NULLS = {
    "third": "n->next->next",
    "named": "n->next->next",
    "last": "n->next->next",
    "copied": "b->head->next",
    "swapped": "t->l->l",
    "own": "",
}


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("shape") / "shape.c"
    made.write_text(SOURCE)
    return made


@pytest.mark.parametrize("technique", ["full", "dgse", "pse"])
@pytest.mark.parametrize("function", NULLS)
def test_the_fault_names_the_pointer(function: str, technique: str, source: Path) -> None:
    (fault,) = secateur.explore(f"{source}:{function}", technique=technique, confirm=False, infer=False).faults
    why = f": '{NULLS[function]}' is NULL, as no larger shape is tried" if NULLS[function] else ""
    assert (fault.kind, fault.message) == ("null-pointer", f"null pointer dereference{why}")


def test_such_a_list_is_a_valid_input(source: Path) -> None:
    (fault,) = secateur.explore(f"{source}:third", infer=False).faults
    assert fault.confirmed


def test_a_null_that_is_asked_for_is_none_of_them(source: Path) -> None:
    (fault,) = secateur.explore(f"{source}:nullable", nullable=["n"], confirm=False).faults
    assert fault.message == "null pointer dereference"
