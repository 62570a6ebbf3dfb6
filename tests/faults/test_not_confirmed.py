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
    (fault,) = secateur.explore("a.c:f").faults
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
