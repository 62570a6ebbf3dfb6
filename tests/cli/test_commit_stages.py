"""Functions of a commit for which a short exploration is not enough: longer inputs, callbacks, callers."""

from __future__ import annotations

from pathlib import Path

import pytest

from .test_commit import commit, found, git, told

WORD = """#include <string.h>
int version(const char *s)
{
    if (strncmp(s, "version:", 8) == 0 && s[8] == '[')
        return 1;
    return 0;
}
"""
LONG = """#include <string.h>
int is_long(const char *s)
{
    if (strlen(s) > 40)
        return 1 + 1;
    return 0;
}
"""
EACH = """typedef int (*handler)(void *user, const char *text, int place);
int each(const char *text, handler call, void *user)
{
    int n = 0;
    for (int i = 0; text[i]; i++)
        if (text[i] == '=')
            n |= call(user, text, i);
    return n;
}
"""
TOTAL = """#include <stdarg.h>
int total(int n, ...)
{
    unsigned sum = 0;
    va_list ap;
    va_start(ap, n);
    while (n-- > 0)
        sum += va_arg(ap, unsigned);
    va_end(ap);
    return sum & 255;
}
int two(unsigned a, unsigned b) { return total(2, a, b); }
"""


@pytest.fixture
def repository(folder: Path) -> Path:
    git(folder, "init", "-q", ".")
    return folder


def change(repository: Path, text: str, old: str, new: str) -> None:
    assert old in text
    commit(repository, {"a.c": text})
    commit(repository, {"a.c": text.replace(old, new)})


def test_a_word_that_is_longer_than_the_explored_inputs_is_guessed(repository: Path) -> None:
    change(repository, WORD, "return 1", "return 2")
    code, data = found("HEAD~1..HEAD")
    assert (code, told(data)) == (1, {"a.c:version": "different"})
    (difference,) = data["functions"][0]["differences"]
    assert difference["input"]["s"].startswith("version:[")
    assert (difference["confirmed"], difference["outcome"]) == (True, {"old": "return 1", "new": "return 2"})
    assert [limit["kind"] for limit in data["functions"][0]["limits"]] == ["guessed"]


def test_that_no_run_executes_the_change_is_no_equivalence(repository: Path) -> None:
    change(repository, LONG, "1 + 1", "3 - 1 + (s[0] - s[0])")
    code, data = found("HEAD~1..HEAD")
    assert (code, told(data)) == (3, {"a.c:is_long": "not-compared"})
    assert data["functions"][0]["summary"].startswith("not compared: no run executes the change, for: strings up to 4")


def test_changed_lines_that_no_small_input_executes_are_an_assumption(repository: Path) -> None:
    text = LONG.replace("return 0;", "return s[0] & 7;")
    commit(repository, {"a.c": text})
    commit(repository, {"a.c": text.replace("1 + 1", "3 - 1 + (s[0] - s[0])").replace("s[0] & 7", "7 & s[0]")})
    code, data = found("HEAD~1..HEAD")
    assert (code, told(data)) == (3, {"a.c:is_long": "equivalent-under-assumptions"})
    lines = [each["subject"] for each in data["assumptions"] if each["kind"] == "unreached"]
    assert lines == ["HEAD~1:a.c:5", "HEAD:a.c:5"]


def test_the_calls_of_a_function_that_is_passed_are_compared(repository: Path) -> None:
    change(repository, EACH, "text, i)", "text + 1, i)")
    code, data = found("HEAD~1..HEAD")
    assert (code, told(data)) == (1, {"a.c:each": "different"})
    outcome = data["functions"][0]["differences"][0]["outcome"]
    assert outcome["old"].startswith("prints 'call(pointer, \"=")
    commit(repository, {"a.c": EACH})
    commit(repository, {"a.c": EACH.replace("n |= call(user, text, i)", "n = call(user, text, i) | n")})
    code, data = found("HEAD~1..HEAD")
    assert (code, told(data)) == (3, {"a.c:each": "equivalent-under-assumptions"})
    assert {each["kind"] for each in data["assumptions"]} >= {"stand-in"}


def test_a_function_with_any_number_of_arguments_is_compared_at_its_callers(repository: Path) -> None:
    change(repository, TOTAL, "sum & 255", "sum & 127")
    code, data = found("HEAD~1..HEAD")
    assert (code, told(data)) == (1, {"a.c:total": "not-compared", "a.c:two": "different"})
    assert data["functions"][1]["through"] == ["total"]


PAIRS = """struct pair { const char *key; int value; };
int sum(const struct pair *pairs)
{
    int n = 0;
    for (; pairs->key; pairs++)
        n = (n + pairs->value) & 255;
    return n;
}
"""
NUMBER = """int number(const char *s, unsigned length)
{
    int n = 0;
    for (unsigned i = 0; i < length; i++)
        n = (n * 10 + s[i]) & 1023;
    return n & 255;
}
"""
FIVE = """int five(const char *s)
{
    int n = 0;
    while (*s++)
        n++;
    if (n > 5)
        return n & 1;
    return 0;
}
"""


