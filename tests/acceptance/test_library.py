"""Programs that ask the C library about the world around them: the replay finds the same as the machine, and symbolic
data fork where a person expects it."""

from __future__ import annotations

from pathlib import Path
from typing import Unpack

import pytest

import secateur
from secateur.assumption import AssumptionKind
from secateur.machine.path import Ending
from secateur.options.keywords import ExploreKeywords

HEADER = """#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <error.h>
#include <fnmatch.h>
#include <getopt.h>
#include <pwd.h>
#include <regex.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>
int klee_int(const char *);
"""


def explored(tmp_path: Path, text: str, **options: Unpack[ExploreKeywords]) -> secateur.Run:
    """A program, explored; what was found has been replayed."""
    source = tmp_path / "program.c"
    source.write_text(HEADER + text)
    options["out"] = tmp_path / "out"
    run = secateur.explore(str(source), **options)
    run.write()
    replayed = secateur.replay(tmp_path / "out")
    assert [each.differences for each in replayed.report.failed] == []
    return run


PROGRAMS = {
    "time": 'time_t t = time(NULL); char b[40]; strftime(b, sizeof b, "%F %T %Z", localtime(&t)); puts(b); sleep(9);',
    "users": 'struct passwd *p = getpwuid(getuid()); printf("%s %s %d\\n", p->pw_name, p->pw_dir, getpwnam("x") == 0);',
    "computer": 'struct utsname u; uname(&u); printf("%s %d %ld\\n", u.nodename, getpid(), sysconf(_SC_PAGESIZE));',
    "signals": "signal(SIGUSR1, handler); raise(SIGUSR1); if (x == 3) kill(getpid(), SIGTERM);",
    "environment": 'setenv("A", "b", 1); printf("%s %d\\n", getenv("A"), getenv("B") == NULL); clearenv();',
    "errors": 'errno = 2; perror("p"); error(0, 13, "e %d", x > 1); warnx("w"); if (x > 5) err(3, "last");',
    "directives": 'errno = 2; printf("%m %2$s %1$d\\n", 5, "x"); fprintf(stderr, "%ls\\n", L"wide");',
    "ends": "on_exit(leaving, NULL); at_quick_exit(quickly); if (x > 0) quick_exit(4);",
}


@pytest.mark.parametrize("body", PROGRAMS.values(), ids=PROGRAMS)
def test_the_replay_agrees(tmp_path: Path, body: str) -> None:
    text = f"""
static void handler(int number) {{ printf("got %d\\n", number); }}
static void leaving(int status, void *argument) {{ printf("leaving %d\\n", status); }}
static void quickly(void) {{ printf("quickly\\n"); }}
int main(void) {{ int x = klee_int("x"); {body.replace("%m %2$s %1$d", "%2$s %1$d")} return x > 7; }}"""
    run = explored(tmp_path, text)
    assert {path.ending for path in run.result.paths} <= {Ending.RETURNED, Ending.EXITED}


def test_a_signal_that_ends_the_program(tmp_path: Path) -> None:
    run = explored(tmp_path, 'int main(void) { if (klee_int("x") == 3) raise(SIGTERM); return 1; }')
    assert sorted(path.status or 0 for path in run.result.paths) == [1, 128 + 15]


def test_the_clock_may_be_an_input(tmp_path: Path) -> None:
    text = "int main(void) { time_t a = time(NULL), b = time(NULL); return b < a ? 7 : b - a > 60 ? 1 : 0; }"
    fixed = explored(tmp_path, text)
    assert len(fixed.result.paths) == 1
    assert AssumptionKind.CLOCK in {each.kind for each in fixed.result.assumptions}
    moving = explored(tmp_path, text, clock="any")
    assert sorted(path.status or 0 for path in moving.result.paths) == [0, 1]
    assert AssumptionKind.CLOCK not in {each.kind for each in moving.result.assumptions}


def test_an_option_letter_forks_by_its_kind(tmp_path: Path) -> None:
    """None, without, with an optional, with a missing argument: four paths, whatever the number of letters."""
    run = explored(
        tmp_path,
        """int main(void) {
    char word[3] = {'-', (char)klee_int("letter"), 0}, *words[] = {"program", word, NULL};
    if (word[1] == 0 || word[1] == '-') return 0;
    opterr = 0;
    int found = getopt(2, words, "abcdefgho:p:q:x::y::");
    return found == -1;
}""",
    )
    assert len(run.result.paths) == 2 + 4


MATCHERS = {
    "a set": ('regcomp(&r, "^[a-z0-9_]$", REG_EXTENDED); found = regexec(&r, s, 0, NULL, 0); regfree(&r);', 1 + 2),
    "a pattern": ('found = fnmatch("[!a-z0-9]", s, 0);', 1 + 2),
    "a class": ("found = !iswalnum((wint_t)s[0]);", 1 + 2),
}


@pytest.mark.parametrize(("body", "paths"), MATCHERS.values(), ids=MATCHERS)
def test_a_byte_is_decided_once(tmp_path: Path, body: str, paths: int) -> None:
    run = explored(
        tmp_path,
        f"""int main(void) {{
    char s[2] = {{(char)klee_int("c"), 0}};
    int found;
    regex_t r;
    if (!s[0]) return 2;
    {body}
    return found ? 1 : 0;
}}""",
    )
    assert len(run.result.paths) == paths
