"""Memory that nothing leads to when the program ends, found on request, and confirmed natively."""

from __future__ import annotations

from pathlib import Path

import pytest

import secateur

from .finding import faults, line_of

HEADER = """#include <stdlib.h>
#include <string.h>
struct node { struct node *next; int value; };
struct pair { int n; char *text; };
union either { long n; char *text; };
static struct node *first;
static char *names[3];
static char *text_of(int x) { char *s = malloc(4); return x > 3 ? s : 0; }
static void lose(void) { names[0] = 0; }
"""

LOST = {
    "not freed": "char *p = malloc(4); // HERE\nif (x > 3) free(p);\nreturn x > 3;",
    "overwritten": "char *p = malloc(4); // HERE\nif (x > 3) free(p); p = malloc(2); free(p);\nreturn 0;",
    "list": "struct node *a = malloc(16); // HERE\na->next = malloc(16); a->next->next = 0; a->value = x;\nreturn 0;",
    "strdup": 'char *p = strdup("abc"); // HERE\nreturn p[0] == x;',
    "realloc": "char *p = malloc(4); p[0] = x;\np = realloc(p, 8); // HERE\nreturn p[0];",
    "calloc": "int *p = calloc(2, 4); // HERE\nreturn p[x & 1];",
    "forgotten global": "names[0] = malloc(4); // HERE\nif (x > 3) names[0] = 0; return 0;",
    "exit": "char *p = malloc(4); // HERE\nif (p) p = 0; names[0] = 0;\nreturn x;",
    "one of two": "char *a = malloc(4); // HERE\nchar *b = malloc(4); names[0] = x > 3 ? a : b; free(b);",
}


@pytest.mark.parametrize("name", LOST)
def test_it_is_found_and_confirmed(name: str, tmp_path: Path) -> None:
    text = f"{HEADER}int f(int x) {{\n{LOST[name]}\nreturn 0;\n}}\n"
    found = faults(text, tmp_path, "+leak")
    assert set(found) == {("leak", line_of(text))}


KEPT = {
    "freed": ("int", "char *p = malloc(4); free(p); return x;"),
    "list in a global": (
        "int",
        "for (int i = 0; i < 2; i++) { struct node *n = malloc(16); n->next = first; first = n; } return x;",
    ),
    "array": ("int", "names[(unsigned)x % 3] = malloc(4); return x;"),
    "interior": ("int", "names[0] = (char *)malloc(4) + 2; return x;"),
    "returned": ("char *", "return malloc(4);"),
    "returned list": ("struct node *", "struct node *n = calloc(1, 16); n->next = calloc(1, 16); return n;"),
    "member of the result": ("struct pair", "struct pair p = {x, malloc(4)}; return p;"),
    "local at exit": ("int", "char *p = malloc(4), **q = &p; if (q) exit(3); return 0;"),
    "freed at exit": ("int", "first = malloc(16); atexit(lose); return x;"),
}


@pytest.mark.parametrize("name", KEPT)
def test_memory_in_use_is_no_leak(name: str, tmp_path: Path) -> None:
    kind, body = KEPT[name]
    assert faults(f"{HEADER}{kind} f(int x) {{\n{body}\n}}\n", tmp_path, "all") == []


def test_memory_that_a_parameter_leads_to_is_no_leak(tmp_path: Path) -> None:
    text = f"{HEADER}void f(struct pair *p) {{\nif (p->n > 3) p->text = malloc(4);\n}}\n"
    assert faults(text, tmp_path, "+leak") == []


def test_it_is_not_looked_for_by_default(tmp_path: Path) -> None:
    text = f"{HEADER}int f(int x) {{\n{LOST['not freed']}\n}}\n"
    assert faults(text, tmp_path) == []


def test_what_was_observed_before_the_end_is_kept(tmp_path: Path) -> None:
    source = tmp_path / "f.c"
    source.write_text(f"{HEADER}int f(int x) {{\n{LOST['not freed']}\n}}\n")
    run = secateur.explore(f"{source}:f", check="+leak")
    outcomes = [(test.outcome.kind, test.outcome.observations[0]) for test in run.suite.tests]
    assert outcomes == [("fault", ("return", "0")), ("return", ("return", "1"))]
    assert run.faults[0].message == "4 bytes allocated in 'f' cannot be reached at the end"


def test_a_program_whose_main_returns(tmp_path: Path) -> None:
    source = tmp_path / "m.c"
    source.write_text(f"{HEADER}int main(void) {{\nchar *p = malloc(4);\nfirst = malloc(16);\nreturn p == 0;\n}}\n")
    run = secateur.explore(str(source), check="+leak")
    assert [(fault.kind, fault.line, fault.confirmed) for fault in run.faults] == [("leak", 11, True)]


@pytest.mark.parametrize(
    ("kind", "body"),
    [("union either", "union either e; e.text = malloc(4); return e;"), ("long", "return (long)malloc(4);")],
    ids=["union", "number"],
)
def test_an_address_in_the_result_keeps_the_block(kind: str, body: str, tmp_path: Path) -> None:
    source = tmp_path / "f.c"
    source.write_text(f"{HEADER}{kind} f(int x) {{\n{body}\n}}\n")
    assert secateur.explore(f"{source}:f", check="+leak").faults == ()


def test_what_handlers_of_exit_lose(tmp_path: Path) -> None:
    source = tmp_path / "m.c"
    source.write_text(f"{HEADER}int main(void) {{\nnames[0] = malloc(4);\natexit(lose);\nreturn 0;\n}}\n")
    run = secateur.explore(str(source), check="+leak")
    assert [(fault.kind, fault.line, fault.confirmed) for fault in run.faults] == [("leak", 11, True)]


INDEPENDENT = """#include <stdlib.h>
static char *g;
int f(int x, int y) {
    char *p = malloc(4);
    if (x != 5) free(p);
    if (y != 7) g = p;
    return 0;
}
"""


def test_techniques_that_leave_out_paths_do_not_look_for_it(tmp_path: Path) -> None:
    """The two branches do not depend on each other, so only full exploration combines both sides of both."""
    source = tmp_path / "f.c"
    source.write_text(INDEPENDENT)
    assert [f.line for f in secateur.explore(f"{source}:f", check="all").faults] == [4]
    assert secateur.explore(f"{source}:f", check="all", technique="dgse").faults == ()
    with pytest.raises(secateur.SecateurError, match="any branch can decide about a leak"):
        secateur.explore(f"{source}:f", check="+leak", technique="dgse")
