"""Points-to sets on typical C code."""

from __future__ import annotations

from pathlib import Path

import pytest

from dependence.analysing import Names, points_to, program_of
from secateur.dependence.memory.abstract_objects import ObjectKind
from secateur.dependence.memory.points_to import PointsTo
from secateur.ir.model import Alloca, Call, Program, Store


def test_scalars_and_pointers_to_them(tmp_path: Path) -> None:
    names = Names(
        """
        int a, b, c;
        int main(int argc, char **argv) {
            int *p = argc ? &a : &b;
            *p = 1;
            c = 2;
            return *p + c;
        }
        """,
        tmp_path,
    )
    assert names.writes("main", 5) == {"a", "b"}
    assert names.kills("main", 5) == set()
    assert names.writes("main", 6) == names.kills("main", 6) == {"c"}
    assert names.reads("main", 7) == {"a", "b", "c"}


def test_members_are_apart_in_arrays_of_structs(tmp_path: Path) -> None:
    names = Names(
        """
        struct s { int key; char name[8]; struct { short low, high; } part; } table[10];
        int main(int i, char **argv) {
            table[i].key = 1;
            table[i].name[i] = 'x';
            struct s *p = &table[i];
            p->part.high = 3;
            p[1].part.low = 4;
            return table[3].key;
        }
        """,
        tmp_path,
    )
    assert names.writes("main", 4) == {"table[].0"}
    assert names.writes("main", 5) == {"table[].1[]"}
    assert names.writes("main", 7) == {"table[].2.1"}
    assert names.writes("main", 8) == {"table[].2.0"}
    assert names.reads("main", 9) == {"table[].0"}
    assert names.kills("main", 4) == set()


def test_tables_of_function_pointers(tmp_path: Path) -> None:
    names = Names(
        """
        static int twice(int x) { return 2 * x; }
        static int half(int x) { return x / 2; }
        static int never(int x) { return x; }
        static struct { const char *name; int (*run)(int); } table[] = {{"twice", twice}, {"half", half}};
        static int (*unused)(int) = never;
        int main(int i, char **argv) {
            return table[i].run(i);
        }
        """,
        tmp_path,
    )
    assert names.callees("main", 8) == {"twice", "half"}
    assert names.points_to.functions == ["twice", "half", "main"]
    (call,) = names.points_to.callers("half")
    assert isinstance(names.points_to.code.items[call], Call)


def test_lists_on_the_heap(tmp_path: Path) -> None:
    names = Names(
        """
        #include <stdlib.h>
        struct node { int key; struct node *next; };
        static struct node *push(struct node *list, int key) {
            struct node *made = malloc(sizeof *made);
            made->key = key;
            made->next = list;
            return made;
        }
        int main(void) {
            struct node *list = push(push(0, 1), 2);
            int sum = 0;
            for (; list; list = list->next)
                sum += list->key;
            return sum;
        }
        """,
        tmp_path,
    )
    assert names.writes("push", 6) == {"malloc:5[].0"}
    assert names.writes("push", 7) == {"malloc:5[].1"}
    assert names.kills("push", 6) == set()
    assert names.reads("push", 6) == {"lifetime of malloc:5"}
    assert names.reads("main", 13) == {"malloc:5[].1", "lifetime of malloc:5"}
    assert names.reads("main", 14) == {"malloc:5[].0", "lifetime of malloc:5"}


def test_unions_by_their_bytes(tmp_path: Path) -> None:
    names = Names(
        """
        int x;
        union u { long whole; struct { int low, high; } half; int *p; };
        struct tagged { union u value; int tag; } t;
        int main(void) {
            t.value.p = &x;
            *t.value.p = 3;
            t.value.half.high = 1;
            t.tag = 2;
            return (int)t.value.whole;
        }
        """,
        tmp_path,
    )
    assert names.writes("main", 7) == {"x"}
    assert names.writes("main", 8) == {"t.0.0"}
    assert names.kills("main", 8) == set(), "only half of it is written"
    assert names.writes("main", 9) == {"t.1"}
    assert names.reads("main", 10) == {"t.0.0"}


def test_copies_move_pointers_member_by_member(tmp_path: Path) -> None:
    names = Names(
        """
        #include <string.h>
        int x, y;
        struct s { int *first, *second; };
        struct pack { int n; struct s inner[3]; } one, two;
        int main(void) {
            struct s a = {&x, &y}, b, c[3];
            memcpy(&b, &a, sizeof a);
            *b.first = 1;
            c[1] = b;
            *c[2].second = 2;
            one.inner[1] = a;
            memcpy(&two, &one, sizeof one);
            *two.inner[0].first = 3;
            return 0;
        }
        """,
        tmp_path,
    )
    assert names.writes("main", 9) == {"x"}
    assert names.writes("main", 11) == {"y"}
    assert names.writes("main", 14) == {"x"}


