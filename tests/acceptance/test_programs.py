"""Small programs with faults that every technique must find, in every search order."""

from __future__ import annotations

import pytest

from exploration.exploring import HEADER
from properties.differential import EXACT, compiled, explored, fault_keys, named
from secateur.exploration.frontier import ORDERS
from secateur.options import Budget

#: Programs in which one branch affects another through the heap, the inputs or the end of the run.
PROGRAMS = {
    "use after free": """
        int main(void) { int a = INT, b = INT, *p = malloc(4);
            if (a) free(p);
            if (b) *p = 2;
            return 0; }""",
    "double free": """
        int main(void) { int a = INT, b = INT, *p = malloc(4);
            if (a > 3) free(p);
            if (b > 5) free(p);
            return 0; }""",
    "one of two is freed": """
        int main(void) { int a = INT, b = INT, *p = malloc(4), *q = malloc(8);
            free(a > 0 ? p : q);
            if (b == 1) return *p;
            if (b == 2) return *q;
            return 0; }""",
    "blocks that come and go": """
        int main(void) { int *p[3];
            for (int i = 0; i < 3; i++) p[i] = malloc(4);
            for (int i = 0; i < 3; i++) if (INT > 0) free(p[i]);
            if (INT == 3) *p[1] = 1;
            if (INT == 4) { *p[2] = 1; *p[0] = 2; }
            return 0; }""",
    "the size of a block": """
        int main(void) { int a = INT, b = INT, n = 4;
            if (a > 2) n = 8;
            char *p = malloc(n);
            if (b > 1) p[6] = 1;
            return 0; }""",
    "an input under a branch": """
        int main(void) { int a = 0, b;
            if (INT > 3) a = INT;
            b = INT;
            if (b == 7) assert(a != 9);
            return 0; }""",
    "inputs that are not used": """
        int main(void) { int flag = INT;
            if (flag > 3) (void)INT;
            if (flag > 7) (void)INT;
            int b = INT;
            if (b == 7) assert(flag < 4);
            if (b == 8) assert(flag < 8);
            return 0; }""",
    "a number of inputs that depends on a loop": """
        int main(void) { int a = INT, s = 0;
            while (s < 3 && INT > 0) s++;
            int c = INT;
            if (c > 4) assert(s != 2);
            if (a > c) assert(s != 1 || c != 3);
            return 0; }""",
    "an exit in between": """
        int main(void) { int a = INT, b = INT, c = 0;
            if (a > 2) c = 1;
            if (a == 3) exit(4);
            if (b > 2) assert(c == 0);
            return 0; }""",
    "an assumption in between": """
        int main(void) { int a = INT, b = INT, c = 0;
            if (a > 2) c = 1;
            __VERIFIER_assume(a != 3);
            if (b > 2) assert(c == 0);
            return 0; }""",
    "an assumption under a branch": """
        int main(void) { int x = INT, y = INT;
            if (!((x ^ y) & 1)) __VERIFIER_assume(INT > 0);
            if (y == 1) assert(x != 4);
            return 0; }""",
    "one fault after another": """
        int main(void) { int a = INT, b = INT, n = 0;
            if (a > 3) n = 1;
            assert(a != 4);
            assert(a != 5);
            if (b > 3) n += 2;
            assert(b != 4);
            assert(b != 5);
            if (INT > 3) assert(n != 3);
            return 0; }""",
    "an end that does not depend on the last branch": """
        int main(void) { int x = INT, b = 1, g = 0;
            if (x == 4) b = 0;
            if (x > 3) g = 1;
            b = 1 / b;
            if (INT > 3) assert(g == 0);
            return 0; }""",
    "a repeated condition": """
        static int g;
        int main(void) { int x = INT, b = 0, c = 0;
            if (x != 5) c = 1;
            if (x < 5) g = 1;
            if (x < 5) b = 0; else b = 1;
            if (INT > 3) assert(!(c && b));
            return 0; }""",
    "a loop whose length was decided before": """
        int main(void) { int x = INT, n = 0, b = 0;
            if (x != 5) n = 2;
            if (x < 5) b = 0; else b = 1;
            for (int i = 0; i < n; i++) if (b) assert(0);
            return 0; }""",
    "a function that was chosen before": """
        static int checked(int b) { assert(!b); return 1; }
        static int unchecked(int b) { return 2; }
        int main(void) { int x = INT, b = 0, (*f)(int) = unchecked;
            if (x != 5) f = checked;
            if (x < 5) b = 0; else b = 1;
            return f(b); }""",
    "a value from one of two places": """
        int main(void) { int x = INT, b = 0, c = 0, v = 0;
            if (x != 5) c = 1;
            if (x < 5) b = 0; else b = 1;
            if (c) v = b;
            if (INT > 2) assert(!v);
            return 0; }""",
}


@pytest.mark.parametrize("technique", [name for name in EXACT if name != "full"])
@pytest.mark.parametrize("name", list(PROGRAMS))
def test_the_faults_of_a_program_are_found_in_every_order(name: str, technique: str) -> None:
    program = compiled(HEADER + PROGRAMS[name])
    full = explored(program, named("full"), Budget())
    assert full.complete
    assert fault_keys(full), "the program must have a fault"
    for order in ORDERS:
        found = explored(program, named(technique), Budget(max_paths=100), order)
        assert found.complete
        assert fault_keys(found) == fault_keys(full), order
