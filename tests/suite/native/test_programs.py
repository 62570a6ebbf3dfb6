"""Correct programs run as usual: no false alarms, the same output and status."""

from __future__ import annotations

from pathlib import Path

import pytest

from secateur.frontend.cache import Cache
from secateur.suite.native.build import build
from secateur.suite.native.run import LONGEST_ANSWER, run

from .conftest import Execute

FOLDER = Path(__file__).parent / "programs"
STATUS = {"arrays": 110}


#: Without our allocator, fresh memory need not be zero, which `heap` relies on.
PROGRAMS = [
    (path.stem, sanitize)
    for path in sorted(FOLDER.glob("*.c"))
    for sanitize in (True, False)
    if sanitize or path.stem != "heap"
]


@pytest.mark.parametrize(("name", "sanitize"), PROGRAMS)
def test_program_behaves(name: str, sanitize: bool, store: Cache) -> None:
    executable = build(None, [FOLDER / f"{name}.c"], sanitize=sanitize, store=store)
    outcome = run(executable, [])
    assert outcome.fault is None
    assert outcome.output.decode() == (FOLDER / f"{name}.out").read_text()
    assert (outcome.kind, outcome.status) == ("return", STATUS.get(name, 0))
    assert executable.undefined == ()


def test_exit_status_and_both_outputs(execute: Execute) -> None:
    outcome = execute(
        """
#include <stdio.h>
#include <stdlib.h>
static void last(void) { printf(" last"); }
int main(void) { atexit(last); printf("out"); fprintf(stderr, "err"); exit(7); }
"""
    )
    assert (outcome.kind, outcome.status) == ("exit", 7)
    assert (outcome.output, outcome.error) == (b"out last", b"err")


def test_output_without_newline_survives_quick_exit(execute: Execute) -> None:
    outcome = execute('#include <stdio.h>\n#include <unistd.h>\nint main(void) { printf("kept"); _exit(3); }\n')
    assert (outcome.kind, outcome.status, outcome.output) == ("exit", 3, b"kept")


def test_time_limit_stops_the_program_and_its_children(execute: Execute) -> None:
    text = '#include <stdio.h>\n#include <unistd.h>\nint main(void) { puts("x"); fork(); for (;;) pause(); }\n'
    outcome = execute(text, timeout=0.2)
    assert (outcome.kind, outcome.fault) == ("timeout", None)
    assert outcome.output.startswith(b"x")


def test_signal_that_is_no_fault(execute: Execute) -> None:
    """`raise` is that of our C library; a signal that the system sends kills the process."""
    raised = execute("#include <signal.h>\nint main(void) { raise(SIGTERM); return 0; }\n")
    assert (raised.kind, raised.status) == ("exit", 143)
    text = "#include <signal.h>\n#include <sys/syscall.h>\n#include <unistd.h>\n"
    sent = execute(text + "int main(void) { syscall(SYS_kill, syscall(SYS_getpid), SIGTERM); return 0; }\n")
    assert (sent.kind, sent.status, sent.detail) == ("killed", 143, "SIGTERM")


def test_flood_of_output_is_stopped(execute: Execute) -> None:
    outcome = execute(
        "#include <stdio.h>\nstatic char a[1 << 20];\nint main(void) { for (;;) fwrite(a, 1, sizeof a, stdout); }\n"
    )
    assert outcome.kind == "killed"
    assert len(outcome.output) == LONGEST_ANSWER


def test_undefined_function_matters_only_when_called(execute: Execute) -> None:
    text = "%s int missing(int);\nint main(void) { volatile int n = %d; return n ? missing(n) : 5; }\n"
    for visibility in ("", '__attribute__((visibility("hidden")))'):
        outcome = execute(text % (visibility, 0))
        assert (outcome.kind, outcome.status) == ("return", 5)
        outcome = execute(text % (visibility, 1))
        assert (outcome.kind, outcome.detail) == ("undefined", "missing")


def test_arguments_and_environment(execute: Execute) -> None:
    outcome = execute(
        """
#include <stdio.h>
extern char **environ;
int main(int argc, char **argv, char **envp) {
    for (int i = 0; i <= argc; i++) printf("%s ", argv[i] ? argv[i] : "end");
    printf("%d %d", environ[0] == 0, envp[0] == 0);
    return 0;
}
"""
    )
    assert (outcome.kind, outcome.output) == ("return", b"program end 1 1")


HARMLESS = [
    "char a[3] = {'4', '2', 'x'}; return atoi(a) == 42;",
    "char a[2] = {'a', 'b'}; return strstr(a, \"b\") == a + 1;",
    "char a[4] = {'a', 'b'}; return memcmp(a, \"axyz\", 4) < 0;",
    "char a[2] = {'a', 'b'}; return strncmp(a, \"abc\", 2) == 0;",
    "char a[2] = {'a', 'b'}; return strchr(a, 'b') == a + 1;",
    "char a[2] = {'a', 'b'}; return snprintf(NULL, 0, \"%.2s\", a) == 2;",
    'char a[4]; return snprintf(a, sizeof a, "%d", 123456) == 6;',
    "char a[n]; (void)a; return 1;",
    "struct { int n; int tail[1]; } *p = malloc(20); p->tail[n + 2] = 1; return p->tail[3];",
    "struct { int a, b; } *p = 0; return (long)&p->b == 4;",
    "int a[4] = {0}, *end = a + 4; return &a[4] == end;",
    "return (1u << (30 + n)) > 5;",
    "unsigned u = 0; u -= n; return u > 5;",
    "return memcpy(NULL, NULL, n - 1) == NULL;",
    "char *p = malloc(10); p = realloc(p, 20); free(p); return p != NULL;",
    "int x; int *p = &x; return *p == 0;",
    "char a[64]; int sum = 0; for (int i = 0; i < 64; i++) sum += a[i]; return sum == 0;",
    "return (n ? (1.0 / (n - 1)) : 0) > 1e300;",
]
"""Barely allowed, or undefined but harmless and not predicted by the machine either. Each returns 1."""


def test_what_is_no_fault(execute: Execute) -> None:
    headers = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
    functions = "".join(f"static int test{i}(int n) {{ {body} }}\n" for i, body in enumerate(HARMLESS))
    calls = " ".join(f"putchar('0' + test{i}(n));" for i in range(len(HARMLESS)))
    outcome = execute(f"{headers}{functions}int main(void) {{ volatile int n = 1; {calls} return 0; }}\n")
    assert outcome.fault is None
    assert outcome.output == b"1" * len(HARMLESS)
