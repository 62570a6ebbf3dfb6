"""Arrays without a size at the end of structures."""

from __future__ import annotations

from pathlib import Path

import secateur

from .explored import explored, shown

PACKET = """\
#include <stddef.h>
#if !__has_attribute(counted_by)
#define counted_by(n) unused
#endif
struct packet { size_t %s; int items[] __attribute__((counted_by(%s))); };
int f(const struct packet *p) { int s = 0; for (size_t i = 0; i %s p->%s; i++) s ^= p->items[i]; return s; }
"""


def packet(count: str, less: str) -> str:
    return PACKET % (count, count, less, count)


def test_counted_by_says_how_many_there_are(tmp_path: Path) -> None:
    run = explored(packet("k", "<"), "f", tmp_path)
    assert run.contract.texts[0] == "size(p->items) >= p->k"
    assert shown(run) == []
    assert run.complete
    given = [each.inputs["p"] for each in run.tests]
    assert {each["k"] for each in given if isinstance(each, dict)} >= {0, 1, 2}
    assert run.suite_check is None or run.suite_check.passed


def test_one_too_many_is_found(tmp_path: Path) -> None:
    run = explored(packet("k", "<="), "f", tmp_path)
    assert [each[:3] for each in shown(run)] == [("out-of-bounds", 6, "within")]
    assert run.findings[0].confirmed


def test_a_member_that_is_called_the_length_counts_it(tmp_path: Path) -> None:
    text = packet("len", "<=").replace(" __attribute__((counted_by(len)))", "")
    run = explored(text, "f", tmp_path)
    assert run.contract.texts[0] == "size(p->items) >= p->len"
    assert ("out-of-bounds", 6, "within", "") in shown(run)


def test_what_a_function_leaves_there_is_seen(tmp_path: Path) -> None:
    text = "struct s { int n; char data[]; };\nvoid f(struct s *p) { if (p->n > 1) p->data[%d] = 1; }\n"
    old, new = tmp_path / "old.c", tmp_path / "new.c"
    old.write_text(text % 0)
    new.write_text(text % 1)
    found = secateur.diff(f"{old}:f", f"{new}:f")
    assert found.found
    assert found.functions[0].differences


def test_beside_a_pointer_it_is_empty_and_the_tests_build(tmp_path: Path) -> None:
    text = "struct s { int *at; char data[]; };\nint f(struct s *p) { return *p->at > 3; }\n"
    run = explored(text, "f", tmp_path)
    assert run.complete
    assert run.suite_check is None or (run.suite_check.passed and not run.suite_check.problem)
