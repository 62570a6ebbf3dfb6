"""`--external havoc`: functions that write texts, and what they leave as it was."""

from __future__ import annotations

import pytest

from .test_stand_ins import explored, returned


@pytest.mark.parametrize(
    "call",
    [
        "getcwd(b, sizeof b) != NULL",
        "inet_ntop(AF_INET, &t, b, sizeof b) != NULL",
        "ttyname_r(0, b, sizeof b) == 0",
        "*strerror_r(3, b, sizeof b) == 'q' && 0",
        "gethostname(b, sizeof b) == 0 && b[0]",
        "confstr(_CS_PATH, b, sizeof b) - 1 < sizeof b - 1",
    ],
)
def test_texts_end_within_the_buffer(call: str) -> None:
    text = f"""#define _GNU_SOURCE
    #include <arpa/inet.h>
    #include <string.h>
    #include <time.h>
    #include <unistd.h>
    int f(void) {{
        char b[4] = "zzz";
        struct tm t = {{0}};
        if (!({call})) return 0;
        return strnlen(b, sizeof b) == sizeof b ? 99 : b[0] ? 1 : 98;
    }}"""
    assert returned(text) == ({0} if "&& 0" in call else {0, 1} if "confstr" not in call else {0, 1, 98})


def test_the_length_of_a_formatted_text() -> None:
    text = """#include <string.h>
    #include <time.h>
    #include <wchar.h>
    int f(void) {
        wchar_t w[3];
        struct tm t = {0};
        size_t m = wcsftime(w, 3, L"%H", &t);
        return m > 2 || (m && w[m]) ? 98 : m == 2;
    }"""
    assert returned(text) == {0, 1}


def test_lines_that_are_read_are_not_empty() -> None:
    text = """#include <stdio.h>
    #include <string.h>
    int f(void) {
        char b[8];
        if (!fgets(b, sizeof b, stdin)) return -1;
        size_t n = strlen(b);
        if (n == 0) return 99;
        if (strchr(b, '\\n') && strchr(b, '\\n') != b + n - 1) return 98;
        return b[n - 1] == '\\n' ? 1 : 0;
    }"""
    assert returned(text) == {-1, 0, 1}
    assert returned(text.replace("b[8]", "b[1]")) == {99}  # nothing is read


def test_lines_in_new_memory_are_not_empty() -> None:
    text = """#define _GNU_SOURCE
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    int f(void) {
        char *line = NULL;
        size_t size = 0;
        long n = getdelim(&line, &size, ';', stdin);
        int r = n < 0 ? -1 : strlen(line) != (size_t)n ? 99 : line[n - 1] == ';' ? 1 : 0;
        if (n > 1 && line[0] == ';') r = 98;
        free(line);
        return r;
    }"""
    assert returned(text) == {-1, 0, 1}


def test_what_is_not_read_stays_uninitialised() -> None:
    text = """#include <unistd.h>
    int f(int fd) {
        char b[4];
        long n = read(fd, b, 4);
        if (n > 1 && b[1] == 'x') return 1;
        if (n < 1) return 0;
        return b[2] == 'y' ? 2 : 3;
    }"""
    _, run = explored(text)
    (fault,) = run["faults"]
    assert (fault["kind"], fault["line"], fault["rests_on"]) == ("uninitialised", 7, ["read"])
    assert {"return 0", "return 1", "return 2", "return 3"} <= {test["outcome"] for test in run["tests"]}


def test_a_calendar_has_twelve_months() -> None:
    text = """#include <time.h>
    #include <sys/time.h>
    static const char names[12] = "JFMAMJJASOND";
    int f(time_t at) {
        struct tm t, *now = localtime_r(&at, &t);
        struct timeval v;
        if (!now) return 0;
        if (gettimeofday(&v, 0) == 0 && (v.tv_usec < 0 || v.tv_usec >= 1000000)) return 99;
        return names[now->tm_mon] == 'D' && now->tm_mday == 31 ? 2 : 1;
    }"""
    hard = ("--solver-timeout", "0.3")  # divisions of 64 bits: what matters here is found without them
    assert returned(text, *hard) == {0, 1, 2}


def test_temporary_names_replace_their_template() -> None:
    text = """#include <stdlib.h>
    #include <string.h>
    int f(void) {
        char name[] = "a.XXXXXX";
        int fd = mkstemp(name);
        if (strlen(name) != 8 || memcmp(name, "a.", 2)) return 99;
        if (fd < 0) return -1;
        return name[2] == 'k' ? 1 : 0;
    }"""
    assert returned(text) == {-1, 0, 1}


def test_a_path_without_a_buffer_is_in_new_memory() -> None:
    text = """#include <stdlib.h>
    #include <unistd.h>
    int f(void) {
        char *p = realpath(".", NULL), *q = getcwd(NULL, 0);
        int r = (p != NULL) + 2 * (q != NULL);
        free(p);
        free(q);
        return r;
    }"""
    assert returned(text) == {0, 1, 2, 3}


def test_an_address_is_filled() -> None:
    text = """#include <arpa/inet.h>
    int f(int fd) {
        struct sockaddr_in from;
        unsigned size = sizeof from;
        struct in_addr to;
        if (accept(fd, (struct sockaddr *)&from, &size) < 0) return -1;
        if (inet_pton(AF_INET, "?", &to) != 1) return 0;
        return from.sin_port == 80 ? 1 : to.s_addr == 1 ? 2 : 3;
    }"""
    assert returned(text) == {-1, 0, 1, 2, 3}