def test_structures_up_to_one_of_zeros(repository: Path) -> None:
    change(repository, PAIRS, "return n;", "return n + 1;")
    code, data = found("HEAD~1..HEAD")
    assert (code, data["verdict"]) == (1, "different")


def test_longer_strings_where_the_change_was_not_reached(repository: Path) -> None:
    change(repository, FIVE, "return n & 1;", "return (n - 2) & 1;")
    code, data = found("HEAD~1..HEAD")
    (one,) = data["functions"]
    assert (code, one["status"]) == (0, "equivalent")
    assert "strings up to 8 characters" in one["summary"]


def test_an_equivalence_on_inferred_inputs_is_one_under_assumptions(repository: Path) -> None:
    change(repository, NUMBER, "return n & 255;", "return 255 & n;")
    code, data = found("HEAD~1..HEAD")
    (one,) = data["functions"]
    assert code in (0, 3)
    assert one["status"].startswith("equivalent")


def test_functions_after_the_first_difference_say_why_they_were_left(repository: Path) -> None:
    two = "int zero(int x) { return x == 0; }\n" + LONG.replace("> 40", "> 400")
    commit(repository, {"a.c": two})
    commit(repository, {"a.c": two.replace("x == 0", "x == 1").replace("1 + 1", "3")})
    code, data = found("HEAD~1..HEAD")
    assert code == 1
    assert "--max-paths" not in " ".join(each["summary"] for each in data["functions"])


TRAILING = """#include <string.h>
int list(const char *s)
{
    if (strncmp(s, "<<list", 6) || s[6] != '>' || s[7] != '>' || s[8] != ' ')
        return -1;
    int n = 0;
    for (s += 9; *s >= '0' && *s <= '9' && s[1] == ';' && n < 9; s += 2)
        n++;
    return *s == '!' && n == 7 ? n : -1;
}
"""


def test_a_text_of_the_tests_shows_the_difference(repository: Path) -> None:
    tests = 'int list(const char *);\nint main(void) { return list("<<list>> 1;2;3;4;5;6;7;!"); }\n'
    commit(repository, {"a.c": TRAILING, "tests/t.c": tests})
    commit(repository, {"a.c": TRAILING.replace("n == 7 ? n", "n == 7 ? n + 1")})
    code, data = found("HEAD~1..HEAD", "--cpu", "20")
    assert (code, told(data)) == (1, {"a.c:list": "different"})
    (difference,) = data["functions"][0]["differences"]
    assert (difference["confirmed"], difference["outcome"]) == (True, {"old": "return 7", "new": "return 8"})


WORDS = """#include <string.h>
static const char *const words[] = {"GSV", "GLL"};
int kind(const char *s)
{
    if (s[0] != '$' || !s[1] || !s[2])
        return -1;
    for (int i = 0; i < 2; i++)
        if (strlen(s) > 5 && !memcmp(s + 3, words[i], 3))
            return i + 1;
    return 0;
}
"""


def test_a_word_that_ends_as_another_one_does(repository: Path) -> None:
    more = WORDS.replace('{"GSV", "GLL"}', '{"GSV", "GLL", "INV"}').replace("i < 2", "i < 3")
    commit(
        repository, {"a.c": WORDS, "tests/t.c": 'int kind(const char *);\nint main(void) { return kind("$xxGSV"); }\n'}
    )
    commit(repository, {"a.c": more})
    code, data = found("HEAD~1..HEAD", "--cpu", "20")
    assert (code, told(data)) == (1, {"a.c:kind": "different"})
    assert data["functions"][0]["differences"][0]["input"]["s"][3:6] == "INV"


FREED = """#include <stdlib.h>
#include <string.h>
void *larger(void *p, int size, int most)
{
    void *made = malloc(most);
    if (!made)
        return 0;
    memcpy(made, p, size);
    free(p);
    return made;
}
"""


def test_null_where_both_versions_fail_otherwise(repository: Path) -> None:
    """Memory that is freed is not on the heap at first; a copy from NULL to too small a block is one from NULL."""
    change(
        repository,
        FREED,
        "memcpy(made, p, size);\n    free(p);",
        "if (p) {\n        memcpy(made, p, size);\n        free(p);\n    }",
    )
    code, data = found("HEAD~1..HEAD", "--cpu", "30")
    assert (code, told(data)) == (1, {"a.c:larger": "different"})
    (difference,) = data["functions"][0]["differences"]
    assert difference["outcome"] == {"old": "null-pointer at HEAD~1:a.c:8", "new": "return non-null"}
    assert difference["confirmed"]