def test_copies_against_the_types_mix(tmp_path: Path) -> None:
    names = Names(
        """
        #include <string.h>
        int x, y;
        struct s { int *first, *second; };
        int main(void) {
            struct s a = {&x, &y};
            int *to[2];
            memcpy(to, &a, sizeof a);
            *to[0] = 1;
            return 0;
        }
        """,
        tmp_path,
    )
    assert names.writes("main", 9) == {"x", "y"}


def test_copying_byte_by_byte(tmp_path: Path) -> None:
    names = Names(
        """
        int x, y;
        struct s { int *first, *second; };
        static void copy(void *to, const void *from, unsigned long n) {
            char *t = to;
            for (const char *f = from; n--; f++) *t++ = *f;
        }
        int main(void) {
            struct s a = {&x, &y}, b;
            copy(&b, &a, sizeof a);
            *b.first = 1;
            return 0;
        }
        """,
        tmp_path,
    )
    assert names.writes("main", 11) == {"x", "y"}


def test_variable_arguments(tmp_path: Path) -> None:
    names = Names(
        """
        #include <stdarg.h>
        int x, y, z;
        static void set(int n, ...) {
            va_list list;
            va_start(list, n);
            while (n--) *va_arg(list, int *) = n;
            va_end(list);
        }
        int main(void) {
            set(2, &x, &y);
            z = 1;
            return 0;
        }
        """,
        tmp_path,
    )
    analysis = names.points_to
    assert {"x", "y"} <= names.writes("set", 7)
    assert "z" not in names.writes("set", 7)
    (start,) = [n for n in names.at("set", 6) if analysis.variable_arguments(n)]
    area = analysis.object_of_node(start)
    assert area is not None
    assert area.kind is ObjectKind.ARGUMENTS
    assert analysis.writes(start) & area.all
    assert [number for _, number in analysis.variable_arguments(start)] == [1, 2]


def test_a_comparator_behind_qsort(tmp_path: Path) -> None:
    names = Names(
        """
        #include <stdlib.h>
        struct s { int key; int other; } table[4];
        int calls;
        static int compare(const void *x, const void *y) {
            calls++;
            return ((const struct s *)x)->key - ((const struct s *)y)->key;
        }
        int main(void) {
            qsort(table, 4, sizeof table[0], compare);
            return table[0].key;
        }
        """,
        tmp_path,
    )
    assert "compare" in names.points_to.functions
    assert {"table[].0"} <= names.reads("compare", 7)
    assert {"table[].0", "table[].1", "calls"} <= names.mod("qsort")


def test_structs_passed_by_value(tmp_path: Path) -> None:
    names = Names(
        """
        struct big { int a[8]; int *p; };
        int x;
        static int take(struct big b) {
            b.a[1] = 2;
            *b.p = 3;
            return b.a[1];
        }
        int main(void) {
            struct big mine = {{0}, &x};
            return take(mine);
        }
        """,
        tmp_path,
    )
    copy = names.points_to.object_of_copy("take", 0)
    assert copy.kind is ObjectKind.COPY
    (call,) = [n for n in names.at("main", 11) if names.points_to.callees(n) == ("take",)]
    assert names.points_to.writes(call) == copy.all
    assert names.named(names.points_to.reads(call)) == {"mine.0[]", "mine.1"}
    assert names.writes("take", 5) == {"b.0[]"}
    assert names.writes("take", 6) == {"x"}


def test_pointers_through_integers(tmp_path: Path) -> None:
    names = Names(
        """
        #include <stdint.h>
        struct s { int a, b; } s;
        int main(void) {
            uintptr_t same = (uintptr_t)&s.b;
            *(int *)same = 1;
            uintptr_t other = same | 1;
            *(int *)(other & ~7ul) = 2;
            *(int *)4096 = 3;
            return 0;
        }
        """,
        tmp_path,
    )
    assert names.writes("main", 6) == {"s.1", "unknown"}
    assert names.writes("main", 8) == {"s.0", "s.1", "unknown"}
    assert names.writes("main", 9) == {"unknown"}


def test_the_container_of_a_member(tmp_path: Path) -> None:
    names = Names(
        """
        #include <stddef.h>
        struct link { struct link *next; };
        struct item { int key; struct link link; } items[3];
        int main(void) {
            struct link *l = &items[1].link;
            struct item *i = (struct item *)((char *)l - offsetof(struct item, link));
            i->key = 1;
            return 0;
        }
        """,
        tmp_path,
    )
    assert names.writes("main", 8) == {"items[].0"}


