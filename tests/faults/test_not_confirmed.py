"""What looks like a fault, or like a confirmation, and is none."""

from __future__ import annotations

from pathlib import Path

import pytest

import secateur


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_our_allocator_refuses_what_others_give() -> None:
    Path("a.c").write_text(
        "#include <stdlib.h>\nint f(unsigned n)\n{\n    char *p = malloc((size_t)n << 10);\n"
        "    if (!p)\n        return 1 / (int)(n - n);\n    free(p);\n    return 0;\n}\n"
    )
    (fault,) = secateur.explore("a.c:f", infer=False).faults
    assert (fault.kind, fault.confirmed, fault.rests_on) == ("division-by-zero", None, ("malloc",))


def test_alloca_of_nothing_is_no_array() -> None:
    Path("a.c").write_text(
        "int f(int x)\n{\n    if (x == 3) { char *p = __builtin_alloca(x - 3); return p != 0; }\n    return 2;\n}\n"
    )
    run = secateur.explore("a.c:f")
    assert not run.faults
    assert len(run.tests) == 2


def test_a_volatile_object_changes_by_itself() -> None:
    Path("a.c").write_text("static volatile int flag;\nint f(int x) { if (flag && x == 7) return 1; return 0; }\n")
    run = secateur.explore("a.c:f")
    assert not run.complete
    assert [(str(each.kind), each.subject) for each in run.assumptions] == [("globals", "flag")]


NUMBERS = [
    "int f(int x) { int a = x; return (unsigned)(unsigned long)&a % 7 == 3; }\n",
    "#include <stdlib.h>\nint f(int x) { char *a = malloc(3); return ((unsigned long)a >> 4 & 15) == (unsigned)x; }\n",
    "int f(char *a) { return ((unsigned long)a & 3) == 1 ? 1 : 2; }\n",
]


@pytest.mark.parametrize("text", NUMBERS)
def test_an_address_as_a_number(text: str) -> None:
    Path("a.c").write_text(text)
    run = secateur.explore("a.c:f")
    assert "address" in {str(each.kind) for each in run.assumptions}
    assert not run.complete
    assert all(test.rests_on for test in run.tests)


def test_addresses_that_are_only_compared_or_subtracted() -> None:
    Path("a.c").write_text("int f(char *a, int n) { char *e = a + (n & 3); return (int)(e - a) > 2 && e != a; }\n")
    run = secateur.explore("a.c:f")
    assert run.complete
    assert not any(test.rests_on for test in run.tests)


def test_the_environment_by_its_name() -> None:
    Path("a.c").write_text("extern char **environ;\nint f(int x) { return environ[0] && x == 7 ? 1 : 2; }\n")
    run = secateur.explore("a.c:f")
    assert [(str(each.kind), each.subject) for each in run.assumptions if each.kind == "environment"] == [
        ("environment", "environ")
    ]
    assert not run.complete
