"""Where a path chooses one concrete value (an object, a callee, a size), other paths take every other one."""

from __future__ import annotations

from pathlib import Path

import pytest

from .exploring import explored, statuses


def assert_complete(text: str, folder: Path, expected: list[int], faults: list[str] | None = None) -> None:
    result = explored(text, folder)
    assert result.complete
    assert statuses(result) == sorted(expected)
    assert sorted(str(fault.kind) for fault, _ in result.faults()) == sorted(faults or [])


@pytest.mark.parametrize("count", [2, 3, 5])
def test_a_pointer_to_any_of_several_objects(count: int, tmp_path: Path) -> None:
    names = [f"v{i}" for i in range(count)]
    text = f"""int main(void)
    {{
        int {", ".join(f"{name} = {i * 3 + 1}" for i, name in enumerate(names))};
        int *all[] = {{{", ".join(f"&{name}" for name in names)}}};
        unsigned i = UINT;
        if (i >= {count}) return 99;
        return *all[i];
    }}
    """
    assert_complete(text, tmp_path, [99, *(i * 3 + 1 for i in range(count))])


def test_one_of_the_pointers_is_null(tmp_path: Path) -> None:
    text = """int main(void)
    {
        int x = 1, y = 2, *all[] = {&x, 0, &y};
        unsigned i = UINT;
        if (i > 2) return 9;
        return *all[i];
    }
    """
    assert_complete(text, tmp_path, [1, 2, 9], ["null-pointer"])


def test_a_write_through_a_pointer_to_any_of_several_objects(tmp_path: Path) -> None:
    text = """int main(void)
    {
        int x = 1, y = 2, z = 4, *all[] = {&x, &y, &z};
        unsigned i = UINT;
        if (i > 2) return 99;
        *all[i] = 0;
        return x + y + z;
    }
    """
    assert_complete(text, tmp_path, [6, 5, 3, 99])


@pytest.mark.parametrize("count", [2, 3, 4])
def test_a_call_through_a_table(count: int, tmp_path: Path) -> None:
    functions = "\n".join(f"static int f{i}(int a) {{ return a + {i}; }}" for i in range(count))
    text = f"""{functions}
    static int (*table[])(int) = {{{", ".join(f"f{i}" for i in range(count))}}};
    int main(void)
    {{
        unsigned i = UINT;
        if (i >= {count}) return 99;
        return table[i](20);
    }}
    """
    assert_complete(text, tmp_path, [99, *(20 + i for i in range(count))])


def test_a_copy_of_symbolic_length(tmp_path: Path) -> None:
    text = """int main(void)
    {
        char from[5] = {1, 2, 3, 4, 5}, to[5] = {0};
        unsigned n = UINT;
        if (n > 5) return 99;
        memcpy(to, from, n);
        return to[0] + to[1] + to[2] + to[3] + to[4];
    }
    """
    assert_complete(text, tmp_path, [0, 1, 3, 6, 10, 15, 99])


def test_choices_one_after_another(tmp_path: Path) -> None:
    text = """int main(void)
    {
        int a = 1, b = 2, c = 3, *all[] = {&a, &b, &c};
        unsigned i = UINT, j = UINT;
        if (i > 2 || j > 2) return 99;
        return *all[i] * 10 + *all[j];
    }
    """
    assert_complete(text, tmp_path, [99, 99, *(10 * i + j for i in (1, 2, 3) for j in (1, 2, 3))])


def test_a_branch_between_choices(tmp_path: Path) -> None:
    text = """int main(void)
    {
        int a = 1, b = 2, c = 3, *all[] = {&a, &b, &c}, r;
        unsigned i = UINT;
        int n = INT;
        if (i > 2) return 99;
        r = *all[i];
        if (n > 0) r += 10;
        return r + *all[i];
    }
    """
    assert_complete(text, tmp_path, [99, 2, 4, 6, 12, 14, 16])


def test_memory_of_symbolic_size(tmp_path: Path) -> None:
    text = """int main(void)
    {
        unsigned n = UINT;
        if (n > 3) return 99;
        char *p = malloc(n);
        memset(p, 7, 2);
        return p[1];
    }
    """
    assert_complete(text, tmp_path, [99, 7], ["out-of-bounds"])


def test_zeroed_memory_of_symbolic_size(tmp_path: Path) -> None:
    text = """int main(void)
    {
        unsigned n = UINT;
        if (n < 1 || n > 3) return 99;
        char *p = calloc(n, 2);
        return p[2 * n - 1];
    }
    """
    result = explored(text, tmp_path)
    assert result.complete
    assert set(statuses(result)) == {0, 99}
    assert not result.faults()


def test_a_string_that_need_not_end(tmp_path: Path) -> None:
    text = """int main(void)
    {
        char text[3];
        for (int i = 0; i < 3; i++) text[i] = __VERIFIER_nondet_char();
        puts(text);
        return 0;
    }
    """
    assert_complete(text, tmp_path, [0], ["out-of-bounds"])