def test_kills(tmp_path: Path) -> None:
    names = Names(
        """
        #include <string.h>
        struct s { int a; int b[3]; } g;
        static int down(int n) {
            int own;
            int *p = &own;
            *p = n;
            return n ? down(n - 1) + own : 0;
        }
        int main(void) {
            g.a = 1;
            g.b[0] = 2;
            memset(g.b, 0, sizeof g.b);
            struct s local = g;
            int x;
            int *p = &x;
            *p = 3;
            return local.a + x + down(3);
        }
        """,
        tmp_path,
    )
    assert names.kills("main", 11) == {"g.0"}
    assert names.kills("main", 12) == set()
    assert names.kills("main", 13) == {"g.1[]"}
    assert names.kills("main", 14) == {"local.0", "local.1[]"}
    assert names.kills("main", 17) == {"x"}
    assert names.kills("down", 7) == set(), "several instances may be alive"
    assert names.points_to.is_recursive("down")
    assert not names.points_to.is_recursive("main")


def test_unknown_functions_do_anything_to_what_they_get(tmp_path: Path) -> None:
    names = Names(
        """
        extern void *mystery(void *, int (*)(int *));
        int x, hidden;
        struct s { int *p; } given;
        static int back(int *p) { return *p = 7; }
        int main(void) {
            given.p = &x;
            int *got = mystery(&given, back);
            *got = 1;
            return 0;
        }
        """,
        tmp_path,
    )
    assert {"x", "given.0", "unknown"} <= names.writes("main", 8)
    assert "hidden" not in names.writes("main", 8)
    assert "x" in names.writes("main", 9)
    assert names.callees("main", 8) == {"mystery", "back"}
    assert "x" in names.writes("back", 5)
    assert "x" in names.mod("main")


def test_functions_at_exit(tmp_path: Path) -> None:
    names = Names(
        """
        #include <stdlib.h>
        int seen;
        static void bye(void) { seen = 1; }
        int main(void) {
            atexit(bye);
            return 0;
        }
        """,
        tmp_path,
    )
    assert {"exit", "bye"} <= set(names.points_to.functions)
    assert "seen" in names.mod("exit")


def test_output_reads_strings(tmp_path: Path) -> None:
    names = Names(
        """
        #include <stdio.h>
        char text[8], other[8];
        int number;
        int main(void) {
            printf("%s %d\\n", text, number);
            return 0;
        }
        """,
        tmp_path,
    )
    assert {"text[]", "number"} <= names.reads("main", 6)
    assert "other[]" not in names.reads("main", 6)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> PointsTo:
    text = """
        #include <stdlib.h>
        int g;
        int main(void) {
            int a[3];
            int *p = malloc(8);
            p[1] = 1;
            a[0] = g;
            return a[p[1]];
        }
        """
    return points_to(text, tmp_path_factory.mktemp("small"))


def test_objects_of_nodes_and_globals(small: PointsTo) -> None:
    unit = small.code.units["main"]
    nodes = {type(small.code.items[n]): n for n in range(unit.first, unit.last) if small.object_of_node(n)}
    local, heap = small.object_of_node(nodes[Alloca]), small.object_of_node(nodes[Call])
    assert local is not None
    assert heap is not None
    assert (local.kind, local.name, heap.kind) == (ObjectKind.LOCAL, "a", ObjectKind.HEAP)
    assert small.object_of_global("g").name == "g"
    assert small.object_of_node(unit.terminator(0)) is None


def test_objects_of_an_operand(small: PointsTo) -> None:
    unit = small.code.units["main"]
    stores = [item for item in unit.items if isinstance(item, Store)]
    found = [[o.kind for o in small.objects_of(item.address, unit)] for item in stores]
    assert found == [[ObjectKind.HEAP], [ObjectKind.LOCAL]]


def test_locations_are_where_their_numbers_say(small: PointsTo) -> None:
    assert [x.number for x in small.locations] == list(range(len(small.locations)))
    for location in small.locations:
        assert location.object.all >> location.number & 1 or location.name.startswith("lifetime of ")


def test_twice_the_same(tmp_path: Path) -> None:
    program: Program = program_of("int a[4]; int main(int i, char **v) { int *p = a + i; return *p; }", tmp_path)
    one, two = PointsTo(program, "main"), PointsTo(program, "main")
    nodes = range(len(one.code.items))
    assert [x.name for x in one.locations] == [x.name for x in two.locations]
    assert [one.reads(n) for n in nodes] == [two.reads(n) for n in nodes]
